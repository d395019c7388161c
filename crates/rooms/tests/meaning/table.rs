//! A room with its log and a clock that is moved by hand.

use quintet_core::{Player, TimeControl};
use quintet_rooms::{
    Action, Caller, Command, Decided, Decision, Event, GameId, Guest, GuestId, NewGame, Offer,
    Refusal, Request, Room, Seat, Time,
};

pub const ANN: &str = "ann";
pub const BOB: &str = "bob";
pub const EVE: &str = "eve";
pub const START: Time = Time(1_000_000);
/// A minute, and two seconds a move.
pub const BLITZ: TimeControl = TimeControl { initial: 60_000, increment: 2_000 };

pub type Answer = Result<(u64, u32), Refusal>;

pub struct Table {
    pub room: Room,
    pub log: Vec<Event>,
    pub now: Time,
}

pub fn guest(name: &str) -> Guest {
    Guest { id: GuestId(format!("id of {name}")), name: name.into() }
}

/// Seats by name: `open`, `level:3`, `random`, or a person.
pub fn seat(name: &str) -> Seat {
    match name {
        "open" => Seat::Open,
        "random" | "greedy" => Seat::Computer(name.into()),
        _ if name.starts_with("level") => Seat::Computer(name.into()),
        _ => Seat::Guest(guest(name).id),
    }
}

pub fn new_game(game: &str, seats: [&str; 2], clock: Option<TimeControl>) -> NewGame {
    NewGame {
        game: game.into(),
        variant: None,
        position: None,
        seats: seats.map(seat),
        clock,
        listed: false,
        seed: 7,
        previous: None,
    }
}

impl Table {
    /// A game made by Ann.
    pub fn new(game: &str, seats: [&str; 2], clock: Option<TimeControl>) -> Table {
        let new = new_game(game, seats, clock);
        let (room, log) = Room::create(
            quintet_catalog::standard(),
            GameId("g".into()),
            &guest(ANN),
            &new,
            None,
            START,
        )
        .unwrap();
        Table { room, log, now: START }
    }

    /// Ann against Bob at Momentum, both present.
    pub fn duel(clock: Option<TimeControl>) -> Table {
        let mut table = Table::new("momentum", [ANN, "open"], clock);
        table.ask(BOB, Command::Join).unwrap();
        table.comes(ANN);
        table.comes(BOB);
        table
    }

    /// A duel in which both have made their free first moves.
    pub fn duel_with_running_clocks() -> Table {
        let mut table = Table::duel(Some(BLITZ));
        table.moves(ANN, "a1").unwrap();
        table.moves(BOB, "g7").unwrap();
        table
    }

    pub fn request(&mut self, caller: &Caller, request: &Request) -> Answer {
        match self.room.decide(caller, request, self.now)? {
            Decision::Happens(decided) => {
                self.happen(&decided);
                Ok((self.room.version(), self.room.ply()))
            }
            Decision::Late(decided) => {
                self.happen(&decided);
                Err(Refusal::Over)
            }
            Decision::Repeated { version, ply } => Ok((version, ply)),
            Decision::Nothing => Ok((self.room.version(), self.room.ply())),
        }
    }

    fn happen(&mut self, decided: &Decided) {
        let after = self.room.after(decided).unwrap();
        self.room.move_on(after);
        self.log.push(decided.event.clone());
        let again =
            Room::from_events(quintet_catalog::standard(), self.room.id().clone(), &self.log)
                .unwrap();
        assert_eq!(format!("{again:?}"), format!("{:?}", self.room), "the fold is the room");
        assert_eq!(again.clocks_at(self.now), self.room.clocks_at(self.now));
        assert_eq!(again.offers(), self.room.offers());
    }

    pub fn ask(&mut self, who: &str, command: Command) -> Answer {
        self.request(&Caller::Guest(guest(who)), &command.into())
    }

    pub fn moves(&mut self, who: &str, mv: &str) -> Answer {
        let ply = self.room.ply();
        self.ask(who, Command::Move { mv: mv.into(), ply })
    }

    pub fn computer_moves(&mut self, player: Player, mv: &str) -> Answer {
        let command = Command::Move { mv: mv.into(), ply: self.room.ply() };
        self.request(&Caller::Computer(player), &command.into())
    }

    pub fn says(&mut self, who: &str, action: Action, offer: Offer) -> Answer {
        self.ask(who, Command::Offer { offer, action, next_game: GameId("next".into()) })
    }

    /// Lets time pass, and the server do what is due.
    pub fn wait(&mut self, millis: u64) {
        self.now = self.now.plus(millis);
        while self.room.due().is_some_and(|due| due <= self.now) {
            let version = self.room.version();
            self.request(&Caller::Server, &Command::Tick.into()).unwrap();
            assert_ne!(self.room.version(), version, "what is due can be done");
        }
    }

    /// The server is gone for that long, and was last seen alive so long before that.
    pub fn restart(&mut self, unseen: u64, away: u64) {
        let alive_at = Time(self.now.0 - unseen);
        self.now = self.now.plus(away);
        self.room =
            Room::from_events(quintet_catalog::standard(), self.room.id().clone(), &self.log)
                .unwrap();
        self.room.wake(self.now);
        self.request(&Caller::Server, &Command::Restarted { alive_at }.into()).unwrap();
    }

    pub fn comes(&mut self, who: &str) {
        self.room.set_present(&guest(who).id, true, self.now);
    }

    pub fn leaves(&mut self, who: &str) {
        self.room.set_present(&guest(who).id, false, self.now);
    }

    pub fn left(&self) -> [u64; 2] {
        self.room.clocks_at(self.now).unwrap().left
    }

    pub fn running(&self) -> Option<Player> {
        self.room.clocks_at(self.now).unwrap().running
    }

    pub fn ending(&self) -> (Option<String>, &'static str) {
        let result = self.room.result().map(|result| result.to_string());
        (result, self.room.ending().expect("it has ended"))
    }
}

pub fn invalid(sentence: &str) -> Answer {
    Err(Refusal::Invalid(sentence.into()))
}

pub fn forbidden(sentence: &str) -> Answer {
    Err(Refusal::Forbidden(sentence.into()))
}

pub fn stale(sentence: &str) -> Answer {
    Err(Refusal::Stale(sentence.into()))
}
