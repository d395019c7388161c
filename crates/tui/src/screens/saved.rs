//! Saved games: those to go on with.

use std::time::{Duration, SystemTime};

use crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use quintet_core::text::counted;
use quintet_core::{GameInfo, Scene};
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
}

impl Saved {
    pub(crate) fn unfinished(context: &Context) -> Saved {
        let mut saved = Saved { list: List::default(), listing: Listing::default(), message: None };
        saved.look(context);
        saved
    }

    fn look(&mut self, context: &Context) {
        self.listing = context.saves.unfinished();
        if !self.listing.messages.is_empty() {
            self.message = Some(self.listing.messages.join(" "));
        }
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
        let (game, moves) = (found.info.name, counted(found.ply, "move"));
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
            let moves = counted(found.ply, "move");
            [format!("{}, {moves}", found.info.name), format!("{first} - {second}")]
        })
        .collect();
    let widest = |column: usize| {
        columns.iter().map(|texts| texts[column].chars().count()).max().unwrap_or(0) + 2
    };
    let (name_width, players_width) = (widest(0), widest(1));
    let row = |(found, [name, players]): (&Found, &[String; 2])| {
        let elsewhere = if found.is_in_use { ", open elsewhere" } else { "" };
        Line::from(vec![
            Span::raw(format!("{name:<name_width$}{players:<players_width$}")),
            Span::styled(format!("{}{elsewhere}", when(found)), context.theme().muted()),
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
        match (self.list.key(key, self.listing.games.len()), key.code) {
            (Moved::Enter, _) | (Moved::No, KeyCode::Right | KeyCode::Char('l' | ' ')) => {
                self.enter(context)
            }
            (Moved::No, KeyCode::Char('q' | 'h') | KeyCode::Esc | KeyCode::Left) => Go::Back,
            _ => Go::Nowhere,
        }
    }

    fn mouse(&mut self, mouse: MouseEvent, context: &mut Context) -> Go {
        if self.list.mouse(mouse) == Moved::Enter { self.enter(context) } else { Go::Nowhere }
    }

    fn draw(&mut self, frame: &mut Frame, area: Rect, context: &Context) {
        let keys = "arrows choose  Enter continue  q back  ? keys";
        let inside =
            chrome::draw(frame, area, "Continue a game", self.message.as_deref(), keys, context);
        let lines = rows(&self.listing.games, context);
        self.list.draw(frame, inside, &lines, context);
    }

    fn keys(&self) -> Keys {
        Keys {
            title: "Keys",
            keys: &[("arrows, j k", "choose"), ("Enter, click", "continue"), ("q, Esc", "back")],
        }
    }
}
