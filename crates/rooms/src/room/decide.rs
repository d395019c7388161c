//! What a command would do: who may ask, whether it comes too late, and what follows.

use quintet_catalog::{Legal, PlayError};
use quintet_core::contest::capital;
use quintet_core::{Outcome, Player};

use super::{Room, Status};
use crate::asked::Asked;
use crate::command::{Caller, Command, Decided, Decision, Refusal, Request};
use crate::event::{Event, Offer, Reason, What};
use crate::seat::{Guest, GuestId, Seat, Time};

/// A game can have that many moves, and not more: then it is a draw.
pub const MOST_PLIES: u32 = if cfg!(test) { 4 } else { 10_000 };
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
        if let Some(sentence) = &self.halted {
            return match caller {
                Caller::Server => Ok(Decision::Nothing),
                _ => Err(Refusal::ReadOnly(sentence.clone())),
            };
        }
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
            Decision::Happens(self.decided((what, None), None, now))
        }))
    }

    fn time_is_up(&self, now: Time) -> Option<What> {
        let is_up = |time: Option<Time>| time.is_some_and(|time| time <= self.time(now));
        if is_up(self.expires()) {
            let clocks = self.clocks_left(now);
            return Some(What::Ended { result: None, reason: Reason::Expired, clocks });
        }
        if self.is_too_long() {
            let (result, clocks) = (Some(Outcome::Draw), self.clocks_left(now));
            return Some(What::Ended { result, reason: Reason::Length, clocks });
        }
        if is_up(self.resumes()) {
            return Some(What::Resumed);
        }
        if is_up(self.forgotten_at()) {
            return Some(What::Ended { result: None, reason: Reason::Forgotten, clocks: None });
        }
        self.fallen(now)
    }

    /// Whether it goes on though it has all the moves that a game can have.
    pub(super) fn is_too_long(&self) -> bool {
        self.status() == Status::Running && self.ply() >= MOST_PLIES
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
            return Ok(Decision::Late(self.decided((end, None), None, now)));
        }
        self.check_version(request.version)?;
        let what = self.decide_move(&[player], mv, *ply, now)?;
        Ok(Decision::Happens(self.decided(what, None, now)))
    }

    fn decide_for_guest(
        &self,
        guest: &Guest,
        request: &Request,
        now: Time,
    ) -> Result<Decision, Refusal> {
        let op = checked_op(request.op.as_deref())?;
        if let Some((version, ply)) = self.answered(&guest.id, op, &request.command)? {
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
            return Ok(Decision::Late(self.decided((end, None), None, now)));
        }
        let after_the_end = matches!(request.command, Command::Offer { offer: Offer::Rematch, .. });
        if !after_the_end {
            self.check_not_over()?;
        }
        self.check_version(request.version)?;
        let what = self.decide_what(guest, &sides, &request.command, now)?;
        Ok(Decision::Happens(self.decided(what, Some((&guest.id, request)), now)))
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
            (Some(player), []) => Ok(What::Joined { player, guest: guest.id.clone() }),
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
        match &self.clock {
            None => return invalid("without clocks the game waits for its players".into()),
            Some(clock) if !clock.is_live() => {
                return invalid("with clocks of days nobody need be there".into());
            }
            Some(_) => {}
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

    /// The answer that this command got before. Another command of the same name is refused: it was never carried out.
    fn answered(
        &self,
        guest: &GuestId,
        op: Option<&str>,
        command: &Command,
    ) -> Result<Option<(u64, u32)>, Refusal> {
        let Some(op) = op else { return Ok(None) };
        let Some(answered) = self.answers.get(&(guest.clone(), op.into())) else {
            return Ok(None);
        };
        match &answered.asked {
            Some(first) if *first != Asked::of(command) => Err(Refusal::Reused(format!(
                "expected an `op` that was not used before: `{op}` was a {} at version {}",
                first.kind(),
                answered.version
            ))),
            _ => Ok(Some((answered.version, answered.ply))),
        }
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
        asker: Option<(&GuestId, &Request)>,
        now: Time,
    ) -> Decided {
        let by = asker.map(|(guest, _)| guest.clone());
        let op = asker.and_then(|(_, request)| request.op.clone());
        let asked = asker.filter(|_| op.is_some()).map(|(_, request)| Asked::of(&request.command));
        let (version, at) = (self.version + 1, self.time(now));
        let event = Event { version, at, by, op, asked, what };
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

#[cfg(test)]
mod tests {
    use quintet_catalog::standard;

    use super::*;
    use crate::command::NewGame;
    use crate::seat::GameId;

    #[test]
    fn a_game_with_all_the_moves_it_can_have_is_a_draw() {
        let ann = Guest { id: GuestId("ann".into()), name: "Ann".into() };
        let new = NewGame {
            game: "momentum".into(),
            variant: None,
            position: None,
            seats: [Seat::Guest(ann.id.clone()), Seat::Guest(ann.id.clone())],
            clock: None,
            listed: false,
            seed: 1,
            previous: None,
        };
        let (mut room, _) =
            Room::create(standard(), GameId("g".into()), &ann, &new, None, Time(1)).unwrap();
        let happen = |room: &mut Room, caller: &Caller, command: Command| {
            let decision = room.decide(caller, &command.into(), Time(2)).unwrap();
            let Decision::Happens(decided) = decision else { panic!("{decision:?}") };
            let after = room.after(&decided).unwrap();
            room.move_on(after);
        };
        let caller = Caller::Guest(ann);
        for (mv, ply) in ["a1", "g7", "c3", "e5"].into_iter().zip(0..) {
            happen(&mut room, &caller, Command::Move { mv: mv.into(), ply });
        }
        assert_eq!(room.due(), Some(Time(2)));
        happen(&mut room, &Caller::Server, Command::Tick);
        assert_eq!((room.result(), room.ending()), (Some(Outcome::Draw), Some("length")));
        assert_eq!(room.why(), "After 4 moves the game is a draw.");
    }
}
