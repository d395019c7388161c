//! The screens of the client.

pub(crate) mod list;
pub(crate) mod menu;
pub(crate) mod new_game;
pub(crate) mod picker;
pub mod play;
pub mod replay;
pub(crate) mod rules;
pub(crate) mod saved;
pub(crate) mod settings;
