//! Thinking time. A side's clock runs while it is to move, from its second move on; after the server was away it stands still.

use quintet_core::{Left, Outcome, Player, TimeControl};

use super::{Room, Status};
use crate::event::{Reason, What};
use crate::seat::Time;

/// How long, in milliseconds, a clock stands still after the server was away, if its player does not come back earlier.
pub const PAUSE_LASTS: u64 = 30_000;
/// With more time than this at the start, three hours, nobody need be there: the clock alone decides.
const LONGEST_LIVE: u64 = 3 * 3_600_000;
/// How long, in milliseconds, a game without clocks waits for a move: two weeks.
pub const FORGOTTEN_AFTER: u64 = 14 * 24 * 3_600_000;

/// What both players have left at some moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// Milliseconds left.
    pub left: [u64; 2],
    /// Whose clock runs. Nobody's before its player's first move, nor while it is paused.
    pub running: Option<Player>,
    /// Whether a clock would run if the server had not been away.
    pub paused: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Clock {
    pub(super) rule: TimeControl,
    /// What was left at `since`.
    pub(super) left: Left,
    /// Up to when the time has been charged.
    pub(super) since: Time,
    /// When the server came back, if the clock still stands for that.
    pub(super) paused: Option<Time>,
    /// When the clock last ran again after a pause.
    pub(super) resumed: Option<Time>,
}

impl Clock {
    pub(super) fn new(rule: TimeControl, at: Time) -> Clock {
        Clock { rule, left: rule.start(), since: at, paused: None, resumed: None }
    }

    /// Whether both are expected to be there all the while.
    pub(super) const fn is_live(&self) -> bool {
        self.rule.initial <= LONGEST_LIVE
    }

    /// What is left is this, and time counts from then on.
    pub(super) fn set(&mut self, left: Left, at: Time) {
        if self.paused.take().is_some() {
            self.resumed = Some(at);
        }
        self.left = left;
        self.since = at;
    }
}

impl Room {
    /// What both players have left; `None` in a game without clocks.
    pub fn clocks_at(&self, now: Time) -> Option<Clocks> {
        let clock = self.clock.as_ref()?;
        let paused = clock.paused.is_some();
        Some(Clocks {
            left: self.left_at(clock, now).0,
            running: self.clocked().filter(|_| !paused),
            paused: paused && self.clocked().is_some(),
        })
    }

    /// The player whose clock runs, or would if it were not paused.
    pub(super) fn clocked(&self) -> Option<Player> {
        self.clock.as_ref()?;
        self.turn().filter(|turn| self.has_moved[turn.index()])
    }

    /// When the running flag falls.
    pub(super) fn flag_falls(&self) -> Option<Time> {
        let clock = self.clock.as_ref().filter(|clock| clock.paused.is_none())?;
        Some(clock.since.plus(clock.left.of(self.clocked()?)))
    }

    /// The end of the game, if a flag has fallen.
    pub(super) fn fallen(&self, now: Time) -> Option<What> {
        let falls = self.flag_falls()?;
        let loser = self.clocked()?;
        (falls <= self.time(now)).then(|| What::Ended {
            result: Some(Outcome::Win(loser.opponent())),
            reason: Reason::Time,
            clocks: self.clocks_left(now),
        })
    }

    /// What both have left, as events tell it.
    pub(super) fn clocks_left(&self, now: Time) -> Option<Left> {
        self.clock.as_ref().map(|clock| self.left_at(clock, now))
    }

    /// What both have left after a move of `mover`, who gets the increment unless the move was free.
    pub(super) fn left_after_move(&self, mover: Player, now: Time) -> Option<Left> {
        let clock = self.clock.as_ref()?;
        let left = self.left_at(clock, now);
        let is_free = self.clocked() != Some(mover);
        Some(if is_free { left } else { left.with(mover, clock.rule.increment) })
    }

    /// The pause after the server was away: time is charged up to its last sign of life, and never all of it, so that nobody
    /// loses by our absence. `None` if no clock runs. A pause in a pause begins anew, since everybody has to come back again.
    pub(super) fn pause(&self, alive_at: Time) -> Option<What> {
        let clock = self.clock.as_ref()?;
        let player = self.clocked()?;
        let mut left = clock.left;
        if clock.paused.is_none() {
            left = left.after(player, alive_at.since(clock.since));
            left = if left.of(player) == 0 { left.with(player, 1) } else { left };
        }
        Some(What::Paused { clocks: left })
    }

    /// When a paused clock runs again.
    pub(super) fn resumes(&self) -> Option<Time> {
        let player = self.clocked()?;
        let paused = self.clock.as_ref()?.paused?;
        Some(if self.presence(player).is_present() { paused } else { paused.plus(PAUSE_LASTS) })
    }

    /// When a game without clocks ends because nobody moves.
    pub fn forgotten_at(&self) -> Option<Time> {
        let waits = self.info.waits.filter(|_| self.clock.is_none())?;
        (self.status() == Status::Running).then(|| self.idle_since.plus(waits))
    }

    /// When there is something to do for [`Command::Tick`](crate::Command::Tick), as far as is known now: a flag falls, a pause
    /// ends, a seek expires, a game is forgotten or has become too long. Ask again after every event and every change of presence.
    pub fn due(&self) -> Option<Time> {
        if self.halted.is_some() {
            return None;
        }
        match self.status() {
            Status::Open => self.expires(),
            Status::Running if self.is_too_long() => Some(self.latest),
            Status::Running => {
                self.resumes().or_else(|| self.flag_falls()).or_else(|| self.forgotten_at())
            }
            Status::Finished | Status::Aborted => None,
        }
    }

    fn left_at(&self, clock: &Clock, now: Time) -> Left {
        let running = self.clocked().filter(|_| clock.paused.is_none());
        let elapsed = self.time(now).since(clock.since);
        running.map_or(clock.left, |player| clock.left.after(player, elapsed))
    }
}
