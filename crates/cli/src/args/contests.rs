//! What `match`, `tournament`, `openings`, `report` and `data` take.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use quintet_arena::Sprt;
use quintet_arena::adjudication::{Draw, Resign};
use quintet_players::ProgramSpec;

use super::GameChoice;
use super::values::clock;

/// What `match` takes.
#[derive(Debug, Args)]
pub struct MatchArguments {
    #[command(flatten)]
    pub game: GameChoice,
    /// Player A: random, greedy, level:1 to level:8, an engine with options, ugi:COMMAND, or the name of an --engine
    pub a: String,
    /// Player B
    pub b: String,
    #[command(flatten)]
    pub conditions: ConditionsArguments,
    /// Write the games to this file as they end, as JSON lines; if it exists, go on from there
    #[arg(long, value_name = "FILE")]
    pub records: Option<PathBuf>,
}

/// What `tournament` takes.
#[derive(Debug, Args)]
pub struct TournamentArguments {
    #[command(flatten)]
    pub game: GameChoice,
    /// The players: random, greedy, level:1 to level:8, engines with options, ugi:COMMAND, or names of an --engine
    #[arg(required = true, num_args = 2.., value_name = "PLAYER")]
    pub players: Vec<String>,
    /// Only the first player meets the others
    #[arg(long)]
    pub gauntlet: bool,
    /// Players meet only those at most so many places away in the list, as levels of rising strength; intervals are then
    /// to be believed with --anchor
    #[arg(long, value_name = "N", conflicts_with = "gauntlet", value_parser = clap::value_parser!(u16).range(1..))]
    pub neighbours: Option<u16>,
    /// The player whose Elo is 0; intervals are then those of the difference
    #[arg(long, value_name = "PLAYER")]
    pub anchor: Option<String>,
    #[command(flatten)]
    pub conditions: ConditionsArguments,
    /// Write the games of each pairing to this folder; if it exists, go on from there
    #[arg(long, value_name = "DIR")]
    pub records: Option<PathBuf>,
}

/// What `openings` takes.
#[derive(Debug, Args)]
pub struct OpeningsArguments {
    #[command(flatten)]
    pub game: GameChoice,
    /// How many
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    pub count: u16,
    /// How many moves each has; fewer where that many end the game
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=200))]
    pub plies: u32,
    /// How many positions the search may visit
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// A number from which all chance comes: the same one gives the same openings and random moves again
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// What `report` takes.
#[derive(Debug, Args)]
pub struct ReportArguments {
    #[command(flatten)]
    pub game: GameChoice,
    /// Which levels play against themselves; the games of the strongest are studied
    #[arg(long, value_delimiter = ',', default_value = "2,3,4,5,6,7", value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub levels: Vec<u8>,
    /// How many games of each level
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub games: u64,
    /// Begin games with so many random moves; without any, levels that overlook nothing play one game over and over, which counts once
    #[arg(long, default_value_t = quintet_arena::report::OPENING_PLIES, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(0..=200))]
    pub random_opening: u32,
    /// How many positions the search visits that judges each position
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// How many games run at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub workers: u16,
    /// A number from which all chance comes: the same one gives the same openings and random moves again
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The folder of games and plots; if it exists, go on from there [default: report-GAME-VARIANT]
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
}

/// What `data` takes.
#[derive(Debug, Args)]
pub struct DataArguments {
    #[command(flatten)]
    pub game: GameChoice,
    /// Who plays: random, greedy, level:1 to level:8, an engine with options or ugi:COMMAND
    #[arg(long, default_value = "level:3")]
    pub player: String,
    /// Against whom, if not against itself; they take turns in moving first
    #[arg(long, value_name = "PLAYER")]
    pub second: Option<String>,
    /// How many games; a larger number goes on from a smaller one
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub games: u64,
    /// How many games a file holds
    #[arg(long, default_value_t = 1_000, value_name = "GAMES", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub games_a_file: u64,
    /// How many positions a player may visit for a move
    #[arg(long, conflicts_with = "movetime", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// How many milliseconds for a move; 100 if nothing else limits a player
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub movetime: Option<u64>,
    /// Begin games with so many random moves, which are not written
    #[arg(long, default_value_t = 4, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(0..=200))]
    pub random_opening: u32,
    /// How many of the best moves to write with what the player expects of each
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    pub lines: u8,
    /// How many games run at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub workers: u16,
    /// A number from which all chance comes: the same one gives the same openings and random moves again
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The folder of the files; if it exists, go on from there [default: data-GAME-VARIANT]
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
}

/// What games are played under.
#[derive(Debug, Args)]
pub struct ConditionsArguments {
    /// How many games, each opening with both colours; in a tournament for every pairing
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub games: u64,
    /// How many milliseconds for a move; 100 if nothing else limits a player
    #[arg(long, value_name = "MS", conflicts_with_all = ["clock", "nodes"], value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub movetime: Option<u64>,
    /// Seconds for the game and seconds added for each move, such as 60+0.5
    #[arg(long, value_name = "S+S", value_parser = clock)]
    pub clock: Option<(Duration, Duration)>,
    /// How many positions a player may visit for a move
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Stop as soon as the pairs of games have decided between two strengths, such as elo0=0,elo1=10; with
    /// alpha=0.05,beta=0.05 also how often either verdict may be wrong; in a tournament each pairing by itself. Games that
    /// still run then are neither counted nor written
    #[arg(long)]
    pub sprt: Option<Sprt>,
    /// Begin games with so many random moves, 4 if no number is given, not with the game's own balanced openings
    #[arg(long, num_args = 0..=1, default_missing_value = "4", value_name = "PLIES", value_parser = clap::value_parser!(u32).range(0..=200))]
    pub random_opening: Option<u32>,
    /// Begin games with the positions or moves in this file, one a line
    #[arg(long, value_name = "FILE", conflicts_with = "random_opening")]
    pub openings: Option<PathBuf>,
    /// A program that plays under a name: name=NAME cmd=COMMAND, and as one likes option.NAME=VALUE, start=TIME, movetime=MS, nodes=N, log=FILE;
    /// what holds spaces stands in quotes, such as "cmd='./fox --quick'"
    #[arg(long = "engine", value_name = "SETTINGS")]
    pub engines: Vec<ProgramSpec>,
    /// A player gives up that expects at most so many percent for so many moves while its opponent expects the rest, such as 2:4
    #[arg(long, value_name = "PERCENT:MOVES")]
    pub resign: Option<Resign>,
    /// A game is drawn in which both expect 50 percent, give or take so many, for so many moves each, from a ply on, such as 2:8:40
    #[arg(long, value_name = "PERCENT:MOVES:PLY")]
    pub draw: Option<Draw>,
    /// How many games run at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub workers: u16,
    /// A number from which all chance comes: the same one gives the same openings and random moves again
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Write a plot to this file, as SVG
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// Replace the file of --plot if there is one
    #[arg(long, requires = "plot")]
    pub overwrite: bool,
}
