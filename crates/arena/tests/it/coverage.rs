//! Matches whose truth is known, made by chance: do intervals hold it as often as they promise, and does the
//! sequential test err no more often than it may?
//!
//! The quick tests look at some kinds of matches, a few thousand each; those that are ignored look at all kinds and print
//! what is kept in `docs/evidence/statistics`.

use std::collections::HashMap;

use quintet_arena::Score;
use quintet_arena::estimate::share_of;
use quintet_arena::tournament::{Format, Table};
use quintet_arena::{Sprt, Verdict};
use quintet_catalog::Dice;
use quintet_core::Chance as _;
use quintet_players::PlayerSpec;

/// What players and openings are like.
#[derive(Clone, Copy, Debug)]
struct Kind {
    /// What A scores in the long run.
    share: f64,
    /// How many games are drawn, as a part of how many can be at this share.
    draws: f64,
    /// By how many Elo an opening favours one of the colours: that makes the games of a pair unlike.
    bias: f64,
}

impl Kind {
    /// The chances of 0, 1 and 2 half points for A, with the favoured colour and with the other.
    fn games(&self) -> [[f64; 3]; 2] {
        let shares = |elo: f64| [share_of(elo + self.bias), share_of(elo - self.bias)];
        let (mut low, mut high) = (-4000.0, 4000.0);
        for _ in 0..100 {
            let elo = f64::midpoint(low, high);
            let [first, second] = shares(elo);
            if first + second > 2.0 * self.share { high = elo } else { low = elo }
        }
        shares(low).map(|share| {
            let drawn = self.draws * 2.0 * share.min(1.0 - share);
            let won = share - drawn / 2.0;
            [1.0 - won - drawn, drawn, won]
        })
    }
}

fn half_points(chances: [f64; 3], dice: &mut Dice) -> usize {
    let drawn = dice.bits() as f64 / u64::MAX as f64;
    if drawn < chances[0] { 0 } else { 1 + usize::from(drawn >= chances[0] + chances[1]) }
}

/// The two games of a pair, in half points; which of them has the favoured colour is chance.
fn pair(games: [[f64; 3]; 2], dice: &mut Dice) -> [usize; 2] {
    let favoured = dice.below(2) as usize;
    [games[favoured], games[1 - favoured]].map(|chances| half_points(chances, dice))
}

/// A match; where the number is odd, the last game has no partner.
fn play(games: [[f64; 3]; 2], number: u64, dice: &mut Dice) -> Score {
    let mut score = Score::default();
    for _ in 0..number / 2 {
        let [one, other] = pair(games, dice);
        score.add(one, None);
        score.add(other, Some(one));
    }
    if number % 2 == 1 {
        score.add(pair(games, dice)[0], None);
    }
    score
}

/// How many of so many matches have an interval that holds the truth, and how many one of normalised Elo that does.
fn coverage(kind: Kind, number: u64, matches: u32, dice: &mut Dice) -> [f64; 2] {
    let games = kind.games();
    let normalised = normalised_elo(games);
    let mut holds = HashMap::new();
    let mut held = [0_u32; 2];
    for _ in 0..matches {
        let score = play(games, number, dice);
        let holds: &mut [bool; 2] = holds.entry(score).or_insert_with(|| {
            let estimate = score.estimate();
            let (low, high) = estimate.interval();
            let (least, most) = estimate.normalised_elo_interval();
            [(low..=high).contains(&kind.share), (least..=most).contains(&normalised)]
        });
        for (held, holds) in held.iter_mut().zip(holds) {
            *held += u32::from(*holds);
        }
    }
    held.map(|held| f64::from(held) / f64::from(matches))
}

/// What pairs of such games come to in the long run, in standard deviations of a game on the scale of Elo.
fn normalised_elo(games: [[f64; 3]; 2]) -> f64 {
    let mut moments = [0.0; 2];
    for (one, first) in games[0].iter().enumerate() {
        for (other, second) in games[1].iter().enumerate() {
            let share = (one + other) as f64 / 4.0;
            moments[0] += first * second * share;
            moments[1] += first * second * share * share;
        }
    }
    let [mean, square] = moments;
    let deviation = (2.0 * (square - mean * mean)).sqrt();
    800.0 / std::f64::consts::LN_10 * (mean - 0.5) / deviation
}

fn kinds(shares: &[f64], draws: &[f64], biases: &[f64]) -> Vec<Kind> {
    let mut kinds = Vec::new();
    for &share in shares {
        for &draws in draws {
            kinds.extend(biases.iter().map(|&bias| Kind { share, draws, bias }));
        }
    }
    kinds
}

#[test]
fn intervals_hold_the_truth_as_often_as_they_promise() {
    let seed = 5;
    let mut dice = Dice::new(seed);
    for kind in kinds(&[0.5, 0.9], &[0.0, 0.6], &[0.0, 200.0]) {
        for games in [2, 3, 10, 21, 80] {
            let [found, normalised] = coverage(kind, games, 2000, &mut dice);
            // Three standard deviations of 2,000 matches beyond 93 and 97 %.
            assert!(found > 0.913, "{kind:?}, {games} games, seed {seed}: {found}");
            assert!(found < 0.981 || games < 80, "{kind:?}, {games} games, seed {seed}: {found}");
            assert!(normalised > 0.913, "{kind:?}, {games} games, seed {seed}: nElo {normalised}");
        }
    }
}

/// A tournament of players with known Elo, the first of which is the anchor: in how many of so many the interval of each
/// other player holds the truth.
fn standings(elo: &[f64], format: Format, games: u64, tables: u32, dice: &mut Dice) -> Vec<f64> {
    let players: Vec<PlayerSpec> = vec!["random".parse().expect("a player"); elo.len()];
    let mut held = vec![0_u32; elo.len()];
    for _ in 0..tables {
        let results = format.pairings(elo.len()).into_iter().map(|[a, b]| {
            let kind = Kind { share: share_of(elo[a] - elo[b]), draws: 0.2, bias: 100.0 };
            ([a, b], play(kind.games(), games, dice))
        });
        let table = Table {
            players: players.clone(),
            results: results.collect(),
            forfeits: vec![0; elo.len()],
            anchor: Some(0),
        };
        for standing in table.standings() {
            let (low, high) = standing.interval;
            let truth = elo[standing.player] - elo[0];
            held[standing.player] += u32::from((low..=high).contains(&truth));
        }
    }
    held.iter().map(|held| f64::from(*held) / f64::from(tables)).collect()
}

#[test]
fn a_tournaments_intervals_hold_the_truth_as_often_as_they_promise() {
    let seed = 9;
    let mut dice = Dice::new(seed);
    for (elo, format) in [
        (vec![0.0, 60.0, 300.0], Format::RoundRobin),
        (vec![0.0, 500.0, 900.0], Format::Neighbours(1)),
    ] {
        for games in [4, 20] {
            let held = standings(&elo, format, games, 400, &mut dice);
            // Three standard deviations of 400 tournaments beyond 93 %.
            let least = held.iter().copied().fold(1.0, f64::min);
            assert!(least > 0.89, "{elo:?}, {games} games, seed {seed}: {held:?}");
        }
    }
}

/// How often a test of two strengths accepts, of so many matches, and how many pairs it takes; `None` if one of
/// them does not end.
fn verdicts(sprt: Sprt, kind: Kind, matches: u32, dice: &mut Dice) -> Option<(f64, f64)> {
    let games = kind.games();
    let (mut accepted, mut pairs) = (0_u32, 0_u32);
    for _ in 0..matches {
        let mut score = Score::default();
        loop {
            let [one, other] = pair(games, dice);
            score.add(one, None);
            score.add(other, Some(one));
            pairs += 1;
            match sprt.verdict(&score) {
                Verdict::Open if score.games() >= 100_000 => return None,
                Verdict::Open => {}
                Verdict::Rejected => break,
                Verdict::Accepted => {
                    accepted += 1;
                    break;
                }
            }
        }
    }
    Some((f64::from(accepted) / f64::from(matches), f64::from(pairs) / f64::from(matches)))
}

#[test]
fn the_sequential_test_errs_no_more_often_than_it_may() {
    let seed = 7;
    let mut dice = Dice::new(seed);
    // Three standard deviations of 400 matches are allowed beyond its errors.
    let sprt: Sprt = "elo0=0,elo1=80,alpha=0.1,beta=0.05".parse().expect("a test");
    for kind in kinds(&[0.5], &[0.0, 0.6], &[0.0, 200.0]) {
        let (wrong, _) = verdicts(sprt, kind, 400, &mut dice).expect("it ends");
        assert!(wrong < 0.145, "{kind:?}, seed {seed}: {wrong}");
        let kind = Kind { share: share_of(80.0), ..kind };
        let (right, _) = verdicts(sprt, kind, 400, &mut dice).expect("it ends");
        assert!(right > 0.917, "{kind:?}, seed {seed}: {right}");
    }
}

#[test]
#[ignore = "takes minutes: the figures of docs/evidence/statistics"]
#[expect(clippy::print_stdout, reason = "its output is what it is for")]
fn all_intervals() {
    let lengths = [2, 3, 4, 6, 10, 11, 20, 21, 40, 80, 81, 120, 200, 400];
    println!("How many of 10,000 intervals hold the truth, in percent, by the number of games\n");
    print!("share draws bias");
    for games in lengths {
        print!("{games:>6}");
    }
    let (mut least, mut most) = (1.0_f64, 0.0_f64);
    let mut dice = Dice::new(1);
    let shares = [0.02, 0.05, 0.1, 0.25, 0.5, 0.6, 0.9];
    for kind in kinds(&shares, &[0.0, 0.3, 0.6, 0.9], &[0.0, 200.0, 500.0]) {
        print!("\n{:>5} {:>5} {:>4}", kind.share, kind.draws, kind.bias);
        let is_usual = kind.draws < 0.9 && kind.bias < 500.0;
        for games in lengths {
            let [found, _] = coverage(kind, games, 10_000, &mut dice);
            least = least.min(found);
            if is_usual && games >= 80 && (0.1..=0.9).contains(&kind.share) {
                most = most.max(found);
            }
            print!("{:>6.1}", 100.0 * found);
        }
    }
    println!("\n\nleast: {:.2} %", 100.0 * least);
    println!("most from 40 pairs on, at shares of 10 to 90 %,");
    println!("with draws below 0.9 and bias below 500: {:.2} %", 100.0 * most);
}

#[test]
#[ignore = "prints the figures of docs/evidence/statistics/normalised.txt"]
#[expect(clippy::print_stdout, reason = "its output is what it is for")]
fn all_normalised() {
    let lengths = [2, 3, 6, 10, 20, 21, 40, 80, 200];
    println!(
        "How many of 4,000 intervals of nElo hold the truth, in percent, by the number of games\n"
    );
    print!("share draws bias");
    for games in lengths {
        print!("{games:>6}");
    }
    let mut least = 1.0_f64;
    let mut dice = Dice::new(1);
    for kind in kinds(&[0.1, 0.25, 0.5, 0.6, 0.9], &[0.0, 0.3, 0.6], &[0.0, 200.0]) {
        print!("\n{:>5} {:>5} {:>4}", kind.share, kind.draws, kind.bias);
        for games in lengths {
            let [_, found] = coverage(kind, games, 4000, &mut dice);
            least = least.min(found);
            print!("{:>6.1}", 100.0 * found);
        }
    }
    println!("\n\nleast: {:.2} %", 100.0 * least);
}

#[test]
#[ignore = "prints the figures of docs/evidence/statistics/tournaments.txt"]
#[expect(clippy::print_stdout, reason = "its output is what it is for")]
fn all_standings() {
    println!("How many of 400 intervals hold a player's Elo less that of the anchor, in percent\n");
    let mut dice = Dice::new(1);
    let mut least = 1.0_f64;
    for (name, format) in [
        ("everybody meets everybody", Format::RoundRobin),
        ("the anchor meets the others", Format::Gauntlet),
        ("neighbours meet", Format::Neighbours(1)),
    ] {
        for elo in
            [vec![0.0, 0.0, 0.0, 0.0], vec![0.0, 60.0, 150.0, 300.0], vec![0.0, 400.0, 800.0]]
        {
            for games in [2, 4, 10, 40, 100] {
                let held = standings(&elo, format, games, 400, &mut dice);
                least = held.iter().copied().fold(least, f64::min);
                let held: Vec<String> =
                    held[1..].iter().map(|held| format!("{:>6.1}", 100.0 * held)).collect();
                println!(
                    "{name:<28} {:<24} {games:>4} games {}",
                    format!("{elo:?}"),
                    held.join("")
                );
            }
        }
    }
    println!("\nleast: {:.1} %", 100.0 * least);
}

#[test]
#[ignore = "takes minutes: the figures of docs/evidence/statistics"]
#[expect(clippy::print_stdout, reason = "its output is what it is for")]
fn all_errors() {
    println!("How many of 1,000 sequential tests err, in percent, and how many pairs they take\n");
    println!("test                               draws bias  at elo0   pairs  at elo1   pairs");
    let mut dice = Dice::new(1);
    for text in [
        "elo0=0,elo1=30",
        "elo0=0,elo1=100",
        "elo0=-50,elo1=50",
        "elo0=0,elo1=50,alpha=0.01,beta=0.1",
    ] {
        let sprt: Sprt = text.parse().expect("a test");
        for kind in kinds(&[0.5], &[0.0, 0.3, 0.6], &[0.0, 200.0]) {
            let mut at = |elo| {
                let kind = Kind { share: share_of(elo), ..kind };
                verdicts(sprt, kind, 1000, &mut dice).expect("it ends")
            };
            let ((wrong, pairs0), (right, pairs1)) = (at(sprt.elo0), at(sprt.elo1));
            let (alpha, beta) = (100.0 * wrong, 100.0 * (1.0 - right));
            let Kind { draws, bias, .. } = kind;
            println!(
                "{text:<34} {draws:>5} {bias:>4} {alpha:>8.1} {pairs0:>7.0} {beta:>8.1} {pairs1:>7.0}"
            );
        }
    }
}
