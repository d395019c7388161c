//! A follower of one game that never gives up: whenever its connection breaks it resumes after the last event it has.

use std::io;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use crate::address::{Route, Ways};
use crate::api::Event;
use crate::cut::{Budget, Cut};
use crate::ledger::Findings;
use crate::luck::Luck;
use crate::stream::{Feed, Way};

/// Whoever can go elsewhere does so if a server takes longer to let it in.
const LET_IN: Duration = Duration::from_secs(2);

/// Whom to follow, and how.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The way to the server.
    pub route: Route,
    /// Other ways, any of which may be taken when the connection has broken; none: always the same.
    pub others: Ways,
    /// The game.
    pub game: String,
    /// Who reads.
    pub token: String,
    /// By socket or by lines.
    pub way: Way,
    /// Where cuts are counted; `None`: connections are not cut on purpose.
    pub cuts: Option<Arc<AtomicU64>>,
}

/// A follower at work.
pub struct Follower {
    task: JoinHandle<()>,
    told: Arc<Mutex<Vec<Event>>>,
    findings: Arc<Mutex<Findings>>,
    last: watch::Receiver<u64>,
    /// How long it was away each time it came back.
    gaps: Arc<Mutex<Vec<Duration>>>,
}

impl Follower {
    /// Begins to follow.
    pub fn start(plan: Plan, luck: Luck) -> Follower {
        let told = Arc::new(Mutex::new(Vec::new()));
        let findings = Arc::new(Mutex::new(Findings::default()));
        let gaps = Arc::new(Mutex::new(Vec::new()));
        let (sender, last) = watch::channel(0);
        let reader = Reader {
            plan,
            luck,
            told: told.clone(),
            findings: findings.clone(),
            last: sender,
            gaps: gaps.clone(),
            broke: None,
        };
        Follower { task: tokio::spawn(reader.run()), told, findings, last, gaps }
    }

    /// How often it had to come back.
    pub fn comebacks(&self) -> u64 {
        self.gaps.lock().unwrap_or_else(PoisonError::into_inner).len() as u64
    }

    /// How long it was away each time.
    pub fn gaps(&self) -> Vec<Duration> {
        self.gaps.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Waits until it has that version; whether it came in time.
    pub async fn has(&mut self, version: u64, patience: Duration) -> bool {
        let waiting = self.last.wait_for(|last| *last >= version);
        timeout(patience, waiting).await.is_ok_and(|waited| waited.is_ok())
    }

    /// Ends it; what it was told, and what was wrong with that.
    pub fn finish(self) -> (Vec<Event>, Findings) {
        self.task.abort();
        let told = std::mem::take(&mut *self.told.lock().unwrap_or_else(PoisonError::into_inner));
        let findings = self.findings.lock().unwrap_or_else(PoisonError::into_inner).clone();
        (told, findings)
    }
}

struct Reader {
    plan: Plan,
    luck: Luck,
    told: Arc<Mutex<Vec<Event>>>,
    findings: Arc<Mutex<Findings>>,
    last: watch::Sender<u64>,
    gaps: Arc<Mutex<Vec<Duration>>>,
    /// Since when it has no connection, after it had one.
    broke: Option<Instant>,
}

impl Reader {
    async fn run(mut self) {
        loop {
            // However it ended, the way on is the same: connect again and resume.
            let _ = self.read().await;
            if let Some(route) = self.plan.others.pick(&mut self.luck) {
                self.plan.route = route;
            }
            sleep(Duration::from_millis(self.luck.between(1, 20) as u64)).await;
        }
    }

    fn budget(&mut self) -> Budget {
        // Handshakes are some 300 bytes each way, events a few thousand: most cuts fall into one of them, and some
        // streams live long enough to get anywhere.
        const MOST_READ: [usize; 4] = [400, 4_000, 40_000, 400_000];
        let most_read = *self.luck.pick(&MOST_READ);
        if self.luck.one_in(4) {
            Budget::draw(&mut self.luck, most_read, 400)
        } else {
            Budget { read: self.luck.below(most_read), ..Budget::ENDLESS }
        }
    }

    async fn read(&mut self) -> io::Result<()> {
        let budget = if self.plan.cuts.is_some() { self.budget() } else { Budget::ENDLESS };
        let uncounted = Arc::new(AtomicU64::new(0));
        let cuts = self.plan.cuts.as_ref().unwrap_or(&uncounted);
        let stream = Cut::new(self.plan.route.connect().await?, budget, cuts)?;
        let plan = &self.plan;
        let since = *self.last.borrow();
        let opening =
            Feed::open(stream, &plan.route, plan.way, &plan.game, since, Some(&plan.token));
        let mut feed = if plan.others.all().is_empty() {
            opening.await?
        } else {
            timeout(LET_IN, opening).await??
        };
        if let Some(broke) = self.broke.take() {
            self.gaps.lock().unwrap_or_else(PoisonError::into_inner).push(broke.elapsed());
        }
        loop {
            match feed.next().await {
                Ok(text) => self.note(&text),
                Err(error) => {
                    self.broke = Some(Instant::now());
                    return Err(error);
                }
            }
        }
    }

    fn note(&mut self, text: &str) {
        let mut findings = self.findings.lock().unwrap_or_else(PoisonError::into_inner);
        let told: Event = match serde_json::from_str(text) {
            Ok(told) => told,
            Err(error) => {
                return findings.wrong(format!("{}: {error} in {text:.200}", self.plan.game));
            }
        };
        let Some(version) = told.version else { return };
        let due = *self.last.borrow() + 1;
        if version < due {
            findings.doubled(format!("{}: told version {version} again", self.plan.game));
        } else if version > due {
            findings.gap(format!("{}: told {version} where {due} was due", self.plan.game));
        }
        self.told.lock().unwrap_or_else(PoisonError::into_inner).push(told);
        self.last.send_replace(version.max(due - 1));
    }
}
