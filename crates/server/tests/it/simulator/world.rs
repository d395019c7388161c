//! A world: rooms, the server that holds them, a disk, a network, clients, and time. Everything follows from one seed.

use std::collections::BTreeMap;
use std::sync::Arc;

use quintet_catalog::standard;
use quintet_core::TimeControl;
use quintet_rooms::{GameId, Guest, GuestId, NewGame, Room, Seat, Time, What};
use quintet_store::{Append, Summary};

use super::client::Client;
use super::disk::{Book, Disk};
use super::life::Life;
use super::network::Network;
use super::witness::{Verdict, ensure};
use crate::clock::Clock;
use crate::luck::Luck;

/// How large a world is.
#[derive(Clone, Copy)]
pub struct Size {
    pub rooms: usize,
    pub clients: usize,
    /// How often time goes on.
    pub rounds: usize,
    /// What clients do each time.
    pub deeds: usize,
}

pub struct World {
    pub luck: Luck,
    /// The time that nobody can read, in milliseconds.
    pub truth: u64,
    /// How far the server's clock is off: it is read when the server comes up, and flows evenly from then on.
    skew: i64,
    clock: Arc<Clock>,
    pub disk: Arc<Disk>,
    /// The server, while it is up.
    pub life: Option<Life>,
    pub network: Network,
    pub clients: Vec<Client>,
}

/// How often what happened, to see that everything does.
pub type Tally = BTreeMap<String, usize>;

/// Lives through one world.
pub fn run(seed: u64, size: Size) -> Verdict<Tally> {
    let mut world = World::new(seed, size);
    for _ in 0..size.rounds {
        world.round(size.deeds)?;
    }
    world.settle()?;
    Ok(world.tally())
}

impl World {
    fn new(seed: u64, size: Size) -> World {
        let guest = |n: usize| Guest { id: GuestId(format!("guest {n}")), name: format!("G{n}") };
        let clock = Arc::new(Clock::default());
        let mut world = World {
            luck: Luck::new(seed),
            truth: 1_000_000_000,
            skew: 0,
            disk: Arc::new(Disk::new(seed, Arc::clone(&clock))),
            clock,
            life: None,
            network: Network::default(),
            clients: (0..size.clients).map(|n| Client::new(guest(n))).collect(),
        };
        let mut owners = Vec::new();
        for room in 0..size.rooms {
            let client = world.luck.index(size.clients);
            let owner = world.clients[client].guest.clone();
            let new = world.some_game(&owner);
            world.disk.begin(begin(GameId(room.to_string()), &owner, &new, world.server_time()));
            owners.push(client);
        }
        world.come_up();
        for (room, client) in owners.into_iter().enumerate() {
            if world.luck.percent(80) {
                world.connect(client, room);
            }
        }
        world
    }

    fn server_time(&self) -> Time {
        Time(self.truth.saturating_add_signed(self.skew))
    }

    fn some_game(&mut self, owner: &Guest) -> NewGame {
        let luck = &mut self.luck;
        let info = luck.pick(standard().games()).info();
        let me = || Seat::Guest(owner.id.clone());
        let computer = || Seat::Computer("random".into());
        let mut seats = match luck.below(10) {
            0..6 => [me(), Seat::Open],
            6..8 => [me(), computer()],
            8 => [me(), me()],
            _ => [computer(), computer()],
        };
        if luck.percent(50) {
            seats.reverse();
        }
        let clock = luck.percent(70).then(|| TimeControl {
            initial: luck.pick(&[1_000, 20_000, 60_000, 300_000, 1_800_000]),
            increment: luck.pick(&[0, 0, 1_000, 5_000]),
        });
        NewGame {
            game: info.id.into(),
            variant: Some(info.variants[luck.index(info.variants.len())].id.into()),
            position: None,
            seats,
            clock,
            listed: luck.percent(50),
            seed: luck.below(u64::MAX),
            previous: None,
        }
    }

    fn come_up(&mut self) {
        self.clock.set(self.server_time());
        self.life = Some(Life::begin(&self.disk, &self.clock));
    }

    fn go_down(&mut self) {
        self.life = None;
        self.disk.crash();
        // Whoever sets a clock right lets it jump forward or back.
        self.skew = match self.luck.below(10) {
            0..3 => self.luck.below(40_000) as i64 - 20_000,
            3 => 0,
            _ => self.skew,
        };
    }

    fn round(&mut self, deeds: usize) -> Verdict {
        let longest = match self.luck.below(100) {
            0..50 => 100,
            50..85 => 3_000,
            85..97 => 20_000,
            _ => 90_000,
        };
        self.truth += self.luck.below(longest);
        match self.luck.below(300) {
            0..6 if self.life.is_some() => self.go_down(),
            6..120 if self.life.is_none() => self.come_up(),
            _ => {}
        }
        self.go_on()?;
        for _ in 0..deeds {
            self.act();
        }
        self.go_on()?;
        if self.luck.percent(3) { self.check_folds() } else { Ok(()) }
    }

    /// Whatever can happen at this time happens.
    fn go_on(&mut self) -> Verdict {
        if let Some(life) = &self.life {
            self.clock.set(self.server_time());
            life.run();
        }
        self.deliver()?;
        if let Some(life) = &self.life {
            life.run();
            for answer in life.answers() {
                self.network.send(&answer, self.truth, &mut self.luck);
            }
            self.disk.verdict()?;
            self.listen()?;
            self.check_flags()?;
        }
        Ok(())
    }

    /// No flag still stands that should have fallen, unless that could not be stored a moment ago.
    fn check_flags(&self) -> Verdict {
        let (state, now) = (self.disk.state(), self.server_time());
        for book in state.books.iter().filter(|book| state.all_know && !book.busy) {
            let fell = book.witness.flag_at().is_some_and(|flag| flag <= now);
            let tries_again = now.since(book.last_end) < 1_000;
            ensure(!fell || tries_again, || format!("the flag of game {} did not fall", book.id))?;
        }
        Ok(())
    }

    /// Everything works again: whoever has no answer yet gets one, and every follower sees everything.
    fn settle(&mut self) -> Verdict {
        self.disk.state().calm = true;
        self.network.calm = true;
        if self.life.is_none() {
            self.come_up();
        }
        for _ in 0..4 {
            self.truth += 15_000;
            self.go_on()?;
            for client in 0..self.clients.len() {
                self.resend(client, usize::MAX);
            }
            self.go_on()?;
            self.go_on()?;
        }
        for client in 0..self.clients.len() {
            let unanswered = &self.clients[client].unanswered;
            ensure(unanswered.is_empty(), || format!("no answer to {unanswered:?}"))?;
            for room in self.clients[client].seen.keys().copied().collect::<Vec<_>>() {
                self.connect(client, room);
            }
        }
        self.go_on()?;
        for client in &self.clients {
            for (room, seen) in &client.seen {
                let all = self.disk.state().books[*room].log.len() as u64;
                ensure(*seen == all, || format!("a follower saw {seen} of {all} events"))?;
            }
        }
        self.check_acknowledged()?;
        self.check_folds()
    }

    /// Every room in memory is the fold of its log, and shows what the witness saw.
    fn check_folds(&self) -> Verdict {
        let Some(life) = &self.life else { return Ok(()) };
        life.inspect(|room, book, now| {
            book.witness.compare(room, now)?;
            let again = Room::from_events(standard(), book.id.clone(), &book.log);
            let again = again.map_err(|corrupt| corrupt.to_string())?;
            let [here, there] = [room, &again].map(|room| facts(room, now));
            ensure(here == there, || format!("the room is {here}, its log {there}"))
        });
        self.disk.verdict()
    }

    fn tally(&self) -> Tally {
        let mut tally = Tally::new();
        let state = self.disk.state();
        for event in state.books.iter().flat_map(|book| &book.log) {
            *tally.entry(kind(&event.what)).or_default() += 1;
        }
        let acknowledged = self.clients.iter().map(|client| client.acknowledged.len()).sum();
        tally.insert("acknowledged".into(), acknowledged);
        let by_rules = |book: &&Book| book.witness.played.finish().is_some();
        let by_rules = state.books.iter().filter(by_rules).count();
        tally.insert("finished by the rules".into(), by_rules);
        tally
    }
}

/// A game that is made.
fn begin(id: GameId, owner: &Guest, new: &NewGame, now: Time) -> Append {
    let (room, events) = Room::create(standard(), id.clone(), owner, new, None, now).unwrap();
    let summary = Summary {
        id: id.clone(),
        game: new.game.clone(),
        variant: room.info().variant.into(),
        status: room.status(),
        owner: owner.id.clone(),
        seats: new.seats.clone(),
        ply: 0,
        result: None,
        clock: new.clock,
        listed: new.listed,
        created: now,
        updated: now,
        idle_since: now,
    };
    Append { game: id, epoch: 0, events, summary }
}

/// What happened, in a word or two.
fn kind(what: &What) -> String {
    match what {
        What::Ended { reason, .. } => format!("{reason:?}"),
        What::Offered { offer, .. } => format!("{offer:?} offered"),
        What::Declined { .. } => "declined".into(),
        What::Withdrawn { .. } => "withdrawn".into(),
        What::Created { .. } => "created".into(),
        What::Joined { .. } => "joined".into(),
        What::Moved { .. } => "moved".into(),
        What::TakenBack { .. } => "taken back".into(),
        What::Paused { .. } => "paused".into(),
        What::Resumed => "resumed".into(),
        What::Rematched { .. } => "rematched".into(),
        What::Unknown { .. } => "unknown".into(),
    }
}

/// Everything that a room shows and that is not presence.
fn facts(room: &Room, now: Time) -> String {
    let (info, played) = (room.info(), room.played());
    let place = (room.version(), room.latest(), room.status(), room.turn(), room.seats());
    let game = (played.position(), played.moves(), played.movers().collect::<Vec<_>>());
    let end = (room.result(), room.ending(), room.why(), room.next_game(), room.offers());
    format!("{info:?} {place:?} {game:?} {end:?} {:?}", room.clocks_at(now))
}
