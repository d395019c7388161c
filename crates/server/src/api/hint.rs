//! A hint: what the computer would play, for those who play alone.

use std::time::Duration;

use axum::Json;
use quintet_catalog::{AnyMatch, Brain, Limits, Score, Settings};
use quintet_core::Step;
use quintet_core::contest::capital;
use quintet_rooms::{GuestId, Refusal, Room};
use serde::Serialize;
use utoipa::ToSchema;

use super::analyze::{FULL_ENGINE, full, has_others};
use super::commands::{Asked, Asker, CommandBody};
use super::trouble::about;
use crate::hub::Trouble;
use crate::pool::{self, Question};
use crate::view::{Kind, Problem};

/// How long the computer thinks about it.
const HINT_TIME: Duration = Duration::from_secs(1);

/// What the computer would play.
#[derive(Debug, Serialize, ToSchema)]
pub struct HintView {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The clicks that compose it.
    #[schema(example = json!(["cell:d4"]))]
    pub steps: Vec<String>,
    /// The chance of the side to move, from 0 to 1.
    pub score: f64,
    /// The same as a sentence.
    pub words: String,
}

/// Ask what the computer would play
///
/// Only in games in which no other person plays, and only whose turn it is.
#[utoipa::path(post, path = "/api/games/{id}/hint", tag = "play", operation_id = "hint", params(("id" = String, Path, description = "The game")),
    request_body = CommandBody, responses(
    (status = 200, description = "What the computer would play", body = HintView),
))]
pub async fn hint(asked: Asked<CommandBody>) -> Result<Json<HintView>, Problem> {
    let Asked { by: Asker { app, visitor, id }, body } = asked;
    let guest = visitor.guest()?.id.clone();
    let looked = app.hub.look(&id, |room, _, _| for_hint(room, &guest, body.version)).await;
    let played = match looked.and_then(|asked| asked.map_err(Trouble::from)) {
        Ok(played) => played,
        Err(trouble) => return Err(about(&app, &id, Some(&guest), trouble).await),
    };
    let question = Question {
        kind: pool::Kind::Hint,
        whose: id.0.clone(),
        played: played.boxed_clone(),
        brain: Brain::Level(FULL_ENGINE, Settings::default()),
        seed: 1,
        limits: Limits::default(),
        time: Some(HINT_TIME),
        lines: 1,
    };
    let thinking = app.pool.ask(question).map_err(full)?;
    let answer = thinking.answer().await;
    let answer =
        answer.ok_or_else(|| Problem::new(Kind::Busy, "nothing came to mind; try again"))?;
    let mv = answer.line.first().cloned().unwrap_or_default();
    Ok(Json(HintView {
        steps: played.steps(&mv).iter().map(Step::key).collect(),
        score: answer.score.chance(),
        words: in_words(played.as_ref(), &mv, answer.score),
        mv,
    }))
}

fn for_hint(
    room: &Room,
    guest: &GuestId,
    version: Option<u64>,
) -> Result<Box<dyn AnyMatch>, Refusal> {
    let sides = room.seats_of(guest);
    if sides.is_empty() {
        return Err(Refusal::Forbidden("you do not play in this game".into()));
    }
    if has_others(room, Some(guest)) {
        return Err(Refusal::Forbidden(
            "there are no hints in games against another person".into(),
        ));
    }
    if version.is_some_and(|version| version != room.version()) {
        return Err(Refusal::Stale("the game has moved on".into()));
    }
    let turn = room.turn().ok_or(Refusal::Over)?;
    if !sides.contains(&turn) {
        let name = room.info().game.player(turn);
        return Err(Refusal::Forbidden(format!("it is {name}'s turn")));
    }
    Ok(room.played().boxed_clone())
}

fn in_words(played: &dyn AnyMatch, mv: &str, score: Score) -> String {
    let player = capital(played.info().player(played.turn()));
    match score {
        Score::Estimate(_) => {
            format!("{mv}, after which {player} has a chance of {:.0} %.", 100.0 * score.chance())
        }
        Score::Win(moves) => format!("{mv}: {player} can win in {moves}."),
        Score::Loss(_) => format!("{mv} holds out longest; {player} cannot be saved."),
        Score::Draw => format!("{mv} leads to a draw."),
    }
}
