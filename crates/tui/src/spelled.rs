//! All that a table says, in words: what a small screen cuts, and what it leaves out.

use quintet_core::Player;
use quintet_core::contest::capital;
use quintet_core::scene::{Kind, Score};
use quintet_paint::View;
use quintet_sitting::numbers::move_number;

use crate::app::Go;
use crate::context::Context;
use crate::screens::rules::Rules;
use crate::table::Table;

/// A screen of so many columns has room for most of what there is to say.
const ROOMY: u16 = 80;
/// More than any line takes, where lines are broken later.
const WIDE: usize = 1000;

/// The keys that matter on a screen of that width. Where there is not room for everything, one of them tells the rest.
pub(crate) fn keys_in(keys: &str, width: u16) -> String {
    match keys.split_once("  ") {
        Some((first, rest)) if width < ROOMY => format!("{first}  w more  {rest}"),
        _ => keys.into(),
    }
}

impl Table<'_> {
    /// Opens a screen that says it all.
    pub(crate) fn read(&self, context: &Context) -> Go {
        let title = format!("{} in words", self.info.name);
        Go::To(Box::new(Rules::titled(title, self.in_words(context))))
    }

    fn in_words(&self, context: &Context) -> String {
        let (info, scene) = (self.info, self.scene);
        let mut text =
            vec![self.status.clone(), String::new(), self.told.to_owned(), String::new()];
        text.extend(self.extra.iter().map(|line| format!("- {line}")));
        text.extend(["", "## The players"].map(Into::into));
        for side in Player::BOTH {
            let seat = &self.seats[side.index()];
            let mut told = vec![format!("- {}: {}", capital(info.player(side)), seat.name)];
            let scores = scene.scores.iter().filter(|score| score.owner == side);
            told.extend(scores.map(Score::told));
            let trays = scene.trays.iter().filter(|tray| tray.owner == Some(side));
            told.extend(trays.flat_map(|tray| &tray.pieces).map(|piece| piece.label.clone()));
            text.push(told.join("; "));
        }
        let view = View { glyphs: context.glyphs(), players: info.players, ..View::default() };
        let signs = quintet_paint::notes(scene, &view, WIDE).plain();
        let mut on_board: Vec<&str> = signs.lines().filter(|line| !line.is_empty()).collect();
        // Pegs stand on other pieces, and no caption says whose they are.
        let pegs = scene.items.iter().filter(|item| item.kind == Kind::Peg);
        on_board.extend(pegs.map(|peg| peg.label.as_str()));
        if !on_board.is_empty() {
            text.extend(["", "## On the board"].map(Into::into));
            text.extend(on_board.into_iter().map(|line| format!("- {line}")));
        }
        text.extend(["", "## The moves"].map(Into::into));
        // Lists are numbered anew where they are drawn: an entry for each number.
        for (index, pair) in self.moves[..self.ply].chunks(2).enumerate() {
            let told = pair.iter().map(|entry| {
                let player = capital(info.player(entry.player));
                format!("{player} {}{}", entry.text, entry.mark)
            });
            let told = told.collect::<Vec<_>>().join("; ");
            text.push(format!("{}. {told}", move_number(2 * index)));
        }
        text.join("\n")
    }
}
