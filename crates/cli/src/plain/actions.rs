//! What a player can do at the prompt besides moving.

use std::fmt::Display;
use std::time::Instant;

use anyhow::Result;
use quintet_catalog::{Report, Score};
use quintet_core::contest::capital;
use quintet_core::text::excerpt;
use quintet_core::{Player, Step};
use quintet_players::PlayerSpec;
use quintet_sitting::export::{Existing, ExportError, export, told, typed};
use quintet_sitting::spoken::ending_taken_back;
use quintet_sitting::{DrawReply, in_words};

use super::session::Session;

/// How many moves are told that are expected after a hint.
const MOST_EXPECTED: usize = 5;

impl Session<'_, '_> {
    /// What a strong engine would play: the rest of a move that is begun, if that is how its move begins.
    pub(super) fn hint(&mut self) -> Result<()> {
        let Some(best) = self.judged()? else { return Ok(()) };
        let player = capital(self.sitting.info().player(self.sitting.turn()));
        let score = in_words(best.score, &player);
        let (mv, rest) = (&best.line[0], &best.line[1..]);
        let steps = self.sitting.played().steps(mv);
        match steps.strip_prefix(self.so_far.as_slice()) {
            _ if self.so_far.is_empty() => {
                self.console.line(format_args!("Hint: {mv} ({score})."))?;
            }
            Some(steps) => {
                let next = steps.iter().map(Step::name).collect::<Vec<_>>().join(" ");
                self.console.line(format_args!("Hint: go on with {next}, for {mv} ({score})."))?;
            }
            None => {
                self.console.line(format_args!(
                    "Hint: {mv} ({score}). It begins otherwise than your move: back takes back a step."
                ))?;
            }
        }
        let rest = rest[..rest.len().min(MOST_EXPECTED)].join(" ");
        if !rest.is_empty() {
            self.console.line(format_args!("Expected then: {rest}."))?;
        }
        Ok(())
    }

    /// Who is ahead: what is counted, and what a strong engine thinks of the position before the move.
    pub(super) fn ahead(&mut self) -> Result<()> {
        let info = self.sitting.info();
        if !self.so_far.is_empty() {
            self.console.line("Before the move that you have begun:")?;
        }
        for score in self.sitting.played().scene(&[]).scores {
            let player = capital(info.player(score.owner));
            self.console.line(format_args!("{player} has {}.", score.told()))?;
        }
        let Some(best) = self.judged()? else { return Ok(()) };
        let turn = self.sitting.turn();
        let [player, other] = [turn, turn.opponent()].map(|side| capital(info.player(side)));
        self.console.line(match best.score {
            Score::Estimate(_) => {
                let percent = (100.0 * best.score.chance()).round();
                format!(
                    "A strong engine gives {player} {percent} % and {other} {} %.",
                    100.0 - percent
                )
            }
            proved => format!("{}.", in_words(proved, &player)),
        })
    }

    /// What a strong engine finds in a second; nothing if the game is over or the engine failed.
    fn judged(&mut self) -> Result<Option<Report<String>>> {
        let Some(mut analysis) = self.sitting.hint() else { return Ok(None) };
        self.console.flush()?;
        analysis.wait();
        Ok(analysis.best().filter(|best| !best.line.is_empty()).cloned())
    }

    pub(super) fn undo(&mut self) -> Result<()> {
        if let Some(step) = self.so_far.pop() {
            self.console.line(format_args!("The step {step} is taken back."))?;
            return self.draw_again();
        }
        let Some(left) = self.sitting.left_by_taking_back() else {
            return self.console.line("There is no move of yours to take back.");
        };
        let played = self.sitting.played();
        let told: Vec<_> = (left..played.ply()).rev().map(|number| played.told(number)).collect();
        let ending = self.sitting.finish().and_then(ending_taken_back);
        self.sitting.take_back_turn();
        if let Some(told) = ending {
            self.console.line(told)?;
        }
        for sentences in told {
            self.console.line(format_args!("Taken back: {}", sentences.join(" ")))?;
        }
        self.draw_again()
    }

    /// Goes forward to the next position in which a person is to move.
    pub(super) fn forward(&mut self) -> Result<()> {
        let mut before = self.sitting.ply();
        if !self.sitting.forward() {
            return self.console.line("There is no move to make again.");
        }
        self.so_far.clear();
        loop {
            // An ending that is made again is no move; it is told by the status.
            if self.sitting.ply() > before {
                let told = self.sitting.played().last_told().join(" ");
                self.console.line(format_args!("Made again: {told}"))?;
            }
            before = self.sitting.ply();
            let is_over = self.sitting.finish().is_some();
            if is_over || self.sitting.is_human(self.sitting.turn()) || !self.sitting.forward() {
                return self.draw_again();
            }
        }
    }

    pub(super) fn offer_draw(&mut self) -> Result<()> {
        let side = self.sitting.turn();
        match self.sitting.offer_draw(side, Instant::now()) {
            DrawReply::Ask(other) => {
                let info = self.sitting.info();
                let [side, other] = [side, other].map(|side| capital(info.player(side)));
                let question = format!("{side} offers a draw. Does {other} agree? yes or no");
                let agreed = self.agrees(question)?;
                if self.tell_fallen_flag()? {
                    return Ok(());
                }
                if agreed {
                    self.sitting.agree_draw(Instant::now());
                    return self.ended();
                }
                self.console.line("The offer is declined.")
            }
            DrawReply::Accepted(why) => {
                self.console.line(why)?;
                self.ended()
            }
            DrawReply::Declined(why) => self.console.line(why),
        }
    }

    /// Asks a question; what is not yes means no.
    fn agrees(&mut self, question: impl Display) -> Result<bool> {
        loop {
            let answer = self.console.ask(&question)?.unwrap_or_default().to_lowercase();
            match answer.as_str() {
                "help" | "?" => self.console.line("Type yes; whatever else you type means no.")?,
                answer => return Ok(["yes", "y"].contains(&answer)),
            }
        }
    }

    /// Gives the game up, once that is certain.
    pub(super) fn resign(&mut self, is_certain: bool) -> Result<()> {
        let side = self.sitting.turn();
        let player = capital(self.sitting.info().player(side));
        let agreed =
            is_certain || self.agrees(format_args!("{player}: really resign? yes or no"))?;
        if self.tell_fallen_flag()? {
            return Ok(());
        }
        if !agreed {
            return self.console.line("The game goes on.");
        }
        self.sitting.resign(side, Instant::now());
        self.ended()
    }

    fn ended(&mut self) -> Result<()> {
        self.so_far.clear();
        self.draw_again()
    }

    pub(super) fn exchange_sides(&mut self) -> Result<()> {
        let setup = self.sitting.setup();
        if setup.seats[0] == setup.seats[1] && setup.names[0] == setup.names[1] {
            let name = self.sitting.name(Player::First);
            return self
                .console
                .line(format_args!("Both players are {name}: there is nothing to exchange."));
        }
        self.so_far.clear();
        self.sitting.swap_sides();
        let info = self.sitting.info();
        let [first, second] = Player::BOTH
            .map(|side| format!("{} is {}", capital(info.player(side)), self.sitting.name(side)));
        self.console.line(format_args!("The sides are exchanged: {first}, {second}."))
    }

    pub(super) fn level(&mut self, wanted: &[&str]) -> Result<()> {
        let computer = Player::BOTH.into_iter().find(|side| !self.sitting.is_human(*side));
        let Some(side) = computer else {
            return self.console.line("No computer plays.");
        };
        let player = capital(self.sitting.info().player(side));
        match wanted {
            [] => {
                let name = self.sitting.name(side);
                self.console.line(format_args!("{player} is {name}."))
            }
            [level] => match format!("level:{level}").parse::<PlayerSpec>() {
                Ok(computer) => {
                    self.sitting.change_seat(side, computer, "");
                    self.console.line(format_args!("{player} is level:{level} from now on."))
                }
                Err(_) => self.expected_level(level),
            },
            words => self.expected_level(&words.join(" ")),
        }
    }

    fn expected_level(&mut self, found: &str) -> Result<()> {
        let found = excerpt(found);
        self.console.line(format_args!("Expected a level from 1 to 8, got `{found}`."))
    }

    pub(super) fn save(&mut self, file: &str) -> Result<()> {
        if file.is_empty() {
            return self.console.line(match self.sitting.file() {
                Some(_) => {
                    "The game is saved after every move. save FILE writes its record to a file."
                }
                None => "Type save and the name of a file.",
            });
        }
        let path = typed(file);
        let shown = excerpt(&told(&path));
        let record = self.sitting.record().to_string();
        let is_own = self.written.as_ref() == Some(&path);
        let existing = if is_own { Existing::Replace } else { Existing::Keep };
        let mut written = export(&path, &record, existing);
        if let Err(ExportError::Exists(_)) = written {
            let question = format_args!("`{shown}` exists. Replace it? yes or no");
            if !self.agrees(question)? {
                return self.console.line("Nothing was written.");
            }
            written = export(&path, &record, Existing::Replace);
        }
        match written {
            Ok(()) => {
                self.written = Some(path);
                self.console.line(format_args!("The record is in {shown}."))
            }
            Err(error) => self.console.line(format_args!("Nothing was written: {error}.")),
        }
    }
}
