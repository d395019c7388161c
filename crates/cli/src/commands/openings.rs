//! `openings`: makes openings from which good play is open.

use anyhow::{Result, bail};
use quintet_arena::balance::{Plan, make};
use quintet_catalog::Catalog;
use serde_json::json;

use crate::args::OpeningsArguments;
use crate::failure::Interrupted;
use crate::interrupt::stop_on_interrupt;
use crate::output::Output;
use crate::progress;

/// Makes openings and prints them as they are found.
pub fn run(catalog: Catalog, wanted: &OpeningsArguments, output: &mut Output) -> Result<()> {
    let chosen = wanted.game.look_up(catalog)?;
    let OpeningsArguments { count, plies, nodes, seed, .. } = *wanted;
    let (name, id, variant) = (chosen.game.info().name, chosen.game.info().id, chosen.variant_id());
    if !output.as_json() {
        output.text(format_args!(
            "# Openings of {name}, {variant}: the side to move expects 40 to 60 % by a search of {nodes} positions,\n\
             # and the other side too after the best move. Made by\n\
             # quintet openings {id} --variant {variant} --count {count} --plies {plies} --nodes {nodes} --seed {seed}\n"
        ))?;
    }
    let bar = progress::bar(count.into(), "openings");
    let plan = Plan { count: count.into(), plies, nodes, seed };
    let (mut found, mut written) = (0, Ok(()));
    let stop = stop_on_interrupt();
    make(chosen.game, chosen.variant, &plan, &stop, &mut |opening| {
        found += 1;
        bar.inc(1);
        if written.is_ok() {
            let object = json!({
                "moves": opening.moves,
                "position": opening.position,
                "expected": opening.expected,
            });
            written = output.tell(object, opening.moves.join(" "));
        }
    });
    bar.finish_and_clear();
    written?;
    if found < count {
        if stop.is_set() {
            return Err(Interrupted("not all openings were found").into());
        }
        bail!("found {found} of {count} openings; other plies may have more");
    }
    Ok(())
}
