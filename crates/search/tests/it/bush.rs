//! A game that is nothing but its tree, of any size and shape.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use quintet_core::key::mix;
use quintet_core::{
    Chance, Game, GameInfo, MoveError, Outcome, Player, PositionError, Tactics, Variant,
    VariantInfo,
};

/// Who moves, how many moves there are and where they end is drawn from a hash. Players need not alternate, and moves 2n and 2n + 1 lead to the same position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bush {
    spot: u64,
    /// Moves to the end, if it does not come early.
    left: u8,
    breadth: u32,
    early_ends: bool,
}

/// A move: the number of a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Twig(u32);

impl fmt::Display for Bush {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x} {} {}", self.spot, self.left, self.breadth)
    }
}

impl fmt::Display for Twig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Twig {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        text.parse().map(Twig).map_err(|_| MoveError::new("a number", text))
    }
}

impl Bush {
    pub fn new(seed: u64, left: u8, breadth: u32) -> Bush {
        Bush { spot: mix(seed, 1) | 1, left, breadth, early_ends: true }
    }

    /// One whose ends are too far away to prove anything.
    pub fn tall(seed: u64, breadth: u32) -> Bush {
        Bush { early_ends: false, ..Bush::new(seed, 60, breadth) }
    }

    /// How many moves there are.
    pub fn breadth(&self) -> u32 {
        if self.outcome().is_some() { 0 } else { 1 + (self.spot >> 8) as u32 % self.breadth }
    }
}

impl Game for Bush {
    type Move = Twig;
    type Illegal = MoveError;

    const INFO: GameInfo = GameInfo {
        id: "bush",
        name: "Bush",
        tagline: "Climb.",
        credit: "Grown for this test.",
        players: ["one", "two"],
        variants: &[VariantInfo { id: "standard", summary: "The only one.", usual_moves: None }],
        repetition: None,
        rules: "",
        examples: &[],
        demo: &[],
    };

    fn start(_: Variant) -> Self {
        Bush::new(0, 4, 6)
    }

    fn parse(_: Variant, text: &str) -> Result<Self, PositionError> {
        Err(PositionError::unreadable("bush", "nothing", text))
    }

    fn variant(&self) -> Variant {
        Variant::default()
    }

    fn turn(&self) -> Player {
        Player::BOTH[(self.spot >> 40) as usize & 1]
    }

    fn outcome(&self) -> Option<Outcome> {
        // The first position of a bush has an odd spot and is never an end.
        if self.left > 0 && !(self.early_ends && self.spot.is_multiple_of(8)) {
            return None;
        }
        Some(match (self.spot >> 50) % 5 {
            0 | 1 => Outcome::Win(Player::First),
            2 | 3 => Outcome::Win(Player::Second),
            _ => Outcome::Draw,
        })
    }

    fn for_each_move<B>(&self, mut visit: impl FnMut(Twig) -> ControlFlow<B>) -> ControlFlow<B> {
        (0..self.breadth()).try_for_each(|twig| visit(Twig(twig)))
    }

    fn random_move(&self, chance: &mut impl Chance) -> Twig {
        Twig(chance.below(self.breadth()))
    }

    fn check(&self, mv: Twig) -> Result<(), MoveError> {
        let legal = mv.0 < self.breadth();
        if legal { Ok(()) } else { Err(MoveError::new("a twig", &mv.to_string())) }
    }

    fn play(&mut self, mv: Twig) {
        self.spot = mix(self.spot, u64::from(mv.0 / 2));
        self.left -= 1;
    }

    fn key(&self) -> u64 {
        self.spot
    }
}

/// Knowledge that knows nothing: noise must not lead to wrong proofs.
impl Tactics for Bush {
    type Packed = Self;

    fn packed(&self) -> Self {
        self.clone()
    }

    fn evaluate(&self) -> i32 {
        (self.spot >> 20) as i32 % 300
    }

    fn promise(&self, mv: Twig) -> i32 {
        mix(self.spot, u64::from(mv.0)) as i32 % 100
    }

    /// A tall one says so after its first move.
    fn is_ending(&self) -> bool {
        self.left < 60
    }

    fn greedy_move(&self, chance: &mut impl Chance) -> Twig {
        self.random_move(chance)
    }
}
