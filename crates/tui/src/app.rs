//! The client: a stack of screens, of which the uppermost is seen and gets what happens.

use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent};
use quintet_paint::ascii_letter;
use quintet_sitting::terminal::Colours;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::context::Context;
use crate::event::Event;
use crate::help::{self, Keys};

/// The smallest screen on which every board can be played.
pub const LEAST_WIDTH: u16 = 60;
/// The smallest screen on which every board can be played.
pub const LEAST_HEIGHT: u16 = 20;

/// One screen of the client.
pub trait Screen {
    /// A key was pressed.
    fn key(&mut self, key: KeyEvent, context: &mut Context) -> Go;

    /// The mouse was moved or clicked.
    fn mouse(&mut self, _mouse: MouseEvent, _context: &mut Context) -> Go {
        Go::Nowhere
    }

    /// Text was pasted.
    fn paste(&mut self, _text: &str, _context: &mut Context) -> Go {
        Go::Nowhere
    }

    /// Does what is due and looks for news of engines. Called after everything that happens to the client, also when
    /// that was told to another screen: nothing may depend on who was told.
    fn wake(&mut self, _context: &mut Context) {}

    /// How long nothing will be due by itself; `None` for ever. Engines tell their news themselves.
    fn patience(&self, _context: &Context) -> Option<Duration> {
        None
    }

    /// The screen is seen again after another one was closed.
    fn back(&mut self, _context: &mut Context) {}

    /// The screen is about to be closed or covered.
    fn leave(&mut self, _context: &mut Context) {}

    /// Draws itself.
    fn draw(&mut self, frame: &mut Frame, area: Rect, context: &Context);

    /// The keys that it knows.
    fn keys(&self) -> Keys;

    /// Whether letters are text at the moment.
    fn is_typing(&self) -> bool {
        false
    }
}

/// Where to go after an event.
pub enum Go {
    /// Nowhere: the screen stays.
    Nowhere,
    /// To the screen below.
    Back,
    /// To another screen, from which one comes back.
    To(Box<dyn Screen>),
    /// To another screen in place of this one.
    Instead(Box<dyn Screen>),
    /// Out.
    Out,
}

/// What the program has to do besides drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Nothing.
    GoOn,
    /// Stop until the shell lets it go on.
    Suspend,
    /// Take the terminal over again and draw everything.
    Redraw,
    /// End.
    End,
}

/// The client.
pub struct App {
    screens: Vec<Box<dyn Screen>>,
    context: Context,
    help: bool,
    small: bool,
}

impl App {
    /// A client with its first screen.
    pub fn new(context: Context, first: Box<dyn Screen>) -> App {
        App { screens: vec![first], context, help: false, small: false }
    }

    /// What to say after the client was left.
    pub fn farewell(&self) -> Option<&'static str> {
        self.context.farewell
    }

    /// How many colours its terminal has.
    pub fn colours(&self) -> Colours {
        self.context.terminal.colours
    }

    /// How long nothing will change by itself.
    pub fn patience(&self) -> Option<Duration> {
        self.screens.last().and_then(|screen| screen.patience(&self.context))
    }

    /// Takes in what happened.
    pub fn handle(&mut self, event: Event, now: Instant) -> Wish {
        self.context.now = now;
        let wish = self.tell(event);
        if let Some(screen) = self.screens.last_mut() {
            screen.wake(&mut self.context);
        }
        wish
    }

    /// Tells the uppermost screen what happened.
    fn tell(&mut self, event: Event) -> Wish {
        let Some(screen) = self.screens.last_mut() else { return Wish::End };
        let go = match event {
            Event::End => {
                self.leave_all();
                return Wish::End;
            }
            Event::Suspend => return Wish::Suspend,
            Event::Continue => return Wish::Redraw,
            Event::Key(key) if key.modifiers.contains(KeyModifiers::CONTROL) => match key.code {
                KeyCode::Char('c') => {
                    self.leave_all();
                    return Wish::End;
                }
                KeyCode::Char('z') => return Wish::Suspend,
                KeyCode::Char('l') => return Wish::Redraw,
                _ if screen.is_typing() => screen.key(key, &mut self.context),
                _ => Go::Nowhere,
            },
            Event::Key(key) if self.help => {
                self.help = !help::closes(key);
                Go::Nowhere
            }
            Event::Key(key) if key.code == KeyCode::Char('?') && !screen.is_typing() => {
                self.help = true;
                Go::Nowhere
            }
            // Nobody acts on what cannot be seen.
            Event::Key(_) | Event::Mouse(_) | Event::Paste(_) if self.small => Go::Nowhere,
            Event::Key(key) => screen.key(key, &mut self.context),
            Event::Mouse(_) | Event::Paste(_) if self.help => Go::Nowhere,
            Event::Mouse(mouse) => screen.mouse(mouse, &mut self.context),
            Event::Paste(text) => screen.paste(&text, &mut self.context),
            Event::Resize | Event::Wake | Event::Tick => Go::Nowhere,
        };
        self.go(go)
    }

    fn go(&mut self, go: Go) -> Wish {
        match go {
            Go::Nowhere => return Wish::GoOn,
            Go::Back => {
                self.close();
            }
            Go::To(screen) => {
                if let Some(covered) = self.screens.last_mut() {
                    covered.leave(&mut self.context);
                }
                self.screens.push(screen);
                return Wish::GoOn;
            }
            Go::Instead(screen) => {
                self.close();
                self.screens.push(screen);
                return Wish::GoOn;
            }
            Go::Out => {
                self.leave_all();
                return Wish::End;
            }
        }
        match self.screens.last_mut() {
            Some(screen) => {
                screen.back(&mut self.context);
                Wish::GoOn
            }
            None => Wish::End,
        }
    }

    fn close(&mut self) -> bool {
        let Some(mut screen) = self.screens.pop() else { return false };
        screen.leave(&mut self.context);
        true
    }

    fn leave_all(&mut self) {
        while self.close() {}
    }

    /// Draws the uppermost screen.
    pub fn draw(&mut self, frame: &mut Frame) {
        let area = frame.area();
        let base = self.context.theme().base();
        frame.buffer_mut().set_style(area, base);
        self.small = area.width < LEAST_WIDTH || area.height < LEAST_HEIGHT;
        let Some(screen) = self.screens.last_mut() else { return };
        if self.small {
            help::draw_too_small(frame, area, &self.context);
        } else {
            screen.draw(frame, area, &self.context);
        }
        if self.help && !self.small {
            help::draw(frame, area, &screen.keys(), &self.context);
        }
        if self.context.is_ascii() {
            spell_in_ascii(frame.buffer_mut());
        }
    }
}

/// Replaces what is not ASCII by what is nearest to it.
fn spell_in_ascii(buffer: &mut Buffer) {
    for glyph in &mut buffer.content {
        if let Some(sign) = glyph.symbol().chars().next().filter(|_| !glyph.symbol().is_ascii()) {
            glyph.set_char(ascii_letter(sign));
        }
    }
}
