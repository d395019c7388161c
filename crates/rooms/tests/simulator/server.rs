//! The server around the rooms: one command at a time in each, answered after its commit; memory dies with it, the log does not.

use std::collections::VecDeque;

use quintet_core::Player;
use quintet_rooms::{Caller, Command, Decision, GameId, Offer, Refusal, Request, Room, Time, What};

use super::network::{Answer, Message};
use super::storage::{Append, Fate};
use super::witness::{Moment, Verdict, ensure};
use super::world::World;

/// A command that waits for its turn.
#[derive(Clone)]
pub struct Order {
    pub caller: Caller,
    pub request: Request,
    /// The client that waits for an answer.
    pub client: Option<usize>,
}

impl Order {
    fn server(command: Command) -> Order {
        Order { caller: Caller::Server, request: command.into(), client: None }
    }
}

/// A room in memory.
pub struct Live {
    pub room: Room,
    waiting: VecDeque<Order>,
    busy: bool,
    /// After a restart, before anything else happens: the server's last sign of life.
    owes_pause: Option<Time>,
}

impl Live {
    pub fn new(room: Room) -> Live {
        Live { room, waiting: VecDeque::new(), busy: false, owes_pause: None }
    }
}

impl World {
    /// Takes a command, now or once the room has stored what it is at.
    pub fn order(&mut self, room: usize, order: Order) -> Verdict {
        if self.is_up {
            self.live[room].waiting.push_back(order);
            self.work(room)?;
        }
        Ok(())
    }

    fn work(&mut self, room: usize) -> Verdict {
        while !self.live[room].busy {
            let live = &mut self.live[room];
            if let Some(alive_at) = live.owes_pause {
                let order = Order::server(Command::Restarted { alive_at });
                self.carry_out(room, order)?;
                let live = &mut self.live[room];
                if !live.busy {
                    live.owes_pause = None;
                }
                continue;
            }
            let Some(order) = live.waiting.pop_front() else { break };
            self.carry_out(room, order)?;
        }
        Ok(())
    }

    fn carry_out(&mut self, room: usize, mut order: Order) -> Verdict {
        if let Command::Offer { offer: Offer::Rematch, next_game, .. } = &mut order.request.command
        {
            *next_game = GameId(self.live.len().to_string());
        }
        let now = self.server_time();
        let here = &self.live[room].room;
        let before = (here.version(), here.ply(), here.due());
        let decision = here.decide(&order.caller, &order.request, now);
        let after = (here.version(), here.ply(), here.due());
        ensure(before == after, || "deciding changed the room".into())?;
        self.check_decision(room, &order, &decision)?;
        match decision {
            Ok(Decision::Happens(decided)) => {
                self.append(room, order, vec![decided.event], false)?;
            }
            Ok(Decision::Late(decided)) => {
                self.append(room, order, vec![decided.event], true)?;
            }
            Ok(Decision::Repeated { version, ply }) => {
                self.answer(room, &order, Answer::Done { version, ply });
            }
            Ok(Decision::Nothing) => {}
            Err(refusal) => self.answer(room, &order, Answer::Refused(refusal)),
        }
        Ok(())
    }

    fn check_decision(
        &self,
        room: usize,
        order: &Order,
        decision: &Result<Decision, Refusal>,
    ) -> Verdict {
        let witness = &self.storage.witnesses[room];
        let flag_fell = witness.flag_at().is_some_and(|flag| flag <= self.server_time());
        let Order { caller, request, .. } = order;
        match decision {
            Ok(Decision::Happens(_)) => {
                let version = request.version.unwrap_or(witness.version);
                ensure(version == witness.version, || format!("a stale {request:?} was taken"))?;
                if let Command::Move { ply, .. } = request.command {
                    ensure(ply == witness.ply(), || format!("a stale {request:?} was taken"))?;
                }
                Ok(())
            }
            Ok(Decision::Late(_)) => ensure(flag_fell, || format!("{request:?} was not late")),
            Ok(Decision::Repeated { version, ply }) => {
                let Caller::Guest(guest) = caller else { return Err("a repeated command".into()) };
                let op = request.op.clone().ok_or("a repeated command without a name")?;
                let then = witness.ops.get(&(guest.id.clone(), op));
                let same =
                    then == Some(version) && witness.plies.get(*version as usize - 1) == Some(ply);
                ensure(same, || format!("{request:?} was answered with {version}, not {then:?}"))
            }
            Ok(Decision::Nothing) => ensure(*caller == Caller::Server, || "no answer".into()),
            Err(refusal) => self.check_refusal(room, order, refusal, flag_fell),
        }
    }

    /// A move that is right in every respect must not be refused.
    fn check_refusal(
        &self,
        room: usize,
        order: &Order,
        refusal: &Refusal,
        flag_fell: bool,
    ) -> Verdict {
        let witness = &self.storage.witnesses[room];
        let Command::Move { mv, ply } = &order.request.command else { return Ok(()) };
        let Some(turn) = witness.turn() else { return Ok(()) };
        let own = match &order.caller {
            Caller::Guest(guest) => witness.holds(&guest.id, turn),
            Caller::Computer(player) => *player == turn,
            Caller::Server => false,
        };
        let fresh = *ply == witness.ply()
            && order.request.version.is_none_or(|version| version == witness.version);
        let legal = || witness.played.check(mv).is_ok();
        let right = own && fresh && !flag_fell && legal();
        ensure(!right, || {
            format!("a good move was refused: {order:?} {refusal}", order = order.request)
        })
    }

    fn append(
        &mut self,
        room: usize,
        order: Order,
        events: Vec<quintet_rooms::Event>,
        late: bool,
    ) -> Verdict {
        if let Some(What::Rematched { game }) = events.first().map(|event| &event.what) {
            ensure(game.0 == self.live.len().to_string(), || "another rematch".into())?;
            let (new, owner) = self.live[room].room.rematch();
            self.add_game(&owner, &new);
        }
        let moment = self.moment(room);
        self.live[room].busy = true;
        let when = (self.truth, &mut self.luck);
        self.storage.append((room, order), (events, late), moment, when);
        Ok(())
    }

    /// Hears from the disk, tells clients, and goes on.
    pub fn finish_appends(&mut self) -> Verdict {
        while let Some((append, fate)) = self.storage.finish(self.truth, &mut self.luck)? {
            let room = append.room;
            match fate {
                Fate::Stored => self.stored(&append)?,
                Fate::Failed => self.answer(room, &append.order, Answer::Trouble),
                Fate::Unknown => {
                    self.answer(room, &append.order, Answer::Trouble);
                    self.reload(room)?;
                }
            }
            self.live[room].busy = false;
            let now = self.server_time();
            self.storage.witnesses[room].compare(&self.live[room].room, now)?;
            self.work(room)?;
        }
        Ok(())
    }

    fn stored(&mut self, append: &Append) -> Verdict {
        let live = &mut self.live[append.room];
        for event in &append.events {
            live.room.apply(event).map_err(|corrupt| corrupt.to_string())?;
        }
        if matches!(append.order.request.command, Command::Restarted { .. }) {
            live.owes_pause = None;
        }
        let (version, ply) = (live.room.version(), live.room.ply());
        let answer = if append.late {
            Answer::Refused(Refusal::Over)
        } else {
            Answer::Done { version, ply }
        };
        self.answer(append.room, &append.order, answer);
        Ok(())
    }

    fn reload(&mut self, room: usize) -> Verdict {
        let log = &self.storage.logs[room];
        let id = GameId(room.to_string());
        let mut again = Room::from_events(quintet_catalog::standard(), id, log)
            .map_err(|corrupt| corrupt.to_string())?;
        let now = self.server_time();
        again.wake(now);
        for (client, person) in self.clients.iter_mut().enumerate() {
            if self.connected.contains_key(&(client, room)) {
                again.set_present(&person.guest.id, true, now);
            }
        }
        let live = &mut self.live[room];
        let paused = matches!(log.last().map(|event| &event.what), Some(What::Paused { .. }));
        if live.owes_pause.is_some() && paused && live.room.version() < again.version() {
            live.owes_pause = None;
        }
        live.room = again;
        self.woken[room] = now;
        Ok(())
    }

    /// Wakes every room whose time has come. Afterwards no flag may still stand that should have fallen.
    pub fn tick(&mut self) -> Verdict {
        let now = self.server_time();
        for room in 0..self.live.len() {
            let is_due = |live: &Live| live.room.due().is_some_and(|due| due <= now);
            if is_due(&self.live[room]) && !self.live[room].busy {
                self.order(room, Order::server(Command::Tick))?;
            }
            let live = &self.live[room];
            let fell = self.storage.witnesses[room].flag_at().is_some_and(|flag| flag <= now);
            ensure(!fell || live.busy, || format!("the flag of game {room} did not fall"))?;
        }
        Ok(())
    }

    /// A computer player has thought.
    pub fn computer_moves(&mut self, room: usize) -> Verdict {
        let Some((player, _)) = self.live[room].room.computer_to_move() else { return Ok(()) };
        let witness = &self.storage.witnesses[room];
        let Some(mv) = witness.played.random_move(self.luck.dice()) else { return Ok(()) };
        let player = if self.luck.percent(3) { player.opponent() } else { player };
        let command = Command::Move { mv, ply: witness.ply() };
        let caller = Caller::Computer(player);
        self.order(room, Order { caller, request: command.into(), client: None })
    }

    pub fn crash(&mut self) -> Verdict {
        self.is_up = false;
        self.connected.clear();
        self.storage.crash(&mut self.luck)
    }

    pub fn restart(&mut self) -> Verdict {
        self.is_up = true;
        let alive_at = self.storage.alive_at;
        for room in 0..self.live.len() {
            self.reload(room)?;
            let live = &mut self.live[room];
            live.waiting.clear();
            live.busy = false;
            live.owes_pause = Some(alive_at);
            self.work(room)?;
        }
        self.check_acknowledged()
    }

    fn answer(&mut self, room: usize, order: &Order, answer: Answer) {
        if let (Some(client), Some(op)) = (order.client, order.request.op.clone()) {
            let message = Message::Tell { client, room, op, answer };
            self.network.send(&message, self.truth, &mut self.luck);
        }
    }

    fn moment(&self, room: usize) -> Moment {
        let alive_at = self.live[room].owes_pause.unwrap_or(self.storage.alive_at);
        let mut moment = Moment { alive_at, present: [true; 2], gone_since: [Time(0); 2] };
        for player in Player::BOTH {
            let seat = &self.storage.witnesses[room].seats[player.index()];
            let Some(guest) = seat.guest() else { continue };
            let client = self.clients.iter().position(|client| client.guest == *guest);
            let client = client.expect("only clients sit");
            moment.present[player.index()] = self.connected.contains_key(&(client, room));
            let left = self.left.get(&(client, room)).copied().unwrap_or_default();
            moment.gone_since[player.index()] = left.max(self.woken[room]);
        }
        moment
    }
}
