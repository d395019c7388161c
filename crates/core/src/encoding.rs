//! A game as learning programs see it: actions with small numbers, positions as planes of small numbers.
//!
//! An action is one step of a move, out of the steps that [`Show::steps`] gives: a player acts until the move is complete. Actions are numbered once for each
//! variant: first the cells of the board in the order of its layout, then the [other steps](Encode::other_actions). A piece that lies on the board is chosen by
//! the first cell that it covers. So every game has few actions, however many moves a position has.
//!
//! A plane has a number from 0 to 255 for every place of a grid that holds the board. What is said of the whole position fills its plane.

use std::collections::HashMap;

use crate::game::Variant;
use crate::layout::{Cell, Lattice, Layout};
use crate::show::{Show, Step};

/// The number of an action.
pub type Action = u16;

/// What a plane of an observation tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plane {
    /// What it tells, seen from the player who acts: `own marbles`.
    pub name: String,
    /// The largest number in it.
    pub most: u8,
    /// Whether all its numbers are the same: it tells something of the whole position.
    pub is_constant: bool,
}

impl Plane {
    /// Says something of single cells: 1 where it holds.
    pub fn cells(name: impl Into<String>) -> Plane {
        Plane { name: name.into(), most: 1, is_constant: false }
    }

    /// Says something of the whole position, in a number up to `most`.
    pub fn constant(name: impl Into<String>, most: u8) -> Plane {
        Plane { name: name.into(), most, is_constant: true }
    }
}

/// A game that learning programs can play.
///
/// Lists of actions given to it are beginnings of legal moves; what it answers to others is left open, but it does not panic.
pub trait Encode: Show {
    /// The steps besides the board's cells.
    fn other_actions(_variant: Variant) -> Vec<Step> {
        Vec::new()
    }

    /// What the planes tell, one after the other.
    fn planes(variant: Variant) -> Vec<Plane>;

    /// Sets those actions in `legal`, which comes unset, that may follow those of a move begun; none if the game is over.
    fn mark_legal(&self, begun: &[Action], legal: &mut [bool]);

    /// The move that the actions are; `None` while others must follow.
    fn composed(&self, begun: &[Action]) -> Option<Self::Move>;

    /// Draws the position and the move begun, as [`planes`](Encode::planes) says, for the player to move.
    fn observe(&self, begun: &[Action], planes: &mut PlaneWriter);

    /// The position of which these are the planes, whatever move was begun; `None` if there is none.
    fn rebuild(variant: Variant, planes: &mut PlaneReader) -> Option<Self>;
}

/// All that programs must know of a variant's actions and planes beforehand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoding {
    /// The step that each action is. A step to a cell also stands for the piece that begins there.
    pub actions: Vec<Step>,
    /// How many of them are cells.
    pub cells: usize,
    /// Rows and columns of a plane.
    pub grid: [usize; 2],
    /// Where each cell lies on the grid: row, column.
    pub places: Vec<[usize; 2]>,
    /// The planes.
    pub planes: Vec<Plane>,
    numbers: HashMap<Step, Action>,
}

impl Encoding {
    /// That of a variant.
    pub fn of<G: Encode>(variant: Variant) -> Encoding {
        let layout = G::start(variant).scene(&[]).layout;
        let places = places(&layout);
        let reach = |axis: usize| places.iter().map(|place| place[axis] + 1).max().unwrap_or(0);
        let grid = [reach(0), reach(1)];
        let mut actions: Vec<Step> =
            layout.cells.into_iter().map(|cell| Step::Cell(cell.name)).collect();
        let cells = actions.len();
        actions.extend(G::other_actions(variant));
        let numbers = actions.iter().cloned().zip(0..).collect();
        Encoding { actions, cells, grid, places, planes: G::planes(variant), numbers }
    }

    /// How many numbers an observation has.
    pub fn observation_size(&self) -> usize {
        self.planes.len() * self.grid[0] * self.grid[1]
    }

    /// The actions that compose a legal move.
    ///
    /// # Panics
    /// If the move has a step that is no action, which the testkit would have found.
    pub fn actions_of<G: Encode>(&self, position: &G, mv: G::Move) -> Vec<Action> {
        let steps = position.steps(mv).into_iter();
        steps.map(|step| self.number(position, &step).expect("every step is an action")).collect()
    }

    /// The action that a step is.
    pub fn number<G: Encode>(&self, position: &G, step: &Step) -> Option<Action> {
        if let Some(number) = self.numbers.get(step) {
            return Some(*number);
        }
        let items = position.scene(&[]).items;
        let item = items.into_iter().find(|item| *step == Step::Item(item.id.clone()))?;
        self.numbers.get(&Step::Cell(item.cells.into_iter().next()?)).copied()
    }
}

/// Where the cells of a board lie on the smallest grid that holds them: row and column from the lower left. On a hexagonal
/// lattice the columns slant, so that neighbours stay neighbours.
fn places(layout: &Layout) -> Vec<[usize; 2]> {
    let place = |cell: &Cell| match layout.lattice {
        Lattice::Square => [cell.y, cell.x],
        Lattice::Hexagon => [cell.y, (cell.x + cell.y).div_euclid(2)],
    };
    let raw: Vec<[i32; 2]> = layout.cells.iter().map(place).collect();
    let least = |axis: usize| raw.iter().map(|place| place[axis]).min().unwrap_or(0);
    let [row, column] = [least(0), least(1)];
    raw.iter().map(|place| [(place[0] - row) as usize, (place[1] - column) as usize]).collect()
}

/// Writes planes one after the other, into numbers that are all 0.
pub struct PlaneWriter<'a> {
    planes: std::slice::ChunksExactMut<'a, u8>,
}

impl<'a> PlaneWriter<'a> {
    /// Into `numbers`, of which `size` are a plane.
    pub fn new(numbers: &'a mut [u8], size: usize) -> Self {
        PlaneWriter { planes: numbers.chunks_exact_mut(size) }
    }

    /// The next plane, to be written cell by cell.
    ///
    /// # Panics
    /// If all planes are written.
    #[inline]
    pub fn plane(&mut self) -> &'a mut [u8] {
        self.planes.next().expect("a game writes as many planes as it names")
    }

    /// The next plane has 1 at these places of the grid.
    #[inline]
    pub fn mark(&mut self, places: impl IntoIterator<Item = usize>) {
        let plane = self.plane();
        for place in places {
            plane[place] = 1;
        }
    }

    /// The next plane has the same number everywhere.
    #[inline]
    pub fn fill(&mut self, number: impl Into<u8>) {
        let number = number.into();
        let plane = self.plane();
        if number != 0 {
            plane.fill(number);
        }
    }

    /// The next planes, a number of them, of which one is filled with 1, or none.
    #[inline]
    pub fn fill_one(&mut self, which: Option<usize>, count: usize) {
        for plane in 0..count {
            self.fill(which == Some(plane));
        }
    }

    /// Whether all planes are written.
    pub fn is_done(&self) -> bool {
        self.planes.len() == 0
    }
}

/// Reads planes one after the other.
pub struct PlaneReader<'a> {
    planes: std::slice::ChunksExact<'a, u8>,
}

impl<'a> PlaneReader<'a> {
    /// From `numbers`, of which `size` are a plane.
    pub fn new(numbers: &'a [u8], size: usize) -> Self {
        PlaneReader { planes: numbers.chunks_exact(size) }
    }

    /// The next plane; `None` after the last.
    pub fn plane(&mut self) -> Option<&'a [u8]> {
        self.planes.next()
    }

    /// The places that the next plane has marked.
    pub fn marked(&mut self) -> Option<impl Iterator<Item = usize> + use<'a>> {
        let numbers = self.plane()?.iter().enumerate();
        Some(numbers.filter(|(_, number)| **number != 0).map(|(place, _)| place))
    }

    /// The number that fills the next plane; `None` if not all are the same.
    pub fn filled(&mut self) -> Option<u8> {
        let (first, rest) = self.plane()?.split_first()?;
        rest.iter().all(|number| number == first).then_some(*first)
    }
}
