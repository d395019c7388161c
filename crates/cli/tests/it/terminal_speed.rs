//! How fast the client is, in a real pseudo-terminal. Figures, not tests: they depend on the machine, so they run only
//! when asked for (`docs/evidence/terminal/measure.sh`).

use std::time::{Duration, Instant};

use crate::terminal_screen::{ENTER, Terminal, home};

const PRESSES: usize = 400;
const STARTS: usize = 40;

/// Median, 95 and 99 in a hundred, and the longest.
fn report(what: &str, mut times: Vec<Duration>) {
    times.sort();
    let at = |hundredths: usize| times[(times.len() - 1) * hundredths / 100].as_secs_f64() * 1e3;
    eprintln!(
        "{what}: median {:.2} ms, 95 % {:.2} ms, 99 % {:.2} ms, longest {:.2} ms ({} times)",
        at(50),
        at(95),
        at(99),
        at(100),
        times.len()
    );
}

/// Turns the board to and fro, which draws all of it anew, and waits until it is there.
fn flip(terminal: &mut Terminal) -> Vec<Duration> {
    let is_turned = |text: &str| text.contains(" j   i   h   g") || text.contains("j     i     h");
    (0..PRESSES)
        .map(|press| {
            let begun = Instant::now();
            terminal.send("f");
            terminal.wait_until("the board is turned", |text| is_turned(text) == (press % 2 == 0));
            begun.elapsed()
        })
        .collect()
}

#[test]
#[ignore = "a measurement"]
fn key_press_to_drawn_frame_while_the_engine_thinks_on_both_cores() {
    for (columns, lines) in [(80, 24), (120, 40)] {
        let home = home();
        let engine = "alphabeta:threads=2";
        let arguments =
            ["play", "isaac", "--first", engine, "--second", "human", "--movetime", "600000"];
        let mut terminal = Terminal::quintet(home.path(), &arguments);
        terminal.wait_for("Dark thinks");
        terminal.resize(columns, lines);
        terminal.wait_until("the new size is used", |text| {
            text.lines().count() == usize::from(lines) && text.contains("Dark thinks: depth")
        });
        report(&format!("key press to drawn frame, {columns}x{lines}"), flip(&mut terminal));
        terminal.send("q");
        terminal.wait_for_end();
    }
}

#[test]
#[ignore = "a measurement"]
fn start_to_menu() {
    let home = home();
    let start = |_| {
        let begun = Instant::now();
        let mut terminal = Terminal::quintet(home.path(), &[]);
        terminal.wait_until("the menu is drawn", |text| {
            text.contains("Play Momentum") && text.contains("? keys")
        });
        let took = begun.elapsed();
        terminal.send("q");
        terminal.wait_for_end();
        took
    };
    report("start to menu", (0..STARTS).map(start).collect());
    // With a game to go on with, which is read and replayed for the menu.
    let mut terminal = Terminal::quintet(home.path(), &["play", "isaac", "--second", "level:1"]);
    for _ in 0..3 {
        terminal.wait_for("Dark to move");
        terminal.send(ENTER);
    }
    terminal.wait_for("1◎");
    terminal.send("q");
    terminal.wait_for_end();
    report("start to menu with a saved game", (0..STARTS).map(start).collect());
}
