//! The other side of the protocol: lets any UGI program play, and checks what it does.

use std::time::{Duration, Instant};

use quintet_catalog::{AnyGame, AnyMatch, Legal, Report, Stop};
use quintet_core::Variant;
use quintet_core::text::excerpt;
use quintet_players::{Budget, Fault, Forfeit, Pace, ProgramSpec, Thinker};

use crate::go;
use crate::info::Listener;
use crate::offered::Offered;
use crate::process::Process;

/// How long a program is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For its first answer and for `readyok`: some load much before they can play.
    pub ready: Duration,
    /// For its answer to `ugi`, before `uci` is tried.
    pub ugi: Duration,
    /// For a move, beyond the time that the move was given: what the machine adds is not its fault.
    pub grace: Duration,
    /// For a sign of life of one that is late beyond that.
    pub sign: Duration,
    /// For any sign of life while it thinks without a time limit.
    pub silence: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Patience {
            ready: Duration::from_secs(10),
            ugi: Duration::from_secs(1),
            grace: Duration::from_millis(500),
            sign: Duration::from_millis(500),
            silence: Duration::from_mins(1),
        }
    }
}

/// How often the stop signal is looked at while a program thinks.
const GLANCE: Duration = Duration::from_millis(5);

/// Lines that are no answers before a program is given up.
const MOST_GARBAGE: usize = 1000;

/// First words of lines that a program may say at any time.
const WORDS: [&str; 9] = [
    "id",
    "option",
    "ugiok",
    "uciok",
    "readyok",
    "info",
    "response",
    "copyprotection",
    "registration",
];

/// Words that stand for no move.
const NO_MOVE: [&str; 3] = ["none", "(none)", "0000"];

/// A program that plays. When it is dropped, its process is gone.
pub struct Program {
    spec: ProgramSpec,
    game: &'static dyn AnyGame,
    variant: Variant,
    patience: Patience,
    process: Process,
    is_uci: bool,
    has_failed: bool,
    /// What its user should know.
    remark: Option<String>,
}

impl Program {
    /// Starts a program, sets its options and gets it ready for a game. The command is split into words as
    /// a shell does, with quotes and backslashes but without its other features.
    pub fn start(
        spec: &ProgramSpec,
        game: &'static dyn AnyGame,
        variant: Variant,
    ) -> Result<Program, Forfeit> {
        Program::start_with(Patience::default(), spec, game, variant)
    }

    /// Like [`start`](Program::start), with a patience of one's own.
    pub fn start_with(
        patience: Patience,
        spec: &ProgramSpec,
        game: &'static dyn AnyGame,
        variant: Variant,
    ) -> Result<Program, Forfeit> {
        // A program that was given a time to start has it whenever it has to get ready.
        let ready = spec.start.unwrap_or(patience.ready);
        let patience = Patience { ready, ugi: patience.ugi.min(ready), ..patience };
        let mut program = Program {
            process: Process::start(&spec.command, spec.log.as_deref())?,
            spec: spec.clone(),
            game,
            variant,
            patience,
            is_uci: false,
            has_failed: false,
            remark: None,
        };
        let begun = program.begin();
        begun.map_err(|fault| program.forfeit(fault))?;
        Ok(program)
    }

    /// Exchanges greetings, tells the game and the options, and waits until it is ready.
    fn begin(&mut self) -> Result<(), Fault> {
        let options = self.shake_hands()?;
        let offered =
            |name: &str| options.iter().find(|option| option.name.eq_ignore_ascii_case(name));
        let info = self.game.info();
        let played = [("Game", info.id), ("Variant", info.describe(self.variant).id)];
        let (game, variant) = (offered("Game"), offered("Variant"));
        if let Some(games) = game.and_then(|option| option.expected_instead_of(info.id)) {
            let problem = format!("it does not play {}: its option Game takes {games}", info.id);
            return Err(Fault::Setting(problem));
        }
        // Which variants there are may depend on the game that is set.
        let knows =
            |option: &Offered| game.is_some() || option.expected_instead_of(played[1].1).is_none();
        if self.variant != Variant::default() && !variant.is_some_and(knows) {
            let problem =
                if variant.is_none() { "has no option Variant" } else { "does not offer it" };
            self.remark =
                Some(format!("{problem}: it cannot be told that {} is played", played[1].1));
        }
        for (name, value) in played {
            if let Some(option) = offered(name) {
                self.process.say(&option.command(value))?;
            }
        }
        for (name, value) in &self.spec.options {
            let option = offered(name).ok_or_else(|| {
                let names: Vec<&str> = options.iter().map(|option| option.name.as_str()).collect();
                let (name, names) = (excerpt(name), names.join(", "));
                Fault::Setting(format!("it has no option `{name}`; it has {names}"))
            })?;
            let (name, found) = (&option.name, excerpt(value));
            let is_played = |(other, played): &&(&str, &str)| {
                name.eq_ignore_ascii_case(other) && !value.eq_ignore_ascii_case(played)
            };
            if let Some((_, played)) = played.iter().find(is_played) {
                let problem = format!("its option {name} is {played} here, not `{found}`");
                return Err(Fault::Setting(problem));
            }
            if let Some(expected) = option.expected_instead_of(value) {
                let problem = format!("its option {name} takes {expected}, not `{found}`");
                return Err(Fault::Setting(problem));
            }
            if value.contains(char::is_control) {
                let problem = format!("its option {name} takes text in one line, not `{found}`");
                return Err(Fault::Setting(problem));
            }
            self.process.say(&option.command(value))?;
        }
        self.get_ready(&Stop::new())
    }

    fn forfeit(&self, fault: Fault) -> Forfeit {
        Forfeit { fault, last_words: self.process.last_words() }
    }

    /// The id of the program's process.
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Says `ugi`, and `uci` if that is not answered; gives the options that it offers.
    fn shake_hands(&mut self) -> Result<Vec<Offered>, Fault> {
        let begun = Instant::now();
        let mut options = Vec::new();
        let mut garbage = Garbage::new("ugiok");
        self.process.say("ugi")?;
        for (greeting, until) in [("ugi", self.patience.ugi), ("uci", self.patience.ready)] {
            if greeting == "uci" {
                self.process.say("uci")?;
            }
            while let Some(line) = self.process.hear(begun + until)? {
                match line.as_str() {
                    "ugiok" | "uciok" => {
                        self.is_uci = line == "uciok";
                        return Ok(options);
                    }
                    // Programs offer some dozens; one that never ends is not believed.
                    line if options.len() < MOST_GARBAGE => options.extend(Offered::read(line)),
                    _ => {}
                }
                garbage.note(&line)?;
            }
        }
        garbage.give_up()?;
        Err(Fault::Silence { asked: "ugi".into(), after: begun.elapsed() })
    }

    fn announce_game(&mut self) -> Result<(), Fault> {
        self.process.say(if self.is_uci { "ucinewgame" } else { "uginewgame" })?;
        self.get_ready(&Stop::new())
    }

    fn get_ready(&mut self, stop: &Stop) -> Result<(), Fault> {
        let begun = Instant::now();
        let mut garbage = Garbage::new("readyok");
        self.process.say("isready")?;
        while let Some(line) = self.hear(begun + self.patience.ready, stop)? {
            if line == "readyok" {
                return Ok(());
            }
            garbage.note(&line)?;
        }
        garbage.give_up()?;
        Err(Fault::Silence { asked: "isready".into(), after: begun.elapsed() })
    }

    /// Waits for a line until `deadline`, and not much longer than until it is stopped.
    fn hear(&mut self, deadline: Instant, stop: &Stop) -> Result<Option<String>, Fault> {
        let mut until = None;
        loop {
            let now = Instant::now();
            if stop.is_set() && until.is_none() {
                until = Some(deadline.min(now + self.patience.grace));
            }
            let until = until.unwrap_or(deadline);
            let line = self.process.hear(until.min(now + GLANCE))?;
            if line.is_some() || now >= until {
                return Ok(line);
            }
        }
    }

    fn ask(
        &mut self,
        played: &dyn AnyMatch,
        budget: &Budget,
        tell: &mut dyn FnMut(&Report<String>),
    ) -> Result<Legal, Fault> {
        let Patience { grace, silence, .. } = self.patience;
        let budget = &self.own_budget(budget);
        self.process.say(&position_command(played))?;
        // What was said before this answer belongs to earlier questions.
        self.get_ready(&budget.stop)?;
        self.process.say(&go::command(budget, self.is_uci))?;
        let begun = Instant::now();
        let mut allowed = budget.pace.at_most(played.turn());
        let mut garbage = Garbage::new("bestmove");
        let mut quiet_since = begun;
        let (mut is_stopped, mut is_probed) = (false, false);
        let mut listener = Listener::new(played);
        loop {
            let now = Instant::now();
            if budget.stop.is_set() && !is_stopped {
                self.process.say("stop")?;
                is_stopped = true;
                allowed = Some(allowed.map_or(begun.elapsed(), |time| time.min(begun.elapsed())));
            }
            let deadline = allowed.and_then(|time| begun.checked_add(time.saturating_add(grace)));
            let until = deadline.unwrap_or(quiet_since + silence);
            if now >= until {
                garbage.give_up()?;
                return Err(self.late(begun, allowed));
            }
            if deadline.is_none() && !is_probed && now >= quiet_since + silence / 2 {
                self.process.say("isready")?;
                is_probed = true;
            }
            let Some(line) = self.process.hear(until.min(now + GLANCE))? else { continue };
            (quiet_since, is_probed) = (Instant::now(), false);
            if let Some(rest) = after_word(&line, "bestmove") {
                return check(played, rest);
            }
            garbage.note(&line)?;
            if let Some(report) = listener.hear(&line) {
                tell(&report);
            }
        }
    }

    /// What it may use, if that is not what the others may.
    fn own_budget(&self, budget: &Budget) -> Budget {
        let mut own = budget.clone();
        own.pace = self.spec.time.map_or(own.pace, Pace::MoveTime);
        own.limits.nodes = self.spec.nodes.or(own.limits.nodes);
        own
    }

    /// No move came in time: whether the program is late or dead. Without a time limit it was asked before.
    fn late(&mut self, begun: Instant, allowed: Option<Duration>) -> Fault {
        let Some(allowed) = allowed else {
            return Fault::Silence { asked: "go".into(), after: begun.elapsed() };
        };
        let asked = self.process.say("stop").and_then(|()| self.process.say("isready"));
        match asked.and_then(|()| self.process.hear(Instant::now() + self.patience.sign)) {
            Ok(Some(_)) => Fault::Overtime { after: begun.elapsed(), allowed },
            Ok(None) => Fault::Silence { asked: "go".into(), after: begun.elapsed() },
            Err(crash) => crash,
        }
    }
}

impl Thinker for Program {
    fn new_game(&mut self) -> Result<(), Forfeit> {
        if self.has_failed {
            *self = Program::start_with(self.patience, &self.spec, self.game, self.variant)?;
        }
        let ready = self.announce_game();
        self.has_failed |= ready.is_err();
        ready.map_err(|fault| self.forfeit(fault))
    }

    /// Checks the move. What the program tells while it thinks goes to `tell` as far as it can be read.
    fn choose(
        &mut self,
        played: &dyn AnyMatch,
        budget: &Budget,
        tell: &mut dyn FnMut(&Report<String>),
    ) -> Result<Legal, Forfeit> {
        let chosen = self.ask(played, budget, tell);
        self.has_failed |= chosen.is_err();
        chosen.map_err(|fault| self.forfeit(fault))
    }

    fn own_time(&self) -> Option<Duration> {
        self.spec.time
    }

    fn remark(&self) -> Option<String> {
        self.remark.clone()
    }

    fn last_words(&self) -> Vec<String> {
        self.process.last_words()
    }
}

/// What a program said that is no answer.
struct Garbage {
    expected: &'static str,
    last: Option<String>,
    count: usize,
}

impl Garbage {
    fn new(expected: &'static str) -> Self {
        Garbage { expected, last: None, count: 0 }
    }

    /// Takes note of a line; too many that mean nothing are an error.
    fn note(&mut self, line: &str) -> Result<(), Fault> {
        if WORDS.iter().any(|word| after_word(line, word).is_some()) {
            self.last = None;
            return Ok(());
        }
        self.last = Some(excerpt(line));
        self.count += 1;
        if self.count > MOST_GARBAGE { self.give_up() } else { Ok(()) }
    }

    /// An error if the program said nothing that means anything since.
    fn give_up(&mut self) -> Result<(), Fault> {
        match self.last.take() {
            Some(line) => Err(Fault::Garbage { line, expected: self.expected }),
            None => Ok(()),
        }
    }
}

/// The move of a `bestmove` line, if the rules allow it.
fn check(played: &dyn AnyMatch, rest: &str) -> Result<Legal, Fault> {
    let Some(mv) = rest.split_whitespace().next() else {
        return Err(Fault::Garbage { line: "bestmove".into(), expected: "bestmove and a move" });
    };
    // A game may well have a move of that name.
    played.check(mv).map_err(
        |error| {
            if NO_MOVE.contains(&mv) { Fault::NoMove } else { error.into() }
        },
    )
}

fn position_command(played: &dyn AnyMatch) -> String {
    let start = played.start().map_or("startpos".into(), |start| format!("fen {start}"));
    let mut command = format!("position {start}");
    let moves = played.moves();
    if !moves.is_empty() {
        command.push_str(" moves ");
        command.push_str(&moves.join(" "));
    }
    command
}

/// What follows a line's first word, if it is that one.
pub(crate) fn after_word<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(word)?;
    (rest.is_empty() || rest.starts_with(' ')).then_some(rest)
}
