//! Questions in a database: who gets which, and what becomes of those whose thinker is gone.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use quintet_store::{
    Cluster as _, JobLine, Jobs as _, MOST_TRIES, NewJob, PostgresStore, Progress, Said, Scratch,
    TakenJob, Thinker, ThinkerPace,
};
use sqlx::Connection as _;

const PACE: ThinkerPace = ThinkerPace { threads: 2, play: 0.5, study: 0.25 };

/// A server and a database.
async fn server() -> (String, PostgresStore) {
    let url = Scratch::shared().database().await;
    let store = PostgresStore::open(&url, None).await.unwrap();
    store.join("somewhere".into()).await.unwrap();
    (url, store)
}

async fn thinker(url: &str) -> Thinker {
    Thinker::open(url, None, "one of them", PACE).await.unwrap()
}

async fn run(url: &str, sql: &'static str) {
    let mut connection = sqlx::PgConnection::connect(url).await.unwrap();
    sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
}

/// A question `person/game` to play about.
fn job(number: i64, whose: &str) -> NewJob {
    let (person, game) = whose.split_once('/').unwrap();
    NewJob {
        number,
        line: JobLine::Play,
        person: person.into(),
        game: game.into(),
        question: format!("question {number}"),
    }
}

async fn post(store: &PostgresStore, jobs: &[&str]) {
    let jobs = (1..).zip(jobs).map(|(number, whose)| job(number, whose));
    store.post(jobs.collect()).await.unwrap();
}

async fn take(thinker: &Thinker) -> Option<TakenJob> {
    thinker.take(JobLine::Play).await.unwrap()
}

async fn number(thinker: &Thinker) -> Option<i64> {
    take(thinker).await.map(|taken| taken.id.number)
}

/// As if nobody had given a sign of life for long.
const LEASES_RUN_OUT: &str = "UPDATE jobs SET expires = 1 WHERE thinker IS NOT NULL";

#[tokio::test]
async fn a_question_is_taken_and_answered_once() {
    let (url, store) = server().await;
    let thinker = thinker(&url).await;
    assert_eq!(take(&thinker).await, None);
    post(&store, &["ann/1"]).await;
    post(&store, &["ann/1"]).await;
    let taken = take(&thinker).await.unwrap();
    assert_eq!((taken.id.number, taken.question.as_str()), (1, "question 1"));
    assert_eq!(take(&thinker).await, None, "a second post of the same is none");
    thinker.find(taken.id, 0, vec!["first".into(), "second".into()]).await.unwrap();
    let findings = [(1, "first"), (1, "second")].map(|(at, said)| Said::Finding(at, said.into()));
    assert_eq!(store.said().await.unwrap(), findings);
    thinker.find(taken.id, 2, vec!["third".into()]).await.unwrap();
    assert!(thinker.answer(taken.id, "the answer").await.unwrap());
    assert!(!thinker.answer(taken.id, "another").await.unwrap(), "it was answered");
    let said = store.said().await.unwrap();
    assert_eq!(said, [Said::Finding(1, "third".into()), Said::Answer(1, "the answer".into())]);
    assert_eq!(store.said().await.unwrap(), []);
    assert_eq!(store.at_large().await.unwrap().ours, []);
}

#[tokio::test]
async fn many_thinkers_never_get_the_same_question() {
    const JOBS: usize = 150;
    let (url, store) = server().await;
    let names: Vec<String> =
        (0..JOBS).map(|number| format!("{}/{}", number % 7, number % 97)).collect();
    post(&store, &names.iter().map(String::as_str).collect::<Vec<_>>()).await;
    let left = Arc::new(AtomicUsize::new(JOBS));
    let mut tasks = Vec::new();
    for _ in 0..6 {
        let (thinker, left) = (thinker(&url).await, Arc::clone(&left));
        tasks.push(tokio::spawn(async move {
            let mut done = Vec::new();
            // Games are busy while others think about them: nothing now does not mean nothing ever.
            while left.load(Ordering::Relaxed) > 0 {
                let Some(taken) = take(&thinker).await else { continue };
                assert!(thinker.answer(taken.id, "done").await.unwrap());
                done.push(taken.id.number);
                left.fetch_sub(1, Ordering::Relaxed);
            }
            done
        }));
    }
    let mut done = Vec::new();
    for task in tasks {
        done.extend(task.await.unwrap());
    }
    assert_eq!(done.len(), JOBS);
    assert_eq!(done.into_iter().collect::<HashSet<_>>().len(), JOBS);
    let answers = store.said().await.unwrap();
    assert_eq!(answers.len(), JOBS, "each has one answer");
}

#[tokio::test]
async fn people_take_turns_then_their_games_and_a_game_has_one_at_a_time() {
    let (url, store) = server().await;
    let thinker = thinker(&url).await;
    post(&store, &["eve/1", "eve/2", "eve/3", "eve/1", "ann/9", "bob/5"]).await;
    let first = take(&thinker).await.unwrap();
    let mut order = vec![first.id.number];
    for _ in 0..4 {
        order.push(number(&thinker).await.unwrap());
    }
    assert_eq!(order, [1, 5, 6, 2, 3]);
    assert_eq!(number(&thinker).await, None, "the other of that game waits for the first");
    let study = NewJob { line: JobLine::Study, ..job(7, "eve/1") };
    store.post(vec![study]).await.unwrap();
    assert_eq!(number(&thinker).await, None, "study waits in a line of its own");
    assert_eq!(thinker.take(JobLine::Study).await.unwrap().unwrap().id.number, 7);
    thinker.answer(first.id, "done").await.unwrap();
    assert_eq!(number(&thinker).await, Some(4));
}

#[tokio::test]
async fn twenty_games_of_one_person_do_not_make_another_wait_for_twenty_moves() {
    let (url, store) = server().await;
    let thinker = thinker(&url).await;
    store
        .post((0..20).map(|number| job(number, &format!("eve/{number}"))).collect())
        .await
        .unwrap();
    assert_eq!(number(&thinker).await, Some(0));
    store.post(vec![job(100, "ann/1"), job(101, "ann/2")]).await.unwrap();
    let mut order = Vec::new();
    for _ in 0..5 {
        order.push(number(&thinker).await.unwrap());
    }
    assert_eq!(order, [1, 100, 2, 101, 3]);
}

#[tokio::test]
async fn twenty_guests_of_one_network_do_not_make_another_wait_for_twenty_moves() {
    let (url, store) = server().await;
    let thinker = thinker(&url).await;
    let guests = (0..20).map(|guest| job(guest, &format!("203.0.113.1 {guest}/{guest}")));
    store.post(guests.chain([job(20, "203.0.113.1 0/another")]).collect()).await.unwrap();
    assert_eq!(number(&thinker).await, Some(0));
    store.post(vec![job(100, "192.0.2.1 ann/1"), job(101, "192.0.2.1 bob/2")]).await.unwrap();
    let mut order = Vec::new();
    for _ in 0..6 {
        order.push(number(&thinker).await.unwrap());
    }
    assert_eq!(order, [1, 100, 2, 101, 3, 4]);
}

#[tokio::test]
async fn what_a_thinker_leaves_behind_goes_to_another_and_its_late_answer_is_nothing() {
    let (url, store) = server().await;
    let (dead, other) = (thinker(&url).await, thinker(&url).await);
    post(&store, &["ann/1"]).await;
    let taken = take(&dead).await.unwrap();
    assert_eq!(dead.beat(PACE).await.unwrap(), [taken.id]);
    assert_eq!(take(&other).await, None, "its lease runs");
    run(&url, LEASES_RUN_OUT).await;
    assert_eq!(take(&other).await.unwrap(), taken);
    assert_eq!(dead.beat(PACE).await.unwrap(), [], "it is told");
    dead.find(taken.id, 0, vec!["late".into()]).await.unwrap();
    assert!(!dead.answer(taken.id, "late").await.unwrap());
    assert!(other.answer(taken.id, "in time").await.unwrap());
    assert_eq!(store.said().await.unwrap(), [Said::Answer(1, "in time".into())]);
}

#[tokio::test]
async fn a_thinker_that_stops_in_good_order_gives_back_at_once() {
    let (url, store) = server().await;
    let (first, second) = (thinker(&url).await, thinker(&url).await);
    post(&store, &["ann/1", "bob/2"]).await;
    let (one, two) = (take(&first).await.unwrap(), take(&first).await.unwrap());
    first.give_back(Some(one.id)).await.unwrap();
    assert_eq!(take(&second).await.unwrap(), one);
    assert_eq!(store.at_large().await.unwrap().thinkers.len(), 2);
    first.retire().await.unwrap();
    assert_eq!(take(&second).await.unwrap(), two);
    assert_eq!(store.at_large().await.unwrap().thinkers, [PACE]);
}

#[tokio::test]
async fn a_game_is_left_to_its_last_thinker_for_a_moment() {
    let (url, store) = server().await;
    let (first, second) = (thinker(&url).await, thinker(&url).await);
    // Nothing here waits for a moment to pass: it is made long.
    let for_long = "UPDATE jobs SET prefers_until = prefers_until + 3600000";
    post(&store, &["ann/1"]).await;
    let taken = take(&first).await.unwrap();
    first.answer(taken.id, "done").await.unwrap();
    store.post(vec![job(2, "ann/1")]).await.unwrap();
    run(&url, for_long).await;
    assert_eq!(number(&second).await, None);
    let taken = take(&first).await.unwrap();
    assert_eq!(taken.id.number, 2);
    first.answer(taken.id, "done").await.unwrap();
    store.post(vec![job(3, "ann/1")]).await.unwrap();
    run(&url, "UPDATE jobs SET prefers_until = 0").await;
    assert_eq!(number(&second).await, Some(3), "but not for long");
    first.retire().await.unwrap();
    second.retire().await.unwrap();
    let third = thinker(&url).await;
    store.withdraw(vec![3]).await.unwrap();
    store.post(vec![job(4, "ann/1")]).await.unwrap();
    run(&url, for_long).await;
    assert_eq!(number(&third).await, Some(4), "nor to one that is gone");
}

#[tokio::test]
async fn what_nobody_waits_for_is_gone_for_its_thinker() {
    let (url, store) = server().await;
    let thinker = thinker(&url).await;
    post(&store, &["ann/1", "bob/2", "cid/3"]).await;
    let taken = [take(&thinker).await.unwrap().id, take(&thinker).await.unwrap().id];
    store.withdraw(vec![1, 3]).await.unwrap();
    assert_eq!(thinker.beat(PACE).await.unwrap(), taken[1..]);
    assert!(!thinker.answer(taken[0], "late").await.unwrap());
    assert_eq!(take(&thinker).await, None);
    assert_eq!(store.said().await.unwrap(), []);
}

#[tokio::test]
async fn a_question_that_nobody_survives_is_not_asked_for_ever() {
    let (url, store) = server().await;
    let thinker = thinker(&url).await;
    post(&store, &["ann/1"]).await;
    for _ in 0..MOST_TRIES {
        assert_eq!(store.at_large().await.unwrap().ours.len(), 1);
        assert!(take(&thinker).await.is_some());
        assert_eq!(store.at_large().await.unwrap().ours, [(1, Progress::Begun)]);
        run(&url, LEASES_RUN_OUT).await;
    }
    assert_eq!(take(&thinker).await, None);
    assert_eq!(store.at_large().await.unwrap().ours, [(1, Progress::WornOut)]);
}

#[tokio::test]
async fn the_line_is_told_and_what_a_gone_node_asked_is_swept_away() {
    let (url, store) = server().await;
    let other = PostgresStore::open(&url, None).await.unwrap();
    other.join("elsewhere".into()).await.unwrap();
    post(&store, &["ann/1"]).await;
    other.post(vec![job(5, "bob/1")]).await.unwrap();
    let told = store.at_large().await.unwrap();
    let people: Vec<&str> = told.waiting.iter().map(|job| job.person.as_str()).collect();
    assert_eq!((people, told.ours), (vec!["ann", "bob"], vec![(1, Progress::Waits)]));
    run(&url, "UPDATE nodes SET expires = 1 WHERE address = 'elsewhere'").await;
    quintet_store::Store::sweep(&store, quintet_rooms::Time(1)).await.unwrap();
    assert_eq!(store.at_large().await.unwrap().waiting.len(), 1);
    store.leave().await.unwrap();
    assert_eq!(store.at_large().await.unwrap().waiting, []);
}
