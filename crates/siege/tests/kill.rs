//! The shipped server, killed 20 times under load: every acknowledged move is there afterwards, once.

use quintet_siege::kill::{self, Options};
use quintet_siege::server::{Target, find_binary};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_acknowledged_move_is_lost_or_doubled_by_20_kills() {
    let binary = find_binary(None).expect("set QUINTET_BIN to the built `quintet`, or build it");
    let target = Target { binary: Some(binary), ..Target::default() };
    let seed = 20;
    let options =
        Options { kills: 20, moves: 500, games: 32, shortest: 20, longest: 400, limit: 300 };
    let report =
        kill::run(&target, &options, seed).await.expect("the server starts, dies and starts again");
    assert!(report.kept, "seed {seed}: {}", report.results);
}
