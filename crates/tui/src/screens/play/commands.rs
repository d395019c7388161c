//! What the letters do: taking back, hints, draws, and everything else besides moving.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent};
use quintet_core::Player;
use quintet_core::contest::capital;
use quintet_sitting::export::Existing;
use quintet_sitting::spoken::ending_taken_back;
use quintet_sitting::{DrawReply, Setup};

use super::{Flow, Mode, Play, Question};
use crate::app::Go;
use crate::context::Context;
use crate::help::Keys;
use crate::line_input::LineInput;
use crate::screens::replay::Replay;
use crate::screens::rules::Rules;

/// All keys of this screen.
pub(super) const KEYS: Keys = Keys {
    title: "Keys while playing",
    keys: &[
        ("arrows, Tab", "to another possible place"),
        ("Enter, click", "choose it"),
        ("Backspace", "undo a step"),
        ("t", "type a move (Tab completes)"),
        ("u  U  r", "take back to your turn / one move / forward"),
        ("h", "hint"),
        ("a", "analysis on or off"),
        ("e", "evaluation bar on or off"),
        ("m", "computer: move now"),
        ("space + - n", "two computers: pause, faster, slower, step"),
        ("x  f", "swap sides / flip the board"),
        ("d  R", "offer a draw / resign"),
        ("s  i  w", "save a record / rules / all of it in words"),
        ("n  N  v", "at the end: other side / same side / replay"),
        ("q", "leave; the game stays saved"),
    ],
};

const SLOWEST: Duration = Duration::from_millis(12_800);
const FASTEST: Duration = Duration::from_millis(25);

impl Play {
    pub(super) fn command(&mut self, key: KeyCode, context: &mut Context) -> Go {
        let KeyCode::Char(letter) = key else { return Go::Nowhere };
        let is_over = self.sitting.finish().is_some();
        self.message = None;
        match letter {
            't' | ':' | '/' if self.is_open() => self.mode = Mode::Typing(LineInput::default()),
            'u' => self.take_back(true, context),
            'U' => self.take_back(false, context),
            'r' => self.forward(context),
            'h' => self.hint(),
            'a' => self.toggle_analysis(context),
            'e' => self.toggle_bar(context),
            'm' => self.move_now(context),
            'x' => self.ask_to_swap(context),
            'f' => self.flipped = !self.flipped,
            'd' => self.ask_to_offer(context),
            'R' => self.ask_to_resign(),
            's' => self.mode = Mode::Saving(LineInput::suggesting(self.free_file_name())),
            'w' => return self.table(u16::MAX, context).read(context),
            'i' => return Go::To(Box::new(Rules::of(self.sitting.info()))),
            'n' if is_over => return self.again(self.sitting.setup().rematch(), context),
            'N' if is_over => return self.again(self.sitting.setup().once_more(), context),
            'v' if is_over => return self.replay(context),
            ' ' | 'p' if self.is_watched() => self.pause(context),
            'n' if self.is_watched() => self.single_step(context),
            '+' if self.is_watched() => self.pace(self.watch.delay / 2, context),
            '-' if self.is_watched() => self.pace(self.watch.delay * 2, context),
            ' ' if self.sitting.is_paused() && !is_over => self.resume(context),
            'q' => return self.ask_to_leave(),
            't' | ':' | '/' => self.tell("Nobody here is to move now."),
            'n' | 'N' | 'v' => self.tell("n, N and v are for when the game is over."),
            '+' | '-' | 'p' => self.tell("Only two computers are paced and paused."),
            // Where nothing can be chosen and nothing waits there is nothing to press it for.
            ' ' => {}
            _ => self.tell(format!("{letter} does nothing here; ? tells all keys.")),
        }
        Go::Nowhere
    }

    fn take_back(&mut self, whole_turn: bool, context: &Context) {
        self.thinking = None;
        let ending = self.sitting.finish().and_then(ending_taken_back);
        let taken =
            if whole_turn { self.sitting.take_back_turn() } else { self.sitting.take_back() };
        if self.is_watched() {
            self.watch.flow = Flow::Paused;
        }
        self.renew(context);
        if taken {
            let told = ending.unwrap_or_else(|| "Taken back.".into());
            self.tell(format!("{told} r goes forward again."));
        } else {
            self.resume(context);
            self.tell("There is no move to take back.");
        }
    }

    /// Forward to the next move of a person, or to the end of what was taken back.
    fn forward(&mut self, context: &Context) {
        let mut gone = false;
        while self.sitting.forward() {
            gone = true;
            if self.is_open() || self.is_watched() || self.sitting.finish().is_some() {
                break;
            }
        }
        let at_the_end = self.sitting.ply() == self.sitting.line().len();
        if at_the_end && !self.is_watched() {
            self.sitting.resume(context.now);
        }
        self.renew(context);
        if !gone {
            self.tell("There is nothing to go forward to.");
        }
    }

    fn hint(&mut self) {
        if self.sitting.finish().is_some() {
            self.tell("The game is over.");
        } else if !self.is_open() {
            self.tell("A hint is for your own move.");
        } else {
            self.advice.hint = self.sitting.hint();
        }
    }

    fn toggle_analysis(&mut self, context: &Context) {
        self.advice.analysing = !self.advice.analysing;
        self.renew_advice(context);
        // What it says shows that it is on.
        if !self.advice.analysing {
            self.tell("Analysis off.");
        }
    }

    fn toggle_bar(&mut self, context: &mut Context) {
        context.settings.evaluation_bar = !context.settings.evaluation_bar;
        if let Some(trouble) = context.remember() {
            self.complain(trouble);
        }
        self.renew_advice(context);
    }

    fn move_now(&mut self, context: &Context) {
        match &self.thinking {
            Some(thinking) => thinking.move_now(),
            None if self.sitting.is_paused() && !self.is_open() => self.resume(context),
            None => self.tell("The computer is not thinking."),
        }
    }

    /// Lets a game go on that waits after taking back.
    fn resume(&mut self, context: &Context) {
        self.watch.flow = Flow::Running;
        self.sitting.resume(context.now);
        self.let_think(context);
    }

    fn pause(&mut self, context: &Context) {
        if self.watch.flow == Flow::Running {
            self.watch.flow = Flow::Paused;
            self.tell("Paused: space goes on, n makes a single move.");
        } else {
            self.resume(context);
        }
    }

    /// One move of two computers.
    fn single_step(&mut self, context: &Context) {
        self.watch.flow = Flow::Single;
        self.sitting.resume(context.now);
        self.let_think(context);
    }

    fn pace(&mut self, delay: Duration, context: &mut Context) {
        self.watch.delay = delay.clamp(FASTEST, SLOWEST);
        context.settings.watch_delay = self.watch.delay.as_millis() as u64;
        context.remember();
        let seconds = self.watch.delay.as_secs_f64();
        self.tell(format!("A move every {seconds:.2} seconds, if thinking takes no longer."));
    }

    /// Asks where a computer would go on at once from where a person was.
    fn ask_to_swap(&mut self, context: &Context) {
        if self.sitting.finish().is_some() {
            return self.tell("The game is over: who played whom stays as it was.");
        }
        match self.person().filter(|side| !self.sitting.is_human(side.opponent())) {
            Some(side) => self.mode = Mode::Asking(Question::Swap(side)),
            None => self.swap_sides(context),
        }
    }

    fn swap_sides(&mut self, context: &Context) {
        self.thinking = None;
        self.answer = None;
        self.sitting.swap_sides();
        self.sitting.resume(context.now);
        self.renew(context);
        let [first, second] = Player::BOTH.map(|side| self.seat_name(side));
        let [white, black] = self.sitting.info().players;
        self.tell(format!("Sides swapped: {white} is {first}, {black} is {second}."));
    }

    /// Asks before a computer is: it may agree at once. A person is asked by the offer itself.
    fn ask_to_offer(&mut self, context: &Context) {
        match self.person().filter(|_| self.sitting.finish().is_none()) {
            Some(side) if self.sitting.is_human(side.opponent()) => self.offer_draw(side, context),
            Some(side) => self.mode = Mode::Asking(Question::Offer(side)),
            None => self.tell("Nobody here can offer a draw now."),
        }
    }

    fn offer_draw(&mut self, side: Player, context: &Context) {
        match self.sitting.offer_draw(side, context.now) {
            DrawReply::Ask(other) => self.mode = Mode::Asking(Question::Draw(other)),
            DrawReply::Accepted(reason) => {
                self.renew(context);
                self.tell(reason);
            }
            DrawReply::Declined(reason) => self.tell(reason),
        }
    }

    fn ask_to_resign(&mut self) {
        match self.person().filter(|_| self.sitting.finish().is_none()) {
            Some(side) => self.mode = Mode::Asking(Question::Resign(side)),
            None => self.tell("Nobody here can resign now."),
        }
    }

    /// Leaves; asks first where the game would be lost.
    fn ask_to_leave(&mut self) -> Go {
        if self.is_begun() && self.sitting.file().is_none() {
            self.mode = Mode::Asking(Question::Leave);
            return Go::Nowhere;
        }
        Go::Back
    }

    /// A question in words.
    pub(super) fn question(&self, question: &Question) -> String {
        let name = |side: Player| capital(self.sitting.info().player(side));
        match question {
            Question::Resign(side) => format!("{}: really resign? (y/n)", name(*side)),
            Question::Offer(side) => format!("{}: offer a draw? (y/n)", name(*side)),
            Question::Draw(side) => {
                format!("{} offers a draw. {}: agree? (y/n)", name(side.opponent()), name(*side))
            }
            Question::Swap(side) => {
                let [yours, other] =
                    [*side, side.opponent()].map(|side| self.sitting.info().player(side));
                format!("Swap sides: you play {other} from now on, and the computer {yours}? (y/n)")
            }
            Question::Replace(file) => format!("{file} exists: replace it? (y/n)"),
            Question::Leave => "This game is not saved: leave it all the same? (y/n)".into(),
        }
    }

    pub(super) fn answer_question(
        &mut self,
        question: Question,
        key: KeyEvent,
        context: &Context,
    ) -> Go {
        let agreed = match key.code {
            KeyCode::Char('y' | 'Y' | 'j') => true,
            KeyCode::Char('n' | 'N' | 'q') | KeyCode::Esc => false,
            _ => return Go::Nowhere,
        };
        self.mode = Mode::Board;
        match (question, agreed) {
            (Question::Resign(side), true) => {
                self.sitting.resign(side, context.now);
                self.renew(context);
            }
            (Question::Offer(side), true) => self.offer_draw(side, context),
            (Question::Draw(_), true) => {
                self.sitting.agree_draw(context.now);
                self.renew(context);
            }
            (Question::Swap(_), true) => self.swap_sides(context),
            (Question::Replace(file), true) => self.save_as(file, Existing::Replace),
            (Question::Leave, true) => return Go::Back,
            (Question::Draw(_), false) => self.tell("The draw was declined."),
            (Question::Replace(file), false) => {
                self.tell(format!("{file} stays as it is; nothing was written."));
            }
            (
                Question::Resign(_) | Question::Offer(_) | Question::Swap(_) | Question::Leave,
                false,
            ) => {}
        }
        Go::Nowhere
    }

    fn again(&mut self, mut setup: Setup, context: &Context) -> Go {
        setup.seed = context.seed.unwrap_or(setup.seed);
        match Play::begin(setup, context) {
            Ok(play) => Go::Instead(Box::new(play)),
            Err(error) => {
                self.complain(format!("{error}."));
                Go::Nowhere
            }
        }
    }

    fn replay(&mut self, context: &Context) -> Go {
        match Replay::new(vec![self.sitting.record()], context) {
            Ok(replay) => Go::To(Box::new(replay)),
            Err(error) => {
                self.complain(format!("{error}."));
                Go::Nowhere
            }
        }
    }
}
