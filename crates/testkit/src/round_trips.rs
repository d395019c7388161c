//! Texts of positions and moves: one spelling each, and nothing lost on the way.

use std::hash::{DefaultHasher, Hasher};

use quintet_core::Game;

use crate::spots::{Spot, share, spots, spread};

/// How many positions are looked at, over all variants.
const POSITIONS: usize = 4_000;
/// How many moves of each.
const MOVES: usize = 40;

/// Positions and moves read back as they were written; a position that was read goes on as the one
/// that was played.
///
/// # Panics
/// If not.
pub fn texts_read_back<G: Game>() {
    for variant in G::INFO.variants() {
        for spot in spots::<G>(variant).take(share::<G>(POSITIONS)) {
            let read = position_reads_back(&spot, &spot.position);
            for mv in spread(&spot.position.moves(), MOVES) {
                move_reads_back(&spot, *mv);
                let after = spot.position.after(*mv);
                same(&spot, &read.after(*mv), &after);
                position_reads_back(&spot, &after);
            }
        }
    }
}

fn position_reads_back<G: Game>(spot: &Spot<G>, position: &G) -> G {
    let text = position.to_string();
    let read = match G::parse(spot.position.variant(), &text) {
        Ok(read) => read,
        Err(error) => panic!("{spot}: its own text `{text}` is refused: {error}"),
    };
    assert_eq!(read.variant(), spot.position.variant(), "{spot}: `{text}` changes the variant");
    same(spot, &read, position);
    read
}

fn move_reads_back<G: Game>(spot: &Spot<G>, mv: G::Move) {
    let text = mv.to_string();
    let word = !text.is_empty() && !text.contains(char::is_whitespace);
    assert!(word, "{spot}: the move `{text}` is not one word");
    match text.parse::<G::Move>() {
        Ok(read) => {
            assert_eq!(read, mv, "{spot}: `{text}` reads back as another move");
            assert_eq!(read.to_string(), text, "{spot}: `{text}` has two spellings");
        }
        Err(error) => panic!("{spot}: its own move `{text}` is refused: {error}"),
    }
}

/// Two ways to a position came to the same, whatever is asked.
pub(crate) fn same<G: Game>(spot: &Spot<G>, one: &G, other: &G) {
    assert_eq!(one.to_string(), other.to_string(), "{spot}: two ways, two texts");
    assert_eq!(one, other, "{spot}: positions of equal text `{other}` differ");
    assert_eq!(one.key(), other.key(), "{spot}: equal positions `{other}` have different keys");
    assert_eq!(hash(one), hash(other), "{spot}: equal positions `{other}` hash differently");
    assert_eq!(one.turn(), other.turn(), "{spot}: equal positions `{other}`, different turns");
    assert_eq!(one.outcome(), other.outcome(), "{spot}: equal positions `{other}` end differently");
}

fn hash<G: Game>(position: &G) -> u64 {
    let mut hasher = DefaultHasher::new();
    position.hash(&mut hasher);
    hasher.finish()
}
