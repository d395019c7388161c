//! The shipped server, killed 20 times under load: every acknowledged move is there afterwards, once.

use std::time::Duration;

use quintet_siege::kill::{self, Options};
use quintet_siege::server::{Target, find_binary};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_acknowledged_move_is_lost_or_doubled_by_20_kills() {
    let binary = find_binary(None).expect("set QUINTET_BIN to the built `quintet`, or build it");
    let target = Target { binary: Some(binary), ..Target::default() };
    let limit = Duration::from_mins(5);
    let seed = 20;
    let options = Options { kills: 20, moves: 500, games: 32, life: (20, 400), limit, seed };
    let report =
        kill::run(&target, options).await.expect("the server starts, dies and starts again");
    assert!(report.kept, "seed {seed}: {}", report.results);
}
