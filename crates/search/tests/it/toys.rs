//! Small games to compare searches with plain minimax.

use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use quintet_core::key::mix;
use quintet_core::tactics::Tactics;
use quintet_core::{
    Chance, Game, GameInfo, MoveError, Outcome, Player, PositionError, Variant, VariantInfo,
};
use quintet_search::{Report, Score};
use quintet_trio::{Illegal, Move, Trio};

const fn info(id: &'static str, repetition: Option<usize>) -> GameInfo {
    GameInfo {
        id,
        name: id,
        tagline: "A game for tests.",
        credit: "Quintet",
        players: ["first", "second"],
        variants: &[VariantInfo { id: "standard", summary: "The only one.", usual_moves: None }],
        repetition,
        rules: "As the test says.",
        examples: &[],
        demo: &[],
    }
}

/// A random game without cycles: which rooms a door leads to, who moves there and who wins there follow from
/// the seed. The same player often moves twice, many ways lead to the same room, some games are drawn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Maze {
    pub seed: u64,
    pub floor: u8,
    pub room: u8,
}

/// The last floor: all games end there at the latest.
pub const FLOORS: u8 = 9;

impl Maze {
    pub fn new(seed: u64) -> Maze {
        let mut maze = Maze { seed, floor: 0, room: 0 };
        while maze.outcome().is_some() {
            maze.room += 1;
        }
        maze
    }

    fn chance(&self, what: u64) -> u64 {
        mix(mix(self.seed, u64::from(self.floor) << 8 | u64::from(self.room)), what) >> 8
    }

    fn doors(&self) -> u8 {
        1 + (self.chance(1) % 6) as u8
    }
}

/// A door of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Door(pub u8);

impl fmt::Display for Door {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Door {
    type Err = MoveError;

    fn from_str(_: &str) -> Result<Self, MoveError> {
        unimplemented!("no test reads moves")
    }
}

impl fmt::Display for Maze {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.seed, self.floor, self.room)
    }
}

/// There is no such door.
#[derive(Debug, thiserror::Error)]
#[error("there is no such door")]
pub struct NoDoor;

impl Game for Maze {
    type Move = Door;
    type Illegal = NoDoor;

    const INFO: GameInfo = info("maze", None);

    fn start(_: Variant) -> Self {
        Maze::new(0)
    }

    fn parse(_: Variant, _: &str) -> Result<Self, PositionError> {
        unimplemented!("no test reads positions")
    }

    fn variant(&self) -> Variant {
        Variant::default()
    }

    fn turn(&self) -> Player {
        if self.chance(0).is_multiple_of(2) { Player::First } else { Player::Second }
    }

    fn outcome(&self) -> Option<Outcome> {
        let chance = self.chance(2);
        if self.floor < FLOORS && !chance.is_multiple_of(7) {
            return None;
        }
        Some(match chance / 7 % 5 {
            0 | 1 => Outcome::Win(Player::First),
            2 | 3 => Outcome::Win(Player::Second),
            _ => Outcome::Draw,
        })
    }

    fn for_each_move<B>(&self, visit: impl FnMut(Door) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        (0..self.doors()).map(Door).try_for_each(visit)
    }

    fn random_move(&self, chance: &mut impl Chance) -> Door {
        Door(chance.below(u32::from(self.doors())) as u8)
    }

    fn check(&self, mv: Door) -> Result<(), NoDoor> {
        if mv.0 < self.doors() { Ok(()) } else { Err(NoDoor) }
    }

    fn play(&mut self, mv: Door) {
        let room = (self.chance(3 + u64::from(mv.0)) % 12) as u8;
        self.floor += 1;
        self.room = room;
    }

    fn key(&self) -> u64 {
        // Bad on purpose: many rooms share a key, so whoever trusts keys goes wrong.
        mix(u64::from(self.floor / 2), u64::from(self.room % 4))
    }
}

impl Tactics for Maze {
    type Packed = Self;

    fn packed(&self) -> Self {
        self.clone()
    }

    fn evaluate(&self) -> i32 {
        (self.chance(20) % 2001) as i32 - 1000
    }

    fn promise(&self, mv: Door) -> i32 {
        (self.chance(30 + u64::from(mv.0)) % 100) as i32
    }

    fn settled(&self) -> Option<Outcome> {
        // Known in some rooms only, and near the end.
        if self.floor + 3 < FLOORS || !self.chance(40).is_multiple_of(3) {
            return None;
        }
        let turn = self.turn();
        Some(match minimax(self) {
            Score::Win(_) => Outcome::Win(turn),
            Score::Loss(_) => Outcome::Win(turn.opponent()),
            _ => Outcome::Draw,
        })
    }

    fn greedy_move(&self, chance: &mut impl Chance) -> Door {
        self.random_move(chance)
    }
}

/// [`Trio`] with an evaluation, and with its rule on repetition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row(pub Trio);

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Game for Row {
    type Move = Move;
    type Illegal = Illegal;

    const INFO: GameInfo = info("row", Some(3));

    fn start(variant: Variant) -> Self {
        Row(Trio::start(variant))
    }

    fn parse(variant: Variant, text: &str) -> Result<Self, PositionError> {
        Trio::parse(variant, text).map(Row)
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

    fn for_each_move<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.0.for_each_move(visit)
    }

    fn random_move(&self, chance: &mut impl Chance) -> Move {
        self.0.random_move(chance)
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        self.0.check(mv)
    }

    fn play(&mut self, mv: Move) {
        self.0.play(mv);
    }

    fn key(&self) -> u64 {
        self.0.key()
    }
}

impl Tactics for Row {
    type Packed = Self;

    fn packed(&self) -> Self {
        self.clone()
    }

    fn evaluate(&self) -> i32 {
        self.0.count_moves() as i32 * 10
    }

    fn promise(&self, _: Move) -> i32 {
        0
    }

    fn greedy_move(&self, chance: &mut impl Chance) -> Move {
        self.random_move(chance)
    }
}

/// Better scores are larger: sooner wins, then draws, then later losses.
pub fn worth(score: Score) -> i64 {
    match score {
        Score::Win(n) => 1_000_000 - i64::from(n),
        Score::Draw => 0,
        Score::Loss(n) => -1_000_000 + i64::from(n),
        Score::Estimate(_) => panic!("minimax estimates nothing"),
    }
}

/// A score seen one move earlier, by the same player or the opponent.
pub fn one_move_earlier(score: Score, same_player: bool) -> Score {
    match (score, same_player) {
        (Score::Win(n), true) | (Score::Loss(n), false) => Score::Win(n + 1),
        (Score::Loss(n), true) | (Score::Win(n), false) => Score::Loss(n + 1),
        (other, _) => other,
    }
}

/// Plain minimax: no table, no cuts.
pub fn minimax<G: Game>(position: &G) -> Score {
    if let Some(outcome) = position.outcome() {
        return Score::of_outcome(position, outcome);
    }
    let scores = position.moves().into_iter().map(|mv| score_of(position, mv));
    scores.max_by_key(|score| worth(*score)).expect("a running game has a move")
}

/// What a move is worth for the one who makes it.
pub fn score_of<G: Game>(position: &G, mv: G::Move) -> Score {
    let after = position.after(mv);
    one_move_earlier(minimax(&after), after.turn() == position.turn())
}

/// The scores of all positions that can be reached, for a game with cycles: who cannot force anything
/// draws. Positions in `drawn` are draws.
pub fn retrograde<G: Game>(start: &G, drawn: &[G]) -> HashMap<G, Score> {
    let mut scores = HashMap::new();
    let mut open = vec![start.clone()];
    let mut all = vec![start.clone()];
    scores.insert(start.clone(), Score::Draw);
    while let Some(position) = open.pop() {
        for mv in position.moves() {
            let after = position.after(mv);
            if !scores.contains_key(&after) {
                let score = match after.outcome() {
                    Some(outcome) => Score::of_outcome(&after, outcome),
                    None => Score::Draw,
                };
                scores.insert(after.clone(), score);
                if after.outcome().is_none() {
                    all.push(after.clone());
                    open.push(after);
                }
            }
        }
    }
    // Round n finds the wins and losses in n moves.
    for _ in 0..200 {
        let mut changes = Vec::new();
        for position in &all {
            if drawn.contains(position) && position != start {
                continue;
            }
            let best = position
                .moves()
                .into_iter()
                .map(|mv| {
                    let after = position.after(mv);
                    // The start counts as drawn once it comes up again, not at first.
                    let score = if drawn.contains(&after) { Score::Draw } else { scores[&after] };
                    one_move_earlier(score, after.turn() == position.turn())
                })
                .max_by_key(|score| worth(*score))
                .expect("a running game has a move");
            if best != scores[position] {
                changes.push((position.clone(), best));
            }
        }
        if changes.is_empty() {
            return scores;
        }
        scores.extend(changes);
    }
    panic!("the scores did not settle");
}

/// Puts a line in the place that it was told for.
pub fn keep_line<M: Clone>(lines: &mut Vec<Report<M>>, report: &Report<M>) {
    match lines.get_mut(report.rank) {
        Some(line) => *line = report.clone(),
        None => lines.push(report.clone()),
    }
}

/// Fails if lines begin with the same move or are not in the order of their scores.
pub fn assert_in_order<M: PartialEq + std::fmt::Debug>(lines: &[Report<M>]) {
    for (rank, line) in lines.iter().enumerate() {
        let before = &lines[..rank];
        assert!(before.iter().all(|other| other.line[0] != line.line[0]), "{lines:?}");
        let order = |report: &Report<M>| report.score.preference();
        assert!(before.last().is_none_or(|last| order(last) >= order(line)), "{lines:?}");
    }
}
