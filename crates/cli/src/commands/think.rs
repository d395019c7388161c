//! `think`: computer players, hints and analyses for servers on a database.

use std::io::Write as _;

use anyhow::Result;
use quintet_catalog::Catalog;
use quintet_server::{AtWork, Settings, Wishes};
use serde_json::json;

use crate::args::ThinkArguments;
use crate::failure::Usage;
use crate::output::Output;

/// Thinks until it is told to stop.
pub fn run(catalog: Catalog, wanted: &ThinkArguments, output: &mut Output) -> Result<()> {
    let wishes = Wishes {
        database: wanted.database.clone(),
        database_password_file: wanted.database_password_file.clone(),
        thinkers: wanted.thinkers,
        log: wanted.log.clone(),
        ..Wishes::default()
    };
    let settings = Settings::gather(&wishes, wanted.config.as_deref())
        .map_err(|error| Usage(error.to_string()))?;
    if settings.database.is_none() {
        let expected = "expected the database of the servers to think for, such as --database postgres://quintet@localhost/quintet";
        return Err(Usage(expected.into()).into());
    }
    quintet_server::think(catalog, &settings, |at_work| announce(&at_work, output))?;
    Ok(())
}

/// Says that it has begun: to people, or to the program that started this one.
fn announce(AtWork { database, threads }: &AtWork, output: &mut Output) {
    if output.as_json() {
        // If nobody reads it, it thinks all the same.
        let line = json!({ "database": database, "threads": threads });
        let _ = output.line(line).and_then(|()| output.flush());
    } else {
        let threads = if *threads == 1 { "a thread".into() } else { format!("{threads} threads") };
        let told = format!("Thinking for the servers on {database}, in {threads}");
        let _ = writeln!(anstream::stderr(), "{told}");
    }
}
