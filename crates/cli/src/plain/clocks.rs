//! Time, for those who do not see it run: what the clocks show, when it gets tight, when a flag has fallen.

use std::time::{Duration, Instant};

use anyhow::Result;
use quintet_core::Player;
use quintet_core::contest::capital;

use super::session::Session;

/// Less time than this is told by itself.
const LITTLE: Duration = Duration::from_secs(30);

impl Session<'_, '_> {
    pub(super) fn has_clocks(&self) -> bool {
        self.sitting.clock(Player::First, Instant::now()).is_some()
    }

    pub(super) fn tell_clocks(&mut self) -> Result<()> {
        let now = Instant::now();
        let [first, second] = Player::BOTH.map(|side| self.sitting.clock(side, now).map(as_clock));
        if let (Some(first), Some(second)) = (first, second) {
            let [white, black] = self.sitting.info().players;
            self.console.line(format_args!("Clocks: {white} {first}, {black} {second}"))?;
        }
        Ok(())
    }

    /// Says once who has little time left; again when there was more in between.
    pub(super) fn tell_hurry(&mut self) -> Result<()> {
        if self.sitting.finish().is_some() {
            return Ok(());
        }
        let now = Instant::now();
        for side in Player::BOTH {
            let hurries = self.sitting.clock(side, now).is_some_and(|left| left < LITTLE);
            let was_told = std::mem::replace(&mut self.hurried[side.index()], hurries);
            if hurries && !was_told {
                let player = capital(self.sitting.info().player(side));
                let seconds = LITTLE.as_secs();
                self.console
                    .line(format_args!("{player} has less than {seconds} seconds left."))?;
            }
        }
        Ok(())
    }

    /// Ends the game if time has run out while somebody typed, and says so.
    pub(super) fn tell_fallen_flag(&mut self) -> Result<bool> {
        let side = self.sitting.turn();
        let fell = self.sitting.tick(Instant::now());
        if fell {
            self.so_far.clear();
            let player = self.sitting.info().player(side);
            self.console.line(format_args!("\nToo late: {player} ran out of time.\n"))?;
            self.draw()?;
        }
        Ok(fell)
    }
}

fn as_clock(left: Duration) -> String {
    let seconds = left.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
