//! The games that can be played.

use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use quintet_catalog::{AnyGame, Catalog};
use quintet_core::{Change, Example, Layout, Scene, Variant, VariantInfo};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::Shared;
use crate::view::event::json;
use crate::view::{Kind, Problem};

/// All games.
#[derive(Debug, Serialize, ToSchema)]
pub struct CatalogView {
    /// One entry a game.
    pub games: Vec<GameEntry>,
}

/// What there is to say about a game in few words.
#[derive(Debug, Serialize, ToSchema)]
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
    #[schema(value_type = Vec<String>, min_items = 2, max_items = 2)]
    pub players: [&'static str; 2],
    /// Whether positions can be changed by clicks, with `/api/edits`.
    pub has_editor: bool,
    /// All variants; the first is the default.
    pub variants: Vec<VariantEntry>,
}

/// A game in the list of all.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameEntry {
    /// What it is.
    #[serde(flatten)]
    pub info: GameInfo,
    /// The beginning of a game, for living pictures.
    pub demo: Demo,
}

/// A variant of a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct VariantEntry {
    /// The name in addresses.
    pub id: &'static str,
    /// What sets it apart, in one short sentence.
    pub summary: &'static str,
    /// The board under all its scenes, which come without it.
    pub layout: Layout,
}

/// Some moves of a game as painters see them.
#[derive(Debug, Serialize, ToSchema)]
pub struct Demo {
    /// Before the first move.
    pub scene: Scene,
    /// What happens to the pieces, one entry a move.
    pub beats: Vec<Vec<Vec<Change>>>,
}

/// All there is to say about a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct GamePage {
    /// What the list says about it.
    #[serde(flatten)]
    pub entry: GameEntry,
    /// The rules for a player, in Markdown.
    pub rules: &'static str,
    /// Positions that show a rule at work.
    #[schema(value_type = Vec<Example>)]
    pub examples: &'static [Example],
}

/// List the games that can be played
#[utoipa::path(get, path = "/api/catalog", tag = "catalog", operation_id = "catalog", responses(
    (status = 200, description = "All games", body = CatalogView),
))]
pub async fn catalog(State(app): State<Shared>) -> Response {
    let body = app.catalog_page.get_or_init(|| {
        let games = app.catalog.games().iter().map(|game| entry(*game));
        json(&CatalogView { games: games.collect() })
    });
    answer(body.clone())
}

/// Read about a game
#[utoipa::path(get, path = "/api/catalog/{game}", tag = "catalog", operation_id = "catalogGame", params(("game" = String, Path, description = "The game's id")), responses(
    (status = 200, description = "All there is to say about it", body = GamePage),
))]
pub async fn catalog_game(
    State(app): State<Shared>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let game =
        app.catalog.find(&id).map_err(|error| Problem::new(Kind::NotFound, error.to_string()))?;
    let (rules, examples) = (game.info().rules, game.info().examples);
    Ok(answer(json(&GamePage { entry: entry(game), rules, examples })))
}

fn answer(body: Bytes) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
        // It changes only with the program.
        (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=300")),
    ];
    (headers, body).into_response()
}

/// What the page needs to know of all games before it can be drawn, as JSON that can stand in HTML.
pub fn catalog_of_the_page(catalog: Catalog) -> String {
    let infos: Vec<GameInfo> = catalog.games().iter().map(|game| info(*game)).collect();
    String::from_utf8_lossy(&json(&infos)).replace('<', "\\u003c")
}

fn entry(game: &'static dyn AnyGame) -> GameEntry {
    GameEntry { info: info(game), demo: demo(game) }
}

fn info(game: &'static dyn AnyGame) -> GameInfo {
    let info = game.info();
    let variants = info.variants().map(|variant| {
        let VariantInfo { id, summary } = *info.describe(variant);
        VariantEntry { id, summary, layout: game.start(variant).scene(&[]).layout }
    });
    GameInfo {
        id: info.id,
        name: info.name,
        tagline: info.tagline,
        credit: info.credit,
        players: info.players,
        has_editor: game.has_editor(),
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
