//! All that a table says, in words: what a small screen cuts, and what it leaves out.

use quintet_core::Player;
use quintet_core::contest::capital;
use quintet_core::scene::Kind;
use quintet_paint::View;
use quintet_sitting::numbers::move_number;
use quintet_sitting::spoken::{held, listed};

use crate::app::Go;
use crate::context::Context;
use crate::markdown::literal;
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
        let item = |line: String| format!("- {}", literal(&line));
        let mut text =
            vec![literal(&self.status), String::new(), literal(self.told), String::new()];
        text.extend(self.extra.iter().map(|line| item(line.to_string())));
        text.extend(["", "## The players"].map(Into::into));
        text.extend(Player::BOTH.map(|side| {
            item(format!("{}: {}", capital(info.player(side)), self.seats[side.index()].name))
        }));
        // What is only under the cursor does not stand there.
        let mut standing = scene.clone();
        standing.items.retain(|item| !item.in_hand || item.kind == Kind::Stone);
        text.extend(["", "## On the board and beside it"].map(Into::into));
        text.extend(listed(&standing, info).into_iter().map(item));
        if let Some(so_far) = &self.so_far {
            text.extend(["", "## The move that has begun"].map(Into::into));
            text.push(item(so_far.to_string()));
            text.extend(held(scene).map(item));
        }
        let view = View { glyphs: context.glyphs(), players: info.players, ..View::default() };
        let signs = quintet_paint::notes(scene, &view, WIDE).plain();
        if !signs.trim().is_empty() {
            text.extend(["", "## Signs on the board"].map(Into::into));
            let signs = signs.lines().filter(|line| !line.trim().is_empty());
            text.extend(signs.map(|line| item(line.to_owned())));
        }
        text.extend(["", "## The moves"].map(Into::into));
        // Lists are numbered anew where they are drawn: an entry for each number.
        for (index, pair) in self.moves[..self.ply].chunks(2).enumerate() {
            let told = pair.iter().map(|entry| {
                let player = capital(info.player(entry.player));
                format!("{player} {}{}", literal(&entry.text), literal(entry.mark))
            });
            let told = told.collect::<Vec<_>>().join("; ");
            text.push(format!("{}. {told}", move_number(2 * index)));
        }
        text.join("\n")
    }
}
