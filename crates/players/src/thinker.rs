//! Players that choose by themselves.

use std::time::{Duration, Instant};

use quintet_catalog::{Aim, AnyEngine, AnyGame, AnyMatch, Brain, Legal, Report, Thought};

use crate::budget::Allowance;
use crate::patience::Watch;
use crate::{Budget, Forfeit};

/// A player that chooses by itself.
pub trait Thinker: Send {
    /// Gets ready for a new game. A program that failed in the last one is started anew.
    fn new_game(&mut self) -> Result<(), Forfeit>;

    /// A legal move in the current position of a running match, within the budget; tells on the way what it
    /// expects. The budget's stop signal may be set when it returns, so every move needs a new one.
    ///
    /// Without any limit some engines think until they are stopped.
    ///
    /// # Panics
    /// If the match has ended or is of another game.
    fn choose(
        &mut self,
        played: &dyn AnyMatch,
        budget: &Budget,
        tell: &mut dyn FnMut(&Report<String>),
    ) -> Result<Legal, Forfeit>;

    /// The time that it has for a move whatever the others have.
    fn own_time(&self) -> Option<Duration> {
        None
    }

    /// What its user should know before it plays.
    fn remark(&self) -> Option<String> {
        None
    }

    /// What it said last besides its answers, for when it is told why it lost.
    fn last_words(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Lets an engine of ours play. Whatever chance it needs comes from `seed`.
pub fn engine(brain: &Brain, game: &'static dyn AnyGame, seed: u64) -> Box<dyn Thinker> {
    let own_time = brain.settings().milliseconds.map(Duration::from_millis);
    Box::new(EnginePlayer { engine: game.engine(brain, seed), own_time })
}

struct EnginePlayer {
    engine: Box<dyn AnyEngine>,
    /// What it takes for a move when no clock runs.
    own_time: Option<Duration>,
}

impl Thinker for EnginePlayer {
    fn new_game(&mut self) -> Result<(), Forfeit> {
        self.engine.forget();
        Ok(())
    }

    fn choose(
        &mut self,
        played: &dyn AnyMatch,
        budget: &Budget,
        tell: &mut dyn FnMut(&Report<String>),
    ) -> Result<Legal, Forfeit> {
        let begun = Instant::now();
        let allowance = budget.pace.allowance(played);
        let allowance = allowance.or(self.own_time.map(Allowance::exactly));
        let mut watch =
            allowance.map(|allowance| Watch::new(allowance, begun, budget.stop.clone()));
        let (limits, stop) = (budget.limits, budget.stop.clone());
        let thought = Thought { limits, stop, aim: Aim::Move, ..Thought::default() };
        let report = self.engine.think(played, &thought, &mut |report| {
            if let Some(watch) = &mut watch {
                watch.hear(report);
            }
            tell(report);
        });
        Ok(played.check(report.line.first().expect("a report has the best move"))?)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use quintet_catalog::Score;
    use quintet_core::Variant;

    use super::*;
    use crate::Pace;

    const MOVE_TIME: Duration = Duration::from_millis(50);

    /// Thinks until it is stopped.
    struct Dreamer;

    impl AnyEngine for Dreamer {
        fn think(
            &mut self,
            played: &dyn AnyMatch,
            thought: &Thought,
            tell: &mut dyn FnMut(&Report<String>),
        ) -> Report<String> {
            let line = vec![played.legal_moves()[0].clone()];
            let report = Report { rank: 0, depth: 1, nodes: 1, score: Score::Estimate(3), line };
            tell(&report);
            while !thought.stop.is_set() {
                thread::yield_now();
            }
            report
        }

        fn forget(&mut self) {}

        fn reseed(&mut self, _seed: u64) {}
    }

    fn dreamer(own_time: Option<Duration>) -> EnginePlayer {
        EnginePlayer { engine: Box::new(Dreamer), own_time }
    }

    fn played() -> Box<dyn AnyMatch> {
        quintet_catalog::standard().find("yoxii").unwrap().start(Variant::default())
    }

    #[test]
    fn an_engine_thinks_until_its_time_is_up() {
        let mut dreamer = dreamer(None);
        let budget = Budget { pace: Pace::MoveTime(MOVE_TIME), ..Budget::default() };
        let mut told = 0;
        let begun = Instant::now();
        let mv = dreamer.choose(played().as_ref(), &budget, &mut |_| told += 1).unwrap();
        let took = begun.elapsed();
        assert_eq!((mv.text(), told), (played().legal_moves()[0].as_str(), 1));
        assert!(took >= MOVE_TIME, "{took:?}");
        // Far more than on an idle machine, where it is a millisecond.
        assert!(took < MOVE_TIME + Duration::from_secs(2), "{took:?}");
    }

    #[test]
    fn without_a_clock_an_engine_takes_the_time_of_its_name() {
        let mut dreamer = dreamer(Some(MOVE_TIME));
        let begun = Instant::now();
        dreamer.choose(played().as_ref(), &Budget::default(), &mut |_| {}).unwrap();
        assert!(begun.elapsed() >= MOVE_TIME);
    }

    #[test]
    fn an_engine_is_stopped_from_outside() {
        let mut dreamer = dreamer(None);
        let budget = Budget::default();
        let stop = budget.stop.clone();
        let mv = dreamer.choose(played().as_ref(), &budget, &mut |_| stop.set()).unwrap();
        assert_eq!(mv.text(), played().legal_moves()[0]);
    }
}
