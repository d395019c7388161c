//! What happened in a game. Events are all that is stored; everything else follows from them.
//!
//! Each is stored with a format: the lowest whose programs understand it. A program reads all events up to its own format; an event
//! beyond it is [`What::Unknown`], and its game can be looked at up to there. So a program one format older goes on with what it
//! understands, and a newer one understands everything.

use quintet_core::{Ending, Left, Outcome, Player, TimeControl};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::asked::Asked;
use crate::seat::{GameId, GuestId, Seat, Time};

/// The format of the events that this program writes. Whoever lets events mean more than before raises it, and [`Event::format`]
/// then tells which events need it.
pub const FORMAT: u32 = 1;

/// Something that happened in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its number in the game: the first is 1, and there are no gaps.
    pub version: u64,
    /// When.
    pub at: Time,
    /// The person whose command it was; `None` for the computer and the server itself.
    pub by: Option<GuestId>,
    /// The client's name for its command, by which a resend is known.
    pub op: Option<String>,
    /// What that command was, where it has a name: another command by the same name is no resend.
    pub asked: Option<Asked>,
    /// What.
    pub what: What,
}

/// What can happen in a game. Clocks are what each player has left just after it, in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    /// It was made. Always the first event, and only the first.
    Created {
        /// The game's id in the catalog.
        game: String,
        /// The variant's id.
        variant: String,
        /// The position it begins with, if that is not the start.
        position: Option<String>,
        /// Who sits where.
        seats: [Seat; 2],
        /// The thinking time; `None`: as long as they like.
        clock: Option<TimeControl>,
        /// Whether it shows in the lobby.
        listed: bool,
        /// Who made it.
        owner: GuestId,
        /// What its computer players' chances are seeded with.
        seed: u64,
        /// The game it is the rematch of.
        previous: Option<GameId>,
        /// How many milliseconds it waits for a move without clocks. `None`: for ever, as games did that were made when there was no
        /// such rule.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        waits: Option<u64>,
    },
    /// Somebody took the open seat.
    Joined {
        /// Which seat.
        player: Player,
        /// Who.
        guest: GuestId,
    },
    /// A move was made. It withdraws all offers of the game.
    Moved {
        /// Whose.
        player: Player,
        /// Its text.
        mv: String,
        /// What is left.
        clocks: Option<Left>,
    },
    /// Something was offered.
    Offered {
        /// By whom.
        player: Player,
        /// What.
        offer: Offer,
    },
    /// An offer was declined by the player to whom it was made.
    Declined {
        /// By whom.
        player: Player,
        /// What.
        offer: Offer,
    },
    /// An offer was withdrawn by the player who made it.
    Withdrawn {
        /// By whom.
        player: Player,
        /// What.
        offer: Offer,
    },
    /// Moves were taken back.
    TakenBack {
        /// For whom.
        player: Player,
        /// How many.
        plies: u32,
        /// What is left.
        clocks: Option<Left>,
    },
    /// It ended, other than by the rules.
    Ended {
        /// Who won; `None` if nobody can be said to have played.
        result: Option<Outcome>,
        /// Why.
        reason: Reason,
        /// What is left.
        clocks: Option<Left>,
    },
    /// The server was away; the running clock was charged up to its last sign of life and stands still.
    Paused {
        /// What is left.
        clocks: Left,
    },
    /// The clock runs again.
    Resumed,
    /// Both want another game: here it is.
    Rematched {
        /// The new game.
        game: GameId,
    },
    /// Something that this program does not know. Never written.
    #[serde(skip)]
    Unknown {
        /// What it is called, as far as that can be read.
        kind: String,
        /// The format that it needs.
        format: u32,
    },
}

/// An event as it is stored, beside its version and its format.
#[derive(Serialize, Deserialize)]
struct Body<W> {
    at: Time,
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    by: Option<GuestId>,
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    op: Option<String>,
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    asked: Option<Asked>,
    what: W,
}

const fn none<T>() -> Option<T> {
    None
}

impl Event {
    /// The lowest format whose programs understand it.
    pub const fn format(&self) -> u32 {
        FORMAT
    }

    /// Its text in the store, beside which its version and format stand.
    ///
    /// # Panics
    /// If it is an unknown one, which cannot have happened here.
    pub fn body(&self) -> String {
        let Event { at, by, op, asked, what, .. } = self;
        let (by, op, asked) = (by.clone(), op.clone(), asked.clone());
        let body = Body { at: *at, by, op, asked, what };
        serde_json::to_string(&body).expect("an event that happened here has a text")
    }

    /// The event of a stored text. What happened may be unknown to us; that something did is not.
    pub fn read(version: u64, format: u32, body: &str) -> Result<Event, serde_json::Error> {
        if format <= FORMAT
            && let Ok(Body { at, by, op, asked, what }) = serde_json::from_str(body)
        {
            return Ok(Event { version, at, by, op, asked, what });
        }
        let Body { at, by, op, asked, what } = serde_json::from_str::<Body<Value>>(body)?;
        let what = What::Unknown { kind: kind(&what), format };
        Ok(Event { version, at, by, op, asked, what })
    }
}

/// The name of something that happened: alone, or before its details.
fn kind(what: &Value) -> String {
    let alone = what.as_str().map(str::to_owned);
    let named = || what.as_object()?.keys().next().cloned();
    alone.or_else(named).unwrap_or_default()
}

/// What players can offer each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Offer {
    /// To call it a draw.
    Draw,
    /// To let the one who offers take the last move back.
    Takeback,
    /// To play again with seats exchanged, once the game is over.
    Rematch,
}

/// What ended a game that the rules did not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// The loser gave up.
    Resignation,
    /// The loser ran out of time.
    Time,
    /// Both agreed to a draw.
    Agreement,
    /// The loser left for too long, and the winner claimed the game.
    Abandoned,
    /// Broken off before both had moved.
    Aborted,
    /// Nobody joined, and its owner left.
    Expired,
    /// Nobody moved for long, in a game without clocks.
    Forgotten,
    /// It had as many moves as a game can have.
    Length,
}

impl Reason {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Abandoned => "abandoned",
            Reason::Aborted => "aborted",
            Reason::Expired => "expired",
            Reason::Forgotten => "forgotten",
            Reason::Length => "length",
            Reason::Resignation | Reason::Time | Reason::Agreement => self.ending().name(),
        }
    }

    /// What a match knows it as.
    pub(crate) const fn ending(self) -> Ending {
        match self {
            Reason::Resignation => Ending::Resignation,
            Reason::Time => Ending::Time,
            Reason::Agreement | Reason::Length => Ending::Agreement,
            Reason::Abandoned | Reason::Aborted | Reason::Expired | Reason::Forgotten => {
                Ending::Forfeit
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let what = What::Joined { player: Player::Second, guest: GuestId("b".into()) };
        let (by, op) = (Some(GuestId("b".into())), Some("x".into()));
        let event = Event { version: 2, at: Time(7), by, op, asked: None, what };
        let body = event.body();
        assert_eq!(
            body,
            r#"{"at":7,"by":"b","op":"x","what":{"joined":{"player":"second","guest":"b"}}}"#
        );
        assert_eq!(Event::read(2, event.format(), &body).unwrap(), event);
    }

    #[test]
    fn what_is_not_known_is_told_by_name() {
        for (what, name) in [
            (r#"{"swapped":{"player":"first"}}"#, "swapped"),
            (r#""adjourned""#, "adjourned"),
            ("17", ""),
        ] {
            let body = format!(r#"{{"at":7,"by":"a","new":[1],"what":{what}}}"#);
            let event = Event::read(3, FORMAT + 1, &body).unwrap();
            assert_eq!(event.what, What::Unknown { kind: name.into(), format: FORMAT + 1 });
            assert_eq!((event.at, event.by), (Time(7), Some(GuestId("a".into()))));
        }
        // A later format may let a known name mean something else.
        let later = Event::read(3, FORMAT + 1, r#"{"at":7,"what":"resumed"}"#).unwrap();
        assert!(matches!(later.what, What::Unknown { .. }));
        assert!(Event::read(3, FORMAT, "no event").is_err());
    }
}
