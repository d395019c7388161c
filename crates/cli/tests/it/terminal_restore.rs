//! The terminal is given back as it was, whatever ends or stops the client.

use portable_pty::CommandBuilder;
use quintet_sitting::{Places, Settings};
use quintet_tui::app::{Go, Screen};
use quintet_tui::crossterm::event::KeyEvent;
use quintet_tui::help::Keys;
use quintet_tui::{App, Context, Events};

use crate::run::program;
use crate::terminal_screen::{CTRL_C, CTRL_Z, ENTER, Terminal, home};

/// What gives a terminal back: mouse and paste off, the shell's screen and the cursor back.
const GIVEN_BACK: [&str; 5] =
    ["\x1b[?1000l", "\x1b[?1006l", "\x1b[?2004l", "\x1b[?1049l", "\x1b[?25h"];

/// A terminal in which the client shows its menu, and the modes before it came.
fn with_menu(home: &std::path::Path) -> (Terminal, String) {
    // A shell notes the modes first; the client would have changed them before anybody could look.
    let mut command = CommandBuilder::new("sh");
    command.args(["-c", "echo ready; read line; exec \"$0\"", &program()]);
    let mut terminal = Terminal::run(home, command);
    terminal.wait_for("ready");
    let modes = terminal.modes();
    terminal.send(ENTER);
    terminal.wait_for("Play Yoxii");
    assert!(terminal.is_full_screen());
    assert_ne!(terminal.modes(), modes);
    (terminal, modes)
}

fn assert_given_back(terminal: &Terminal, modes: &str) {
    assert!(!terminal.is_full_screen());
    assert_eq!(terminal.modes(), modes);
    let written = String::from_utf8_lossy(&terminal.written);
    for sequence in GIVEN_BACK {
        assert!(written.contains(sequence), "{sequence:?} is missing");
    }
}

#[test]
fn leaving_gives_the_terminal_back() {
    let home = home();
    let (mut terminal, modes) = with_menu(home.path());
    terminal.send("q");
    assert_eq!(terminal.wait_for_end(), 0);
    assert_given_back(&terminal, &modes);
}

#[test]
fn ctrl_c_gives_the_terminal_back() {
    let home = home();
    let (mut terminal, modes) = with_menu(home.path());
    terminal.send(CTRL_C);
    assert_eq!(terminal.wait_for_end(), 0);
    assert_given_back(&terminal, &modes);
}

#[test]
fn a_program_that_hangs_does_not_stay_behind() {
    let home = home();
    let note = home.path().join("process");
    let answers = "ugi) echo ugiok;; isready) echo readyok;; quit) exit;; go*) exec sleep 777;;";
    let script = format!(
        "echo $$ > {}; while read -r line; do case \"$line\" in {answers} esac; done",
        note.display()
    );
    let mut command = CommandBuilder::new(program());
    command.args(["play", "momentum", "--second", &format!("ugi:sh -c '{script}'")]);
    let mut terminal = Terminal::run(home.path(), command);
    terminal.wait_for("X to move");
    terminal.send("td4");
    terminal.send(ENTER);
    terminal.wait_for("thinks");
    terminal.send("q");
    assert_eq!(terminal.wait_for_end(), 0);
    let process = std::fs::read_to_string(note).expect("the program ran");
    let left = std::path::Path::new("/proc").join(process.trim());
    let status = std::fs::read_to_string(left.join("status")).unwrap_or_default();
    assert!(status.is_empty(), "process {process} is left over: {status}");
}

#[test]
fn a_signal_to_end_gives_the_terminal_back() {
    for signal in ["TERM", "INT", "HUP"] {
        let home = home();
        let (mut terminal, modes) = with_menu(home.path());
        terminal.signal(signal);
        terminal.wait_for_end();
        assert_given_back(&terminal, &modes);
    }
}

#[test]
fn ctrl_z_gives_the_terminal_back_until_the_client_goes_on() {
    for stop in ["Ctrl-Z", "TSTP"] {
        let home = home();
        let (mut terminal, modes) = with_menu(home.path());
        if stop == "TSTP" {
            terminal.signal(stop);
        } else {
            terminal.send(CTRL_Z);
        }
        terminal.wait_for_bytes("\x1b[?25h", 1);
        terminal.wait_until_stopped();
        assert_given_back(&terminal, &modes);
        terminal.signal("CONT");
        terminal.wait_for_bytes("\x1b[?1049h", 2);
        terminal.wait_for("Play Yoxii");
        assert!(terminal.is_full_screen());
        assert_ne!(terminal.modes(), modes);
        terminal.send("q");
        assert_eq!(terminal.wait_for_end(), 0);
        assert_given_back(&terminal, &modes);
    }
}

/// Panics at the first key.
struct Fragile;

impl Screen for Fragile {
    fn key(&mut self, _key: KeyEvent, _context: &mut Context) -> Go {
        panic!("something is broken");
    }

    fn draw(
        &mut self,
        frame: &mut quintet_tui::ratatui::Frame,
        area: quintet_tui::ratatui::layout::Rect,
        _: &Context,
    ) {
        frame.render_widget(quintet_tui::ratatui::text::Line::raw("fragile"), area);
    }

    fn keys(&self) -> Keys {
        Keys { title: "", keys: &[] }
    }
}

/// Not a test by itself: the one below runs it in a terminal.
#[test]
#[ignore = "panics on purpose; run by `a_panic_gives_the_terminal_back`"]
fn fragile_client() {
    let places = Places::under(&std::env::temp_dir().join("quintet-fragile"));
    let events = Events::silent();
    let context =
        Context::new(quintet_catalog::standard(), places, Settings::default(), events.waker());
    let _ = quintet_tui::show(App::new(context, Box::new(Fragile)), &events);
}

#[test]
fn a_panic_gives_the_terminal_back() {
    let home = home();
    let mut command = CommandBuilder::new("sh");
    let itself = std::env::current_exe().unwrap();
    let run = "echo ready; read line; exec \"$0\" --ignored --exact terminal_restore::fragile_client --nocapture --test-threads 1";
    command.args(["-c", run, itself.to_str().unwrap()]);
    let mut terminal = Terminal::run(home.path(), command);
    terminal.wait_for("ready");
    let modes = terminal.modes();
    terminal.send(ENTER);
    terminal.wait_for("fragile");
    terminal.wait_until_full_screen();
    terminal.send("x");
    terminal.wait_for_end();
    assert_given_back(&terminal, &modes);
    let written = String::from_utf8_lossy(&terminal.written);
    let (_, after) = written.rsplit_once("\x1b[?1049l").unwrap();
    assert!(after.contains("something is broken"), "{after}");
}
