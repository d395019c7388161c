//! What every store promises of guests and their keys, asked of each.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use quintet_rooms::Time;
use quintet_store::{KeyId, KeyKind, NewKey, People, Person, ROTATION_GRACE};

use crate::contract::each;
use crate::games::{Game, guest};

/// A session whose name and secret's hash follow from a number.
pub fn session(number: u8) -> NewKey {
    key(KeyKind::Session, number)
}

fn key(kind: KeyKind, number: u8) -> NewKey {
    let label = format!("key {number}");
    NewKey { id: KeyId(number.to_string()), kind, label, hash: [number; 32] }
}

async fn opens(people: &dyn People, number: u8, now: u64) -> Option<String> {
    let known = people.known_by([number; 32], Time(now)).await.unwrap();
    known.map(|known| format!("{} by {} {}", known.guest.name, known.kind.name(), known.key.0))
}

/// Ann with sessions 1 and 2 and token 3; Bob with session 4.
async fn ann_and_bob(people: &dyn People) {
    people.add_guest(guest("ann"), session(1), Time(5)).await.unwrap();
    people.add_key(&guest("ann").id, session(2), Time(6)).await.unwrap();
    people.add_key(&guest("ann").id, key(KeyKind::Token, 3), Time(7)).await.unwrap();
    people.add_guest(guest("bob"), session(4), Time(8)).await.unwrap();
}

#[tokio::test]
async fn guests_are_known_by_their_keys() {
    each(async |store| {
        let people = store.people();
        ann_and_bob(people).await;
        assert_eq!(opens(people, 1, 9).await.unwrap(), "ann by session 1");
        assert_eq!(opens(people, 3, 9).await.unwrap(), "ann by token 3");
        assert_eq!(opens(people, 4, 9).await.unwrap(), "bob by session 4");
        assert_eq!(opens(people, 5, 9).await, None);
        people.rename_guest(&guest("ann").id, "Anna".into()).await.unwrap();
        assert_eq!(opens(people, 2, 9).await.unwrap(), "Anna by session 2");
        assert!(people.add_key(&guest("eve").id, session(6), Time(9)).await.is_err(), "nobody");
    })
    .await;
}

#[tokio::test]
async fn keys_tell_when_they_were_made_and_used() {
    each(async |store| {
        let people = store.people();
        ann_and_bob(people).await;
        people.saw_keys(vec![KeyId("2".into()), KeyId("3".into())], Time(70)).await.unwrap();
        let keys = people.keys(&guest("ann").id).await.unwrap();
        let told: Vec<_> =
            keys.iter().map(|key| (key.id.0.as_str(), key.created.0, key.seen.0)).collect();
        assert_eq!(told, [("1", 5, 5), ("2", 6, 70), ("3", 7, 70)]);
        assert_eq!(keys[2].label, "key 3");
        let ann = Person { guest: guest("ann"), created: Time(5), seen: Time(70) };
        assert_eq!(people.person(&guest("ann").id).await, Ok(Some(ann)));
        assert_eq!(people.person(&guest("bob").id).await.unwrap().unwrap().seen, Time(8));
        assert_eq!(people.person(&guest("eve").id).await, Ok(None));
    })
    .await;
}

#[tokio::test]
async fn the_secret_before_a_rotation_opens_for_a_moment_longer() {
    each(async |store| {
        let people = store.people();
        ann_and_bob(people).await;
        let (ann, one) = (guest("ann").id, KeyId("1".into()));
        assert_eq!(people.rotate_key(&ann, &one, [9; 32], Time(1_000)).await, Ok(true));
        assert!(opens(people, 9, 1_001).await.is_some());
        assert!(opens(people, 1, 1_000 + ROTATION_GRACE - 1).await.is_some());
        assert_eq!(opens(people, 1, 1_000 + ROTATION_GRACE).await, None);
        assert_eq!(people.keys(&ann).await.unwrap()[0].rotated, Some(Time(1_000)));
        // Nobody exchanges another's, nor one that was revoked.
        let bob = guest("bob").id;
        assert_eq!(people.rotate_key(&bob, &one, [8; 32], Time(2_000)).await, Ok(false));
        assert_eq!(people.revoke_key(&ann, &one, Time(2_000)).await, Ok(true));
        assert_eq!(people.rotate_key(&ann, &one, [8; 32], Time(3_000)).await, Ok(false));
        for number in [1, 8, 9] {
            assert_eq!(opens(people, number, 3_000).await, None, "{number}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_revoked_key_opens_nothing_and_is_remembered() {
    each(async |store| {
        let people = store.people();
        ann_and_bob(people).await;
        let (ann, bob) = (guest("ann").id, guest("bob").id);
        assert_eq!(people.revoke_key(&bob, &KeyId("2".into()), Time(50)).await, Ok(false));
        assert_eq!(people.revoke_key(&ann, &KeyId("2".into()), Time(50)).await, Ok(true));
        assert_eq!(people.revoke_key(&ann, &KeyId("2".into()), Time(60)).await, Ok(false));
        assert_eq!(opens(people, 2, 60).await, None);
        assert_eq!(people.keys(&ann).await.unwrap()[1].revoked, Some(Time(50)));
        assert!(opens(people, 1, 60).await.is_some());
    })
    .await;
}

#[tokio::test]
async fn it_is_known_which_of_many_keys_still_open_something() {
    each(async |store| {
        let people = store.people();
        ann_and_bob(people).await;
        let (ann, bob) = (guest("ann").id, guest("bob").id);
        let open = async || {
            let all = (0..=5).map(|number| KeyId(number.to_string())).collect();
            let open = people.open_keys(all).await.unwrap();
            let mut open: Vec<String> = open.into_iter().map(|key| key.0).collect();
            open.sort();
            open.concat()
        };
        assert_eq!(open().await, "1234");
        assert_eq!(people.rotate_key(&ann, &KeyId("2".into()), [9; 32], Time(9)).await, Ok(true));
        assert_eq!(people.revoke_key(&ann, &KeyId("3".into()), Time(9)).await, Ok(true));
        assert_eq!(open().await, "124");
        assert_eq!(people.delete_guest(&bob).await, Ok(true));
        assert_eq!(open().await, "12");
        assert_eq!(people.open_keys(Vec::new()).await, Ok(Vec::new()));
    })
    .await;
}

#[tokio::test]
async fn all_sessions_but_one_can_be_revoked_at_once() {
    each(async |store| {
        let people = store.people();
        ann_and_bob(people).await;
        let (ann, kept) = (guest("ann").id, KeyId("2".into()));
        let revoked = people.revoke_keys(&ann, KeyKind::Session, Some(&kept), Time(50)).await;
        assert_eq!(revoked, Ok(true));
        let still: Vec<bool> = {
            let mut still = Vec::new();
            for number in 1..=4 {
                still.push(opens(people, number, 60).await.is_some());
            }
            still
        };
        assert_eq!(still, [false, true, true, true]);
        assert_eq!(people.revoke_keys(&ann, KeyKind::Session, None, Time(51)).await, Ok(true));
        assert_eq!(people.revoke_keys(&ann, KeyKind::Session, None, Time(52)).await, Ok(false));
    })
    .await;
}

#[tokio::test]
async fn who_is_deleted_is_gone_and_the_games_stay() {
    each(async |store| {
        let people = store.people();
        ann_and_bob(people).await;
        let mut game = Game::new("one", "ann", "bob", 1);
        store.append(game.created(None)).await.unwrap();
        assert_eq!(people.delete_guest(&guest("ann").id).await, Ok(true));
        assert_eq!(people.delete_guest(&guest("ann").id).await, Ok(false));
        for number in 1..=3 {
            assert_eq!(opens(people, number, 60).await, None, "{number}");
        }
        assert_eq!(people.person(&guest("ann").id).await, Ok(None));
        assert_eq!(people.keys(&guest("ann").id).await, Ok(vec![]));
        assert!(opens(people, 4, 60).await.is_some());
        assert_eq!(store.load(&game.id()).await.unwrap().len(), 1);
        store.append(game.moved(1)).await.unwrap();
    })
    .await;
}
