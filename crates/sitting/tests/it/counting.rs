//! What a move costs: one check, one play, and a copy only for whoever thinks about it.

use std::time::Instant;

use quintet_catalog::{Catalog, Dice, Entry};
use quintet_players::PlayerSpec;
use quintet_sitting::{Places, Saves, Setup, Sitting};
use quintet_testkit::counted::{Counted, Counts};
use quintet_trio::Trio;

const COUNTED: Catalog = Catalog::new(&[&Entry::<Counted<Trio>>::plain()]);

#[test]
fn a_move_is_checked_once_and_played_once_and_only_thinkers_copy() {
    let seats = [PlayerSpec::Human, "random".parse().expect("a player")];
    let mut sitting = Sitting::new(COUNTED, Setup::new("trio", seats)).expect("a game");
    let folder = tempfile::tempdir().expect("a folder");
    let saves = Saves::new(COUNTED, &Places::under(folder.path()));
    saves.keep(&mut sitting).expect("a file");
    let now = Instant::now();
    sitting.resume(now);
    let mut dice = Dice::new(1);
    for turn in 0..2 {
        let before = Counts::now();
        let mv = sitting.played().random_move(&mut dice).expect("it runs");
        // As the terminals make what was typed; in capitals it cannot be read, and is read again.
        let typed = if turn == 0 { mv } else { mv.to_uppercase() };
        sitting.play_typed(&typed, now).expect("legal");
        assert_eq!(Counts::now() - before, Counts { checks: 1, plays: 1, copies: 0 });
        let before = Counts::now();
        let answer = sitting.think(now).expect("the computer is to move").wait();
        sitting.take_answer(answer, now).expect("legal");
        assert_eq!(Counts::now() - before, Counts { checks: 1, plays: 1, copies: 1 }, "{turn}");
    }

    let before = Counts::now();
    assert!(sitting.take_back_turn() && sitting.forward() && sitting.forward());
    assert_eq!(Counts::now() - before, Counts { checks: 2, plays: 2, copies: 0 });

    let (path, before) = (sitting.file().expect("it is saved").to_owned(), Counts::now());
    assert_eq!(saves.read(&path).expect("it is whole").ply(), 4);
    // Four moves, and the two that were made again.
    assert_eq!(Counts::now() - before, Counts { checks: 6, plays: 6, copies: 0 });
}
