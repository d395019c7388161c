//! Whole games in a real pseudo-terminal: by keys, by mouse, typed; resized, killed and continued.

use portable_pty::CommandBuilder;
use quintet_catalog::Dice;
use quintet_core::Variant;

use crate::run::program;
use crate::terminal_screen::{ENTER, TAB, Terminal, home, place};

/// More steps than any game takes.
const MOST_STEPS: usize = 3000;

fn is_over(text: &str) -> bool {
    text.contains("– over")
}

/// Whether it is the person's turn, or nobody's any more.
fn is_settled(text: &str) -> bool {
    let busy = text.contains(" thinks") || text.contains("is about to move");
    (text.contains("? keys") && !busy) || is_over(text)
}

/// Makes steps until the game is over, each with other keys.
pub fn play_on(terminal: &mut Terminal) -> String {
    let mut text = terminal.wait_until("it is somebody's turn", is_settled);
    for step in 0..MOST_STEPS {
        if is_over(&text) {
            return text;
        }
        for _ in 0..step % 7 {
            terminal.send(TAB);
        }
        // Where the cursor went does not matter, only that the step is made: a move more, or another question.
        let before = state(&text);
        terminal.send(ENTER);
        text =
            terminal.wait_until("a step is made", |text| is_settled(text) && state(text) != before);
    }
    panic!("the game does not end:\n{text}");
}

/// Everything that a step changes and a cursor does not: the moves and the sentences below the board.
fn state(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let moves: Vec<&str> = lines.iter().filter_map(|line| line.get(40..)).collect();
    let below = lines.iter().rev().take(3).copied().collect::<Vec<_>>();
    format!("{moves:?} {below:?}")
}

fn whole_game_by_keys(game: &str) {
    let home = home();
    let mut terminal =
        Terminal::quintet(home.path(), &["play", game, "--second", "level:1", "--seed", "7"]);
    let text = play_on(&mut terminal);
    assert!(text.contains("wins.") || text.contains("A draw."), "{text}");
    terminal.send("q");
    assert_eq!(terminal.wait_for_end(), 0);
    assert!(!terminal.is_full_screen());
}

#[test]
fn a_whole_game_of_yoxii_by_keys() {
    whole_game_by_keys("yoxii");
}

#[test]
fn a_whole_game_of_isaac_by_keys() {
    whole_game_by_keys("isaac");
}

#[test]
fn a_whole_game_of_qawale_by_keys() {
    whole_game_by_keys("qawale");
}

#[test]
fn a_whole_game_of_differo_by_keys() {
    whole_game_by_keys("differo");
}

#[test]
fn a_whole_game_of_momentum_by_keys() {
    whole_game_by_keys("momentum");
}

#[test]
fn a_whole_game_from_the_menu_with_the_mouse() {
    let home = home();
    let mut terminal = Terminal::quintet(home.path(), &["--seed", "7"]);
    terminal.click_on("Play Momentum");
    terminal.click_on("Start the game");
    let mut text = terminal.wait_for("X to move");
    while !is_over(&text) {
        let (column, line) = place(&text, "∘").expect("an empty cell");
        let moves = last_move(&text);
        terminal.click(column, line);
        text = terminal.wait_until("the computer answered", |text| {
            is_over(text) || (is_settled(text) && last_move(text) > moves)
        });
    }
}

/// The number of the last move in the list.
fn last_move(text: &str) -> usize {
    let numbers = text.split_whitespace().filter_map(|word| word.strip_suffix(['●', '◎']));
    numbers.filter_map(|number| number.parse().ok()).max().unwrap_or(0)
}

#[test]
fn an_enter_that_was_typed_before_the_client_came_counts() {
    let home = home();
    let both = ["play", "momentum", "--first", "human", "--second", "human"];
    let mut terminal = Terminal::quintet(home.path(), &both);
    terminal.send(ENTER);
    terminal.wait_for("O to move");
}

#[test]
fn a_whole_game_typed_in_notation() {
    let home = home();
    let both = ["play", "yoxii", "--first", "human", "--second", "human"];
    let mut terminal = Terminal::quintet(home.path(), &both);
    terminal.wait_for("White to move");
    let mut beside = quintet_catalog::standard().find("yoxii").unwrap().start(Variant::default());
    let mut dice = Dice::new(11);
    while let Some(mv) = beside.random_move(&mut dice) {
        beside.play(&mv).unwrap();
        terminal.send("t");
        terminal.wait_for("Your move:");
        terminal.send(&mv);
        terminal.send(ENTER);
        terminal.wait_until("the move is made", |text| {
            text.contains(&mv) && !text.contains("Your move:")
        });
    }
    let text = terminal.wait_until("the game is over", is_over);
    let why = beside.why();
    let first_words = why.split_whitespace().take(3).collect::<Vec<_>>().join(" ");
    assert!(text.contains(&first_words), "{why}\n{text}");
}

#[test]
fn the_window_changes_its_size_in_mid_game() {
    let home = home();
    let mut terminal =
        Terminal::quintet(home.path(), &["play", "qawale", "--second", "level:1", "--seed", "3"]);
    terminal.wait_for("Red");
    terminal.send(ENTER);
    terminal.wait_for("So far: ");
    terminal.resize(120, 40);
    terminal.wait_until("the larger screen is used", |text| {
        text.contains("So far: ") && text.lines().count() > 36
    });
    terminal.resize(50, 20);
    terminal.wait_for("Please make the window larger");
    terminal.resize(80, 24);
    terminal.wait_for("So far: ");
    play_on(&mut terminal);
}

#[test]
fn a_key_that_comes_with_another_size_of_the_window_is_not_lost() {
    let home = home();
    let mut terminal = Terminal::quintet(home.path(), &[]);
    terminal.wait_for("? keys");
    for turn in 0..200 {
        terminal.resize(100 + turn % 2, 30);
        terminal.send("?");
        terminal.wait_for("these keys");
        terminal.resize(100, 31);
        terminal.send("q");
        terminal.wait_until("the help is closed", |text| !text.contains("these keys"));
    }
}

#[test]
fn a_killed_game_is_continued_exactly_where_it_was() {
    let home = home();
    let mut terminal =
        Terminal::quintet(home.path(), &["play", "differo", "--second", "level:1", "--seed", "5"]);
    let mut text = terminal.wait_until("it is somebody's turn", is_settled);
    while last_move(&text) < 3 {
        let before = state(&text);
        terminal.send(ENTER);
        text =
            terminal.wait_until("a step is made", |text| is_settled(text) && state(text) != before);
    }
    // The list of moves is drawn before what stands below it.
    let text = terminal.wait_until("the move is told", |text| !text.contains("So far"));
    terminal.signal("KILL");
    terminal.wait_for_end();
    let mut terminal = Terminal::quintet(home.path(), &[]);
    terminal.wait_for("▸ Continue your game");
    terminal.send(ENTER);
    let continued = terminal.wait_for("u take back");
    assert_eq!(board(&continued), board(&text));
    play_on(&mut terminal);
}

/// The screen without the cursor, which starts where it likes.
fn board(text: &str) -> String {
    let calm = text.replace(['▸', '◂', '[', ']', '(', ')'], " ");
    let signs = calm.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let pieces = signs.map(|line| line.replace(['+', '−', '0', '1', '2', '·', '▪', '▫'], ""));
    pieces.collect::<Vec<_>>().join("\n")
}

#[test]
fn where_the_locale_has_only_ascii_every_byte_on_the_screen_is() {
    for game in quintet_catalog::standard().games() {
        let home = home();
        let mut command = CommandBuilder::new("sh");
        let run = "LC_ALL= LANG=C TERM=linux exec \"$0\" play \"$1\" --second human";
        command.args(["-c", run, &program(), game.info().id]);
        let mut terminal = Terminal::run(home.path(), command);
        terminal.wait_for(" to move");
        terminal.send("h");
        terminal.wait_for("hint, Enter");
        terminal.send(ENTER);
        terminal.wait_for("moves");
        terminal.send("?");
        terminal.wait_for("Keys while playing");
        terminal.send("?i");
        terminal.wait_for("The board");
        terminal.send("qq");
        assert_eq!(terminal.wait_for_end(), 0);
        let bad = terminal.written.iter().position(|byte| !byte.is_ascii());
        let around = |at: usize| {
            let end = (at + 40).min(terminal.written.len());
            String::from_utf8_lossy(&terminal.written[at.saturating_sub(40)..end]).into_owned()
        };
        assert_eq!(bad.map(around), None, "{}", game.info().id);
    }
}

#[test]
fn sentences_are_folded_where_a_terminal_is_narrow() {
    let home = home();
    for (arguments, last) in
        [(&["play", "isaac", "--plain", "--board", "never"][..], "quit"), (&["rules", "isaac"], "")]
    {
        let mut terminal = Terminal::quintet(home.path(), arguments);
        for line in ["help", "rules", "list", "what a1", last].iter().filter(|_| !last.is_empty()) {
            terminal.send(line);
            terminal.send(ENTER);
        }
        assert_eq!(terminal.wait_for_end(), 0);
        let written = String::from_utf8_lossy(&terminal.written);
        // What is typed ahead of its prompt shifts what follows that.
        let lines = written.lines().map(|line| line.rsplit("> ").next().unwrap_or(line));
        let long: Vec<&str> = lines.filter(|line| line.chars().count() > 80).collect();
        assert!(long.is_empty(), "{long:#?}");
        let words = written.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("goes on alone as long as possible."), "{written}");
    }
}
