//! The terminal while the client has it: taken over at the start, given back whatever happens.

use std::io::{self, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once};
use std::thread;

use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen, SetTitle, disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute, queue};
use quintet_sitting::terminal::Colours;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

use crate::app::App;
use crate::few_colours::FewColours;

/// Whether the terminal is ours at the moment. The panic hook has nothing else to ask.
static TAKEN: AtomicBool = AtomicBool::new(false);
static HOOK: Once = Once::new();
/// What went wrong on other threads while the terminal was ours: told once it is given back.
static TROUBLES: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// The terminal, taken over. Dropped, it is as it was before.
pub(crate) struct Screen {
    terminal: Terminal<CrosstermBackend<Out>>,
    colours: Colours,
}

/// Where everything is written to.
type Out = Box<dyn Write>;

/// Standard output, in the spelling of a terminal with that many colours.
fn out(colours: Colours) -> Out {
    if colours <= Colours::Sixteen {
        Box::new(FewColours::new(io::stdout()))
    } else {
        Box::new(io::stdout())
    }
}

impl Screen {
    /// Takes the terminal over.
    pub(crate) fn take(colours: Colours) -> io::Result<Screen> {
        HOOK.call_once(|| {
            let before = panic::take_hook();
            let screens = thread::current().id();
            panic::set_hook(Box::new(move |panic| {
                // An engine that fails must not spoil the screen: the game goes on without it.
                if TAKEN.load(Ordering::SeqCst) && thread::current().id() != screens {
                    if let Ok(mut troubles) = TROUBLES.lock() {
                        troubles.push(panic.to_string());
                    }
                } else {
                    give_back();
                    before(panic);
                }
            }));
        });
        take_over()?;
        match Terminal::new(CrosstermBackend::new(out(colours))) {
            Ok(terminal) => Ok(Screen { terminal, colours }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }

    /// Draws the client. A terminal that knows how shows it all at once: nobody sees a half-drawn board.
    pub(crate) fn draw(&mut self, app: &mut App) -> io::Result<()> {
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        self.terminal.draw(|frame| app.draw(frame))?;
        execute!(self.terminal.backend_mut(), EndSynchronizedUpdate)
    }

    /// Gives the terminal back, lets the shell stop the program, and takes the terminal over again once the program
    /// goes on.
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        give_back();
        stop();
        self.retake()
    }

    /// Takes the terminal over once more, after somebody else stopped and continued the program.
    pub(crate) fn retake(&mut self) -> io::Result<()> {
        take_over()?;
        execute!(io::stdout(), Clear(ClearType::All))?;
        // A new one knows nothing of what was drawn before and draws everything. Clearing the old one would ask the
        // terminal where its cursor is, and the thread that reads the keys would get the answer.
        self.terminal = Terminal::new(CrosstermBackend::new(out(self.colours)))?;
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

fn take_over() -> io::Result<()> {
    enable_raw_mode()?;
    TAKEN.store(true, Ordering::SeqCst);
    execute!(
        io::stdout(),
        EnterAlternateScreen,
        SetTitle("Quintet"),
        EnableMouseCapture,
        EnableBracketedPaste,
        cursor::Hide
    )
    .inspect_err(|_| give_back())
}

/// Undoes everything that [`take_over`] did. Harmless when the terminal is not ours.
fn give_back() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    // If the terminal is gone there is nobody to tell.
    let _ = execute!(
        io::stdout(),
        EndSynchronizedUpdate,
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen,
        cursor::Show
    );
    let _ = disable_raw_mode();
    let _ = io::stdout().flush();
    if let Ok(mut troubles) = TROUBLES.lock() {
        for trouble in troubles.drain(..) {
            let _ = writeln!(io::stderr(), "{trouble}");
        }
    }
}

#[cfg(unix)]
fn stop() {
    // The program's own handler for this signal only reports it; this is what it does by default.
    let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
}

#[cfg(not(unix))]
fn stop() {}
