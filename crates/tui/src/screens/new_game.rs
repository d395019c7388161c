//! What is chosen before a game: the game, its variant, who plays, and how long they may think.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use quintet_catalog::{AnyGame, Brain};
use quintet_core::contest::capital;
use quintet_core::{Player, TimeControl};
use quintet_players::PlayerSpec;
use quintet_sitting::{Setup, fresh_seed};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::list::{List, Moved};
use super::menu::draw_game;
use super::play::Play;
use super::rules::Rules;
use crate::app::{Go, Screen};
use crate::chrome;
use crate::context::Context;
use crate::help::Keys;
use crate::line_input::LineInput;
use crate::moves::spoken;

/// Columns of the form.
const FORM_WIDTH: u16 = 40;

/// The form.
pub(crate) struct NewGame {
    game: &'static dyn AnyGame,
    setup: Setup,
    random_colours: bool,
    /// Whether two computers are to play.
    watch: bool,
    list: List,
    /// A position being typed.
    typing: Option<LineInput>,
    message: Option<String>,
}

/// The lines of the form.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    Start,
    Game,
    Variant,
    Seat(Player),
    Colours,
    Time,
    Clock,
    Position,
}

const TIMES: [Option<u64>; 7] =
    [None, Some(200), Some(500), Some(1_000), Some(2_000), Some(5_000), Some(15_000)];
/// Minutes for the game and seconds added a move.
const CLOCKS: [Option<(u64, u64)>; 7] =
    [None, Some((1, 0)), Some((3, 2)), Some((5, 3)), Some((10, 0)), Some((15, 10)), Some((30, 0))];

impl NewGame {
    pub(crate) fn new(game: &'static dyn AnyGame, watch: bool, context: &Context) -> NewGame {
        let mut form = NewGame {
            game,
            setup: Setup::new(game.info().id, default_seats(watch)),
            random_colours: false,
            watch,
            list: List::default(),
            typing: None,
            message: None,
        };
        form.recall(context);
        form
    }

    /// Takes what was chosen for this game the last time.
    fn recall(&mut self, context: &Context) {
        let id = self.game.info().id;
        let mut setup = Setup::new(id, default_seats(self.watch));
        self.random_colours = false;
        if let Some(choice) = context.settings.choice(id) {
            setup = Setup { position: None, names: Default::default(), ..choice.setup.clone() };
            self.random_colours = choice.random_colours && !self.watch;
            if self.watch {
                let computer = |seat: PlayerSpec| match seat {
                    PlayerSpec::Human => level(4),
                    other => other,
                };
                setup.seats = setup.seats.map(computer);
            }
        }
        self.setup = setup;
    }

    fn fields(&self) -> Vec<Field> {
        let mut fields = vec![Field::Start, Field::Game];
        if self.game.info().variants.len() > 1 {
            fields.push(Field::Variant);
        }
        fields.extend(Player::BOTH.map(Field::Seat));
        fields.extend([Field::Colours, Field::Time, Field::Clock, Field::Position]);
        fields
    }

    fn chosen(&self) -> Field {
        self.fields().get(self.list.chosen).copied().unwrap_or(Field::Start)
    }

    fn name(&self, field: Field) -> String {
        match field {
            Field::Start => "Start the game".into(),
            Field::Game => "Game".into(),
            Field::Variant => "Variant".into(),
            Field::Seat(side) => capital(self.game.info().player(side)),
            Field::Colours => "Colours".into(),
            Field::Time => "Thinking time".into(),
            Field::Clock => "Clock".into(),
            Field::Position => "Position".into(),
        }
    }

    fn value(&self, field: Field) -> String {
        match field {
            Field::Start => String::new(),
            Field::Game => self.game.info().name.into(),
            Field::Variant => self.variant().id.into(),
            Field::Seat(side) => match &self.setup.seats[side.index()] {
                PlayerSpec::Human => "human".into(),
                other => match self.rating(other) {
                    Some(elo) => format!("{}, Elo {elo}", spoken(&other.to_string())),
                    None => spoken(&other.to_string()),
                },
            },
            Field::Colours if self.random_colours => "random".into(),
            Field::Colours => "as above".into(),
            Field::Time => match self.setup.move_time {
                None => "as the level needs".into(),
                Some(time) => format!("{} s a move", time.as_secs_f64()),
            },
            Field::Clock => match self.setup.clock {
                None => "none".into(),
                Some(clock) => {
                    format!("{} min + {} s a move", clock.initial / 60_000, clock.increment / 1_000)
                }
            },
            Field::Position => match &self.setup.position {
                None => "start".into(),
                Some(position) => position.clone(),
            },
        }
    }

    /// How strong a level is, if that was measured.
    fn rating(&self, seat: &PlayerSpec) -> Option<i32> {
        let variant = self.game.info().variant(&self.setup.variant).unwrap_or_default();
        let ratings = self.game.ratings(variant)?;
        match seat {
            PlayerSpec::Computer(Brain::Level(level, _)) => {
                ratings.get(usize::from(*level).checked_sub(1)?).copied()
            }
            _ => None,
        }
    }

    fn variant(&self) -> &'static quintet_core::VariantInfo {
        let info = self.game.info();
        let index = info.variant(&self.setup.variant).unwrap_or_default();
        info.describe(index)
    }

    /// Goes to the next or the last of the possible values.
    fn change(&mut self, field: Field, forward: bool, context: &Context) {
        self.message = None;
        match field {
            Field::Start => {}
            Field::Game => {
                let same = |game: &&dyn AnyGame| game.info().id == self.game.info().id;
                let games = context.catalog.games();
                let index = games.iter().position(same).unwrap_or(0);
                self.game = games[turned(index, games.len(), forward)];
                self.recall(context);
            }
            Field::Variant => {
                let info = self.game.info();
                let index = info.variant(&self.setup.variant).unwrap_or_default().index();
                let next = turned(index, info.variants.len(), forward);
                self.setup.variant = info.variants[next].id.into();
                // A position belongs to the variant it was typed for.
                self.setup.position = None;
            }
            Field::Seat(side) => {
                let seat = &mut self.setup.seats[side.index()];
                *seat = next_seat(seat, forward);
            }
            Field::Colours => self.random_colours = !self.random_colours,
            Field::Time => {
                let now = self.setup.move_time.map(|time| time.as_millis() as u64);
                let index = TIMES.iter().position(|time| *time == now).unwrap_or(0);
                let next = TIMES[turned(index, TIMES.len(), forward)];
                self.setup.move_time = next.map(Duration::from_millis);
            }
            Field::Clock => {
                let minutes =
                    |clock: TimeControl| (clock.initial / 60_000, clock.increment / 1_000);
                let now = self.setup.clock.map(minutes);
                let index = CLOCKS.iter().position(|clock| *clock == now).unwrap_or(0);
                let next = CLOCKS[turned(index, CLOCKS.len(), forward)];
                self.setup.clock = next.map(|(minutes, seconds)| TimeControl {
                    initial: 60_000 * minutes,
                    increment: 1_000 * seconds,
                });
            }
            Field::Position => {
                let position = self.setup.position.clone().unwrap_or_default();
                self.typing = Some(LineInput::new(position));
            }
        }
    }

    fn start(&mut self, context: &mut Context) -> Go {
        context.settings.remember(&self.setup, self.random_colours);
        let trouble = context.remember();
        let seed = context.seed.unwrap_or_else(fresh_seed);
        let mut setup = Setup { seed, ..self.setup.clone() };
        if self.random_colours {
            setup = setup.with_random_colours();
        }
        match Play::begin(setup, context) {
            Ok(play) => Go::Instead(Box::new(play)),
            Err(error) => {
                self.message = Some(format!("{error}. {}", trouble.unwrap_or_default()));
                Go::Nowhere
            }
        }
    }

    fn typing_key(&mut self, key: KeyEvent, context: &Context) {
        let Some(line) = &mut self.typing else { return };
        match key.code {
            KeyCode::Esc => self.typing = None,
            KeyCode::Enter => {
                let text = line.text().trim().to_owned();
                let position = (!text.is_empty() && text != "start").then_some(text);
                let setup = Setup { position, ..self.setup.clone() };
                match setup.set_up(context.catalog) {
                    Ok(_) => {
                        self.setup = setup;
                        self.typing = None;
                        self.message = None;
                    }
                    Err(error) => self.message = Some(format!("{error}.")),
                }
            }
            _ => {
                line.key(key);
                self.message = None;
            }
        }
    }

    fn enter(&mut self, context: &mut Context) -> Go {
        match self.chosen() {
            Field::Start => self.start(context),
            field => {
                self.change(field, true, context);
                Go::Nowhere
            }
        }
    }

    fn draw_beside(&self, frame: &mut Frame, area: Rect, context: &Context) {
        let theme = context.theme();
        let text = match self.chosen() {
            Field::Variant => self.variant().summary,
            Field::Seat(_) => {
                "A person at this screen, or a computer: level 1 plays at random, 2 takes what it sees, 8 is as strong as it can be. Elo counts from level 2; level 8 has more with more than 100 ms a move."
            }
            Field::Colours => "Random: chance decides which of the two moves first.",
            Field::Time => "How long a computer thinks about a move when no clock runs.",
            Field::Clock => {
                "Time for the whole game and what is added after each move. Whoever has none left loses."
            }
            Field::Position => {
                "Enter a position in the notation of `quintet show`, or leave it empty for the start."
            }
            Field::Start | Field::Game => {
                return draw_game(self.game, frame, chrome::taller(area), context);
            }
        };
        let text = Paragraph::new(text).wrap(Wrap { trim: true }).style(theme.muted());
        frame.render_widget(text, area);
    }
}

fn level(level: u8) -> PlayerSpec {
    PlayerSpec::Computer(Brain::Level(level, quintet_catalog::Settings::default()))
}

fn default_seats(watch: bool) -> [PlayerSpec; 2] {
    if watch { [level(4), level(4)] } else { [PlayerSpec::Human, level(3)] }
}

fn turned(index: usize, count: usize, forward: bool) -> usize {
    if forward { (index + 1) % count } else { (index + count - 1) % count }
}

/// Human, then the levels, and round again.
fn next_seat(seat: &PlayerSpec, forward: bool) -> PlayerSpec {
    let all: Vec<PlayerSpec> =
        std::iter::once(PlayerSpec::Human).chain((1..=8).map(level)).collect();
    let index = all.iter().position(|other| other == seat).unwrap_or(0);
    all[turned(index, all.len(), forward)].clone()
}

impl Screen for NewGame {
    fn key(&mut self, key: KeyEvent, context: &mut Context) -> Go {
        if self.typing.is_some() {
            self.typing_key(key, context);
            return Go::Nowhere;
        }
        match (self.list.key(key, self.fields().len()), key.code) {
            (Moved::Enter, _) => return self.enter(context),
            (Moved::No, KeyCode::Right | KeyCode::Char('l' | ' ')) => {
                self.change(self.chosen(), true, context);
            }
            (Moved::No, KeyCode::Left | KeyCode::Char('h')) => {
                self.change(self.chosen(), false, context);
            }
            (Moved::No, KeyCode::Char('i')) => {
                return Go::To(Box::new(Rules::of(self.game.info())));
            }
            (Moved::No, KeyCode::Char('s')) => return self.start(context),
            (Moved::No, KeyCode::Char('q') | KeyCode::Esc) => return Go::Back,
            _ => {}
        }
        Go::Nowhere
    }

    fn mouse(&mut self, mouse: MouseEvent, context: &mut Context) -> Go {
        match self.list.mouse(mouse) {
            Moved::Enter if self.typing.is_none() => self.enter(context),
            _ => Go::Nowhere,
        }
    }

    fn paste(&mut self, text: &str, _context: &mut Context) -> Go {
        if let Some(line) = &mut self.typing {
            line.paste(text);
        }
        Go::Nowhere
    }

    fn draw(&mut self, frame: &mut Frame, area: Rect, context: &Context) {
        let title = if self.watch { "Watch two computers" } else { "New game" };
        let keys = if self.typing.is_some() {
            "Enter takes the position  Esc leaves it"
        } else {
            match self.chosen() {
                Field::Start => "up down choose  Enter start  i rules  q back  ? keys",
                Field::Position => {
                    "up down choose  Enter type it  s start  i rules  q back  ? keys"
                }
                _ => "up down choose  left right change  s start  i rules  q back  ? keys",
            }
        };
        let inside = chrome::draw(frame, area, title, self.message.as_deref(), keys, context);
        let theme = context.theme();
        let lines: Vec<Line> = self
            .fields()
            .into_iter()
            .map(|field| match field {
                Field::Start => Line::styled(self.name(field), theme.accent()),
                _ => Line::from(vec![
                    Span::raw(format!("{:<15}", self.name(field))),
                    Span::raw(format!("‹ {} ›", self.value(field))),
                ]),
            })
            .collect();
        let height = (lines.len() as u16).min(inside.height);
        let form = Rect { width: FORM_WIDTH, height, ..inside };
        self.list.draw(frame, form, &lines, context);
        if let Some(line) = &self.typing {
            let place = Rect { y: form.bottom() + 1, height: 1, ..inside };
            let typed = line.line("Position:", inside.width, context);
            frame.render_widget(typed, place.intersection(inside));
        }
        let x = form.right() + 2;
        let beside = Rect { x, width: inside.right().saturating_sub(x), ..inside };
        self.draw_beside(frame, beside, context);
    }

    fn keys(&self) -> Keys {
        Keys {
            title: "Keys before a game",
            keys: &[
                ("up down, j k", "choose a line"),
                ("left right, h l", "change it"),
                ("Enter", "on the first line: start"),
                ("s", "start"),
                ("i", "the rules of the game"),
                ("q, Esc", "back"),
            ],
        }
    }

    fn is_typing(&self) -> bool {
        self.typing.is_some()
    }
}
