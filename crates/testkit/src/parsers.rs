//! Parsers under hostile text: never a panic, never much memory, and what is read is read exactly.

use std::panic::{AssertUnwindSafe, catch_unwind};

use allocation_counter::measure;
use quintet_core::{Next, Show, Variant};

use crate::Suite;
use crate::mutations::{Mutator, nasty_texts};
use crate::scenes::{beats_lead_on, scene_is_sound};
use crate::spots::{first_moves, random_game, share, spots, spread};

/// How many texts each parser gets, over all variants.
const INPUTS: usize = 1_000_000;
/// How much memory reading one text may take.
const MOST_BYTES: u64 = 1 << 20;
/// How many good texts the hostile ones are made of.
const GOOD_TEXTS: usize = 300;
/// How many of the positions that were read are looked at, over all variants.
const LOOKS: usize = 4_000;
/// How much of a text a failure shows; longer ones are repetitions.
const MOST_SHOWN: usize = 500;
/// How many moves of such a position are listed at most: it may have millions.
const MOST_MOVES: usize = 2_000;

/// A million texts for the position parser: none makes it panic or allocate more than 1 MiB; what it
/// reads it writes back as it was, and the position can be looked at, reachable or not.
///
/// # Panics
/// If not.
pub fn position_parser_survives<G: Show>(suite: &Suite<G>) {
    // The texts of all variants for each: the near misses of one are often good texts of another.
    let mut good: Vec<String> =
        G::INFO.variants().map(|variant| G::start(variant).to_string()).collect();
    for variant in G::INFO.variants() {
        let texts = spots::<G>(variant).step_by(5).map(|spot| spot.position.to_string());
        good.extend(texts.take(share::<G>(GOOD_TEXTS)));
    }
    for variant in G::INFO.variants() {
        let read = |text: &str| G::parse(variant, text).ok();
        for text in nasty_texts(&good) {
            reads_exactly(&text, read);
        }
        let mut mutator = Mutator::new(good.clone(), variant.index() as u64);
        let mut looks = 0;
        for number in 0..share::<G>(INPUTS) {
            let text = mutator.text();
            let Some(position) = reads_exactly(&text, read) else { continue };
            if looks < share::<G>(LOOKS) {
                looks += 1;
                let look = || look_at(suite, variant, &position, &text);
                let fine = catch_unwind(AssertUnwindSafe(look)).is_ok();
                assert!(fine, "text {number} of the run: `{text}` is read but fails, see above");
            }
        }
        assert!(looks > 0, "no changed text was a position: nothing was looked at");
    }
}

/// A million texts for the move parser, as [`position_parser_survives`].
///
/// # Panics
/// If not.
pub fn move_parser_survives<G: Show>() {
    let mut good = Vec::new();
    for variant in G::INFO.variants() {
        for seed in 0..20 {
            for spot in random_game::<G>(variant, seed).iter().step_by(4) {
                let moves = spot.position.moves();
                good.extend(spread(&moves, 4).map(ToString::to_string));
            }
        }
    }
    let read = |text: &str| text.parse::<G::Move>().ok();
    for text in nasty_texts(&good) {
        reads_exactly(&text, read);
    }
    let mut mutator = Mutator::new(good, 0);
    for _ in 0..INPUTS {
        reads_exactly(&mutator.text(), read);
    }
}

/// A million texts made of good ones, for a parser of anything: none makes it panic, and none makes it
/// allocate more than 1 MiB beyond `bytes_a_letter` for each byte of the text.
///
/// # Panics
/// If not.
pub fn text_parser_survives(good: &[String], bytes_a_letter: u64, mut read: impl FnMut(&str)) {
    let mut mutator = Mutator::new(good.to_vec(), 0);
    let mutated = std::iter::repeat_with(|| mutator.text()).take(INPUTS);
    for text in nasty_texts(good).into_iter().chain(mutated) {
        let mut result = Ok(());
        let memory = measure(|| result = catch_unwind(AssertUnwindSafe(|| read(&text))));
        let shown: String = text.chars().take(MOST_SHOWN).collect();
        assert!(result.is_ok(), "the parser panics on {} bytes: {shown:?}", text.len());
        let bytes = memory.bytes_total;
        let most = MOST_BYTES + bytes_a_letter * text.len() as u64;
        assert!(bytes <= most, "{bytes} bytes were allocated to read {shown:?}");
    }
}

/// What the parser makes of a text, once it kept its promises.
fn reads_exactly<T: ToString>(text: &str, read: impl Fn(&str) -> Option<T>) -> Option<T> {
    let mut result = Ok(None);
    let memory = measure(|| result = catch_unwind(AssertUnwindSafe(|| read(text))));
    let shown: String = text.chars().take(MOST_SHOWN).collect();
    let Ok(value) = result else { panic!("the parser panics on {} bytes: {shown:?}", text.len()) };
    let bytes = memory.bytes_total;
    assert!(bytes <= MOST_BYTES, "{bytes} bytes were allocated to read {shown:?}");
    if let Some(value) = &value {
        let written = value.to_string();
        assert!(written == text, "{text:?} is read, but written as {written:?}");
    }
    value
}

/// Everything that can be asked about a position, which may be unreachable but keeps the rules.
fn look_at<G: Show>(suite: &Suite<G>, variant: Variant, position: &G, text: &String) {
    let outcome = position.outcome();
    assert_eq!(
        outcome,
        (suite.slow_outcome)(position),
        "`{text}`: outcome and slow_outcome differ"
    );
    assert_eq!(outcome.is_some(), !position.why().is_empty(), "`{text}`: finished games say why");
    scene_is_sound(&position.scene(&[]), text);
    let moves = first_moves(position, MOST_MOVES);
    assert_eq!(outcome.is_none(), !moves.is_empty(), "`{text}`: runs as long as it has moves");
    let all_listed = moves.len() < MOST_MOVES;
    if all_listed {
        assert_eq!(position.count_moves(), moves.len() as u64, "`{text}`: count_moves is wrong");
    }
    for mv in spread(&moves, 3) {
        if let Err(rule) = position.check(*mv) {
            panic!("`{text}`: the generator lists `{mv}`, but check says: {rule}");
        }
        let after = position.after(*mv);
        let read = G::parse(variant, &after.to_string());
        assert_eq!(
            read.ok().as_ref(),
            Some(&after),
            "`{text}`: after `{mv}`, `{after}` is not read"
        );
        beats_lead_on(position, *mv, text);
        if all_listed {
            let next = position.next(&position.steps(*mv));
            assert_eq!(next, Next::Move(*mv), "`{text}`: the steps of `{mv}` lead elsewhere");
        }
    }
}
