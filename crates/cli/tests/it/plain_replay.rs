//! A recorded game at the prompt, and what plain mode says to those who see no board.

use std::process::Command;

use crate::plain_dialogue::Dialogue;
use crate::run::{program, quintet, quintet_with};

/// A game of four moves in a file, with a comment on the second.
fn recorded(folder: &tempfile::TempDir) -> String {
    let file = folder.path().join("game.txt");
    let text = "[Game \"momentum\"]\n[First \"Ada\"]\n[Second \"Bob\"]\n\n\
                1. d4 d5 {why not} 2. a1 g7 *\n";
    std::fs::write(&file, text).expect("a file");
    file.to_str().expect("UTF-8").to_owned()
}

#[test]
fn a_record_is_gone_through_move_by_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = recorded(&folder);
    let arguments = ["--board", "never", "replay", &file, "--plain"];
    let mut listener = Dialogue::begin(&arguments);
    let greeting = listener.greeting();
    assert!(greeting.contains("Momentum, standard. X is Ada, O is Bob."), "{greeting}");
    assert!(greeting.contains("2 moves."), "{greeting}");
    assert!(greeting.contains("X has nothing on the board."), "{greeting}");
    assert!(greeting.ends_with("0 of 2> "), "{greeting}");
    assert!(listener.say("back").contains("This is the start of the game."));
    assert!(listener.say("").contains("X plays d4."));
    let second = listener.say("next");
    assert!(second.contains("O plays d5.") && second.contains("why not"), "{second}");
    assert!(listener.say("what d5").contains("d5"));
    let first = listener.say("back");
    assert!(first.contains("X has on the board: X's marble on d4."), "{first}");
    let moves = listener.say("moves");
    assert!(moves.contains("1. X d4\n1. O d5\n2. X a1\n2. O g7\n"), "{moves}");
    let end = listener.say("end");
    assert!(end.contains("O plays g7.") && end.ends_with("2 of 2> "), "{end}");
    assert!(listener.say("next").contains("This is the end of the game."));
    assert!(listener.say("list").contains("X has on the board: X's marble on a1"));
    assert!(listener.say("goto 3").contains("Expected a number from 0 to 2, got `3`."));
    let second = listener.say("goto 2");
    assert!(second.contains("X plays a1.") && second.ends_with("2 of 2> "), "{second}");
    assert!(listener.say("goto 0").ends_with("0 of 2> "));
    listener.say("end");
    assert!(listener.say("board").contains("a   b   c"));
    assert!(listener.say("jump").contains("Type next, back, goto NUMBER, end, quit or help."));
    assert!(listener.say("help").contains("goto NUMBER"));
    assert!(listener.end("quit").is_empty());
    // Without --plain and without a terminal it is printed.
    assert!(quintet(&["replay", &file]).fine().stdout.contains("  2. o      g7\n"));
}

#[test]
fn a_finished_game_can_be_gone_through_at_once_and_later() {
    let mut player = Dialogue::begin(&["play", "momentum", "--plain", "--second", "human"]);
    player.say("d4");
    let over = player.say("resign yes");
    assert!(over.contains("replay to go through the game"), "{over}");
    let replay = player.say("replay");
    assert!(replay.ends_with("0 of 1> "), "{replay}");
    assert!(player.say("next").contains("X plays d4."));
    let prompt = player.say("quit");
    assert!(prompt.ends_with("over> "), "{prompt}");
    assert!(player.say("menu").contains("  f. replay a finished game"));
    let list = player.say("f");
    assert!(list.contains("1. Momentum, human - human, 1 move, x won, just now"), "{list}");
    assert!(player.say("1").ends_with("0 of 1> "));
    assert!(player.say("end").contains("X wins."));
    assert!(player.say("q").contains("Game> "));
    player.end("q");
    let mut nobody = Dialogue::begin(&["--plain"]);
    assert!(nobody.say("f").contains("No game has been finished here yet."));
    nobody.end("q");
}

#[test]
fn without_boards_the_first_and_a_resumed_position_are_told() {
    let arguments = ["--board", "never", "play", "differo", "--plain", "--second", "human"];
    let mut listener = Dialogue::begin(&arguments);
    let greeting = listener.greeting();
    assert!(greeting.contains("White has on the board: "), "{greeting}");
    listener.say("d3-e3");
    let home = listener.kill();
    let mut listener = Dialogue::begin_at(home, &["--board", "never", "--plain"]);
    listener.say("c");
    let resumed = listener.say("1");
    assert!(resumed.contains("The last move was d3-e3.\nWhite moved a piece"), "{resumed}");
    assert!(resumed.contains("Black has on the board: "), "{resumed}");
    listener.end("quit");
}

#[test]
fn a_slip_is_answered_in_two_lines() {
    let arguments = ["--board", "never", "play", "isaac", "--plain", "--second", "human"];
    let mut listener = Dialogue::begin(&arguments);
    let answer = listener.say("plaec");
    assert_eq!(answer.lines().count(), 3, "{answer}");
    assert!(answer.contains("Type steps to hear what can come next, or help."), "{answer}");
    let steps = listener.say("steps");
    assert!(steps.contains("dark-3: dark tiles of length 3"), "{steps}");
    // So many that they are told only when asked for, and in the order in which one counts.
    let begun = listener.say("3");
    assert!(begun.contains("100 possible next steps; steps lists them."), "{begun}");
    let steps = listener.say("steps");
    let place = |name| steps.find(name).unwrap_or_else(|| panic!("{name} in {steps}"));
    assert!(place(" a2 ") < place(" a10 ") && place(" a10 ") < place(" b1 "));
    let moves = listener.say("moves a");
    let place = |name| moves.find(name).unwrap_or_else(|| panic!("{name} in {moves}"));
    assert!(place("a2h3") < place("a10h3"), "{moves}");
    listener.end("quit");
}

#[test]
fn a_tile_is_named_anew_and_its_distance_typed() {
    let isaac = quintet_catalog::standard().find("isaac").expect("a game");
    let examples = isaac.info().examples.iter().map(|example| example.position);
    let position = examples.into_iter().find(|text| text.contains(" d 29 17 ")).expect("it");
    let arguments = [
        "--board",
        "never",
        "play",
        "isaac",
        "--plain",
        "--second",
        "human",
        "--position",
        position,
    ];
    let mut listener = Dialogue::begin(&arguments);
    let first = listener.say("e4h6");
    assert!(first.contains("e4h6 has "), "{first}");
    let other = listener.say("c3h7");
    assert!(other.contains("c3h7 has ") && other.ends_with("dark c3h7> "), "{other}");
    let made = listener.say("12");
    assert!(made.contains("Dark plays c3h7+12."), "{made}");
    listener.end("quit");
}

#[test]
fn where_the_locale_has_only_ascii_nothing_else_is_printed() {
    let home = tempfile::tempdir().expect("a folder");
    let file = recorded(&home);
    let run = |input: &str, arguments: &[&str]| {
        let mut command = Command::new(program());
        command.args(arguments).env_clear().env("LANG", "C").env("TERM", "xterm");
        command.env("HOME", home.path()).env("XDG_DATA_HOME", home.path());
        let path = home.path().join("input");
        std::fs::write(&path, input).expect("a file");
        let output = command.stdin(std::fs::File::open(path).expect("a file")).output();
        let output = output.expect("the binary runs");
        for text in [&output.stdout, &output.stderr] {
            let text = String::from_utf8_lossy(text);
            let bad: Vec<&str> = text.lines().filter(|line| !line.is_ascii()).collect();
            assert!(bad.is_empty(), "{arguments:?}: {bad:?}");
        }
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    for game in ["yoxii", "isaac", "qawale", "differo", "momentum"] {
        run("", &["show", game]);
        run("", &["rules", game]);
        run("moves\nsteps\nhint\nqwertz…\nhelp\nlist\n", &["play", game, "--plain"]);
        run("", &["play", game, "--first", "level:1", "--second", "level:1", "--seed", "1"]);
        run("", &["playouts", game, "--games", "10"]);
        run("", &["analyze", game, "--nodes", "500"]);
    }
    run("", &["match", "momentum", "random", "random", "--games", "3", "--nodes", "9"]);
    let table = run("", &["tournament", "momentum", "random", "greedy", "--games", "4"]);
    assert!(table.contains(" to inf") && !table.contains('?'), "{table}");
    run("", &["replay", &file, "--boards"]);
    run("next\nend\nhelp\n", &["replay", &file, "--plain"]);
    run("", &["games"]);
    for command in ["play", "match", "replay", "report", "serve", "analyze"] {
        run("", &["help", command]);
    }
    run("", &["play", "mömentum"]);
    // What programs read stays what it is.
    let drawing = quintet_with("", &["--ascii", "show", "isaac", "--svg"]).fine().stdout;
    assert_eq!(drawing, quintet(&["show", "isaac", "--svg"]).fine().stdout);
}
