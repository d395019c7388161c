//! What went wrong further in, as an answer.

use quintet_rooms::{GameId, GuestId, Refusal};
use quintet_store::StoreError;
use tracing::{error, warn};

use super::extract::no_such_game;
use super::games::snapshot;
use crate::app::App;
use crate::hub::Trouble;
use crate::security::token::NoChance;
use crate::view::{Kind, Problem};

/// A refusal or failure about a game. A caller whose view of it is old gets the present one along.
pub async fn about(app: &App, id: &GameId, reader: Option<&GuestId>, trouble: Trouble) -> Problem {
    let problem = plain(id, trouble);
    if !matches!(problem.kind(), Kind::Stale | Kind::Over) {
        return problem;
    }
    problem.with_current(snapshot(app, id, reader).await)
}

/// A refusal or failure where there is no game to show.
pub fn plain(id: &GameId, trouble: Trouble) -> Problem {
    match trouble {
        Trouble::NotFound => no_such_game(&id.0),
        Trouble::Refused(refusal) => refused(refusal),
        Trouble::Storage(detail) => {
            warn!(game = %id, detail, "nothing can be stored");
            Problem::new(
                Kind::Storage,
                "the game is as it was: nothing can be stored at the moment; try again",
            )
        }
        Trouble::Elsewhere(_) => {
            Problem::new(Kind::Busy, "the game is just going from one server to another; try again")
        }
        Trouble::Busy => {
            Problem::new(Kind::Busy, "there is too much to do at the moment; try again")
        }
        Trouble::Stopping => {
            Problem::new(Kind::Busy, "the server is about to stop; it will be back")
        }
        Trouble::Broken => {
            error!(game = %id, "a game is broken");
            Problem::new(Kind::Broken, "something is wrong with this game on our side")
        }
    }
}

fn refused(refusal: Refusal) -> Problem {
    match refusal {
        Refusal::Forbidden(why) | Refusal::ReadOnly(why) => Problem::new(Kind::Forbidden, why),
        Refusal::Stale(why) => Problem::new(Kind::Stale, why),
        Refusal::Over => Problem::new(Kind::Over, "the game is over"),
        Refusal::Rule(rule) => Problem::rule(rule),
        Refusal::Invalid(why) | Refusal::Reused(why) => Problem::new(Kind::Invalid, why),
    }
}

/// Something could not be stored or read.
pub fn storage(error: &StoreError) -> Problem {
    warn!(%error, "the store fails");
    Problem::new(Kind::Storage, "nothing can be stored or read at the moment; try again")
}

/// There are no random numbers.
pub fn no_chance(error: &NoChance) -> Problem {
    error!(%error, "no random numbers");
    Problem::new(Kind::Broken, "there are no random numbers")
}
