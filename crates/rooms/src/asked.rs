//! What a command asked for, in short: enough to tell a resend from another command by the same name.

use std::fmt::{self, Write as _};

use serde::{Deserialize, Serialize};

use crate::command::{Action, Command, NewGame};
use crate::event::Offer;
use crate::seat::Seat;

/// A command in short: its kind, and a hash of what it said, such as `move:8c7f0a51b2d3e4f6`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Asked(String);

impl Asked {
    /// What a command asks for. Which game a rematch would be is no part of it: the server chooses that anew each time.
    pub fn of(command: &Command) -> Asked {
        let mut said = Said::default();
        let kind = match command {
            Command::Join => "join",
            Command::Move { mv, ply } => {
                said.say(mv);
                said.say(ply);
                "move"
            }
            Command::Resign => "resign",
            Command::Abort => "abort",
            Command::Claim => "claim",
            Command::Offer { offer, action, .. } => {
                said.say(match action {
                    Action::Offer => "offer",
                    Action::Accept => "accept",
                    Action::Decline => "decline",
                    Action::Withdraw => "withdraw",
                });
                match offer {
                    Offer::Draw => "draw",
                    Offer::Takeback => "takeback",
                    Offer::Rematch => "rematch",
                }
            }
            Command::Tick => "tick",
            Command::Restarted { .. } => "restarted",
        };
        said.as_what(kind)
    }

    /// What the making of a game asks for. What chance decided is no part of it: who sits where, and the seed.
    pub fn of_new(new: &NewGame) -> Asked {
        let mut said = Said::default();
        said.say(&new.game);
        said.say(new.variant.as_deref().unwrap_or_default());
        said.say(new.position.as_deref().unwrap_or_default());
        let mut seats = new.seats.each_ref().map(|seat| match seat {
            Seat::Open => "open",
            Seat::Guest(_) => "me",
            Seat::Computer(name) => name,
        });
        seats.sort_unstable();
        for seat in seats {
            said.say(seat);
        }
        if let Some(clock) = new.clock {
            said.say(clock.initial);
            said.say(clock.increment);
        }
        said.say(new.listed);
        said.as_what("create")
    }

    /// What kind of command it was.
    pub fn kind(&self) -> &str {
        self.0.split_once(':').map_or(&self.0, |(kind, _)| kind)
    }
}

/// A running hash (FNV-1a), the same in every version and on every machine.
struct Said(u64);

impl Default for Said {
    fn default() -> Self {
        Said(0xcbf2_9ce4_8422_2325)
    }
}

impl Said {
    fn say(&mut self, part: impl fmt::Display) {
        // Nothing that is said holds a zero, so that parts stay apart.
        let _ = write!(self, "{part}\0");
    }

    fn as_what(&self, kind: &str) -> Asked {
        Asked(format!("{kind}:{:016x}", self.0))
    }
}

impl fmt::Write for Said {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(mv: &str, ply: u32) -> Asked {
        Asked::of(&Command::Move { mv: mv.into(), ply })
    }

    #[test]
    fn commands_that_differ_are_told_apart() {
        assert_eq!(mv("a1", 3), mv("a1", 3));
        for other in [mv("a2", 3), mv("a1", 4), mv("a13", 0), Asked::of(&Command::Resign)] {
            assert_ne!(other, mv("a1", 3));
        }
        assert_eq!(mv("a1", 3).kind(), "move");
        // Stored events hold it: it must never change.
        assert_eq!(mv("a1", 3).0, "move:0d8b4596d2a05de6");
    }
}
