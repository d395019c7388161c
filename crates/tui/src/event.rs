//! What happens to the client: keys, mouse, news from engines, the passing of time. All of it comes over one channel.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use crossterm::event::{self as input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEvent};

const NEWLINE: KeyEvent = KeyEvent::new(KeyCode::Char('j'), KeyModifiers::CONTROL);

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse was moved or clicked.
    Mouse(MouseEvent),
    /// Text was pasted.
    Paste(String),
    /// The terminal has another size.
    Resize,
    /// An engine has something to tell.
    Wake,
    /// The time came that somebody waited for.
    Tick,
    /// The program is asked to stop for a while.
    Suspend,
    /// The program goes on after it was stopped.
    Continue,
    /// The program is asked to end, or the terminal is gone.
    End,
}

/// Tells the client that there is news. Many calls before the client looks are one event.
#[derive(Clone)]
pub struct Waker {
    pending: Arc<AtomicBool>,
    events: Sender<Event>,
}

impl Waker {
    /// A function for engines to call.
    pub fn to_call(&self) -> Arc<dyn Fn() + Send + Sync> {
        let waker = self.clone();
        Arc::new(move || waker.wake())
    }

    /// There is news.
    pub fn wake(&self) {
        if !self.pending.swap(true, Ordering::SeqCst) {
            let _ = self.events.send(Event::Wake);
        }
    }
}

/// Where events come in.
pub struct Events {
    incoming: Receiver<Event>,
    sender: Sender<Event>,
    pending: Arc<AtomicBool>,
}

impl Events {
    /// A channel on which nothing happens but what wakers tell.
    pub fn silent() -> Events {
        let (sender, incoming) = channel();
        Events { incoming, sender, pending: Arc::new(AtomicBool::new(false)) }
    }

    /// Lets the terminal and the operating system tell what happens, too.
    pub(crate) fn listen(&self) -> std::io::Result<()> {
        let sender = self.sender.clone();
        thread::Builder::new().name("input".into()).spawn(move || read_input(&sender))?;
        listen_to_signals(&self.sender)
    }

    /// For those who have news.
    pub fn waker(&self) -> Waker {
        Waker { pending: Arc::clone(&self.pending), events: self.sender.clone() }
    }

    /// Waits for the next event; for a tick at most so long.
    pub fn next(&self, tick: Option<Duration>) -> Event {
        let event = match tick {
            None => self.incoming.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(tick) => self.incoming.recv_timeout(tick),
        };
        self.take(event)
    }

    /// The next event if there is one already.
    pub fn waiting(&self) -> Option<Event> {
        let event = self.incoming.try_recv().ok()?;
        Some(self.take(Ok(event)))
    }

    fn take(&self, event: Result<Event, RecvTimeoutError>) -> Event {
        match event {
            Ok(event) => {
                if matches!(event, Event::Wake) {
                    // Before anybody looks, so that news that comes while they do is not missed.
                    self.pending.store(false, Ordering::SeqCst);
                }
                event
            }
            Err(RecvTimeoutError::Timeout) => Event::Tick,
            Err(RecvTimeoutError::Disconnected) => Event::End,
        }
    }
}

fn read_input(events: &Sender<Event>) {
    loop {
        let event = match input::read() {
            Ok(input::Event::Key(key)) if key.kind == KeyEventKind::Release => continue,
            // What is typed before the terminal is ours comes with its Enter turned into this.
            Ok(input::Event::Key(key)) if key == NEWLINE => Event::Key(KeyCode::Enter.into()),
            Ok(input::Event::Key(key)) => Event::Key(key),
            Ok(input::Event::Mouse(mouse)) => Event::Mouse(mouse),
            Ok(input::Event::Paste(text)) => Event::Paste(text),
            Ok(input::Event::Resize(..)) => Event::Resize,
            Ok(input::Event::FocusGained | input::Event::FocusLost) => continue,
            Err(_) => Event::End,
        };
        let ended = matches!(event, Event::End);
        if events.send(event).is_err() || ended {
            return;
        }
    }
}

#[cfg(unix)]
fn listen_to_signals(events: &Sender<Event>) -> std::io::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
    let mut signals =
        signal_hook::iterator::Signals::new([SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP])?;
    let events = events.clone();
    thread::Builder::new().name("signals".into()).spawn(move || {
        for signal in signals.forever() {
            let event = match signal {
                SIGTSTP => Event::Suspend,
                SIGCONT => Event::Continue,
                _ => Event::End,
            };
            if events.send(event).is_err() {
                return;
            }
        }
    })?;
    Ok(())
}

#[cfg(not(unix))]
fn listen_to_signals(_events: &Sender<Event>) -> std::io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_wake_ups_are_one_event() {
        let events = Events::silent();
        let waker = events.waker();
        for _ in 0..5 {
            waker.wake();
        }
        assert!(matches!(events.next(None), Event::Wake));
        assert!(events.waiting().is_none());
        waker.wake();
        assert!(matches!(events.waiting(), Some(Event::Wake)));
    }

    #[test]
    fn whoever_waits_for_a_tick_gets_one() {
        assert!(matches!(Events::silent().next(Some(Duration::ZERO)), Event::Tick));
    }
}
