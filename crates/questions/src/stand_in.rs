//! Types that stand for others in the API's description, where the text of a value is not as its type would have it. They are never made;
//! a test holds them against games and moves.

use utoipa::ToSchema;

/// How a game ended.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum Outcome {
    /// The first player won.
    First,
    /// The second player won.
    Second,
    /// Nobody won.
    Draw,
}

/// The prefix tree of steps: what may be clicked next. An object of subtrees keyed by step (`cell:d4`, `item:3`, `choice:swap`), or the text
/// of the finished move, or `true` where there is more than was sent: ask `/api/position` with those steps.
#[derive(ToSchema)]
#[schema(no_recursion)]
#[serde(untagged)]
pub enum Tree {
    /// Subtrees by step.
    Steps(std::collections::BTreeMap<String, Tree>),
    /// The steps so far are this move.
    Move(String),
    /// There is more.
    More(bool),
}
