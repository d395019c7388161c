//! What a player sees and clicks: the stack to put a stone on, then every cell of its path.
//!
//! A stone in a scene is called by its cell and the number of stones below it, `a1.0`. While a move is
//! composed, stones keep the names that they had before it, and the new one is called after its owner
//! and its number, `red-3`: a name that no other stone of a game has or had.

use std::collections::VecDeque;
use std::fmt::Write as _;

use quintet_core::contest::{capital, decided};
use quintet_core::scene::{Item, Kind, Note, Piece, Score, Tray};
use quintet_core::text::counted;
use quintet_core::{Change, Game, Layout, Next, Outcome, Player, Scene, Show, Step};

use crate::board::{Cell, Qawale, SIDE, STONES, Stone};
use crate::path::Path;
use crate::tactics::wins::winning_stacks;

const STONE: &str = "stone";

impl Show for Qawale {
    fn steps(&self, mv: Path) -> Vec<Step> {
        mv.cells().map(step).collect()
    }

    fn next(&self, so_far: &[Step]) -> Next<Path> {
        let begun = self.begun(so_far);
        if begun.len() < so_far.len() {
            return Next::Steps(Vec::new());
        }
        match begun.split_first() {
            Some((origin, stepped)) if stepped.len() == self.steps_from(*origin) => {
                Next::Move(stepped.iter().copied().fold(Path::from(*origin), Path::then))
            }
            _ => Next::Steps(self.may_follow(&begun).map(step).collect()),
        }
    }

    fn refusal(&self, so_far: &[Step], step: &Step) -> Option<String> {
        let Step::Cell(name) = step else { return None };
        let (cell, begun) = (Cell::named(name)?, self.begun(so_far));
        if begun.len() < so_far.len() {
            return None;
        }
        let path = match begun.split_first() {
            None => Path::from(cell),
            Some((origin, stepped)) => {
                stepped.iter().copied().fold(Path::from(*origin), Path::then).then(cell)
            }
        };
        // That the path is too short is asked last: a step that cannot follow breaks another rule before.
        self.check(path).err().map(|rule| rule.to_string())
    }

    fn scene(&self, so_far: &[Step]) -> Scene {
        let begun = self.begun(so_far);
        let mut table = Table::new(self);
        if let Some((origin, stepped)) = begun.split_first() {
            table.pick_up(*origin, self.turn());
            for cell in stepped {
                table.sow(*cell);
            }
        }
        Scene {
            layout: Layout::squares(Cell::all().map(|cell| (cell.column(), cell.row()))),
            spoken: Cell::all().map(|cell| table.spoken(cell)).collect(),
            items: table.items(),
            trays: Player::BOTH.map(|player| table.tray(player)).into(),
            notes: self.notes(&table, &begun),
            scores: Player::BOTH.map(|player| table.score(player)).into(),
            chosen: so_far[..begun.len()].to_vec(),
            status: self.status(&table, begun.len()),
            ..Scene::default()
        }
    }

    fn beats(&self, mv: Path) -> Vec<Vec<Change>> {
        let mut table = Table::new(self);
        let from = Some(Qawale::INFO.player(self.turn()).into());
        let item = table.pick_up(mv.origin(), self.turn());
        let mut beats = vec![vec![Change::Appear { item, from }]];
        for cell in mv.cells().skip(1) {
            let height = table.stacks[cell.index()].len();
            let Some(laid) = table.sow(cell) else { break };
            let to = shown(named_by_place(cell, height), laid.stone, cell, height);
            beats.push(vec![Change::Move { id: laid.id, to }]);
        }
        beats
    }

    fn tell(&self, mv: Path) -> Vec<String> {
        let mut table = Table::new(self);
        table.pick_up(mv.origin(), self.turn());
        let sown = mv.cells().skip(1).filter_map(|cell| {
            let laid = table.sow(cell)?;
            Some(format!("{} on {cell}", color(laid.stone)))
        });
        let sown = sown.collect::<Vec<_>>().join(", ");
        let player = capital(Qawale::INFO.player(self.turn()));
        vec![format!("{player} put a {STONE} on {} and sowed the stack: {sown}.", mv.origin())]
    }

    fn why(&self) -> String {
        let table = Table::new(self);
        let told = |player: Player| table.told_lines(player);
        let [red, blue] = Player::BOTH.map(|player| capital(Qawale::INFO.player(player)));
        match self.outcome() {
            None => String::new(),
            Some(Outcome::Win(winner)) => {
                let name = capital(Qawale::INFO.player(winner));
                format!("{name} has four in line {}.", told(winner))
            }
            Some(Outcome::Draw) if table.lines(Player::First).next().is_some() => {
                let [of_red, of_blue] = Player::BOTH.map(told);
                format!("Both have four in line: {red} {of_red}, {blue} {of_blue}.")
            }
            Some(Outcome::Draw) => {
                let [of_red, of_blue] = Player::BOTH.map(|player| table.topped(player).count());
                format!(
                    "All {} stones are played and nobody has four in line; {red} is on top of {}, \
                     {blue} of {of_blue}.",
                    2 * STONES,
                    counted(of_red, "stack")
                )
            }
        }
    }
}

impl Qawale {
    fn notes(&self, table: &Table, begun: &[Cell]) -> Vec<Note> {
        let mut notes: Vec<Note> = begun.windows(2).map(|step| arrow(step[0], step[1])).collect();
        if !table.hand.is_empty() {
            return notes;
        }
        for player in Player::BOTH {
            notes.extend(table.lines(player).map(|line| Note::Tint {
                cells: line.map(|cell| cell.to_string()).into(),
                label: format!("{}'s line", Qawale::INFO.player(player)),
            }));
        }
        notes.extend(self.threat().filter(|_| begun.is_empty()));
        notes
    }

    /// The stacks that the opponent could sow to win next.
    fn threat(&self) -> Option<Note> {
        let opponent = self.turn().opponent();
        let cells: Vec<String> =
            winning_stacks(self, opponent).map(|cell| cell.to_string()).collect();
        let label = format!("{} threatens to win from here", Qawale::INFO.player(opponent));
        (self.outcome().is_none() && !cells.is_empty()).then_some(Note::Threat { cells, label })
    }

    /// How many steps the stack on that cell makes with a new stone on it.
    fn steps_from(&self, origin: Cell) -> usize {
        usize::from(self.height(origin)) + 1
    }

    /// Which cells may follow those of a path begun by the rules.
    fn may_follow(&self, begun: &[Cell]) -> impl Iterator<Item = Cell> {
        let over = self.outcome().is_some();
        let complete = begun.first().is_some_and(|origin| begun.len() > self.steps_from(*origin));
        let before = begun.len().checked_sub(2).map(|place| begun[place]);
        let at = begun.last().copied();
        Cell::all().filter(move |cell| {
            let fitting = match at {
                None => self.height(*cell) > 0,
                Some(at) => at.is_beside(*cell) && before != Some(*cell),
            };
            fitting && !over && !complete
        })
    }

    /// The path that the steps begin, up to the first step that is none.
    fn begun(&self, so_far: &[Step]) -> Vec<Cell> {
        let mut begun = Vec::new();
        for step in so_far {
            let Step::Cell(name) = step else { break };
            let Some(cell) = Cell::named(name) else { break };
            if !self.may_follow(&begun).any(|fitting| fitting == cell) {
                break;
            }
            begun.push(cell);
        }
        begun
    }

    fn status(&self, table: &Table, begun: usize) -> String {
        if let Some(outcome) = self.outcome() {
            return decided::<Qawale>(outcome, &self.why());
        }
        let player = capital(Qawale::INFO.player(self.turn()));
        let in_hand = counted(table.hand.len(), STONE);
        match begun {
            0 => format!("{player} to move: choose a stack to put your stone on."),
            1 => format!(
                "{player} to move: choose where to sow the bottom stone; {in_hand} in hand."
            ),
            _ if table.hand.is_empty() => {
                format!("{player} to move: the whole stack is sown; confirm the move.")
            }
            _ => {
                format!("{player} to move: choose where to sow the next stone; {in_hand} in hand.")
            }
        }
    }
}

/// A stone as a scene shows it.
struct Named {
    id: String,
    stone: Stone,
}

/// What lies on the table: the stacks of a position, with an unfinished move applied.
struct Table {
    /// Stones from the bottom up, by cell.
    stacks: [Vec<Named>; 16],
    /// The stones being sown, the next one first.
    hand: VecDeque<Named>,
    /// Over which cell the hand is.
    head: Option<Cell>,
    left: [u8; 2],
}

impl Table {
    fn new(position: &Qawale) -> Table {
        let mut stacks: [Vec<Named>; 16] = Default::default();
        for cell in Cell::all() {
            let stones = position.stack(cell).stones().enumerate();
            let named =
                stones.map(|(height, stone)| Named { id: named_by_place(cell, height), stone });
            stacks[cell.index()] = named.collect();
        }
        let left = Player::BOTH.map(|player| position.left_to(player));
        Table { stacks, hand: VecDeque::new(), head: None, left }
    }

    /// Puts a stone of `player` on a stack and picks it up; gives the new stone as it lies there.
    fn pick_up(&mut self, origin: Cell, player: Player) -> Item {
        let left = &mut self.left[player.index()];
        let id = format!("{}-{}", Qawale::INFO.player(player), STONES - *left + 1);
        *left -= 1;
        let stone = Stone::of(player);
        self.hand = std::mem::take(&mut self.stacks[origin.index()]).into();
        let new = shown(id.clone(), stone, origin, self.hand.len());
        self.hand.push_back(Named { id, stone });
        self.head = Some(origin);
        new
    }

    /// Lays the bottom stone of the hand on a cell; gives it back as it was called before.
    fn sow(&mut self, cell: Cell) -> Option<Named> {
        let laid = self.hand.pop_front()?;
        self.head = Some(cell);
        let before = Named { id: laid.id.clone(), stone: laid.stone };
        self.stacks[cell.index()].push(laid);
        Some(before)
    }

    /// Where the hand is, while there is something in it.
    fn is_in_hand_over(&self, cell: Cell) -> bool {
        self.head == Some(cell) && !self.hand.is_empty()
    }

    fn items(&self) -> Vec<Item> {
        let mut items = Vec::new();
        for cell in Cell::all() {
            let floating = self.hand.iter().filter(|_| self.is_in_hand_over(cell));
            let stones = self.stacks[cell.index()].iter().chain(floating);
            let lying = self.stacks[cell.index()].len();
            items.extend(stones.enumerate().map(|(height, named)| Item {
                in_hand: height >= lying,
                ..shown(named.id.clone(), named.stone, cell, height)
            }));
        }
        items
    }

    fn spoken(&self, cell: Cell) -> String {
        let mut label = format!("{cell}, {}", spoken(&self.stacks[cell.index()]));
        if self.is_in_hand_over(cell) {
            let _ = write!(label, "; over it {} in hand", counted(self.hand.len(), STONE));
        }
        label
    }

    fn tray(&self, player: Player) -> Tray {
        let name = Qawale::INFO.player(player);
        let count = u32::from(self.left[player.index()]);
        let stones = Piece::new(name, Kind::Stone, STONE, format!("{name} stones, {count} left"));
        Tray::reserve(player, format!("{name}'s stones"), vec![Piece { count, ..stones }])
    }

    /// The cells where a stone of `player` lies on top.
    fn topped(&self, player: Player) -> impl Iterator<Item = Cell> {
        Cell::all().filter(move |cell| self.is_topped(*cell, player))
    }

    fn is_topped(&self, cell: Cell, player: Player) -> bool {
        let top = self.stacks[cell.index()].last();
        top.is_some_and(|top| top.stone == Stone::of(player))
    }

    fn score(&self, player: Player) -> Score {
        let value = self.topped(player).count() as i32;
        Score { owner: player, name: "stacks topped".into(), value }
    }

    /// The lines that `player` has.
    fn lines(&self, player: Player) -> impl Iterator<Item = [Cell; 4]> {
        let all = lines();
        all.filter(move |line| line.iter().all(|cell| self.is_topped(*cell, player)))
    }

    /// The lines that `player` has, in words: `from a1 to d4`.
    fn told_lines(&self, player: Player) -> String {
        let told = self.lines(player).map(|line| format!("from {} to {}", line[0], line[3]));
        told.collect::<Vec<_>>().join(" and ")
    }
}

/// Every row, column and main diagonal.
fn lines() -> impl Iterator<Item = [Cell; 4]> {
    let along = |cell: fn(u8, u8) -> Cell, line: u8| [0, 1, 2, 3].map(|place| cell(line, place));
    let columns = (0..SIDE).map(move |column| along(Cell::at, column));
    let rows = (0..SIDE).map(move |row| along(|row, column| Cell::at(column, row), row));
    let rising = along(|_, place| Cell::at(place, place), 0);
    let falling = along(|_, place| Cell::at(place, SIDE - 1 - place), 0);
    columns.chain(rows).chain([rising, falling])
}

fn arrow(from: Cell, to: Cell) -> Note {
    let ((x, y), (to_x, to_y)) = (place(from), place(to));
    Note::Arrow {
        from: from.to_string(),
        to: Some(to.to_string()),
        dx: to_x - x,
        dy: to_y - y,
        label: "path".into(),
    }
}

fn step(cell: Cell) -> Step {
    Step::Cell(cell.to_string())
}

fn place(cell: Cell) -> (i32, i32) {
    (cell.column().into(), cell.row().into())
}

fn named_by_place(cell: Cell, height: usize) -> String {
    format!("{cell}.{height}")
}

fn shown(id: String, stone: Stone, cell: Cell, height: usize) -> Item {
    let item = Item::new(id, Kind::Stone, STONE, format!("{} {STONE}", color(stone)));
    Item { owner: stone.owner(), height: height as u32, ..item.on([cell]) }
}

fn color(stone: Stone) -> &'static str {
    stone.owner().map_or("neutral", |player| Qawale::INFO.player(player))
}

/// A stack as a screen reader says it. It is called by its top; all stones are named if they are few.
fn spoken(stack: &[Named]) -> String {
    const FEW: usize = 6;
    let Some(top) = stack.last() else { return "empty".into() };
    let top = color(top.stone);
    match stack.len() {
        1 => format!("{top} {STONE}"),
        height @ 2..=FEW => {
            let stones: Vec<_> = stack.iter().map(|named| color(named.stone)).collect();
            format!("{top} stack of {height}, from the bottom {}", stones.join(", "))
        }
        height => format!("{top} stack of {height}"),
    }
}
