//! Replay: a finished game or a record, move by move, with what an engine thinks of it.

mod judge;

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, MouseEvent, MouseEventKind};
use quintet_core::contest::capital;
use quintet_core::text::counted;
use quintet_core::{Player, Record, RecordError, Scene};
use quintet_players::PlayerSpec;
use quintet_sitting::numbers::{last_number, made_at};
use quintet_sitting::{Setup, Sitting, fresh_seed};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::animation::Animation;
use crate::app::{Go, Screen};
use crate::context::Context;
use crate::help::Keys;
use crate::line_input::LineInput;
use crate::moves::{Entry, spoken};
use crate::screens::play::Play;
use crate::spelled;
use crate::table::{Evaluation, Seat, Table};
use judge::Judge;

/// Games being replayed.
pub struct Replay {
    records: Vec<Record>,
    index: usize,
    sitting: Sitting,
    judge: Judge,
    scene: Scene,
    animation: Option<Animation>,
    flipped: bool,
    mode: Mode,
    message: Option<String>,
    /// The last move in sentences.
    told: String,
}

enum Mode {
    Watching,
    /// The number of a move is being typed.
    GoingTo(LineInput),
    /// Who plays on from here.
    Branching,
}

impl Replay {
    /// Replays the first of some records, of which there has to be one.
    pub fn new(records: Vec<Record>, context: &Context) -> Result<Replay, RecordError> {
        let record = records.first().ok_or_else(|| RecordError::new(1, "there is no game"))?;
        let mut sitting = Sitting::from_record(context.catalog, record)?;
        let judge = Judge::new(&sitting, context.waker.to_call());
        sitting.go_to(0);
        let scene = sitting.played().scene(&[]);
        let mut replay = Replay {
            records,
            index: 0,
            sitting,
            judge,
            scene,
            animation: None,
            flipped: false,
            mode: Mode::Watching,
            message: None,
            told: String::new(),
        };
        replay.judge.poll(0);
        Ok(replay)
    }

    /// Goes to the position after so many moves.
    fn go_to(&mut self, ply: usize, context: &Context) {
        let before = self.sitting.ply();
        let ply = ply.min(self.sitting.line().len());
        self.message = None;
        self.sitting.go_to(ply);
        let forward = ply == before + 1 && context.settings.animation;
        self.animation = if forward {
            Animation::of_last_move(self.sitting.played(), context.now)
        } else {
            None
        };
        self.scene = self.sitting.played().scene(&[]);
        self.told = self.sitting.played().last_told().join(" ");
    }

    /// Goes to the next or last game of the file.
    fn turn_over(&mut self, forward: bool, context: &Context) {
        let count = self.records.len();
        let index = if forward { self.index + 1 } else { self.index + count - 1 } % count;
        let records = std::mem::take(&mut self.records);
        match Sitting::from_record(context.catalog, &records[index]) {
            Ok(sitting) => {
                self.sitting = sitting;
                self.judge = Judge::new(&self.sitting, context.waker.to_call());
                self.go_to(0, context);
            }
            Err(error) => {
                self.message =
                    Some(format!("Game {} cannot be played through: {error}.", index + 1));
            }
        }
        self.index = index;
        self.records = records;
    }

    /// Plays on from the position that is seen.
    fn branch(&mut self, people: [bool; 2], context: &Context) -> Go {
        let before = self.sitting.setup();
        let choice = context.settings.choice(&before.game);
        let seats = choice.map(|choice| choice.setup.seats.clone());
        let computer = seats.into_iter().flatten().find(|seat| *seat != PlayerSpec::Human);
        let computer = computer.or_else(|| "level:4".parse().ok()).unwrap_or(PlayerSpec::Human);
        let seats = people.map(|person| if person { PlayerSpec::Human } else { computer.clone() });
        let setup = Setup {
            seats,
            names: Default::default(),
            seed: context.seed.unwrap_or_else(fresh_seed),
            ..before.clone()
        };
        let begun = Sitting::new(context.catalog, setup)
            .map_err(|error| error.to_string())
            .and_then(|mut sitting| {
                for made in &self.sitting.line()[..self.sitting.ply()] {
                    sitting.play(&made.mv, context.now).map_err(|error| error.to_string())?;
                }
                context.saves.keep(&mut sitting).map_err(|error| error.to_string())?;
                Ok(sitting)
            });
        match begun {
            Ok(sitting) => Go::To(Box::new(Play::of(sitting, context))),
            Err(problem) => {
                self.message = Some(format!("{}.", capital(&problem)));
                Go::Nowhere
            }
        }
    }

    fn watching_key(&mut self, key: KeyEvent, context: &Context) -> Go {
        let (ply, last) = (self.sitting.ply(), self.sitting.line().len());
        match key.code {
            KeyCode::Right | KeyCode::Down | KeyCode::Char('l' | 'j' | ' ') => {
                self.go_to(ply + 1, context);
            }
            KeyCode::Left | KeyCode::Up | KeyCode::Backspace | KeyCode::Char('h' | 'k') => {
                self.go_to(ply.saturating_sub(1), context);
            }
            KeyCode::PageDown => self.go_to(ply + 10, context),
            KeyCode::PageUp => self.go_to(ply.saturating_sub(10), context),
            KeyCode::Home | KeyCode::Char('0' | '<') => self.go_to(0, context),
            KeyCode::End | KeyCode::Char('$' | '>' | 'G') => self.go_to(last, context),
            KeyCode::Char('g' | ':') => self.mode = Mode::GoingTo(LineInput::default()),
            KeyCode::Char('m') => self.next_mistake(context),
            KeyCode::Char('b') | KeyCode::Enter => {
                self.sitting.go_to(ply);
                if self.sitting.finish().is_some() {
                    self.message = Some("The game is over here; go back to play on.".into());
                } else {
                    self.mode = Mode::Branching;
                }
            }
            KeyCode::Char('n') if self.records.len() > 1 => self.turn_over(true, context),
            KeyCode::Char('p') if self.records.len() > 1 => self.turn_over(false, context),
            KeyCode::Char('f') => self.flipped = !self.flipped,
            KeyCode::Char('w') => return self.table(u16::MAX, context).read(context),
            KeyCode::Char('q') | KeyCode::Esc => return Go::Back,
            _ => {}
        }
        Go::Nowhere
    }

    fn next_mistake(&mut self, context: &Context) {
        let ply = self.sitting.ply();
        let mut later = ply..self.sitting.line().len();
        match later.find(|index| !self.judge.mark(*index).is_empty()) {
            Some(index) => self.go_to(index + 1, context),
            None => self.message = Some("No mistake is known after this move.".into()),
        }
    }

    fn going_key(&mut self, key: KeyEvent, context: &Context) {
        let Mode::GoingTo(line) = &mut self.mode else { return };
        match key.code {
            KeyCode::Esc => self.mode = Mode::Watching,
            KeyCode::Enter => {
                let moves = last_number(self.sitting.line().len());
                match line.text().parse::<usize>() {
                    Ok(number) if number <= moves => {
                        self.mode = Mode::Watching;
                        self.go_to(made_at(number), context);
                    }
                    _ => {
                        *line = LineInput::default();
                        self.message = Some(format!("Type a number from 0 to {moves}."));
                    }
                }
            }
            KeyCode::Char(letter) if !letter.is_ascii_digit() => {}
            _ => {
                line.key(key);
                self.message = None;
            }
        }
    }

    fn branching_key(&mut self, key: KeyEvent, context: &Context) -> Go {
        self.mode = Mode::Watching;
        match key.code {
            KeyCode::Char('1') => self.branch([true, false], context),
            KeyCode::Char('2') => self.branch([false, true], context),
            KeyCode::Char('3') => self.branch([true, true], context),
            _ => Go::Nowhere,
        }
    }

    fn extra(&self, context: &Context) -> Vec<Line<'static>> {
        let theme = context.theme();
        let mut lines = Vec::new();
        let ply = self.sitting.ply();
        let comments = &self.records[self.index].comments;
        for (_, comment) in comments.iter().filter(|(after, _)| *after == ply) {
            lines.push(Line::styled(comment.clone(), theme.muted()));
        }
        // After a mistake the better move counts first: the one from the position before it.
        let mistaken = ply.checked_sub(1).filter(|index| !self.judge.mark(*index).is_empty());
        let asked = mistaken.map(|index| (index, "better was: ")).into_iter();
        for (ply, words) in asked.chain([(ply, "best here: ")]) {
            let value = self.judge.values.get(ply).and_then(Option::as_ref);
            if let Some(value) = value.filter(|value| !value.line.is_empty()) {
                let best = value.line.iter().take(5).cloned().collect::<Vec<_>>().join(" ");
                lines.push(Line::from(vec![
                    Span::styled(words, theme.heading()),
                    Span::styled(best, theme.accent()),
                ]));
            }
        }
        let all = self.judge.values.len();
        if self.judge.is_busy() {
            let state = format!("judged {} of {all} positions", self.judge.judged());
            lines.push(Line::styled(state, theme.muted()));
        }
        lines
    }

    /// How the game went, as a row of bars: the higher, the better for the first player.
    fn graph(&self, context: &Context) -> [Line<'static>; 2] {
        const WIDTH: usize = 24;
        let theme = context.theme();
        let levels: Vec<char> = if context.is_ascii() {
            "_.-=+*#".chars().collect()
        } else {
            "▁▂▃▄▅▆▇█".chars().collect()
        };
        let values = &self.judge.values;
        let count = values.len().min(WIDTH);
        let bars: String = (0..count)
            .map(|column| {
                let ply = column * (values.len() - 1) / (count - 1).max(1);
                values[ply].as_ref().map_or(' ', |value| {
                    let level = value.first * (levels.len() - 1) as f64;
                    levels[level.round() as usize]
                })
            })
            .collect();
        let player = self.sitting.info().player(Player::First);
        let colour = theme.player(Player::First, self.sitting.info().players);
        [Line::styled(format!("{player}'s chances"), theme.muted()), Line::styled(bars, colour)]
    }

    fn status(&self) -> String {
        let (ply, last) = (self.sitting.ply(), self.sitting.line().len());
        let game = match self.records.len() {
            1 => String::new(),
            count => format!("Game {} of {count}. ", self.index + 1),
        };
        if ply == 0 {
            let moves = last_number(last);
            let follow = if moves == 1 { "follows" } else { "follow" };
            return format!("{game}The start. {} {follow}.", counted(moves, "move"));
        }
        let player = capital(self.sitting.info().player(self.sitting.movers()[ply - 1]));
        let mv = &self.sitting.line()[ply - 1].mv;
        let judged = match self.judge.mark(ply - 1) {
            "??" => ", a bad mistake",
            "?" => ", a mistake",
            "?!" => ", an inaccuracy",
            _ => "",
        };
        let end = if self.sitting.finish().is_some() {
            format!(" {}", self.scene.status)
        } else {
            String::new()
        };
        let (number, last) = (last_number(ply), last_number(last));
        format!("{game}Move {number} of {last}: {player} played {mv}{judged}.{end}")
    }

    fn table(&self, width: u16, context: &Context) -> Table<'_> {
        let moment = self.animation.as_ref().and_then(|moves| moves.moment(context.now));
        let scene = moment.unwrap_or(&self.scene);
        let info = self.sitting.info();
        let ply = self.sitting.ply();
        let value = self.judge.values.get(ply).and_then(Option::as_ref);
        let moves = self.sitting.line().iter().zip(self.sitting.movers()).enumerate();
        let entry = |(index, (made, player)): (usize, (&quintet_sitting::Made, &Player))| Entry {
            player: *player,
            text: made.mv.clone(),
            mark: self.judge.mark(index),
        };
        Table {
            info,
            title: format!("{} – replay", info.name),
            scene,
            marked: &[],
            open: Vec::new(),
            cursor: None,
            flipped: self.flipped,
            seats: Player::BOTH
                .map(|side| Seat { name: spoken(&self.sitting.name(side)), clock: None }),
            turn: Some(self.sitting.turn()).filter(|_| self.sitting.finish().is_none()),
            moves: moves.map(entry).collect(),
            ply,
            evaluation: Some(Evaluation {
                first: value.map(|value| value.first),
                proved: value.and_then(|value| value.proved.clone()),
            }),
            extra: self.extra(context),
            // Nobody asked for them, and all of them are told in words.
            is_extra_last: true,
            graph: Some(self.graph(context)),
            status: self.status(),
            message: self.message_line(width, context),
            so_far: None,
            told: &self.told,
            would_be: &[],
            keys: match self.mode {
                Mode::Watching => spelled::keys_in(
                    "left right step  Home End  g go to  m next mistake  b play on  f flip  q back  ? keys",
                    width,
                ),
                Mode::GoingTo(_) => "Enter goes there  Esc back".into(),
                Mode::Branching => "1 2 3 choose  Esc back".into(),
            },
        }
    }

    fn message_line(&self, width: u16, context: &Context) -> Option<Line<'static>> {
        let theme = context.theme();
        let info = self.sitting.info();
        let told = self.message.as_ref().map(|text| Line::styled(text.clone(), theme.danger()));
        match &self.mode {
            Mode::Watching => told,
            Mode::GoingTo(_) if told.is_some() => told,
            Mode::GoingTo(line) => Some(line.line("Go to move:", width, context)),
            Mode::Branching => {
                let [first, second] = info.players;
                let text = format!("Play on from here: 1 as {first}, 2 as {second}, 3 both sides.");
                Some(Line::styled(text, theme.accent()))
            }
        }
    }
}

impl Screen for Replay {
    fn key(&mut self, key: KeyEvent, context: &mut Context) -> Go {
        self.animation = None;
        match self.mode {
            Mode::Watching => self.watching_key(key, context),
            Mode::GoingTo(_) => {
                self.going_key(key, context);
                Go::Nowhere
            }
            Mode::Branching => self.branching_key(key, context),
        }
    }

    fn mouse(&mut self, mouse: MouseEvent, context: &mut Context) -> Go {
        let ply = self.sitting.ply();
        match mouse.kind {
            MouseEventKind::ScrollDown => self.go_to(ply + 1, context),
            MouseEventKind::ScrollUp => self.go_to(ply.saturating_sub(1), context),
            _ => {}
        }
        Go::Nowhere
    }

    fn wake(&mut self, context: &mut Context) {
        if self.animation.as_ref().is_some_and(|moves| moves.moment(context.now).is_none()) {
            self.animation = None;
        }
        self.judge.poll(self.sitting.ply());
    }

    fn patience(&self, context: &Context) -> Option<Duration> {
        let moving = self.animation.as_ref().map(|animation| animation.patience(context.now));
        // What is over by itself, such as the last position, is judged without an engine to wake anybody.
        let next = self.judge.is_idle().then_some(Duration::ZERO);
        moving.into_iter().chain(next).min()
    }

    fn draw(&mut self, frame: &mut Frame, area: Rect, context: &Context) {
        self.table(area.width, context).draw(frame, area, context);
    }

    fn keys(&self) -> Keys {
        Keys {
            title: "Keys while replaying",
            keys: &[
                ("right left, l h", "a move forward, back"),
                ("Home End", "to the start, to the end"),
                ("g", "go to a move by its number"),
                ("m", "to the next mistake"),
                ("b, Enter", "play on from here"),
                ("n p", "next, previous game of the file"),
                ("f  w", "flip the board / all of it in words"),
                ("q, Esc", "back"),
            ],
        }
    }

    fn is_typing(&self) -> bool {
        matches!(self.mode, Mode::GoingTo(_))
    }
}
