//! What a start waits for: a database may be about to start, too, or be held up. Whoever looks into the log sees what is waited for.

use std::future::Future;
use std::time::{Duration, Instant};

use quintet_store::StoreError;
use tokio::time::sleep;
use tracing::{info, warn};

/// For how long something is tried, and how long is waited between two tries.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    longest: Duration,
    between: Duration,
}

/// The patience of a start. After it whoever started us decides.
pub const START: Patience =
    Patience { longest: Duration::from_mins(1), between: Duration::from_secs(1) };

impl Patience {
    /// Tries something until it works, or fails in a way that does not pass by itself.
    pub async fn wait_for<T, Attempt>(
        self,
        what: &str,
        mut attempt: impl FnMut() -> Attempt,
    ) -> Result<T, StoreError>
    where
        Attempt: Future<Output = Result<T, StoreError>>,
    {
        let begun = Instant::now();
        let mut has_waited = false;
        loop {
            let error = match attempt().await {
                Ok(done) => {
                    if has_waited {
                        info!(what, after = ?begun.elapsed(), "the database answers");
                    }
                    return Ok(done);
                }
                Err(error) => error,
            };
            if !error.may_pass() || begun.elapsed() >= self.longest {
                return Err(error);
            }
            has_waited = true;
            warn!(what, %error, waited = ?begun.elapsed(), "waiting for the database; it is tried again");
            sleep(self.between).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIRELESS: Patience = Patience { longest: Duration::MAX, between: Duration::ZERO };

    fn failing(passes: bool) -> StoreError {
        let text = "no answer".to_owned();
        if passes { StoreError::NotYet(text) } else { StoreError::Folder(text) }
    }

    /// How the fifth try would end, and how many there were.
    async fn tried(patience: Patience, passes: bool) -> (Result<(), StoreError>, u32) {
        let mut tries = 0;
        let ended = patience.wait_for("test", || {
            tries += 1;
            std::future::ready(if tries < 5 { Err(failing(passes)) } else { Ok(()) })
        });
        let ended = ended.await;
        (ended, tries)
    }

    #[tokio::test]
    async fn what_passes_is_waited_for() {
        assert_eq!(tried(TIRELESS, true).await, (Ok(()), 5));
    }

    #[tokio::test]
    async fn what_does_not_pass_is_told_at_once() {
        assert_eq!(tried(TIRELESS, false).await, (Err(failing(false)), 1));
    }

    #[tokio::test]
    async fn nothing_is_waited_for_any_longer() {
        let impatient = Patience { longest: Duration::ZERO, ..TIRELESS };
        assert_eq!(tried(impatient, true).await, (Err(failing(true)), 1));
    }
}
