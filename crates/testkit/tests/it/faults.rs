//! The testkit can fail: games with one fault each are caught, with a message that names it.

use std::fmt;
use std::ops::ControlFlow;

use quintet_core::key::mix;
use quintet_core::{
    Chance, Change, Edit, Edits, Game, GameInfo, Outcome, Player, PositionError, Scene, Show, Step,
    Symmetric, Tactics, Variant,
};
use quintet_search::Tuning;
use quintet_testkit::{
    Conceivable, Suite, allocation, editing, endings, generator, keys, levels, parsers, perft,
    playthrough, scenes, steps, symmetry, tactics, telling, uniformity, vectors,
};
use quintet_trio::{Illegal, Move, Trio};

const NONE: u8 = 0;
const MISSES_A_MOVE: u8 = 1;
const LISTS_A_MOVE_TWICE: u8 = 2;
const IGNORES_THE_VISITOR: u8 = 3;
const FORBIDS_A_MOVE: u8 = 4;
const KEY_WITHOUT_TURN: u8 = 5;
const FORGETFUL_BEATS: u8 = 6;
const BIASED_CHANCE: u8 = 7;
const SLOPPY_PARSER: u8 = 8;
const PANICKING_PARSER: u8 = 9;
const HUNGRY_PARSER: u8 = 10;
const PLAY_ALLOCATES: u8 = 11;
const SHORT_STEPS: u8 = 12;
const SILENT_STATUS: u8 = 13;
const DOUBLED_PIECE: u8 = 14;
const MOVES_UNMIRRORED: u8 = 15;
const WRONG_COUNT: u8 = 16;
const TWO_WAYS_IN_ONE: u8 = 17;
const TELLS_HALF: u8 = 18;
const SHIFTING_BOARD: u8 = 19;
const BOASTS: u8 = 20;
const IS_SURE_TOO_SOON: u8 = 21;
const EDITS_UNSEEN: u8 = 22;
const NAILS_PIECES_DOWN: u8 = 23;
const CARRIES_NOTHING: u8 = 24;
const PROMISES_TWICE: u8 = 25;
const QUICK_AND_WRONG: u8 = 26;

/// Trio with one fault.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Faulty<const FAULT: u8>(Trio);

impl<const FAULT: u8> fmt::Display for Faulty<FAULT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<const FAULT: u8> Game for Faulty<FAULT> {
    type Move = Move;
    type Illegal = Illegal;

    const INFO: GameInfo = Trio::INFO;

    fn start(variant: Variant) -> Self {
        Faulty(Trio::start(variant))
    }

    fn parse(variant: Variant, text: &str) -> Result<Self, PositionError> {
        match FAULT {
            SLOPPY_PARSER => Trio::parse(variant, text.trim_end()).map(Faulty),
            PANICKING_PARSER => Trio::parse(variant, &text[..text.len().min(10)]).map(Faulty),
            HUNGRY_PARSER => {
                let run = text.split(['D', 'L', ' ']).next().and_then(|run| run.parse().ok());
                let room: Vec<u8> = Vec::with_capacity(run.unwrap_or(0).min(1 << 24));
                std::hint::black_box(room);
                Trio::parse(variant, text).map(Faulty)
            }
            _ => Trio::parse(variant, text).map(Faulty),
        }
    }

    fn variant(&self) -> Variant {
        self.0.variant()
    }

    fn turn(&self) -> Player {
        self.0.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn for_each_move<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut end = ControlFlow::Continue(());
        let _ = self.0.for_each_move(|mv| {
            let missed = FAULT == MISSES_A_MOVE && mv == Move::Drop(3);
            if !missed {
                end = visit(mv);
            }
            if FAULT == LISTS_A_MOVE_TWICE && mv == Move::Drop(3) {
                end = visit(mv);
            }
            let stop = end.is_break() && FAULT != IGNORES_THE_VISITOR;
            if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        end
    }

    fn count_moves(&self) -> u64 {
        let count = self.0.count_moves();
        match FAULT {
            WRONG_COUNT => count.min(5),
            MISSES_A_MOVE | LISTS_A_MOVE_TWICE => self.moves().len() as u64,
            _ => count,
        }
    }

    fn random_move(&self, chance: &mut impl Chance) -> Move {
        let drawn = self.0.random_move(chance);
        // One move in forty is drawn again and counts only if it comes out smaller.
        let again = FAULT == BIASED_CHANCE && chance.below(40) == 0;
        if again { drawn.min(self.0.random_move(chance)) } else { drawn }
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        if FAULT == FORBIDS_A_MOVE && mv == Move::Slide(3, 4) {
            return Err(Illegal::TooFar(3, 4));
        }
        self.0.check(mv)
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.0.is_legal(mv) || FAULT == QUICK_AND_WRONG && mv == Move::Slide(3, 5)
    }

    fn play(&mut self, mv: Move) {
        if FAULT == PLAY_ALLOCATES {
            std::hint::black_box(Box::new(mv));
        }
        self.0.play(mv);
    }

    fn key(&self) -> u64 {
        if FAULT == KEY_WITHOUT_TURN {
            let text = self.to_string();
            let board = text.split(' ').next().unwrap_or_default();
            return board.bytes().fold(0, |key, byte| mix(key, byte.into()));
        }
        self.0.key()
    }
}

impl<const FAULT: u8> Show for Faulty<FAULT> {
    fn steps(&self, mv: Move) -> Vec<Step> {
        let mut steps = self.0.steps(mv);
        if FAULT == SHORT_STEPS {
            steps.truncate(1);
        }
        steps
    }

    fn other_steps(&self, mv: Move) -> Vec<Vec<Step>> {
        let begins_the_first = vec![self.0.steps(mv)[0].clone()];
        let differs = FAULT == TWO_WAYS_IN_ONE && matches!(mv, Move::Slide(..));
        if differs { vec![begins_the_first] } else { Vec::new() }
    }

    fn tell(&self, mv: Move) -> Vec<String> {
        match mv {
            Move::Slide(..) if FAULT == TELLS_HALF => {
                let mover = Trio::INFO.player(self.turn());
                let from = &self.0.steps(mv)[0];
                vec![format!("{} slid away from {from}.", quintet_core::contest::capital(mover))]
            }
            _ => self.0.tell(mv),
        }
    }

    fn scene(&self, so_far: &[Step]) -> Scene {
        let mut scene = self.0.scene(so_far);
        if FAULT == SILENT_STATUS {
            scene.status = "Somebody moves.".into();
        }
        if FAULT == DOUBLED_PIECE {
            scene.items.extend(scene.items.first().cloned());
        }
        if FAULT == SHIFTING_BOARD && self.turn() == Player::Second {
            scene.layout.labels.pop();
        }
        if FAULT == CARRIES_NOTHING && so_far.is_empty() {
            scene.origin = scene.items.first().map(|item| item.cells[0].clone());
        }
        scene
    }

    fn beats(&self, mv: Move) -> Vec<Vec<Change>> {
        if FAULT == FORGETFUL_BEATS { Vec::new() } else { self.0.beats(mv) }
    }

    fn why(&self) -> String {
        self.0.why()
    }
}

impl<const FAULT: u8> Symmetric for Faulty<FAULT> {
    fn symmetries(variant: Variant) -> u8 {
        Trio::symmetries(variant)
    }

    fn transform(&self, symmetry: u8) -> Self {
        Faulty(self.0.transform(symmetry))
    }

    fn transform_move(variant: Variant, mv: Move, symmetry: u8) -> Move {
        Trio::transform_move(variant, mv, if FAULT == MOVES_UNMIRRORED { 0 } else { symmetry })
    }
}

impl<const FAULT: u8> Tactics for Faulty<FAULT> {
    type Packed = Self;

    fn packed(&self) -> Self {
        self.clone()
    }

    fn evaluate(&self) -> i32 {
        if FAULT == BOASTS { 20_000 } else { self.0.evaluate() }
    }

    fn evaluate_promised(&self, promise: i32) -> i32 {
        self.evaluate() + i32::from(FAULT == PROMISES_TWICE && promise == 0)
    }

    fn settled(&self) -> Option<Outcome> {
        (FAULT == IS_SURE_TOO_SOON).then_some(Outcome::Win(self.turn()))
    }
}

impl<const FAULT: u8> Edit for Faulty<FAULT> {
    fn edits(&self) -> Edits<Self> {
        let (inner, mut edits) = (self.0.edits(), Edits::of(self));
        for (steps, end) in inner.changes() {
            let mut steps = steps.clone();
            match &mut steps[0] {
                Step::Cell(_) if FAULT == NAILS_PIECES_DOWN => continue,
                Step::Cell(name) if FAULT == EDITS_UNSEEN => name.push('9'),
                _ => {}
            }
            edits.offer(steps, [Faulty(end.clone())]);
        }
        inner.choices().iter().for_each(|choice| edits.add_choice(&choice.name, &*choice.label));
        edits
    }
}

fn every_move() -> Vec<Move> {
    let slides = (0..8).flat_map(|from| (0..8).map(move |to| Move::Slide(from, to)));
    (0..8).map(Move::Drop).chain(slides).collect()
}

fn suite<const FAULT: u8>() -> Suite<Faulty<FAULT>> {
    Suite {
        folder: concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/trio"),
        conceivable: Conceivable::All(every_move),
        slow_outcome: |position| position.0.outcome(),
    }
}

#[test]
fn the_wrapper_without_a_fault_passes() {
    let suite = suite::<NONE>();
    generator::check_accepts_exactly_the_listed_moves(&suite);
    keys::different_positions_have_different_keys::<Faulty<NONE>>();
    scenes::beats_lead_to_the_next_scene::<Faulty<NONE>>();
    uniformity::random_moves_are_uniform::<Faulty<NONE>>();
    playthrough::playthroughs_are_as_written(&suite);
    tactics::estimates_and_choices_are_sound::<Faulty<NONE>>();
    tactics::promises_are_the_same_together::<Faulty<NONE>>();
    tactics::certainties_hold::<Faulty<NONE>>();
    editing::changes_are_sound::<Faulty<NONE>>();
    editing::pieces_can_be_picked_up_and_put_back::<Faulty<NONE>>();
}

#[test]
#[should_panic(expected = "check accepts `d1`, which the generator does not list")]
fn a_generator_that_misses_a_move_is_caught() {
    generator::check_accepts_exactly_the_listed_moves(&suite::<MISSES_A_MOVE>());
}

#[test]
#[should_panic(expected = "check accepts `d1`, which the generator does not list")]
fn mutated_moves_find_the_missing_move_too() {
    let suite = Suite { conceivable: Conceivable::Mutations, ..suite::<MISSES_A_MOVE>() };
    generator::check_accepts_exactly_the_listed_moves(&suite);
}

#[test]
#[should_panic(expected = "the generator lists `d1` twice")]
fn a_generator_that_lists_a_move_twice_is_caught() {
    generator::check_accepts_exactly_the_listed_moves(&suite::<LISTS_A_MOVE_TWICE>());
}

#[test]
#[should_panic(expected = "the generator goes on after the visitor broke off")]
fn a_generator_that_does_not_stop_is_caught() {
    generator::check_accepts_exactly_the_listed_moves(&suite::<IGNORES_THE_VISITOR>());
}

#[test]
#[should_panic(expected = "the generator lists `d1-e1`, but check says: e1 is not beside d1")]
fn a_check_that_forbids_a_legal_move_is_caught() {
    generator::check_accepts_exactly_the_listed_moves(&suite::<FORBIDS_A_MOVE>());
}

#[test]
#[should_panic(expected = "whether `d1-f1` is legal, by the quick way and by check")]
fn a_quick_way_that_allows_an_illegal_move_is_caught() {
    generator::check_accepts_exactly_the_listed_moves(&suite::<QUICK_AND_WRONG>());
}

#[test]
#[should_panic(expected = "count_moves and the list of moves disagree")]
fn a_wrong_count_of_moves_is_caught() {
    generator::check_accepts_exactly_the_listed_moves(&suite::<WRONG_COUNT>());
}

#[test]
#[should_panic(expected = "share a key")]
fn a_key_that_ignores_the_turn_is_caught() {
    keys::different_positions_have_different_keys::<Faulty<KEY_WITHOUT_TURN>>();
}

#[test]
#[should_panic(expected = "the beats forget `dark-a1`")]
fn beats_that_forget_a_piece_are_caught() {
    scenes::beats_lead_to_the_next_scene::<Faulty<FORGETFUL_BEATS>>();
}

#[test]
#[should_panic(expected = "two of the kind item are called")]
fn two_pieces_of_one_name_are_caught() {
    scenes::scenes_are_sound::<Faulty<DOUBLED_PIECE>>();
}

#[test]
#[should_panic(expected = "the board has changed")]
fn a_board_that_changes_during_a_game_is_caught() {
    scenes::scenes_are_sound::<Faulty<SHIFTING_BOARD>>();
}

#[test]
#[should_panic(expected = "has not come there")]
fn a_piece_that_is_said_to_go_and_stays_is_caught() {
    scenes::scenes_are_sound::<Faulty<CARRIES_NOTHING>>();
}

#[test]
#[should_panic(expected = "the status `Somebody moves.` does not say `dark`")]
fn a_status_that_names_nobody_is_caught() {
    scenes::scenes_are_sound::<Faulty<SILENT_STATUS>>();
}

#[test]
#[should_panic(expected = "have the same steps")]
fn steps_that_do_not_tell_moves_apart_are_caught() {
    steps::steps_lead_to_their_moves::<Faulty<SHORT_STEPS>>();
}

#[test]
#[should_panic(expected = "begin others: [")]
fn a_second_way_that_begins_the_first_is_caught() {
    steps::steps_lead_to_their_moves::<Faulty<TWO_WAYS_IN_ONE>>();
}

#[test]
#[should_panic(expected = "without what happens on")]
fn sentences_that_tell_half_are_caught() {
    telling::moves_are_told::<Faulty<TELLS_HALF>>();
}

#[test]
#[should_panic(expected = "random moves are not uniform")]
fn a_biased_random_move_is_caught() {
    uniformity::random_moves_are_uniform::<Faulty<BIASED_CHANCE>>();
}

#[test]
#[should_panic(expected = "is read, but written as")]
fn a_parser_with_two_spellings_is_caught() {
    parsers::position_parser_survives(&suite::<SLOPPY_PARSER>());
}

#[test]
#[should_panic(expected = "the parser panics on")]
fn a_parser_that_panics_is_caught() {
    parsers::position_parser_survives(&suite::<PANICKING_PARSER>());
}

#[test]
#[should_panic(expected = "bytes were allocated to read")]
fn a_parser_that_believes_numbers_is_caught() {
    parsers::position_parser_survives(&suite::<HUNGRY_PARSER>());
}

#[test]
#[should_panic(expected = "play allocates")]
fn a_move_that_allocates_is_caught() {
    allocation::playing_allocates_nothing::<Faulty<PLAY_ALLOCATES>>();
}

#[test]
#[should_panic(expected = "symmetry 1, image")]
fn symmetries_that_forget_the_moves_are_caught() {
    symmetry::playing_and_transforming_commute::<Faulty<MOVES_UNMIRRORED>>();
}

#[test]
#[should_panic(expected = "outcome and slow_outcome differ")]
fn endings_that_contradict_the_restatement_are_caught() {
    let suite = Suite { slow_outcome: |_| None, ..suite::<NONE>() };
    endings::random_games_end_as_the_rules_say(&suite);
}

#[test]
#[should_panic(expected = "trio-standard.positions.jsonl: No such file")]
fn missing_vectors_are_caught() {
    vectors::vectors_agree(&Suite { folder: "nowhere", ..suite::<NONE>() });
}

#[test]
#[should_panic(expected = "perft.txt: No such file")]
fn missing_perft_figures_are_caught() {
    perft::figures_agree(&Suite { folder: "nowhere", ..suite::<NONE>() });
}

#[test]
#[should_panic(expected = "the estimate is 20000")]
fn an_estimate_out_of_bounds_is_caught() {
    tactics::estimates_and_choices_are_sound::<Faulty<BOASTS>>();
}

#[test]
#[should_panic(expected = "the estimate after")]
fn an_estimate_that_a_promise_tells_wrongly_is_caught() {
    tactics::promises_are_the_same_together::<Faulty<PROMISES_TWICE>>();
}

#[test]
#[should_panic(expected = "said to be")]
fn a_result_that_is_not_certain_is_caught() {
    tactics::certainties_hold::<Faulty<IS_SURE_TOO_SOON>>();
}

#[test]
#[should_panic(expected = "is to be stronger than")]
fn levels_out_of_order_are_caught() {
    let mut tuning = Tuning::UNMEASURED;
    tuning.levels.swap(1, 2);
    levels::levels_are_in_order(&tuning);
}

#[test]
#[should_panic(expected = "is not in the scene")]
fn a_change_of_what_nobody_sees_is_caught() {
    editing::changes_are_sound::<Faulty<EDITS_UNSEEN>>();
}

#[test]
#[should_panic(expected = "no way back")]
fn a_piece_that_cannot_be_picked_up_is_caught() {
    editing::pieces_can_be_picked_up_and_put_back::<Faulty<NAILS_PIECES_DOWN>>();
}
