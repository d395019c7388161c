//! `serve`: live games over HTTP, and the page.

use std::io::Write as _;

use anyhow::Result;
use quintet_catalog::Catalog;
use quintet_server::{Addresses, Settings, Wishes};
use serde_json::json;

use crate::args::ServeArguments;
use crate::failure::Usage;
use crate::output::Output;

/// Serves until it is told to stop.
pub fn run(catalog: Catalog, wanted: &ServeArguments, output: &mut Output) -> Result<()> {
    let settings = Settings::gather(&wishes(wanted), wanted.config.as_deref())
        .map_err(|error| Usage(error.to_string()))?;
    quintet_server::serve(catalog, &settings, |addresses| announce(addresses, output))?;
    Ok(())
}

fn wishes(wanted: &ServeArguments) -> Wishes {
    Wishes {
        listen: wanted.listen.clone(),
        data: wanted.data.clone(),
        database: wanted.database.clone(),
        database_password_file: wanted.database_password_file.clone(),
        advertise: wanted.advertise.clone(),
        node_secret_file: wanted.node_secret_file.clone(),
        public_url: wanted.public_url.clone(),
        hsts: wanted.hsts,
        metrics: wanted.metrics.clone(),
        trust_proxy: wanted.trust_proxy.then_some(true),
        rate_limit: wanted.rate_limit.clone(),
        log: wanted.log.clone(),
        threads: wanted.threads,
        thinkers: wanted.thinkers,
        max_connections: wanted.max_connections,
        max_connections_per_address: wanted.max_connections_per_address,
    }
}

/// Says where the page is: to people, or to the program that started this one.
fn announce(Addresses { page, metrics }: Addresses, output: &mut Output) {
    let url = format!("http://{page}/");
    let metrics = metrics.map(|address| format!("http://{address}/metrics"));
    if output.as_json() {
        let mut line = json!({ "url": url, "address": page.to_string(), "port": page.port() });
        if let Some(metrics) = metrics {
            line["metrics"] = metrics.into();
        }
        // If nobody reads it, games can be served all the same.
        let _ = output.line(line).and_then(|()| output.flush());
    } else {
        let _ = writeln!(anstream::stderr(), "Quintet is served at {url}");
        if let Some(metrics) = metrics {
            let _ = writeln!(anstream::stderr(), "Its measurements are at {metrics}");
        }
    }
}
