//! Known mistakes, switched on one at a time in a server that was built with them: the attacks must notice each.

use serde_json::{Value, json};

use crate::report::{Report, progress};
use crate::server::Target;
use crate::{cluster, disconnect, kill, power, probe};

/// The mistakes that show outside of the server, with the attack that must notice them.
const VISIBLE: [(&str, Attack); 11] = [
    ("skip-version-check", Attack::Probe),
    ("forget-op", Attack::Disconnect),
    ("anyone-moves", Attack::Probe),
    ("free-time", Attack::Probe),
    ("charge-pause", Attack::Probe),
    ("keep-offers", Attack::Probe),
    ("acknowledge-before-commit", Attack::Kill),
    ("forget-sync", Attack::Power),
    ("resume-off-by-one", Attack::Disconnect),
    ("keep-refused-events", Attack::Probe),
    ("ignore-epoch", Attack::Cluster),
];

/// Mistakes that need a second mistake to show outside: the store's own tests catch them.
const HIDDEN: [&str; 1] = ["overwrite"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attack {
    Probe,
    Kill,
    Power,
    Disconnect,
    Cluster,
}

/// How often an attack may look for a mistake: a server that has lost a game writes only if it is asked just as it wakes, which some three of five attacks see.
const TRIES: usize = 8;

/// Runs it: first without a mistake, which must be clean, then with each.
pub async fn run(target: &Target, seed: u64) -> anyhow::Result<Report> {
    let mut outcomes: Vec<Value> = Vec::new();
    let mut kept = true;
    for attack in [Attack::Probe, Attack::Kill, Attack::Power, Attack::Disconnect, Attack::Cluster]
    {
        let noticed = notice(target, attack, seed).await;
        progress(&format!("no mistake, {attack:?}: {}", noticed.as_deref().unwrap_or("clean")));
        kept &= noticed.is_none();
        outcomes.push(json!({"bug": null, "attack": format!("{attack:?}"), "noticed": noticed}));
    }
    for (bug, attack) in VISIBLE {
        let mut target = target.clone();
        target.environment.push(("QUINTET_BUG".to_owned(), bug.to_owned()));
        let mut noticed = None;
        for seed in (seed..).take(TRIES) {
            noticed = notice(&target, attack, seed).await;
            if noticed.is_some() {
                break;
            }
        }
        progress(&format!("{bug}, {attack:?}: {}", noticed.as_deref().unwrap_or("NOT NOTICED")));
        kept &= noticed.is_some();
        outcomes.push(json!({"bug": bug, "attack": format!("{attack:?}"), "noticed": noticed}));
    }
    Ok(Report {
        kept,
        results: json!({"bugs": VISIBLE.len(), "outcomes": outcomes, "not_visible_outside": HIDDEN}),
    })
}

/// What an attack noticed, in words.
async fn notice(target: &Target, attack: Attack, seed: u64) -> Option<String> {
    const LIMIT: u64 = 120;
    let report = match attack {
        Attack::Probe => match probe::all(target, seed).await {
            Ok(outcomes) => {
                let broken = outcomes.into_iter().find(|(_, outcome)| outcome.is_err());
                return broken.map(|(promise, outcome)| {
                    format!("{promise}: {}", outcome.err().unwrap_or_default())
                });
            }
            Err(error) => Err(error),
        },
        Attack::Kill => {
            let options = kill::Options {
                kills: 20,
                moves: 0,
                games: 64,
                shortest: 50,
                longest: 400,
                limit: LIMIT,
            };
            kill::run(target, &options, seed).await
        }
        Attack::Power => {
            let options =
                power::Options { states: 100, planted: 40, moves: 200, lives: 2, games: 8 };
            power::run(target, &options, seed).await
        }
        Attack::Disconnect => {
            let options = disconnect::Options { times: 400, games: 8, limit: LIMIT };
            disconnect::run(target, &options, seed).await
        }
        Attack::Cluster => {
            let options = cluster::Options {
                nodes: 3,
                faults: 6,
                moves: 0,
                games: 45,
                pause: 2_000,
                only: Some(cluster::Fault::Sleep),
                promise_back_ms: None,
                durable: false,
                sleep: None,
                limit: LIMIT,
            };
            cluster::run(target, &options, seed).await
        }
    };
    match report {
        Ok(report) if report.kept => None,
        Ok(report) => {
            // Nobody has to find out why.
            if let Some(logs) = report.results["logs"].as_str() {
                let _ = std::fs::remove_dir_all(logs);
            }
            Some(report.results["notes"][0].as_str().unwrap_or("not kept").to_owned())
        }
        Err(error) => Some(format!("{error:#}")),
    }
}
