//! What every store promises, asked of each.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use std::ops::AsyncFn;
use std::sync::Arc;

use quintet_core::{Outcome, Player, TimeControl};
use quintet_rooms::{GameId, GuestId, Seat, Status, Time};
use quintet_store::{Filter, Page, SqliteStore, Store, StoreError};

use crate::games::{Game, guest};

/// Asks the same of every store there is.
async fn each(test: impl AsyncFn(Arc<dyn Store>)) {
    #[cfg(feature = "memory")]
    test(Arc::new(quintet_store::MemoryStore::new())).await;
    let folder = tempfile::tempdir().unwrap();
    test(Arc::new(SqliteStore::open(folder.path()).await.unwrap())).await;
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
        game.summary.seats[1] = Seat::Guest(guest("b\u{0}'\""));
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
                                        found.seats.iter().any(|seat| {
                                            seat.guest().is_some_and(|sits| sits.id == *guest)
                                        })
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
async fn live_games_are_those_that_are_open_or_running() {
    each(async |store| {
        many(store.as_ref()).await;
        let live = store.live().await.unwrap();
        let all = store.list(everything()).await.unwrap().games;
        let expected: Vec<_> = all
            .iter()
            .rev()
            .filter(|game| !game.status.is_over())
            .map(|game| game.id.clone())
            .collect();
        assert_eq!(live, expected);
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
async fn guests_are_known_by_their_token() {
    each(async |store| {
        let ann = guest("ann");
        store.add_guest(ann.clone(), [1; 32], Time(5)).await.unwrap();
        store.add_guest(guest("bob"), [2; 32], Time(5)).await.unwrap();
        assert_eq!(store.guest_by_token([1; 32]).await, Ok(Some(ann.clone())));
        assert_eq!(store.guest_by_token([3; 32]).await, Ok(None));
        store.rename_guest(&ann.id, "Anna".into()).await.unwrap();
        assert_eq!(store.guest_by_token([1; 32]).await.unwrap().unwrap().name, "Anna");
        assert_eq!(store.guest_by_token([2; 32]).await.unwrap().unwrap().name, "bob");
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
