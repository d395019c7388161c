//! A second statement of what may happen in a game. It sees only what is in the log, shares no code with the rooms, and objects.

use std::collections::HashMap;

use quintet_catalog::{AnyMatch, standard};
use quintet_core::{Outcome, Player};
use quintet_rooms::{Event, GameId, GuestId, Offer, Reason, Room, Seat, Time, What};

use super::ledger::{Cost, Ledger};

/// What went wrong.
pub type Verdict<T = ()> = Result<T, String>;

pub fn ensure(held: bool, objection: impl FnOnce() -> String) -> Verdict {
    if held { Ok(()) } else { Err(objection()) }
}

/// What the world knows about the moment in which an event was decided.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    pub alive_at: Time,
    pub present: [bool; 2],
    /// Since when each is gone who is not present, at the least.
    pub gone_since: [Time; 2],
}

pub struct Witness {
    pub seats: [Seat; 2],
    pub played: Box<dyn AnyMatch>,
    pub version: u64,
    pub next_game: Option<GameId>,
    movers: Vec<Player>,
    moved: [bool; 2],
    /// The number of moves after each event.
    pub plies: Vec<u32>,
    pub offers: Vec<(Offer, Player)>,
    ended: bool,
    /// The version of every command that named itself.
    pub ops: HashMap<(GuestId, String), u64>,
    at: Time,
    pub ledger: Option<Ledger>,
}

impl Witness {
    pub fn new(first: &Event) -> Witness {
        let What::Created { game, variant, position, seats, clock, .. } = &first.what else {
            panic!("a game begins with its making")
        };
        assert!(position.is_none(), "simulated games begin at the start");
        let (game, variant) = standard().choose(game, Some(variant)).unwrap();
        let mut witness = Witness {
            seats: seats.clone(),
            played: game.start(variant),
            version: 1,
            next_game: None,
            movers: Vec::new(),
            moved: [false; 2],
            plies: vec![0],
            offers: Vec::new(),
            ended: false,
            ops: HashMap::new(),
            at: first.at,
            ledger: clock.map(|rule| Ledger::new(rule, first.at)),
        };
        witness.note_op(first).unwrap();
        witness
    }

    pub fn ply(&self) -> u32 {
        self.movers.len() as u32
    }

    pub fn is_over(&self) -> bool {
        self.ended || self.played.finish().is_some()
    }

    pub fn is_open(&self) -> bool {
        self.seats.contains(&Seat::Open)
    }

    pub fn turn(&self) -> Option<Player> {
        (!self.is_over() && !self.is_open()).then(|| self.played.turn())
    }

    pub fn holds(&self, guest: &GuestId, player: Player) -> bool {
        self.seats[player.index()].guest() == Some(guest)
    }

    /// Whether a command of that name was carried out.
    pub fn has_used(&self, guest: &GuestId, op: &str) -> bool {
        self.ops.contains_key(&(guest.clone(), op.to_owned()))
    }

    /// The player whose clock runs, or stands still for a pause.
    fn runner(&self) -> Option<Player> {
        self.turn().filter(|turn| self.ledger.is_some() && self.moved[turn.index()])
    }

    pub fn flag_at(&self) -> Option<Time> {
        self.ledger.as_ref()?.flag_at(self.runner()?)
    }

    /// Whether nobody else has to be asked.
    fn is_alone(&self) -> bool {
        match &self.seats {
            [Seat::Guest(first), Seat::Guest(second)] => first == second,
            seats => seats.iter().any(|seat| matches!(seat, Seat::Computer(_))),
        }
    }

    /// Takes note of an event that is in the log, or objects.
    pub fn observe(&mut self, event: &Event, moment: &Moment) -> Verdict {
        let next = self.version + 1;
        ensure(event.version == next, || format!("version {} after {next}", event.version))?;
        ensure(event.at >= self.at, || "time flowed back".into())?;
        let rematching = matches!(&event.what, What::Rematched { .. })
            || matches!(&event.what, What::Offered { offer, .. } | What::Declined { offer, .. } | What::Withdrawn { offer, .. } if *offer == Offer::Rematch);
        ensure(self.is_over() == rematching, || format!("{:?} at the wrong time", event.what))?;
        self.judge(event, moment).map_err(|objection| format!("{objection}: {event:?}"))?;
        self.note_op(event)?;
        self.version = next;
        self.at = event.at;
        self.plies.push(self.ply());
        Ok(())
    }

    fn note_op(&mut self, event: &Event) -> Verdict {
        let (Some(by), Some(op)) = (&event.by, &event.op) else { return Ok(()) };
        let first = self.ops.insert((by.clone(), op.clone()), event.version);
        ensure(first.is_none(), || format!("{by}'s {op} was carried out twice"))
    }

    fn judge(&mut self, event: &Event, moment: &Moment) -> Verdict {
        let by = event.by.as_ref();
        let is_by = |player: Player| by.is_some_and(|by| self.holds(by, player));
        match &event.what {
            What::Created { .. } => Err("a second beginning".into()),
            What::Unknown { .. } => Err("something unknown".into()),
            What::Joined { player, guest } => {
                ensure(self.seats[player.index()] == Seat::Open, || "the seat is taken".into())?;
                ensure(by == Some(guest), || "somebody was seated by others".into())?;
                self.seats[player.index()] = Seat::Guest(guest.clone());
                Ok(())
            }
            What::Moved { player, mv, clocks } => {
                let computer = matches!(self.seats[player.index()], Seat::Computer(_));
                let own = if computer { by.is_none() } else { is_by(*player) };
                ensure(own, || "somebody else moved".into())?;
                self.note_move(*player, mv, event.at, clocks.map(|left| left.0))
            }
            What::Offered { player, offer } => {
                ensure(is_by(*player) && !self.is_alone(), || "nobody to offer".into())?;
                ensure(self.offers.iter().all(|(other, _)| other != offer), || "twice".into())?;
                self.offers.push((*offer, *player));
                Ok(())
            }
            What::Declined { player, offer } => {
                ensure(is_by(*player), || "declined by somebody else".into())?;
                self.close(*offer, player.opponent())
            }
            What::Withdrawn { player, offer } => {
                ensure(is_by(*player), || "withdrawn by somebody else".into())?;
                self.close(*offer, *player)
            }
            What::TakenBack { player, plies, clocks } => {
                self.agreed(Offer::Takeback, *player, by)?;
                let clocks = clocks.map(|left| left.0);
                self.note_takeback(*player, *plies as usize, event.at, clocks)
            }
            What::Ended { result, reason, clocks } => {
                self.judge_end(*result, *reason, event, moment)?;
                let cost = if *reason == Reason::Time { Cost::Flag } else { Cost::Elapsed };
                self.book(event.at, clocks.map(|left| left.0), &cost)?;
                self.ended = true;
                self.offers.clear();
                Ok(())
            }
            What::Paused { clocks } => {
                ensure(by.is_none() && self.runner().is_some(), || "no clock to pause".into())?;
                self.book(event.at, Some(clocks.0), &Cost::UpTo(moment.alive_at))?;
                self.ledger.as_mut().unwrap().paused_at = Some(event.at);
                Ok(())
            }
            What::Resumed => {
                let back = self.runner().is_some_and(|runner| moment.present[runner.index()]);
                let ledger = self.ledger.as_mut().ok_or("no clock")?;
                let paused = ledger.paused_at.ok_or("no pause to end")?;
                ensure(back || event.at.since(paused) >= 30_000, || "resumed early".into())?;
                ledger.resume(event.at);
                Ok(())
            }
            What::Rematched { game } => {
                ensure(self.next_game.is_none(), || "a second rematch".into())?;
                let alone = self.is_alone();
                let asker = Player::BOTH.into_iter().find(|player| is_by(*player) == alone);
                self.agreed(Offer::Rematch, asker.ok_or("nobody asked")?, by)?;
                self.offers.clear();
                self.next_game = Some(game.clone());
                Ok(())
            }
        }
    }

    fn judge_end(
        &self,
        result: Option<Outcome>,
        reason: Reason,
        event: &Event,
        moment: &Moment,
    ) -> Verdict {
        let by = event.by.as_ref();
        let sits =
            Player::BOTH.into_iter().any(|player| by.is_some_and(|by| self.holds(by, player)));
        let winner = result.and_then(Outcome::winner);
        let server =
            matches!(reason, Reason::Time | Reason::Expired | Reason::Forgotten | Reason::Length);
        ensure(if server { by.is_none() } else { sits }, || "ended by the wrong one".into())?;
        let loser = winner.map(Player::opponent);
        let fair = match reason {
            Reason::Resignation => {
                loser.is_some_and(|loser| by.is_some_and(|by| self.holds(by, loser)))
            }
            Reason::Time => loser == self.runner() && loser.is_some(),
            Reason::Agreement => {
                let asker = self.offers.iter().find(|(offer, _)| *offer == Offer::Draw);
                let one_screen =
                    self.is_alone() && self.seats.iter().all(|seat| seat.guest().is_some());
                let agreed = asker.is_some_and(|(_, asker)| {
                    by.is_some_and(|by| self.holds(by, asker.opponent()))
                });
                result == Some(Outcome::Draw) && (one_screen || agreed)
            }
            Reason::Abandoned => {
                let loser = loser.ok_or("nobody left")?;
                let ledger = self.ledger.as_ref().ok_or("claimed without a clock")?;
                let since = moment.gone_since[loser.index()].max(ledger.resumed_at);
                !moment.present[loser.index()]
                    && ledger.paused_at.is_none()
                    && event.at.since(since) >= 60_000
            }
            Reason::Aborted => result.is_none() && self.moved != [true; 2],
            Reason::Forgotten | Reason::Length => false,
            Reason::Expired => {
                let owner = self.seats.iter().position(|seat| seat.guest().is_some());
                let owner = owner.ok_or("nobody owns it")?;
                self.is_open()
                    && !moment.present[owner]
                    && event.at.since(moment.gone_since[owner]) >= 60_000
            }
        };
        ensure(fair, || format!("an unfair end at {moment:?}"))
    }

    fn note_move(
        &mut self,
        player: Player,
        mv: &str,
        at: Time,
        clocks: Option<[u64; 2]>,
    ) -> Verdict {
        ensure(self.turn() == Some(player), || "out of turn".into())?;
        let earns = self.runner() == Some(player);
        self.book_and(at, clocks, &Cost::Elapsed, earns.then_some(player))?;
        self.played.play(mv).map_err(|error| error.to_string())?;
        self.movers.push(player);
        self.moved[player.index()] = true;
        self.offers.clear();
        Ok(())
    }

    fn note_takeback(
        &mut self,
        player: Player,
        plies: usize,
        at: Time,
        clocks: Option<[u64; 2]>,
    ) -> Verdict {
        let kept = self.movers.len().checked_sub(plies).ok_or("more taken back than made")?;
        let taken = &self.movers[kept..];
        let exact =
            taken.iter().filter(|mover| **mover == player).count() == 1 && taken[0] == player;
        ensure(exact, || "not just back to the asker's last move".into())?;
        self.book(at, clocks, &Cost::Elapsed)?;
        self.movers.truncate(kept);
        (0..plies).for_each(|_| assert!(self.played.undo()));
        self.offers.clear();
        ensure(self.turn() == Some(player), || "the asker is not to move".into())
    }

    fn book(&mut self, at: Time, clocks: Option<[u64; 2]>, cost: &Cost) -> Verdict {
        self.book_and(at, clocks, cost, None)
    }

    fn book_and(
        &mut self,
        at: Time,
        clocks: Option<[u64; 2]>,
        cost: &Cost,
        earner: Option<Player>,
    ) -> Verdict {
        let runner = self.runner();
        let Some(ledger) = &mut self.ledger else {
            return ensure(clocks.is_none(), || "clocks in a game without".into());
        };
        ledger.book(runner, at, cost)?;
        ledger.resume(at);
        if let Some(player) = earner {
            ledger.earn(player);
        }
        let left = ledger.left();
        ensure(clocks == Some(left), || format!("clocks do not add up to {left:?}"))
    }

    fn agreed(&mut self, offer: Offer, asker: Player, by: Option<&GuestId>) -> Verdict {
        if self.is_alone() {
            let own = by.is_some_and(|by| self.holds(by, asker));
            return ensure(own, || "done by somebody else".into());
        }
        let accepts = by.is_some_and(|by| self.holds(by, asker.opponent()));
        ensure(accepts, || "accepted by somebody else".into())?;
        self.close(offer, asker)
    }

    fn close(&mut self, offer: Offer, player: Player) -> Verdict {
        let place = self.offers.iter().position(|standing| *standing == (offer, player));
        self.offers.swap_remove(place.ok_or("no such offer stands")?);
        Ok(())
    }

    /// Whether a room shows what the log says.
    pub fn compare(&self, room: &Room, now: Time) -> Verdict {
        let here = (room.version(), room.ply(), room.status().is_over(), room.turn());
        let there = (self.version, self.ply(), self.is_over(), self.turn());
        ensure(here == there, || format!("the room is at {here:?}, the log at {there:?}"))?;
        for offer in [Offer::Draw, Offer::Takeback, Offer::Rematch] {
            let standing = self.offers.iter().find(|(kind, _)| *kind == offer).map(|(_, by)| *by);
            ensure(room.offers().get(offer) == standing, || format!("{offer:?} stands wrongly"))?;
        }
        let running = room.clocks_at(now).and_then(|clocks| clocks.running);
        let paused = self.ledger.as_ref().is_some_and(|ledger| ledger.paused_at.is_some());
        ensure(running == self.runner().filter(|_| !paused), || "the wrong clock runs".into())
    }
}
