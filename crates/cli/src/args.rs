//! The command line: names, options and help. What a command does stands in `commands`; `help` puts the games that
//! there are into the examples: `{game}`, `{position}`, `{moves}` in it, `{variant}` for a game with a variant;
//! what follows a tab is set in a column of its own.

mod contests;
mod playing;
mod serving;
mod values;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

pub use contests::{
    ConditionsArguments, DataArguments, MatchArguments, OpeningsArguments, ReportArguments,
    TournamentArguments,
};
pub use playing::{AnalyzeArguments, PlayArguments, PlayoutsArguments};
pub use serving::{ServeArguments, ThinkArguments};

/// Play, analyse and research modern abstract games.
///
/// Data goes to standard output, progress and errors to standard error. With --json every command
/// prints one JSON object a line. Exit codes: 0 fine, 1 failure, 2 wrong usage, 4 illegal move or
/// malformed position or record, 130 ended by Ctrl-C before it was done.
#[derive(Debug, Parser)]
#[command(name = "quintet", version, max_term_width = 100, after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Play with menus and boards in lines; for pipes, screen readers and dumb terminals
    #[arg(long)]
    pub plain: bool,

    /// A number from which all chance comes: the same one gives the same choices again. Another one each time if left out.
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

impl Arguments {
    /// What is wrong with an option that is for the menu where a command follows: nothing would come of it.
    pub fn misplaced(&self) -> Option<&'static str> {
        (self.command.is_some() && self.seed.is_some())
            .then_some("--seed before a command is for the menu: give it after the command's name")
    }
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
    /// The work and the signatures are the same on every machine; only the seconds differ. Searches begin four random
    /// moves into a game, so that variants which differ before that only have the same signatures there.
    #[command(after_help = "Examples:\n  quintet bench\n  quintet bench {game} --json")]
    Bench {
        /// Only these games
        #[arg(value_name = "GAME")]
        games: Vec<String>,
    },

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

    /// Think for servers that share a database: computer players, hints, analyses
    ///
    /// Run it on any machine that reaches the database; the servers need not be told. While at least one runs, the servers leave thinking to those
    /// that do; when the last one is gone they think themselves again. What one that dies was asked goes to another within seconds. SIGTERM or Ctrl-C
    /// ends it, and what it has begun goes to others at once.
    #[command(after_help = "Examples:
  quintet think --database postgres://quintet@db.example.org/quintet --database-password-file /etc/quintet/password
  quintet think --database postgres://quintet@db.example.org/quintet --thinkers 16")]
    Think(ThinkArguments),

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
