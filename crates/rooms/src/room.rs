//! A live game: the fold of its events, and what may happen to it next.
//!
//! The parts: `create` makes one, `fold` applies events, `decide` judges commands, `offers` judges draws, takebacks and rematches,
//! `clock` counts time, `presence` knows who is there, `names` what they are called.

mod clock;
mod create;
mod decide;
mod fold;
#[cfg(feature = "seeded-bugs")]
mod mistakes;
mod names;
mod offers;
mod presence;

use std::collections::HashMap;
use std::fmt;

use quintet_catalog::AnyMatch;
use quintet_core::contest::capital;
use quintet_core::{GameInfo, Outcome, Player, TimeControl};
use serde::{Deserialize, Serialize};

use crate::asked::Asked;
use crate::event::{Offer, Reason};
use crate::seat::{GameId, GuestId, Seat, Time};

pub use clock::{Clocks, FORGOTTEN_AFTER, PAUSE_LASTS};
pub use decide::MOST_PLIES;
pub use fold::Corrupt;
pub use names::{NAMELESS, Names};
pub use presence::{GONE_FOR, Presence, SEEK_WAITS};

/// What a game was made with. It never changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// The game's name in addresses.
    pub id: GameId,
    /// Name, players and variants of the game played.
    pub game: &'static GameInfo,
    /// The variant's id.
    pub variant: &'static str,
    /// The position it began with, if that is not the start.
    pub position: Option<String>,
    /// The thinking time.
    pub clock: Option<TimeControl>,
    /// Whether it shows in the lobby.
    pub listed: bool,
    /// Who made it.
    pub owner: GuestId,
    /// When.
    pub created: Time,
    /// What its computer players' chances are seeded with.
    pub seed: u64,
    /// The game it is the rematch of.
    pub previous: Option<GameId>,
    /// How many milliseconds it waits for a move without clocks; `None`: for ever.
    pub waits: Option<u64>,
}

/// How far a game has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// A seat is still open.
    Open,
    /// It is being played.
    Running,
    /// It has a result.
    Finished,
    /// It was broken off, or nobody came.
    Aborted,
}

impl Status {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Open => "open",
            Status::Running => "running",
            Status::Finished => "finished",
            Status::Aborted => "aborted",
        }
    }

    /// Whether nothing but a rematch can happen any more.
    pub const fn is_over(self) -> bool {
        matches!(self, Status::Finished | Status::Aborted)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Offers that stand, each with the player who made it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offers {
    /// To call it a draw.
    pub draw: Option<Player>,
    /// To let that player take a move back.
    pub takeback: Option<Player>,
    /// To play again.
    pub rematch: Option<Player>,
}

impl Offers {
    /// Who has made that offer.
    pub const fn get(&self, offer: Offer) -> Option<Player> {
        match offer {
            Offer::Draw => self.draw,
            Offer::Takeback => self.takeback,
            Offer::Rematch => self.rematch,
        }
    }

    fn set(&mut self, offer: Offer, player: Option<Player>) {
        match offer {
            Offer::Draw => self.draw = player,
            Offer::Takeback => self.takeback = player,
            Offer::Rematch => self.rematch = player,
        }
    }
}

/// A live game.
pub struct Room {
    info: Info,
    seats: [Seat; 2],
    version: u64,
    /// When the last event happened. Time never flows back within a room.
    latest: Time,
    played: Box<dyn AnyMatch>,
    /// Who has ever moved: taking the first move back does not give its free time back.
    has_moved: [bool; 2],
    ended: Option<(Option<Outcome>, Reason)>,
    offers: Offers,
    next_game: Option<GameId>,
    clock: Option<clock::Clock>,
    /// Since when whoever is to move has been so.
    idle_since: Time,
    /// The answers to commands that named themselves.
    answers: HashMap<(GuestId, String), Answered>,
    presence: presence::Table,
    names: Names,
    /// Why nothing can happen any more: its next event is beyond us.
    halted: Option<String>,
}

/// The answer to a command, and what it was.
#[derive(Clone, Debug)]
struct Answered {
    version: u64,
    ply: u32,
    asked: Option<Asked>,
}

impl Room {
    /// What it was made with.
    pub const fn info(&self) -> &Info {
        &self.info
    }

    /// The game's name in addresses.
    pub const fn id(&self) -> &GameId {
        &self.info.id
    }

    /// Who sits where.
    pub const fn seats(&self) -> &[Seat; 2] {
        &self.seats
    }

    /// The number of events so far.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// When the last event happened.
    pub const fn latest(&self) -> Time {
        self.latest
    }

    /// The number of moves that stand.
    pub fn ply(&self) -> u32 {
        self.played.ply() as u32
    }

    /// The game as the rules see it. An aborted game is not finished for it.
    pub fn played(&self) -> &dyn AnyMatch {
        &*self.played
    }

    /// How far it has come.
    pub fn status(&self) -> Status {
        match self.ended {
            Some((None, _)) => Status::Aborted,
            Some((Some(_), _)) => Status::Finished,
            None if self.played.finish().is_some() => Status::Finished,
            None if self.seats.contains(&Seat::Open) => Status::Open,
            None => Status::Running,
        }
    }

    /// Who is to move; nobody unless it runs.
    pub fn turn(&self) -> Option<Player> {
        (self.status() == Status::Running).then(|| self.played.turn())
    }

    /// Who won.
    pub fn result(&self) -> Option<Outcome> {
        self.played.finish().map(|finish| finish.outcome)
    }

    /// What ended it, in one word.
    pub fn ending(&self) -> Option<&'static str> {
        let ended = self.ended.map(|(_, reason)| reason.name());
        ended.or_else(|| self.played.finish().map(|finish| finish.ending.name()))
    }

    /// How it ended, as a sentence; empty while it has not.
    pub fn why(&self) -> String {
        match self.ended {
            Some((outcome, Reason::Abandoned)) => {
                let loser = outcome.and_then(Outcome::winner).map(Player::opponent);
                let loser = loser.map_or("a player", |loser| self.name(loser));
                format!("{} left the game.", capital(loser))
            }
            Some((_, Reason::Aborted)) => "The game was broken off before both had moved.".into(),
            Some((_, Reason::Expired)) => "Nobody had joined when its owner left.".into(),
            Some((_, Reason::Forgotten)) => "Nobody had moved for two weeks.".into(),
            Some((_, Reason::Length)) => {
                format!("After {MOST_PLIES} moves the game is a draw.")
            }
            _ => self.played.why(),
        }
    }

    /// Since when whoever is to move has been so.
    pub const fn idle_since(&self) -> Time {
        self.idle_since
    }

    /// Why nothing can happen in it any more, in a sentence: its next event is beyond this program.
    pub fn halted(&self) -> Option<&str> {
        self.halted.as_deref()
    }

    /// The offers that stand.
    pub const fn offers(&self) -> &Offers {
        &self.offers
    }

    /// The rematch, once there is one.
    pub const fn next_game(&self) -> Option<&GameId> {
        self.next_game.as_ref()
    }

    /// The sides that somebody plays: none, one, or both.
    pub fn seats_of(&self, guest: &GuestId) -> Vec<Player> {
        Player::BOTH.into_iter().filter(|player| self.holds(guest, *player)).collect()
    }

    /// The computer player that is to move, and its name.
    pub fn computer_to_move(&self) -> Option<(Player, &str)> {
        let player = self.turn()?;
        match self.seat(player) {
            Seat::Computer(name) => Some((player, name)),
            Seat::Open | Seat::Guest(_) => None,
        }
    }

    fn seat(&self, player: Player) -> &Seat {
        &self.seats[player.index()]
    }

    fn holds(&self, guest: &GuestId, player: Player) -> bool {
        self.seat(player).guest() == Some(guest)
    }

    /// Whether one person plays both sides.
    fn is_one_screen(&self) -> bool {
        let [first, second] = self.seats.each_ref().map(Seat::guest);
        first.is_some() && first == second
    }

    /// What the game calls that player.
    fn name(&self, player: Player) -> &'static str {
        self.info.game.player(player)
    }

    /// `now`, unless the clock was set back: then the time of the last event.
    fn time(&self, now: Time) -> Time {
        now.max(self.latest)
    }
}

impl fmt::Debug for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Room")
            .field("id", &self.info.id)
            .field("version", &self.version)
            .field("status", &self.status())
            .field("moves", &self.played.moves())
            .finish_non_exhaustive()
    }
}
