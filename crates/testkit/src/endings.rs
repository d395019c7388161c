//! Endings: every random game ends, exactly when and how a slow restatement of the rules says.

use quintet_core::Game;

use crate::Suite;
use crate::spots::{random_game, share};

/// How many positions are judged, over all variants.
const POSITIONS: usize = 150_000;

/// Random games end, and at every position on the way `outcome` agrees with the slow restatement.
///
/// # Panics
/// If not.
pub fn random_games_end_as_the_rules_say<G: Game>(suite: &Suite<G>) {
    for variant in G::INFO.variants() {
        let start = G::start(variant);
        assert_eq!(start.variant(), variant, "the start of a variant is of another");
        assert_eq!(start.outcome(), None, "{}: the start `{start}` is finished", G::INFO.id);
        assert_eq!(start.turn(), quintet_core::Player::First, "`{start}`: the first player begins");
        let mut judged = 0;
        for seed in 0.. {
            // Another stretch of seeds than the other checks use.
            for spot in random_game::<G>(variant, 1_000_000 + seed) {
                let slow = (suite.slow_outcome)(&spot.position);
                assert_eq!(
                    spot.position.outcome(),
                    slow,
                    "{spot}: outcome and slow_outcome differ"
                );
                assert_eq!(spot.position.variant(), variant, "{spot}: the variant changed");
                judged += 1;
            }
            if judged >= share::<G>(POSITIONS) {
                break;
            }
        }
    }
}
