//! Saved games: those to go on with.

use std::time::{Duration, SystemTime};

use crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use quintet_core::text::counted;
use quintet_core::{GameInfo, Scene};
use quintet_sitting::numbers::last_number;
use quintet_sitting::{Found, Listing};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::list::{List, Moved};
use super::menu::draw_position;
use super::play::Play;
use crate::app::{Go, Screen};
use crate::chrome;
use crate::context::Context;
use crate::help::Keys;
use crate::moves::spoken;

/// The list of games to go on with.
pub(crate) struct Saved {
    list: List,
    listing: Listing,
    message: Option<String>,
    /// Whether it is asked if the chosen game is to be deleted.
    is_deleting: bool,
}

impl Saved {
    pub(crate) fn unfinished(context: &Context) -> Saved {
        let mut saved = Saved {
            list: List::default(),
            listing: Listing::default(),
            message: None,
            is_deleting: false,
        };
        saved.look(context);
        saved
    }

    fn look(&mut self, context: &Context) {
        self.listing = context.saves.unfinished();
        self.message = None;
        if !self.listing.messages.is_empty() {
            self.message = Some(self.listing.messages.join(" "));
        }
    }

    /// Deletes the chosen game, or does not. With the last one the list goes, too.
    fn answer(&mut self, key: KeyEvent, context: &Context) -> Go {
        let Some(found) = self.listing.games.get(self.list.chosen) else { return Go::Nowhere };
        let told = delete(found, key, context);
        self.look(context);
        self.message =
            Some(self.message.take().map_or(told.clone(), |more| format!("{told} {more}")));
        if self.listing.games.is_empty() { Go::Back } else { Go::Nowhere }
    }

    fn enter(&mut self, context: &Context) -> Go {
        let Some(found) = self.listing.games.get(self.list.chosen) else { return Go::Nowhere };
        match open(found, context) {
            Ok(play) => Go::Instead(play),
            Err(message) => {
                self.look(context);
                self.message = Some(message);
                Go::Nowhere
            }
        }
    }
}

/// Asks whether a game is to be deleted.
pub(crate) fn question(found: &Found) -> String {
    let [first, second] = found.names.each_ref().map(|name| spoken(name));
    let moves = counted(last_number(found.ply), "move");
    format!("Delete {}, {moves}, {first} - {second}, for ever? (y/n)", found.info.name)
}

/// Deletes a game if a key says yes, and tells what came of it.
pub(crate) fn delete(found: &Found, key: KeyEvent, context: &Context) -> String {
    if !matches!(key.code, KeyCode::Char('y' | 'Y' | 'j')) {
        return "Nothing was deleted.".into();
    }
    match context.saves.delete(&found.path) {
        Ok(()) => "The game was deleted.".into(),
        Err(error) => format!("It cannot be deleted: {error}."),
    }
}

fn open(found: &Found, context: &Context) -> Result<Box<dyn Screen>, String> {
    match context.saves.load(&found.path) {
        Ok(sitting) => Ok(Box::new(Play::of(sitting, context))),
        Err(error) => Err(format!("{error}.")),
    }
}

/// Goes on with the game in which something happened last.
pub(crate) fn continue_newest(context: &Context) -> Result<Box<dyn Screen>, String> {
    let listing = context.saves.unfinished();
    match listing.games.first() {
        Some(found) => open(found, context),
        None => Err("There is no game to continue.".into()),
    }
}

/// The game in which something happened last, to be looked at.
pub(crate) struct Newest {
    text: String,
    info: &'static GameInfo,
    scene: Scene,
}

impl Newest {
    /// The newest of the games found.
    pub(crate) fn of(listing: &Listing, context: &Context) -> Option<Newest> {
        let found = listing.games.first()?;
        let sitting = context.saves.read(&found.path).ok()?;
        let [first, second] = found.names.each_ref().map(|name| spoken(name));
        let (game, moves) = (found.info.name, counted(last_number(found.ply), "move"));
        let text = format!("{game} after {moves}, {first} against {second}, {}.", when(found));
        let scene = sitting.played().scene(&[]);
        Some(Newest { text, info: sitting.info(), scene })
    }

    /// Draws its position.
    pub(crate) fn draw(&self, frame: &mut Frame, area: Rect, context: &Context) {
        let _ = draw_position(&self.text, self.info, &self.scene, frame, area, context);
    }
}

/// Games line by line: which and how far, who plays, when. The columns are as wide as they need be, so that all of it is
/// seen on a small screen.
pub(crate) fn rows(games: &[Found], context: &Context) -> Vec<Line<'static>> {
    let columns: Vec<[String; 2]> = games
        .iter()
        .map(|found| {
            let [first, second] = found.names.each_ref().map(|name| spoken(name));
            let moves = counted(last_number(found.ply), "move");
            [format!("{}, {moves}", found.info.name), format!("{first} - {second}")]
        })
        .collect();
    let widest = |column: usize| {
        columns.iter().map(|texts| texts[column].chars().count()).max().unwrap_or(0) + 2
    };
    let (name_width, players_width) = (widest(0), widest(1));
    let row = |(found, [name, players]): (&Found, &[String; 2])| {
        let result = match found.finish.map(|finish| finish.outcome.winner()) {
            Some(Some(winner)) => format!("{} won, ", found.info.player(winner)),
            Some(None) => "a draw, ".into(),
            None => String::new(),
        };
        let elsewhere = if found.is_in_use { ", open elsewhere" } else { "" };
        Line::from(vec![
            Span::raw(format!("{name:<name_width$}{players:<players_width$}")),
            Span::styled(format!("{result}{}{elsewhere}", when(found)), context.theme().muted()),
        ])
    };
    games.iter().zip(&columns).map(row).collect()
}

/// How long ago something happened in it.
fn when(found: &Found) -> String {
    let passed = SystemTime::now().duration_since(found.changed).unwrap_or(Duration::ZERO);
    let minutes = passed.as_secs() / 60;
    match minutes {
        0 => "just now".into(),
        1 => "a minute ago".into(),
        2..60 => format!("{minutes} minutes ago"),
        60..120 => "an hour ago".into(),
        120..2880 => format!("{} hours ago", minutes / 60),
        _ => format!("{} days ago", minutes / 1440),
    }
}

impl Screen for Saved {
    fn key(&mut self, key: KeyEvent, context: &mut Context) -> Go {
        if std::mem::take(&mut self.is_deleting) {
            return self.answer(key, context);
        }
        self.message = None;
        match (self.list.key(key, self.listing.games.len()), key.code) {
            (Moved::Enter, _) | (Moved::No, KeyCode::Right | KeyCode::Char('l' | ' ')) => {
                self.enter(context)
            }
            (Moved::No, KeyCode::Char('D') | KeyCode::Delete) => {
                let found = self.listing.games.get(self.list.chosen);
                self.is_deleting = found.is_some();
                self.message = found.map(question);
                Go::Nowhere
            }
            (Moved::No, KeyCode::Char('q' | 'h') | KeyCode::Esc | KeyCode::Left) => Go::Back,
            _ => Go::Nowhere,
        }
    }

    fn mouse(&mut self, mouse: MouseEvent, context: &mut Context) -> Go {
        // The question is about the game that was chosen when it was asked.
        if self.is_deleting {
            return Go::Nowhere;
        }
        if self.list.mouse(mouse) == Moved::Enter { self.enter(context) } else { Go::Nowhere }
    }

    fn draw(&mut self, frame: &mut Frame, area: Rect, context: &Context) {
        let keys = if self.is_deleting {
            "y yes  n no"
        } else {
            "arrows choose  Enter continue  D delete  q back  ? keys"
        };
        let inside =
            chrome::draw(frame, area, "Continue a game", self.message.as_deref(), keys, context);
        let lines = rows(&self.listing.games, context);
        self.list.draw(frame, inside, &lines, context);
    }

    fn keys(&self) -> Keys {
        Keys {
            title: "Keys",
            keys: &[
                ("arrows, j k", "choose"),
                ("Enter, click", "continue"),
                ("D, Delete", "delete, which is asked first"),
                ("q, Esc", "back"),
            ],
        }
    }
}
