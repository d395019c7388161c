//! What a game costs: one check and one play a move, and no copy.

use quintet_arena::{Conditions, Contest, Openings, series};
use quintet_catalog::{Catalog, Entry, Stop};
use quintet_testkit::counted::{Counted, Counts};
use quintet_trio::Trio;

const COUNTED: Catalog = Catalog::new(&[&Entry::<Counted<Trio>>::plain()]);

#[test]
fn a_move_is_checked_once_and_played_once() {
    let (game, variant) = COUNTED.choose("trio", None).expect("a game");
    let contest = Contest {
        game,
        variant,
        players: ["random", "random"].map(|name| name.parse().expect("a player")),
        games: 6,
        openings: Openings::Random { plies: 2 },
        conditions: Conditions::default(),
        seed: 3,
        workers: 2,
        sprt: None,
    };
    let mut plies = 0;
    let before = Counts::now();
    let played = series::play(&contest, &[], &Stop::new(), &mut |game, _| {
        plies += game.record.moves.len() as u64;
    });
    assert_eq!(played.expect("a match").score.games(), 6);
    assert_eq!(Counts::now() - before, Counts { checks: plies, plays: plies, copies: 0 });
}
