//! What the shipped server promises, held against it from outside.

use quintet_siege::server::{Target, find_binary};
use quintet_siege::{cluster, kill, power, resend};
use serde_json::json;

fn target() -> Target {
    let binary = find_binary(None).expect("set QUINTET_BIN to the built `quintet`, or build it");
    Target { binary: Some(binary), ..Target::default() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_acknowledged_move_is_lost_or_doubled_by_20_kills() {
    let seed = 20;
    let options =
        kill::Options { kills: 20, moves: 500, games: 32, shortest: 20, longest: 400, limit: 300 };
    let report = kill::run(&target(), &options, seed).await;
    let report = report.expect("the server starts, dies and starts again");
    assert!(report.kept, "seed {seed}: {}", report.results);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_acknowledged_move_is_lost_or_doubled_by_300_power_cuts() {
    let seed = 23;
    let options = power::Options { states: 300, planted: 40, moves: 250, lives: 3, games: 8 };
    let report = power::run(&target(), &options, seed).await.expect("the server is recorded");
    assert!(report.kept, "seed {seed}: {}", report.results);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_several_servers_any_may_fail_and_nothing_is_lost() {
    let seed = 22;
    let options = cluster::Options {
        nodes: 3,
        faults: 10,
        moves: 500,
        games: 24,
        pause: 2_000,
        only: None,
        promise_back_ms: None,
        durable: false,
        sleep: None,
        limit: 240,
    };
    let report = cluster::run(&target(), &options, seed).await.expect("servers come and go");
    assert!(report.kept, "seed {seed}: {}", report.results);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_page_comes_back_once_when_new_servers_take_the_place_of_old_ones() {
    let seed = 24;
    let old = find_binary(None).expect("it was found before");
    let options = cluster::roll::Options {
        old,
        old_commit: "this".into(),
        new_commit: "this".into(),
        nodes: 3,
        games: 6,
        pages: 24,
        beside: true,
        onward: false,
        seconds: 1,
    };
    let report = cluster::roll::run(&target(), &options, seed).await.expect("servers come and go");
    assert!(report.kept, "seed {seed}: {}", report.results);
    let comebacks = &report.results["comebacks_at_any_server"];
    assert_eq!((&comebacks["pages"], &comebacks["most"]), (&json!(24), &json!(1)));
    assert_eq!(comebacks["mean"], 1.0, "each had to");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_command_is_done_twice_however_often_and_at_once_it_is_sent() {
    let seed = 21;
    let options = resend::Options { times: 2_000, games: 4, racers: 4 };
    let report = resend::run(&target(), &options, seed).await.expect("the server starts");
    assert!(report.kept, "seed {seed}: {}", report.results);
}
