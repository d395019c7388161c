//! The position in words, for those who do not see the board.

use anyhow::Result;
use quintet_core::contest::capital;
use quintet_core::scene::{Item, Kind, Scene};
use quintet_core::text::excerpt;
use quintet_core::{GameInfo, Player};

use super::session::Session;

impl Session<'_, '_> {
    /// Says what stands where, player by player, then what lies beside the board and what is counted.
    pub(super) fn list_pieces(&mut self) -> Result<()> {
        let scene = self.sitting.played().scene(&self.so_far);
        for line in listed(&scene, self.sitting.info()) {
            self.console.line(line)?;
        }
        Ok(())
    }

    /// Says what is on a cell.
    pub(super) fn what(&mut self, cell: &str) -> Result<()> {
        let scene = self.sitting.played().scene(&self.so_far);
        if let Some(spoken) = scene.spoken_of(&cell.to_lowercase()) {
            return self.console.line(format_args!("{spoken}."));
        }
        let example = scene.layout.cells.first().map_or("", |cell| &cell.name);
        let found = excerpt(cell);
        self.console.line(format_args!("Expected a cell such as {example}, got `{found}`."))
    }
}

fn listed(scene: &Scene, info: &GameInfo) -> Vec<String> {
    let mut lines = Vec::new();
    for owner in [Some(Player::First), Some(Player::Second), None] {
        let items = scene.items.iter().filter(|item| is_on_top(item, scene));
        let items = items.filter(|item| item.owner == owner);
        let items: Vec<String> = items.map(|item| placed(item, scene)).collect();
        let whose = owner.map_or("nobody", |owner| info.player(owner));
        if !items.is_empty() {
            lines.push(format!("{} has on the board: {}.", capital(whose), items.join("; ")));
        } else if owner.is_some() {
            lines.push(format!("{} has nothing on the board.", capital(whose)));
        }
    }
    for tray in &scene.trays {
        let pieces: Vec<&str> = tray.pieces.iter().map(|piece| piece.label.as_str()).collect();
        lines.push(format!("{}: {}.", capital(&tray.name), pieces.join("; ")));
    }
    for score in &scene.scores {
        lines.push(format!("{} has {}.", capital(info.player(score.owner)), score.told()));
    }
    lines
}

/// Whether nothing of a stack lies on it: the stack is called by its top.
fn is_on_top(item: &Item, scene: &Scene) -> bool {
    let is_above = |other: &Item| other.cells == item.cells && other.height > item.height;
    item.kind != Kind::Stone || !scene.items.iter().any(is_above)
}

/// A piece and where it is, or a whole stack.
fn placed(item: &Item, scene: &Scene) -> String {
    let cell = item.cells.first().map_or("", String::as_str);
    match item.kind {
        Kind::Stone => scene.spoken_of(cell).unwrap_or(&item.label).to_owned(),
        // Where a bar lies or a peg stands is part of its name.
        Kind::Bar | Kind::Peg => item.label.clone(),
        _ => format!("{} on {cell}", item.label),
    }
}
