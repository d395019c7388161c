//! Who plays in a match or a tournament: players by name, programs as `--engine` describes them.

use anyhow::Result;
use quintet_arena::muster::must_start as must_start_at;
use quintet_players::{PlayerSpec, ProgramSpec};

use crate::failure::{Usage, complain};
use crate::position::Chosen;

/// The players of these names, programs among them; each program can be started.
pub fn gather(
    names: &[String],
    programs: &[ProgramSpec],
    chosen: &Chosen,
) -> Result<Vec<PlayerSpec>> {
    let mut called: Vec<&str> = programs.iter().filter_map(|it| it.name.as_deref()).collect();
    called.sort_unstable();
    if let Some([twice, ..]) = called.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(Usage(format!("two engines are called {twice}")).into());
    }
    if let Some(idle) = called.iter().find(|name| !names.iter().any(|player| player == *name)) {
        return Err(Usage(format!("no player is called {idle}, as an engine is")).into());
    }
    let players = names.iter().map(|name| player(name, programs));
    let players: Vec<PlayerSpec> = players.collect::<Result<_>>()?;
    if players.contains(&PlayerSpec::Human) {
        return Err(Usage("matches are between computer players, not humans".into()).into());
    }
    for player in &players {
        must_start(player, chosen)?;
    }
    Ok(players)
}

fn player(name: &str, programs: &[ProgramSpec]) -> Result<PlayerSpec> {
    if let Some(program) = programs.iter().find(|program| program.name.as_deref() == Some(name)) {
        return Ok(PlayerSpec::Program(Box::new(program.clone())));
    }
    name.parse().map_err(|error| Usage(format!("{error}")).into())
}

/// A program that does not start is told before anything is played with it.
pub fn must_start(player: &PlayerSpec, chosen: &Chosen) -> Result<()> {
    match must_start_at([player], chosen.game, chosen.variant) {
        Ok(remarks) => remarks.iter().for_each(complain),
        Err(absent) if absent.is_misdescribed() => return Err(Usage(absent.to_string()).into()),
        Err(absent) => return Err(absent.into()),
    }
    Ok(())
}
