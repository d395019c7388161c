//! Whether the players can play at all: a program that does not start is told before the first game, not as games that it lost.

use quintet_catalog::AnyGame;
use quintet_core::Variant;
use quintet_players::{Forfeit, PlayerSpec};

/// A program does not play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{player} does not play: {forfeit}")]
pub struct Absent {
    player: String,
    forfeit: Forfeit,
}

/// Starts each program among the players once, and lets it go again.
pub fn must_start<'a>(
    players: impl IntoIterator<Item = &'a PlayerSpec>,
    game: &'static dyn AnyGame,
    variant: Variant,
) -> Result<(), Absent> {
    let programs = players.into_iter().filter(|player| matches!(player, PlayerSpec::Program(_)));
    for player in programs {
        quintet_ugi::sit(player, game, variant, 1)
            .map_err(|forfeit| Absent { player: player.to_string(), forfeit })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use quintet_catalog::standard;

    use super::*;

    #[test]
    fn a_program_that_does_not_start_is_named() {
        let game = standard().find("momentum").unwrap();
        let start = |names: [&str; 2]| {
            let players = names.map(|name| name.parse::<PlayerSpec>().unwrap());
            must_start(&players, game, Variant::default()).map_err(|absent| absent.to_string())
        };
        assert_eq!(start(["random", "level:8"]), Ok(()));
        let absent = start(["random", "ugi:/no/such/program"]).unwrap_err();
        assert!(absent.starts_with("ugi:/no/such/program does not play: "), "{absent}");
        assert!(absent.contains("cannot be started"), "{absent}");
    }
}
