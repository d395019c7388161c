//! A second book of the thinking time: what was given, earned and spent, and never what is left.

use quintet_core::{Player, TimeControl};
use quintet_rooms::Time;

use super::witness::{Verdict, ensure};

/// What a stretch of time costs the player whose clock ran.
pub enum Cost {
    /// All of it, and it must have been there.
    Elapsed,
    /// All that was left: the flag fell.
    Flag,
    /// No more than up to the server's last sign of life, nor everything.
    UpTo(Time),
}

pub struct Ledger {
    pub rule: TimeControl,
    earned: [u64; 2],
    spent: [u64; 2],
    /// Since when time runs that is not yet in the book.
    mark: Time,
    pub paused_at: Option<Time>,
    pub resumed_at: Time,
}

impl Ledger {
    pub fn new(rule: TimeControl, at: Time) -> Ledger {
        let (earned, spent) = ([0; 2], [0; 2]);
        Ledger { rule, earned, spent, mark: at, paused_at: None, resumed_at: Time(0) }
    }

    pub fn left(&self) -> [u64; 2] {
        [0, 1].map(|side| self.rule.initial + self.earned[side] - self.spent[side])
    }

    /// When the flag of that player falls, if nothing happens before.
    pub fn flag_at(&self, runner: Player) -> Option<Time> {
        self.paused_at.is_none().then(|| self.mark.plus(self.left()[runner.index()]))
    }

    /// Books the time up to `at` for the player whose clock runs.
    pub fn book(&mut self, runner: Option<Player>, at: Time, cost: &Cost) -> Verdict {
        let running = runner.filter(|_| self.paused_at.is_none());
        if let Some(player) = running {
            let left = self.left()[player.index()];
            let elapsed = at.since(self.mark);
            let charge = match cost {
                Cost::Elapsed => {
                    ensure(elapsed < left, || format!("{player} acted after its flag fell"))?;
                    elapsed
                }
                Cost::Flag => {
                    ensure(elapsed >= left, || format!("{player}'s flag fell early"))?;
                    left
                }
                Cost::UpTo(alive_at) => alive_at.since(self.mark).min(left - 1),
            };
            self.spent[player.index()] += charge;
        } else {
            let flag = matches!(cost, Cost::Flag);
            ensure(!flag, || "a flag fell though no clock ran".into())?;
        }
        self.mark = at;
        Ok(())
    }

    pub fn earn(&mut self, player: Player) {
        self.earned[player.index()] += self.rule.increment;
    }

    pub fn resume(&mut self, at: Time) {
        if self.paused_at.take().is_some() {
            self.resumed_at = at;
        }
        self.mark = at;
    }
}
