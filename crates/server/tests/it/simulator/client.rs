//! Clients: honest ones that resend until they are answered, and the same people trying what they must not.

use std::collections::HashMap;

use quintet_rooms::{Action, Caller, Command, GameId, Guest, Offer, Request, Seat};

use super::life::Order;
use super::network::{Answer, Message};
use super::witness::{Verdict, Witness, ensure};
use super::world::World;
use crate::luck::Luck;

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
    pub fn act(&mut self) {
        let state = self.disk.state();
        let room = self.luck.index(state.books.len());
        let witness = &state.books[room].witness;
        let holder = witness.turn().and_then(|turn| witness.seats[turn.index()].guest());
        let holder =
            holder.and_then(|guest| self.clients.iter().position(|c| c.guest.id == *guest));
        drop(state);
        let client = match holder {
            Some(client) if self.luck.percent(60) => client,
            _ => self.luck.index(self.clients.len()),
        };
        match self.luck.below(100) {
            0..20 => self.resend(client, 4),
            20..32 => self.come_or_go(client, room),
            32..45 => self.computer_moves(room),
            _ => self.ask(client, room),
        }
    }

    fn ask(&mut self, client: usize, room: usize) {
        let person = &mut self.clients[client];
        person.sent += 1;
        let seen = person.seen.get(&room).copied().unwrap_or_default();
        let mut state = self.disk.state();
        let book = &mut state.books[room];
        let command = choose(&book.witness, &mut self.luck);
        let last = book.witness.version;
        let version = match self.luck.below(100) {
            0..40 => None,
            40..75 => Some(last),
            75..95 => Some(seen),
            _ => Some(self.luck.below(last + 3)),
        };
        let named = matches!(command, Command::Move { .. }) || self.luck.percent(80);
        // A few names are used again, as a client might that lost its memory.
        let number = if self.luck.percent(2) { self.luck.below(person.sent) } else { person.sent };
        let op = named.then(|| format!("{client}.{number}"));
        let request = Request { command, op, version };
        book.note_request(&person.guest.id, &request);
        drop(state);
        if request.op.is_some() {
            person.unanswered.push((room, request.clone()));
        }
        self.network.send(&Message::Ask { client, room, request }, self.truth, &mut self.luck);
    }

    /// Sends again what was not answered, or only the last few such commands.
    pub fn resend(&mut self, client: usize, most: usize) {
        let unanswered = &self.clients[client].unanswered;
        let last = unanswered.len().saturating_sub(most);
        for (room, request) in unanswered[last..].iter().cloned() {
            self.network.send(&Message::Ask { client, room, request }, self.truth, &mut self.luck);
        }
    }

    /// Opens a page or closes it.
    fn come_or_go(&mut self, client: usize, room: usize) {
        match &self.life {
            Some(life) if life.is_following((client, room)) => life.leave((client, room)),
            _ => self.connect(client, room),
        }
    }

    pub fn connect(&self, client: usize, room: usize) {
        let person = &self.clients[client];
        let seen = person.seen.get(&room).copied().unwrap_or_default();
        if let Some(life) = self.life.as_ref().filter(|life| !life.is_following((client, room))) {
            life.follow((client, room), person.guest.id.clone(), seen);
        }
    }

    /// Everybody who follows a game hears of what was stored since, now or later.
    pub fn listen(&mut self) -> Verdict {
        let Some(life) = &self.life else { return Ok(()) };
        let (luck, calm) = (&mut self.luck, self.network.calm);
        loop {
            let news = life.news(|| calm || luck.percent(70));
            let is_all = news.is_empty();
            for ((client, room), version) in news {
                let seen = self.clients[client].seen.entry(room).or_default();
                ensure(version == *seen + 1, || format!("a follower saw {version} after {seen}"))?;
                let written = self.disk.state().books[room].log.len() as u64;
                ensure(version <= written, || format!("{version} was told before it was written"))?;
                *seen = version;
            }
            // A long past comes in pages: where all is heard, the next is made now.
            if is_all || !calm {
                return Ok(());
            }
            life.run();
        }
    }

    /// A computer player has thought.
    fn computer_moves(&mut self, room: usize) {
        let state = self.disk.state();
        let witness = &state.books[room].witness;
        let turn = witness.turn();
        let turn = turn.filter(|turn| matches!(witness.seats[turn.index()], Seat::Computer(_)));
        let mv = witness.played.random_move(self.luck.dice());
        let (Some(turn), Some(mv), Some(life)) = (turn, mv, &self.life) else { return };
        let player = if self.luck.percent(3) { turn.opponent() } else { turn };
        let command = Command::Move { mv, ply: witness.ply() };
        let caller = Caller::Computer(player);
        drop(state);
        life.order(Order { room, caller, request: command.into(), client: None });
    }

    /// Brings every message that has arrived to whom it is for.
    pub fn deliver(&mut self) -> Verdict {
        while let Some(message) = self.network.receive(self.truth) {
            match message {
                Message::Ask { client, room, request } => {
                    let caller = Caller::Guest(self.clients[client].guest.clone());
                    if let Some(life) = &self.life {
                        life.order(Order { room, caller, request, client: Some(client) });
                    }
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
                let state = self.disk.state();
                let book = &state.books[*room];
                let event = book.log.get(*version as usize - 1);
                let event = event.ok_or_else(|| format!("{op} was acknowledged and is lost"))?;
                let same = event.op.as_ref() == Some(op)
                    && event.by.as_ref() == Some(&client.guest.id)
                    && book.witness.plies[*version as usize - 1] == *ply;
                ensure(same, || format!("{op} was acknowledged, but there is {event:?}"))?;
            }
        }
        Ok(())
    }
}

/// Something that may be asked of a game, or may not.
fn choose(witness: &Witness, luck: &mut Luck) -> Command {
    let next_game = GameId(String::new());
    if witness.is_over() {
        return Command::Offer { offer: Offer::Rematch, action: luck.pick(&ACTIONS), next_game };
    }
    if witness.is_open() && luck.percent(60) {
        return Command::Join;
    }
    match luck.below(100) {
        0 => Command::Resign,
        1 => Command::Abort,
        2..12 => Command::Claim,
        12 => Command::Join,
        13..26 => {
            let standing = witness.offers.first().map(|(offer, _)| *offer);
            let offer = match standing {
                Some(offer) if luck.percent(70) => offer,
                _ if luck.percent(5) => Offer::Rematch,
                _ if luck.percent(20) => Offer::Draw,
                _ => Offer::Takeback,
            };
            Command::Offer { offer, action: luck.pick(&ACTIONS), next_game }
        }
        _ => {
            let mv = witness.played.random_move(luck.dice());
            let ply = if luck.percent(4) { luck.below(9) as u32 } else { witness.ply() };
            let nonsense = luck.percent(1);
            Command::Move { mv: mv.filter(|_| !nonsense).unwrap_or_else(|| "z0".into()), ply }
        }
    }
}
