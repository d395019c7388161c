//! The full-screen terminal client.
//!
//! | module | what it holds |
//! |---|---|
//! | [`mod@app`] | [`App`]: a stack of screens; takes in events and draws |
//! | [`event`] | keys, mouse, news from engines and the passing of time, over one channel |
//! | [`screens`] | one module a screen: menu, play, replay, … |
//! | `table` | board, players, moves and everything else that is seen of a game |
//! | [`theme`] | colours, on dark and on light paper, or none |
//! | `terminal` | taking the terminal over and giving it back |
//!
//! It draws scenes and knows no game; what happens in a game is `quintet_sitting`'s. One thread owns everything and
//! sleeps until something happens. Engines think on threads of their own.

mod animation;
pub mod app;
mod canvas;
mod chrome;
mod column;
mod compact;
pub mod context;
mod cursor;
pub mod event;
mod few_colours;
pub mod help;
mod line_input;
pub mod markdown;
mod moves;
pub mod screens;
mod spelled;
mod table;
mod terminal;
pub mod theme;
mod wrap;

use std::io::{self, Write as _};
use std::time::Instant;

use anyhow::{Context as _, Result};
use quintet_catalog::Catalog;
use quintet_core::Record;
use quintet_sitting::terminal::Terminal;
use quintet_sitting::{Places, Settings, Setup};

pub use app::{App, Wish};
pub use context::Context;
pub use event::{Event, Events};
use screens::menu::Menu;
use screens::play::Play;
use screens::replay::Replay;
/// What screens are written with.
pub use {crossterm, ratatui};

/// How the client begins.
pub struct Start {
    /// What can be played.
    pub catalog: Catalog,
    /// With what.
    pub open: Open,
    /// Where games and settings are kept.
    pub places: Places,
    /// Whether only ASCII may be used, whatever the settings say.
    pub ascii: bool,
    /// Whether colours are used; as the settings say if `None`.
    pub colour: Option<bool>,
    /// What the terminal can do.
    pub terminal: Terminal,
    /// What all chance comes from; a fresh seed for every game if `None`.
    pub seed: Option<u64>,
}

/// What is opened first.
pub enum Open {
    /// The menu.
    Menu,
    /// A new game.
    Play(Box<Setup>),
    /// Recorded games.
    Replay(Vec<Record>),
}

/// The client with its first screen, before anything is drawn.
pub fn app(start: Start, events: &Events) -> Result<App> {
    let (settings, trouble) = Settings::load(&start.places);
    let mut context = Context::new(start.catalog, start.places, settings, events.waker());
    context.terminal = start.terminal;
    context.always_ascii = start.ascii;
    context.forced_colour = start.colour;
    context.seed = start.seed;
    let first: Box<dyn app::Screen> = match start.open {
        Open::Menu => {
            let mut menu = Menu::new(&mut context);
            menu.tell(trouble);
            Box::new(menu)
        }
        Open::Play(setup) => Box::new(Play::begin(*setup, &context)?),
        Open::Replay(records) => {
            let replay = Replay::new(records, &context);
            Box::new(replay.context("the game cannot be played through")?)
        }
    };
    Ok(App::new(context, first))
}

/// Runs the client until it is left. The terminal is as before afterwards.
pub fn run(start: Start) -> Result<()> {
    let events = Events::silent();
    let app = app(start, &events)?;
    show(app, &events)
}

/// Says something on the shell's screen.
fn say(text: &str) -> Result<()> {
    writeln!(io::stdout(), "{text}").context("cannot write to the terminal")
}

/// Shows a client on the terminal until it is left.
pub fn show(mut app: App, events: &Events) -> Result<()> {
    let mut screen = terminal::Screen::take(app.colours()).context("cannot use the terminal")?;
    events.listen().context("cannot listen to the terminal")?;
    loop {
        screen.draw(&mut app).context("cannot draw")?;
        let mut event = events.next(app.patience());
        // What came in the meantime is taken in before the next drawing.
        loop {
            match app.handle(event, Instant::now()) {
                Wish::GoOn => {}
                Wish::Suspend => screen.suspend().context("cannot go on in the terminal")?,
                Wish::Redraw => screen.retake().context("cannot go on in the terminal")?,
                Wish::End => {
                    drop(screen);
                    return app.farewell().map_or(Ok(()), say);
                }
            }
            match events.waiting() {
                Some(next) => event = next,
                None => break,
            }
        }
    }
}
