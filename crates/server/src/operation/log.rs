//! What is written to standard error.

use std::fmt;
use std::io::IsTerminal as _;
use std::str::FromStr;

use quintet_core::text::excerpt;
use tracing_subscriber::EnvFilter;

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

/// Begins to log. `RUST_LOG` says what; warnings, and what we tell ourselves, if it is not set.
pub fn begin(format: LogFormat) {
    let filter = EnvFilter::try_from_default_env();
    let filter = filter.unwrap_or_else(|_| EnvFilter::new("warn,quintet_server=info"));
    let colours = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // A second server of the same process keeps the log of the first.
    let _ = match format {
        LogFormat::Text => builder.with_ansi(colours).with_target(false).try_init(),
        LogFormat::Json => builder.json().try_init(),
    };
}
