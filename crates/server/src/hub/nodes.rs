//! Several nodes on one store. A game is written by the node whose it is; at the others it follows that one's log, by hints and, where those
//! are missed, by asking every second.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use futures_util::{StreamExt as _, stream};
use quintet_rooms::{GameId, Room, Time};
use quintet_store::{Hint, LEASE, Owner, Present};
use tokio::sync::broadcast;
use tokio::time::{Interval, MissedTickBehavior};

use super::Hub;
use super::command::{corrupt, people_in};
use super::slot::{Held, Slot};
use super::trouble::Trouble;

/// How often a sign of life is given, and how often the others are asked what was not heard.
const EVERY: Duration = Duration::from_secs(1);
/// How often is told who came and who left.
const TELL_PRESENCE: Duration = Duration::from_millis(250);
/// How many games of a node that is gone are taken over at a time, and how many of these at once.
const ADOPTED_AT_A_TIME: usize = 500;
const ADOPTED_AT_ONCE: usize = 4;
/// How many events are read at once.
const CHAPTER: usize = 512;
/// How many hints for others than rooms may wait.
const HINTS: usize = 1_024;

/// What is to be told to the other nodes, and heard from them.
pub(super) struct Nodes {
    /// Games where people came or left.
    changed: Mutex<HashSet<GameId>>,
    /// What others tell that is not for rooms.
    hints: broadcast::Sender<Hint>,
    lease: Mutex<Lease>,
    /// Held while a sign of life is given: after the last one none may come.
    beating: tokio::sync::Mutex<()>,
}

/// For how long what is ours is ours.
struct Lease {
    /// Until then nobody else can have taken anything.
    safe_until: Instant,
    /// How often somebody else could have. What was found out before the last time is worth nothing.
    lapses: u64,
    /// We have given all away, and are no node any more.
    has_left: bool,
}

impl Default for Nodes {
    fn default() -> Self {
        let hints = broadcast::Sender::new(HINTS);
        let lease = Lease { safe_until: Instant::now(), lapses: 0, has_left: false };
        let (changed, beating) = Default::default();
        Nodes { changed, hints, lease: Mutex::new(lease), beating }
    }
}

impl Nodes {
    pub(super) fn presence_changed(&self, game: &GameId) {
        self.changed.lock().unwrap_or_else(PoisonError::into_inner).insert(game.clone());
    }

    fn lease(&self) -> MutexGuard<'_, Lease> {
        self.lease.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_safe(&self) -> bool {
        Instant::now() < self.lease().safe_until
    }

    /// From now on nothing is ours, and nothing becomes ours. Waits until no sign of life is under way.
    pub(super) async fn leave(&self) {
        {
            let mut lease = self.lease();
            lease.safe_until = Instant::now();
            lease.has_left = true;
        }
        drop(self.beating.lock().await);
    }

    fn take_changed(&self) -> HashSet<GameId> {
        std::mem::take(&mut *self.changed.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Begins to live among other nodes, if there can be any.
pub(super) fn begin(hub: &Arc<Hub>) {
    let Some(cluster) = hub.store.cluster() else { return };
    let mut hints = cluster.listen();
    let hearing = Arc::downgrade(hub);
    tokio::spawn(async move {
        while let Some(hint) = hints.recv().await {
            let Some(hub) = hearing.upgrade() else { return };
            hub.hear(hint).await;
        }
    });
    let mut beats = Rounds::new(hub, EVERY);
    tokio::spawn(async move {
        while let Some(hub) = beats.next().await {
            hub.beat().await;
        }
    });
    let mut looks = Rounds::new(hub, EVERY);
    tokio::spawn(async move {
        while let Some(hub) = looks.next().await {
            hub.look_around().await;
        }
    });
    let mut tellings = Rounds::new(hub, TELL_PRESENCE);
    tokio::spawn(async move {
        while let Some(hub) = tellings.next().await {
            hub.tell_who_is_here().await;
        }
    });
}

/// What is done again and again, for as long as there is a hub that does not stop.
struct Rounds {
    hub: Weak<Hub>,
    tick: Interval,
}

impl Rounds {
    fn new(hub: &Arc<Hub>, pause: Duration) -> Rounds {
        let mut tick = tokio::time::interval(pause);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Rounds { hub: Arc::downgrade(hub), tick }
    }

    async fn next(&mut self) -> Option<Arc<Hub>> {
        self.tick.tick().await;
        self.hub.upgrade().filter(|hub| !hub.is_stopping())
    }
}

impl Hub {
    /// The epoch under which a new game is written.
    pub(super) fn first_epoch(&self) -> u64 {
        u64::from(self.nodes.is_some())
    }

    /// Whether a game is in memory and surely ours: nobody else has it, or can have taken it while we were not heard.
    pub(super) fn holds(&self, slot: &Slot) -> bool {
        #[cfg(feature = "seeded-bugs")]
        if super::mistakes::ignores_leases() {
            return slot.state().is_ours();
        }
        slot.state().is_ours() && self.nodes.as_ref().is_none_or(Nodes::is_safe)
    }

    /// How often others could have taken what was ours.
    pub(super) fn lapses(&self) -> u64 {
        self.nodes.as_ref().map_or(0, |nodes| nodes.lease().lapses)
    }

    /// Makes a game ours unless another node has it, and says since when nobody looked after it.
    pub(super) async fn own(&self, id: &GameId) -> Result<(Held, Option<Time>), Trouble> {
        let Some(cluster) = self.store.cluster() else {
            return Ok((Held::Ours(0), self.restart.news_for(id)));
        };
        if self.nodes.as_ref().is_some_and(|nodes| nodes.lease().has_left) {
            return Err(Trouble::Stopping);
        }
        Ok(match cluster.own(id).await? {
            Owner::Nobody => return Err(Trouble::NotFound),
            Owner::Us { epoch, away_since } => (Held::Ours(epoch), away_since),
            Owner::Other { address } => (Held::Other(address), None),
        })
    }

    /// Where the node is that has a game; `None` if we have it.
    pub async fn elsewhere(self: &Arc<Self>, id: &GameId) -> Result<Option<String>, Trouble> {
        if self.nodes.is_none() {
            return Ok(None);
        }
        let slot = self.ready(id).await?;
        let state = slot.state();
        match &state.held {
            Held::Other(address) => Ok(Some(address.clone())),
            Held::Ours(_) | Held::Unknown => Ok(None),
        }
    }

    /// What other nodes tell that is not for rooms; nothing where there are none.
    pub fn hints(&self) -> Option<broadcast::Receiver<Hint>> {
        Some(self.nodes.as_ref()?.hints.subscribe())
    }

    /// Brings a room in memory to where its log is. The caller holds the room's turn.
    pub(super) async fn catch_up(&self, slot: &Slot) -> Result<(), Trouble> {
        loop {
            let Some(version) = slot.state().room.as_ref().map(Room::version) else {
                return Ok(());
            };
            let events = self.store.load_from(&slot.id, version, CHAPTER).await?;
            if events.is_empty() {
                return Ok(());
            }
            let people = people_in(&events);
            let names = if people.is_empty() {
                None
            } else {
                Some(self.store.people().names(people).await?)
            };
            let now = self.clock.now();
            let followed = slot.look(|state| {
                if let (Some(room), Some(names)) = (&mut state.room, names) {
                    room.tell_names(names);
                }
                events.iter().try_for_each(|event| state.follow(event, now))
            })?;
            if let Err(error) = followed {
                slot.state().reset();
                return Err(corrupt(slot, &error));
            }
        }
    }

    async fn hear(self: &Arc<Self>, hint: Hint) {
        match hint {
            Hint::Grown(game, version) => {
                let Some(slot) = self.in_memory(&game) else { return };
                let is_behind = {
                    let state = slot.state();
                    let known = state.room.as_ref().map(Room::version);
                    !state.is_ours() && known.is_some_and(|known| known < version)
                };
                if is_behind {
                    let hub = Arc::clone(self);
                    tokio::spawn(async move { hub.follow_log(&slot).await });
                }
            }
            Hint::Present(game) => {
                if let Some(slot) = self.in_memory(&game) {
                    self.see_who_is_elsewhere(vec![slot]).await;
                }
            }
            other => {
                if let Some(nodes) = &self.nodes {
                    // Nobody may listen yet.
                    let _ = nodes.hints.send(other);
                }
            }
        }
    }

    fn in_memory(&self, game: &GameId) -> Option<Arc<Slot>> {
        let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.get(game).cloned()
    }

    async fn follow_log(&self, slot: &Slot) {
        let _turn = slot.turn.lock().await;
        if slot.state().is_ours() {
            return;
        }
        if let Err(trouble) = self.catch_up(slot).await {
            tracing::debug!(game = %slot.id, %trouble, "a game could not be followed");
        }
    }

    /// Gives a sign of life. If the last one came too late, others may have taken what was ours.
    async fn beat(self: &Arc<Self>) {
        let (Some(cluster), Some(nodes)) = (self.store.cluster(), &self.nodes) else { return };
        let beating = nodes.beating.lock().await;
        if nodes.lease().has_left {
            return;
        }
        // From before it is given on: the database counts from later.
        let safe_until = Instant::now() + Duration::from_millis(LEASE);
        let beat = cluster.beat(self.clock.now()).await;
        drop(beating);
        match beat {
            Ok(beat) => {
                self.clock.catch_up(beat.now);
                // The answer to one that came too late may itself have been lost: then only we know.
                if beat.lapsed || !nodes.is_safe() {
                    // Before looking: whoever is just making a game ours sees it afterwards.
                    nodes.lease().lapses += 1;
                    if !self.give_up_what_was_taken().await {
                        return;
                    }
                }
                let mut lease = nodes.lease();
                if !lease.has_left {
                    lease.safe_until = safe_until;
                }
            }
            Err(error) => tracing::warn!(%error, "no sign of life could be given"),
        }
    }

    /// After a sign of life that came too late: which games are still ours. False if that cannot be found out.
    async fn give_up_what_was_taken(self: &Arc<Self>) -> bool {
        let Some(cluster) = self.store.cluster() else { return true };
        let ours: Vec<Arc<Slot>> =
            self.slots().into_iter().filter(|slot| slot.state().is_ours()).collect();
        if ours.is_empty() {
            return true;
        }
        tracing::warn!("a sign of life came too late; looking which games are still ours");
        let ids = ours.iter().map(|slot| slot.id.clone()).collect();
        let Ok(standing) = cluster.standing(ids).await else { return false };
        let held: HashMap<GameId, Option<u64>> =
            standing.into_iter().map(|standing| (standing.game, standing.ours)).collect();
        for slot in ours {
            // Whoever has the turn may wait for the database. Signs of life must not wait with it: the next one looks again.
            let Ok(turn) = tokio::time::timeout(EVERY, slot.turn.lock()).await else {
                return false;
            };
            let is_lost = {
                let mut state = slot.state();
                let still = held.get(&slot.id).copied().flatten();
                let is_lost = matches!(state.held, Held::Ours(epoch) if still != Some(epoch));
                if is_lost {
                    state.lose();
                }
                is_lost
            };
            drop(turn);
            if is_lost {
                self.reschedule(&slot, None);
                let hub = Arc::clone(self);
                tokio::spawn(async move { hub.follow_log(&slot).await });
            }
        }
        true
    }

    /// Finds out what was not heard: what happened in games that are followed here, who follows ours elsewhere, and whose owners are gone.
    async fn look_around(self: &Arc<Self>) {
        let Some(cluster) = self.store.cluster() else { return };
        let slots = self.slots();
        let followed: HashMap<GameId, Arc<Slot>> = slots
            .iter()
            .filter(|slot| {
                let state = slot.state();
                !state.is_ours() && !state.listeners.is_empty()
            })
            .map(|slot| (slot.id.clone(), Arc::clone(slot)))
            .collect();
        if !followed.is_empty()
            && let Ok(standing) = cluster.standing(followed.keys().cloned().collect()).await
        {
            for stands in standing {
                let Some(slot) = followed.get(&stands.game) else { continue };
                let known = slot.state().room.as_ref().map(Room::version);
                if stands.owned && known.is_none_or(|known| known >= stands.version) {
                    continue;
                }
                let (hub, slot) = (Arc::clone(self), Arc::clone(slot));
                tokio::spawn(async move {
                    if stands.owned {
                        hub.follow_log(&slot).await;
                    } else {
                        // Whoever follows it here wants it to go on.
                        hub.adopt(slot.id.clone()).await;
                    }
                });
            }
        }
        let watched = slots.into_iter().filter(|slot| {
            let state = slot.state();
            state.is_ours() || !state.listeners.is_empty()
        });
        self.see_who_is_elsewhere(watched.collect()).await;
        match cluster.orphans(ADOPTED_AT_A_TIME).await {
            // A few at a time: one that has to wait holds up a few only.
            Ok(orphans) => {
                let adopted = stream::iter(orphans);
                adopted.for_each_concurrent(ADOPTED_AT_ONCE, |game| self.adopt(game)).await;
            }
            Err(error) => tracing::debug!(%error, "games of nodes that are gone cannot be found"),
        }
    }

    /// Takes a game over whose owner is gone, so that it goes on.
    async fn adopt(self: &Arc<Self>, game: GameId) {
        if let Err(trouble) = self.ready(&game).await {
            tracing::debug!(%game, %trouble, "a game could not be taken over");
        }
    }

    async fn see_who_is_elsewhere(self: &Arc<Self>, slots: Vec<Arc<Slot>>) {
        let Some(cluster) = self.store.cluster() else { return };
        if slots.is_empty() {
            return;
        }
        let ids = slots.iter().map(|slot| slot.id.clone()).collect();
        let Ok(present) = cluster.present(ids).await else { return };
        let mut elsewhere: HashMap<GameId, Vec<Present>> = HashMap::new();
        for present in present {
            elsewhere.entry(present.game.clone()).or_default().push(present);
        }
        let now = self.clock.now();
        for slot in slots {
            let present = elsewhere.remove(&slot.id).unwrap_or_default();
            let changed = slot.look(|state| state.set_elsewhere(present, now));
            if matches!(changed, Ok(true)) {
                self.reschedule(&slot, None);
                self.tell_presence_soon(&slot);
                self.somebody_watches(&slot);
            }
        }
    }

    /// Tells the other nodes who came here and who left.
    async fn tell_who_is_here(self: &Arc<Self>) {
        let (Some(cluster), Some(nodes)) = (self.store.cluster(), &self.nodes) else { return };
        let changed = nodes.take_changed();
        if changed.is_empty() {
            return;
        }
        let here = |game: &GameId| match self.in_memory(game) {
            Some(slot) => slot.state().here(game),
            None => Present { game: game.clone(), guests: Vec::new(), spectators: 0 },
        };
        if let Err(error) = cluster.set_present(changed.iter().map(here).collect()).await {
            tracing::debug!(%error, "who is here could not be told");
            for game in &changed {
                nodes.presence_changed(game);
            }
        }
    }
}
