//! Thinking for servers on a database: questions go to whoever thinks there, and nothing is lost with those who vanish.

use std::sync::Arc;
use std::time::Duration;

use quintet_catalog::{Limits, standard};
use quintet_core::Variant;
use quintet_rooms::Time;
use quintet_server::pool::worker::{Post, Worker};
use quintet_server::pool::{Kind, Pool, Question};
use quintet_store::{Cluster as _, PostgresStore, Scratch, Store};
use serde_json::json;
use sqlx::{Connection as _, PgConnection};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::support::{LONG, Running, settings};

/// Somebody who thinks, until it is told to stop or killed.
struct Working {
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

impl Working {
    async fn start(url: &str) -> Working {
        let post = Post { url, password: None, name: "a test", threads: 1 };
        let worker = Worker::open(standard(), post).await.expect("a worker");
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(worker.work(async {
            let _ = stopped.await;
        }));
        Working { stop: Some(stop), task }
    }

    async fn stop(mut self) {
        let _ = self.stop.take().expect("once").send(());
        tokio::time::timeout(LONG, &mut self.task).await.expect("it stops").expect("no panic");
    }

    /// Ends it in the middle of whatever it does: the database hears nothing of it.
    async fn kill(mut self) {
        self.task.abort();
        let _ = (&mut self.task).await;
    }
}

/// A pool that asks others.
async fn pool(url: &str) -> Arc<Pool> {
    let store = PostgresStore::open(url, None).await.expect("a store");
    store.join("somewhere".into()).await.expect("a node");
    let pool = Pool::new(standard(), 1);
    let store: Arc<dyn Store> = Arc::new(store);
    pool.share(&store);
    tokio::spawn(async move {
        // Signs of life, as a server gives them.
        while store.cluster().expect("a cluster").beat(Time(0)).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    });
    pool
}

async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let begun = std::time::Instant::now();
    while !is_so().await {
        assert!(begun.elapsed() < LONG, "never: {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn question(game: &str, brain: &str) -> Question {
    Question {
        kind: Kind::Move,
        person: "ann".into(),
        game: game.into(),
        played: standard().find("yoxii").expect("a game").start(Variant::default()),
        brain: brain.parse().expect("a player"),
        seed: 7,
        limits: Limits::default(),
        time: None,
        lines: 1,
    }
}

async fn count(url: &str, sql: &'static str) -> i64 {
    let mut connection = PgConnection::connect(url).await.expect("a connection");
    sqlx::query_scalar(sql).fetch_one(&mut connection).await.expect("a number")
}

const JOBS: &str = "SELECT count(*) FROM jobs";
const BEGUN: &str = "SELECT count(*) FROM jobs WHERE thinker IS NOT NULL";

#[tokio::test]
async fn others_find_what_we_would_have_found() {
    let url = Scratch::shared().database().await;
    let (ours, shared) = (Pool::new(standard(), 1), pool(&url).await);
    let working = Working::start(&url).await;
    until("somebody thinks", async || shared.thinkers() == 1).await;
    for (number, brain) in ["random", "greedy", "level:4", "mcts:nodes=500"].iter().enumerate() {
        let name = number.to_string();
        let asked = shared.ask(question(&name, brain)).expect("a place");
        let here = ours.ask(question(&name, brain)).expect("a place").answer().await;
        assert_eq!(asked.answer().await, here, "{brain}");
    }
    assert_eq!((shared.running(), shared.waiting()), (0, 0));
    assert_eq!(
        count(&url, "SELECT count(DISTINCT game) FROM turns WHERE game <> ''").await,
        4,
        "others have thought"
    );
    assert_eq!(count(&url, JOBS).await, 0, "nothing is left");
    working.stop().await;
    shared.stop();
    ours.stop();
}

#[tokio::test]
async fn an_analysis_is_told_as_it_grows() {
    let url = Scratch::shared().database().await;
    let shared = pool(&url).await;
    let working = Working::start(&url).await;
    until("somebody thinks", async || shared.thinkers() == 1).await;
    let limits = Limits { nodes: None, depth: Some(3) };
    let study = Question { kind: Kind::Analysis, limits, ..question("", "alphabeta") };
    let mut thinking = shared.ask(study).expect("a place");
    let mut depths = Vec::new();
    while let Some(report) = thinking.report().await {
        depths.push(report.depth);
    }
    assert!(depths.is_sorted() && depths.contains(&1) && depths.contains(&3), "{depths:?}");
    assert_eq!(thinking.answer().await.expect("an answer").depth, 3);
    working.stop().await;
    shared.stop();
}

#[tokio::test]
async fn without_anybody_else_we_think_ourselves() {
    let url = Scratch::shared().database().await;
    let shared = pool(&url).await;
    assert!(shared.ask(question("a", "level:3")).expect("a place").answer().await.is_some());
    assert_eq!(count(&url, "SELECT count(*) FROM turns").await, 0);
    shared.stop();
}

/// Two seconds of thought, so that somebody can die in them.
fn long(game: &str) -> Question {
    Question { time: Some(Duration::from_secs(2)), ..question(game, "level:8") }
}

#[tokio::test]
async fn another_goes_on_where_one_is_killed_and_when_all_are_we_do() {
    let url = Scratch::shared().database().await;
    let shared = pool(&url).await;
    let first = Working::start(&url).await;
    until("somebody thinks", async || shared.thinkers() == 1).await;
    let thinking = shared.ask(long("a")).expect("a place");
    until("it is begun", async || count(&url, BEGUN).await == 1).await;
    first.kill().await;
    let second = Working::start(&url).await;
    assert!(thinking.answer().await.is_some());
    assert_eq!(count(&url, "SELECT max(thinker) FROM turns").await, 2, "the second has answered");
    until("the first is missed", async || shared.thinkers() == 1).await;
    let thinking = shared.ask(long("a")).expect("a place");
    until("it is begun", async || count(&url, BEGUN).await == 1).await;
    second.kill().await;
    until("it is thought about here", async || shared.running() == 1).await;
    assert!(thinking.answer().await.is_some());
    assert_eq!((shared.thinkers(), count(&url, JOBS).await), (0, 0));
    shared.stop();
}

#[tokio::test]
async fn what_is_forgotten_by_the_database_is_asked_again() {
    let url = Scratch::shared().database().await;
    let shared = pool(&url).await;
    let working = Working::start(&url).await;
    until("somebody thinks", async || shared.thinkers() == 1).await;
    let thinking = shared.ask(long("a")).expect("a place");
    until("it is begun", async || count(&url, BEGUN).await == 1).await;
    // As after a crash of it.
    count(&url, "WITH gone AS (DELETE FROM jobs RETURNING 1) SELECT count(*) FROM gone").await;
    assert!(thinking.answer().await.is_some());
    working.stop().await;
    shared.stop();
}

#[tokio::test]
async fn what_nobody_waits_for_is_taken_back() {
    let url = Scratch::shared().database().await;
    let shared = pool(&url).await;
    let working = Working::start(&url).await;
    until("somebody thinks", async || shared.thinkers() == 1).await;
    // It would think for ever.
    let endless = shared.ask(question("a", "level:8")).expect("a place");
    until("it is begun", async || count(&url, BEGUN).await == 1).await;
    let waits = shared.ask(question("b", "random")).expect("a place");
    let in_vain = shared.ask(question("c", "random")).expect("a place");
    until("its place is known", async || waits.place().wait().is_some()).await;
    drop(in_vain);
    until("one is taken back", async || count(&url, JOBS).await == 2).await;
    drop(endless);
    assert!(waits.answer().await.is_some(), "there is room for the next");
    assert_eq!(count(&url, JOBS).await, 0);
    working.stop().await;
    shared.stop();
}

#[tokio::test]
async fn computer_players_move_and_hints_come_from_others() {
    let url = Scratch::shared().database().await;
    let store = PostgresStore::open(&url, None).await.expect("a store");
    let working = Working::start(&url).await;
    let node = Running::on(&settings(), Arc::new(store)).await;
    let ann = node.guest().await;
    let seats = json!(["me", "level:3"]);
    let game = ann.game(json!({ "game": "momentum", "seats": seats })).await;
    let mut socket = ann.follow(&game, 0).await;
    assert_eq!(socket.event().await["version"], 1);
    let hinted = async || {
        let hint = ann.post(&format!("/api/games/{game}/hint"), json!({})).await;
        assert_eq!(hint.status, 200, "{}", hint.text());
        count(&url, "SELECT count(*) FROM turns").await > 0
    };
    until("hints come from others", hinted).await;
    let done = ann.play(&game, "d4", 0).await;
    assert_eq!(done.status, 200, "{}", done.text());
    assert_eq!(socket.event().await["version"], 2);
    assert_eq!(socket.event().await["version"], 3, "the computer has moved");
    let turns = "SELECT count(*) FROM turns WHERE thinker = 1";
    assert!(count(&url, turns).await > 0, "somebody else has thought");
    // Whoever ends the game while it is thought about leaves nothing behind.
    let done = ann.post(&format!("/api/games/{game}/resign"), json!({})).await;
    assert_eq!(done.status, 200, "{}", done.text());
    until("nothing is left", async || count(&url, JOBS).await == 0).await;
    node.stop().await;
    working.stop().await;
}
