//! A position, and the rules to go on from it.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use quintet_core::text::PositionError;
use quintet_core::{Chance, Game, GameInfo, Outcome, Player, Variant, VariantInfo, key};

use crate::board::{self, Balances, CELLS, Cell, Way};
use crate::check::Illegal;
use crate::examples::{DEMO, EXAMPLES};

/// The variant in which pieces move on the two slanting axes only.
pub const DIAGONAL: Variant = Variant::new(0);

/// The variant in which pieces move along the rows too.
pub const HEX: Variant = Variant::new(1);

/// How many pieces each player has, from the start to the end.
pub(crate) const PIECES: usize = 13;

/// The rows that the first and the second player want to reach: `i` and `a`.
pub(crate) const GOAL_ROWS: [i8; 2] = [8, 0];

/// The cells of those rows.
pub(crate) const GOALS: [u64; 2] = [board::row(GOAL_ROWS[0]), board::row(GOAL_ROWS[1])];

const BOARD: u64 = (1 << CELLS) - 1;

/// A piece goes from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where it stands.
    pub from: Cell,
    /// Where it lands.
    pub to: Cell,
}

/// A position of Differo.
#[derive(Clone, Debug)]
pub struct Differo {
    /// White's and black's, [`PIECES`] each.
    pieces: [u64; 2],
    /// The balance of every line for the player to move. It follows from the pieces.
    balances: Balances,
    turn: Player,
    variant: Variant,
}

impl Differo {
    /// The position with those pieces, which are [`PIECES`] of each.
    pub(crate) fn new(variant: Variant, pieces: [u64; 2], turn: Player) -> Differo {
        let balances = board::balances(pieces[turn.index()], pieces[turn.opponent().index()]);
        Differo { pieces, balances, turn, variant }
    }

    /// The cells on which a player's pieces stand.
    #[inline]
    pub(crate) fn pieces(&self, player: Player) -> u64 {
        self.pieces[player.index()]
    }

    /// Whose piece stands on a cell.
    pub(crate) fn owner(&self, cell: Cell) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.pieces(*player) & cell.bit() != 0)
    }

    /// The player who has a piece on the own goal row. There is at most one.
    #[inline]
    pub(crate) fn arrived(&self) -> Option<Player> {
        if (self.pieces[0] & GOALS[0]) | (self.pieces[1] & GOALS[1]) == 0 {
            return None;
        }
        Some(if self.pieces[0] & GOALS[0] != 0 { Player::First } else { Player::Second })
    }

    /// The cells on which the player to move may land: empty and not on the opponent's goal row.
    #[inline]
    pub(crate) fn open(&self) -> u64 {
        !(self.pieces[0] | self.pieces[1] | GOALS[self.turn.opponent().index()]) & BOARD
    }

    /// How many of the board's directions pieces move in.
    #[inline]
    pub(crate) fn directions(&self) -> usize {
        if self.variant == HEX { 6 } else { 4 }
    }

    /// The balance of every line for the player to move.
    #[inline]
    pub(crate) fn balances(&self) -> &Balances {
        &self.balances
    }

    /// Where a piece of the player to move lands that goes that way, whatever stands there.
    #[inline]
    pub(crate) fn landing(&self, way: Way) -> u8 {
        board::landing(&self.balances, way)
    }

    /// The cells on which the piece of the player to move on `from` lands, whatever stands there.
    #[inline]
    pub(crate) fn landings(&self, from: Cell) -> u64 {
        let first = board::ways_from(from.index() as u8);
        let mut landings = 0;
        for direction in 0..4 {
            landings |= 1 << (self.landing(first + direction) & 63);
        }
        if self.variant == HEX {
            for direction in 4..6 {
                landings |= 1 << (self.landing(first + direction) & 63);
            }
        }
        landings
    }

    /// Whether the player to move has any move, goals reached aside.
    #[inline]
    pub(crate) fn can_move(&self) -> bool {
        let open = self.open();
        // Most pieces can move, so the first one nearly always decides.
        board::cells(self.pieces(self.turn)).any(|from| self.landings(from) & open != 0)
    }

    /// All that tells positions apart.
    #[inline]
    fn identity(&self) -> ([u64; 2], Player, Variant) {
        (self.pieces, self.turn, self.variant)
    }
}

impl PartialEq for Differo {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Differo {}

impl PartialOrd for Differo {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Differo {
    fn cmp(&self, other: &Self) -> Ordering {
        self.identity().cmp(&other.identity())
    }
}

impl Hash for Differo {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

impl Game for Differo {
    type Move = Move;
    type Illegal = Illegal;

    const INFO: GameInfo = GameInfo {
        id: "differo",
        name: "Differo",
        tagline: "Reach the far side on lines where you outnumber the opponent.",
        credit: "Kashio Fujii, 2022",
        players: ["white", "black"],
        variants: &[
            VariantInfo {
                id: "diagonal",
                summary: "Pieces move along the two slanting axes only.",
                usual_moves: Some(24),
            },
            VariantInfo {
                id: "hex",
                summary: "Pieces move along all three axes, the rows too.",
                usual_moves: Some(50),
            },
        ],
        repetition: Some(3),
        rules: include_str!("../RULES.md"),
        examples: EXAMPLES,
        demo: DEMO,
    };

    fn start(variant: Variant) -> Self {
        /// White's pieces, row by row.
        const WHITE: [(i8, &[i8]); 3] =
            [(1, &[2, 3, 4, 5]), (2, &[2, 4, 6]), (3, &[2, 3, 4, 5, 6, 7])];
        let mut pieces = [0; 2];
        for (row, number) in WHITE.iter().flat_map(|(row, all)| all.iter().map(|n| (*row, *n))) {
            // Black's pieces are white's, turned by half a circle.
            for (player, place) in [(0, (row, number)), (1, (8 - row, 10 - number))] {
                let cell = Cell::at(place.0, place.1).expect("the start lies on the board");
                pieces[player] |= cell.bit();
            }
        }
        Differo::new(variant, pieces, Player::First)
    }

    fn parse(variant: Variant, text: &str) -> Result<Self, PositionError> {
        crate::notation::position(variant, text)
    }

    #[inline]
    fn variant(&self) -> Variant {
        self.variant
    }

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if let Some(player) = self.arrived() {
            return Some(Outcome::Win(player));
        }
        if self.can_move() { None } else { Some(Outcome::Win(self.turn.opponent())) }
    }

    #[inline]
    fn for_each_move<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.arrived().is_some() {
            return ControlFlow::Continue(());
        }
        let open = self.open();
        for from in board::cells(self.pieces(self.turn)) {
            for to in board::cells(self.landings(from) & open) {
                visit(Move { from, to })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn count_moves(&self) -> u64 {
        if self.arrived().is_some() {
            return 0;
        }
        let open = self.open();
        let own = board::cells(self.pieces(self.turn));
        own.map(|from| u64::from((self.landings(from) & open).count_ones())).sum()
    }

    #[inline]
    fn random_move(&self, chance: &mut impl Chance) -> Move {
        crate::random::random_move(self, chance)
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        crate::check::check(self, mv)
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        debug_assert_eq!(self.check(mv), Ok(()), "{mv} in {self}");
        self.pieces[self.turn.index()] ^= mv.from.bit() | mv.to.bit();
        board::pass_on(&mut self.balances, mv.from, mv.to);
        self.turn = self.turn.opponent();
    }

    #[inline]
    fn key(&self) -> u64 {
        // The board leaves three bits of a word, enough for the rest of what tells positions apart.
        let side = (self.turn.index() as u64) << 63;
        let variant = (self.variant.index() as u64) << 62;
        key::mix(self.pieces[0] | side | variant, self.pieces[1])
    }
}
