//! What every store promises, asked of each.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use std::ops::AsyncFn;
use std::sync::Arc;

use quintet_core::{Outcome, Player, TimeControl};
use quintet_rooms::{GameId, GuestId, Seat, Status, Time};
use quintet_store::{Append, Filter, Page, SqliteStore, Store, StoreError, Summary};

use crate::games::{Game, guest};
use crate::people::session;

/// Asks the same of every store there is.
pub async fn each(test: impl AsyncFn(Arc<dyn Store>)) {
    #[cfg(feature = "memory")]
    test(Arc::new(quintet_store::MemoryStore::new())).await;
    let folder = tempfile::tempdir().unwrap();
    test(Arc::new(SqliteStore::open(folder.path()).await.unwrap())).await;
    #[cfg(feature = "scratch")]
    {
        let url = quintet_store::Scratch::shared().database().await;
        test(Arc::new(quintet_store::PostgresStore::open(&url, None).await.unwrap())).await;
    }
}

fn ids(page: &Page) -> Vec<&str> {
    page.games.iter().map(|game| game.id.0.as_str()).collect()
}

fn everything() -> Filter {
    Filter { limit: 100, ..Filter::default() }
}

#[tokio::test]
async fn what_was_appended_is_loaded_in_order() {
    each(async |store| {
        let (mut one, mut other) = (Game::new("one", "a", "b", 1), Game::new("other", "a", "b", 2));
        let mut expected = Vec::new();
        for append in [one.created(Some("op")), one.moved(1), one.moved(3), one.moved(1)] {
            expected.extend(append.events.clone());
            store.append(append).await.unwrap();
        }
        store.append(other.created(None)).await.unwrap();
        assert_eq!(store.load(&one.id()).await.unwrap(), expected);
        for after in 0..=7 {
            for limit in [0, 1, 2, 100] {
                let part = store.load_from(&one.id(), after, limit).await.unwrap();
                let rest = expected.iter().skip(after as usize).take(limit);
                assert_eq!(part, rest.cloned().collect::<Vec<_>>(), "{after} {limit}");
            }
        }
        assert_eq!(store.load(&other.id()).await.unwrap().len(), 1);
        assert_eq!(store.load(&GameId("none".into())).await, Ok(vec![]));
    })
    .await;
}

#[tokio::test]
async fn a_version_that_exists_is_refused_with_all_that_comes_with_it() {
    each(async |store| {
        let mut game = Game::new("one", "a", "b", 1);
        store.append(game.created(None)).await.unwrap();
        store.append(game.moved(2)).await.unwrap();
        let before = store.load(&game.id()).await.unwrap();
        let mut rival = Game::new("one", "a", "b", 1);
        let created = rival.created(None);
        let mut overlapping = rival.moved(5);
        overlapping.summary.ply = 77;
        for append in [created, overlapping] {
            let version = append.events[0].version;
            let conflict = StoreError::Conflict { game: game.id(), version };
            assert_eq!(store.append(append).await, Err(conflict));
        }
        assert_eq!(store.load(&game.id()).await.unwrap(), before);
        assert_eq!(store.list(everything()).await.unwrap().games[0].ply, 2);
        store.append(game.moved(1)).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn a_log_has_no_gaps() {
    each(async |store| {
        let mut game = Game::new("one", "a", "b", 1);
        let created = game.created(None);
        let first = game.moved(1);
        assert!(matches!(store.append(first.clone()).await, Err(StoreError::Conflict { .. })));
        store.append(created).await.unwrap();
        let second = game.moved(1);
        assert!(matches!(store.append(second.clone()).await, Err(StoreError::Conflict { .. })));
        store.append(first).await.unwrap();
        store.append(second).await.unwrap();
        assert_eq!(store.load(&game.id()).await.unwrap().len(), 3);
    })
    .await;
}

#[tokio::test]
async fn two_games_change_together_or_not_at_all() {
    each(async |store| {
        let mut one = Game::new("one", "a", "b", 1);
        store.append(one.created(None)).await.unwrap();
        let (first, mut other) = (one.moved(1), Game::new("other", "a", "b", 2));
        let created = other.created(None);
        let mut gap = created.clone();
        gap.events[0].version = 2;
        for wrong in [vec![first.clone(), gap.clone()], vec![gap, first.clone()]] {
            let refused = store.append_all(wrong).await;
            assert!(matches!(refused, Err(StoreError::Conflict { .. })), "{refused:?}");
            assert_eq!(store.load(&one.id()).await.unwrap().len(), 1);
            assert_eq!(store.load(&other.id()).await, Ok(vec![]));
        }
        store.append_all(vec![first, created]).await.unwrap();
        assert_eq!(store.load(&one.id()).await.unwrap().len(), 2);
        assert_eq!(store.load(&other.id()).await.unwrap().len(), 1);
    })
    .await;
}

#[tokio::test]
async fn of_many_at_the_same_time_only_those_fail_that_must() {
    each(async |store| {
        let mut games: Vec<Game> =
            (0..100).map(|n| Game::new(&format!("game {n}"), "a", "b", n)).collect();
        let mut tasks = Vec::new();
        for (number, game) in games.iter_mut().enumerate() {
            let mut append = game.created(None);
            if number % 10 == 3 {
                append.events[0].version = 9;
            }
            let store = store.clone();
            tasks.push(tokio::spawn(async move { store.append(append).await }));
        }
        for (number, task) in tasks.into_iter().enumerate() {
            assert_eq!(task.await.unwrap().is_err(), number % 10 == 3, "{number}");
        }
        for (number, game) in games.iter().enumerate() {
            let stored = store.load(&game.id()).await.unwrap().len();
            assert_eq!(stored, usize::from(number % 10 != 3), "{number}");
        }
    })
    .await;
}

#[tokio::test]
async fn lists_show_a_game_as_it_is_after_its_last_event() {
    each(async |store| {
        let mut game = Game::new("one", "a", "b", 5);
        game.summary.seats[1] = Seat::Open;
        game.summary.status = Status::Open;
        game.summary.clock = Some(TimeControl { initial: 300_000, increment: 2_000 });
        store.append(game.created(None)).await.unwrap();
        assert_eq!(store.list(everything()).await.unwrap().games, [game.summary.clone()]);
        game.summary.seats[1] = Seat::Guest(guest("b\u{0}'\"").id);
        game.summary.status = Status::Finished;
        game.summary.result = Some(Outcome::Win(Player::Second));
        store.append(game.moved(3)).await.unwrap();
        let page = store.list(everything()).await.unwrap();
        assert_eq!(page, Page { games: vec![game.summary], next: None });
    })
    .await;
}

/// Games with all combinations of what a filter looks at, from the oldest to the newest.
async fn many(store: &dyn Store) {
    let mut number = 0;
    for game in ["yoxii", "isaac"] {
        for status in [Status::Open, Status::Running, Status::Finished, Status::Aborted] {
            for listed in [true, false] {
                for people in [["ann", "bob"], ["bob", "cat"], ["cat", "dan"]] {
                    // Several have the same age; then the id decides.
                    let mut made =
                        Game::new(&format!("{number:02}"), people[0], people[1], number / 3);
                    made.summary.game = game.into();
                    made.summary.status = status;
                    made.summary.listed = listed;
                    store.append(made.created(None)).await.unwrap();
                    number += 1;
                }
            }
        }
    }
}

#[tokio::test]
async fn filters_let_just_those_through_that_fit() {
    each(async |store| {
        many(store.as_ref()).await;
        let all = store.list(everything()).await.unwrap().games;
        assert_eq!(all.len(), 48);
        let order: Vec<_> = all.iter().map(|game| (game.created, game.id.clone())).collect();
        assert!(order.iter().rev().is_sorted(), "newest first");
        let choices = [None, Some(GuestId("id of bob".into())), Some(GuestId("nobody".into()))];
        for mine in choices {
            for game in [None, Some("isaac".to_owned()), Some("chess".into())] {
                for status in [None, Some(Status::Open), Some(Status::Aborted)] {
                    for listed_only in [false, true] {
                        let (game, mine) = (game.clone(), mine.clone());
                        let filter = Filter { game, status, mine, listed_only, ..everything() };
                        let expected: Vec<_> = all
                            .iter()
                            .filter(|found| {
                                filter.game.as_ref().is_none_or(|game| *game == found.game)
                                    && filter.status.is_none_or(|status| status == found.status)
                                    && filter.mine.as_ref().is_none_or(|guest| {
                                        found.seats.iter().any(|seat| seat.guest() == Some(guest))
                                    })
                                    && (found.listed || !listed_only)
                            })
                            .cloned()
                            .collect();
                        let found = store.list(filter.clone()).await.unwrap();
                        assert_eq!(found, Page { games: expected, next: None }, "{filter:?}");
                    }
                }
            }
        }
    })
    .await;
}

#[tokio::test]
async fn the_parts_of_a_list_are_the_whole_list() {
    each(async |store| {
        many(store.as_ref()).await;
        for mine in [None, Some(GuestId("id of bob".into()))] {
            let filter = Filter { mine, listed_only: true, ..everything() };
            let whole = store.list(filter.clone()).await.unwrap();
            for limit in [1, 2, 5, 24] {
                let mut after = None;
                let mut parts: Vec<String> = Vec::new();
                loop {
                    let part = Filter { limit, after, ..filter.clone() };
                    let page = store.list(part).await.unwrap();
                    assert!(page.games.len() <= limit);
                    parts.extend(ids(&page).into_iter().map(str::to_owned));
                    after = page.next.map(|next| next.to_string().parse().unwrap());
                    if after.is_none() {
                        break;
                    }
                }
                assert_eq!(parts, ids(&whole), "{limit}");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn games_with_something_to_do_by_themselves_are_found() {
    each(async |store| {
        many(store.as_ref()).await;
        let mut clocked = Game::new("clocked", "ann", "bob", 90);
        clocked.summary.clock = Some(TimeControl { initial: 300_000, increment: 2_000 });
        store.append(clocked.created(None)).await.unwrap();
        let all = store.list(everything()).await.unwrap().games;
        let of = |wanted: &dyn Fn(&Summary) -> bool| -> Vec<GameId> {
            all.iter().rev().filter(|game| wanted(game)).map(|game| game.id.clone()).collect()
        };
        let timed = of(&|game| {
            let runs = game.status == Status::Running && game.clock.is_some();
            game.status == Status::Open || runs
        });
        assert_eq!(timed.len(), 13);
        assert_eq!(store.timed().await.unwrap(), timed);
        let mut idle = store.idle(Time(10), 100).await.unwrap();
        idle.sort();
        let expected = of(&|game| {
            game.status == Status::Running && game.clock.is_none() && game.idle_since < Time(10)
        });
        assert!(!expected.is_empty());
        assert_eq!(idle, expected);
        assert_eq!(store.idle(Time(10), 2).await.unwrap().len(), 2);
    })
    .await;
}

#[tokio::test]
async fn a_sweep_takes_what_nobody_needs_and_nothing_else() {
    const MONTH: u64 = 31 * 24 * 3_600_000;
    each(async |store| {
        let people = store.people();
        for (number, name) in (1..).zip(["player", "idler", "visitor"]) {
            people.add_guest(guest(name), session(number), Time(1)).await.unwrap();
        }
        people.add_key(&guest("player").id, session(4), Time(1)).await.unwrap();
        people.revoke_key(&guest("player").id, &session(4).id, Time(2)).await.unwrap();
        let now = Time(2 * MONTH);
        people.saw_keys(vec![session(3).id], now).await.unwrap();
        let mut over = Game::new("over", "player", "b", 1);
        store.append(over.created(None)).await.unwrap();
        over.summary.status = Status::Finished;
        store.append(over.moved(30)).await.unwrap();
        let mut running = Game::new("running", "player", "b", 1);
        store.append(running.created(None)).await.unwrap();
        let before = store.load(&over.id()).await.unwrap();
        assert!(store.sweep(now).await.unwrap() > 0);
        assert_eq!(store.sweep(now).await, Ok(0), "nothing is left to do");
        let mut known = Vec::new();
        for name in ["player", "idler", "visitor"] {
            known.push(people.person(&guest(name).id).await.unwrap().is_some());
        }
        assert_eq!(known, [true, false, true]);
        assert_eq!(people.keys(&guest("player").id).await.unwrap().len(), 1);
        // The log is the same, whole and in parts, and goes on.
        assert_eq!(store.load(&over.id()).await.unwrap(), before);
        let old = over.moved(0);
        store.append(over.moved(2)).await.unwrap();
        for (after, limit) in [(0, 5), (29, 4), (31, 9), (33, 1), (30, 0)] {
            let part = store.load_from(&over.id(), after, limit).await.unwrap();
            let versions: Vec<u64> = part.iter().map(|event| event.version).collect();
            let expected: Vec<u64> = (after + 1..=33).take(limit).collect();
            assert_eq!(versions, expected, "{after} {limit}");
        }
        for version in [1, 20, 31] {
            let mut doubled = Append { events: vec![before[version - 1].clone()], ..old.clone() };
            doubled.summary.ply = 99;
            let refused = store.append(doubled).await;
            assert!(matches!(refused, Err(StoreError::Conflict { .. })), "{version} {refused:?}");
        }
        assert_eq!(store.load(&running.id()).await.unwrap().len(), 1);
    })
    .await;
}

#[tokio::test]
async fn a_game_is_found_by_the_command_that_made_it() {
    each(async |store| {
        let mut game = Game::new("one", "a", "b", 1);
        store.append(game.created(Some("op"))).await.unwrap();
        store.append(game.moved(1)).await.unwrap();
        let (a, b) = (guest("a").id, guest("b").id);
        assert_eq!(store.made_by(&a, "op").await, Ok(Some(game.id())));
        assert_eq!(store.made_by(&a, "other").await, Ok(None));
        assert_eq!(store.made_by(&b, "op").await, Ok(None));
        let again = Game::new("two", "a", "b", 1).created(Some("op"));
        assert!(matches!(store.append(again).await, Err(StoreError::Conflict { .. })));
        assert_eq!(store.load(&GameId("two".into())).await, Ok(vec![]));
        store.append(Game::new("two", "b", "a", 1).created(Some("op"))).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn the_last_sign_of_life_is_kept() {
    each(async |store| {
        assert_eq!(store.alive_at().await, Ok(None));
        for at in [5, 1_700_000_000_000] {
            store.set_alive(Time(at)).await.unwrap();
            assert_eq!(store.alive_at().await, Ok(Some(Time(at))));
        }
        assert_eq!(store.check().await, Ok(()));
    })
    .await;
}

#[tokio::test]
async fn a_store_that_was_closed_acknowledges_nothing() {
    each(async |store| {
        let mut game = Game::new("one", "a", "b", 1);
        store.append(game.created(None)).await.unwrap();
        store.close().await.unwrap();
        let refused = store.append(game.moved(1)).await;
        assert!(matches!(refused, Err(StoreError::Unavailable { .. })), "{refused:?}");
        assert!(store.check().await.is_err());
    })
    .await;
}
