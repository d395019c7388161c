//! One game between two guests, replayed here move by move.

use std::sync::{Mutex, PoisonError};

use quintet_catalog::{AnyGame, AnyMatch};
use quintet_core::Variant;
use serde_json::{Value, json};

use crate::api::{self, Guest};
use crate::http::Client;
use crate::luck::Luck;

/// A game on the server and the same game here.
pub struct Table {
    /// Its id.
    pub id: String,
    /// Who plays: first, second.
    pub players: [Guest; 2],
    /// The kind of game.
    pub kind: Kind,
    /// The game as it should stand. Never locked by two: a match may be sent to another thread, but not shared, and tasks
    /// that hold a table must be shared.
    played: Mutex<Box<dyn AnyMatch>>,
    /// How many moves were made.
    pub ply: u32,
    /// The last version known.
    pub version: u64,
}

/// A game and its variant.
#[derive(Clone, Copy)]
pub struct Kind {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// The variant.
    pub variant: Variant,
}

impl Kind {
    /// Any of those there are.
    pub fn draw(luck: &mut Luck) -> Kind {
        let game = *luck.pick(quintet_catalog::standard().games());
        let variants: Vec<Variant> = game.info().variants().collect();
        Kind { game, variant: *luck.pick(&variants) }
    }

    /// The game before its first move.
    pub fn start(self) -> Box<dyn AnyMatch> {
        self.game.start(self.variant)
    }
}

/// Which kind of table is wanted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wish {
    /// With a clock: what each has at first, and what a move adds, in milliseconds.
    pub clock: Option<(u64, u64)>,
    /// One person on both seats.
    pub alone: bool,
}

impl Table {
    /// Makes a game of a drawn kind: the first guest makes it, the second joins.
    pub async fn open(
        client: &mut Client,
        luck: &mut Luck,
        players: &[Guest; 2],
        wish: Wish,
    ) -> anyhow::Result<Table> {
        let kind = Kind::draw(luck);
        let info = kind.game.info();
        let variant = info.describe(kind.variant).id;
        let seats = if wish.alone { ["me", "me"] } else { ["me", "open"] };
        let mut setup = json!({"game": info.id, "variant": variant, "seats": seats});
        if let Some((initial, increment)) = wish.clock {
            setup["clock"] = json!({"initial": initial, "increment": increment});
        }
        let id = api::new_game(client, &players[0].token, &setup).await?;
        let mut players = players.clone();
        let mut version = 1;
        if wish.alone {
            players[1] = players[0].clone();
        } else {
            let joined = api::command(client, &players[1].token, &id, "join", &json!({})).await?;
            version = joined.map_err(|no| anyhow::anyhow!("join refused: {no:?}"))?.version;
        }
        Ok(Table { id, players, kind, played: Mutex::new(kind.start()), ply: 0, version })
    }

    /// A random move and the index of who makes it; `None` if the game has ended.
    pub fn draw(&mut self, luck: &mut Luck) -> Option<(usize, String)> {
        let played = self.played.get_mut().unwrap_or_else(PoisonError::into_inner);
        let mv = played.random_move(luck.dice())?;
        Some((played.turn().index(), mv))
    }

    /// Makes a move here that the server has acknowledged.
    pub fn advance(&mut self, mv: &str, version: u64) -> anyhow::Result<()> {
        self.played.get_mut().unwrap_or_else(PoisonError::into_inner).play(mv)?;
        self.ply += 1;
        self.version = version;
        Ok(())
    }

    /// The body that asks for a move now.
    pub fn body(&self, mv: &str, op: &str) -> Value {
        api::move_body(mv, self.ply, self.version, op)
    }

    /// The path of its moves.
    pub fn moves_path(&self) -> String {
        format!("/api/games/{}/moves", self.id)
    }
}
