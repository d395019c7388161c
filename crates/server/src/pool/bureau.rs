//! Questions that others think about: they go into the store, and answers come out of it. While there is nobody else, and should all others
//! vanish, we think ourselves.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quintet_store::{
    JobId, JobLine, Jobs, JobsAtLarge, NewJob, Progress, Said, Store, ThinkerPace,
};
use tokio::sync::mpsc;
use tokio::time::MissedTickBehavior;

use super::letter::{self, Outcome};
use super::person::Person;
use super::place::Place;
use super::queue::{Asked, Queue, SLICE, USUAL_STUDY, USUAL_TURN, most, steps};
use super::waits::Waits;
use super::{Full, Kind, Wait};

/// How often is looked who thinks, and how the lines are.
const LOOK: Duration = Duration::from_secs(1);
/// How many questions go out together.
const BATCH: usize = 256;
/// The least number of seconds, or of turns a second, that is reckoned with.
const SHORTEST: f64 = 0.001;

/// What the clerk is told.
enum Order {
    Ask(i64, Box<Pending>),
    Cancel(i64),
    Stop,
}

/// The way to the clerk.
#[derive(Clone)]
pub(super) struct Orders(mpsc::UnboundedSender<Order>);

impl Orders {
    /// Nobody waits for that answer any more.
    pub(super) fn cancel(&self, number: i64) {
        // Without a clerk nobody thinks about it.
        let _ = self.0.send(Order::Cancel(number));
    }
}

/// The line that a question of that kind waits in.
fn line(kind: Kind) -> JobLine {
    match kind {
        Kind::Move | Kind::Hint => JobLine::Play,
        Kind::Analysis => JobLine::Study,
    }
}

/// What is known of others, and who waits for them.
#[derive(Default)]
struct Outlook {
    /// How many think.
    thinkers: usize,
    /// How many questions they think about at the same time.
    threads: usize,
    /// How many seconds of a thread a question takes.
    takes: HashMap<JobLine, f64>,
    /// Who waited when it was last looked.
    waits: Waits,
    /// How many questions of ours wait, of a kind, of a network and of a person.
    kinds: HashMap<Kind, usize>,
    networks: Counts<String>,
    persons: Counts<Person>,
}

/// How many questions wait in a line.
type Counts<K> = HashMap<(JobLine, K), usize>;

fn count_off<K: Eq + Hash>(counts: &mut Counts<K>, whose: (JobLine, K)) {
    if let Entry::Occupied(mut count) = counts.entry(whose) {
        *count.get_mut() -= 1;
        if *count.get() == 0 {
            count.remove();
        }
    }
}

impl Outlook {
    fn wait(&self, line: JobLine, ahead: usize) -> Wait {
        let takes = |line, usual| self.takes.get(&line).copied().unwrap_or(usual);
        let (play, study) = (takes(JobLine::Play, USUAL_TURN), takes(JobLine::Study, USUAL_STUDY));
        // Analyses give way after each slice, and keep their place until they end.
        let slices = (study / SLICE.as_secs_f64()).max(1.0);
        let waits = [JobLine::Play, JobLine::Study].map(|line| self.waits.any(line));
        let [of_play, of_study] = steps([play, study / slices], waits);
        let step = if line == JobLine::Play { of_play } else { of_study * slices };
        Wait::of(ahead, step, self.threads)
    }
}

type SharedOutlook = Arc<Mutex<Outlook>>;

fn lock(outlook: &Mutex<Outlook>) -> MutexGuard<'_, Outlook> {
    outlook.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A question of ours that waits with others; dropped, it does so no longer.
struct Seat {
    kind: Kind,
    person: Person,
    outlook: SharedOutlook,
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut outlook = lock(&self.outlook);
        if let Some(count) = outlook.kinds.get_mut(&self.kind) {
            *count = count.saturating_sub(1);
        }
        let line = line(self.kind);
        count_off(&mut outlook.networks, (line, self.person.network().to_owned()));
        count_off(&mut outlook.persons, (line, self.person.clone()));
    }
}

/// A question that others have.
struct Pending {
    asked: Asked,
    place: Place,
    seat: Option<Seat>,
    /// The depth that was told of.
    depth: u32,
}

/// Where questions are given to others.
pub(super) struct Bureau {
    orders: Orders,
    outlook: SharedOutlook,
    last_number: AtomicI64,
    queue: Arc<Queue>,
}

impl Bureau {
    /// Opens one before a store that has jobs, and our own line.
    pub(super) fn open(store: Arc<dyn Store>, queue: Arc<Queue>) -> Bureau {
        let (orders, received) = mpsc::unbounded_channel();
        let outlook = SharedOutlook::default();
        let clerk = Clerk { store, outlook: Arc::clone(&outlook), pending: BTreeMap::new() };
        tokio::spawn(clerk.work(received));
        Bureau { orders: Orders(orders), outlook, last_number: AtomicI64::new(0), queue }
    }

    /// How many others think.
    pub(super) fn thinkers(&self) -> usize {
        lock(&self.outlook).thinkers
    }

    /// Gives a question to others, under the same limits as our own line has.
    pub(super) fn ask(&self, asked: Asked) -> Result<Place, Full> {
        let (kind, person) = (asked.question.kind, asked.question.person.clone());
        let (seat, wait) = self.seat(kind, person)?;
        let number = self.last_number.fetch_add(1, Ordering::Relaxed) + 1;
        let way = (number, self.orders.clone());
        let place = Place::away(kind, Arc::clone(&self.queue), way, wait);
        let pending = Pending { asked, place: place.clone(), seat: Some(seat), depth: 0 };
        match self.orders.0.send(Order::Ask(number, Box::new(pending))) {
            Ok(()) => Ok(place),
            Err(_) => Err(Full::Stopped),
        }
    }

    fn seat(&self, kind: Kind, person: Person) -> Result<(Seat, Option<Wait>), Full> {
        let (most, line) = (most(kind), line(kind));
        let (network, whose) = ((line, person.network().to_owned()), (line, person.clone()));
        let mut outlook = lock(&self.outlook);
        let own = outlook.persons.get(&whose).copied().unwrap_or(0);
        if own >= most.person {
            return Err(Full::Share { most: most.person, wait: outlook.wait(line, own) });
        }
        let beside = outlook.networks.get(&network).copied().unwrap_or(0);
        if beside >= most.network {
            return Err(Full::Network { most: most.network, wait: outlook.wait(line, beside) });
        }
        let waiting = outlook.kinds.get(&kind).copied().unwrap_or(0);
        if waiting >= most.all {
            return Err(Full::All { wait: outlook.wait(line, waiting) });
        }
        *outlook.kinds.entry(kind).or_default() += 1;
        *outlook.networks.entry(network).or_default() += 1;
        *outlook.persons.entry(whose).or_default() += 1;
        let wait = outlook.waits.any(line).then(|| {
            let ahead = outlook.waits.ahead_of_next(line, &person, own);
            outlook.wait(line, ahead + 1)
        });
        drop(outlook);
        Ok((Seat { kind, person, outlook: Arc::clone(&self.outlook) }, wait))
    }

    /// Asks nobody any more.
    pub(super) fn close(&self) {
        // It may have ended before.
        let _ = self.orders.0.send(Order::Stop);
    }
}

/// Who carries questions to the store and answers from it, one after the other.
struct Clerk {
    store: Arc<dyn Store>,
    outlook: SharedOutlook,
    pending: BTreeMap<i64, Pending>,
}

impl Clerk {
    async fn work(mut self, mut orders: mpsc::UnboundedReceiver<Order>) {
        let store = Arc::clone(&self.store);
        let Some(jobs) = store.jobs() else { return };
        let mut signs = jobs.hear();
        let mut tick = tokio::time::interval(LOOK);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut batch = Vec::new();
        loop {
            tokio::select! {
                count = orders.recv_many(&mut batch, BATCH) => {
                    if count == 0 || batch.iter().any(|order| matches!(order, Order::Stop)) {
                        return;
                    }
                    self.carry_out(jobs, batch.drain(..)).await;
                }
                Some(()) = signs.recv() => self.listen(jobs).await,
                _ = tick.tick() => self.look(jobs).await,
            }
        }
    }

    async fn carry_out(&mut self, jobs: &dyn Jobs, orders: impl Iterator<Item = Order>) {
        let (mut asked, mut cancelled) = (BTreeMap::new(), Vec::new());
        for order in orders {
            match order {
                Order::Ask(number, pending) => {
                    asked.insert(number, *pending);
                }
                Order::Cancel(number) => {
                    if asked.remove(&number).is_none() && self.pending.remove(&number).is_some() {
                        cancelled.push(number);
                    }
                }
                Order::Stop => {}
            }
        }
        if !cancelled.is_empty() && jobs.withdraw(cancelled).await.is_err() {
            tracing::debug!("questions could not be withdrawn; that is done later");
        }
        let numbers: Vec<i64> = asked.keys().copied().collect();
        self.pending.append(&mut asked);
        self.post(jobs, &numbers).await;
    }

    async fn post(&mut self, jobs: &dyn Jobs, numbers: &[i64]) {
        let letter = |number: &i64| {
            let question = &self.pending.get(number)?.asked.question;
            Some(NewJob {
                number: *number,
                line: line(question.kind),
                person: question.person.to_string(),
                game: question.game.clone(),
                question: letter::write_question(question),
            })
        };
        let letters: Vec<NewJob> = numbers.iter().filter_map(letter).collect();
        if letters.is_empty() {
            return;
        }
        if let Err(error) = jobs.post(letters).await {
            tracing::warn!(%error, "others cannot be asked; this server thinks itself");
            self.bring_home(numbers);
        }
    }

    /// Takes in what others said.
    async fn listen(&mut self, jobs: &dyn Jobs) {
        let Ok(said) = jobs.said().await else { return };
        for said in said {
            match said {
                Said::Finding(number, text) => {
                    let pending = self.pending.get_mut(&number);
                    let Some((pending, report)) = pending.zip(letter::read_finding(&text)) else {
                        continue;
                    };
                    // Whoever took over begins at the bottom again; it is told of from where the other ended.
                    if report.depth >= pending.depth {
                        pending.depth = report.depth;
                        let _ = pending.asked.tell.try_send(report);
                    }
                }
                Said::Answer(number, text) => match letter::read_answer(&text) {
                    Outcome::Found(report) => {
                        if let Some(pending) = self.pending.remove(&number) {
                            // If nobody listens any more, nobody misses it.
                            let _ = pending.asked.reply.send(report);
                        }
                    }
                    // Whoever asked sees that nothing came.
                    Outcome::Failed => drop(self.pending.remove(&number)),
                    Outcome::NotUnderstood => self.bring_home(&[number]),
                },
            }
        }
    }

    /// Finds out who thinks, what was lost, and how long it takes.
    async fn look(&mut self, jobs: &dyn Jobs) {
        let Ok(found) = jobs.at_large().await else {
            lock(&self.outlook).thinkers = 0;
            return;
        };
        self.note(&found);
        if self.pending.is_empty() && found.ours.is_empty() {
            return;
        }
        self.listen(jobs).await;
        if found.thinkers.is_empty() && !self.pending.is_empty() {
            tracing::info!(questions = self.pending.len(), "nobody else thinks; this server does");
            let all: Vec<i64> = self.pending.keys().copied().collect();
            self.bring_home(&all);
        }
        let ours: HashMap<i64, Progress> = found.ours.iter().copied().collect();
        let mut lost = Vec::new();
        for (number, pending) in &mut self.pending {
            let line = line(pending.asked.question.kind);
            match ours.get(number) {
                None => lost.push(*number),
                Some(Progress::Waits) => {
                    let id = JobId { node: found.node, number: *number };
                    let mut outlook = lock(&self.outlook);
                    let ahead = outlook.waits.ahead(id, line, &pending.asked.question.person);
                    pending.place.told(Some(outlook.wait(line, ahead + 1)));
                }
                Some(Progress::Begun | Progress::WornOut) => {
                    pending.seat = None;
                    pending.place.told(None);
                }
            }
        }
        self.withdraw(jobs, &ours).await;
        // The database forgot them: it did not end in good order, or took us for dead.
        self.post(jobs, &lost).await;
    }

    /// Takes out what nobody waits for any more, and what ends all who think about it.
    async fn withdraw(&mut self, jobs: &dyn Jobs, ours: &HashMap<i64, Progress>) {
        let mut unwanted = Vec::new();
        for (number, progress) in ours {
            if *progress == Progress::WornOut && self.pending.remove(number).is_some() {
                tracing::error!(
                    "all who thought about a question have vanished; nobody is asked any more"
                );
            }
            if !self.pending.contains_key(number) {
                unwanted.push(*number);
            }
        }
        if !unwanted.is_empty() && jobs.withdraw(unwanted).await.is_err() {
            tracing::debug!("questions could not be withdrawn; that is done later");
        }
    }

    fn note(&self, found: &JobsAtLarge) {
        let waits = Waits::of(&found.waiting);
        let mut outlook = lock(&self.outlook);
        outlook.waits = waits;
        outlook.thinkers = found.thinkers.len();
        outlook.threads = found.thinkers.iter().map(|thinker| thinker.threads).sum();
        for line in [JobLine::Play, JobLine::Study] {
            let turns = |thinker: &ThinkerPace| {
                let turn = if line == JobLine::Play { thinker.play } else { thinker.study };
                thinker.threads as f64 / turn.max(SHORTEST)
            };
            let turns_a_second: f64 = found.thinkers.iter().map(turns).sum();
            let turn = outlook.threads as f64 / turns_a_second.max(SHORTEST);
            outlook.takes.insert(line, turn);
        }
    }

    /// Thinks about questions here.
    fn bring_home(&mut self, numbers: &[i64]) {
        for number in numbers {
            if let Some(Pending { asked, place, seat, .. }) = self.pending.remove(number) {
                drop(seat);
                place.come_home(asked);
            }
        }
    }
}
