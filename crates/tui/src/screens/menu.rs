//! The menu: the games, and what else can be done.

use crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use quintet_catalog::AnyGame;
use quintet_core::{GameInfo, Scene, Variant};
use quintet_paint::View;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Text};
use ratatui::widgets::{Paragraph, Wrap};

use super::list::{List, Moved};
use super::new_game::NewGame;
use super::picker::Picker;
use super::rules;
use super::saved::{self, Newest, Saved};
use super::settings::SettingsScreen;
use crate::app::{Go, Screen};
use crate::canvas::Canvas;
use crate::chrome;
use crate::context::Context;
use crate::help::Keys;
use crate::wrap::wrap;

/// Lines of a board that is only looked at, at most.
const SMALL: usize = 36;
/// Columns of the list.
const LIST_WIDTH: u16 = 23;

/// The menu.
pub(crate) struct Menu {
    list: List,
    entries: Vec<Entry>,
    /// The game that is offered to be continued.
    newest: Option<Newest>,
    message: Option<String>,
}

#[derive(Clone, Copy)]
enum Entry {
    /// Goes on with games that are not finished: so many there are.
    Continue(usize),
    Play(&'static dyn AnyGame),
    Watch,
    Replay,
    Rules,
    Settings,
    Quit,
}

impl Menu {
    pub(crate) fn new(context: &mut Context) -> Menu {
        let mut menu =
            Menu { list: List::default(), entries: Vec::new(), newest: None, message: None };
        menu.look(context);
        // Whoever was interrupted is offered to go on; everybody else finds the game played last.
        if !matches!(menu.entries.first(), Some(Entry::Continue(_))) {
            menu.list.chosen = menu.place_of_last_game(context);
        }
        menu
    }

    pub(crate) fn tell(&mut self, message: Option<String>) {
        self.message = message.or(self.message.take());
    }

    fn look(&mut self, context: &Context) {
        let listing = context.saves.unfinished();
        self.message = (!listing.messages.is_empty()).then(|| listing.messages.join(" "));
        self.newest = Newest::of(&listing, context);
        let mut entries = Vec::new();
        if !listing.games.is_empty() {
            entries.push(Entry::Continue(listing.games.len()));
        }
        entries.extend(context.catalog.games().iter().map(|game| Entry::Play(*game)));
        entries.extend([Entry::Watch, Entry::Replay, Entry::Rules, Entry::Settings, Entry::Quit]);
        self.entries = entries;
    }

    fn place_of_last_game(&self, context: &Context) -> usize {
        let last = context.settings.last_game.as_deref();
        let is_last = |entry: &Entry| match entry {
            Entry::Play(game) => Some(game.info().id) == last,
            _ => false,
        };
        self.entries.iter().position(is_last).unwrap_or(0)
    }

    fn enter(&mut self, context: &mut Context) -> Go {
        self.message = None;
        let Some(entry) = self.entries.get(self.list.chosen) else { return Go::Nowhere };
        match entry {
            Entry::Continue(1) => match saved::continue_newest(context) {
                Ok(play) => Go::To(play),
                Err(message) => {
                    self.message = Some(message);
                    Go::Nowhere
                }
            },
            Entry::Continue(_) => Go::To(Box::new(Saved::unfinished(context))),
            Entry::Play(game) => Go::To(Box::new(NewGame::new(*game, false, context))),
            Entry::Watch => {
                let last = context.settings.last_game.clone();
                let game = last.and_then(|id| context.catalog.find(&id).ok());
                let game = game.unwrap_or_else(|| context.catalog.games()[0]);
                Go::To(Box::new(NewGame::new(game, true, context)))
            }
            Entry::Replay => Go::To(Box::new(Picker::new(context))),
            Entry::Rules => Go::To(Box::new(rules::Choice::new())),
            Entry::Settings => Go::To(Box::new(SettingsScreen::new())),
            Entry::Quit => Go::Out,
        }
    }

    fn line(entry: &Entry, context: &Context) -> Line<'static> {
        match entry {
            Entry::Continue(1) => Line::raw("Continue your game"),
            Entry::Continue(count) => Line::raw(format!("Continue a game ({count})")),
            Entry::Play(game) => Line::raw(format!("Play {}", game.info().name)),
            Entry::Watch => Line::raw("Watch two computers"),
            Entry::Replay => Line::raw("Replay a game"),
            Entry::Rules => Line::raw("Read the rules"),
            Entry::Settings => Line::raw("Settings"),
            Entry::Quit => Line::styled("Quit", context.theme().muted()),
        }
    }

    fn draw_beside(&self, frame: &mut Frame, area: Rect, context: &Context) {
        let entry = self.entries.get(self.list.chosen);
        let text = match entry {
            Some(Entry::Play(game)) => return draw_game(*game, frame, area, context),
            Some(Entry::Continue(_)) => {
                if let Some(newest) = &self.newest {
                    newest.draw(frame, area, context);
                }
                return;
            }
            Some(Entry::Watch) => "Two computers play each other: pause, step, faster, slower.",
            Some(Entry::Replay) => {
                "Go through a finished game or a record from a file, see where it was won and lost, and play on from any position."
            }
            Some(Entry::Rules) => "How the games are played.",
            Some(Entry::Settings) => "Symbols, colours, animation, evaluation bar.",
            Some(Entry::Quit) | None => "Until next time.",
        };
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
    }
}

/// The start of a game, small, and what it is about.
pub(crate) fn draw_game(game: &dyn AnyGame, frame: &mut Frame, area: Rect, context: &Context) {
    let info = game.info();
    let scene = game.start(Variant::default()).scene(&[]);
    let rest = draw_position(info.tagline, info, &scene, frame, area, context);
    let credit = wrap(&Line::styled(info.credit, context.theme().muted()), area.width);
    let lines = credit.len() as u16;
    if rest.height > lines {
        let place = Rect { y: rest.bottom() - lines, height: lines, ..area };
        frame.render_widget(Text::from(credit), place);
    }
}

/// A position, small, below a sentence. Gives the room that is left.
pub(crate) fn draw_position(
    text: &str,
    info: &'static GameInfo,
    scene: &Scene,
    frame: &mut Frame,
    area: Rect,
    context: &Context,
) -> Rect {
    let theme = context.theme();
    let text = wrap(&Line::styled(text.to_owned(), theme.accent()), area.width);
    let lines = (text.len() as u16).min(area.height);
    let (width, height) = (area.width.into(), usize::from(area.height - lines).min(SMALL));
    let (glyphs, players) = (context.glyphs(), info.players);
    let view = View { glyphs, players, width, height, ..View::default() };
    let picture = quintet_paint::board(scene, &view);
    frame.render_widget(Paragraph::new(text), Rect { height: lines, ..area });
    let board = Rect { y: area.y + lines, height: area.height - lines, ..area };
    // Half a board is worse than none.
    if picture.width() > width || picture.height() > board.height.into() {
        return board;
    }
    let mut canvas = Canvas {
        buffer: frame.buffer_mut(),
        theme,
        players: info.players,
        cursor: None,
        ascii: context.is_ascii(),
    };
    canvas.board(scene, &picture, &[], board);
    let taken = picture.height() as u16;
    Rect { y: board.y + taken, height: board.height - taken, ..board }
}

impl Screen for Menu {
    fn key(&mut self, key: KeyEvent, context: &mut Context) -> Go {
        match (self.list.key(key, self.entries.len()), key.code) {
            (Moved::Enter, _) | (Moved::No, KeyCode::Right | KeyCode::Char('l' | ' ')) => {
                self.enter(context)
            }
            // Wherever the cursor is: a single game to continue is shown in a list by this key only.
            (Moved::No, KeyCode::Char('D') | KeyCode::Delete) => {
                if matches!(self.entries.first(), Some(Entry::Continue(_))) {
                    return Go::To(Box::new(Saved::unfinished(context)));
                }
                self.message = Some("There is no game to continue or to delete.".into());
                Go::Nowhere
            }
            (Moved::No, KeyCode::Char('q') | KeyCode::Esc) => Go::Out,
            _ => Go::Nowhere,
        }
    }

    fn mouse(&mut self, mouse: MouseEvent, context: &mut Context) -> Go {
        if self.list.mouse(mouse) == Moved::Enter { self.enter(context) } else { Go::Nowhere }
    }

    fn back(&mut self, context: &mut Context) {
        let count = self.entries.len();
        self.look(context);
        // The same entry stays chosen when games to continue come or go.
        match self.entries.len() {
            more if more > count => self.list.chosen += 1,
            fewer if fewer < count => self.list.chosen = self.list.chosen.saturating_sub(1),
            _ => {}
        }
    }

    fn draw(&mut self, frame: &mut Frame, area: Rect, context: &Context) {
        let keys = match self.entries.get(self.list.chosen) {
            Some(Entry::Continue(1)) => {
                "arrows choose  Enter open  D list or delete  q quit  ? keys"
            }
            _ => "arrows choose  Enter open  q quit  ? keys",
        };
        let title = "Quintet – games for two";
        let inside = chrome::draw(frame, area, title, self.message.as_deref(), keys, context);
        let lines: Vec<Line> = self.entries.iter().map(|e| Self::line(e, context)).collect();
        let list = Rect { width: LIST_WIDTH, ..inside };
        self.list.draw(frame, list, &lines, context);
        let x = list.right() + 2;
        let beside = Rect { x, width: inside.right() - x, ..inside };
        self.draw_beside(frame, chrome::taller(beside), context);
    }

    fn keys(&self) -> Keys {
        Keys {
            title: "Keys in the menu",
            keys: &[
                ("arrows, j k", "choose"),
                ("Enter, click", "open"),
                ("D, Delete", "list the games to continue, to delete one"),
                ("q, Esc", "quit"),
            ],
        }
    }
}
