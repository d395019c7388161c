//! What was proved in earlier runs. Whoever wants proofs to last hands in an [`Archive`]; nothing here touches a file.

use quintet_core::Tactics;
use quintet_core::key::mix;

use super::table::Known;
use crate::alphabeta::value::{Found, rebase};

/// What was proved of a position, as texts and numbers that can be kept anywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The ids of game and variant, and the position, with a space between: what else has the same key is another one.
    pub position: String,
    /// What the position surely is worth to the player to move, in the measure of the solver…
    pub least: i16,
    /// …and what it surely does not exceed.
    pub most: i16,
    /// A move that is worth the least.
    pub mv: Option<String>,
    /// How much work it was, as a power of two: what took longest deserves to be kept longest.
    pub work: u8,
}

impl Proof {
    /// Adds what else was proved of the same position.
    #[must_use]
    pub fn and(self, other: Proof) -> Proof {
        // The move belongs to the larger of both bounds.
        let mv = match self.least.cmp(&other.least) {
            std::cmp::Ordering::Greater => self.mv,
            std::cmp::Ordering::Less => other.mv,
            std::cmp::Ordering::Equal => other.mv.or(self.mv),
        };
        let (least, most) = (self.least.max(other.least), self.most.min(other.most));
        Proof { least, most, mv, work: self.work.max(other.work), position: self.position }
    }
}

/// Where proofs are kept between runs. It may forget any of them, and must change none.
pub trait Archive: Send + Sync {
    /// What is kept under that key.
    fn find(&self, key: u64) -> Option<Proof>;

    /// Keeps a proof, with what is known of the same position already.
    fn keep(&self, key: u64, proof: Proof);
}

/// The part of an archive that has to do with one game and variant.
#[derive(Clone, Copy)]
pub(super) struct Shelf<'a> {
    archive: &'a dyn Archive,
    names: [&'static str; 2],
    salt: u64,
}

impl<'a> Shelf<'a> {
    pub(super) fn of<G: Tactics>(archive: &'a dyn Archive, position: &G) -> Self {
        let names = [G::INFO.id, G::INFO.describe(position.variant()).id];
        let bytes = names.iter().flat_map(|name| name.bytes().chain([0]));
        Shelf { archive, names, salt: bytes.fold(0, |salt, byte| mix(salt, byte.into())) }
    }

    fn text<G: Tactics>(&self, position: &G) -> String {
        let [game, variant] = self.names;
        format!("{game} {variant} {}", position.clone().essence())
    }

    /// What is kept of a position that is `ply` moves from the root, by the key of its essence.
    pub(super) fn find<G: Tactics>(
        &self,
        position: &G,
        key: u64,
        ply: i32,
    ) -> Option<Known<G::Move>> {
        let proof = self.archive.find(mix(self.salt, key))?;
        if proof.position != self.text(position) {
            return None;
        }
        let [least, most] = [proof.least, proof.most].map(|bound| rebase(bound.into(), -ply));
        let mv = proof.mv.and_then(|mv| mv.parse().ok());
        let mv = mv.filter(|mv| position.check(*mv).is_ok());
        Some(Known { mv, found: Found { value: 0, least, most }.with(0), work: proof.work })
    }

    /// Keeps what was proved of a position that is `ply` moves from the root; the move is worth the least.
    pub(super) fn keep<G: Tactics>(&self, position: &G, key: u64, ply: i32, known: Known<G::Move>) {
        let [least, most] =
            [known.found.least, known.found.most].map(|bound| rebase(bound, ply) as i16);
        let (position, mv) = (self.text(position), known.mv.map(|mv| mv.to_string()));
        let proof = Proof { position, least, most, mv, work: known.work };
        self.archive.keep(mix(self.salt, key), proof);
    }
}
