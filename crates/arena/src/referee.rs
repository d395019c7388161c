//! One game between two players: whose turn, whose clock, and who forfeits.

use std::time::{Duration, Instant};

use quintet_catalog::{AnyMatch, Limits, Stop};
use quintet_core::{Ending, Finish};
use quintet_players::{Budget, Fault, Forfeit, Pace, Thinker};

use crate::adjudication::{Adjudication, Expectations};
use crate::lateness::Lateness;

/// What games are played under.
#[derive(Clone, Copy, Debug, Default)]
pub struct Conditions {
    /// Time.
    pub pace: Pace,
    /// What a player may look at for a move.
    pub limits: Limits,
    /// Which games end early.
    pub adjudication: Adjudication,
}

impl Conditions {
    /// What they are, in few words: matches under others are other matches.
    pub fn describe(&self) -> String {
        let time = match self.pace {
            Pace::Unlimited => "no clock".into(),
            Pace::MoveTime(time) => format!("{} ms a move", time.as_millis()),
            Pace::Clock { remaining: [time, _], increment: [more, _] } => {
                format!("{} ms + {} ms", time.as_millis(), more.as_millis())
            }
        };
        let nodes = self.limits.nodes.map(|nodes| format!(", {nodes} nodes"));
        time + &nodes.unwrap_or_default()
    }

    /// The time for the game and what is added for each move.
    fn clock(&self) -> [Duration; 2] {
        match self.pace {
            Pace::Clock { remaining: [time, _], increment: [more, _] } => [time, more],
            _ => [Duration::ZERO; 2],
        }
    }
}

/// What a game came to besides its moves.
#[derive(Clone, Debug, Default)]
pub struct Protocol {
    /// Why a player lost without losing by the rules.
    pub forfeit: Option<Forfeit>,
    /// How far the moves of each side overstepped the time for a move or what was left on the clock; one for which a player
    /// was waited in vain counts, too.
    pub lateness: [Lateness; 2],
    /// How many moves were asked for.
    pub moves: u64,
    /// It was ended before the rules did.
    pub is_adjudicated: bool,
}

/// Plays a match to its end. Gives `None` if it was stopped from outside before that.
pub fn play(
    played: &mut dyn AnyMatch,
    players: [&mut dyn Thinker; 2],
    conditions: &Conditions,
    stop: &Stop,
) -> Option<Protocol> {
    let mut protocol = Protocol::default();
    let mut pace = conditions.pace;
    let mut expectations = Expectations::default();
    let [first, second] = players;
    while played.finish().is_none() {
        if stop.is_set() {
            return None;
        }
        let side = played.turn();
        let player: &mut dyn Thinker = if side.index() == 0 { &mut *first } else { &mut *second };
        // A part of its own: whoever watches the time of a move sets it.
        let budget = Budget { pace, limits: conditions.limits, stop: stop.part() };
        let own_time = player.own_time();
        let started = Instant::now();
        let mut chance = None;
        let mut answer = player.choose(played, &budget, &mut |report| {
            if report.rank == 0 {
                chance = Some(report.score.chance());
            }
        });
        let taken = started.elapsed();
        if is_broken_off(answer.as_ref().err(), stop) {
            return None;
        }
        protocol.moves += 1;
        let mut over = None;
        if answer.as_ref().err().is_none_or(is_about_time) {
            let lateness = &mut protocol.lateness[side.index()];
            over = over_time(&mut pace, side.index(), own_time, taken, lateness);
        }
        // That the clock ran out is told with the clock, whoever noticed it; a program that is silent has not only that fault.
        let is_silent = matches!(&answer, Err(Forfeit { fault: Fault::Silence { .. }, .. }));
        if let Some((left, after)) = over.filter(|_| !is_silent) {
            let fault = Fault::Flag { clock: conditions.clock(), left, after };
            answer = Err(Forfeit { fault, last_words: player.last_words() });
        }
        let made = answer.and_then(|mv| Ok(played.make(&mv)?));
        if let Err(forfeit) = made {
            played.end(Finish::lost(side, forfeit.ending()));
            protocol.forfeit = Some(forfeit);
        } else if played.finish().is_none()
            && let Some(finish) =
                conditions.adjudication.judge(&mut expectations, side, chance, played.ply())
        {
            played.end(finish);
            protocol.is_adjudicated = true;
        }
    }
    Some(protocol)
}

/// How long it may take until we hear of an end that a program has heard of.
const WORD_OF_THE_END: Duration = Duration::from_millis(500);

/// Whether a game was stopped from outside. Whoever ends everything at once, as a service manager does, ends a program that crashes by it, which may be
/// seen before the stop is.
pub(crate) fn is_broken_off(failed: Option<&Forfeit>, stop: &Stop) -> bool {
    let deadline = Instant::now() + WORD_OF_THE_END;
    let is_crash = matches!(failed, Some(Forfeit { fault: Fault::Crash { .. }, .. }));
    while is_crash && !stop.is_set() && Instant::now() < deadline {
        // Crashes are rare, and nothing else is done meanwhile.
        std::thread::sleep(Duration::from_millis(1));
    }
    stop.is_set()
}

/// Whether a player failed by taking too long: then what it took counts as that of a move.
fn is_about_time(forfeit: &Forfeit) -> bool {
    matches!(forfeit.fault, Fault::Overtime { .. } | Fault::Flag { .. } | Fault::Silence { .. })
}

/// Charges a move to the clock and counts how late it is; where the clock runs out by it, what was left and what it took. A time for each move is not enforced to the millisecond, only
/// watched: a player that takes far too long forfeits by itself.
fn over_time(
    pace: &mut Pace,
    side: usize,
    own_time: Option<Duration>,
    taken: Duration,
    lateness: &mut Lateness,
) -> Option<(Duration, Duration)> {
    match pace {
        Pace::Unlimited => None,
        Pace::MoveTime(time) => {
            lateness.add(taken.saturating_sub(own_time.unwrap_or(*time)));
            None
        }
        Pace::Clock { remaining, increment } => {
            lateness.add(taken.saturating_sub(remaining[side]));
            let Some(left) = remaining[side].checked_sub(taken) else {
                return Some((remaining[side], taken));
            };
            remaining[side] = left + increment[side];
            None
        }
    }
}

/// Whether a game ended by something other than play.
pub fn is_forfeit(ending: Ending) -> bool {
    matches!(ending, Ending::Forfeit | Ending::Time)
}

#[cfg(test)]
mod tests {
    use quintet_catalog::{Legal, Report, standard};
    use quintet_core::Variant;

    use super::*;

    const MS: Duration = Duration::from_millis(1);

    /// Takes so long for every move, and may give up then.
    struct Slow(Duration, bool);

    impl Thinker for Slow {
        fn new_game(&mut self) -> Result<(), Forfeit> {
            Ok(())
        }

        fn choose(
            &mut self,
            played: &dyn AnyMatch,
            _budget: &Budget,
            _tell: &mut dyn FnMut(&Report<String>),
        ) -> Result<Legal, Forfeit> {
            let begun = Instant::now();
            while begun.elapsed() < self.0 {
                std::thread::yield_now();
            }
            if self.1 {
                return Err(Fault::Overtime { after: self.0, allowed: MS }.into());
            }
            Ok(played.check(&played.legal_moves()[0])?)
        }

        fn last_words(&self) -> Vec<String> {
            vec!["one moment".into()]
        }
    }

    #[test]
    fn the_move_that_loses_by_its_lateness_counts_as_late() {
        let late = 30 * MS;
        let clock = Pace::Clock { remaining: [MS; 2], increment: [Duration::ZERO; 2] };
        for (pace, gives_up) in [(Pace::MoveTime(MS), true), (clock, true), (clock, false)] {
            let mut played = standard().find("momentum").unwrap().start(Variant::default());
            let players: [&mut dyn Thinker; 2] =
                [&mut Slow(late, gives_up), &mut Slow(Duration::ZERO, false)];
            let conditions = Conditions { pace, ..Conditions::default() };
            let protocol = play(played.as_mut(), players, &conditions, &Stop::new()).unwrap();
            let told = protocol.forfeit.unwrap().to_string();
            let why = match pace {
                Pace::Clock { .. } => "1 ms were left on its clock of 0.001+0 s, no move after ",
                _ => "no move after 30 ms, 1 ms allowed",
            };
            assert!(told.starts_with(&format!("overstepped the time: {why}")), "{told}");
            let is_by_clock = matches!(pace, Pace::Clock { .. });
            assert_eq!(told.ends_with("; last words: one moment"), is_by_clock, "{told}");
            let [of_first, of_second] = protocol.lateness;
            assert!(of_first.latest() + MS >= late, "{pace:?}: {of_first:?}");
            assert_eq!(of_first.p99(), of_first.latest());
            assert_eq!(of_second.latest(), Duration::ZERO);
        }
    }

    /// Something that a player does in place of a move.
    struct Odd<F>(F);

    impl<F: FnMut(&Stop) -> Fault + Send> Thinker for Odd<F> {
        fn new_game(&mut self) -> Result<(), Forfeit> {
            Ok(())
        }

        fn choose(
            &mut self,
            _played: &dyn AnyMatch,
            budget: &Budget,
            _tell: &mut dyn FnMut(&Report<String>),
        ) -> Result<Legal, Forfeit> {
            Err(self.0(&budget.stop).into())
        }
    }

    fn play_odd(odd: impl FnMut(&Stop) -> Fault + Send, stop: &Stop) -> Option<Protocol> {
        let mut played = standard().find("momentum").unwrap().start(Variant::default());
        let players: [&mut dyn Thinker; 2] = [&mut Odd(odd), &mut Slow(Duration::ZERO, false)];
        play(played.as_mut(), players, &Conditions::default(), stop)
    }

    #[test]
    fn whoever_thinks_hears_that_the_match_is_stopped() {
        let stop = Stop::new();
        let deadline = Instant::now() + Duration::from_mins(1);
        let thinks = |own: &Stop| {
            stop.set();
            while !own.is_set() {
                assert!(Instant::now() < deadline, "nobody told it");
                std::thread::yield_now();
            }
            Fault::NoMove
        };
        assert!(play_odd(thinks, &stop).is_none());
    }

    #[test]
    fn a_crash_by_the_end_of_everything_is_no_forfeit() {
        let crash = || Fault::Crash { how: "signal: 15 (SIGTERM)".into() };
        let stop = Stop::new();
        let ended = |_: &Stop| {
            let stop = stop.clone();
            std::thread::spawn(move || stop.set());
            crash()
        };
        assert!(play_odd(ended, &stop).is_none());
        let protocol = play_odd(|_| crash(), &Stop::new()).expect("it was not stopped");
        assert_eq!(protocol.forfeit.map(|forfeit| forfeit.fault), Some(crash()));
    }
}
