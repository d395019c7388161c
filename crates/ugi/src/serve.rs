//! The engine's side of the protocol: reads commands, answers, and thinks meanwhile.

use std::fmt::Display;
use std::io::{self, BufRead, Write};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::Instant;

use quintet_catalog::{AnyEngine, AnyGame, AnyMatch, Catalog, Limits, PlayError};
use quintet_core::text::excerpt;
use quintet_core::{Outcome, Player, PositionError, Variant};
use quintet_players::budget::{Allowance, moves_to_go};

use crate::go::Go;
use crate::job::{self, Counted, Halt, Outlet, Search};
use crate::lines::{LONGEST_LINE, Line, read_line};
use crate::settings::{Effect, Settings};

const HELP: &str = "\
ugi | uci                                    who this is, and its options
setoption name NAME value VALUE              sets an option
uginewgame | ucinewgame                      forgets the last game
isready                                      answers readyok
position startpos|fen POSITION [moves MOVE…] sets up a position
go [p1time|p2time|p1inc|p2inc|movetime MS] [depth N] [nodes N] [infinite]
go perft N                                   counts the sequences of N moves by their first
stop                                         ends the thinking
query p1turn|gameover|result|fen|legal       answers response …
d                                            the position, its result, how many moves it has
perft N                                      counts the sequences of N moves
quit                                         ends the program";

const MISPLACED: &str = "the last position was refused: set one up first";

/// What can be played, and what is before the other side says what.
#[derive(Clone, Copy)]
pub struct Defaults {
    /// The games that it can be told to play.
    pub catalog: Catalog,
    /// The game.
    pub game: &'static dyn AnyGame,
    /// Its variant.
    pub variant: Variant,
}

/// Plays as a UGI engine until the input ends or says `quit`. A search that runs then is answered: after `quit` it is
/// stopped first, at the end of the input only if it would not end by itself.
///
/// Whatever the input holds, it is answered or ignored in bounded memory. Commands that change what is being
/// thought about stop a running search first. Fails if the input cannot be read or the output not written.
pub fn serve(
    mut input: impl BufRead,
    output: impl Write + Send,
    defaults: Defaults,
) -> io::Result<()> {
    let outlet = Outlet::new(output);
    thread::scope(|scope| {
        let mut server = Server::new(scope, &outlet, defaults);
        match server.run(&mut input)? {
            Then::Go => server.finish(),
            Then::Quit => server.halt(),
        }
    })
}

type EngineBack = io::Result<Option<Box<dyn AnyEngine>>>;

/// A search or a count that runs beside the reading of commands.
struct Job<'scope> {
    thread: ScopedJoinHandle<'scope, EngineBack>,
    halt: Halt,
    /// Nobody has to stop it.
    ends_by_itself: bool,
}

struct Server<'scope, 'env, W: Write + Send> {
    scope: &'scope Scope<'scope, 'env>,
    outlet: &'env Outlet<W>,
    settings: Settings,
    played: Box<dyn AnyMatch>,
    /// The last `position` was refused: what would be thought about is not what was meant.
    is_misplaced: bool,
    /// Made when it is first needed; away while a search runs.
    engine: Option<Box<dyn AnyEngine>>,
    job: Option<Job<'scope>>,
}

/// Whether to read on.
enum Then {
    Go,
    Quit,
}

impl<'scope, 'env, W: Write + Send> Server<'scope, 'env, W> {
    fn new(
        scope: &'scope Scope<'scope, 'env>,
        outlet: &'env Outlet<W>,
        defaults: Defaults,
    ) -> Self {
        let settings = Settings::new(defaults);
        let played = defaults.game.start(defaults.variant);
        Server { scope, outlet, settings, played, is_misplaced: false, engine: None, job: None }
    }

    /// Answers until the input ends, or until `quit`.
    fn run(&mut self, input: &mut impl BufRead) -> io::Result<Then> {
        while let Some(line) = read_line(input, LONGEST_LINE)? {
            match line {
                Line::Text(text) => {
                    let words: Vec<&str> = text.split_whitespace().collect();
                    if let Then::Quit = self.answer(&words)? {
                        return Ok(Then::Quit);
                    }
                }
                Line::TooLong => {
                    let problem =
                        format_args!("a line longer than {LONGEST_LINE} bytes is ignored");
                    self.outlet.remark(problem)?;
                }
            }
        }
        Ok(Then::Go)
    }

    fn answer(&mut self, words: &[&str]) -> io::Result<Then> {
        match words {
            [] => {}
            ["ugi"] => self.introduce("ugiok")?,
            ["uci"] => self.introduce("uciok")?,
            ["isready"] => {
                if self.job.is_none() {
                    self.prepare_engine()?;
                }
                self.outlet.say("readyok")?;
            }
            ["uginewgame" | "ucinewgame"] => self.new_game()?,
            ["setoption", rest @ ..] => self.set_option(rest)?,
            ["position", rest @ ..] => self.set_position(rest)?,
            ["go", "perft", depth @ ..] => self.perft(depth, Counted::ByMove)?,
            ["go", rest @ ..] => self.go(rest)?,
            ["stop"] => self.halt()?,
            ["quit"] => return Ok(Then::Quit),
            ["query", what] => self.query(what)?,
            ["d"] => self.describe()?,
            ["perft", depth @ ..] => self.perft(depth, Counted::Together)?,
            ["help"] => self.outlet.say(HELP)?,
            words => {
                let line = excerpt(&words.join(" "));
                self.outlet.remark(format_args!("`{line}` is not understood; try help"))?;
            }
        }
        Ok(Then::Go)
    }

    fn introduce(&self, last: &str) -> io::Result<()> {
        self.outlet.say(concat!("id name quintet ", env!("CARGO_PKG_VERSION")))?;
        self.outlet.say("id author the Quintet developers")?;
        for option in self.settings.describe() {
            self.outlet.say(option)?;
        }
        self.outlet.say(last)
    }

    fn new_game(&mut self) -> io::Result<()> {
        self.halt()?;
        if let Some(engine) = &mut self.engine {
            engine.forget();
        }
        self.start_over();
        Ok(())
    }

    fn start_over(&mut self) {
        self.played = self.settings.game.start(self.settings.variant);
        self.is_misplaced = false;
    }

    fn set_option(&mut self, words: &[&str]) -> io::Result<()> {
        let value = words.iter().position(|word| *word == "value");
        let (Some(&"name"), Some(value)) = (words.first(), value) else {
            return self.outlet.remark("expected setoption name NAME value VALUE");
        };
        self.halt()?;
        let name = words[1..value].join(" ");
        match self.settings.set(&name, &words[value + 1..].join(" ")) {
            Ok(effect) => {
                self.engine = None;
                if effect == Effect::NewGame {
                    self.start_over();
                }
                self.settings.remark.take().map_or(Ok(()), |remark| self.outlet.remark(remark))
            }
            Err(error) => self.outlet.remark(error),
        }
    }

    fn set_position(&mut self, words: &[&str]) -> io::Result<()> {
        self.halt()?;
        let read = self.read_position(words);
        self.is_misplaced = read.is_err();
        match read {
            Ok(played) => self.played = played,
            Err(error) => self.outlet.remark(error)?,
        }
        Ok(())
    }

    fn read_position(&self, words: &[&str]) -> Result<Box<dyn AnyMatch>, Misplaced> {
        let Settings { game, variant, .. } = self.settings;
        let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let mut played = match &words[..end] {
            ["startpos"] => game.start(variant),
            ["fen", fields @ ..] => game.set_up(variant, &fields.join(" "))?,
            _ => return Err(Misplaced::Usage),
        };
        for (index, mv) in words[end..].iter().skip(1).enumerate() {
            played.play(mv).map_err(|problem| Misplaced::Move { number: index + 1, problem })?;
        }
        Ok(played)
    }

    fn go(&mut self, words: &[&str]) -> io::Result<()> {
        let begun = Instant::now();
        self.halt()?;
        let (go, unknown) = match Go::parse(words) {
            Ok(read) => read,
            Err(error) => return self.no_move(error),
        };
        if !unknown.is_empty() {
            let unknown = excerpt(&unknown.join(" "));
            self.outlet.remark(format_args!("go does not know `{unknown}`"))?;
        }
        if self.is_misplaced {
            return self.no_move(MISPLACED);
        }
        if self.played.finish().is_some() {
            return self.no_move("the game is over");
        }
        self.prepare_engine()?;
        let Some(engine) = self.engine.take() else { return Ok(()) };
        let own_time = if go.infinite { None } else { self.settings.move_time() };
        let time = go.allowance(self.played.turn(), moves_to_go(self.played.as_ref()));
        let time = time.or(own_time.map(Allowance::exactly));
        let lines = self.settings.lines;
        let is_limited = time.is_some() || go.limits != Limits::default();
        let ends_by_itself = is_limited && !go.infinite;
        let search = Search { played: self.played.boxed_clone(), go, time, lines, begun };
        let (outlet, proofs) = (self.outlet, self.settings.proofs.clone());
        self.start(ends_by_itself, move |halt| {
            let engine = search.run(engine, halt, outlet)?;
            if let Some(Err(problem)) = proofs.map(|proofs| proofs.save()) {
                outlet.remark(problem)?;
            }
            Ok(engine)
        });
        Ok(())
    }

    /// Whoever says `go` waits for an answer.
    fn no_move(&self, reason: impl Display) -> io::Result<()> {
        self.outlet.remark(reason)?;
        self.outlet.say("bestmove none")
    }

    fn perft(&mut self, depth: &[&str], counted: Counted) -> io::Result<()> {
        let text = if depth.is_empty() { "nothing".into() } else { depth.join(" ") };
        let Ok(depth) = text.parse() else {
            let found = excerpt(&text);
            let problem = format_args!("perft: expected a whole number, got `{found}`");
            return self.outlet.remark(problem);
        };
        self.halt()?;
        if self.is_misplaced {
            return self.outlet.remark(MISPLACED);
        }
        let (played, outlet) = (self.played.boxed_clone(), self.outlet);
        let engine = self.engine.take();
        self.start(true, move |halt| {
            job::perft(played.as_ref(), depth, counted, halt, outlet)?;
            Ok(engine)
        });
        Ok(())
    }

    fn start(
        &mut self,
        ends_by_itself: bool,
        work: impl FnOnce(&Halt) -> EngineBack + Send + 'scope,
    ) {
        let halt = Halt::default();
        let asked = halt.clone();
        let thread = self.scope.spawn(move || work(&asked));
        self.job = Some(Job { thread, halt, ends_by_itself });
    }

    /// Waits for the answer of whatever runs; ends what would go on for ever.
    fn finish(&mut self) -> io::Result<()> {
        match self.job.take() {
            Some(Job { thread, ends_by_itself: true, .. }) => match thread.join() {
                Ok(engine) => engine.map(drop),
                Err(panic) => std::panic::resume_unwind(panic),
            },
            job => {
                self.job = job;
                self.halt()
            }
        }
    }

    /// Ends whatever runs and waits until it has answered.
    fn halt(&mut self) -> io::Result<()> {
        if let Some(Job { thread, halt, .. }) = self.job.take() {
            halt.ask();
            self.engine = match thread.join() {
                Ok(engine) => engine?,
                Err(panic) => std::panic::resume_unwind(panic),
            };
        }
        Ok(())
    }

    fn prepare_engine(&mut self) -> io::Result<()> {
        if self.engine.is_none() {
            let (engine, unused) = self.settings.engine();
            for option in unused {
                self.outlet.remark(format_args!("this engine has no use for {option}"))?;
            }
            self.engine = Some(engine);
        }
        Ok(())
    }

    fn query(&self, what: &str) -> io::Result<()> {
        if self.is_misplaced {
            return self.outlet.remark(MISPLACED);
        }
        let response = match what {
            "p1turn" => (self.played.turn() == Player::First).to_string(),
            "gameover" => self.played.finish().is_some().to_string(),
            "result" => self.result().to_owned(),
            "fen" => self.played.position(),
            "legal" => self.played.legal_moves().join(" "),
            _ => {
                let what = excerpt(what);
                let expected = "p1turn, gameover, result, fen or legal";
                return self
                    .outlet
                    .remark(format_args!("query: expected {expected}, got `{what}`"));
            }
        };
        self.outlet.say(format_args!("response {response}").to_string().trim_end())
    }

    fn result(&self) -> &'static str {
        match self.played.finish().map(|finish| finish.outcome) {
            None => "none",
            Some(Outcome::Win(Player::First)) => "p1win",
            Some(Outcome::Win(Player::Second)) => "p2win",
            Some(Outcome::Draw) => "draw",
        }
    }

    fn describe(&self) -> io::Result<()> {
        if self.is_misplaced {
            return self.outlet.remark(MISPLACED);
        }
        let info = self.played.info();
        let variant = info.describe(self.played.variant()).id;
        self.outlet.say(format_args!("game {} {variant}", info.id))?;
        self.outlet.say(format_args!("fen {}", self.played.position()))?;
        self.outlet.say(format_args!("result {}", self.result()))?;
        self.outlet.say(format_args!("moves {}", self.played.count_legal_moves()))
    }
}

/// Why a position was not set up.
#[derive(Debug, thiserror::Error)]
enum Misplaced {
    #[error("expected position startpos|fen POSITION [moves MOVE…]")]
    Usage,
    #[error("position: {0}")]
    Fen(#[from] PositionError),
    #[error("position: move {number}: {problem}")]
    Move { number: usize, problem: PlayError },
}
