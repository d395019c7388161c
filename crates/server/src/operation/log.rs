//! What is written to standard error.

use std::fmt;
use std::io::IsTerminal as _;
use std::str::FromStr;

use quintet_core::text::excerpt;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// How log lines look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// One JSON object a line.
    Json,
}

/// The text names no format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected `text` or `json`, got `{0}`")]
pub struct LogFormatError(String);

impl FromStr for LogFormat {
    type Err = LogFormatError;

    fn from_str(text: &str) -> Result<Self, LogFormatError> {
        match text {
            "text" => Ok(LogFormat::Text),
            "json" => Ok(LogFormat::Json),
            _ => Err(LogFormatError(excerpt(text))),
        }
    }
}

impl fmt::Display for LogFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LogFormat::Text => "text",
            LogFormat::Json => "json",
        })
    }
}

/// What is logged unless `RUST_LOG` says otherwise: warnings, and what we tell ourselves.
const USUAL: &str = "warn,quintet_server=info";

/// Begins to log. `RUST_LOG` says what.
pub fn begin(format: LogFormat) {
    let filter = filter(std::env::var("RUST_LOG").ok().as_deref());
    let colours = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let filtered = tracing_subscriber::registry().with(filter);
    // A second server of the same process keeps the log of the first.
    let _ = match format {
        LogFormat::Text => filtered.with(lines.with_ansi(colours).with_target(false)).try_init(),
        LogFormat::Json => filtered.with(lines.json()).try_init(),
    };
}

/// What is wanted, by levels of modules; the usual if that is nothing, or nothing that can be read. Single spans and fields cannot be asked
/// for: that would take an engine of regular expressions.
fn filter(wanted: Option<&str>) -> Targets {
    let wanted = wanted.and_then(|text| text.parse().ok());
    wanted.unwrap_or_else(|| USUAL.parse().expect("levels of modules can be read"))
}

#[cfg(test)]
mod tests {
    use tracing::Level;

    use super::*;

    #[test]
    fn modules_are_logged_by_their_levels() {
        let ours = "quintet_server::hub";
        for usual in [filter(None), filter(Some("quintet_server=everything"))] {
            assert!(
                usual.would_enable(ours, &Level::INFO) && !usual.would_enable(ours, &Level::DEBUG)
            );
            assert!(
                usual.would_enable("hyper", &Level::WARN)
                    && !usual.would_enable("hyper", &Level::INFO)
            );
        }
        let wanted = filter(Some("quintet_server=debug"));
        assert!(
            wanted.would_enable(ours, &Level::DEBUG)
                && !wanted.would_enable("hyper", &Level::ERROR)
        );
        assert!(filter(Some("info,sqlx=off")).would_enable("hyper", &Level::INFO));
        assert!(!filter(Some("info,sqlx=off")).would_enable("sqlx::query", &Level::ERROR));
    }
}
