//! What the commands take that play one game, or look at one.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use quintet_catalog::Brain;
use quintet_players::PlayerSpec;

use super::GameChoice;
use super::values::{clock, duration, seconds};

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
    /// Write the game's record to this file, after every move; implies --plain
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
    #[arg(long, default_value_t = 1, conflicts_with = "record", value_parser = clap::value_parser!(u16).range(1..=50))]
    pub lines: u16,
    /// How long to think, such as 500ms or 10s; 5s if nothing limits it, 500ms for each move of a record
    #[arg(long, value_parser = duration)]
    pub time: Option<Duration>,
    /// How many positions to visit
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// How many moves to look ahead; Monte Carlo stops as soon as the line that it expects is that long
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=999))]
    pub depth: Option<u32>,
    /// Which engine; the best for the game if left out
    #[arg(long, default_value = "level:8", value_name = "ENGINE")]
    pub engine: Brain,
    /// Keep what is proved in this file, and what it holds already need not be proved again; at most 32 MB
    #[arg(long, value_name = "FILE")]
    pub proofs: Option<PathBuf>,
}
