//! Isaac for learning programs: a length of the reserve and both ends of the tile, the lower left one first; later a tile on the
//! board, by its lowest-left cell, and where the counter ends.

use quintet_core::encoding::{Plane, PlaneReader, PlaneWriter};
use quintet_core::{Action, Encode, Player, Step, Variant};

use crate::board::{GOAL, Isaac, Phase, Reserve, Scoring};
use crate::rules::Move;
use crate::scene::tray_name;
use crate::scoring::counter_cell;
use crate::show::TO_GOAL;
use crate::tile::{BOARD, LENGTHS, Orientation, TILES, Tile, index_of};

/// How many cells there are: the first actions, by row and column.
const CELLS: usize = BOARD.count_ones() as usize;
/// The actions of the reserves follow, then the choice of 100 points.
const TO_GOAL_ACTION: usize = CELLS + 2 * LENGTHS.len();
const WHOSE: [&str; 2] = ["own", "the opponent's"];

impl Encode for Isaac {
    fn other_actions(_variant: Variant) -> Vec<Step> {
        let reserve = |player| LENGTHS.map(|length| Step::Item(tray_name(player, length)));
        let tiles = Player::BOTH.into_iter().flat_map(reserve);
        tiles.chain([Step::Choice(TO_GOAL.into())]).collect()
    }

    fn planes(_variant: Variant) -> Vec<Plane> {
        let mut planes = Vec::new();
        for whose in WHOSE {
            for (lies, length) in kinds() {
                let lies = ["horizontal", "vertical"][lies.index()];
                let name = format!("where {whose} {lies} tiles of length {length} begin");
                planes.push(Plane::cells(name));
            }
            planes.push(Plane::cells(format!("cells under {whose} tiles")));
        }
        for whose in WHOSE {
            planes.push(Plane::cells(format!("{whose} counter")));
        }
        for whose in WHOSE {
            for length in LENGTHS {
                let name = format!("{whose} tiles of length {length} in reserve");
                planes.push(Plane::constant(name, TILES[index_of(length)]));
            }
            planes.push(Plane::constant(format!("{whose} points"), GOAL));
            planes.push(Plane::constant(format!("{whose} length removed last, 0 if none"), 7));
        }
        for said in ["has passed first", "is out"] {
            planes.push(Plane::constant(format!("1 if the player who acts {said}"), 1));
            planes.push(Plane::constant(format!("1 if the opponent {said}"), 1));
        }
        planes.push(Plane::constant("1 while tiles are taken off", 1));
        planes.push(Plane::constant("1 if light acts", 1));
        planes.push(Plane::cells("the cell chosen first"));
        let chosen = |length: u8| format!("1 once a tile of length {length} is chosen");
        planes.extend(LENGTHS.map(|length| Plane::constant(chosen(length), 1)));
        planes
    }

    fn mark_legal(&self, begun: &[Action], legal: &mut [bool]) {
        match self.phase {
            Phase::Placement { .. } => self.mark_placing(begun, legal),
            Phase::Scoring(scoring) if scoring.outcome(self).is_none() => {
                self.mark_taking(scoring, begun, legal);
            }
            Phase::Scoring(_) => {}
        }
    }

    fn composed(&self, begun: &[Action]) -> Option<Move> {
        match (self.phase, begun) {
            (Phase::Placement { .. }, [length, start, end]) => {
                let (start, end) = (coordinates(*start)?, coordinates(*end)?);
                let lies =
                    if start.1 == end.1 { Orientation::Horizontal } else { Orientation::Vertical };
                Some(Move::Place(Tile::at(start, lies, length_of(*length)?)?))
            }
            (Phase::Scoring(scoring), [tile, end]) => {
                let tile = self.own_tile_at(*tile)?;
                let points = if usize::from(*end) == TO_GOAL_ACTION {
                    GOAL
                } else {
                    counter_cell(self.turn, u8::try_from(*end).ok()?)
                };
                let advance = points.checked_sub(scoring.points[self.turn.index()])?;
                Some(Move::Remove(tile, advance))
            }
            _ => None,
        }
    }

    fn observe(&self, begun: &[Action], planes: &mut PlaneWriter) {
        let sides = [self.turn, self.turn.opponent()];
        for side in sides {
            self.draw_tiles(side, planes);
        }
        let scoring = match self.phase {
            Phase::Scoring(scoring) => Some(scoring),
            Phase::Placement { .. } => None,
        };
        let points = |side: Player| scoring.map_or(0, |scoring| scoring.points[side.index()]);
        for side in sides {
            let on_board = scoring.is_some() && points(side) < GOAL;
            planes.mark(on_board.then(|| counter_cell(side, points(side)).into()));
        }
        for side in sides {
            for length in LENGTHS {
                planes.fill(self.reserve[side.index()].count(length));
            }
            planes.fill(points(side));
            planes.fill(scoring.map_or(0, |scoring| scoring.last[side.index()]));
        }
        let passed = match self.phase {
            Phase::Placement { passed } => passed,
            Phase::Scoring(scoring) => Some(scoring.passed_first),
        };
        for side in sides {
            planes.fill(passed == Some(side));
        }
        for side in sides {
            planes.fill(scoring.is_some_and(|scoring| scoring.out[side.index()]));
        }
        planes.fill(scoring.is_some());
        planes.fill(self.turn == Player::Second);
        let cell = begun.iter().map(|action| usize::from(*action)).find(|action| *action < CELLS);
        planes.mark(cell);
        let length = begun.first().and_then(|length| length_of(*length));
        planes.fill_one(length.map(index_of), LENGTHS.len());
    }

    fn rebuild(_variant: Variant, planes: &mut PlaneReader) -> Option<Isaac> {
        let mut position = Isaac::START;
        let mut tiles = [Vec::new(), Vec::new()];
        for tiles in &mut tiles {
            for (lies, length) in kinds() {
                for place in planes.marked()? {
                    tiles.push(Tile::at(coordinates(place as Action)?, lies, length)?);
                }
            }
            planes.plane()?;
        }
        planes.plane()?;
        planes.plane()?;
        let mut sides = [(); 2].map(|()| None);
        for side in &mut sides {
            let mut counts = [0; 5];
            for count in &mut counts {
                *count = planes.filled()?.min(15);
            }
            *side = Some((Reserve::new(counts), planes.filled()?, planes.filled()?));
        }
        let mut flag = || planes.filled().map(|number| number == 1);
        let (passed, out) = ([flag()?, flag()?], [flag()?, flag()?]);
        let (is_scoring, light) = (flag()?, flag()?);
        position.turn = if light { Player::Second } else { Player::First };
        let players = [position.turn, position.turn.opponent()];
        let passed = players.into_iter().zip(passed).find(|(_, passed)| *passed).map(|(it, _)| it);
        let mut scoring = Scoring::start(passed.unwrap_or(Player::First));
        for (number, player) in players.into_iter().enumerate() {
            let (reserve, points, last) = sides[number]?;
            position.reserve[player.index()] = reserve;
            scoring.points[player.index()] = points;
            scoring.last[player.index()] = last;
            scoring.out[player.index()] = out[number];
            for tile in &tiles[number] {
                let kept = position.tiles[player.index()].count(tile.length());
                let fits = position.has_room_for(*tile) && kept < TILES[index_of(tile.length())];
                fits.then(|| position.put(player, *tile))?;
            }
        }
        position.phase =
            if is_scoring { Phase::Scoring(scoring) } else { Phase::Placement { passed } };
        Some(position)
    }
}

impl Isaac {
    fn mark_placing(&self, begun: &[Action], legal: &mut [bool]) {
        let chosen = begun.first().map(|length| length_of(*length));
        let start = begun.get(1).map(|start| usize::from(*start));
        if begun.len() > 2 {
            return;
        }
        let _ = self.for_each_set(|lies, length, places| {
            match (chosen, start) {
                (None, _) => legal[reserve_action(self.turn, length)] = true,
                (Some(chosen), _) if chosen != Some(length) => {}
                (Some(_), None) => {
                    for number in numbers(places) {
                        legal[action(lies, number)] = true;
                    }
                }
                (Some(_), Some(start)) => {
                    let number = numbers(places).find(|number| action(lies, *number) == start);
                    if let Some(number) = number {
                        legal[action(lies, number + length - 1)] = true;
                    }
                }
            }
            std::ops::ControlFlow::<()>::Continue(())
        });
    }

    fn mark_taking(&self, scoring: Scoring, begun: &[Action], legal: &mut [bool]) {
        let chosen = match begun {
            [] => None,
            [tile] => Some(usize::from(*tile)),
            _ => return,
        };
        for (slot, advances) in self.advances(scoring).into_iter().enumerate() {
            if advances.count() == 0 {
                continue;
            }
            let place = self.tile_in(slot).place();
            let begins = action(place.orientation(), place.number());
            match chosen {
                None => legal[begins] = true,
                Some(chosen) if chosen == begins => {
                    for skip in 0..advances.count() {
                        let points = scoring.points[self.turn.index()] + advances.nth(skip);
                        let cell = usize::from(counter_cell(self.turn, points));
                        legal[if points == GOAL { TO_GOAL_ACTION } else { cell }] = true;
                    }
                }
                Some(_) => {}
            }
        }
    }

    /// The mover's tile that begins on the cell of an action.
    fn own_tile_at(&self, begins: Action) -> Option<Tile> {
        let mut tiles = self.tiles[self.turn.index()].all();
        tiles.find(|tile| {
            let place = tile.place();
            action(place.orientation(), place.number()) == usize::from(begins)
        })
    }

    fn draw_tiles(&self, side: Player, planes: &mut PlaneWriter) {
        let begin = [(); 10].map(|()| planes.plane());
        let under = planes.plane();
        for tile in self.tiles[side.index()].all() {
            let place = tile.place();
            let kind = LENGTHS.len() * place.orientation().index() + index_of(tile.length());
            begin[kind][action(place.orientation(), place.number())] = 1;
            for number in place.number()..place.number() + tile.length() {
                under[action(place.orientation(), number)] = 1;
            }
        }
    }
}

/// How tiles can lie and how long they can be, in the order of the planes.
fn kinds() -> impl Iterator<Item = (Orientation, u8)> {
    Orientation::BOTH.into_iter().flat_map(|lies| LENGTHS.map(|length| (lies, length)))
}

fn numbers(mut places: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let number = places.trailing_zeros() as u8;
        places &= places.wrapping_sub(1);
        (number < 128).then_some(number)
    })
}

/// The action of a cell, given in the numbering of an orientation.
#[inline]
fn action(lies: Orientation, number: u8) -> usize {
    Orientation::Horizontal.number(lies.coordinates(number)).into()
}

/// Column and row of the cell that an action is.
fn coordinates(action: Action) -> Option<(u8, u8)> {
    (usize::from(action) < CELLS).then(|| Orientation::Horizontal.coordinates(action as u8))
}

fn reserve_action(player: Player, length: u8) -> usize {
    CELLS + LENGTHS.len() * player.index() + index_of(length)
}

/// The length of the tile in a reserve that an action is.
fn length_of(action: Action) -> Option<u8> {
    let kind = usize::from(action).checked_sub(CELLS)?;
    (kind < 2 * LENGTHS.len()).then(|| LENGTHS[kind % LENGTHS.len()])
}
