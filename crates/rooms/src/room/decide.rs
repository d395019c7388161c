//! What a command would do: who may ask, whether it comes too late, and what follows.

use quintet_catalog::{Legal, PlayError};
use quintet_core::contest::capital;
use quintet_core::{Outcome, Player};

use super::{Room, Status};
use crate::command::{Caller, Command, Decided, Decision, Refusal, Request};
use crate::event::{Event, Offer, Reason, What};
use crate::seat::{Guest, GuestId, Seat, Time};

/// A game can have that many moves, and not more.
const MOST_PLIES: u32 = 10_000;
/// From this version on nothing can be offered, so that nobody fills the log with offers.
const MOST_EVENTS_WITH_OFFERS: u64 = 20_000;
const LONGEST_OP: usize = 64;

impl Room {
    /// What a command would do now. Changes nothing.
    pub fn decide(
        &self,
        caller: &Caller,
        request: &Request,
        now: Time,
    ) -> Result<Decision, Refusal> {
        let decision = self.judge(caller, request, now);
        #[cfg(feature = "seeded-bugs")]
        let decision = super::mistakes::decide(self, (caller, request), now, decision);
        decision
    }

    pub(super) fn judge(
        &self,
        caller: &Caller,
        request: &Request,
        now: Time,
    ) -> Result<Decision, Refusal> {
        match caller {
            Caller::Server => self.decide_for_server(&request.command, now),
            Caller::Computer(player) => self.decide_for_computer(*player, request, now),
            Caller::Guest(guest) => self.decide_for_guest(guest, request, now),
        }
    }

    fn decide_for_server(&self, command: &Command, now: Time) -> Result<Decision, Refusal> {
        let what = match command {
            Command::Tick => self.time_is_up(now),
            Command::Restarted { alive_at } => self.pause(*alive_at),
            _ => return Err(Refusal::Forbidden("the server does not play".into())),
        };
        Ok(what.map_or(Decision::Nothing, |what| {
            Decision::Happens(self.decided((what, None), None, None, now))
        }))
    }

    fn time_is_up(&self, now: Time) -> Option<What> {
        let is_up = |time: Option<Time>| time.is_some_and(|time| time <= self.time(now));
        if is_up(self.expires()) {
            let clocks = self.clocks_left(now);
            return Some(What::Ended { result: None, reason: Reason::Expired, clocks });
        }
        if is_up(self.resumes()) {
            return Some(What::Resumed);
        }
        self.fallen(now)
    }

    fn decide_for_computer(
        &self,
        player: Player,
        request: &Request,
        now: Time,
    ) -> Result<Decision, Refusal> {
        let Command::Move { mv, ply } = &request.command else {
            return Err(Refusal::Forbidden("a computer player only moves".into()));
        };
        if !matches!(self.seat(player), Seat::Computer(_)) {
            let name = self.name(player);
            return Err(Refusal::Forbidden(format!("{name} is not played by the computer")));
        }
        self.check_running()?;
        if let Some(end) = self.fallen(now) {
            return Ok(Decision::Late(self.decided((end, None), None, None, now)));
        }
        self.check_version(request.version)?;
        let what = self.decide_move(&[player], mv, *ply, now)?;
        Ok(Decision::Happens(self.decided(what, None, None, now)))
    }

    fn decide_for_guest(
        &self,
        guest: &Guest,
        request: &Request,
        now: Time,
    ) -> Result<Decision, Refusal> {
        let op = checked_op(request.op.as_deref())?;
        if let Some((version, ply)) = self.answered(&guest.id, op) {
            return Ok(Decision::Repeated { version, ply });
        }
        let sides = self.seats_of(&guest.id);
        if let Command::Tick | Command::Restarted { .. } = request.command {
            return Err(Refusal::Forbidden("only the server itself may ask this".into()));
        }
        if sides.is_empty() && request.command != Command::Join {
            return Err(Refusal::Forbidden("you do not play in this game".into()));
        }
        if let Some(end) = self.fallen(now) {
            return Ok(Decision::Late(self.decided((end, None), None, None, now)));
        }
        let after_the_end = matches!(request.command, Command::Offer { offer: Offer::Rematch, .. });
        if !after_the_end {
            self.check_not_over()?;
        }
        self.check_version(request.version)?;
        let what = self.decide_what(guest, &sides, &request.command, now)?;
        let by = Some(guest.id.clone());
        Ok(Decision::Happens(self.decided(what, by, request.op.clone(), now)))
    }

    fn decide_what(
        &self,
        guest: &Guest,
        sides: &[Player],
        command: &Command,
        now: Time,
    ) -> Result<Checked, Refusal> {
        let what = match command {
            Command::Move { mv, ply } => return self.decide_move(sides, mv, *ply, now),
            Command::Offer { offer, .. }
                if self.version >= MOST_EVENTS_WITH_OFFERS && *offer != Offer::Rematch =>
            {
                Err(Refusal::Invalid("this game has seen too many offers".into()))
            }
            Command::Offer { offer, action, next_game } => {
                self.decide_offer(sides, *offer, *action, next_game, now)
            }
            Command::Join => self.decide_join(guest, sides),
            Command::Resign => self.decide_resign(sides, now),
            Command::Abort => self.decide_abort(now),
            Command::Claim => self.decide_claim(sides, now),
            Command::Tick | Command::Restarted { .. } => {
                Err(Refusal::Invalid("this cannot be asked".into()))
            }
        };
        Ok((what?, None))
    }

    fn decide_join(&self, guest: &Guest, sides: &[Player]) -> Result<What, Refusal> {
        let open = Player::BOTH.into_iter().find(|player| *self.seat(*player) == Seat::Open);
        match (open, sides) {
            (_, [_, ..]) => Err(Refusal::Invalid("you have a seat in this game already".into())),
            (None, []) => Err(Refusal::Stale("both seats are taken".into())),
            (Some(player), []) => Ok(What::Joined { player, guest: guest.clone() }),
        }
    }

    fn decide_move(
        &self,
        sides: &[Player],
        mv: &str,
        ply: u32,
        now: Time,
    ) -> Result<Checked, Refusal> {
        self.check_running()?;
        let turn = self.played.turn();
        if ply != self.ply() {
            let made = self.ply();
            return Err(Refusal::Stale(format!("expected a move after {made} moves, not {ply}")));
        }
        if !sides.contains(&turn) {
            return Err(Refusal::Forbidden(format!("it is {}'s turn", self.name(turn))));
        }
        if ply >= MOST_PLIES {
            return Err(Refusal::Invalid(format!("a game has at most {MOST_PLIES} moves")));
        }
        let legal = self.played.check(mv).map_err(|error| match error {
            PlayError::Unreadable(error) => Refusal::Invalid(error.to_string()),
            PlayError::Illegal { rule, .. } => Refusal::Rule(rule),
            PlayError::Over { .. } => Refusal::Over,
        })?;
        let mv = legal.text().into();
        let clocks = self.left_after_move(turn, now);
        Ok((What::Moved { player: turn, mv, clocks }, Some(legal)))
    }

    fn decide_resign(&self, sides: &[Player], now: Time) -> Result<What, Refusal> {
        self.check_running()?;
        let loser = if let [side] = sides { *side } else { self.played.turn() };
        Ok(What::Ended {
            result: Some(Outcome::Win(loser.opponent())),
            reason: Reason::Resignation,
            clocks: self.clocks_left(now),
        })
    }

    fn decide_abort(&self, now: Time) -> Result<What, Refusal> {
        if self.has_moved == [true; 2] {
            return Err(Refusal::Invalid("both have moved: the game can only be resigned".into()));
        }
        let clocks = self.clocks_left(now);
        Ok(What::Ended { result: None, reason: Reason::Aborted, clocks })
    }

    fn decide_claim(&self, sides: &[Player], now: Time) -> Result<What, Refusal> {
        self.check_running()?;
        let invalid = |sentence: String| Err(Refusal::Invalid(sentence));
        let [side] = sides else {
            return invalid("you play both sides, nobody can be gone".into());
        };
        if self.clock.is_none() {
            return invalid("without clocks the game waits for its players".into());
        }
        let opponent = self.name(side.opponent());
        match self.claimable_from(*side) {
            None if self.presence(side.opponent()).is_present() => {
                invalid(format!("{opponent} is still here"))
            }
            None => invalid(format!("the clock stands still, {opponent} may yet come back")),
            Some(from) if self.time(now) < from => {
                let seconds = from.since(self.time(now)).div_ceil(1000);
                let opponent = capital(opponent);
                invalid(format!("{opponent} may come back within {seconds} s"))
            }
            Some(_) => Ok(What::Ended {
                result: Some(Outcome::Win(*side)),
                reason: Reason::Abandoned,
                clocks: self.clocks_left(now),
            }),
        }
    }

    fn answered(&self, guest: &GuestId, op: Option<&str>) -> Option<(u64, u32)> {
        self.answers.get(&(guest.clone(), op?.into())).copied()
    }

    fn check_version(&self, version: Option<u64>) -> Result<(), Refusal> {
        match version {
            Some(seen) if seen != self.version => {
                let now = self.version;
                Err(Refusal::Stale(format!("the game is at version {now}, not {seen}")))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn check_not_over(&self) -> Result<(), Refusal> {
        if self.status().is_over() { Err(Refusal::Over) } else { Ok(()) }
    }

    pub(super) fn check_running(&self) -> Result<(), Refusal> {
        self.check_not_over()?;
        if self.status() == Status::Open {
            return Err(Refusal::Invalid("nobody has taken the open seat yet".into()));
        }
        Ok(())
    }

    fn decided(
        &self,
        (what, legal): Checked,
        by: Option<GuestId>,
        op: Option<String>,
        now: Time,
    ) -> Decided {
        let event = Event { version: self.version + 1, at: self.time(now), by, op, what };
        Decided { event, legal }
    }
}

/// What is to happen, with the move if it is one.
type Checked = (What, Option<Legal>);

/// The client's name for its command, if it has one of reasonable length.
pub(super) fn checked_op(op: Option<&str>) -> Result<Option<&str>, Refusal> {
    let Some(text) = op else { return Ok(None) };
    let length = text.chars().count();
    if (1..=LONGEST_OP).contains(&length) {
        return Ok(op);
    }
    Err(Refusal::Invalid(format!("expected an `op` of 1 to {LONGEST_OP} characters, got {length}")))
}
