//! The known mistakes of rooms, made on purpose by builds with the feature `seeded-bugs`.

use super::Room;
use crate::bugs::{Bug, is_on};
use crate::command::{Caller, Command, Decision, Refusal, Request};
use crate::event::{Event, What};
use crate::seat::{Guest, Seat, Time};

/// What a command would do if the mistake that is on were made; else what was decided.
pub(super) fn decide(
    room: &Room,
    (caller, request): (&Caller, &Request),
    now: Time,
    decided: Result<Decision, Refusal>,
) -> Result<Decision, Refusal> {
    let panics = request.op.as_ref().is_some_and(|op| op.starts_with("panic-room"));
    assert!(!panics, "a panic was asked for");
    if is_on(Bug::SkipVersionCheck) {
        return room.judge(caller, &Request { version: None, ..request.clone() }, now);
    }
    if is_on(Bug::ForgetOp) && matches!(decided, Ok(Decision::Repeated { .. })) {
        let again = room.judge(caller, &Request { op: None, ..request.clone() }, now)?;
        return Ok(with_event(again, |event| event.op.clone_from(&request.op)));
    }
    if is_on(Bug::AnyoneMoves)
        && let (Caller::Guest(guest), Command::Move { .. }) = (caller, &request.command)
        && matches!(decided, Err(Refusal::Forbidden(_)))
        && !room.seats_of(&guest.id).is_empty()
        && let Some(turn) = room.turn()
    {
        let mover = match room.seat(turn) {
            Seat::Guest(id) => {
                let name = room.name_of(id).to_owned();
                Caller::Guest(Guest { id: id.clone(), name })
            }
            Seat::Computer(_) | Seat::Open => Caller::Computer(turn),
        };
        let moved = room.judge(&mover, request, now)?;
        return Ok(with_event(moved, |event| {
            event.by = Some(guest.id.clone());
            event.op.clone_from(&request.op);
        }));
    }
    if is_on(Bug::ChargePause) && matches!(request.command, Command::Restarted { .. }) {
        let command = Command::Restarted { alive_at: room.time(now) };
        return room.judge(caller, &command.into(), now);
    }
    if is_on(Bug::FreeTime) {
        let clock = room.clock.as_ref();
        return Ok(with_event(decided?, |event| {
            if let (What::Moved { player, clocks: Some(left), .. }, Some(clock)) =
                (&mut event.what, clock)
            {
                *left = clock.left.with(*player, clock.rule.increment);
            }
        }));
    }
    decided
}

fn with_event(mut decision: Decision, change: impl Fn(&mut Event)) -> Decision {
    if let Decision::Happens(decided) = &mut decision {
        change(&mut decided.event);
    }
    decision
}

/// Whether a move leaves offers open.
pub(super) fn keeps_offers() -> bool {
    is_on(Bug::KeepOffers)
}
