//! Computer players: when one is to move it is asked, and its answer comes back as a command like any other.

use std::sync::Arc;
use std::time::Duration;

use quintet_catalog::{Brain, Dice, Limits};
use quintet_core::Player;
use quintet_players::Pace;
use quintet_rooms::{Caller, Command, GameId, GuestId, Request, Room, Seat, Time};

use super::Hub;
use super::slot::{Slot, State, Work};
use super::ticker::TRY_AGAIN;
use super::trouble::Trouble;
use crate::pool::{Kind, Person, Question};

/// How long one thinks that would think for ever.
const LONGEST: Duration = Duration::from_secs(1);
/// How far apart moves are, in milliseconds, where two computers play for people to watch.
const WATCHABLE: u64 = 700;

/// A computer player's turn.
struct Turn {
    game: GameId,
    player: Player,
    version: u64,
    ply: u32,
    seed: u64,
}

impl Hub {
    /// Asks the computer player that is to move, if one is; whoever thought before stops.
    pub(super) fn ask_computer(self: &Arc<Self>, slot: &Arc<Slot>) {
        let now = self.clock.now();
        let mut state = slot.state();
        state.thinking = None;
        state.again_at = None;
        let Some(room) = state.room.as_ref().filter(|_| state.is_ours()) else { return };
        let Some((player, name)) = room.computer_to_move() else { return };
        if !has_people(room) {
            if state.is_unwatched() {
                return;
            }
            let at = room.latest().plus(WATCHABLE);
            if now < at {
                state.again_at = Some(at);
                return;
            }
        }
        let seed = seed(room);
        let question = question(room, name, self.person(waits_for(room)), seed, now);
        let turn =
            Turn { game: slot.id.clone(), player, version: room.version(), ply: room.ply(), seed };
        self.ask(&mut state, turn, question, now);
    }

    fn ask(self: &Arc<Self>, state: &mut State, turn: Turn, question: Question, now: Time) {
        let version = turn.version;
        let Ok(thinking) = self.pool.ask(question) else {
            state.again_at = Some(now.plus(TRY_AGAIN));
            return;
        };
        let (hub, place) = (Arc::downgrade(self), thinking.place().clone());
        let task = tokio::spawn(async move {
            let report = thinking.answer().await;
            let Some(hub) = hub.upgrade().filter(|hub| !hub.is_stopping()) else { return };
            let mv = report.and_then(|report| report.line.into_iter().next());
            // From here on it must not be aborted: the room does so when the move has been made.
            tokio::spawn(hub.play(turn, mv));
        });
        state.thinking = Some(Work { version, place, task: task.abort_handle() });
    }

    /// Makes a computer player's move; any legal one if the engine failed, so that the game goes on.
    async fn play(self: Arc<Self>, turn: Turn, mv: Option<String>) {
        let slot = self.slot(&turn.game);
        let _turn = slot.turn.lock().await;
        let mv = mv.or_else(|| {
            tracing::error!(game = %turn.game, "an engine failed; any move is made instead");
            let state = slot.state();
            state.room.as_ref()?.played().random_move(&mut Dice::new(turn.seed))
        });
        let still_wanted =
            slot.state().thinking.as_ref().is_some_and(|work| work.version == turn.version);
        let Some(mv) = mv.filter(|_| still_wanted) else { return };
        let command = Command::Move { mv, ply: turn.ply };
        let request = Request { command, op: None, version: None };
        let played = self.carry_out_in_turn(&slot, &Caller::Computer(turn.player), &request).await;
        match played {
            Ok(_) => {}
            Err(Trouble::Elsewhere(_)) => {
                tracing::debug!(game = %turn.game, "a computer's move is another node's by now");
            }
            Err(Trouble::Refused(refusal)) => {
                tracing::debug!(game = %turn.game, %refusal, "a computer's move came too late");
            }
            Err(trouble) => {
                tracing::warn!(game = %turn.game, %trouble, "a computer's move could not be made");
                slot.state().thinking = None;
                self.try_again(&slot);
            }
        }
    }

    /// Asks a computer player that could not be asked before.
    pub(super) async fn ask_if_due(self: &Arc<Self>, slot: &Arc<Slot>) {
        let now = self.clock.now();
        if slot.state().again_at.is_none_or(|at| at > now) {
            return;
        }
        let _turn = slot.turn.lock().await;
        self.ask_computer(slot);
    }

    /// Lets two computers go on when somebody comes to watch them.
    pub(super) fn somebody_watches(self: &Arc<Self>, slot: &Arc<Slot>) {
        let waits = {
            let state = slot.state();
            let waits = state.is_ours() && state.thinking.is_none() && state.again_at.is_none();
            waits && state.room.as_ref().is_some_and(|room| room.computer_to_move().is_some())
        };
        if waits {
            self.ask_computer(slot);
            self.reschedule(slot, None);
        }
    }
}

fn has_people(room: &Room) -> bool {
    room.seats().iter().any(|seat| matches!(seat, Seat::Guest(_)))
}

/// The same position of the same game gets the same chance, so that a restart changes nothing.
fn seed(room: &Room) -> u64 {
    Dice::new(room.info().seed.wrapping_add(u64::from(room.ply()))).next_seed()
}

/// For whom the computer thinks: who plays against it, or made the game.
fn waits_for(room: &Room) -> &GuestId {
    room.seats().iter().find_map(Seat::guest).unwrap_or(&room.info().owner)
}

fn question(room: &Room, name: &str, person: Person, seed: u64, now: Time) -> Question {
    // Rooms let only such names in; a log of a later version might have others.
    let brain: Brain = name.parse().unwrap_or(Brain::Random);
    let time = time(room, now);
    let time = if brain.is_tireless() {
        Some(time.map_or(LONGEST, |time| time.min(LONGEST)))
    } else {
        time
    };
    Question {
        kind: Kind::Move,
        person,
        game: room.id().0.clone(),
        played: room.played().boxed_clone(),
        brain,
        seed,
        limits: Limits::default(),
        time,
        lines: 1,
    }
}

/// The share of its clock that a move may take.
fn time(room: &Room, now: Time) -> Option<Duration> {
    let increment = Duration::from_millis(room.info().clock?.increment);
    let left = room.clocks_at(now)?.left.map(Duration::from_millis);
    let pace = Pace::Clock { remaining: left, increment: [increment; 2] };
    room.turn()?;
    Some(pace.allowance(room.played())?.usual)
}
