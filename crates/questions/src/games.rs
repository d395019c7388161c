//! The games that can be played.

use quintet_catalog::{AnyGame, Catalog, Ratings};
use quintet_core::{Change, Example, Guide, Layout, Scene, Variant, VariantInfo};
use serde::Serialize;

use crate::refused::{Refused, Why};

/// All games.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CatalogView {
    /// One entry a game.
    pub games: Vec<GameEntry>,
}

/// What there is to say about a game in few words.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameInfo {
    /// The name in addresses.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// The aim in one short sentence.
    pub tagline: &'static str,
    /// Who made it and when.
    pub credit: &'static str,
    /// What the rules call the two players, in order of play.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<String>, min_items = 2, max_items = 2))]
    pub players: [&'static str; 2],
    /// Whether positions can be changed by clicks, with `/api/edits`.
    pub has_editor: bool,
    /// Whether it can be learned by a guided first game.
    pub has_guide: bool,
    /// All variants; the first is the default.
    pub variants: Vec<VariantEntry>,
}

/// A game in the list of all.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameEntry {
    /// What it is.
    #[serde(flatten)]
    pub info: GameInfo,
    /// The beginning of a game, for living pictures.
    pub demo: Demo,
}

/// A variant of a game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct VariantEntry {
    /// The name in addresses.
    pub id: &'static str,
    /// What sets it apart, in one short sentence.
    pub summary: &'static str,
    /// The board under all its scenes, which come without it.
    pub layout: Layout,
    /// The Elo of levels 1 to 8; that of level 2, the greedy player, is 0, and level 8 had 100 ms a move. Null if it was not
    /// measured.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<i32>>, required, min_items = 8, max_items = 8))]
    pub elo: Option<&'static Ratings>,
}

/// Some moves of a game as painters see them.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Demo {
    /// Before the first move.
    pub scene: Scene,
    /// What happens to the pieces, one entry a move.
    pub beats: Vec<Vec<Vec<Change>>>,
}

/// All there is to say about a game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GamePage {
    /// What the list says about it.
    #[serde(flatten)]
    pub entry: GameEntry,
    /// The rules for a player, in Markdown.
    pub rules: &'static str,
    /// Positions that show a rule at work.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Example>))]
    pub examples: &'static [Example],
    /// A first game with somebody who explains; null if the game has none.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Guide>, required))]
    pub guide: Option<&'static Guide>,
}

/// Lists all games.
pub fn games(catalog: Catalog) -> CatalogView {
    CatalogView { games: catalog.games().iter().map(|game| entry(*game)).collect() }
}

/// Tells all about one game.
pub fn game(catalog: Catalog, id: &str) -> Result<GamePage, Refused> {
    let found = catalog.find(id);
    let game = found.map_err(|error| Refused { why: Why::NotFound, detail: error.to_string() })?;
    let (rules, examples) = (game.info().rules, game.info().examples);
    Ok(GamePage { entry: entry(game), rules, examples, guide: game.guide() })
}

/// What there is to say about all games in few words.
pub fn infos(catalog: Catalog) -> Vec<GameInfo> {
    catalog.games().iter().map(|game| info(*game)).collect()
}

fn entry(game: &'static dyn AnyGame) -> GameEntry {
    GameEntry { info: info(game), demo: demo(game) }
}

fn info(game: &'static dyn AnyGame) -> GameInfo {
    let info = game.info();
    let variants = info.variants().map(|variant| {
        let VariantInfo { id, summary, .. } = *info.describe(variant);
        let layout = game.start(variant).scene(&[]).layout;
        VariantEntry { id, summary, layout, elo: game.ratings(variant) }
    });
    GameInfo {
        id: info.id,
        name: info.name,
        tagline: info.tagline,
        credit: info.credit,
        players: info.players,
        has_editor: game.has_editor(),
        has_guide: game.guide().is_some(),
        variants: variants.collect(),
    }
}

fn demo(game: &'static dyn AnyGame) -> Demo {
    let mut played = game.start(Variant::default());
    let scene = played.scene(&[]);
    let moves = game.info().demo.iter();
    let beats = moves.map_while(|mv| played.play(mv).ok().map(|()| played.last_beats()));
    Demo { beats: beats.collect(), scene }
}
