//! How far a long command is, as a bar on standard error; nothing where that is no terminal.

use indicatif::{ProgressBar, ProgressStyle};
use quintet_sitting::terminal::Terminal;

/// A bar for so many things, which are called `what`.
pub fn bar(count: u64, what: &str) -> ProgressBar {
    let template = format!("{{bar:24}} {{pos}}/{{len}} {what}, {{eta}} left  {{msg}}");
    let style = ProgressStyle::with_template(&template).expect("the template is well formed");
    let is_unicode = Terminal::look().unicode;
    let style = if is_unicode { style } else { style.progress_chars("#>-") };
    ProgressBar::new(count).with_style(style)
}
