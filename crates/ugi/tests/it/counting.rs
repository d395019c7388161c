//! What a move costs: one check, one play, and a copy for whoever thinks about it.

use quintet_catalog::{Catalog, Entry};
use quintet_testkit::counted::{Counted, Counts};
use quintet_trio::Trio;
use quintet_ugi::{Defaults, serve};

const COUNTED: Catalog = Catalog::new(&[&Entry::<Counted<Trio>>::plain()]);

fn counts(commands: &str) -> (Counts, String) {
    let (game, variant) = COUNTED.choose("trio", None).expect("a game");
    let defaults = Defaults { catalog: COUNTED, game, variant };
    let (before, mut answers) = (Counts::now(), Vec::new());
    serve(commands.as_bytes(), &mut answers, defaults).expect("no trouble");
    (Counts::now() - before, String::from_utf8(answers).expect("text"))
}

#[test]
fn a_move_is_checked_once_and_played_once_and_copied_to_be_thought_about() {
    let position = "position startpos moves a1 c1 e1\n";
    let (told, answers) = counts(&format!("{position}query fen\nquery legal\n"));
    assert_eq!((told, answers.lines().count()), (Counts { checks: 3, plays: 3, copies: 0 }, 2));
    let engine = "setoption name Engine value random\n";
    let (thought, answers) = counts(&format!("{engine}{position}go\nisready\n"));
    assert!(answers.contains("bestmove "), "{answers}");
    assert_eq!(thought, Counts { checks: 3, plays: 3, copies: 1 });
}
