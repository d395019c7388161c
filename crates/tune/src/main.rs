//! `tune`: fits the weights of evaluations to the results of games.
//!
//! | module | what it holds |
//! |---|---|
//! | `selfplay` | games of an engine against itself, written to a file |
//! | `samples` | that file, and the terms of its positions |
//! | `regression` | logistic regression |
//! | `fit` | a fit and what it tells |
//! | `learning` | a network fitted to results |
//!
//! Whether new weights play better is for `quintet match` to say: a better fit need not.

mod fit;
mod learning;
mod regression;
mod samples;
mod selfplay;

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, anyhow};
use clap::{Args, Parser, Subcommand};
use quintet_catalog::{AnyGame, Formula, standard};
use quintet_core::network::BLOCK;

/// Fits the weights of evaluations to the results of games that an engine plays against itself.
#[derive(Debug, Parser)]
#[command(name = "tune", version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Lets alpha-beta play against itself and writes the positions with the results
    Play(Play),
    /// Fits the weights of a game's terms to the results in such files
    Fit(Fit),
    /// Fits the network in a game's evaluation to the results in such files, and writes its weights
    Learn(Learn),
}

#[derive(Debug, Args)]
struct Play {
    /// Which game
    game: String,
    /// Which variant; the first if none is named
    #[arg(long)]
    variant: Option<String>,
    /// How many games
    #[arg(long)]
    games: u64,
    /// Positions visited a move; each search draws a number from half of it to one and a half times it
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,
    /// Each game begins with up to so many random moves
    #[arg(long, default_value_t = 12, value_name = "PLIES")]
    random_opening: u32,
    /// Of a hundred later moves so many are random
    #[arg(long, default_value_t = 3, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(..=100))]
    random_moves: u32,
    /// The same seed gives the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games are played at the same time; it changes nothing else
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Where to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(Debug, Args)]
struct Fit {
    /// Which game
    game: String,
    /// What `tune play` wrote
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Which variant; the first if none is named
    #[arg(long)]
    variant: Option<String>,
    /// How much the score of the search counts beside the result, from 0 to 1
    #[arg(long, default_value_t = 0.0)]
    search: f64,
    /// How strongly weights are drawn towards 0: the inverse of their expected variance, in natural units
    #[arg(long, default_value_t = 1.0)]
    ridge: f64,
    /// Prints the weights for the source in this part of a point
    #[arg(long, default_value_t = 1, value_name = "PART")]
    part: u32,
    /// Also fits without each single term, to see what it is good for
    #[arg(long)]
    each: bool,
}

#[derive(Debug, Args)]
struct Learn {
    /// Which game
    game: String,
    /// What `tune play` wrote
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Which variant; the first if none is named
    #[arg(long)]
    variant: Option<String>,
    /// How much the score of the search counts beside the result, from 0 to 1
    #[arg(long, default_value_t = 0.5)]
    search: f64,
    /// Blocks of 16 hidden units; the game says how many it plays with
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64))]
    blocks: u16,
    /// How often all positions are gone through
    #[arg(long, default_value_t = 12)]
    epochs: u32,
    /// How far the first steps go
    #[arg(long, default_value_t = 0.003)]
    rate: f32,
    /// How strongly weights are drawn towards 0, where there are few games for many inputs
    #[arg(long, default_value_t = 0.0)]
    decay: f32,
    /// The same seed on as many threads gives the same network
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads fit it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Where to write the weights
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Play(play) => run_play(&play),
        Command::Fit(fit) => run_fit(&fit),
        Command::Learn(learn) => run_learn(&learn),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Nobody is left to tell where standard error is closed.
            let _ = writeln!(io::stderr(), "error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run_play(play: &Play) -> anyhow::Result<()> {
    let (game, variant) = standard().choose(&play.game, play.variant.as_deref())?;
    let file =
        File::create(&play.out).with_context(|| format!("cannot write {}", play.out.display()))?;
    let plan = selfplay::Plan {
        variant,
        games: play.games,
        nodes: play.nodes,
        random_opening: play.random_opening,
        random_moves: play.random_moves,
        seed: play.seed,
        threads: play.threads,
    };
    let mut out = BufWriter::new(file);
    selfplay::play(game, &plan, &mut out)
        .and_then(|()| Ok(out.flush()?))
        .with_context(|| play.out.display().to_string())
}

fn run_fit(fit: &Fit) -> anyhow::Result<()> {
    anyhow::ensure!(
        (0.0..=1.0).contains(&fit.search),
        "expected --search from 0 to 1, got {}",
        fit.search
    );
    anyhow::ensure!(fit.ridge > 0.0, "expected --ridge above 0, got {}", fit.ridge);
    anyhow::ensure!(fit.part > 0, "expected --part above 0");
    let (game, variant) = standard().choose(&fit.game, fit.variant.as_deref())?;
    let formula = formula(game)?;
    let mut data = samples::Data::default();
    for path in &fit.files {
        let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        let from = &mut BufReader::new(file);
        let read = samples::read((formula, variant), from, fit.search, &mut data);
        read.with_context(|| path.display().to_string())?;
    }
    let (names, present) = ((formula.names)(variant), (formula.weights)(variant));
    let model = fit::Model { names, present };
    let wishes = fit::Wishes { ridge: fit.ridge, part: fit.part, each: fit.each };
    let text = fit::report(&model, &data, &wishes)?;
    io::stdout().write_all(text.as_bytes()).context("standard output")
}

fn run_learn(learn: &Learn) -> anyhow::Result<()> {
    let search = learn.search;
    anyhow::ensure!((0.0..=1.0).contains(&search), "expected --search from 0 to 1, got {search}");
    let (game, variant) = standard().choose(&learn.game, learn.variant.as_deref())?;
    let learning = game
        .learning()
        .ok_or_else(|| anyhow!("the evaluation of {} has no network", game.info().id))?;
    let mut samples = learning::Samples::default();
    for path in &learn.files {
        let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        let from = &mut BufReader::new(file);
        let read = samples::see((learning, variant), from, search, &mut samples);
        read.with_context(|| path.display().to_string())?;
    }
    let wishes = learning::Wishes {
        inputs: (learning.inputs)(variant),
        hidden: BLOCK * usize::from(learn.blocks),
        epochs: learn.epochs,
        rate: learn.rate,
        decay: learn.decay,
        threads: learn.threads.into(),
        seed: learn.seed,
        images: (learning.images)(variant),
    };
    let mut told = String::new();
    let weights = learning::fit(&samples, &wishes, &mut |line| {
        let _ = writeln!(io::stderr(), "{line}");
        line.clone_into(&mut told);
    });
    let remarks = format!(
        "{} inputs, {} hidden units; tune learn {} --blocks {} --epochs {} --rate {} --decay {} --search {search} --seed {}\n{told}",
        wishes.inputs,
        wishes.hidden,
        game.info().id,
        learn.blocks,
        learn.epochs,
        learn.rate,
        learn.decay,
        learn.seed,
    );
    std::fs::write(&learn.out, weights.text(&remarks))
        .with_context(|| format!("cannot write {}", learn.out.display()))
}

/// What a game's evaluation is the sum of.
fn formula(game: &dyn AnyGame) -> anyhow::Result<Formula> {
    game.formula().ok_or_else(|| {
        let known = standard().games().iter().filter(|game| game.formula().is_some());
        let known: Vec<&str> = known.map(|game| game.info().id).collect();
        let known = known.join(", ");
        anyhow!("the evaluation of {} is no sum of terms; expected one of {known}", game.info().id)
    })
}
