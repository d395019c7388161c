//! Who meets whom, and the table that comes of it.

use std::fmt;

use quintet_players::PlayerSpec;

use crate::estimate::{elo_of, or_open, share_of};
use crate::ranking::Ranking;
use crate::stats::Score;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first meets everybody else.
    Gauntlet,
    /// Everybody meets those who stand at most so many places away in the list.
    Neighbours(usize),
}

impl Format {
    /// The pairings among that many players, by their numbers.
    pub fn pairings(self, players: usize) -> Vec<[usize; 2]> {
        let (firsts, reach) = match self {
            Format::RoundRobin => (players, players),
            Format::Gauntlet => (players.min(1), players),
            Format::Neighbours(reach) => (players, reach),
        };
        let opponents = |a: usize| a + 1..players.min(a.saturating_add(reach).saturating_add(1));
        (0..firsts).flat_map(|a| opponents(a).map(move |b| [a, b])).collect()
    }
}

/// The results of all pairings.
#[derive(Clone, Debug)]
pub struct Table {
    /// The players.
    pub players: Vec<PlayerSpec>,
    /// What came of each pairing, seen from the first of the two.
    pub results: Vec<([usize; 2], Score)>,
    /// Games that each player lost without losing by the rules.
    pub forfeits: Vec<u64>,
    /// The player whose Elo is 0; without one the mean of all is.
    pub anchor: Option<usize>,
}

/// A player's place in the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The player's number.
    pub player: usize,
    /// Points: a win is 1, a draw ½.
    pub points: f64,
    /// Games played.
    pub games: u64,
    /// Elo against the mean of all players that played, or against the anchor: infinite for one that took all points or none,
    /// `None` where no games lead to what it counts from.
    pub elo: Option<f64>,
    /// The same with half a point more either way, as if each had drawn one game more, which keeps clean sweeps finite: what
    /// the players are put in order by.
    pub fitted: Option<f64>,
    /// The interval that holds it with 95 %, infinite where few or one-sided games leave it open. Against the mean it takes
    /// the others' Elo as known; against the anchor it counts all that is unsure between the two.
    pub interval: (f64, f64),
}

impl Table {
    /// The score of one player against another, if they met.
    pub fn score(&self, a: usize, b: usize) -> Option<Score> {
        self.results.iter().find_map(|([first, second], score)| match (*first, *second) {
            pair if pair == (a, b) => Some(*score),
            pair if pair == (b, a) => Some(score.turned()),
            _ => None,
        })
    }

    /// All players, the strongest first; those of whom nothing is known come last.
    pub fn standings(&self) -> Vec<Standing> {
        let strengths = self.strengths();
        let is_known = self.known();
        let known: Vec<f64> = strengths
            .iter()
            .zip(&is_known)
            .filter(|(_, known)| **known)
            .map(|(it, _)| *it)
            .collect();
        let mean = known.iter().sum::<f64>() / known.len().max(1) as f64;
        let zero = self.anchor.map_or(mean, |anchor| strengths[anchor]);
        let ranking = self.ranking();
        let from_anchor = self.anchor.map(|anchor| ranking.intervals_from(anchor));
        let mut standings: Vec<Standing> = (0..self.players.len())
            .map(|player| {
                let met = self.met(player, &strengths);
                let score = met.iter().fold(Score::default(), |sum, (_, score)| sum.and(score));
                let points = score.share() * score.games() as f64;
                let (fitted, games) = (strengths[player] - zero, score.games());
                if !is_known[player] {
                    let interval = (f64::NEG_INFINITY, f64::INFINITY);
                    return Standing { player, points, games, elo: None, fitted: None, interval };
                }
                let (low, high) = if let Some(intervals) = &from_anchor {
                    intervals[player]
                } else {
                    let (low, high) = ranking.interval_beside(&strengths, player);
                    (low - zero, high - zero)
                };
                // Its Elo leans to the others', and after few games more than all that is likely.
                let interval =
                    (or_open(low.min(fitted), fitted), or_open(high.max(fitted), fitted));
                let is_swept = score.wins == games || score.losses == games;
                let elo = match self.anchor {
                    Some(anchor) if anchor == player => 0.0,
                    _ if is_swept => elo_of(score.share()),
                    _ => fitted,
                };
                Standing { player, points, games, elo: Some(elo), fitted: Some(fitted), interval }
            })
            .collect();
        let place = |standing: &Standing| standing.fitted.unwrap_or(f64::NEG_INFINITY);
        standings.sort_by(|a, b| place(b).total_cmp(&place(a)).then(a.player.cmp(&b.player)));
        standings
    }

    /// Of which players anything is known: those who played, and where Elo is counted from one of them, those whom games
    /// lead to from there. What was interrupted may have begun elsewhere.
    fn known(&self) -> Vec<bool> {
        let played = || self.results.iter().filter(|(_, score)| score.games() > 0);
        let mut known = vec![false; self.players.len()];
        for [a, b] in played().map(|(pair, _)| *pair) {
            let counts = |player| self.anchor.is_none_or(|anchor| anchor == player);
            known[a] |= counts(a);
            known[b] |= counts(b);
        }
        for _ in 0..self.players.len() {
            for [a, b] in played().map(|(pair, _)| *pair) {
                let either = known[a] || known[b];
                (known[a], known[b]) = (either, either);
            }
        }
        known
    }

    /// Elo of all players that fits their results best, found by giving each in turn the strength at which
    /// it would be expected to score what it scored. Half a point either way keeps clean sweeps finite.
    fn strengths(&self) -> Vec<f64> {
        let mut strengths = vec![0.0; self.players.len()];
        for _ in 0..200 {
            for player in 0..self.players.len() {
                let met = self.met(player, &strengths);
                let games: f64 = met.iter().map(|(_, score)| score.games() as f64).sum();
                let points: f64 =
                    met.iter().map(|(_, score)| score.share() * score.games() as f64).sum();
                if !met.is_empty() {
                    strengths[player] = fit(&met, (points + 0.5) / (games + 1.0));
                }
            }
        }
        strengths
    }

    /// How well strengths explain what was played.
    fn ranking(&self) -> Ranking {
        let played = self.results.iter().filter(|(_, score)| score.games() > 0);
        let pairings: Vec<_> = played.map(|(pair, score)| (*pair, score.estimate())).collect();
        Ranking::new(self.players.len(), pairings.iter())
    }

    /// What a player scored, with the opponent's strength each.
    fn met(&self, player: usize, strengths: &[f64]) -> Vec<(f64, Score)> {
        let scores = strengths.iter().enumerate().filter_map(|(other, strength)| {
            self.score(player, other).map(|score| (*strength, score))
        });
        scores.filter(|(_, score)| score.games() > 0).collect()
    }
}

/// The cross table.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |player: usize| self.players[player].to_string();
        let standings = self.standings();
        let widest = (0..self.players.len()).map(|player| name(player).len()).max().unwrap_or(0);
        write!(f, "{:>3} {:<widest$} {:>6} {:>14} {:>9}", "", "player", "elo", "95 %", "points")?;
        for place in 1..=standings.len() {
            write!(f, " {place:>8}")?;
        }
        // Most tournaments have none.
        let has_forfeits = self.forfeits.iter().any(|forfeits| *forfeits > 0);
        writeln!(f, "{}", if has_forfeits { "  forfeits" } else { "" })?;
        for (place, standing) in standings.iter().enumerate() {
            let points = format!("{}/{}", standing.points, standing.games);
            let (place, name) = (place + 1, name(standing.player));
            let (low, high) = standing.interval;
            let range = match standing.elo {
                Some(_) => format!("{} to {}", rounded(low), rounded(high)),
                None => "-".into(),
            };
            let elo = standing.elo.map_or_else(|| "-".into(), rounded);
            write!(f, "{place:>3} {name:<widest$} {elo:>6} {range:>14} {points:>9}")?;
            for other in &standings {
                match self.score(standing.player, other.player) {
                    Some(score) if score.games() > 0 => {
                        write!(f, " {:>6.1} %", 100.0 * score.share())?;
                    }
                    _ => write!(f, " {:>8}", "-")?,
                }
            }
            if has_forfeits {
                write!(f, "  {:>8}", self.forfeits[standing.player])?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// A whole number, or that there is no end.
fn rounded(elo: f64) -> String {
    if elo.is_finite() {
        // Adding zero turns a negative zero into a plain one.
        format!("{:.0}", elo.round() + 0.0)
    } else {
        if elo < 0.0 { "-∞" } else { "∞" }.into()
    }
}

/// The strength that is expected to score that share against opponents of known strengths, in as many games as
/// were played with each. The expected share grows with strength, so halving finds it.
fn fit(met: &[(f64, Score)], share: f64) -> f64 {
    if share <= 0.0 || share >= 1.0 {
        return elo_of(share);
    }
    let games: f64 = met.iter().map(|(_, score)| score.games() as f64).sum();
    let (mut low, mut high) = (-8000.0, 8000.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        let expected: f64 =
            met.iter().map(|(other, score)| share_of(middle - other) * score.games() as f64).sum();
        if expected > share * games {
            high = middle;
        } else {
            low = middle;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(wins: u64, losses: u64, draws: u64) -> Score {
        Score { wins, losses, draws, singles: [losses, draws, wins], ..Score::default() }
    }

    fn table(results: Vec<([usize; 2], Score)>) -> Table {
        let players = vec!["random".parse().expect("a player"); 3];
        Table { players, results, forfeits: vec![0; 3], anchor: None }
    }

    #[test]
    fn everybody_meets_everybody_or_the_first() {
        assert_eq!(Format::RoundRobin.pairings(3), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(Format::Gauntlet.pairings(3), [[0, 1], [0, 2]]);
        assert!(Format::RoundRobin.pairings(0).is_empty());
        assert_eq!(Format::Neighbours(1).pairings(4), [[0, 1], [1, 2], [2, 3]]);
        assert_eq!(Format::Neighbours(2).pairings(4), [[0, 1], [0, 2], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(Format::Neighbours(usize::MAX).pairings(3), Format::RoundRobin.pairings(3));
        assert!(Format::Neighbours(0).pairings(3).is_empty());
    }

    #[test]
    fn elo_fits_results_that_agree_with_each_other() {
        // 75 % is 191 Elo: with many games the half points that keep it finite hardly matter.
        let table = table(vec![
            ([0, 1], score(7500, 2500, 0)),
            ([1, 2], score(7000, 2000, 1000)),
            ([0, 2], score(9000, 1000, 0)),
        ]);
        let standings = table.standings();
        assert_eq!(standings.iter().map(|place| place.player).collect::<Vec<_>>(), [0, 1, 2]);
        let elo: Vec<f64> = standings.iter().filter_map(|place| place.elo).collect();
        let gap = elo[0] - elo[1];
        assert!((gap - 191.0).abs() < 2.0, "{gap}");
        assert!(elo.iter().sum::<f64>().abs() < 1e-6, "{elo:?}");
    }

    #[test]
    fn elo_comes_with_its_error() {
        let clean = table(vec![([0, 1], score(20, 0, 0)), ([1, 2], score(10, 10, 0))]);
        let standings = clean.standings();
        let [best, _, _] = &standings[..] else { panic!("three players") };
        assert!(best.interval.0 > 0.0 && best.interval.1 == f64::INFINITY, "{best:?}");
        for place in &standings {
            let fitted = place.fitted.expect("it played");
            assert!(place.interval.0 < fitted && fitted < place.interval.1, "{place:?}");
        }
        assert!(clean.to_string().contains(" to ∞"), "{clean}");
        // Alone against one other it is as wide as that of a match.
        let score = score(60, 40, 0);
        let lone = Table {
            players: clean.players[..2].to_vec(),
            results: vec![([0, 1], score)],
            forfeits: vec![0; 2],
            anchor: None,
        };
        let (low, high) = lone.standings()[0].interval;
        assert!(((high - low) / 2.0 - score.estimate().elo_error()).abs() < 0.5, "{low} {high}");
    }

    #[test]
    fn games_against_somebody_far_away_do_not_make_a_player_less_sure() {
        let near = ([1, 2], score(4, 16, 0));
        let among = table(vec![([0, 1], score(0, 20, 0)), near]);
        let width = |table: &Table| {
            let standings = table.standings();
            let place = standings.iter().find(|place| place.player == 1).expect("it is ranked");
            place.interval.1 - place.interval.0
        };
        let (wide, alone) = (width(&among), width(&table(vec![near])));
        assert!(wide < alone + 0.5, "{wide} instead of {alone}");
    }

    #[test]
    fn elo_can_count_from_one_player_and_is_less_sure_with_every_step_away() {
        let steps = vec![([0, 1], score(150, 50, 0)), ([1, 2], score(150, 50, 0))];
        let ladder = Table { anchor: Some(2), ..table(steps) };
        let standings = ladder.standings();
        let errors: Vec<f64> =
            standings.iter().map(|place| (place.interval.1 - place.interval.0) / 2.0).collect();
        assert_eq!(standings.iter().map(|place| place.player).collect::<Vec<_>>(), [0, 1, 2]);
        assert!((standings[1].elo.unwrap() - 190.0).abs() < 3.0, "{standings:?}");
        assert_eq!(standings[2].elo, Some(0.0));
        assert_eq!(standings[2].interval, (0.0, 0.0));
        // One step is as sure as it is in a match; two steps add up.
        let step = score(150, 50, 0).estimate().elo_error();
        assert!((errors[1] - step).abs() < 0.5, "{errors:?}, {step}");
        assert!((errors[0] / errors[1] - 2_f64.sqrt()).abs() < 0.02, "{errors:?}");
        // Games between the first and the last make both surer.
        let steps = [ladder.results.clone(), vec![([0, 2], score(180, 20, 0))]].concat();
        let surer = Table { results: steps, ..ladder.clone() }.standings();
        assert!(surer[0].interval.1 - surer[0].interval.0 < 2.0 * errors[0] - 5.0, "{surer:?}");
        // Who never met the others may be anything.
        let alone = Table { results: vec![([0, 1], score(10, 10, 0))], ..ladder };
        assert!(alone.standings()[0].interval.1 == f64::INFINITY, "{:?}", alone.standings());
        // Nor do games tell anything that were not played.
        let none = vec![([0, 1], score(0, 0, 0)), ([1, 2], score(0, 0, 0))];
        let none = Table { results: none, ..alone }.standings();
        assert!(none[1].interval == (f64::NEG_INFINITY, f64::INFINITY), "{none:?}");
    }

    #[test]
    fn counted_from_a_player_a_clean_sweep_is_as_open_as_in_a_match() {
        let swept = score(20, 0, 0);
        let two = |anchor| Table {
            players: vec!["random".parse().expect("a player"); 2],
            results: vec![([0, 1], swept)],
            forfeits: vec![0; 2],
            anchor: Some(anchor),
        };
        let found = two(1).standings()[0].interval;
        let told = swept.estimate().elo_interval();
        assert!((found.0 - told.0).abs() < 0.5 && found.1 == f64::INFINITY, "{found:?} {told:?}");
        let found = two(0).standings()[1].interval;
        assert!((found.1 + told.0).abs() < 0.5 && found.0 == f64::NEG_INFINITY, "{found:?}");
    }

    #[test]
    fn nothing_bounds_whoever_is_known_only_by_a_clean_sweep_on_the_way() {
        // The first swept the second, who is about as good as the anchor.
        let steps = vec![([0, 1], score(30, 0, 0)), ([1, 2], score(20, 20, 0))];
        let ladder = Table { anchor: Some(2), ..table(steps) };
        let standings = ladder.standings();
        let [best, second, _] = &standings[..] else { panic!("three players") };
        assert_eq!((best.player, best.interval.1), (0, f64::INFINITY));
        assert!(best.interval.0 > 100.0 && best.interval.0 < best.fitted.unwrap(), "{best:?}");
        assert!(second.interval.0 > -200.0 && second.interval.1 < 200.0, "{second:?}");
        assert!(ladder.to_string().contains(" to ∞"), "{ladder}");
        // A point that the anchor takes from the first bounds it after all.
        let steps = [ladder.results.clone(), vec![([0, 2], score(29, 1, 0))]].concat();
        let bounded = Table { results: steps, ..ladder }.standings();
        assert!(bounded[0].interval.1 < 1500.0, "{:?}", bounded[0]);
    }

    #[test]
    fn who_has_not_played_yet_has_no_elo_and_moves_nobody_elses() {
        let met = ([0, 1], score(15, 5, 0));
        let two = Table { players: vec!["random".parse().unwrap(); 2], ..table(vec![met]) };
        let interrupted = table(vec![met, ([0, 2], score(0, 0, 0))]);
        for anchor in [None, Some(1)] {
            let alone = Table { anchor, ..two.clone() }.standings();
            let table = Table { anchor, ..interrupted.clone() };
            let standings = table.standings();
            assert_eq!(standings[..2], alone[..], "{anchor:?}");
            let last = &standings[2];
            assert_eq!((last.player, last.games, last.elo, last.fitted), (2, 0, None, None));
            let text = table.to_string();
            let row: Vec<&str> = text.lines().nth(3).unwrap().split_whitespace().collect();
            assert_eq!(row, ["3", "random", "-", "-", "0/0", "-", "-", "-"], "{text}");
        }
        // Counted from it, nothing is known of the others, nor of those whom no games lead to.
        let from_it = Table { anchor: Some(2), ..interrupted }.standings();
        assert!(from_it.iter().all(|place| place.elo.is_none()), "{from_it:?}");
    }

    #[test]
    fn a_clean_sweep_has_no_end_just_as_in_a_match() {
        let standings =
            table(vec![([0, 1], score(20, 0, 0)), ([1, 2], score(10, 10, 0))]).standings();
        let told: Vec<_> = standings.iter().map(|place| place.elo).collect();
        assert_eq!(told[0], Some(f64::INFINITY), "{standings:?}");
        assert!(told[1].unwrap().is_finite() && told[2].unwrap().is_finite(), "{standings:?}");
        assert!(standings.iter().all(|place| place.fitted.unwrap().is_finite()), "{standings:?}");
    }

    #[test]
    fn a_score_is_seen_from_both_sides() {
        let table = table(vec![([0, 1], score(3, 1, 2))]);
        assert_eq!(table.score(1, 0), Some(score(1, 3, 2)));
        assert_eq!(table.score(0, 2), None);
        assert!(table.to_string().contains("66.7 %"), "{}", table.to_string());
    }
}
