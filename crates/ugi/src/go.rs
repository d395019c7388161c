//! The arguments of `go`: how long an engine may think.

use std::fmt::Write as _;
use std::time::Duration;

use quintet_catalog::Limits;
use quintet_core::Player;
use quintet_core::text::excerpt;
use quintet_players::budget::{Allowance, Budget, Pace};

/// What a `go` command asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Go {
    remaining: [Option<Duration>; 2],
    increment: [Duration; 2],
    move_time: Option<Duration>,
    /// By what the engine looks at.
    pub limits: Limits,
    /// The answer waits for `stop`.
    pub infinite: bool,
}

/// Why the arguments of `go` cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("go {word}: expected a whole number of at least 0, got `{found}`")]
pub(crate) struct GoError {
    word: String,
    found: String,
}

impl Go {
    /// Reads the words after `go`; gives those that mean nothing besides.
    pub(crate) fn parse<'a>(words: &[&'a str]) -> Result<(Go, Vec<&'a str>), GoError> {
        let mut go = Go::default();
        let mut unknown = Vec::new();
        let mut words = words.iter().copied();
        while let Some(word) = words.next() {
            let mut time = || number(word, words.next()).map(Duration::from_millis);
            match word {
                "p1time" | "wtime" => go.remaining[0] = Some(clock(word, words.next())?),
                "p2time" | "btime" => go.remaining[1] = Some(clock(word, words.next())?),
                "p1inc" | "winc" => go.increment[0] = time()?,
                "p2inc" | "binc" => go.increment[1] = time()?,
                "movetime" => go.move_time = Some(time()?),
                "depth" => {
                    let depth = number(word, words.next())?;
                    go.limits.depth = Some(u32::try_from(depth).unwrap_or(u32::MAX));
                }
                "nodes" => go.limits.nodes = Some(number(word, words.next())?),
                "infinite" => go.infinite = true,
                _ => unknown.push(word),
            }
        }
        Ok((go, unknown))
    }

    /// How long `player` may think, who expects to make so many moves; `None` if the clock does not limit it.
    pub(crate) fn allowance(&self, player: Player, moves: u32) -> Option<Allowance> {
        if self.infinite {
            return None;
        }
        let increment = self.increment[player.index()];
        let left = self.remaining[player.index()];
        let share = left.map(|left| Allowance::of_clock(left, increment, moves));
        match (share, self.move_time) {
            (Some(share), Some(time)) => Some(share.at_most(time)),
            (share, time) => share.or(time.map(Allowance::exactly)),
        }
    }
}

/// A count or a time.
fn number(word: &str, found: Option<&str>) -> Result<u64, GoError> {
    whole_number(word, found, 0)
}

/// What a clock shows. One that ran out may show less than nothing, which is read as nothing.
fn clock(word: &str, found: Option<&str>) -> Result<Duration, GoError> {
    whole_number(word, found, i128::MIN).map(Duration::from_millis)
}

fn whole_number(word: &str, found: Option<&str>, least: i128) -> Result<u64, GoError> {
    let text = found.unwrap_or("nothing");
    let number = text.parse().ok().filter(|number: &i128| *number >= least);
    let number = number.map(|number| number.clamp(0, i128::from(u64::MAX)) as u64);
    number.ok_or_else(|| GoError { word: word.into(), found: excerpt(text) })
}

/// The `go` command for a budget. UCI programs know the clocks as white's and black's.
pub(crate) fn command(budget: &Budget, is_uci: bool) -> String {
    let mut line = String::from("go");
    let mut add = |word: &str, value: u128| {
        write!(line, " {word} {value}").expect("a string takes every text");
    };
    match budget.pace {
        Pace::Unlimited => {}
        Pace::MoveTime(time) => add("movetime", time.as_millis().max(1)),
        Pace::Clock { remaining, increment } => {
            let [first, second] = if is_uci { ["w", "b"] } else { ["p1", "p2"] };
            add(&format!("{first}time"), remaining[0].as_millis());
            add(&format!("{second}time"), remaining[1].as_millis());
            add(&format!("{first}inc"), increment[0].as_millis());
            add(&format!("{second}inc"), increment[1].as_millis());
        }
    }
    if let Some(depth) = budget.limits.depth {
        add("depth", depth.into());
    }
    if let Some(nodes) = budget.limits.nodes {
        add("nodes", nodes.into());
    }
    line
}

#[cfg(test)]
mod tests {
    use quintet_core::Variant;
    use quintet_players::budget::moves_to_go;

    use super::*;

    const MS: Duration = Duration::from_millis(1);

    /// A usual move's time and a hard one's, in milliseconds.
    fn of(usual: u32, most: u32) -> Allowance {
        Allowance { usual: usual * MS, most: most * MS }
    }

    fn go(line: &str) -> Go {
        let (go, unknown) = Go::parse(&line.split(' ').skip(1).collect::<Vec<_>>()).unwrap();
        assert!(unknown.is_empty(), "{line}: {unknown:?}");
        go
    }

    #[test]
    fn clocks_are_the_players_own() {
        let clocks = go("go p1time 1100 p2time 2600 p1inc 0 p2inc 4");
        assert_eq!(clocks.allowance(Player::First, 25), Some(of(40, 80)));
        assert_eq!(clocks.allowance(Player::Second, 25), Some(of(103, 206)));
        assert_eq!(go("go wtime 1100 btime 2600 winc 0 binc 4"), clocks);
    }

    #[test]
    fn limits_combine_and_the_smallest_counts() {
        let all = go("go depth 7 p1time 1100 nodes 99 movetime 30");
        assert_eq!(all.limits, Limits { nodes: Some(99), depth: Some(7) });
        assert_eq!(all.allowance(Player::First, 25), Some(of(30, 30)));
        assert_eq!(go("go movetime 50 p1time 1100").allowance(Player::First, 25), Some(of(40, 50)));
        assert_eq!(go("go infinite movetime 50").allowance(Player::First, 25), None);
        assert_eq!(go("go").allowance(Player::First, 25), None);
    }

    #[test]
    fn strange_numbers_are_bounded_or_refused() {
        assert_eq!(go("go p1time -20").allowance(Player::First, 25), Some(of(1, 1)));
        assert_eq!(go("go nodes 99999999999999999999999").limits.nodes, Some(u64::MAX));
        for (words, problem) in [
            (["depth", "deep"], "go depth: expected a whole number of at least 0, got `deep`"),
            (["movetime", "-5"], "go movetime: expected a whole number of at least 0, got `-5`"),
            (
                ["infinite", "nodes"],
                "go nodes: expected a whole number of at least 0, got `nothing`",
            ),
        ] {
            assert_eq!(Go::parse(&words).unwrap_err().to_string(), problem);
        }
        let (_, unknown) = Go::parse(&["ponder", "depth", "3"]).unwrap();
        assert_eq!(unknown, ["ponder"]);
    }

    #[test]
    fn a_budget_is_written_as_it_is_read() {
        let clock = Pace::Clock { remaining: [1000 * MS, 900 * MS], increment: [10 * MS, MS] };
        let limits = Limits { nodes: Some(5), depth: Some(4) };
        let budget = Budget { pace: clock, limits, ..Budget::default() };
        let line = command(&budget, false);
        assert_eq!(line, "go p1time 1000 p2time 900 p1inc 10 p2inc 1 depth 4 nodes 5");
        let uci = command(&budget, true);
        assert_eq!(uci, "go wtime 1000 btime 900 winc 10 binc 1 depth 4 nodes 5");
        assert_eq!(go(&line), go(&uci));
        let game = quintet_catalog::standard().find("isaac").unwrap();
        let played = game.start(Variant::default());
        let share = go(&line).allowance(Player::First, moves_to_go(played.as_ref()));
        assert_eq!(share, clock.allowance(played.as_ref()));
        let quick = Budget { pace: Pace::MoveTime(Duration::from_micros(5)), ..Budget::default() };
        assert_eq!(command(&quick, false), "go movetime 1");
        assert_eq!(command(&Budget::default(), false), "go");
    }
}
