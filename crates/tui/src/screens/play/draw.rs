//! The screen of a game.

use quintet_core::{Player, Scene};
use quintet_players::PlayerSpec;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::Line;

use super::{Flow, Mode, Play};
use crate::context::Context;
use crate::moves::{Entry, spoken};
use crate::spelled;
use crate::table::{Seat, Table};

impl Play {
    pub(super) fn draw_table(&mut self, frame: &mut Frame, area: Rect, context: &Context) {
        if self.moving.cursor.is_none() && !self.moving.steps.is_empty() {
            // Where things are is known only after they were drawn once.
            let targets = self.table(area.width, context).draw(frame, area, context);
            self.moving.drawn(targets, self.sitting.played());
            frame.buffer_mut().reset();
            frame.buffer_mut().set_style(area, context.theme().base());
        }
        self.moving.advise(self.advice.hinted(), self.sitting.played());
        let targets = self.table(area.width, context).draw(frame, area, context);
        self.moving.drawn(targets, self.sitting.played());
    }

    pub(super) fn table(&self, width: u16, context: &Context) -> Table<'_> {
        let sitting = &self.sitting;
        let moment = self.animation.as_ref().and_then(|moves| moves.moment(context.now));
        let scene = moment.unwrap_or(&self.moving.scene);
        let marks = moment.is_none();
        let finish = sitting.finish();
        Table {
            info: sitting.info(),
            title: self.title(),
            scene,
            marked: if marks { &self.moving.marked } else { &[] },
            open: if marks { self.moving.open() } else { Vec::new() },
            cursor: self.moving.cursor.as_ref().filter(|_| marks),
            flipped: self.flipped,
            seats: Player::BOTH.map(|side| Seat {
                name: self.seat_name(side),
                clock: sitting.clock(side, context.now),
            }),
            turn: Some(sitting.turn()).filter(|_| finish.is_none()),
            moves: self.entries(),
            ply: sitting.ply(),
            evaluation: context.settings.evaluation_bar.then(|| self.advice.evaluation.clone()),
            extra: self.extra(context),
            is_extra_last: false,
            graph: None,
            status: self.status(scene),
            message: self.message_line(width, context),
            so_far: self.so_far_line(context),
            told: &self.told,
            would_be: if marks { &self.moving.would_be } else { &[] },
            keys: self.keys_in(width),
        }
    }

    fn title(&self) -> String {
        let info = self.sitting.info();
        let variant = info.describe(self.sitting.played().variant());
        let variant =
            if info.variants.len() > 1 { format!(" ({})", variant.id) } else { String::new() };
        // While a person is to move, nothing but a clock can stand still.
        let is_halted = self.waits() && (!self.is_open() || self.sitting.setup().clock.is_some());
        let state = match (self.is_watched(), is_halted) {
            _ if self.sitting.finish().is_some() => " – over",
            (_, true) => " – paused",
            (true, false) => " – two computers",
            (false, false) => "",
        };
        format!("{}{variant}{state}", info.name)
    }

    /// Whether the game waits until it is told to go on.
    fn waits(&self) -> bool {
        self.sitting.is_paused() || self.watch.flow == Flow::Paused
    }

    /// What a player is called at the table.
    pub(super) fn seat_name(&self, side: Player) -> String {
        let name = &self.sitting.setup().names[side.index()];
        if !name.is_empty() {
            return name.clone();
        }
        match self.sitting.seat(side) {
            PlayerSpec::Human if self.sitting.is_human(side.opponent()) => "player".into(),
            PlayerSpec::Human => "you".into(),
            other => spoken(&other.to_string()),
        }
    }

    fn entries(&self) -> Vec<Entry> {
        let moves = self.sitting.line().iter().zip(self.sitting.movers());
        moves
            .map(|(made, player)| Entry { player: *player, text: made.mv.clone(), mark: "" })
            .collect()
    }

    fn extra(&self, context: &Context) -> Vec<Line<'static>> {
        let theme = context.theme();
        let mut lines = Vec::new();
        if let Some(finish) = self.sitting.finish() {
            let info = self.sitting.info();
            let result = match finish.outcome.winner() {
                Some(winner) => {
                    format!("{} wins.", quintet_core::contest::capital(info.player(winner)))
                }
                None => "A draw.".into(),
            };
            lines.push(Line::styled(result, theme.accent().add_modifier(Modifier::UNDERLINED)));
            lines.push(Line::raw(self.sitting.why()));
        }
        lines.extend(self.advice.lines(&self.sitting, self.moving.place_of_advice(), context));
        lines
    }

    fn status(&self, scene: &Scene) -> String {
        let sitting = &self.sitting;
        if sitting.finish().is_some() {
            return scene.status.clone();
        }
        if !self.is_open() {
            let name = quintet_core::contest::capital(sitting.info().player(sitting.turn()));
            let passes = passes(&scene.status);
            return match (&self.thinking, self.waits()) {
                (_, true) => format!("{passes}{name} waits. Space lets it move, u takes back."),
                (Some(thinking), _) => match thinking.report() {
                    Some(report) => {
                        format!("{passes}{name} thinks: depth {}. m: move now.", report.depth)
                    }
                    None => format!("{passes}{name} thinks."),
                },
                (None, _) => format!("{passes}{name} is about to move."),
            };
        }
        scene.status.clone()
    }

    fn message_line(&self, width: u16, context: &Context) -> Option<Line<'static>> {
        let theme = context.theme();
        let message = self.message.as_ref();
        let told = message.map(|message| {
            let (sign, style) =
                if message.is_trouble { ("! ", theme.danger()) } else { ("", theme.accent()) };
            Line::styled(format!("{sign}{}", message.text), style)
        });
        match &self.mode {
            Mode::Board => told,
            Mode::Typing(line) => {
                let mut typed = line.line("Your move:", width, context);
                if let Some(told) = told {
                    typed.push_span("   ");
                    typed.extend(told.spans.into_iter().map(|span| span.style(told.style)));
                }
                Some(typed)
            }
            Mode::Saving(line) => {
                let mut typed = line.line("Save the record as:", width, context);
                if let Some(told) = told {
                    typed.push_span("   ");
                    typed.extend(told.spans.into_iter().map(|span| span.style(told.style)));
                }
                Some(typed)
            }
            Mode::Asking(question) => Some(Line::styled(self.question(question), theme.danger())),
        }
    }

    fn so_far_line(&self, context: &Context) -> Option<Line<'static>> {
        if self.moving.so_far.is_empty() {
            return None;
        }
        let steps = self.moving.so_far.iter();
        let names: Vec<String> = steps.map(|step| self.moving.spoken(step)).collect();
        let text = format!("So far: {}. Backspace undoes a step.", names.join(", "));
        Some(Line::styled(text, context.theme().muted()))
    }

    fn keys_in(&self, width: u16) -> String {
        match self.mode {
            Mode::Board => spelled::keys_in(self.keys_line(), width),
            _ => self.keys_line().into(),
        }
    }

    fn keys_line(&self) -> &'static str {
        match self.mode {
            Mode::Typing(_) => "Enter plays  Tab completes  Esc back to the board",
            Mode::Saving(_) => "Enter saves  Esc back to the board",
            Mode::Asking(_) => "y yes  n no",
            Mode::Board if self.sitting.finish().is_some() => {
                "n other side  v replay and analyse  q leave  N same side  u take back  s save  ? keys"
            }
            Mode::Board if self.is_watched() && self.waits() => {
                "space go on  n step  u take back  a analysis  f flip  q leave  ? keys"
            }
            Mode::Board if self.is_watched() => {
                "space pause  n step  + faster  - slower  a analysis  f flip  q leave  ? keys"
            }
            Mode::Board if self.is_open() => {
                "arrows Enter  t type  u take back  h hint  a analysis  s save  q leave  ? keys"
            }
            Mode::Board if self.waits() => {
                "space go on  u take back  r forward  a analysis  s save  q leave  ? keys"
            }
            Mode::Board => "m move now  u take back  a analysis  s save  f flip  q leave  ? keys",
        }
    }
}

/// What happened by itself, which stands before the sentence that says who is to move.
fn passes(status: &str) -> &str {
    status.rfind(". ").map_or("", |end| &status[..end + 2])
}
