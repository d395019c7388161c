//! How long somebody waits until the computer has time for them.

use serde::Serialize;
use utoipa::ToSchema;

/// A place in the line before the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Wait)]
pub struct WaitView {
    /// How many questions are answered before this one.
    pub ahead: usize,
    /// After about how many seconds this one is begun.
    pub seconds: u64,
}
