//! The menu of plain mode: whole games in every mode, games gone on with, and ten thousand lines of nonsense at
//! every prompt.

use quintet_catalog::{AnyGame, AnyMatch, Dice, standard};
use quintet_core::Chance as _;

use crate::plain_dialogue::Dialogue;

/// Plays by the prompts until the game is over; a person's moves are random.
fn play_on(dialogue: &mut Dialogue, played: &mut dyn AnyMatch, mut heard: String, dice: &mut Dice) {
    loop {
        for line in heard.lines() {
            if let Some((_, mv)) =
                line.strip_suffix('.').and_then(|line| line.split_once(" plays "))
            {
                played.play(mv).unwrap_or_else(|error| panic!("{error} in {heard}"));
            }
        }
        let Some(mv) = played.random_move(dice) else { break };
        let player = played.info().player(played.turn());
        let prompt = format!("{player}> ");
        assert!(heard.ends_with(&prompt), "`{prompt}` is missing in {heard}");
        heard = dialogue.say(&mv);
    }
    assert!(unfolded(&heard).contains(&played.why()), "{} is missing in {heard}", played.why());
}

/// Long sentences are folded into lines.
fn unfolded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Chooses the game in the menu, and its default variant.
fn choose(dialogue: &mut Dialogue, number: usize, game: &dyn AnyGame) -> String {
    // By number or by name, as people like.
    let choice =
        if number.is_multiple_of(2) { (number + 1).to_string() } else { game.info().name.into() };
    let heard = dialogue.say(&choice);
    if game.info().variants.len() > 1 {
        assert!(heard.ends_with("Variant [1]> "), "{heard}");
        return dialogue.say("1");
    }
    heard
}

#[test]
fn every_game_is_played_to_its_end_in_every_mode() {
    for (number, game) in standard().games().iter().enumerate() {
        let mut dialogue = Dialogue::begin(&["--seed", "7"]);
        let mut dice = Dice::new(number as u64);
        for mode in 1..=4 {
            let heard = choose(&mut dialogue, number, *game);
            assert!(heard.ends_with("Mode [2]> "), "{heard}");
            let mut heard = dialogue.say(&mode.to_string());
            for computer in 0..[0, 1, 1, 2][mode - 1] {
                assert!(heard.ends_with("1 (random) to 8 (strongest) [3]> "), "{heard}");
                let rated = game.ratings(quintet_core::Variant::default());
                let told = rated.is_some() && computer == 0;
                assert_eq!(heard.contains("Levels 1 to 8: Elo "), told, "{heard}");
                heard = dialogue.say(["1", "2"][computer]);
            }
            let mut played = game.start(quintet_core::Variant::default());
            play_on(&mut dialogue, played.as_mut(), heard.clone(), &mut dice);
            if mode < 4 {
                dialogue.say("menu");
            } else {
                assert!(heard.ends_with("Game> "), "it runs by itself: {heard}");
            }
        }
        dialogue.end("quit");
    }
}

#[test]
fn after_the_end_a_game_can_be_taken_back_recorded_and_played_again() {
    let mut dialogue = Dialogue::begin(&["--seed", "3"]);
    let games = standard().games();
    let momentum = games.iter().position(|game| game.info().id == "momentum").unwrap();
    choose(&mut dialogue, momentum, games[momentum]);
    dialogue.say("2");
    dialogue.say("1");
    let asked = dialogue.say("resign");
    assert!(asked.ends_with("X: really resign? yes or no> "), "{asked}");
    assert!(dialogue.say("no").contains("The game goes on."));
    dialogue.say("resign");
    let heard = dialogue.say("yes");
    assert!(heard.contains("X resigned.") && heard.ends_with("over> "), "{heard}");
    assert!(dialogue.say("nonsense").contains("The game is over. Type again, same,"));
    assert!(dialogue.say("help").contains("play once more, with the sides exchanged"));
    assert!(dialogue.say("record").contains("[Ending \"resignation\"]"));
    let file = dialogue.home().join("game.txt");
    let save = format!("save {}", file.display());
    assert!(dialogue.say(&save).contains("The record is in "));
    let record = std::fs::read_to_string(&file).unwrap();
    assert!(quintet_catalog::read_records(&record).unwrap()[0].ending.is_some(), "{record}");
    let heard = dialogue.say("back");
    assert!(heard.ends_with("x> "), "the resignation is taken back: {heard}");
    assert!(dialogue.say("forward").ends_with("over> "), "and made again");
    let heard = dialogue.say("again");
    assert!(heard.contains("X is level:1, O is human.") && heard.ends_with("o> "), "{heard}");
    let dialogue_home = dialogue.home().to_path_buf();
    std::fs::write(dialogue_home.join("other.txt"), "precious").unwrap();
    let other = format!("save {}", dialogue.home().join("other.txt").display());
    let precious = || std::fs::read_to_string(dialogue_home.join("other.txt")).unwrap();
    assert!(dialogue.say(&other).contains("exists. Replace it? yes or no"));
    assert!(dialogue.say("no").contains("Nothing was written.") && precious() == "precious");
    assert!(dialogue.say(&other).contains("Replace it?"));
    assert!(dialogue.say("yes").contains("The record is in ") && precious() != "precious");
    assert!(dialogue.say("save /nowhere/at/all").contains("Nothing was written: "));
    assert!(dialogue.end("quit").contains("The game is saved"));
}

#[test]
fn commands_at_the_prompt_do_what_they_say() {
    let mut dialogue = Dialogue::begin(&["play", "momentum", "--plain", "--second", "level:1"]);
    assert!(dialogue.say("hint").contains("Hint: "));
    assert!(dialogue.say("draw").contains("O declines: it has not made a move yet."));
    assert!(dialogue.say("level").contains("O is level:1."));
    assert!(dialogue.say("level 9").contains("Expected a level from 1 to 8, got `9`."));
    assert!(dialogue.say("level 2").contains("O is level:2 from now on."));
    let heard = dialogue.say("d4");
    assert!(heard.contains("O plays "), "{heard}");
    let heard = dialogue.say("UNDO");
    assert!(heard.contains("Taken back: X dropped a marble on d4."), "{heard}");
    assert!(heard.ends_with("x> "), "{heard}");
    let heard = dialogue.say("forward");
    assert!(heard.contains("Made again: X dropped a marble on d4."), "{heard}");
    assert!(heard.contains("x 1") && heard.ends_with("x> "), "{heard}");
    assert!(dialogue.say("forward").contains("There is no move to make again."));
    assert!(dialogue.say("swap").contains("only played in the variant `pie`"));
    let heard = dialogue.say("sides");
    assert!(heard.contains("X is level:2, O is human.") && heard.ends_with("o> "), "{heard}");
    assert!(dialogue.say("rules").contains("marble"));
    assert!(dialogue.say("undo please").contains("undo stands alone"));
    let declined = "X declines: it did not judge the position at its last move.";
    assert!(dialogue.say("draw").contains(declined));
    dialogue.end("quit");
}

#[test]
fn the_menu_says_what_can_be_typed_there() {
    let mut dialogue = Dialogue::begin(&["--seed", "7"]);
    let heard = dialogue.say("help");
    assert!(heard.contains("Type the number or the name of a game"), "{heard}");
    assert!(heard.contains("menu leads back here") && heard.ends_with("Game> "), "{heard}");
    let heard = dialogue.say("");
    assert_eq!(heard, "Type the number or the name of a game, or help.\nGame> ");
    // What is not offered is not expected.
    let heard = dialogue.say("nonsense");
    assert!(heard.contains("a game, f, r, q or help, got `nonsense`"), "{heard}");
}

#[test]
fn a_move_that_is_called_like_a_command_is_a_move() {
    let arguments = ["play", "momentum", "--variant", "pie", "--plain"];
    let mut dialogue = Dialogue::begin(&[&arguments[..], &["--second", "human"]].concat());
    dialogue.say("d4");
    assert!(dialogue.say("swap").contains("O plays swap."));
    assert!(dialogue.say("swap").contains("`swap` can only answer the first drop"));
    assert!(dialogue.say("sides").contains("there is nothing to exchange"));
    let heard = dialogue.say("draw");
    assert!(heard.ends_with("X offers a draw. Does O agree? yes or no> "), "{heard}");
    assert!(dialogue.say("perhaps").contains("The offer is declined."));
    dialogue.say("draw");
    assert!(dialogue.say("yes").contains("Both players agreed to a draw."));
    dialogue.end("");
}

#[test]
fn a_game_is_gone_on_with_where_it_was_killed() {
    let mut dice = Dice::new(11);
    for game in standard().games() {
        let arguments =
            ["play", game.info().id, "--plain", "--first", "human", "--second", "human"];
        let mut dialogue = Dialogue::begin(&arguments);
        let mut played = game.start(quintet_core::Variant::default());
        for _ in 0..2 {
            let mv = played.random_move(&mut dice).unwrap();
            played.play(&mv).unwrap();
            dialogue.say(&mv);
        }
        let home = dialogue.kill();
        let mut dialogue = Dialogue::begin_at(home, &["--plain"]);
        let heard = dialogue.say("c");
        assert!(
            heard.contains(&format!("1. {}, human - human, 1 move", game.info().name)),
            "{heard}"
        );
        let heard = dialogue.say("1");
        let end = heard.lines().rev().find(|line| !line.is_empty() && !line.ends_with("> "));
        assert!(end.is_some_and(|line| played.scene(&[]).status.ends_with(line)), "{heard}");
        play_on(&mut dialogue, played.as_mut(), heard, &mut dice);
        dialogue.end("quit");
    }
}

#[test]
fn a_saved_game_is_deleted_when_that_is_certain() {
    let two = ["play", "momentum", "--plain", "--second", "human"];
    let mut dialogue = Dialogue::begin(&two);
    dialogue.say("d4");
    dialogue.say("menu");
    let list = dialogue.say("c");
    assert!(list.contains("Type its number, or delete and its number."), "{list}");
    assert!(
        dialogue.say("delete 2").contains("Expected a number from 1 to 1, delete and a number")
    );
    let asked = dialogue.say("delete 1");
    assert!(asked.contains("Delete Momentum, human - human, 1 move, "), "{asked}");
    assert!(dialogue.say("no").contains("Nothing was deleted."));
    dialogue.say("c");
    dialogue.say("delete 1");
    let menu = dialogue.say("yes");
    assert!(menu.contains("The game was deleted."), "{menu}");
    assert!(!menu.contains("continue a saved game"), "{menu}");
    dialogue.end("q");
}

#[test]
fn damaged_games_are_reported_and_the_menu_goes_on() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("quintet/games");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("bad.jsonl"), "nonsense\n").unwrap();
    let mut dialogue = Dialogue::begin_at(home, &[]);
    assert!(dialogue.greeting().contains("The saved game bad.jsonl cannot be read"));
    assert!(dialogue.say("c").contains("There is no saved game to go on with."));
    assert!(dialogue.say("r").ends_with("Rules [1]> "));
    assert!(dialogue.say("qawale").contains("four"));
    dialogue.end("");
}

#[test]
fn the_same_seed_gives_the_same_games_in_the_menu() {
    let play = || {
        let mut dialogue = Dialogue::begin(&["--seed", "5"]);
        let mut heard = String::new();
        for line in ["3", "4", "1", "2", "yoxii", "4", "3", "1", "1", "3", "2"] {
            heard += &dialogue.say(line);
        }
        heard + &dialogue.end("quit")
    };
    assert_eq!(play(), play());
}

const LINES: usize = 10_000;

/// Lines of nonsense, also such that could almost mean something; only those that pass the filter.
fn noise(dice: &mut Dice, is_nonsense: impl Fn(&str) -> bool) -> String {
    const PARTS: [&str; 24] = [
        "a1",
        "d4",
        "g7",
        "-",
        ",",
        "@",
        "3",
        "0",
        "99999999999999999999",
        "level",
        "moves",
        "mo",
        " ",
        "\t",
        "\0",
        "\u{1b}[31m",
        "é",
        "界",
        "🙂",
        "x",
        "=",
        "{",
        "help",
        "\u{202e}",
    ];
    let mut text = String::new();
    let mut lines = 0;
    while lines < LINES {
        let length = if lines % 1000 == 999 { 3000 } else { dice.below(7) };
        let line: String = (0..length).map(|_| PARTS[dice.below(24) as usize]).collect();
        // What cannot be printed counts as space.
        let printable = line.replace(char::is_control, " ");
        if is_nonsense(printable.trim()) {
            text += &line;
            text.push('\n');
            lines += 1;
        }
    }
    text
}

#[test]
fn ten_thousand_lines_of_nonsense_at_every_question_of_the_menu_are_refused() {
    let mut dice = Dice::new(1);
    let mut asked = |answer: &str| {
        let is_nonsense =
            |line: &str| !line.is_empty() && line != "help" && line.parse::<u64>().is_err();
        noise(&mut dice, is_nonsense) + answer + "\n"
    };
    // The game, its variant, the mode, the level of a computer.
    let input = asked("5") + &asked("1") + &asked("2") + &asked("1") + "d4\nmenu\nq\n";
    let (code, output) = Dialogue::whole(&["--seed", "1"], &input);
    assert_eq!(code, 0, "{output}");
    assert_eq!(output.matches("Expected ").count(), 4 * LINES);
    assert!(output.contains("O plays ") && output.contains("The game is saved"));
}

#[test]
fn ten_thousand_lines_of_nonsense_in_a_game_leave_it_playable() {
    for (number, game) in standard().games().iter().enumerate() {
        let mut dice = Dice::new(number as u64);
        let mut played = game.start(quintet_core::Variant::default());
        let is_nonsense = |line: &str| {
            let first = line.split(char::is_whitespace).next().unwrap_or_default();
            let quintet_core::Next::Steps(steps) = played.next(&[]) else { panic!() };
            let moves = played.check(line).is_err();
            moves && steps.iter().all(|step| step.name() != first)
        };
        let mut input = noise(&mut dice, is_nonsense);
        while let Some(mv) = played.random_move(&mut dice) {
            played.play(&mv).unwrap();
            input.push_str(&mv);
            input.push('\n');
        }
        let arguments =
            ["play", game.info().id, "--plain", "--first", "human", "--second", "human"];
        let (code, output) = Dialogue::whole(&arguments, &input);
        assert_eq!(code, 0, "{}", game.info().id);
        let end = output.rsplit("> ").nth(1).expect("prompts");
        assert!(unfolded(end).contains(&played.why()), "{end}");
    }
}

#[test]
fn whatever_is_typed_the_program_ends_with_its_input() {
    for (number, game) in standard().games().iter().enumerate() {
        let mut dice = Dice::new(number as u64);
        let played = game.start(quintet_core::Variant::default());
        let moves = played.legal_moves();
        let mut input = String::new();
        for _ in 0..LINES {
            const WORDS: [&str; 20] = [
                "undo", "back", "forward", "resign", "draw", "yes", "no", "again", "sides", "swap",
                "level 1", "level", "record", "help", "show", "moves z", "", "c", "1", "menu",
            ];
            let line = match dice.below(60) {
                number @ 0..20 => WORDS[number as usize],
                _ => &moves[dice.below(moves.len() as u32) as usize],
            };
            input += line;
            input.push('\n');
        }
        let arguments = ["play", game.info().id, "--plain", "--second", "human"];
        let (code, output) = Dialogue::whole(&arguments, &input);
        assert_eq!(code, 0, "{}", game.info().id);
        let end = output.trim_end();
        assert!(end.contains("The input has ended.") || end.ends_with("over>"), "{output}");
    }
}
