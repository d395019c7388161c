//! A game being played: by people at this screen, by computers, or both.

mod advice;
mod commands;
mod draw;
mod moving;
mod typing;

use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use quintet_core::{Player, Step};
use quintet_sitting::{Answer, Refused, Setup, SetupError, Sitting, Thinking};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use crate::animation::Animation;
use crate::app::{Go, Screen};
use crate::context::Context;
use crate::cursor::Direction;
use crate::help::Keys;
use crate::line_input::LineInput;
use advice::Advice;
use moving::{Moving, Taken};

/// A game being played.
pub struct Play {
    sitting: Sitting,
    moving: Moving,
    mode: Mode,
    message: Option<Message>,
    /// The last move in sentences.
    told: String,
    thinking: Option<Thinking>,
    /// An answer that is shown when its time has come.
    answer: Option<Answer>,
    watch: Watch,
    advice: Advice,
    animation: Option<Animation>,
    flipped: bool,
    /// Whether the game waited, after moves were taken back, when another screen covered this one.
    waited: bool,
}

/// What the keyboard is used for.
enum Mode {
    /// The cursor on the board, and commands.
    Board,
    /// A move is being typed.
    Typing(LineInput),
    /// The name of a file is being typed.
    Saving(LineInput),
    /// A question is to be answered with yes or no.
    Asking(Question),
}

/// Questions.
#[derive(Clone)]
enum Question {
    Resign(Player),
    /// Whether to offer a draw.
    Offer(Player),
    /// Whether to write the record over a file.
    Replace(String),
    /// The other player offers a draw.
    Draw(Player),
    /// Whether this person and the computer exchange their sides.
    Swap(Player),
    /// Whether to leave a game that is saved nowhere.
    Leave,
}

impl Question {
    /// Whether it is about a game that goes on.
    fn is_about_the_game(&self) -> bool {
        use Question::{Draw, Offer, Resign, Swap};
        matches!(self, Resign(_) | Offer(_) | Draw(_) | Swap(_))
    }
}

/// A sentence for the player.
struct Message {
    text: String,
    is_trouble: bool,
}

/// How a game between computers is watched.
struct Watch {
    flow: Flow,
    /// How long each move is seen at least.
    delay: Duration,
    /// When the last move was made.
    last: Option<Instant>,
}

/// Whether computers go on by themselves. Where people play they always do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    Running,
    Paused,
    /// One more move, then paused.
    Single,
}

impl Play {
    /// Begins a game, which is saved from now on.
    pub fn begin(setup: Setup, context: &Context) -> Result<Play, SetupError> {
        let mut sitting = Sitting::new(context.catalog, setup)?;
        let trouble = context.saves.keep(&mut sitting).err();
        let mut play = Play::of(sitting, context);
        if let Some(error) = trouble {
            play.complain(format!("This game cannot be saved: {error}."));
        }
        Ok(play)
    }

    /// Goes on with a game.
    pub fn of(mut sitting: Sitting, context: &Context) -> Play {
        sitting.resume(context.now);
        sitting.wake_with(context.waker.to_call());
        let mut play = Play {
            flipped: false,
            waited: false,
            sitting,
            moving: Moving::default(),
            mode: Mode::Board,
            message: None,
            told: String::new(),
            thinking: None,
            answer: None,
            watch: Watch {
                flow: Flow::Running,
                delay: Duration::from_millis(context.settings.watch_delay),
                last: None,
            },
            advice: Advice::default(),
            animation: None,
        };
        play.renew(context);
        play
    }

    /// Whether two computers play.
    fn is_watched(&self) -> bool {
        Player::BOTH.iter().all(|side| !self.sitting.is_human(*side))
    }

    /// Whether moves were made and the game is not over.
    fn is_begun(&self) -> bool {
        self.sitting.finish().is_none() && self.sitting.ply() > 0
    }

    /// Whether a person at this screen is to move.
    fn is_open(&self) -> bool {
        self.sitting.finish().is_none() && self.sitting.is_human(self.sitting.turn())
    }

    /// The person at this screen: the one to move if that is one.
    fn person(&self) -> Option<Player> {
        let turn = self.sitting.turn();
        [turn, turn.opponent()].into_iter().find(|side| self.sitting.is_human(*side))
    }

    fn tell(&mut self, text: impl Into<String>) {
        self.message = Some(Message { text: text.into(), is_trouble: false });
    }

    fn complain(&mut self, text: impl Into<String>) {
        self.message = Some(Message { text: text.into(), is_trouble: true });
    }

    /// The position is another one: everything about the last one goes.
    fn renew(&mut self, context: &Context) {
        self.answer = None;
        self.thinking = None;
        // What was asked about a game that is over needs no answer.
        if let Mode::Asking(question) = &self.mode
            && self.sitting.finish().is_some()
            && question.is_about_the_game()
        {
            self.mode = Mode::Board;
        }
        self.moving.restart(self.sitting.played(), self.is_open());
        self.told = self.sitting.played().last_told().join(" ");
        self.renew_advice(context);
        if let Some(trouble) = self.sitting.take_trouble() {
            self.complain(trouble);
        }
        self.let_think(context);
    }

    fn renew_advice(&mut self, context: &Context) {
        let bar = context.settings.evaluation_bar;
        self.advice.renew(&self.sitting, bar, context.waker.to_call());
    }

    /// Lets the computer think if it is to move.
    fn let_think(&mut self, context: &Context) {
        let waits = self.watch.flow == Flow::Paused;
        if self.thinking.is_none() && self.answer.is_none() && !waits {
            self.thinking = self.sitting.think(context.now);
        }
    }

    /// Shows the move that was just made.
    fn moved(&mut self, context: &Context) {
        self.message = None;
        self.animation = if context.settings.animation {
            Animation::of_last_move(self.sitting.played(), context.now)
        } else {
            None
        };
        self.watch.last = Some(context.now);
        self.renew(context);
    }

    fn play(&mut self, mv: &str, context: &Context) -> Result<(), Refused> {
        self.sitting.play_typed(mv, context.now)?;
        self.moved(context);
        Ok(())
    }

    /// Makes a step, and the move if it is one.
    fn step(&mut self, step: &Step, context: &Context) {
        self.message = None;
        match self.moving.take(step.clone(), self.sitting.played()) {
            Taken::Whole(mv) => {
                if let Err(error) = self.play(&mv, context) {
                    self.complain(format!("{error}."));
                    self.renew(context);
                }
            }
            Taken::Part => {}
            Taken::No => self.refuse(step),
        }
    }

    /// Makes the move of the hint.
    fn play_hint(&mut self, context: &Context) {
        let Some(mv) = self.advice.hinted().map(ToOwned::to_owned) else { return };
        if let Err(error) = self.play(&mv, context) {
            self.complain(format!("{error}."));
            self.renew(context);
        }
    }

    /// Says that a step cannot follow, and which rule it breaks.
    fn refuse(&mut self, step: &Step) {
        let rule = self.sitting.played().refusal(&self.moving.so_far, step);
        let rule = rule.map_or_else(String::new, |rule| format!(": {rule}"));
        let step = self.moving.spoken(step);
        self.complain(format!("{step} cannot be the next step{rule}."));
    }

    fn board_key(&mut self, key: KeyEvent, context: &mut Context) -> Go {
        let played = self.sitting.played();
        match key.code {
            KeyCode::Up => self.moving.jump(Direction::Up, played),
            KeyCode::Down => self.moving.jump(Direction::Down, played),
            KeyCode::Left => self.moving.jump(Direction::Left, played),
            KeyCode::Right if self.is_open() => self.moving.jump(Direction::Right, played),
            KeyCode::Tab => self.moving.cycle(true, played),
            KeyCode::BackTab => self.moving.cycle(false, played),
            // The hint's whole move, as it says; a click makes its next step.
            KeyCode::Enter if self.moving.is_on_advice() => self.play_hint(context),
            KeyCode::Enter | KeyCode::Char(' ') if self.is_open() => {
                if let Some(step) = self.moving.cursor.clone() {
                    self.step(&step, context);
                }
            }
            KeyCode::Backspace if !self.moving.undo_step(played) => {
                self.tell("No step to undo; u takes back a move.");
            }
            KeyCode::Esc => self.calm_down(),
            _ => return self.command(key.code, context),
        }
        Go::Nowhere
    }

    /// Drops whatever was begun.
    fn calm_down(&mut self) {
        self.message = None;
        self.advice.hint = None;
        self.moving.restart(self.sitting.played(), self.is_open());
    }

    /// When the answer that waits is to be shown; `None` if there is none, or it waits to be asked for. What is done
    /// and how long nothing happens are both decided here: an answer cannot be left waiting by the one for the other.
    fn answer_due(&self, now: Instant) -> Option<Instant> {
        self.answer.as_ref()?;
        // One move is seen before the next begins.
        let seen = self.animation.as_ref().map_or(now, Animation::end);
        match (self.watch.flow, self.watch.last) {
            (Flow::Paused, _) => None,
            (Flow::Running, Some(last)) if self.is_watched() => {
                Some(seen.max(last + self.watch.delay))
            }
            (Flow::Running | Flow::Single, _) => Some(seen),
        }
    }

    /// Makes the computer's move once its time has come.
    fn take_answer(&mut self, context: &Context) {
        if self.answer_due(context.now).is_none_or(|due| context.now < due) {
            return;
        }
        let Some(answer) = self.answer.take() else { return };
        if self.watch.flow == Flow::Single {
            self.watch.flow = Flow::Paused;
        }
        match self.sitting.take_answer(answer, context.now) {
            Ok(()) => self.moved(context),
            Err(Refused::Stale) => self.renew(context),
            Err(error) => {
                self.renew(context);
                self.complain(format!("{error}."));
            }
        }
    }
}

impl Screen for Play {
    fn key(&mut self, key: KeyEvent, context: &mut Context) -> Go {
        // A key ends an animation and does what it does.
        self.animation = None;
        match &self.mode {
            Mode::Board => self.board_key(key, context),
            Mode::Typing(_) => {
                self.typing_key(key, context);
                Go::Nowhere
            }
            Mode::Saving(_) => {
                self.saving_key(key);
                Go::Nowhere
            }
            Mode::Asking(question) => self.answer_question(question.clone(), key, context),
        }
    }

    fn mouse(&mut self, mouse: MouseEvent, context: &mut Context) -> Go {
        let place = Position::new(mouse.column, mouse.row);
        let (possible, any) = self.moving.at(place);
        match (mouse.kind, possible) {
            (MouseEventKind::Moved | MouseEventKind::Drag(_), Some(step)) => {
                self.moving.point_at(&step, self.sitting.played());
            }
            (MouseEventKind::Down(MouseButton::Left), Some(step)) => {
                self.animation = None;
                self.mode = Mode::Board;
                self.moving.point_at(&step, self.sitting.played());
                self.step(&step, context);
            }
            (MouseEventKind::Down(MouseButton::Left), None) if self.is_open() => {
                if let Some(step) = any {
                    self.refuse(&step);
                }
            }
            (MouseEventKind::Down(MouseButton::Right), _) => {
                self.moving.undo_step(self.sitting.played());
            }
            _ => {}
        }
        Go::Nowhere
    }

    fn paste(&mut self, text: &str, _context: &mut Context) -> Go {
        let is_open = self.is_open();
        match &mut self.mode {
            Mode::Typing(line) | Mode::Saving(line) => line.paste(text),
            Mode::Board if is_open => {
                let mut line = LineInput::default();
                line.paste(text.trim());
                self.mode = Mode::Typing(line);
            }
            _ => {}
        }
        Go::Nowhere
    }

    fn wake(&mut self, context: &mut Context) {
        if self.sitting.tick(context.now) {
            self.renew(context);
        }
        if self.animation.as_ref().is_some_and(|moves| moves.moment(context.now).is_none()) {
            self.animation = None;
        }
        if let Some(answer) = self.thinking.as_mut().and_then(Thinking::poll) {
            if let Some(report) = &answer.report {
                self.advice.evaluation = advice::evaluation(&self.sitting, report.score);
            }
            self.answer = Some(answer);
            self.thinking = None;
        }
        self.take_answer(context);
        self.advice.poll(&self.sitting, self.thinking.as_ref());
    }

    fn patience(&self, context: &Context) -> Option<Duration> {
        let moving = self.animation.as_ref().map(|animation| animation.patience(context.now));
        let due = self.answer_due(context.now);
        let due = due.map(|due| due.saturating_duration_since(context.now));
        let ticking = !self.sitting.is_paused() && self.sitting.finish().is_none();
        let clock = self.sitting.clock(self.sitting.turn(), context.now).filter(|_| ticking);
        // Until what the clock shows is another number.
        let clock = clock.map(|left| match left.as_millis() {
            0..20_000 => Duration::from_millis(100),
            more => Duration::from_millis((more % 1000 + 1) as u64),
        });
        [moving, due, clock].into_iter().flatten().min()
    }

    fn back(&mut self, context: &mut Context) {
        context.farewell = None;
        if !self.waited {
            self.sitting.resume(context.now);
        }
        self.let_think(context);
    }

    fn leave(&mut self, context: &mut Context) {
        self.thinking = None;
        self.answer = None;
        self.waited = self.sitting.is_paused();
        self.sitting.pause(context.now);
        context.farewell = match self.sitting.file() {
            _ if !self.is_begun() => None,
            Some(_) => {
                Some("Your game is saved: `quintet` goes on with it exactly where you left it.")
            }
            None => Some("Your game is not saved: it could not be written."),
        };
    }

    fn draw(&mut self, frame: &mut Frame, area: Rect, context: &Context) {
        self.draw_table(frame, area, context);
    }

    fn keys(&self) -> Keys {
        commands::KEYS
    }

    fn is_typing(&self) -> bool {
        matches!(self.mode, Mode::Typing(_) | Mode::Saving(_))
    }
}
