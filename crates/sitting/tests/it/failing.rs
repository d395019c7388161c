//! Engines that panic: who waits is woken and told, and the game can go on.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use quintet_catalog::{
    AnyEngine, AnyGame, AnyMatch, Brain, Catalog, EditError, Editing, Encoder, Formula, Learning,
    Ratings, Stop, solver, standard,
};
use quintet_core::{GameInfo, Guide, Player, PositionError, Variant};
use quintet_players::PlayerSpec;
use quintet_sitting::{Refused, Setup, Sitting};

/// Longer than anything takes.
const IN_VAIN: Duration = Duration::from_mins(1);

/// Momentum, all of whose engines but the random one fail.
struct Failing;

impl Failing {
    fn game() -> &'static dyn AnyGame {
        standard().find("momentum").expect("it is a game")
    }
}

impl AnyGame for Failing {
    fn info(&self) -> &'static GameInfo {
        Failing::game().info()
    }

    fn start(&self, variant: Variant) -> Box<dyn AnyMatch> {
        Failing::game().start(variant)
    }

    fn set_up(&self, variant: Variant, position: &str) -> Result<Box<dyn AnyMatch>, PositionError> {
        Failing::game().set_up(variant, position)
    }

    fn distinct_moves(&self, played: &dyn AnyMatch) -> Vec<String> {
        Failing::game().distinct_moves(played)
    }

    fn canonical(&self, played: &dyn AnyMatch) -> String {
        Failing::game().canonical(played)
    }

    fn openings(&self, variant: Variant) -> &'static str {
        Failing::game().openings(variant)
    }

    fn guide(&self) -> Option<&'static Guide> {
        None
    }

    fn has_editor(&self) -> bool {
        false
    }

    fn edits(&self, variant: Variant, position: &str) -> Result<Editing, EditError> {
        Failing::game().edits(variant, position)
    }

    fn ratings(&self, variant: Variant) -> Option<&'static Ratings> {
        Failing::game().ratings(variant)
    }

    fn engine(&self, brain: &Brain, seed: u64) -> Box<dyn AnyEngine> {
        assert!(matches!(brain, Brain::Random), "no weights");
        Failing::game().engine(brain, seed)
    }

    fn formula(&self) -> Option<Formula> {
        None
    }

    fn learning(&self) -> Option<Learning> {
        None
    }

    fn symmetries(&self, variant: Variant) -> u8 {
        Failing::game().symmetries(variant)
    }

    fn transformed(&self, played: &dyn AnyMatch, symmetry: u8) -> String {
        Failing::game().transformed(played, symmetry)
    }

    fn transformed_move(&self, variant: Variant, mv: &str, symmetry: u8) -> Option<String> {
        Failing::game().transformed_move(variant, mv, symmetry)
    }

    fn solve(
        &self,
        played: &dyn AnyMatch,
        options: solver::Options,
        stop: &Stop,
    ) -> Option<solver::Solved<String>> {
        Failing::game().solve(played, options, stop)
    }

    fn encoder(&self) -> Option<&'static dyn Encoder> {
        Failing::game().encoder()
    }
}

/// A sitting with a computer player, and where it wakes whoever looks at it.
fn sitting(computer: &str) -> (Sitting, Receiver<()>) {
    let seats = [computer.parse().expect("a player"), PlayerSpec::Human];
    let mut sitting =
        Sitting::new(Catalog::new(&[&Failing]), Setup::new("momentum", seats)).expect("a game");
    let (woken, waits) = channel();
    sitting.wake_with(Arc::new(move || {
        let _ = woken.send(());
    }));
    sitting.resume(Instant::now());
    (sitting, waits)
}

#[test]
fn a_computer_that_panics_wakes_its_view_and_has_lost_until_that_is_taken_back() {
    let (mut sitting, waits) = sitting("level:3");
    let now = Instant::now();
    for time in ["the first", "and another"] {
        let mut thinking = sitting.think(now).expect("the computer is to move");
        waits.recv_timeout(IN_VAIN).expect("the view is woken");
        let answer = thinking.poll().expect("an answer is there by then");
        let Err(Refused::Forfeit { player, forfeit }) = sitting.take_answer(answer, now) else {
            panic!("{time} time it played")
        };
        assert_eq!(format!("{player} {forfeit}"), "X crashed: no weights");
        assert!(sitting.finish().is_some(), "{time} time");
        assert!(sitting.take_back() && sitting.finish().is_none(), "the person may go on");
        sitting.resume(now);
    }
    sitting.change_seat(Player::First, "random".parse().expect("a player"), "");
    let answer = sitting.think(now).expect("another computer").wait();
    sitting.take_answer(answer, now).expect("it plays");
}

#[test]
fn a_hint_whose_engine_panics_comes_to_its_end() {
    let (sitting, waits) = sitting("random");
    let mut hint = sitting.hint().expect("it runs");
    waits.recv_timeout(IN_VAIN).expect("the view is woken");
    assert!(hint.poll() && hint.is_done() && hint.best().is_none());
}
