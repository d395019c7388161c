//! Rooms as views.

use quintet_core::Player;
use quintet_questions::{Standing, TREE_LIMIT};
use quintet_rooms::{GuestId, NAMELESS, Names, Presence, Room, Seat, Time};

use super::event::PresenceView;
use super::game::{
    ClockView, ClocksView, OffersView, SeatKind, SeatView, Snapshot, State, Summary,
};

impl SeatView {
    /// A seat of a room, with whether its player is there.
    fn of(room: &Room, player: Player) -> SeatView {
        let presence = room.presence(player);
        let gone_since = match presence {
            Presence::GoneSince(since) => Some(since.0),
            Presence::Nobody | Presence::Present => None,
        };
        let seat = SeatView::of_seat(&room.seats()[player.index()], room.names());
        let claimable_from = room.claimable_from(player.opponent()).map(|from| from.0);
        SeatView { present: presence.is_present(), gone_since, claimable_from, ..seat }
    }

    /// A seat by itself.
    fn of_seat(seat: &Seat, names: &Names) -> SeatView {
        let (kind, name, id) = match seat {
            Seat::Open => (SeatKind::Open, None, None),
            Seat::Guest(guest) => {
                let name = names.get(guest).map_or(NAMELESS, String::as_str);
                (SeatKind::Guest, Some(name.to_owned()), Some(guest.0.clone()))
            }
            Seat::Computer(name) => (SeatKind::Computer, Some(name.clone()), None),
        };
        let present = kind == SeatKind::Computer;
        SeatView { kind, name, id, present, gone_since: None, claimable_from: None }
    }

    /// Both seats of a room.
    fn both(room: &Room) -> [SeatView; 2] {
        Player::BOTH.map(|player| SeatView::of(room, player))
    }
}

impl State {
    /// How a room stands.
    pub fn of(room: &Room, now: Time) -> State {
        let played = room.played();
        let offers = room.offers();
        let mut standing = Standing {
            turn: room.turn(),
            result: room.result(),
            ending: room.ending().map(str::to_owned),
            why: room.why(),
            ..Standing::of(played, &[])
        };
        if played.finish().is_none() && room.status().is_over() {
            // The rules know nothing of games that were broken off.
            standing.scene.status.clone_from(&standing.why);
            standing.scene.choices.clear();
        }
        State {
            status: room.status(),
            seats: SeatView::both(room),
            standing,
            clocks: ClocksView::of(room, now),
            offers: OffersView {
                draw: offers.draw,
                takeback: offers.takeback,
                rematch: offers.rematch,
            },
            rematch: room.next_game().map(ToString::to_string),
        }
    }
}

impl ClocksView {
    fn of(room: &Room, now: Time) -> Option<ClocksView> {
        let rule = room.info().clock?;
        let clocks = room.clocks_at(now)?;
        let [first, second] = clocks.left;
        Some(ClocksView {
            initial: rule.initial,
            increment: rule.increment,
            first,
            second,
            running: clocks.running,
            paused: clocks.paused,
            now: now.0,
        })
    }
}

impl Snapshot {
    /// All of a room, as that reader may see it.
    pub fn of(room: &Room, reader: Option<&GuestId>, spectators: usize, now: Time) -> Snapshot {
        let info = room.info();
        let played = room.played();
        let you = reader.map_or_else(Vec::new, |reader| room.seats_of(reader));
        let is_to_move = room.turn().is_some_and(|turn| you.contains(&turn));
        Snapshot {
            id: info.id.to_string(),
            game: info.game.id.into(),
            variant: info.variant.into(),
            listed: info.listed,
            created: info.created.0,
            you,
            version: room.version(),
            start: info.position.clone(),
            moves: played.moves(),
            movers: played.movers().collect(),
            previous: info.previous.as_ref().map(ToString::to_string),
            spectators,
            state: State::of(room, now),
            tree: is_to_move.then(|| played.tree(TREE_LIMIT)),
        }
    }
}

impl Summary {
    /// A game's line in that reader's list, with whose turn it is as far as that is known.
    pub fn of(
        stored: &quintet_store::Summary,
        names: &Names,
        reader: Option<&GuestId>,
        turn: Option<Player>,
    ) -> Summary {
        let is_own = |player: &Player| {
            let guest = stored.seats[player.index()].guest();
            guest.is_some() && guest == reader
        };
        Summary {
            id: stored.id.to_string(),
            game: stored.game.clone(),
            variant: stored.variant.clone(),
            status: stored.status,
            seats: stored.seats.each_ref().map(|seat| SeatView::of_seat(seat, names)),
            you: Player::BOTH.into_iter().filter(is_own).collect(),
            ply: stored.ply,
            turn,
            result: stored.result,
            clock: stored
                .clock
                .map(|rule| ClockView { initial: rule.initial, increment: rule.increment }),
            listed: stored.listed,
            created: stored.created.0,
            updated: stored.updated.0,
        }
    }
}

impl PresenceView {
    /// Who is at the table now.
    pub fn of(room: &Room, spectators: usize) -> PresenceView {
        PresenceView { event: "presence", seats: SeatView::both(room), spectators }
    }
}
