//! What a player sees and clicks: a cell, or the swap.

use quintet_core::contest::{capital, decided};
use quintet_core::scene::{Choice, Item, Kind, Note, Piece, Score, Tray};
use quintet_core::text::counted;
use quintet_core::{Change, Game, Layout, Outcome, Player, Scene, Show, Step};

use crate::board::{BOARD, Cell, Push, cells, push, pushes};
use crate::rules::{MARBLES, Momentum, Move, TURNS};

const MARBLE: &str = "marble";

impl Show for Momentum {
    fn steps(&self, mv: Move) -> Vec<Step> {
        vec![match mv {
            Move::Drop(cell) => Step::Cell(cell.to_string()),
            Move::Swap => Step::Choice(mv.to_string()),
        }]
    }

    fn refusal(&self, so_far: &[Step], step: &Step) -> Option<String> {
        let mv = meant(step).filter(|_| so_far.is_empty())?;
        self.check(mv).err().map(|rule| rule.to_string())
    }

    fn scene(&self, so_far: &[Step]) -> Scene {
        let begun = self.begun(so_far);
        let mut marbles = Player::BOTH.map(|player| self.marbles(player));
        match begun {
            Some(Move::Drop(cell)) => marbles[self.turn().index()] |= cell.bit(),
            Some(Move::Swap) => marbles.swap(0, 1),
            None => {}
        }
        let shown = Shown { marbles };
        // What counts is what stays: marbles about to fall off are still shown, with arrows.
        let counted = begun.map_or_else(|| self.clone(), |mv| self.after(mv));
        Scene {
            layout: Layout::squares(cells(BOARD).map(|cell| (cell.column(), cell.row()))),
            spoken: cells(BOARD).map(|cell| shown.spoken(cell)).collect(),
            items: shown.items(),
            trays: Player::BOTH.map(|player| shown.tray(player)).into(),
            choices: self.choices(begun),
            notes: self.notes(begun),
            scores: Player::BOTH.map(|player| counted.score(player)).into(),
            chosen: begun.and_then(|_| so_far.first()).into_iter().cloned().collect(),
            status: self.status(begun),
            ..Scene::default()
        }
    }

    fn beats(&self, mv: Move) -> Vec<Vec<Change>> {
        let Move::Drop(cell) = mv else {
            let taken_over = cells(self.marbles(Player::First)).map(|cell| Change::Move {
                id: marble(Player::First, cell).id,
                to: marble(Player::Second, cell),
            });
            return vec![taken_over.collect()];
        };
        let item = marble(self.turn(), cell);
        let appears =
            Change::Appear { item, from: Some(Momentum::INFO.player(self.turn()).into()) };
        let pushed: Vec<Change> =
            self.pushes(cell).map(|(owner, push)| moved(owner, push)).collect();
        if pushed.is_empty() { vec![vec![appears]] } else { vec![vec![appears], pushed] }
    }

    fn tell(&self, mv: Move) -> Vec<String> {
        let player = name(self.turn());
        let Move::Drop(cell) = mv else {
            let taken_over = cells(self.marbles(Player::First));
            return taken_over
                .map(|cell| {
                    format!("{player} took over X's marble on {cell} and gave X one from the hand.")
                })
                .collect();
        };
        let pushed = self.pushes(cell).map(|(owner, push)| match push.to {
            Some(to) => format!("{} on {} was pushed to {to}.", label(owner), push.from),
            None => {
                format!("{} on {} was pushed off the board, back to hand.", label(owner), push.from)
            }
        });
        std::iter::once(format!("{player} dropped a marble on {cell}.")).chain(pushed).collect()
    }

    fn why(&self) -> String {
        let Some(outcome) = self.outcome() else { return String::new() };
        let player = outcome.winner().unwrap_or(Player::First);
        let [ahead, behind] = [player, player.opponent()].map(|player| self.count(player));
        let [name, other] = [player, player.opponent()].map(name);
        if ahead == MARBLES {
            return format!("{name} has all eight marbles on the board.");
        }
        let marbles = counted(ahead, MARBLE);
        if outcome == Outcome::Draw {
            return format!("After {TURNS} turns X and O have {marbles} each on the board.");
        }
        format!("After {TURNS} turns {name} has {marbles} on the board and {other} {behind}.")
    }
}

impl Momentum {
    /// The move that the steps are, if it is legal.
    fn begun(&self, so_far: &[Step]) -> Option<Move> {
        meant(so_far.first()?).filter(|mv| self.check(*mv).is_ok())
    }

    /// The marbles that a drop pushes, with their owners.
    fn pushes(&self, cell: Cell) -> impl Iterator<Item = (Player, Push)> {
        let pushed = pushes(self.occupied, cell).into_iter();
        pushed.filter_map(|push| Some((self.owner(push.from)?, push)))
    }

    fn score(&self, player: Player) -> Score {
        let value = self.count(player).into();
        Score { owner: player, name: "marbles on the board".into(), value }
    }

    fn choices(&self, begun: Option<Move>) -> Vec<Choice> {
        if begun.is_some() || self.check(Move::Swap).is_err() {
            return Vec::new();
        }
        vec![Choice { name: Move::Swap.to_string(), label: "Take over X's marble".into() }]
    }

    fn notes(&self, begun: Option<Move>) -> Vec<Note> {
        if let Some(Move::Drop(cell)) = begun {
            return self.pushes(cell).map(|(_, push)| arrow(push)).collect();
        }
        let Some(outcome) = self.outcome() else {
            return self.threat().filter(|_| begun.is_none()).into_iter().collect();
        };
        let Some(winner) = outcome.winner() else { return Vec::new() };
        let cells = cells(self.marbles(winner)).map(|cell| cell.to_string()).collect();
        vec![Note::Tint { cells, label: format!("{}'s marbles win", name(winner)) }]
    }

    /// The opponent's marbles, if one more makes all of them: most drops would do.
    fn threat(&self) -> Option<Note> {
        let opponent = self.turn().opponent();
        let marbles = self.marbles(opponent);
        let wins = |cell: Cell| {
            let (_, left) = push(self.occupied, marbles, cell);
            left.count_ones() + 1 == u32::from(MARBLES)
        };
        if self.count(opponent) + 1 != MARBLES || self.turns + 1 >= TURNS {
            return None;
        }
        let label = format!("{} threatens to bring in the last marble", name(opponent));
        let cells_of = |marbles| cells(marbles).map(|cell| cell.to_string()).collect();
        cells(self.empty()).any(wins).then(|| Note::Threat { cells: cells_of(marbles), label })
    }

    fn status(&self, begun: Option<Move>) -> String {
        if let Some(outcome) = self.outcome() {
            return decided::<Momentum>(outcome, &self.why());
        }
        let player = name(self.turn());
        match begun {
            None if self.check(Move::Swap).is_ok() => {
                format!(
                    "{player} to move: drop a marble on an empty cell, or swap to take over X's."
                )
            }
            None => format!("{player} to move: drop a marble on an empty cell."),
            Some(Move::Swap) => format!("{player} to move: X's marble becomes {player}'s."),
            Some(Move::Drop(cell)) => {
                format!("{player} to move: a marble drops on {cell}; {}.", self.effect(cell))
            }
        }
    }

    /// What a drop does to the other marbles, as half a sentence.
    fn effect(&self, cell: Cell) -> String {
        let all: Vec<(Player, Push)> = self.pushes(cell).collect();
        let told = |(owner, push): &(Player, Push)| match push.to {
            Some(to) => format!("{} goes from {} to {to}", name(*owner), push.from),
            None => format!("{} on {} falls off", name(*owner), push.from),
        };
        match all.iter().map(told).collect::<Vec<_>>() {
            none if none.is_empty() => "nothing is pushed".into(),
            pushed => pushed.join(", "),
        }
    }
}

/// The move that a step is, legal or not.
fn meant(step: &Step) -> Option<Move> {
    match step {
        Step::Cell(name) => Cell::named(name).map(Move::Drop),
        Step::Choice(name) => name.parse().ok().filter(|mv| *mv == Move::Swap),
        Step::Item(_) => None,
    }
}

/// The marbles as a scene shows them: those of a position, with an unfinished move applied.
struct Shown {
    marbles: [u64; 2],
}

impl Shown {
    fn owner(&self, cell: Cell) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.marbles[player.index()] & cell.bit() != 0)
    }

    fn count(&self, player: Player) -> u32 {
        self.marbles[player.index()].count_ones()
    }

    fn spoken(&self, cell: Cell) -> String {
        let content = self.owner(cell).map_or("empty".into(), label);
        format!("{cell}, {content}")
    }

    fn items(&self) -> Vec<Item> {
        cells(BOARD).filter_map(|cell| Some(marble(self.owner(cell)?, cell))).collect()
    }

    fn tray(&self, player: Player) -> Tray {
        let count = u32::from(MARBLES) - self.count(player);
        let name = name(player);
        let label = format!("{name}'s marbles, {count} of {MARBLES} in hand");
        let hand = Piece::new(Momentum::INFO.player(player), Kind::Marble, MARBLE, label);
        let pieces = vec![Piece { count, ..hand }];
        Tray::reserve(player, format!("{name}'s marbles in hand"), pieces)
    }
}

/// What happens to a pushed marble.
fn moved(owner: Player, push: Push) -> Change {
    let id = marble(owner, push.from).id;
    match push.to {
        Some(to) => Change::Move { id, to: marble(owner, to) },
        None => Change::Vanish { id, to: Some(Momentum::INFO.player(owner).into()) },
    }
}

fn arrow(push: Push) -> Note {
    let (dx, dy) = push.direction;
    Note::Arrow {
        from: push.from.to_string(),
        to: push.to.map(|to| to.to_string()),
        dx: dx.into(),
        dy: dy.into(),
        label: "pushed".into(),
    }
}

fn name(player: Player) -> String {
    capital(Momentum::INFO.player(player))
}

fn label(owner: Player) -> String {
    format!("{}'s {MARBLE}", name(owner))
}

fn marble(owner: Player, cell: Cell) -> Item {
    let id = format!("{}-{cell}", Momentum::INFO.player(owner));
    Item::new(id, Kind::Marble, MARBLE, label(owner)).of(owner).on([cell])
}
