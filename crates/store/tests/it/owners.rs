//! Which of several servers a game belongs to, and what whoever takes it is told.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use std::time::{Duration, Instant};

use quintet_rooms::Time;
use quintet_store::{Append, Hint, Owner, PostgresStore, Scratch, Store as _, StoreError};
use sqlx::migrate::Migrate as _;
use sqlx::{Connection as _, PgConnection};

use crate::games::Game;
use crate::silence::Way;

/// A test that waits in vain should end.
const IN_VAIN: Duration = Duration::from_mins(1);

async fn node(url: &str) -> PostgresStore {
    let store = PostgresStore::open(url, None).await.unwrap();
    store.cluster().unwrap().join("nowhere".into()).await.unwrap();
    store
}

/// The node that came last is not heard of any more; it was last seen then.
async fn last_is_gone(url: &str, seen: i64) {
    let mut connection = PgConnection::connect(url).await.unwrap();
    let sql = "UPDATE nodes SET seen = $1, expires = 1 WHERE id = (SELECT max(id) FROM nodes)";
    sqlx::query(sql).bind(seen).execute(&mut connection).await.unwrap();
}

#[tokio::test]
async fn whoever_joins_is_told_no_earlier_time_than_those_before_though_the_clock_was_set_back() {
    const LATER: u64 = 9_000_000_000_000;
    for sql in [
        "INSERT INTO signs VALUES ('alive', 9000000000000)",
        "INSERT INTO nodes (address, began, seen, expires) VALUES ('gone', 0, 9000000000000, 1)",
    ] {
        let url = Scratch::shared().database().await;
        let store = PostgresStore::open(&url, None).await.unwrap();
        let mut connection = PgConnection::connect(&url).await.unwrap();
        sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
        let cluster = store.cluster().unwrap();
        assert!(cluster.join("here".into()).await.unwrap() >= Time(LATER), "{sql}");
        // However long it stays: those who come later are told so by what it leaves behind.
        cluster.beat(Time(0)).await.unwrap();
        cluster.leave().await.unwrap();
        sqlx::raw_sql("DELETE FROM nodes").execute(&mut connection).await.unwrap();
        assert!(cluster.join("here".into()).await.unwrap() >= Time(LATER), "{sql}");
        // What is its own is so for as long as ever.
        let sql = "SELECT max(expires) < 9000000000000 FROM nodes";
        assert!(sqlx::query_scalar::<_, bool>(sql).fetch_one(&mut connection).await.unwrap());
    }
}

#[tokio::test]
async fn whoever_joins_is_told_no_earlier_time_than_those_who_went_on_while_the_clock_was_set_back()
{
    let url = Scratch::shared().database().await;
    let (first, ours) = (node(&url).await, Time(9_000_000_000_000));
    // The database's clock is years behind that of a node by now.
    let beat = first.cluster().unwrap().beat(ours).await.unwrap();
    assert!(beat.now < ours && !beat.lapsed, "{beat:?}");
    let second = PostgresStore::open(&url, None).await.unwrap();
    assert!(second.cluster().unwrap().join("there".into()).await.unwrap() >= ours);
    // What it takes over nobody has looked after since then.
    let mut game = Game::new("one", "a", "b", 1);
    first.append(under(1, game.created(None))).await.unwrap();
    let mut connection = PgConnection::connect(&url).await.unwrap();
    sqlx::raw_sql("UPDATE nodes SET expires = 1 WHERE id = (SELECT min(id) FROM nodes)")
        .execute(&mut connection)
        .await
        .unwrap();
    let owner = second.cluster().unwrap().own(&game.id()).await.unwrap();
    assert_eq!(owner, Owner::Us { epoch: 2, away_since: Some(ours) });
}

fn under(epoch: u64, append: Append) -> Append {
    Append { epoch, ..append }
}

#[tokio::test]
async fn a_take_over_is_told_until_something_is_written_however_often_its_answer_is_lost() {
    let url = Scratch::shared().database().await;
    let mut game = Game::new("one", "a", "b", 1);
    let first = node(&url).await;
    first.append(under(1, game.created(None))).await.unwrap();
    last_is_gone(&url, 1_000).await;
    let away_since = Some(Time(1_000));
    let second = node(&url).await;
    for _ in 0..2 {
        // The answer to the first is lost on its way.
        let owner = second.cluster().unwrap().own(&game.id()).await.unwrap();
        assert_eq!(owner, Owner::Us { epoch: 2, away_since });
    }
    last_is_gone(&url, 5_000).await;
    let third = node(&url).await;
    let owner = third.cluster().unwrap().own(&game.id()).await.unwrap();
    assert_eq!(owner, Owner::Us { epoch: 3, away_since }, "the second has done nothing about it");
    third.append(under(3, game.moved(1))).await.unwrap();
    let owner = third.cluster().unwrap().own(&game.id()).await.unwrap();
    assert_eq!(owner, Owner::Us { epoch: 3, away_since: None });
    last_is_gone(&url, 9_000).await;
    let fourth = node(&url).await;
    let owner = fourth.cluster().unwrap().own(&game.id()).await.unwrap();
    assert_eq!(owner, Owner::Us { epoch: 4, away_since: Some(Time(9_000)) });
}

/// Waits until a question is answered with yes.
async fn until(judge: &mut PgConnection, sql: &'static str) {
    let begun = Instant::now();
    while !sqlx::query_scalar::<_, bool>(sql).fetch_one(&mut *judge).await.unwrap() {
        assert!(begun.elapsed() < IN_VAIN, "it never came: {sql}");
    }
}

#[tokio::test]
async fn a_sign_of_life_that_waited_for_a_take_over_knows_that_it_came_too_late() {
    let url = Scratch::shared().database().await;
    let store = node(&url).await;
    let mut judge = PgConnection::connect(&url).await.unwrap();
    for take_over in [
        // The lease ends while the row is only looked at.
        "UPDATE nodes SET expires = (extract(epoch FROM clock_timestamp()) * 1000)::bigint + 500; \
         COMMIT; BEGIN; SELECT 1 FROM nodes FOR SHARE",
        "BEGIN; UPDATE nodes SET expires = 0",
    ] {
        let mut taker = PgConnection::connect(&url).await.unwrap();
        sqlx::raw_sql(take_over).execute(&mut taker).await.unwrap();
        let (beat, ()) = tokio::join!(store.cluster().unwrap().beat(Time(0)), async {
            until(
                &mut judge,
                "SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database())",
            )
            .await;
            sqlx::raw_sql("SELECT pg_sleep(0.6); COMMIT").execute(&mut taker).await.unwrap();
        });
        assert!(beat.unwrap().lapsed, "{take_over}");
    }
}

#[tokio::test]
async fn a_start_waits_for_no_lock_that_it_does_not_need_and_for_no_other_for_long() {
    let url = Scratch::shared().database().await;
    let mut holder = PgConnection::connect(&url).await.unwrap();
    // As somebody does who brings the database up to date, and is not heard of any more.
    holder.lock().await.unwrap();
    let Err(error) = PostgresStore::open(&url, None).await else { panic!("it waited") };
    assert!(matches!(&error, StoreError::NotYet(_)) && error.may_pass(), "{error:?}");
    holder.unlock().await.unwrap();
    PostgresStore::open(&url, None).await.unwrap();
    holder.lock().await.unwrap();
    PostgresStore::open(&url, None).await.unwrap();
    sqlx::raw_sql("BEGIN; LOCK TABLE _sqlx_migrations").execute(&mut holder).await.unwrap();
    let Err(error) = PostgresStore::open(&url, None).await else { panic!("it waited") };
    assert!(matches!(&error, StoreError::NotYet(_)), "{error:?}");
}

#[tokio::test]
async fn a_database_that_hangs_up_may_take_us_later() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("postgres://somebody@{}/games", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            drop(socket);
        }
    });
    let Err(error) = PostgresStore::open(&url, None).await else { panic!("who answered?") };
    assert!(error.may_pass(), "{error:?}");
}

#[tokio::test]
async fn who_listens_on_a_connection_that_is_forgotten_hears_others_again() {
    let server = Scratch::shared();
    let url = server.database().await;
    let way = Way::to(server, &url).await;
    let listens = node(&way.url).await;
    let mut heard = listens.cluster().unwrap().listen();
    assert_eq!(heard.recv().await, Some(Hint::Lost), "it begins to listen");
    way.forget();
    assert_eq!(heard.recv().await, Some(Hint::Lost), "it has noticed");
    let tells = node(&url).await;
    let begun = Instant::now();
    let mut told = false;
    while !told {
        assert!(begun.elapsed() < IN_VAIN, "nothing is heard");
        tells.cluster().unwrap().tell(Hint::Spent("a".into(), 1));
        let next = tokio::time::timeout(Duration::from_millis(100), heard.recv()).await;
        told = matches!(next, Ok(Some(Hint::Spent(..))));
    }
}

#[tokio::test]
async fn what_was_spent_is_told_once_to_all_others_and_to_those_who_come_later_only_what_comes_later()
 {
    let url = Scratch::shared().database().await;
    let [a, b] = [node(&url).await, node(&url).await];
    let share = async |store: &PostgresStore, spent: &[(&str, u32)]| {
        let spent = spent.iter().map(|(account, cost)| ((*account).to_owned(), *cost)).collect();
        let mut theirs = store.cluster().unwrap().share_spent(spent).await.unwrap();
        theirs.sort();
        theirs
    };
    let said = |spent: &[(&str, u32)]| -> Vec<(String, u32)> {
        spent.iter().map(|(account, cost)| ((*account).to_owned(), *cost)).collect()
    };
    assert_eq!(share(&b, &[]).await, []);
    assert_eq!(share(&a, &[("guest eve", 5), ("network 192.0.2.1", 7)]).await, []);
    assert_eq!(share(&a, &[("guest eve", 1)]).await, [], "nobody hears of its own");
    let all = said(&[("guest eve", 1), ("guest eve", 5), ("network 192.0.2.1", 7)]);
    assert_eq!(share(&b, &[("guest \0 bob", u32::MAX)]).await, all);
    assert_eq!(share(&b, &[]).await, [], "it was told");
    assert_eq!(share(&a, &[]).await.len(), 1);
    let late = node(&url).await;
    assert_eq!(share(&late, &[("guest eve", 2)]).await, [], "that was before its time");
    assert_eq!(share(&a, &[("guest eve", 3)]).await, said(&[("guest eve", 2)]));
    assert_eq!(share(&late, &[]).await, said(&[("guest eve", 3)]));
    assert_eq!(share(&b, &[]).await, said(&[("guest eve", 2), ("guest eve", 3)]));
    // Whoever was away for long hears of the last ones only.
    for _ in 0..50 {
        share(&a, &[("guest eve", 1)]).await;
    }
    assert_eq!(share(&b, &[]).await.len(), 10);
    // A database that crashed has forgotten it; what is spent later is told.
    let mut connection = PgConnection::connect(&url).await.unwrap();
    sqlx::raw_sql("TRUNCATE spent").execute(&mut connection).await.unwrap();
    assert_eq!(share(&a, &[("guest eve", 4)]).await, []);
    assert_eq!(share(&b, &[]).await, said(&[("guest eve", 4)]));
}
