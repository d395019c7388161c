//! A hint: what the computer would play, for those who play alone.

use std::time::Instant;

use axum::Json;
use quintet_catalog::{AnyMatch, Limits};
use quintet_questions::analysis::{HINT_TIME, HintView, full_engine};
use quintet_rooms::{GuestId, Refusal, Room};
use serde::Serialize;
use utoipa::ToSchema;

use super::analyze::{full, has_others, waits};
use super::commands::{Asked, Asker, CommandBody};
use super::trouble::about;
use crate::hub::Trouble;
use crate::pool::{self, Question};
use crate::view::{Kind, Problem, WaitView};

/// What the computer would play, and how long one had to wait for it.
#[derive(Debug, Serialize, ToSchema)]
pub struct HintAnswer {
    /// What it would play.
    #[serde(flatten)]
    pub hint: HintView,
    /// How long the line was when it was asked for; left out if there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait: Option<WaitView>,
    /// How long it took in all, the time in line included.
    pub seconds: f64,
}

/// Ask what the computer would play
///
/// Only in games in which no other person plays, and only whose turn it is.
#[utoipa::path(post, path = "/api/games/{id}/hint", tag = "play", operation_id = "hint", params(("id" = String, Path, description = "The game")),
    request_body = CommandBody, responses(
    (status = 200, description = "What the computer would play", body = HintAnswer),
))]
pub async fn hint(asked: Asked<CommandBody>) -> Result<Json<HintAnswer>, Problem> {
    let Asked { by: Asker { app, visitor, id }, body } = asked;
    let guest = visitor.guest()?.id.clone();
    let looked = app.hub.look(&id, |room, _, _| for_hint(room, &guest, body.version)).await;
    let played = match looked.and_then(|asked| asked.map_err(Trouble::from)) {
        Ok(played) => played,
        Err(trouble) => return Err(about(&app, &id, Some(&guest), trouble).await),
    };
    let question = Question {
        kind: pool::Kind::Hint,
        person: visitor.person(),
        game: id.0.clone(),
        played: played.boxed_clone(),
        brain: full_engine(),
        seed: 1,
        limits: Limits::default(),
        time: Some(HINT_TIME),
        lines: 1,
    };
    let asked = Instant::now();
    let thinking = app.pool.ask(question).map_err(full)?;
    let wait = waits(thinking.place());
    let answer = thinking.answer().await;
    let answer =
        answer.ok_or_else(|| Problem::new(Kind::Busy, "nothing came to mind; try again"))?;
    let hint = HintView::of(played.as_ref(), &answer);
    Ok(Json(HintAnswer { hint, wait, seconds: asked.elapsed().as_secs_f64() }))
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
