//! Playing at the prompt, and what is kept of it.

use serde_json::Value;

use crate::plain_dialogue::Dialogue;
use crate::run::{quintet, quintet_with, variants};

#[test]
fn two_random_players_play_every_game_to_its_end() {
    for (game, variant) in variants() {
        let arguments = ["play", &game, "--variant", &variant, "--plain", "--first", "random"];
        let arguments = [&arguments[..], &["--second", "random", "--seed", "7"]].concat();
        let run = quintet(&arguments).fine();
        let end = run.stdout.trim_end();
        let told = ["wins.", "draw."].iter().any(|word| end.to_lowercase().contains(word));
        assert!(told, "{game} {variant}: {end}");
        assert_eq!(run.stdout, quintet(&arguments).stdout, "the same seed gives the same game");
    }
}

#[test]
fn moves_are_typed_in_notation_or_step_by_step() {
    let two = ["--plain", "--first", "human", "--second", "human"];
    let notation = [&["play", "yoxii"][..], &two[..]].concat();
    let typed = quintet_with("e5,3@d5\nrecord\n", &notation).fine();
    let stepped = quintet_with("e5\nw3\nd5\nrecord\n", &notation).fine();
    let at_once = quintet_with("e5 w3 d5\nrecord\n", &notation).fine();
    for run in [typed, stepped, at_once] {
        assert!(run.stdout.contains("White plays e5,3@d5."), "{}", run.stdout);
        assert!(run.stdout.contains("1. e5,3@d5"), "{}", run.stdout);
    }
}

#[test]
fn a_begun_move_lists_its_next_steps_and_can_be_taken_back() {
    let arguments = ["play", "differo", "--plain", "--second", "human"];
    let run = quintet_with("d3\nundo\nd3 e3\nundo\nquit\n", &arguments).fine();
    assert!(run.stdout.contains("Possible next steps:\n"), "{}", run.stdout);
    assert!(run.stdout.contains("White plays d3-e3."), "{}", run.stdout);
    assert!(run.stdout.contains("white d3> "), "{}", run.stdout);
    let end = "white> The game is saved: to go on with it, run quintet --plain and type c.";
    assert!(run.stdout.trim_end().ends_with(end), "{}", run.stdout);
}

#[test]
fn a_refused_move_names_the_rule_and_the_game_goes_on() {
    let arguments = ["play", "momentum", "--plain", "--second", "human"];
    let run = quintet_with("d4\nd4\nqwertz\n\nmoves x\nundo\nundo\nhelp\n", &arguments).fine();
    for text in [
        "Not allowed: d4: a marble needs an empty cell",
        "Not understood: expected a cell from a1 to g7",
        "Type a move, or help.",
        "No legal move begins with `x`.",
        "There is no move of yours to take back.",
        "take back a step, or your last move",
        "The input has ended. The game is saved",
    ] {
        assert!(run.stdout.contains(text), "`{text}` is missing in {}", run.stdout);
    }
}

#[test]
fn a_refused_step_names_the_rule() {
    let arguments = ["play", "differo", "--plain", "--second", "human"];
    let run = quintet_with("e5\nd3 d3\nd3 nonsense\nquit\n", &arguments).fine();
    for text in [
        "Not allowed: `e5` cannot be the next step: there is no piece on e5.",
        "Not allowed: `d3` cannot be the next step: the piece on d3 has to go to another cell.",
        "Not understood: `nonsense` cannot be the next step.",
    ] {
        assert!(run.stdout.contains(text), "`{text}` is missing in {}", run.stdout);
    }
}

#[test]
fn undo_against_the_computer_takes_back_the_answer_too() {
    let arguments = ["play", "qawale", "--plain", "--seed", "3"];
    let run = quintet_with("a1-a2-a3-a4\nundo\nrecord\nquit\n", &arguments).fine();
    let record = &run.stdout[run.stdout.rfind("[Game").expect("a record")..];
    assert!(!record.contains("1."), "{record}");
}

#[test]
fn a_saved_game_replays_and_a_spoilt_one_names_line_and_move() {
    let folder = std::env::temp_dir().join(format!("quintet-records-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let file = folder.join("game.txt");
    let file = file.to_str().expect("UTF-8");
    for (game, variant) in variants() {
        let arguments = ["play", &game, "--variant", &variant, "--first", "random", "--second"];
        let saved = ["random", "--seed", "11", "--save", file, "--overwrite"];
        let saved = [&arguments[..], &saved].concat();
        quintet(&saved).fine();
        let text = std::fs::read_to_string(file).expect("a record");
        assert!(text.contains("[Seed \"11\"]"), "{text}");
        quintet(&["replay", file, "--boards"]).fine();

        let as_json = [&arguments[..], &["random", "--seed", "11", "--json"]].concat();
        let line = quintet(&as_json).fine().stdout;
        let record: Value = serde_json::from_str(&line).expect("a record");
        assert!(record["result"].is_string() && record["ending"].is_string(), "{line}");
        let replayed = quintet_with(&line, &["replay", "-", "--json"]).fine();
        assert_eq!(replayed.stdout, line);
        let from_text = quintet(&["replay", file, "--json"]).fine();
        assert_eq!(from_text.stdout, line, "text and JSON hold the same");

        spoil(&text, file);
    }
    std::fs::remove_dir_all(folder).expect("the folder was made");
}

/// Repeats the first move as the second: never legal, as every first move changes its cells.
fn spoil(text: &str, file: &str) {
    let first = text.split("1. ").nth(1).and_then(|rest| rest.split_whitespace().next());
    let first = first.expect("a first move");
    let second = text.split_whitespace().skip_while(|word| *word != first).nth(1);
    let second = second.expect("a second move").to_owned();
    let spoilt = text.replacen(&format!("{first} {second}"), &format!("{first} {first}"), 1);
    std::fs::write(file, &spoilt).expect("a file");
    let run = quintet(&["replay", file]);
    assert_eq!(run.code, 4, "{spoilt}");
    let line = spoilt.lines().position(|line| line.starts_with("1. ")).expect("moves") + 1;
    let told = format!("line {line}: move 2 is refused: {first}: ");
    assert!(run.stderr.contains(&told), "{told} is not in {}", run.stderr);
}

#[cfg(unix)]
#[test]
fn the_file_of_a_game_holds_every_move_whatever_ends_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["INT", "TERM", "HUP", "KILL"] {
        let file = folder.path().join(name);
        let record = || std::fs::read_to_string(&file).expect("a record");
        let file = file.to_str().expect("UTF-8");
        let arguments = ["play", "momentum", "--first", "human", "--second", "human", "--save"];
        let mut dialogue = Dialogue::begin(&[&arguments[..], &[file]].concat());
        dialogue.say("d4");
        assert!(record().contains("\n1. d4\n"), "{}", record());
        dialogue.say("e5");
        dialogue.say("undo");
        assert!(record().contains("\n1. d4\n"), "{}", record());
        dialogue.say("e6");
        assert!(record().contains("\n1. d4 e6\n"), "{}", record());
        dialogue.signal(name);
        assert!(record().contains("\n1. d4 e6\n"), "{name}: {}", record());
        quintet(&["replay", file]).fine();
    }
    // Further games stand behind the first from their first move on.
    let file = folder.path().join("two");
    let path = file.to_str().expect("UTF-8");
    let arguments = ["play", "momentum", "--first", "human", "--second", "human", "--save", path];
    let mut dialogue = Dialogue::begin(&arguments);
    for line in ["d4", "draw", "yes", "same", "g7"] {
        dialogue.say(line);
    }
    dialogue.kill();
    let text = std::fs::read_to_string(&file).expect("records");
    let records = quintet_catalog::read_records(&text).expect("two records");
    assert_eq!(records.iter().map(|r| r.moves.join(" ")).collect::<Vec<_>>(), ["d4", "g7"]);
}

#[test]
fn an_unfinished_game_replays_too() {
    let text = "[Game \"yoxii\"]\n\n1. e5,3@d5 {a beginning}\n*\n";
    let run = quintet_with(text, &["replay", "-"]).fine();
    assert!(run.stdout.contains("a beginning"), "{}", run.stdout);
    assert!(run.stdout.contains("Red to move"), "{}", run.stdout);
    let resigned = "[Game \"yoxii\"]\n[Ending \"resignation\"]\n\n1. e5,3@d5\nfirst\n";
    let run = quintet_with(resigned, &["replay", "-"]).fine();
    assert!(run.stdout.contains("White wins. Red resigned."), "{}", run.stdout);
    let wrong = "[Game \"yoxii\"]\n\n1. e5,3@d5\nfirst\n";
    let run = quintet_with(wrong, &["replay", "-"]);
    assert_eq!(run.code, 4);
    assert!(run.stderr.contains("the game is not over"), "{}", run.stderr);
}

#[cfg(unix)]
#[test]
fn nothing_is_replaced_unasked() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let [game, link] = ["game.txt", "link.txt"].map(file);
    let play = |save: &str, more: &[&str]| {
        let players = ["--first", "random", "--second", "random", "--seed", "3"];
        quintet(&[&["play", "momentum", "--save", save], &players[..], more].concat())
    };
    play(&game, &[]).fine();
    let kept = std::fs::read_to_string(&game).expect("a record");
    for more in [&[][..], &["--json"]] {
        let run = play(&game, more);
        assert_eq!(run.code, 2, "{}", run.stdout);
        let told = format!("{}{}", run.stdout, run.stderr);
        assert!(told.contains("game.txt exists: --overwrite replaces it"), "{told}");
        assert_eq!(std::fs::read_to_string(&game).expect("a record"), kept);
    }
    // A link is written through, and stays a link.
    std::os::unix::fs::symlink("game.txt", &link).expect("a link");
    assert_eq!(play(&link, &[]).code, 2);
    std::fs::write(&game, "").expect("written");
    play(&link, &["--overwrite"]).fine();
    assert_eq!(std::fs::read_to_string(&game).expect("a record"), kept);
    assert!(std::fs::symlink_metadata(&link).expect("a link").is_symlink());
    for device in ["/dev/full", "/dev/stdout"] {
        let run = play(device, &["--overwrite"]);
        assert_eq!(run.code, 2);
        assert!(
            run.stderr.contains("is no file that a record can be written to"),
            "{}",
            run.stderr
        );
    }
    let run = play(&file("no/such/folder"), &[]);
    assert!(run.code == 1 && run.stdout.is_empty(), "nothing is played: {}", run.stdout);
}

#[test]
fn pieces_are_said_and_boards_come_when_they_are_wanted() {
    let two = ["--plain", "--first", "human", "--second", "human"];
    let silent = [&["play", "yoxii", "--board", "never"][..], &two[..]].concat();
    let run = quintet_with("list\nE5 w3 D5\nwhat D5\nwhat z9\nlist\nundo\nquit\n", &silent).fine();
    for text in [
        "White has nothing on the board.",
        "Nobody has on the board: the totem on d4.",
        "White moved the totem from d4 to e5 and put a 3 on d5.",
        "Red to move: choose where the totem goes.",
        "d5, white piece of value 3, beside the totem.",
        "Expected a cell such as c1, got `z9`.",
        "White has on the board: white piece of value 3 on d5.",
        "White's reserve: white pieces of value 1, 5 left;",
        "White has 3 points around the totem.",
        "Taken back: White moved the totem from d4 to e5",
    ] {
        assert!(run.stdout.contains(text), "`{text}` is missing in {}", run.stdout);
    }
    let boards = |when: &str| {
        let arguments = [&["play", "yoxii", "--board", when][..], &two[..]].concat();
        let run = quintet_with("e5\nw3\nd5\nquit\n", &arguments).fine();
        run.stdout.matches("a   b   c   d   e   f   g").count()
    };
    assert_eq!(["always", "changes", "never"].map(boards), [4, 2, 0]);
    let asked = quintet_with("board\nquit\n", &silent).fine();
    assert_eq!(asked.stdout.matches("a   b   c   d   e   f   g").count(), 1);
}

#[test]
fn what_a_begun_move_holds_and_shows_is_said() {
    let said = |game: &str, lines: &str| {
        quintet_with(lines, &["play", game, "--second", "human", "--plain", "--board", "never"])
            .stdout
    };
    let qawale = said("qawale", "a1\nlist\n");
    let held = "In hand, the next first: neutral stone, neutral stone, red stone.";
    assert_eq!(qawale.matches(held).count(), 2, "{qawale}");
    assert!(
        qawale.contains("Red has nothing on the board."),
        "the stones are still on their way: {qawale}"
    );
    let differo = said("differo", "what d3\nd3\n");
    assert_eq!(differo.matches("Balance of the line that ends there: ").count(), 2, "{differo}");
}

#[test]
fn list_and_what_speak_of_the_board_as_a_begun_move_leaves_it() {
    let said = |game: &str, lines: &str| {
        quintet_with(lines, &["play", game, "--second", "human", "--plain", "--board", "never"])
            .stdout
    };
    let yoxii = said("yoxii", "e5\nlist\nwhat e5\nwhat d4\n");
    let list = "The move has begun with e5. With that:\nWhite has nothing on the board.\n";
    assert!(yoxii.contains(list), "{yoxii}");
    assert!(yoxii.contains("Nobody has on the board: the totem on e5."), "{yoxii}");
    assert!(yoxii.contains("e5, the totem.\n"), "{yoxii}");
    let qawale = said("qawale", "a1 a2\nlist\nwhat a2\nwhat a1\n");
    let stones = "2 stones in hand";
    assert_eq!(
        qawale.matches(&format!("a2, neutral stone; over it {stones}")).count(),
        2,
        "{qawale}"
    );
    assert!(qawale.contains("a1, empty."), "{qawale}");
    assert!(qawale.contains("Red's stones: red stones, 7 left."), "{qawale}");
}

#[test]
fn a_hint_goes_on_with_a_begun_move_or_says_that_it_is_another() {
    let two = ["play", "qawale", "--second", "human", "--plain", "--board", "never"];
    let mut dialogue = Dialogue::begin(&two);
    let hint = dialogue.say("hint");
    let mv = hint.split(['(', ' ']).nth(1).expect("a move").to_owned();
    let origin = mv.split('-').next().expect("a cell");
    let corners = ["a1", "a4", "d1", "d4"];
    let other = corners.into_iter().find(|cell| *cell != origin).expect("another corner");
    let fitting = |cell: &str, dialogue: &mut Dialogue| {
        dialogue.say(cell);
        let hint = dialogue.say("hint");
        dialogue.say("back");
        (hint.contains("Hint: go on with "), hint.contains("back takes back a step"))
    };
    // An engine stopped by time may find another one the next time, but one of the two it says, and both in turn.
    let all = corners.map(|cell| fitting(cell, &mut dialogue));
    assert!(all.iter().all(|(goes_on, is_other)| goes_on != is_other), "{mv} {all:?}");
    assert!(all.iter().any(|(_, is_other)| *is_other), "{other} {all:?}");
    dialogue.end("quit");
}

#[test]
fn who_is_ahead_and_what_a_word_does_can_be_asked() {
    let run = quintet_with(
        "ahead\nhelp hint\nhelp score\nhelp resing\nhnit\nquit\n",
        &["play", "yoxii", "--plain", "--second", "human"],
    );
    let said = run.fine().stdout;
    for text in [
        "White has 0 points around the totem.\nRed has 0 points around the totem.\n",
        "A strong engine gives White ",
        "hint           what a strong engine would play",
        "ahead          who is ahead",
        "There is no word `resing` here. Is it resign? help lists them all.",
        "Did you mean hint? Type steps to hear what can come next, or help.",
    ] {
        assert!(said.contains(text), "`{text}` is missing in {said}");
    }
}

#[test]
fn little_time_and_a_fallen_flag_are_told() {
    let play = |clock: &str| {
        let arguments = ["play", "momentum", "--plain", "--second", "human", "--clock", clock];
        Dialogue::begin(&arguments)
    };
    let mut hurried = play("20+0");
    let told = "X has less than 30 seconds left.\nO has less than 30 seconds left.\nx> ";
    assert!(hurried.greeting().ends_with(told), "{}", hurried.greeting());
    assert!(!hurried.say("d4").contains("seconds left"), "it is told once");
    hurried.end("quit");
    for (said, answered) in [("list", true), ("d4", false), ("draw", false), ("resign", false)] {
        let mut late = play("0.001+0");
        let begun = std::time::Instant::now();
        while begun.elapsed() < std::time::Duration::from_millis(5) {
            std::thread::yield_now();
        }
        let fallen = late.say(said);
        assert!(fallen.contains("Too late: x ran out of time."), "{fallen}");
        assert!(fallen.contains("O wins.") && fallen.ends_with("over> "), "{fallen}");
        assert_eq!(fallen.contains("X has nothing on the board."), answered, "{said}: {fallen}");
        late.end("quit");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_says_that_the_game_is_saved() {
    let arguments = ["play", "momentum", "--plain", "--second", "human"];
    let mut dialogue = Dialogue::begin(&arguments);
    dialogue.say("d4");
    let (code, said) = dialogue.signal("INT");
    let told = "\nThe game is saved: to go on with it, run quintet --plain and type c.\n";
    assert_eq!((code, said.as_str()), (Some(130), told));
    let (code, said) = Dialogue::begin(&arguments).signal("INT");
    assert_eq!((code, said.as_str()), (Some(130), "\nNo move was made.\n"));
}

#[test]
fn a_step_that_cannot_follow_is_no_move() {
    let arguments = ["play", "qawale", "--plain", "--second", "human"];
    let run = quintet_with("a1\nd1\nquit\n", &arguments).fine();
    assert!(run.stdout.contains("`d1` cannot be the next step: "), "{}", run.stdout);
}

#[test]
fn how_much_time_is_left_can_be_asked() {
    let people = ["play", "momentum", "--plain", "--first", "human", "--second", "human"];
    let asked = |more: &[&str]| quintet_with("clock\nquit\n", &[&people[..], more].concat());
    let with = asked(&["--clock", "300+5"]);
    let told = with.stdout.matches("Clocks: x ").count();
    assert_eq!(told, 2, "once with the board, once when it was asked: {}", with.stdout);
    let without = asked(&[]).stdout;
    assert!(without.contains("This game is played without a clock."), "{without}");
}
