//! The command line: names, options and help. What a command does stands in `commands`; `help` puts the games that
//! there are into the examples: `{game}`, `{position}`, `{moves}` in it, `{variant}` for a game with a variant;
//! what follows a tab is set in a column of its own.

mod contests;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use quintet_catalog::Brain;
use quintet_players::PlayerSpec;

pub use contests::{
    ConditionsArguments, DataArguments, MatchArguments, OpeningsArguments, ReportArguments,
    TournamentArguments,
};

/// Play, analyse and research modern abstract games.
///
/// Data goes to standard output, progress and errors to standard error. With --json every command
/// prints one JSON object a line. Exit codes: 0 fine, 1 failure, 2 wrong usage, 4 illegal move or
/// malformed position or record.
#[derive(Debug, Parser)]
#[command(name = "quintet", version, max_term_width = 100, after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Play with menus and boards in lines; for pipes, screen readers and dumb terminals
    #[arg(long)]
    pub plain: bool,

    /// A number from which all chance comes: the same one gives the same choices again. Another one each time if left out
    #[arg(long)]
    pub seed: Option<u64>,

    /// Print one JSON object a line
    #[arg(long, global = true)]
    pub json: bool,

    /// When to use colours; NO_COLOR is respected
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN")]
    pub color: Color,

    /// Draw with plain ASCII characters only
    #[arg(long, global = true)]
    pub ascii: bool,

    /// When plain mode draws the board; what it does not draw it says
    #[arg(long, global = true, value_enum, default_value = "always", value_name = "WHEN")]
    pub board: Board,
}

/// When plain mode draws the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Board {
    /// After every move and every step of one
    Always,
    /// When the position has changed
    Changes,
    /// When it is asked for, with `board`
    Never,
}

const EXAMPLES: &str = "\
Examples:
  quintet\tsit down and play
  quintet games\twhich games there are
  quintet rules {game}\thow one is played
  quintet play {game} --plain\tplay it against the computer
  quintet show {game}\tdraw a position
  quintet help play\tmore about one command";

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What a drawing is drawn on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Paper {
    /// Light paper
    Light,
    /// Dark paper
    Dark,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the games, their variants and players
    #[command(after_help = "Examples:\n  quintet games\n  quintet games --json")]
    Games,

    /// Print the rules of a game
    #[command(after_help = "Examples:\n  quintet rules {game}\n  quintet rules {game} | less")]
    Rules {
        /// The game's name, as `quintet games` lists it
        game: String,
    },

    /// Draw a position
    #[command(after_help = "Examples:
  quintet show {game}
  quintet show {game} '{position}'
  quintet show {game} --ascii --flip
  quintet show {game} --svg > board.svg")]
    Show {
        #[command(flatten)]
        game: GameChoice,
        /// The position, in quotes; the start if left out
        position: Option<String>,
        /// Turn the board by 180 degrees
        #[arg(long)]
        flip: bool,
        /// Draw it as an SVG document, on light paper if nothing else is said
        #[arg(long, value_name = "PAPER", num_args = 0..=1, require_equals = true, default_missing_value = "light")]
        svg: Option<Paper>,
    },

    /// List the legal moves of a position, and its result
    #[command(after_help = "Examples:
  quintet moves {game}
  quintet moves {variant}
  quintet moves {game} --json - < positions.txt")]
    Moves {
        #[command(flatten)]
        game: GameChoice,
        /// The position, in quotes; the start if left out; `-` reads one a line from standard input
        position: Option<String>,
        /// Of moves that differ only by turning or mirroring the board, list one
        #[arg(long)]
        distinct: bool,
    },

    /// Make moves in a position and print the position they lead to
    #[command(after_help = "Examples:
  quintet apply {game} start {moves}
  quintet apply {game} start {moves} --json")]
    Apply {
        #[command(flatten)]
        game: GameChoice,
        /// The position, in quotes, or `start`
        position: String,
        /// The moves, in order
        #[arg(required = true, value_name = "MOVE")]
        moves: Vec<String>,
    },

    /// Count the sequences of moves of a given length
    #[command(after_help = "Examples:
  quintet perft {game} 3
  quintet perft {variant} 3 --divide
  quintet perft {game} 5 --threads 8 --hash 1024
  quintet perft {game} 2 --position '{position}' --json")]
    Perft {
        #[command(flatten)]
        game: GameChoice,
        /// How many moves
        #[arg(value_parser = clap::value_parser!(u32).range(0..=99))]
        depth: u32,
        /// The position to count from, in quotes; the start if left out
        #[arg(long)]
        position: Option<String>,
        /// Also print the count after each first move
        #[arg(long)]
        divide: bool,
        /// How many threads count
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: u16,
        /// Megabytes for positions that come up again; without them every sequence is walked
        #[arg(long, default_value_t = 0, value_name = "MB", value_parser = clap::value_parser!(u32).range(0..=65_536))]
        hash: u32,
    },

    /// Play uniformly random games and print statistics
    ///
    /// The mean number of legal moves is taken from one game in 64, as a random game need not count them.
    #[command(after_help = "Examples:
  quintet playouts {game}
  quintet playouts {game} --seconds 10 --threads 2
  quintet playouts {variant} --games 100000 --seed 7 --json")]
    Playouts(PlayoutsArguments),

    /// Do a fixed amount of work for every game and engine: nodes, nodes a second, a signature
    ///
    /// The work and the signatures are the same on every machine; only the seconds differ.
    #[command(after_help = "Examples:\n  quintet bench\n  quintet bench --json")]
    Bench,

    /// Play a game
    ///
    /// In a terminal it fills the screen: press ? for the keys. With --plain, or without a terminal, moves are typed
    /// in notation or step by step: type `help` at the prompt. Every move is saved at once; `quintet` goes on with a
    /// game that was left.
    #[command(after_help = "Examples:
  quintet play {game}\tyou against level 3
  quintet play {game} --second level:8 --movetime 2000
  quintet play {game} --first human --second human\ttwo people at one keyboard
  quintet play {game} --first random --second random --seed 7
  quintet play {game} --save game.txt\tkeep a record of the game")]
    Play(PlayArguments),

    /// Analyse a position, or every move of a recorded game
    ///
    /// Lines get deeper until the time or the limit is up; Ctrl-C ends it with the best so far. The score is
    /// the chance of the player to move to win, or what is proved.
    #[command(after_help = "Examples:
  quintet analyze {game}
  quintet analyze {game} --lines 3 --time 10s
  quintet analyze {game} '{position}' --nodes 100000 --json
  quintet analyze {game} --record game.txt --time 200ms")]
    Analyze(AnalyzeArguments),

    /// Let two computer players play a match, and say what it proves
    ///
    /// Each opening is played twice, with colours exchanged. Ctrl-C ends the match with the result so far; with
    /// --records it can be taken up again.
    #[command(after_help = "Examples:
  quintet match {game} level:4 level:3 --games 100
  quintet match {game} alphabeta mcts:plain --games 100 --movetime 50 --records games.jsonl
  quintet match {variant} level:8 'ugi:./my-engine' --games 20 --clock 60+0.5
  quintet match {game} alphabeta mcts --games 2000 --nodes 2000 --sprt elo0=0,elo1=10")]
    Match(MatchArguments),

    /// Let computer players meet each other, and print the table
    #[command(after_help = "Examples:
  quintet tournament {game} random greedy level:3 level:4 --games 50
  quintet tournament {game} level:8 greedy mcts:plain --gauntlet --movetime 50 --plot table.svg")]
    Tournament(TournamentArguments),

    /// Make openings from which good play is open
    ///
    /// Random moves from the start, kept where the side to move expects 40 to 60 % by a search, and the other side too
    /// after the best move; none looks like another, turned or mirrored. What is printed can be given to --openings.
    #[command(after_help = "Examples:
  quintet openings {game}
  quintet openings {variant} --count 100 --plies 6 --nodes 100000 > openings.txt
  quintet match {game} level:8 level:7 --openings openings.txt")]
    Openings(OpeningsArguments),

    /// Let levels play against themselves and tell what that says about the game
    ///
    /// Lengths, legal moves, draws, the first player's advantage by level, changes of the lead, and how early the
    /// winner can be foreseen; with plots as SVG. An interrupted report goes on where it was.
    #[command(after_help = "Examples:
  quintet report {game}
  quintet report {variant} --levels 3,5,7 --games 500 --workers 8
  quintet report {game} --dir reports/{game} --json")]
    Report(ReportArguments),

    /// Let players play and write the games as tables for learning programs
    ///
    /// Parquet files with a row for every step of every move: position, legal steps, move, what the player expected, result. For
    /// players limited by nodes on one thread the same seed writes the same files, whatever the number of workers; an interrupted run goes on where
    /// it was.
    #[command(after_help = "Examples:
  quintet data {game}
  quintet data {variant} --player mcts --nodes 2000 --lines 8 --games 10000 --workers 8
  quintet data {game} --player level:5 --second level:4 --dir tables/{game} --json")]
    Data(DataArguments),

    /// Speak the engine protocol UGI on standard input and output
    #[command(after_help = "Examples:
  quintet ugi --game {game}
  printf 'position startpos\\ngo movetime 100\\n' | quintet ugi")]
    Ugi {
        /// The game to begin with, else the first of them; the option `Game` changes it
        #[arg(long)]
        game: Option<String>,
        /// The variant to begin with
        #[arg(long)]
        variant: Option<String>,
    },

    /// Go through a recorded game
    ///
    /// In a terminal it fills the screen; with --plain it is told move by move, as one asks for it. With --boards, or without
    /// a terminal, it is printed.
    #[command(after_help = "Examples:
  quintet replay game.txt
  quintet replay game.txt --plain
  quintet replay games.jsonl --number 3 --boards
  quintet replay game.txt --json")]
    Replay {
        /// A file of records as `quintet play --save` writes them, or as JSON lines; `-` for standard input
        file: PathBuf,
        /// Which game of the file, from 1
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
        number: u32,
        /// Draw the board after every move, not only the last
        #[arg(long)]
        boards: bool,
        /// Go through it in lines; for pipes, screen readers and dumb terminals
        #[arg(long)]
        plain: bool,
    },

    /// Serve live games: play a friend by link, play the computer, watch
    ///
    /// Settings come from flags, then from the environment (such as `QUINTET_LISTEN`), then from a file. Games are kept in the data
    /// folder; a move that was answered is never lost. SIGTERM or Ctrl-C ends it in good order.
    #[command(after_help = "Examples:
  quintet serve
  quintet serve --listen 0.0.0.0:8080 --data /var/lib/quintet --public-url https://play.example.org
  quintet serve --database postgres://quintet@db.example.org/quintet --database-password-file /etc/quintet/password
  quintet serve --listen 127.0.0.1:0 --json")]
    Serve(ServeArguments),

    /// Copy a server's games to a file, also while it serves
    #[command(
        after_help = "Examples:\n  quintet backup games.db\n  quintet backup --data /var/lib/quintet /mnt/backup/monday.db"
    )]
    Backup {
        /// The folder of games, as `quintet serve` uses it
        #[arg(long, value_name = "DIR")]
        data: Option<PathBuf>,
        /// A database has tools of its own, which are named then
        #[arg(long, value_name = "URL")]
        database: Option<String>,
        /// The file to write; it must not exist
        to: PathBuf,
    },

    /// Carry a server's games from a folder into a database, or back
    ///
    /// Each end is a folder, as `quintet serve --data` uses it, or the address of a PostgreSQL database. Nobody may be serving either. The new one must
    /// be empty; it gets everything or nothing, and both are compared afterwards.
    #[command(
        after_help = "Examples:\n  quintet move-data /var/lib/quintet postgres://quintet@localhost/quintet\n  quintet move-data postgres://quintet@localhost/quintet /var/lib/quintet"
    )]
    MoveData {
        /// Where the games are: a folder or an address
        from: String,
        /// Where they go
        to: String,
        /// A file with the database's password; without it PGPASSWORD or ~/.pgpass
        #[arg(long, value_name = "FILE")]
        database_password_file: Option<PathBuf>,
    },

    /// Print completions for a shell
    #[command(
        after_help = "Examples:\n  quintet completions bash > ~/.local/share/bash-completion/completions/quintet"
    )]
    Completions {
        /// The shell
        shell: Shell,
    },

    /// Print the manual page, or write one for every command
    #[command(
        after_help = "Examples:\n  quintet man | man -l -\n  quintet man --dir ~/.local/share/man/man1"
    )]
    Man {
        /// Write the pages of all commands into this folder
        #[arg(long)]
        dir: Option<PathBuf>,
    },
}

/// Which game, and which variant of it.
#[derive(Debug, Args)]
pub struct GameChoice {
    /// The game's name, as `quintet games` lists it
    pub game: String,
    /// The variant; the game's default if left out
    #[arg(long)]
    pub variant: Option<String>,
}

/// What `playouts` takes.
#[derive(Debug, Args)]
pub struct PlayoutsArguments {
    #[command(flatten)]
    pub game: GameChoice,
    /// The position to play from, in quotes; the start if left out
    #[arg(long)]
    pub position: Option<String>,
    /// How long to play
    #[arg(long, default_value_t = 1.0, value_parser = seconds)]
    pub seconds: f64,
    /// How many games to play on each thread, however long it takes
    #[arg(long, conflicts_with = "seconds")]
    pub games: Option<u64>,
    /// How many threads play
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// A number from which all chance comes: the same one gives the same games again
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// What `play` takes.
#[derive(Debug, Args)]
pub struct PlayArguments {
    #[command(flatten)]
    pub game: GameChoice,
    /// Who moves first: human, random, greedy, level:1 to level:8, an engine with options, or ugi:COMMAND
    #[arg(long, default_value = "human", value_name = "PLAYER")]
    pub first: PlayerSpec,
    /// Who moves second
    #[arg(long, default_value = "level:3", value_name = "PLAYER")]
    pub second: PlayerSpec,
    /// How many milliseconds the computer thinks about a move; 1000 if it has no limit of its own
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub movetime: Option<u64>,
    /// Seconds that each player has for the game and seconds added for each move, such as 300+5
    #[arg(long, value_name = "S+S", value_parser = clock, conflicts_with = "movetime")]
    pub clock: Option<(Duration, Duration)>,
    /// The position to start from, in quotes
    #[arg(long)]
    pub position: Option<String>,
    /// Print and read lines; for pipes, screen readers and dumb terminals
    #[arg(long)]
    pub plain: bool,
    /// A number from which all chance comes: the same one gives the same choices again. Another one each time if left out
    #[arg(long)]
    pub seed: Option<u64>,
    /// Write the game's record to this file, also if the game is not finished; implies --plain
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Replace the file of --save if there is one
    #[arg(long, requires = "save")]
    pub overwrite: bool,
}

/// What `analyze` takes.
#[derive(Debug, Args)]
pub struct AnalyzeArguments {
    /// The game's name, as `quintet games` lists it
    #[arg(required_unless_present = "record")]
    pub game: Option<String>,
    /// The variant; the game's default if left out
    #[arg(long)]
    pub variant: Option<String>,
    /// The position, in quotes; the start if left out
    pub position: Option<String>,
    /// Analyse every move of the first game in this file instead; it says which game it is
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub record: Option<PathBuf>,
    /// How many of the best moves to follow; mcts orders them by how often it tried each, not by score
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=50))]
    pub lines: u16,
    /// How long to think, such as 500ms or 10s; 5s if nothing limits it, 500ms for each move of a record
    #[arg(long, value_parser = duration)]
    pub time: Option<Duration>,
    /// How many positions to visit
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// How many moves to look ahead
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=999))]
    pub depth: Option<u32>,
    /// Which engine; the best for the game if left out
    #[arg(long, default_value = "level:8", value_name = "ENGINE")]
    pub engine: Brain,
}

/// What `serve` takes.
#[derive(Debug, Args)]
pub struct ServeArguments {
    /// Where to listen; port 0 takes any that is free [default: 127.0.0.1:8080]
    #[arg(long, value_name = "HOST:PORT")]
    pub listen: Option<String>,
    /// The folder of games [default: quintet/server in the user's data folder]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Keep games in this PostgreSQL database instead; several servers may share it
    #[arg(long, value_name = "postgres://USER@HOST/NAME")]
    pub database: Option<String>,
    /// A file with the database's password; without it PGPASSWORD or ~/.pgpass
    #[arg(long, value_name = "FILE")]
    pub database_password_file: Option<PathBuf>,
    /// How other servers on the same database reach this one [default: where it listens]
    #[arg(long, value_name = "HOST:PORT")]
    pub advertise: Option<String>,
    /// A file with what servers on one database show each other, the same for all
    #[arg(long, value_name = "FILE")]
    pub node_secret_file: Option<PathBuf>,
    /// The address by which people reach the server, if a proxy stands in between
    #[arg(long, value_name = "URL")]
    pub public_url: Option<String>,
    /// For how many seconds browsers are to ask by https only [default: a year if the public URL is https, else 0]
    #[arg(long, value_name = "SECONDS")]
    pub hsts: Option<u32>,
    /// Where operators read measurements, as /metrics [default: nowhere]
    #[arg(long, value_name = "HOST:PORT")]
    pub metrics: Option<String>,
    /// Believe X-Forwarded-For; only behind a proxy that sets it
    #[arg(long)]
    pub trust_proxy: bool,
    /// How many times the usual limits of requests, or `off`
    #[arg(long, value_name = "N|off")]
    pub rate_limit: Option<String>,
    /// How many connections there may be [default: 20000]
    #[arg(long, value_name = "N")]
    pub max_connections: Option<usize>,
    /// How many connections from one IPv4 address or IPv6 network (/64); behind a proxy, requests under way [default: 100]
    #[arg(long, value_name = "N")]
    pub max_connections_per_address: Option<usize>,
    /// How log lines look: text or json
    #[arg(long, value_name = "FORMAT")]
    pub log: Option<String>,
    /// How many threads serve the network [default: one a core]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// How many threads think for computer players [default: one a core, less one]
    #[arg(long, value_name = "N")]
    pub thinkers: Option<usize>,
    /// A file of settings [default: quintet.toml in the data folder]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
}

/// `500ms`, `10s` or `1.5s`, a day at most.
fn duration(text: &str) -> Result<Duration, String> {
    let seconds = match text.strip_suffix("ms") {
        Some(number) => number.parse::<f64>().ok().map(|number| number / 1000.0),
        None => text.strip_suffix('s').and_then(|number| number.parse::<f64>().ok()),
    };
    let usable = seconds.filter(|seconds| (0.001..=86_400.0).contains(seconds));
    usable.map(Duration::from_secs_f64).ok_or_else(|| "expected a time such as 500ms or 10s".into())
}

fn clock(text: &str) -> Result<(Duration, Duration), String> {
    let read = || {
        let (base, increment) = text.split_once('+')?;
        let seconds =
            |text: &str| text.parse::<f64>().ok().filter(|s| (0.0..=86_400.0).contains(s));
        let (base, increment) = (seconds(base)?, seconds(increment)?);
        let usable = base > 0.0;
        usable.then(|| (Duration::from_secs_f64(base), Duration::from_secs_f64(increment)))
    };
    read().ok_or_else(|| "expected seconds for the game and for a move, such as 60+0.5".into())
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.001..=86_400.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds from 0.001 to 86400".into()),
    }
}
