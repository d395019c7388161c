//! What happens rarely and for many: games that were forgotten end, and the store lets go what nobody needs.

use std::sync::{Arc, Weak};

use quintet_rooms::{FORGOTTEN_AFTER, Time};

use super::Hub;

/// How often, in milliseconds.
const EVERY: u64 = 60_000;
/// How many forgotten games end at a time.
const AT_A_TIME: usize = 200;

/// Sweeps for as long as there is a hub.
pub(super) async fn run(hub: Weak<Hub>) {
    loop {
        let Some(strong) = hub.upgrade().filter(|hub| !hub.is_stopping()) else { return };
        let clock = Arc::clone(&strong.clock);
        let now = clock.now();
        let goes_on = strong.sweep(now).await;
        drop(strong);
        // While there is much to do, not for long.
        clock.sleep_until(now.plus(if goes_on { EVERY / 60 } else { EVERY })).await;
    }
}

impl Hub {
    /// Sweeps once, and says whether there may be more to do.
    async fn sweep(self: &Arc<Self>, now: Time) -> bool {
        let since = Time(now.0.saturating_sub(FORGOTTEN_AFTER));
        let forgotten = self.store.idle(since, AT_A_TIME).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "forgotten games could not be found");
            Vec::new()
        });
        let more = forgotten.len() == AT_A_TIME;
        for game in forgotten {
            Arc::clone(self).tick(game).await;
        }
        match self.store.sweep(now).await {
            Ok(swept) => more || swept > 0,
            Err(error) => {
                tracing::warn!(%error, "nothing could be swept");
                more
            }
        }
    }
}
