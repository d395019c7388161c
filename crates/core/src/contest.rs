//! A game being played: its history and its ending.

use std::fmt;
use std::str::FromStr;

use crate::cast::{Cast, Memory};
use crate::game::Game;
use crate::player::{Outcome, Player};
use crate::scene::Scene;
use crate::show::{Change, Show, Step};

/// What brought a game to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Ending {
    /// The last position is decided by the rules.
    Rules,
    /// The same position came up too often.
    Repetition,
    /// The loser gave up.
    Resignation,
    /// The loser ran out of time.
    Time,
    /// Both agreed to a draw.
    Agreement,
    /// The loser broke off or made no legal move.
    Forfeit,
}

impl Ending {
    /// Whether the moves alone bring it about.
    pub const fn follows_from_moves(self) -> bool {
        matches!(self, Ending::Rules | Ending::Repetition)
    }

    /// The word for it.
    pub const fn name(self) -> &'static str {
        Ending::ALL[self as usize].1
    }

    const ALL: [(Ending, &'static str); 6] = [
        (Ending::Rules, "rules"),
        (Ending::Repetition, "repetition"),
        (Ending::Resignation, "resignation"),
        (Ending::Time, "time"),
        (Ending::Agreement, "agreement"),
        (Ending::Forfeit, "forfeit"),
    ];
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text names no ending.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected an ending (rules, repetition, resignation, time, agreement or forfeit), got `{0}`"
)]
pub struct EndingError(String);

impl FromStr for Ending {
    type Err = EndingError;

    fn from_str(text: &str) -> Result<Self, EndingError> {
        let named = Ending::ALL.iter().find(|(_, name)| *name == text);
        named.map(|(ending, _)| *ending).ok_or_else(|| EndingError(crate::text::excerpt(text)))
    }
}

/// Who won a finished game and what ended it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finish {
    /// The result.
    pub outcome: Outcome,
    /// What brought it about.
    pub ending: Ending,
}

impl Finish {
    /// Both agreed to a draw.
    pub const AGREED: Finish = Finish { outcome: Outcome::Draw, ending: Ending::Agreement };

    /// That player lost, by that.
    pub const fn lost(loser: Player, ending: Ending) -> Finish {
        Finish { outcome: Outcome::Win(loser.opponent()), ending }
    }
}

/// The positions that came up, for games with a rule against repetition; for others it stays empty.
#[derive(Clone, Debug)]
pub struct Repetition<G> {
    positions: Vec<G>,
    /// A bit for the key of every position that came up. Random games visit mostly new positions; those
    /// are told by a clear bit, without looking at the others.
    filter: [u64; 16],
}

impl<G: Game> Repetition<G> {
    /// Nothing came up yet.
    pub const fn new() -> Self {
        Repetition { positions: Vec::new(), filter: [0; 16] }
    }

    /// Forgets everything, for the next game.
    pub fn clear(&mut self) {
        self.positions.clear();
        self.filter = [0; 16];
    }

    /// Notes that `position` came up and says whether that draws the game. Whole positions are compared,
    /// keys only tell when that is needless.
    pub fn visit(&mut self, position: &G) -> bool {
        let Some(limit) = G::INFO.repetition else { return false };
        let key = position.key();
        let (word, bit) = ((key >> 60) as usize, 1 << (key & 63));
        let mut times = 1;
        if self.filter[word] & bit != 0 {
            times += self.positions.iter().filter(|seen| *seen == position).count();
        }
        self.filter[word] |= bit;
        self.positions.push(position.clone());
        times >= limit
    }

    /// Takes the last visit back. Its bit stays: it costs a needless comparison at most.
    fn leave(&mut self) {
        self.positions.pop();
    }
}

impl<G: Game> Default for Repetition<G> {
    fn default() -> Self {
        Self::new()
    }
}

/// Why a match takes no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal<E: std::error::Error> {
    /// It has ended.
    #[error("the game is over")]
    Over,
    /// The move breaks a rule.
    #[error(transparent)]
    Illegal(E),
}

/// A move that was checked: the rules allow it in one position.
#[derive(Clone, Debug)]
pub struct Legal<G: Game> {
    position: G,
    mv: G::Move,
}

/// A game being played.
#[derive(Clone, Debug)]
pub struct Match<G: Game> {
    positions: Vec<G>,
    moves: Vec<G::Move>,
    repetition: Repetition<G>,
    finish: Option<Finish>,
    memory: Memory,
}

impl<G: Game> Match<G> {
    /// A match from a given position, which counts as having come up once.
    pub fn new(start: G) -> Self {
        let mut repetition = Repetition::new();
        let drawn = repetition.visit(&start);
        let mut new = Match {
            positions: vec![start],
            moves: Vec::new(),
            repetition,
            finish: None,
            memory: Memory::default(),
        };
        new.judge(drawn);
        new
    }

    /// The position in which the match began.
    pub fn start(&self) -> &G {
        &self.positions[0]
    }

    /// The position now.
    pub fn position(&self) -> &G {
        &self.positions[self.moves.len()]
    }

    /// All positions so far, the start included: one more than there are moves.
    pub fn positions(&self) -> &[G] {
        &self.positions
    }

    /// The moves made so far.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// Who made the move of that number, counted from 0; `None` if there is no such move. Turns need not
    /// alternate.
    pub fn mover(&self, number: usize) -> Option<Player> {
        (number < self.moves.len()).then(|| self.positions[number].turn())
    }

    /// Who won and how, once it is over.
    pub fn finish(&self) -> Option<Finish> {
        self.finish
    }

    /// Whether a move can be made now, and if not, why.
    pub fn check(&self, mv: G::Move) -> Result<Legal<G>, Refusal<G::Illegal>> {
        if self.finish.is_some() {
            return Err(Refusal::Over);
        }
        self.position().check(mv).map_err(Refusal::Illegal)?;
        Ok(Legal { position: self.position().clone(), mv })
    }

    /// Makes a move that was checked. If the match has gone on since, the move is checked anew; where it is
    /// refused then, nothing changes.
    pub fn make(&mut self, legal: &Legal<G>) -> Result<(), Refusal<G::Illegal>> {
        let mv = legal.mv;
        if self.finish.is_some() || legal.position != *self.position() {
            self.check(mv)?;
        }
        let next = self.position().after(mv);
        let drawn = self.repetition.visit(&next);
        self.positions.push(next);
        self.moves.push(mv);
        self.judge(drawn);
        Ok(())
    }

    /// Makes a move, if the match still runs and the rules allow it; else nothing changes.
    pub fn play(&mut self, mv: G::Move) -> Result<(), Refusal<G::Illegal>> {
        self.check(mv).and_then(|legal| self.make(&legal))
    }

    /// Takes the last move back and gives it; with it goes any ending.
    pub fn undo(&mut self) -> Option<G::Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        self.repetition.leave();
        self.finish = None;
        self.memory.go_back(self.moves.len());
        Some(mv)
    }

    /// Ends a running match by something other than its moves; a finished one stays as it is.
    pub fn end(&mut self, finish: Finish) {
        self.finish.get_or_insert(finish);
    }

    /// Takes back what [`end`](Match::end) did: the match runs again, unless its moves have ended it.
    pub fn reopen(&mut self) {
        self.finish = self.finish.filter(|finish| finish.ending.follows_from_moves());
    }

    fn judge(&mut self, drawn: bool) {
        self.finish = match self.position().outcome() {
            Some(outcome) => Some(Finish { outcome, ending: Ending::Rules }),
            None if drawn => Some(Finish { outcome: Outcome::Draw, ending: Ending::Repetition }),
            None => None,
        };
    }
}

impl<G: Show> Match<G> {
    /// How the match was decided, as a sentence; empty while it runs.
    pub fn why(&self) -> String {
        let Some(Finish { outcome, ending }) = self.finish else { return String::new() };
        let loser = outcome.winner().map(Player::opponent);
        let loser = loser.map_or_else(String::new, |player| capital(G::INFO.player(player)));
        match ending {
            Ending::Rules => self.position().why(),
            Ending::Repetition => {
                let time = match G::INFO.repetition.unwrap_or_default() {
                    2 => "second".into(),
                    3 => "third".into(),
                    number => format!("{number}th"),
                };
                format!("The same position came up for the {time} time.")
            }
            Ending::Resignation => format!("{loser} resigned."),
            Ending::Time => format!("{loser} ran out of time."),
            Ending::Agreement => "Both players agreed to a draw.".into(),
            Ending::Forfeit => format!("{loser} forfeited the game."),
        }
    }

    /// The current scene, in which a piece keeps its id as long as it is on the board, which knows the
    /// last move, and whose status tells the passes that just happened and any ending.
    pub fn scene(&self, so_far: &[Step]) -> Scene {
        let mut scene = self.scene_after(self.moves.len(), so_far);
        if let Some(finish) = self.finish.filter(|finish| finish.ending != Ending::Rules) {
            scene.status = decided::<G>(finish.outcome, &self.why());
            scene.choices.clear();
            scene.origin = None;
        }
        scene
    }

    /// The scene after the first `ply` moves, with the steps of a further move; an ending that does not
    /// follow from the position is left out.
    ///
    /// # Panics
    /// If there are fewer than `ply` moves.
    pub fn scene_after(&self, ply: usize, so_far: &[Step]) -> Scene {
        let mut scene = self.positions[ply].scene(so_far);
        self.cast(ply, |cast| {
            cast.name(&mut scene.items);
            scene.last = cast.touched().to_vec();
        });
        let last = ply.checked_sub(1);
        let mut sentences = last.map_or_else(Vec::new, |last| self.passes(last));
        sentences.push(std::mem::take(&mut scene.status));
        scene.status = sentences.join(" ");
        scene
    }

    /// What happened to the pieces in the move that led to the position after `ply` + 1 moves, with the
    /// ids of [`scene`](Match::scene).
    ///
    /// # Panics
    /// If there are no more than `ply` moves.
    pub fn beats(&self, ply: usize) -> Vec<Vec<Change>> {
        assert!(ply < self.moves.len(), "there are {} moves, none at {ply}", self.moves.len());
        self.cast(ply + 1, |cast| cast.beats().to_vec())
    }

    /// What would happen to the pieces in a move that was checked, with the same ids; nothing if the match has gone
    /// on since.
    pub fn beats_of(&self, legal: &Legal<G>) -> Vec<Vec<Change>> {
        if legal.position != *self.position() {
            return Vec::new();
        }
        self.cast(self.moves.len(), |cast| cast.ahead(self.position(), legal.mv))
    }

    /// The move that led to the position after `ply` + 1 moves in sentences: who made it and what it did. What
    /// happened by itself after it is told by that position's status.
    ///
    /// # Panics
    /// If there are no more than `ply` moves.
    pub fn tell(&self, ply: usize) -> Vec<String> {
        self.positions[ply].tell(self.moves[ply])
    }

    fn passes(&self, ply: usize) -> Vec<String> {
        self.positions[ply].passes(self.moves[ply])
    }

    fn cast<T>(&self, ply: usize, read: impl FnOnce(&Cast) -> T) -> T {
        self.memory.after((&self.positions, &self.moves), ply, read)
    }
}

/// The status sentence of a finished game: who won, and why.
pub fn decided<G: Game>(outcome: Outcome, why: &str) -> String {
    match outcome.winner() {
        Some(player) => format!("{} wins. {why}", capital(G::INFO.player(player))),
        None => format!("A draw. {why}"),
    }
}

/// A word with its first letter in upper case, for the beginning of a sentence.
pub fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
