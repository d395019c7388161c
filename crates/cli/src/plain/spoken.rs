//! The position in words, for those who do not see the board.

use anyhow::Result;
use quintet_core::text::excerpt;
use quintet_core::{Next, Step};
use quintet_sitting::spoken::{listed, pointed_out};

use super::session::Session;

impl Session<'_, '_> {
    /// Says what stands where with the steps that may have been made, player by player, then what lies beside the board
    /// and what is counted; and what the move has in hand.
    pub(super) fn list_pieces(&mut self) -> Result<()> {
        let (played, info) = (self.sitting.played(), self.sitting.info());
        let told = listed(&played.scene(&self.so_far), info);
        if !self.so_far.is_empty() {
            let steps = self.so_far.iter().map(Step::name).collect::<Vec<_>>().join(" ");
            // A piece that is only chosen lies where it was.
            let outcome = if told == listed(&played.scene(&[]), info) {
                "That changes nothing yet:"
            } else {
                "With that:"
            };
            self.console.line(format_args!("The move has begun with {steps}. {outcome}"))?;
        }
        for line in told {
            self.console.line(line)?;
        }
        self.tell_notes()
    }

    /// Says what the steps so far hold and show, for those who see neither.
    pub(super) fn tell_notes(&mut self) -> Result<()> {
        if self.so_far.is_empty() {
            return Ok(());
        }
        for line in pointed_out(&self.sitting.played().scene(&self.so_far)) {
            self.console.line(line)?;
        }
        Ok(())
    }

    /// Says what is on a cell, and what choosing it next would show.
    pub(super) fn what(&mut self, cell: &str) -> Result<()> {
        let played = self.sitting.played();
        let cell = cell.to_lowercase();
        let scene = played.scene(&self.so_far);
        let Some(spoken) = scene.spoken_of(&cell) else {
            let example = scene.layout.cells.first().map_or("", |cell| &cell.name);
            let found = excerpt(&cell);
            return self
                .console
                .line(format_args!("Expected a cell such as {example}, got `{found}`."));
        };
        let step = Step::Cell(cell.clone());
        // What was done there is told by what is there now; a cell that is only chosen looks as before.
        let is_only_chosen =
            self.so_far.contains(&step) && played.scene(&[]).spoken_of(&cell) == Some(spoken);
        let chosen = if is_only_chosen { "; chosen by the move you have begun" } else { "" };
        self.console.line(format_args!("{spoken}{chosen}."))?;
        let Next::Steps(steps) = played.next(&self.so_far) else { return Ok(()) };
        if !steps.contains(&step) {
            return Ok(());
        }
        let would_be: Vec<Step> = self.so_far.iter().cloned().chain([step]).collect();
        let shown = pointed_out(&played.scene(&would_be));
        // Nothing of this has happened.
        if !shown.is_empty() && shown != pointed_out(&scene) {
            self.console.line(format_args!("If you choose {cell} next:"))?;
            for line in shown {
                self.console.line(line)?;
            }
        }
        Ok(())
    }
}
