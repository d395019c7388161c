//! A monkey at a real pseudo-terminal: random keys, clicks, sizes and words, with pauses that fall into animations and
//! into the computer's thinking, in all games, with all kinds of players, on all screens. After each burst the program
//! has to live, the computer has to move, a key has to change the screen, and what was saved has to replay.
//!
//! `QUINTET_MONKEY_SECONDS` says for how long, `QUINTET_MONKEY_SEED` with which session to begin. Whoever fails tells
//! the seed of the session: chance repeats itself exactly, time only nearly.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use quintet_catalog::{AnyGame, Dice};
use quintet_core::{Player as Side, Variant};
use quintet_sitting::{Places, Saves, Settings, Setup, Sitting};
use tempfile::TempDir;

use crate::terminal_screen::{CTRL_C, DRAWN, ENTER, Terminal, home_with, mouse};

/// So long the computer and the screen may take.
const ANSWER: Duration = Duration::from_secs(5);
/// Keys, questions and lines being typed lie on top of each other, but not more than these.
const MOST_ASIDE: usize = 8;
/// Bursts of a session in the game it begins with, in a replay, and from the menu.
const BURSTS: [usize; 3] = [5, 2, 4];
/// What can be done in one burst at most.
const LONGEST_BURST: u64 = 12;
/// Monkeys at work: they mostly wait, and so do the clients.
const MONKEYS: usize = 3;

const HUMAN: &str = "human";
/// Computers that need far less than [`ANSWER`].
const QUICK: [&str; 7] = [
    "level:1",
    "level:2",
    "level:3",
    "random",
    "greedy",
    "mcts:time=100ms",
    "alphabeta:time=100ms",
];

/// Where the client keeps what it saves, in its home, and a record that lies there.
const GAMES: &str = "data/quintet/games";
const SETTINGS: &str = "config/quintet/settings.json";
const RECORD: &str = "record.txt";

const ESC: &str = "\x1b";
/// Draws everything anew, once all that was sent before was taken in.
const CTRL_L: &str = "\x0c";
/// What the client writes when it begins to draw everything anew.
const TAKEN_OVER: &[u8] = b"\x1b[?1049h";
/// Keys with names; what is wanted more often stands here more often.
const NAMED: [&str; 20] = [
    ENTER, ENTER, ENTER, ENTER, ENTER, ENTER, " ", "\t", "\t", "\x1b[Z", "\x1b[A", "\x1b[B",
    "\x1b[C", "\x1b[D", "\x7f", ESC, "\x1b[H", "\x1b[F", "\x1b[5~", "\x1b[6~",
];
/// No slash: what is typed may be the name of a file to write, which has to stay in this folder.
const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzRUGNYMD0123456789 +-?:$<>@,.";
/// Buttons as terminals count them: left, right, pointing, scrolling.
const BUTTONS: [u8; 8] = [0, 0, 0, 0, 2, 35, 64, 65];

/// Where the monkey is, as far as that matters.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Seen {
    /// Something that is left with these keys: help, a line being typed, a question, a pause.
    Aside(&'static str),
    /// This computer is to move.
    Computer(String),
    /// A person is to move.
    Own,
    /// A game that is over, or another screen.
    Elsewhere,
}

fn look(text: &str) -> Seen {
    let keys = text.lines().last().unwrap_or_default();
    let has = |words: &str| text.contains(words);
    if has("these keys") || keys.contains("Esc back") || keys.contains("Esc leaves") {
        Seen::Aside(ESC)
    } else if keys.contains("y yes  n no") {
        Seen::Aside("n")
    } else if !keys.contains("t type") && !keys.contains("space pause") {
        Seen::Elsewhere
    } else if has(" waits. Space") {
        Seen::Aside(" ")
    } else {
        let of_computer = |line: &str| {
            let (name, _) = line.split_once(" thinks").or(line.split_once(" is about to move"))?;
            Some(Seen::Computer(name.to_owned()))
        };
        text.lines().find_map(of_computer).unwrap_or(Seen::Own)
    }
}

/// What all monkeys share.
struct Troop {
    until: Instant,
    has_failed: AtomicBool,
    /// The keys that the screens offered at the end of a burst, and how often.
    diary: Mutex<BTreeMap<String, usize>>,
}

impl Troop {
    /// Whether it is time to stop.
    fn is_done(&self) -> bool {
        Instant::now() >= self.until || self.has_failed.load(Ordering::SeqCst)
    }
}

struct Monkey<'a> {
    troop: &'a Troop,
    seed: u64,
    dice: Dice,
    home: TempDir,
    terminal: Terminal,
    /// Moves to type, legal at the start.
    moves: Vec<String>,
    /// Whether all computers in reach are quick.
    is_quick: bool,
    /// What it did, to be told if it fails.
    deeds: Vec<String>,
}

impl Monkey<'_> {
    /// Everything about a session comes from its seed: consecutive ones go through all games and kinds of players.
    fn new(troop: &Troop, seed: u64) -> Monkey<'_> {
        let mut dice = Dice::new(seed);
        let games = quintet_catalog::standard().games();
        let (round, index) = (seed / games.len() as u64, (seed % games.len() as u64) as usize);
        let game = games[index];
        let mut computer = || QUICK[(dice.next_seed() % QUICK.len() as u64) as usize];
        let (first, second) = (computer(), computer());
        let [first, second] = match round % 4 {
            0 => [HUMAN, second],
            1 => [first, HUMAN],
            2 => [first, second],
            _ => [HUMAN, HUMAN],
        };
        let home = home_with(r#"{"animation":true,"watch_delay":200}"#);
        furnish(home.path(), game, &mut dice);
        let game_seed = seed.to_string();
        let arguments =
            ["play", game.info().id, "--first", first, "--second", second, "--seed", &game_seed];
        let terminal = start(home.path(), &arguments);
        let deeds = vec![format!("quintet {}", arguments.join(" "))];
        let moves = game.start(Variant::default()).legal_moves();
        Monkey { troop, seed, dice, home, terminal, moves, is_quick: true, deeds }
    }

    fn session(&mut self) {
        let [in_game, in_replay, from_menu] = BURSTS;
        (0..in_game).for_each(|_| self.burst());
        self.terminal.send(CTRL_C);
        self.open(&["replay", RECORD]);
        (0..in_replay).for_each(|_| self.burst());
        self.terminal.send(CTRL_C);
        self.open_menu();
        (0..from_menu).for_each(|_| self.burst());
    }

    fn roll(&mut self, sides: u64) -> u64 {
        self.dice.next_seed() % sides
    }

    fn choose<T: Clone>(&mut self, among: &[T]) -> T {
        among[self.roll(among.len() as u64) as usize].clone()
    }

    /// Starts the program anew, after it has ended as it should.
    fn open(&mut self, arguments: &[&str]) {
        let code = self.terminal.wait_for_end();
        let written = String::from_utf8_lossy(&self.terminal.written).into_owned();
        assert!(code == 0 && !written.contains("panicked"), "exit code {code}: {written}");
        self.deeds.push(format!("quintet {}", arguments.join(" ")));
        self.terminal = start(self.home.path(), arguments);
        // From here on somebody may sit down who thinks for long.
        self.is_quick = false;
    }

    /// Opens something from the menu.
    fn open_menu(&mut self) {
        self.open(&[]);
        let keys = "j".repeat(self.roll(14) as usize) + ENTER;
        self.terminal.send(&keys);
        self.deeds.push(format!("{keys:?}"));
    }

    fn burst(&mut self) {
        if self.troop.is_done() {
            return;
        }
        for _ in 0..=self.roll(LONGEST_BURST) {
            let deed = self.act();
            let longest = self.choose(&[0, 50, 150, 400]);
            let pause = Duration::from_millis(self.roll(longest + 1));
            self.deeds.push(format!("{deed}, {} ms", pause.as_millis()));
            self.terminal.wait_at_most(pause, |_| false);
        }
        self.check();
        self.check_saves();
        self.deeds.push("checked".to_owned());
    }

    /// Does something at random and says what.
    fn act(&mut self) -> String {
        let keys = match self.roll(20) {
            0..9 => self.choose(&NAMED).to_owned(),
            9..14 => char::from(self.choose(LETTERS)).to_string(),
            14..17 => {
                let button = self.choose(&BUTTONS);
                let (column, line) = self.somewhere();
                mouse(button, column, line)
            }
            17 => format!("t{}{ENTER}", self.some_move()),
            18 => format!("{ESC}[200~{}{ESC}[201~", self.some_move()),
            _ => {
                let (columns, lines) = (60 + self.roll(80), 20 + self.roll(25));
                self.terminal.resize(columns as u16, lines as u16);
                return format!("{columns}x{lines}");
            }
        };
        self.terminal.send(&keys);
        format!("{keys:?}")
    }

    fn some_move(&mut self) -> String {
        let index = self.roll(self.moves.len() as u64);
        self.moves[index as usize].clone()
    }

    /// A place on the screen where there is something.
    fn somewhere(&mut self) -> (usize, usize) {
        let text = self.terminal.text();
        let signs = text.lines().enumerate().flat_map(|(line, signs)| {
            signs.chars().enumerate().filter(|(_, sign)| *sign != ' ').map(move |s| (s.0, line))
        });
        let places: Vec<_> = signs.chain([(0, 0)]).collect();
        self.choose(&places)
    }

    /// Waits until all that was sent was taken in and drawn. False if that ended the program.
    fn catch_up(&mut self) -> bool {
        let before = self.terminal.written.len();
        self.terminal.send(CTRL_L);
        let is_drawn = |terminal: &Terminal| {
            let mut rest = &terminal.written[before..];
            [TAKEN_OVER, DRAWN].iter().all(|wanted| {
                let at = rest.windows(wanted.len()).position(|bytes| bytes == *wanted);
                rest = at.map_or(&[], |at| &rest[at + wanted.len()..]);
                at.is_some()
            })
        };
        let is_drawn = self.terminal.wait_at_most(ANSWER, is_drawn);
        assert!(is_drawn || self.terminal.is_closed, "nothing is drawn any more");
        is_drawn
    }

    fn check(&mut self) {
        self.terminal.resize(80, 24);
        for _ in 0..MOST_ASIDE {
            if !self.catch_up() {
                return self.open_menu();
            }
            let text = self.terminal.text();
            let keys = text.lines().last().unwrap_or_default().trim().to_owned();
            *self.troop.diary.lock().expect("nobody fails here").entry(keys).or_default() += 1;
            match look(&text) {
                Seen::Aside(key) => {
                    self.terminal.send(key);
                    let is_left = |now: &Terminal| now.text() != text;
                    let is_left = self.terminal.wait_at_most(ANSWER, is_left);
                    assert!(is_left, "{key:?} does not lead back");
                }
                seen @ Seen::Computer(_) => return self.wait_for_computer(&seen),
                // Only a person who is to move can type a move.
                Seen::Own => return self.open_and_close("t", "Your move:"),
                Seen::Elsewhere => return self.open_and_close("?", "these keys"),
            }
        }
        panic!("there is no way back");
    }

    fn wait_for_computer(&mut self, computer: &Seen) {
        let settings = fs::read_to_string(self.home.path().join(SETTINGS));
        let settings: Settings =
            serde_json::from_str(&settings.expect("a file")).expect("settings");
        let time = ANSWER + Duration::from_millis(settings.watch_delay);
        let has_moved = |terminal: &Terminal| look(&terminal.text()) != *computer;
        let mut moved = self.terminal.wait_at_most(time, has_moved);
        if !moved && !self.is_quick && self.terminal.text().contains(" thinks") {
            self.terminal.send("m");
            moved = self.terminal.wait_at_most(time, has_moved);
        }
        assert!(moved, "{computer:?} does not move");
    }

    /// A key has to bring a text up, and Escape has to take it away.
    fn open_and_close(&mut self, key: &str, text: &str) {
        for (key, is_there) in [(key, true), (ESC, false)] {
            self.terminal.send(key);
            let changed =
                self.terminal.wait_at_most(ANSWER, |now| now.text().contains(text) == is_there);
            assert!(changed, "{key:?} does not change the screen");
        }
    }

    /// All games that were saved replay, also the one being played.
    fn check_saves(&self) {
        let catalog = quintet_catalog::standard();
        let copy = tempfile::tempdir().expect("a folder");
        let places = Places::under(copy.path());
        copy_files(&self.home.path().join(GAMES), &places.games());
        let saves = Saves::new(catalog, &places);
        let (unfinished, finished) = (saves.unfinished(), saves.finished());
        for listing in [unfinished, finished] {
            assert!(listing.messages.is_empty(), "{:?}", listing.messages);
            for found in listing.games {
                let record = saves.read(&found.path).expect("a saved game").record().to_string();
                let records = quintet_catalog::read_records(&record).expect("a record");
                let replayed = Sitting::from_record(catalog, &records[0]).expect("a game");
                assert_eq!(replayed.ply(), found.ply, "{record}");
            }
        }
    }
}

/// Starts the program and waits until it takes keys; before that the terminal itself does, and Ctrl-C would kill.
fn start(home: &Path, arguments: &[&str]) -> Terminal {
    let mut terminal = Terminal::quintet(home, arguments);
    terminal.wait_until_full_screen();
    terminal
}

/// Puts into a home what there may be to go on with and to replay: two games that are not over, one that is, a record.
fn furnish(home: &Path, game: &dyn AnyGame, dice: &mut Dice) {
    let shelf = tempfile::tempdir().expect("a folder");
    let places = Places::under(shelf.path());
    let catalog = quintet_catalog::standard();
    let now = Instant::now();
    for is_over in [false, false, true] {
        let seats = [HUMAN, QUICK[0]].map(|name| name.parse().expect("a player"));
        let setup = Setup::new(game.info().id, seats);
        let mut sitting = Sitting::new(catalog, setup).expect("a game");
        Saves::new(catalog, &places).keep(&mut sitting).expect("a saved game");
        for _ in 0..8 {
            let Some(mv) = sitting.played().random_move(dice) else { break };
            sitting.play(&mv, now).expect("a legal move");
        }
        if is_over {
            sitting.resign(Side::First, now);
            fs::write(home.join(RECORD), sitting.record().to_string()).expect("a file");
        }
    }
    copy_files(&places.games(), &home.join(GAMES));
}

fn copy_files(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for file in fs::read_dir(from).into_iter().flatten().flatten() {
        let to = to.join(file.file_name());
        if file.path().is_dir() {
            copy_files(&file.path(), &to);
        } else {
            // A game that is left before its first move leaves no file.
            let _ = fs::copy(file.path(), to);
        }
    }
}

impl Drop for Monkey<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            let Monkey { troop, seed, deeds, terminal, .. } = self;
            troop.has_failed.store(true, Ordering::SeqCst);
            let deeds = deeds.join("\n  ");
            let screen = terminal.text();
            eprintln!(
                "What the monkey did (QUINTET_MONKEY_SEED={seed}):\n  {deeds}\nThe screen:\n{screen}"
            );
        }
    }
}

#[test]
fn nothing_that_a_monkey_does_stops_the_client() {
    let number =
        |name: &str| env::var(name).ok().map(|text| text.parse::<u64>().expect("a number"));
    let seconds = number("QUINTET_MONKEY_SECONDS").unwrap_or(10);
    let first = number("QUINTET_MONKEY_SEED").unwrap_or(1);
    let until = Instant::now() + Duration::from_secs(seconds);
    let troop = Troop { until, has_failed: AtomicBool::default(), diary: Mutex::default() };
    let next = AtomicU64::new(first);
    let work = || {
        while !troop.is_done() {
            Monkey::new(&troop, next.fetch_add(1, Ordering::SeqCst)).session();
        }
    };
    eprintln!("{seconds} seconds of {MONKEYS} monkeys from seed {first}");
    thread::scope(|scope| (0..MONKEYS).for_each(|_| drop(scope.spawn(work))));
    eprintln!("{} sessions; seen at the end of a burst:", next.into_inner() - first);
    for (keys, times) in troop.diary.into_inner().expect("nobody failed") {
        eprintln!("{times:5}  {keys}");
    }
}
