//! Where engines stay between the moves of their games, so that the next move need not begin with making one.
//!
//! An engine is kept with the game and the player that it played for, and is handed out seeded anew. One that thinks for as long as it is
//! let goes on with what it has found: the time that was spent on the last move is worth something for the next. One that thinks
//! so many positions far has forgotten everything: how strong a level is must not depend on whether its engine was still here, and
//! its move depends on the position and its seed alone, also after a restart.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use quintet_catalog::{AnyEngine, Brain};

/// How many are kept. Each may hold tables of the size that the pool allows, full or empty, so that there are few.
const MOST: usize = 8;

struct Kept {
    game: String,
    brain: Brain,
    engine: Box<dyn AnyEngine>,
}

/// The engines that are kept, the one used last at the end.
#[derive(Default)]
pub(super) struct Keeper(Mutex<VecDeque<Kept>>);

impl Keeper {
    /// The engine that plays for that player of that game, if it is still here.
    pub(super) fn take(&self, game: &str, brain: &Brain, seed: u64) -> Option<Box<dyn AnyEngine>> {
        let mut kept = self.kept();
        let at = kept.iter().position(|kept| kept.game == game && kept.brain == *brain)?;
        let mut engine = kept.remove(at)?.engine;
        drop(kept);
        if !brain.is_tireless() {
            engine.forget();
        }
        engine.reseed(seed);
        Some(engine)
    }

    /// Keeps an engine; the one that was used longest ago goes if there are too many.
    pub(super) fn keep(&self, game: &str, brain: &Brain, engine: Box<dyn AnyEngine>) {
        let mut kept = self.kept();
        kept.push_back(Kept { game: game.to_owned(), brain: brain.clone(), engine });
        let gone = if kept.len() > MOST { kept.pop_front() } else { None };
        drop(kept);
        // Its tables may be large: nobody waits while they go.
        drop(gone);
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<Kept>> {
        // Whole engines go in and out: nothing is half done when somebody panics.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine() -> Box<dyn AnyEngine> {
        quintet_catalog::standard().find("yoxii").unwrap().engine(&Brain::Random, 1)
    }

    #[test]
    fn an_engine_comes_back_to_its_own_game_and_player_once() {
        let keeper = Keeper::default();
        keeper.keep("a", &Brain::Random, engine());
        assert!(keeper.take("b", &Brain::Random, 1).is_none());
        assert!(keeper.take("a", &Brain::Greedy, 1).is_none());
        assert!(keeper.take("a", &Brain::Random, 1).is_some());
        assert!(keeper.take("a", &Brain::Random, 1).is_none());
    }

    #[test]
    fn few_are_kept_and_the_latest_of_them() {
        let keeper = Keeper::default();
        for game in 0..=MOST {
            keeper.keep(&game.to_string(), &Brain::Random, engine());
        }
        assert!(keeper.take("0", &Brain::Random, 1).is_none());
        assert!((1..=MOST).all(|game| keeper.take(&game.to_string(), &Brain::Random, 1).is_some()));
    }
}
