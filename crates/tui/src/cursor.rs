//! How an arrow key finds the next thing to choose: the nearest one within 60° of its direction, be it on the board,
//! in a tray or among the choices.

use quintet_core::Step;
use ratatui::layout::Rect;

use crate::canvas::Target;

/// Where an arrow key points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Up,
    Down,
    Left,
    Right,
}

impl Direction {
    /// Rightwards and downwards.
    fn vector(self) -> (f64, f64) {
        match self {
            Direction::Up => (0.0, -1.0),
            Direction::Down => (0.0, 1.0),
            Direction::Left => (-1.0, 0.0),
            Direction::Right => (1.0, 0.0),
        }
    }
}

/// The cosine of 60°, a little less so that a neighbour at exactly 60° counts in spite of rounding.
const WIDEST: f64 = 0.499;

/// How much farther a place counts as far as it is off the direction: what lies straight ahead is meant before what
/// lies aslant.
const STRAIGHTNESS: f64 = 1.5;

/// The next of the targets from a place on the screen, `None` if there is none in that direction.
pub(crate) fn jump<'a>(
    from: Rect,
    direction: Direction,
    targets: impl Iterator<Item = &'a Target>,
) -> Option<&'a Step> {
    let (ahead_x, ahead_y) = direction.vector();
    let start = centre(from);
    let distance = |target: &Target| {
        let (x, y) = centre(target.area);
        let (x, y) = (x - start.0, y - start.1);
        let length = x.hypot(y);
        let ahead = (x * ahead_x + y * ahead_y) / length;
        (length > 0.0 && ahead >= WIDEST).then_some(length * (1.0 + STRAIGHTNESS * (1.0 - ahead)))
    };
    let reachable = targets.filter_map(|target| Some((distance(target)?, target)));
    let nearest = reachable.min_by(|(a, _), (b, _)| a.total_cmp(b));
    nearest.map(|(_, target)| &target.step)
}

/// The target nearest to a place on the screen.
pub(crate) fn nearest<'a>(
    from: Rect,
    targets: impl Iterator<Item = &'a Target>,
) -> Option<&'a Step> {
    let start = centre(from);
    let distance = |target: &Target| {
        let (x, y) = centre(target.area);
        (x - start.0).hypot(y - start.1)
    };
    let nearest = targets.min_by(|a, b| distance(a).total_cmp(&distance(b)));
    nearest.map(|target| &target.step)
}

/// The middle of an area in units that are as wide as they are high: a character is twice as high as it is wide.
fn centre(area: Rect) -> (f64, f64) {
    let middle = |start: u16, length: u16| f64::from(start) + f64::from(length) / 2.0;
    (middle(area.x, area.width) / 2.0, middle(area.y, area.height))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A target of one cell at a column and a line.
    fn target(name: &str, x: u16, y: u16) -> Target {
        Target { step: Step::Cell(name.into()), area: Rect::new(x, y, 4, 2) }
    }

    fn jumped(targets: &[Target], from: usize, direction: Direction) -> Option<&str> {
        jump(targets[from].area, direction, targets.iter()).map(Step::name)
    }

    #[test]
    fn an_arrow_goes_to_the_nearest_place_ahead() {
        let row = [target("a1", 0, 0), target("b1", 4, 0), target("c1", 8, 0)];
        assert_eq!(jumped(&row, 0, Direction::Right), Some("b1"));
        assert_eq!(jumped(&row, 2, Direction::Left), Some("b1"));
        assert_eq!(jumped(&row, 0, Direction::Up), None);
    }

    #[test]
    fn straight_ahead_is_meant_before_aslant() {
        let board =
            [target("b1", 4, 2), target("a2", 0, 0), target("b3", 4, 0), target("c2", 8, 0)];
        assert_eq!(jumped(&board, 0, Direction::Up), Some("b3"));
    }

    #[test]
    fn a_hexagons_neighbours_count_as_above() {
        let board = [target("e5", 4, 2), target("f5", 2, 0), target("f6", 6, 0)];
        assert!(jumped(&board, 0, Direction::Up).is_some());
        assert_eq!(jumped(&board, 1, Direction::Down), Some("e5"));
    }

    #[test]
    fn nothing_behind_is_reached() {
        let board = [target("a1", 40, 20), target("b1", 0, 0)];
        assert_eq!(jumped(&board, 0, Direction::Right), None);
        assert_eq!(jumped(&board, 0, Direction::Down), None);
    }
}
