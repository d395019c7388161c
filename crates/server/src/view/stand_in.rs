//! Types that stand for others in the API's description, where the text of a value is not as its type would have it. They are never made;
//! a test holds them against games and moves.

use utoipa::ToSchema;

pub use quintet_questions::stand_in::{Outcome, Tree};

/// How far a game has come.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum Status {
    /// A seat is still open.
    Open,
    /// It is being played.
    Running,
    /// It has a result.
    Finished,
    /// It was broken off, or nobody came.
    Aborted,
}
