//! Whether the players can play at all: a program that does not start is told before the first game, not as games that it lost.

use std::fmt;

use quintet_catalog::AnyGame;
use quintet_core::Variant;
use quintet_players::{Fault, Forfeit, PlayerSpec, Thinker};

/// A program does not play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Absent {
    player: String,
    forfeit: Forfeit,
}

impl Absent {
    /// Whether the program was described as something that it is not.
    pub fn is_misdescribed(&self) -> bool {
        matches!(self.forfeit.fault, Fault::Setting(_))
    }
}

impl fmt::Display for Absent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Absent { player, forfeit } = self;
        let does_not = if self.is_misdescribed() { "" } else { "does not play: " };
        write!(f, "{player} {does_not}{forfeit}")
    }
}

impl std::error::Error for Absent {}

/// Starts each program among the players once, and lets it go again. Gives what is to be known of them before they play.
pub fn must_start<'a>(
    players: impl IntoIterator<Item = &'a PlayerSpec>,
    game: &'static dyn AnyGame,
    variant: Variant,
) -> Result<Vec<String>, Absent> {
    let mut remarks = Vec::new();
    let programs = players.into_iter().filter(|player| matches!(player, PlayerSpec::Program(_)));
    for player in programs {
        let seated = quintet_ugi::sit(player, game, variant, 1)
            .map_err(|forfeit| Absent { player: player.to_string(), forfeit })?;
        let remark = seated.and_then(|program| program.remark());
        remarks.extend(remark.map(|remark| format!("{player} {remark}")));
    }
    Ok(remarks)
}

/// Lets a computer player take a seat at a game. A program that has started before and does not now may have met a busy
/// machine: it is tried once more.
pub fn seat(
    player: &PlayerSpec,
    game: &'static dyn AnyGame,
    variant: Variant,
    seed: u64,
) -> Result<Box<dyn Thinker>, Absent> {
    let sit = || quintet_ugi::sit(player, game, variant, seed);
    let absent = |forfeit| Absent { player: player.to_string(), forfeit };
    let seated = sit().or_else(|_| sit()).map_err(absent)?;
    seated
        .ok_or_else(|| absent(Fault::Setting("matches are between computer players".into()).into()))
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
        assert_eq!(start(["random", "level:8"]), Ok(Vec::new()));
        let absent = start(["random", "ugi:/no/such/program"]).unwrap_err();
        assert!(absent.starts_with("ugi:/no/such/program does not play: "), "{absent}");
        assert!(absent.contains("cannot be started"), "{absent}");
    }
}
