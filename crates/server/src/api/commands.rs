//! Playing: what a person at the table can ask for. Answers come after the commit.

use axum::extract::{self, FromRequest};
use axum::{Json, RequestExt as _};
use quintet_rooms::{Action, Caller, Command, GameId, Offer, Request};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::extract::{GamePath, JsonBody};
use super::gate::Visitor;
use super::trouble::about;
use crate::app::Shared;
use crate::hub::{Reply, new_game_id};
use crate::pool::Wait;
use crate::view::{Kind, Problem, ProblemBody, WaitView};

/// What every command may carry.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct CommandBody {
    /// The client's name for this command, 1 to 64 characters, unique per game and caller: sent again, it gets the same answer.
    pub op: Option<String>,
    /// The version that the caller has seen: 409 if the game has moved on.
    pub version: Option<u64>,
}

/// A move.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MoveBody {
    /// Its text.
    #[serde(rename = "move")]
    pub mv: String,
    /// How many moves were made before it.
    pub ply: u32,
    /// The version that the caller has seen: 409 if the game has moved on.
    pub version: Option<u64>,
    /// The client's name for this move, 1 to 64 characters: sent again, it gets the same answer.
    #[schema(min_length = 1, max_length = 64)]
    pub op: String,
}

/// What to do about an offer.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ActionName {
    /// Make it; if the other side has made it, accept.
    #[default]
    Offer,
    /// Take it.
    Accept,
    /// Say no.
    Decline,
    /// Take one's own back.
    Withdraw,
}

/// Draw, takeback, rematch.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct OfferBody {
    /// What to do; `offer` if left out.
    #[serde(default)]
    pub action: ActionName,
    /// The client's name for this command, 1 to 64 characters: sent again, it gets the same answer.
    pub op: Option<String>,
    /// The version that the caller has seen: 409 if the game has moved on.
    pub version: Option<u64>,
}

/// A command was carried out and is stored.
#[derive(Debug, Serialize, ToSchema)]
pub struct Done {
    /// The game.
    pub id: String,
    /// Its version after the command.
    pub version: u64,
    /// Its number of moves after the command.
    pub ply: u32,
    /// The new game, after a rematch was agreed on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// How long the computer's reply waits in line; left out if it is not the computer's turn, or the computer has begun to think.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait: Option<WaitView>,
}

/// What a computer's reply costs whoever it answers, beside the request: it may think for a second.
const COST_OF_REPLY: u32 = 20;

fn wait(reply: Reply) -> Option<WaitView> {
    match reply {
        Reply::Waits(Wait { ahead, seconds }) if ahead > 0 => Some(WaitView { ahead, seconds }),
        Reply::Waits(_) | Reply::Thinks => None,
    }
}

type Answer = Result<Json<Done>, Problem>;

/// Who asks, and about which game.
pub struct Asker {
    pub(super) app: Shared,
    pub(super) visitor: Visitor,
    pub(super) id: GameId,
}

impl Asker {
    async fn carry_out(self, request: Request) -> Answer {
        let caller = Caller::Guest(self.visitor.guest()?.clone());
        match self.app.hub.command(&self.id, caller, request).await {
            Ok(answer) => {
                if answer.reply.is_some() {
                    self.app.limiter.debit(&self.visitor.payer, COST_OF_REPLY);
                }
                Ok(Json(Done {
                    id: self.id.0,
                    version: answer.version,
                    ply: answer.ply,
                    game: answer.next_game.map(|game| game.0),
                    wait: answer.reply.and_then(wait),
                }))
            }
            Err(trouble) => Err(about(&self.app, &self.id, self.visitor.id(), trouble).await),
        }
    }
}

/// A command as it came.
pub struct Asked<B> {
    pub(super) by: Asker,
    pub(super) body: B,
}

impl<B: DeserializeOwned> FromRequest<Shared> for Asked<B> {
    type Rejection = Problem;

    async fn from_request(mut request: extract::Request, app: &Shared) -> Result<Self, Problem> {
        let visitor = request.extract_parts().await?;
        let GamePath(id) = request.extract_parts().await?;
        let JsonBody(body) = JsonBody::from_request(request, app).await?;
        Ok(Asked { by: Asker { app: app.clone(), visitor, id }, body })
    }
}

impl Asked<CommandBody> {
    async fn carry_out(self, command: Command) -> Answer {
        let CommandBody { op, version } = self.body;
        self.by.carry_out(Request { command, op, version }).await
    }
}

impl Asked<OfferBody> {
    async fn carry_out(self, offer: Offer) -> Answer {
        let OfferBody { action, op, version } = self.body;
        let action = match action {
            ActionName::Offer => Action::Offer,
            ActionName::Accept => Action::Accept,
            ActionName::Decline => Action::Decline,
            ActionName::Withdraw => Action::Withdraw,
        };
        let command = Command::Offer { offer, action, next_game: new_game_id() };
        self.by.carry_out(Request { command, op, version }).await
    }
}

/// Take the open seat
#[utoipa::path(post, path = "/api/games/{id}/join", tag = "play", operation_id = "join", params(("id" = String, Path, description = "The game")),
    request_body = CommandBody, responses(
    (status = 200, description = "Done and stored", body = Done),
))]
pub async fn join(asked: Asked<CommandBody>) -> Answer {
    asked.carry_out(Command::Join).await
}

/// Make a move
#[utoipa::path(post, path = "/api/games/{id}/moves", tag = "play", operation_id = "move", params(("id" = String, Path, description = "The game")),
    request_body = MoveBody, responses(
    (status = 200, description = "Made and stored", body = Done),
    (status = 409, description = "The game has moved on or is over; `current` is how it stands", body = ProblemBody, content_type = "application/problem+json"),
    (status = 422, description = "`rule` is the rule it breaks", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn moves(asked: Asked<MoveBody>) -> Answer {
    let MoveBody { mv, ply, version, op } = asked.body;
    if op.is_empty() {
        return Err(Problem::new(Kind::Invalid, "expected an `op` of 1 to 64 characters"));
    }
    let command = Command::Move { mv, ply };
    asked.by.carry_out(Request { command, op: Some(op), version }).await
}

/// Give up
#[utoipa::path(post, path = "/api/games/{id}/resign", tag = "play", operation_id = "resign", params(("id" = String, Path, description = "The game")),
    request_body = CommandBody, responses(
    (status = 200, description = "Done and stored", body = Done),
))]
pub async fn resign(asked: Asked<CommandBody>) -> Answer {
    asked.carry_out(Command::Resign).await
}

/// Break off, before both have moved
#[utoipa::path(post, path = "/api/games/{id}/abort", tag = "play", operation_id = "abort", params(("id" = String, Path, description = "The game")),
    request_body = CommandBody, responses(
    (status = 200, description = "Done and stored", body = Done),
))]
pub async fn abort(asked: Asked<CommandBody>) -> Answer {
    asked.carry_out(Command::Abort).await
}

/// Win against an opponent who has been gone for a minute, in a game with clocks
#[utoipa::path(post, path = "/api/games/{id}/claim", tag = "play", operation_id = "claim", params(("id" = String, Path, description = "The game")),
    request_body = CommandBody, responses(
    (status = 200, description = "Done and stored", body = Done),
))]
pub async fn claim(asked: Asked<CommandBody>) -> Answer {
    asked.carry_out(Command::Claim).await
}

/// Offer, accept or decline a draw
#[utoipa::path(post, path = "/api/games/{id}/draw", tag = "play", operation_id = "draw", params(("id" = String, Path, description = "The game")),
    request_body = OfferBody, responses(
    (status = 200, description = "Done and stored", body = Done),
))]
pub async fn draw(asked: Asked<OfferBody>) -> Answer {
    asked.carry_out(Offer::Draw).await
}

/// Ask for the last move back, or let the other have it back
#[utoipa::path(post, path = "/api/games/{id}/takeback", tag = "play", operation_id = "takeback", params(("id" = String, Path, description = "The game")),
    request_body = OfferBody, responses(
    (status = 200, description = "Done and stored", body = Done),
))]
pub async fn takeback(asked: Asked<OfferBody>) -> Answer {
    asked.carry_out(Offer::Takeback).await
}

/// Offer another game with seats exchanged, or accept one
#[utoipa::path(post, path = "/api/games/{id}/rematch", tag = "play", operation_id = "rematch", params(("id" = String, Path, description = "The game")),
    request_body = OfferBody, responses(
    (status = 200, description = "Done and stored; `game` is the new game if there is one", body = Done),
))]
pub async fn rematch(asked: Asked<OfferBody>) -> Answer {
    asked.carry_out(Offer::Rematch).await
}
