//! `play`: a game at the keyboard.

use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result};
use quintet_catalog::{AnyMatch, Dice, PlayError, record};
use quintet_core::{Outcome, Record};
use quintet_players::{Budget, Forfeit, Pace, Player, Seat, Thinker};
use serde_json::json;

use crate::args::PlayArguments;
use crate::failure::{Usage, complain};
use crate::output::Output;
use crate::plain::Session;

/// How long a computer player thinks that would otherwise not stop.
const MOVE_TIME: Duration = Duration::from_secs(1);

/// Seats the players and plays; keeps a record if one is wanted.
pub fn run(wanted: &PlayArguments, as_json: bool, output: &mut Output) -> Result<()> {
    let players = [&wanted.first, &wanted.second];
    if as_json && players.contains(&&Player::Human) {
        let problem = "--json prints the record of a game between computer players: \
                       name both with --first and --second";
        return Err(Usage(problem.into()).into());
    }
    let chosen = wanted.game.look_up()?;
    let played = chosen.set_up(wanted.position.as_deref())?;
    let seed = wanted.seed.unwrap_or_else(fresh_seed);
    let mut seeds = Dice::new(seed);
    let [first, second] = players;
    let sit = |player: &Player, seed| player.sit(chosen.game, chosen.variant, seed);
    let seats = [sit(first, seeds.next_seed())?, sit(second, seeds.next_seed())?];
    let pace = match wanted.movetime {
        Some(time) => Pace::MoveTime(Duration::from_millis(time)),
        None if players.iter().any(|player| player.is_tireless()) => Pace::MoveTime(MOVE_TIME),
        None => Pace::Unlimited,
    };
    let played = if as_json {
        play_silently(played, seats, pace)
    } else {
        Session::new(played, seats, pace, output).run(io::stdin().lock())?
    };
    let record = Record {
        first: wanted.first.to_string(),
        second: wanted.second.to_string(),
        seed: Some(seed),
        ..record(played.as_ref())
    };
    if as_json {
        output.line(json!(record))?;
    }
    match &wanted.save {
        Some(file) => save(&record, file),
        None => Ok(()),
    }
}

/// A game between computer players, without a word.
fn play_silently(
    mut played: Box<dyn AnyMatch>,
    mut seats: [Seat; 2],
    pace: Pace,
) -> Box<dyn AnyMatch> {
    while played.finish().is_none() {
        let Seat::Computer(thinker) = &mut seats[played.turn().index()] else { break };
        if let Err(forfeit) = computer_move(played.as_mut(), thinker.as_mut(), pace) {
            complain(forfeit);
        }
    }
    played
}

/// Lets a computer player move and gives its move. If it fails, the match ends by its forfeit.
pub fn computer_move(
    played: &mut dyn AnyMatch,
    thinker: &mut dyn Thinker,
    pace: Pace,
) -> Result<String, Forfeit> {
    let budget = Budget { pace, ..Budget::default() };
    let chosen = thinker.choose(played, &budget, &mut |_| {}).and_then(|mv| {
        let refused = |error: PlayError| Forfeit::Illegal { problem: error.to_string() };
        played.play(&mv).map_err(refused).map(|()| mv)
    });
    if let Err(forfeit) = &chosen {
        played.end(Outcome::Win(played.turn().opponent()), forfeit.ending());
    }
    chosen
}

fn save(record: &Record, file: &Path) -> Result<()> {
    std::fs::write(file, record.to_string())
        .with_context(|| format!("cannot write the record to {}", file.display()))
}

fn fresh_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(1, |since| u64::from(since.subsec_nanos()) ^ since.as_secs() << 30)
}
