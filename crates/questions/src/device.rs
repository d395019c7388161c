//! Games that are played on a device, without a server: how one stands, what the computer plays in it, and thinking for a time where no
//! other thread can say that it is up.

use quintet_catalog::{AnyEngine, AnyMatch, Brain, Catalog, Limits, Report, Thought};
use quintet_core::{Ending, Finish, Outcome, Player};
use serde::{Deserialize, Serialize};

use crate::analysis::{AnalyzeBody, Extent, HINT_TIME, HintView, LineView, full_engine};
use crate::position::{PositionView, set_up, view};
use crate::refused::Refused;

/// How long a player thinks that would think for ever, in seconds.
const LONGEST: f64 = 1.0;
/// Memory for a search in megabytes: phones have little.
const MEGABYTES: u32 = 32;
/// How many positions are visited before it is first looked how long that took.
const FIRST_SLICE: u64 = 2_000;

/// A game as a device keeps it.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct DeviceGame {
    /// Which game, by its id in the catalog.
    pub game: String,
    /// The variant; the game's default if left out.
    pub variant: Option<String>,
    /// The position it began with; the usual one if left out.
    pub position: Option<String>,
    /// The moves so far.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Who gave up.
    pub resigned: Option<Player>,
    /// What the players are called.
    #[serde(default)]
    pub names: [String; 2],
}

/// How such a game stands.
#[derive(Debug, Serialize)]
pub struct DeviceView {
    /// Its position and what may be done in it.
    #[serde(flatten)]
    pub position: PositionView,
    /// Its record, to be saved as a text.
    pub record: String,
}

/// Tells how a game stands.
pub fn game(catalog: Catalog, game: &DeviceGame) -> Result<DeviceView, Refused> {
    let played = play(catalog, game)?;
    let mut record = quintet_catalog::record(played.as_ref());
    [record.first, record.second] = game.names.clone();
    Ok(DeviceView { record: record.to_string(), position: view(played.as_ref(), Vec::new()) })
}

fn play(catalog: Catalog, game: &DeviceGame) -> Result<Box<dyn AnyMatch>, Refused> {
    let DeviceGame { game, variant, position, moves, resigned, .. } = game;
    let mut played = set_up(catalog, game, variant.as_deref(), position.as_deref(), moves)?;
    if let (Some(loser), None) = (resigned, played.finish()) {
        let outcome = Outcome::Win(loser.opponent());
        played.end(Finish { outcome, ending: Ending::Resignation });
    }
    Ok(played)
}

/// What a computer player is asked.
#[derive(Debug, Deserialize)]
pub struct MoveBody {
    /// The game, in which it is to move.
    #[serde(flatten)]
    pub game: DeviceGame,
    /// Which player, such as `level:3`.
    pub player: String,
    /// What its chances are seeded with.
    #[serde(default)]
    pub seed: u64,
}

/// What it plays.
#[derive(Debug, Serialize)]
pub struct MoveView {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
}

/// Lets a computer player move; `clock` tells the time in seconds.
pub fn computer_move(
    catalog: Catalog,
    body: &MoveBody,
    clock: &dyn Fn() -> f64,
) -> Result<MoveView, Refused> {
    let brain: Brain = body.player.parse().map_err(Refused::invalid)?;
    let report = think(catalog, &body.game, brain, body.seed, LONGEST, clock)?.1;
    let mv = report.line.into_iter().next();
    Ok(MoveView { mv: mv.ok_or_else(|| Refused::invalid("nothing came to mind"))? })
}

/// Tells what the strongest player would play.
pub fn hint(
    catalog: Catalog,
    game: &DeviceGame,
    clock: &dyn Fn() -> f64,
) -> Result<HintView, Refused> {
    let (played, report) = think(catalog, game, full_engine(), 1, HINT_TIME.as_secs_f64(), clock)?;
    Ok(HintView::of(played.as_ref(), &report))
}

/// Analyses a position, and tells each line that is better than the last.
pub fn analyze(
    catalog: Catalog,
    body: &AnalyzeBody,
    clock: &dyn Fn() -> f64,
    tell: &mut dyn FnMut(&LineView),
) -> Result<(), Refused> {
    let Extent { lines, time, nodes } = body.extent()?;
    let played = body.subject(catalog)?;
    if played.finish().is_some() {
        return Ok(());
    }
    let mut engine = engine(catalog, played.as_ref(), full_engine(), 1)?;
    let (begun, seconds) = (clock(), time.as_secs_f64());
    let mut told = vec![None; lines];
    let mut news = |report: &Report<String>| {
        let last = &mut told[report.rank.min(lines - 1)];
        if last.as_ref() != Some(report) {
            tell(&LineView::of(report, clock() - begun));
            *last = Some(report.clone());
        }
    };
    let task = Task { played: played.as_ref(), lines, nodes, seconds };
    let answer = think_for(engine.as_mut(), &task, clock, &mut news);
    news(&answer);
    Ok(())
}

fn think(
    catalog: Catalog,
    game: &DeviceGame,
    brain: Brain,
    seed: u64,
    seconds: f64,
    clock: &dyn Fn() -> f64,
) -> Result<(Box<dyn AnyMatch>, Report<String>), Refused> {
    let played = play(catalog, game)?;
    if played.finish().is_some() {
        return Err(Refused::invalid("the game is over"));
    }
    let tireless = brain.is_tireless();
    let mut engine = engine(catalog, played.as_ref(), brain, seed)?;
    let report = if tireless {
        let task = Task { played: played.as_ref(), lines: 1, nodes: None, seconds };
        think_for(engine.as_mut(), &task, clock, &mut |_| {})
    } else {
        engine.think(played.as_ref(), &Thought::default(), &mut |_| {})
    };
    Ok((played, report))
}

fn engine(
    catalog: Catalog,
    played: &dyn AnyMatch,
    mut brain: Brain,
    seed: u64,
) -> Result<Box<dyn AnyEngine>, Refused> {
    if let Some(settings) = brain.settings_mut() {
        settings.megabytes.get_or_insert(MEGABYTES);
        settings.threads = Some(1);
    }
    Ok(catalog.find(played.info().id).map_err(Refused::invalid)?.engine(&brain, seed))
}

/// What to think about, and for how long.
struct Task<'a> {
    played: &'a dyn AnyMatch,
    lines: usize,
    nodes: Option<u64>,
    seconds: f64,
}

/// Thinks in slices that grow until the time is up: each is as long as the time that is left allows, by the speed of the one before. What
/// the engine learned in one slice it knows in the next.
fn think_for(
    engine: &mut dyn AnyEngine,
    task: &Task<'_>,
    clock: &dyn Fn() -> f64,
    tell: &mut dyn FnMut(&Report<String>),
) -> Report<String> {
    let begun = clock();
    let most = task.nodes.unwrap_or(u64::MAX);
    let (mut slice, mut visited, mut deepest) = (FIRST_SLICE.min(most), 0, 0);
    loop {
        let limits = Limits { nodes: Some(slice), depth: None };
        let thought = Thought { limits, lines: task.lines, ..Thought::default() };
        let from = clock();
        let report = engine.think(task.played, &thought, &mut |report| {
            // A slice begins at the bottom again; it is told of from where the last one ended.
            if report.depth >= deepest {
                deepest = report.depth;
                tell(&Report { nodes: visited + report.nodes, ..report.clone() });
            }
        });
        let now = clock();
        visited += report.nodes;
        let speed = report.nodes as f64 / (now - from).max(0.001);
        let left = (speed * (task.seconds - (now - begun))).max(0.0) as u64;
        // An engine that ends by itself has nothing more to find.
        let ended = report.score.is_proved() || report.nodes < slice / 2;
        slice = (2 * slice).min(left).min(most - visited.min(most));
        if ended || slice < FIRST_SLICE {
            return Report { nodes: visited, depth: report.depth.max(deepest), ..report };
        }
    }
}
