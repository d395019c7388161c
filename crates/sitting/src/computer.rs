//! Computer players at work. Each sits on a thread of its own, so that no view ever waits: neither for an engine
//! that thinks nor for a program that is slow to start or to end.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use quintet_catalog::{AnyGame, AnyMatch, Legal, Report, Stop};
use quintet_core::{Player, Variant};
use quintet_players::{Budget, Fault, Forfeit, PlayerSpec, Thinker};
use quintet_ugi::sit;

/// Called from another thread whenever there is something new to look at.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// What a computer player decided.
#[derive(Clone, Debug)]
pub struct Answer {
    /// For whom it plays.
    pub side: Player,
    /// Which state of the sitting it is about.
    pub(crate) state_number: u64,
    /// The move, or what it did instead of playing.
    pub choice: Result<Legal, Forfeit>,
    /// What it expected last.
    pub report: Option<Report<String>>,
}

/// A question to a computer player.
struct Question {
    played: Box<dyn AnyMatch>,
    budget: Budget,
    replies: Sender<Reply>,
    wake: Option<Wake>,
}

impl Question {
    /// If nobody listens any more, nobody misses it.
    fn reply(&self, reply: Reply) {
        let _ = self.replies.send(reply);
        if let Some(wake) = &self.wake {
            wake();
        }
    }
}

enum Reply {
    Report(Report<String>),
    Choice(Result<Legal, Forfeit>),
}

/// A computer player with its thread. Dropped, it ends in the background; nobody waits for it.
pub(crate) struct Computer {
    questions: Option<Sender<Question>>,
    /// The stop signal of the last question.
    stop: Stop,
    thread: Option<JoinHandle<()>>,
}

impl Computer {
    /// Lets a player sit down. A program is started on the thread, too; if it fails, the first answer says so.
    /// Nobody sits down for a person.
    pub(crate) fn seat(
        player: &PlayerSpec,
        game: &'static dyn AnyGame,
        variant: Variant,
        seed: u64,
    ) -> Option<Computer> {
        if *player == PlayerSpec::Human {
            return None;
        }
        let player = player.clone();
        let (questions, asked) = channel::<Question>();
        let thread = thread::spawn(move || {
            let mut thinker = None;
            for question in asked {
                // Whatever fails in an engine, who waits for it must hear of it.
                let choice = catch_unwind(AssertUnwindSafe(|| {
                    let seated = match thinker.take() {
                        Some(seated) => seated,
                        None => sit(&player, game, variant, seed)?.expect("it is no person"),
                    };
                    think(thinker.insert(seated).as_mut(), &question)
                }));
                let choice = choice.unwrap_or_else(|panic| Err(crash(panic.as_ref())));
                // One that failed sits down anew, should it be asked once more.
                thinker = thinker.filter(|_| choice.is_ok());
                question.reply(Reply::Choice(choice));
            }
        });
        Some(Computer { questions: Some(questions), stop: Stop::new(), thread: Some(thread) })
    }

    /// Asks for a move in the current position of a running match.
    pub(crate) fn ask(
        &mut self,
        played: &dyn AnyMatch,
        state_number: u64,
        mut budget: Budget,
        wake: Option<Wake>,
    ) -> Thinking {
        // Whatever it still thinks about, nobody wants to know any more.
        self.stop.set();
        budget.stop = Stop::new();
        self.stop = budget.stop.clone();
        let (replies, news) = channel();
        let side = played.turn();
        let question = Question { played: played.boxed_clone(), budget, replies, wake };
        if let Some(questions) = &self.questions {
            // If the thread is gone, the replies are closed, which is told as a forfeit.
            let _ = questions.send(question);
        }
        Thinking {
            side,
            state_number,
            news,
            stop: self.stop.clone(),
            report: None,
            answered: false,
        }
    }

    /// Ends the player and waits until it is gone, a program's process included.
    pub(crate) fn dismiss(mut self) {
        self.stop.set();
        self.questions = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Computer {
    fn drop(&mut self) {
        self.stop.set();
    }
}

/// A panic, as what a player did instead of playing.
fn crash(panic: &(dyn Any + Send)) -> Forfeit {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    Fault::Crash { how: text.unwrap_or("it does not say how").into() }.into()
}

fn think(thinker: &mut dyn Thinker, question: &Question) -> Result<Legal, Forfeit> {
    let Question { played, budget, .. } = question;
    thinker.choose(played.as_ref(), budget, &mut |report| {
        question.reply(Reply::Report(report.clone()));
    })
}

/// A computer player that thinks about its move. Dropped, it stops.
pub struct Thinking {
    side: Player,
    state_number: u64,
    news: Receiver<Reply>,
    stop: Stop,
    report: Option<Report<String>>,
    answered: bool,
}

impl Thinking {
    /// Who thinks.
    pub fn side(&self) -> Player {
        self.side
    }

    /// What it expects so far, as of the last look.
    pub fn report(&self) -> Option<&Report<String>> {
        self.report.as_ref()
    }

    /// Takes in what it told since the last look, and gives its answer once that is there. Never waits.
    pub fn poll(&mut self) -> Option<Answer> {
        while !self.answered {
            match self.news.try_recv() {
                Ok(reply) => {
                    if let Some(answer) = self.take(Ok(reply)) {
                        return Some(answer);
                    }
                }
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => return self.take(Err(())),
            }
        }
        None
    }

    /// Waits for news, but not longer than that, and gives the answer once it is there.
    pub fn wait_at_most(&mut self, time: Duration) -> Option<Answer> {
        match self.news.recv_timeout(time) {
            Ok(reply) => self.take(Ok(reply)),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => self.take(Err(())),
        }
    }

    /// Waits for the answer.
    pub fn wait(&mut self) -> Answer {
        loop {
            let reply = self.news.recv().map_err(|_| ());
            if let Some(answer) = self.take(reply) {
                return answer;
            }
        }
    }

    /// Tells it to move at once, with the best move it has found.
    pub fn move_now(&self) {
        self.stop.set();
    }

    fn take(&mut self, reply: Result<Reply, ()>) -> Option<Answer> {
        let choice = match reply {
            Ok(Reply::Report(report)) => {
                self.report = Some(report);
                return None;
            }
            Ok(Reply::Choice(choice)) => choice,
            Err(()) => Err(Fault::Crash { how: "the player's thread ended".into() }.into()),
        };
        self.answered = true;
        Some(Answer {
            side: self.side,
            state_number: self.state_number,
            choice,
            report: self.report.clone(),
        })
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.set();
    }
}
