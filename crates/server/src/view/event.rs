//! Events as followers read them. What all readers see is rendered once; what only one may see is spliced in for that one.

use bytes::{BufMut as _, Bytes, BytesMut};
use quintet_core::Player;
use quintet_questions::TREE_LIMIT;
use quintet_rooms::{Event, GuestId, Offer, Room, Time, What};
use serde::Serialize;
use utoipa::ToSchema;

use super::game::State;
use super::{SeatView, stand_in};

/// What happened in a game, and how it stands since.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventView {
    /// What happened.
    pub event: EventName,
    /// Its number in the game.
    pub version: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Whose doing it was, where it was a player's.
    #[schema(required)]
    pub player: Option<Player>,
    /// What was offered, declined or withdrawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<OfferName>)]
    pub offer: Option<Offer>,
    /// How many moves were taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// How the game stands after it.
    #[serde(flatten)]
    pub state: State,
    /// The client's own name for the command; only its caller sees it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub op: Option<String>,
    /// What the reader may click; only if the reader is to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<stand_in::Tree>)]
    pub tree: Option<quintet_catalog::Tree>,
}

/// What can happen in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EventName {
    /// It was made.
    Created,
    /// Somebody took the open seat.
    Joined,
    /// A move was made.
    Moved,
    /// Something was offered.
    Offered,
    /// An offer was declined.
    Declined,
    /// An offer was withdrawn.
    Withdrawn,
    /// Moves were taken back.
    TakenBack,
    /// It ended, other than by the rules.
    Ended,
    /// The server was away; the clock stands still.
    Paused,
    /// The clock runs again.
    Resumed,
    /// A new game between the two was made.
    Rematched,
    /// Something that this program does not know.
    Unknown,
}

/// What players can offer each other.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum OfferName {
    /// To call it a draw.
    Draw,
    /// To take the last move back.
    Takeback,
    /// To play again with seats exchanged.
    Rematch,
}

/// Who is at the table and how many watch. Passing news: it has no version and is not kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PresenceView {
    /// Always `presence`.
    pub event: &'static str,
    /// Who plays first and second.
    #[schema(min_items = 2, max_items = 2)]
    pub seats: [SeatView; 2],
    /// How many watch without playing.
    pub spectators: usize,
}

/// The stream ends: the server stops, or the reader is too slow. Connect again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct GoodbyeView {
    /// Always `goodbye`.
    pub event: &'static str,
    /// How many milliseconds to wait before that.
    pub retry: u64,
}

/// An event, rendered once for all its readers.
#[derive(Clone, Debug)]
pub struct RenderedEvent {
    /// The event.
    pub event: Event,
    /// What everybody may see: a JSON object.
    public: Bytes,
    /// The tree of steps, and the person who is to move by it.
    tree: Option<(GuestId, Bytes)>,
}

impl RenderedEvent {
    /// Renders an event for the room as it is just after it. The tree costs as much as all the rest: it is there only if the person to move
    /// is among the readers.
    pub fn new(
        room: &Room,
        event: &Event,
        now: Time,
        is_reader: impl FnOnce(&GuestId) -> bool,
    ) -> RenderedEvent {
        let public = json(&EventView::new(room, event, now));
        let to_move = room.turn().and_then(|player| room.seats()[player.index()].guest());
        let to_move = to_move.filter(|guest| is_reader(guest));
        let tree = to_move.map(|guest| (guest.clone(), json(&room.played().tree(TREE_LIMIT))));
        RenderedEvent { event: event.clone(), public, tree }
    }

    /// The event as that reader may see it.
    pub fn for_reader(&self, reader: Option<&GuestId>) -> Bytes {
        let op =
            self.event.op.as_ref().filter(|_| reader.is_some() && self.event.by.as_ref() == reader);
        let tree = self.tree.as_ref().filter(|(guest, _)| Some(guest) == reader);
        if op.is_none() && tree.is_none() {
            return self.public.clone();
        }
        let op = op.map(json);
        let room = op.as_ref().map_or(0, Bytes::len) + tree.map_or(0, |(_, tree)| tree.len());
        let mut spliced = BytesMut::with_capacity(self.public.len() + room + 16);
        spliced.put_slice(&self.public[..self.public.len() - 1]);
        if let Some(op) = op {
            spliced.put_slice(b",\"op\":");
            spliced.put_slice(&op);
        }
        if let Some((_, tree)) = tree {
            spliced.put_slice(b",\"tree\":");
            spliced.put_slice(tree);
        }
        spliced.put_slice(b"}");
        spliced.freeze()
    }
}

/// A value of ours as JSON.
pub(crate) fn json<T: Serialize + ?Sized>(value: &T) -> Bytes {
    serde_json::to_vec(value).expect("views have string keys and finite numbers").into()
}

impl EventView {
    fn new(room: &Room, event: &Event, now: Time) -> EventView {
        let (name, player, offer, plies) = match &event.what {
            What::Created { .. } => (EventName::Created, None, None, None),
            What::Joined { player, .. } => (EventName::Joined, Some(*player), None, None),
            What::Moved { player, .. } => (EventName::Moved, Some(*player), None, None),
            What::Offered { player, offer } => {
                (EventName::Offered, Some(*player), Some(*offer), None)
            }
            What::Declined { player, offer } => {
                (EventName::Declined, Some(*player), Some(*offer), None)
            }
            What::Withdrawn { player, offer } => {
                (EventName::Withdrawn, Some(*player), Some(*offer), None)
            }
            What::TakenBack { player, plies, .. } => {
                (EventName::TakenBack, Some(*player), None, Some(*plies))
            }
            What::Ended { .. } => (EventName::Ended, None, None, None),
            What::Paused { .. } => (EventName::Paused, None, None, None),
            What::Resumed => (EventName::Resumed, None, None, None),
            What::Rematched { .. } => (EventName::Rematched, None, None, None),
            What::Unknown { .. } => (EventName::Unknown, None, None, None),
        };
        EventView {
            event: name,
            version: event.version,
            at: event.at.0,
            player,
            offer,
            plies,
            state: State::of(room, now),
            op: None,
            tree: None,
        }
    }
}
