//! Clients: honest ones that resend until they are answered, and the same people trying what they must not.

use std::collections::HashMap;

use quintet_rooms::{Action, Caller, Command, GameId, Guest, Offer, Request};

use super::network::{Answer, Message};
use super::server::Order;
use super::witness::{Verdict, ensure};
use super::world::World;

pub struct Client {
    pub guest: Guest,
    /// Sent and not yet answered.
    pub unanswered: Vec<(usize, Request)>,
    /// Every command that was acknowledged: version and ply by game and op.
    pub acknowledged: HashMap<(usize, String), (u64, u32)>,
    /// The last version seen of each game.
    pub seen: HashMap<usize, u64>,
    sent: u64,
}

impl Client {
    pub fn new(guest: Guest) -> Client {
        let (unanswered, acknowledged) = (Vec::new(), HashMap::new());
        Client { guest, unanswered, acknowledged, seen: HashMap::new(), sent: 0 }
    }
}

const ACTIONS: [Action; 4] = [Action::Offer, Action::Accept, Action::Decline, Action::Withdraw];

impl World {
    /// Somebody does something in some game.
    pub fn act(&mut self) -> Verdict {
        let room = self.luck.index(self.live.len());
        let witness = &self.storage.witnesses[room];
        let holder = witness.turn().and_then(|turn| witness.seats[turn.index()].guest());
        let holder = holder.and_then(|guest| self.clients.iter().position(|c| c.guest == *guest));
        let client = match holder {
            Some(client) if self.luck.percent(60) => client,
            _ => self.luck.index(self.clients.len()),
        };
        match self.luck.below(100) {
            0..20 => self.resend(client, 4),
            20..32 => self.come_or_go(client, room),
            32..45 if self.is_up => self.computer_moves(room)?,
            _ => self.ask(client, room),
        }
        Ok(())
    }

    fn ask(&mut self, client: usize, room: usize) {
        let command = self.choose(room);
        let witness = &self.storage.witnesses[room];
        let seen = self.clients[client].seen.get(&room).copied().unwrap_or_default();
        let version = match self.luck.below(100) {
            0..40 => None,
            40..75 => Some(witness.version),
            75..95 => Some(seen),
            _ => Some(self.luck.below(witness.version + 3)),
        };
        let person = &mut self.clients[client];
        person.sent += 1;
        let named = matches!(command, Command::Move { .. }) || self.luck.percent(80);
        // A few names are used again, as a client might that lost its memory.
        let number = if self.luck.percent(2) { self.luck.below(person.sent) } else { person.sent };
        let op = named.then(|| format!("{client}.{number}"));
        let request = Request { command, op, version };
        if request.op.is_some() {
            person.unanswered.push((room, request.clone()));
        }
        self.network.send(&Message::Ask { client, room, request }, self.truth, &mut self.luck);
    }

    fn choose(&mut self, room: usize) -> Command {
        let next_game = GameId(String::new());
        let witness = &self.storage.witnesses[room];
        if witness.is_over() {
            let action = self.luck.pick(&ACTIONS);
            return Command::Offer { offer: Offer::Rematch, action, next_game };
        }
        if witness.is_open() && self.luck.percent(60) {
            return Command::Join;
        }
        match self.luck.below(100) {
            0 => Command::Resign,
            1 => Command::Abort,
            2..6 => Command::Claim,
            6 => Command::Join,
            7..20 => {
                let standing = witness.offers.first().map(|(offer, _)| *offer);
                let offer = match standing {
                    Some(offer) if self.luck.percent(70) => offer,
                    _ if self.luck.percent(5) => Offer::Rematch,
                    _ if self.luck.percent(20) => Offer::Draw,
                    _ => Offer::Takeback,
                };
                Command::Offer { offer, action: self.luck.pick(&ACTIONS), next_game }
            }
            _ => {
                let mv = witness.played.random_move(self.luck.dice());
                let ply = witness.ply();
                let ply = if self.luck.percent(4) { self.luck.below(9) as u32 } else { ply };
                let nonsense = self.luck.percent(1);
                Command::Move { mv: mv.filter(|_| !nonsense).unwrap_or_else(|| "z0".into()), ply }
            }
        }
    }

    /// Sends again what was not answered, or only the last few such commands.
    pub fn resend(&mut self, client: usize, most: usize) {
        let unanswered = &self.clients[client].unanswered;
        let last = unanswered.len().saturating_sub(most);
        for (room, request) in unanswered[last..].iter().cloned() {
            self.network.send(&Message::Ask { client, room, request }, self.truth, &mut self.luck);
        }
    }

    /// Opens a page or closes it. What was under way to a closed page is lost.
    fn come_or_go(&mut self, client: usize, room: usize) {
        if !self.is_up {
            return;
        }
        let now = self.server_time();
        let id = self.clients[client].guest.id.clone();
        if self.connected.remove(&(client, room)).is_some() {
            self.left.insert((client, room), now);
            self.live[room].room.set_present(&id, false, now);
        } else {
            self.connect(client, room);
        }
    }

    pub fn connect(&mut self, client: usize, room: usize) {
        let now = self.server_time();
        let id = self.clients[client].guest.id.clone();
        let seen = self.clients[client].seen.get(&room).copied().unwrap_or_default();
        self.connected.insert((client, room), seen);
        self.live[room].room.set_present(&id, true, now);
    }

    /// Everybody who follows a game hears of what was stored since.
    pub fn follow(&mut self) -> Verdict {
        for ((client, room), cursor) in &mut self.connected {
            let log = &self.storage.logs[*room];
            let lag = if self.network.calm { 0 } else { self.luck.below(3) };
            let told = (log.len() as u64).saturating_sub(lag).max(*cursor);
            let seen = self.clients[*client].seen.entry(*room).or_default();
            for event in &log[*cursor as usize..told as usize] {
                ensure(event.version == *seen + 1, || {
                    format!("a follower saw {} after {seen}", event.version)
                })?;
                *seen = event.version;
            }
            *cursor = told;
        }
        Ok(())
    }

    /// Brings every message that has arrived to whom it is for.
    pub fn deliver(&mut self) -> Verdict {
        while let Some(message) = self.network.receive(self.truth) {
            match message {
                Message::Ask { client, room, request } => {
                    let caller = Caller::Guest(self.clients[client].guest.clone());
                    self.order(room, Order { caller, request, client: Some(client) })?;
                }
                Message::Tell { client, room, op, answer } => {
                    self.hear(client, (room, op), &answer)?;
                }
            }
        }
        Ok(())
    }

    fn hear(&mut self, client: usize, (room, op): (usize, String), answer: &Answer) -> Verdict {
        let person = &mut self.clients[client];
        let is_it = |(asked, request): &(usize, Request)| {
            *asked == room && request.op.as_deref() == Some(&op)
        };
        match answer {
            Answer::Trouble => {}
            Answer::Refused(_) => person.unanswered.retain(|asked| !is_it(asked)),
            Answer::Done { version, ply } => {
                person.unanswered.retain(|asked| !is_it(asked));
                let now = (*version, *ply);
                let first = *person.acknowledged.entry((room, op)).or_insert(now);
                ensure(first == now, || format!("a resend was answered {now:?}, not {first:?}"))?;
            }
        }
        Ok(())
    }

    /// Everything that was ever acknowledged is in the log, where it was said to be.
    pub fn check_acknowledged(&self) -> Verdict {
        for client in &self.clients {
            for ((room, op), (version, ply)) in &client.acknowledged {
                let event = self.storage.logs[*room].get(*version as usize - 1);
                let event = event.ok_or_else(|| format!("{op} was acknowledged and is lost"))?;
                let same = event.op.as_ref() == Some(op)
                    && event.by.as_ref() == Some(&client.guest.id)
                    && self.storage.witnesses[*room].plies[*version as usize - 1] == *ply;
                ensure(same, || format!("{op} was acknowledged, but there is {event:?}"))?;
            }
        }
        Ok(())
    }
}
