//! A world: rooms, the server that holds them, a disk, a network, clients, and time. Everything follows from one seed.

use std::collections::{BTreeMap, HashMap};

use quintet_catalog::standard;
use quintet_core::TimeControl;
use quintet_rooms::{Event, GameId, Guest, GuestId, NewGame, Room, Seat, Time, What};

use super::client::Client;
use super::luck::Luck;
use super::network::Network;
use super::server::Live;
use super::storage::Storage;
use super::witness::{Verdict, Witness, ensure};

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
    /// How far the server's clock is off.
    skew: i64,
    pub is_up: bool,
    pub live: Vec<Live>,
    /// When each room was last read from its log.
    pub woken: Vec<Time>,
    pub storage: Storage,
    pub network: Network,
    pub clients: Vec<Client>,
    /// Who follows which game, and up to which version it was told.
    pub connected: BTreeMap<(usize, usize), u64>,
    /// When somebody last closed a game's page.
    pub left: HashMap<(usize, usize), Time>,
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
        let mut world = World {
            luck: Luck::new(seed),
            truth: 1_000_000_000,
            skew: 0,
            is_up: true,
            live: Vec::new(),
            woken: Vec::new(),
            storage: Storage::new(),
            network: Network::default(),
            clients: (0..size.clients).map(|n| Client::new(guest(n))).collect(),
            connected: BTreeMap::new(),
            left: HashMap::new(),
        };
        for room in 0..size.rooms {
            let client = world.luck.index(size.clients);
            let owner = world.clients[client].guest.clone();
            let new = world.some_game(&owner);
            world.add_game(&owner, &new);
            if world.luck.percent(80) {
                world.connect(client, room);
            }
        }
        world
    }

    pub fn server_time(&self) -> Time {
        Time(self.truth.saturating_add_signed(self.skew))
    }

    fn some_game(&mut self, owner: &Guest) -> NewGame {
        let luck = &mut self.luck;
        let info = luck.pick(standard().games()).info();
        let me = || Seat::Guest(owner.clone());
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

    pub fn add_game(&mut self, owner: &Guest, new: &NewGame) {
        let now = self.server_time();
        let id = GameId(self.live.len().to_string());
        let (room, mut events) =
            Room::create(quintet_catalog::standard(), id, owner, new, None, now).unwrap();
        self.live.push(Live::new(room));
        self.woken.push(now);
        self.storage.add_game(events.remove(0));
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
            0..6 if self.is_up => self.crash()?,
            // Wrong clocks are set right, by jumps forward and back.
            6..9 => self.skew = self.luck.below(40_000) as i64 - 20_000,
            9 => self.skew = 0,
            10..120 if !self.is_up => self.restart()?,
            _ => {}
        }
        if self.is_up {
            self.storage.alive_at = Time(self.server_time().0 / 1_000 * 1_000);
        }
        self.go_on()?;
        for _ in 0..deeds {
            self.act()?;
        }
        self.go_on()?;
        if self.luck.percent(3) { self.check_folds() } else { Ok(()) }
    }

    fn go_on(&mut self) -> Verdict {
        if self.is_up {
            self.finish_appends()?;
            self.tick()?;
        }
        self.deliver()?;
        if self.is_up {
            self.follow()?;
        }
        Ok(())
    }

    /// Everything works again: whoever has no answer yet gets one, and every follower sees everything.
    fn settle(&mut self) -> Verdict {
        if !self.is_up {
            self.restart()?;
        }
        self.storage.calm = true;
        self.network.calm = true;
        self.truth += 60_000;
        for _ in 0..3 {
            self.go_on()?;
            for client in 0..self.clients.len() {
                self.resend(client, usize::MAX);
            }
            self.go_on()?;
        }
        for client in 0..self.clients.len() {
            let unanswered = &self.clients[client].unanswered;
            ensure(unanswered.is_empty(), || format!("no answer to {unanswered:?}"))?;
            for room in self.clients[client].seen.keys().copied().collect::<Vec<_>>() {
                self.connect(client, room);
            }
        }
        self.follow()?;
        for client in &self.clients {
            for (room, seen) in &client.seen {
                let all = self.storage.logs[*room].len() as u64;
                ensure(*seen == all, || format!("a follower saw {seen} of {all} events"))?;
            }
        }
        self.check_acknowledged()?;
        self.check_folds()
    }

    /// Every room in memory is the fold of its log.
    fn check_folds(&self) -> Verdict {
        if !self.is_up {
            return Ok(());
        }
        let now = self.server_time();
        for (room, live) in self.live.iter().enumerate() {
            let log: &[Event] = &self.storage.logs[room];
            let again =
                Room::from_events(quintet_catalog::standard(), GameId(room.to_string()), log);
            let again = again.map_err(|corrupt| corrupt.to_string())?;
            let [here, there] = [&live.room, &again].map(|room| facts(room, now));
            ensure(here == there, || format!("the room is {here}, its log {there}"))?;
        }
        Ok(())
    }

    fn tally(&self) -> Tally {
        let mut tally = Tally::new();
        for event in self.storage.logs.iter().flatten() {
            *tally.entry(kind(&event.what)).or_default() += 1;
        }
        let acknowledged = self.clients.iter().map(|client| client.acknowledged.len()).sum();
        tally.insert("acknowledged".into(), acknowledged);
        let by_rules = |witness: &&Witness| witness.played.finish().is_some();
        let by_rules = self.storage.witnesses.iter().filter(by_rules).count();
        tally.insert("finished by the rules".into(), by_rules);
        tally
    }
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
