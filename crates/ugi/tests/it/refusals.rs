//! What the engine does not take, and what strange input does to it.

use std::time::{Duration, Instant};

use quintet_ugi::serve;

use crate::partner::{Partner, answers, defaults};

#[test]
fn nothing_is_thought_about_a_position_that_was_refused() {
    let refused = "position startpos moves d4\nposition startpos moves d9\n";
    for (ask, answer) in [
        ("go depth 1", "bestmove none\n"),
        ("perft 1", ""),
        ("go perft 1", ""),
        ("query result", ""),
        ("query fen", ""),
        ("d", ""),
    ] {
        let dialogue = answers("momentum", &format!("{refused}{ask}\n"));
        let (_, said) = dialogue.split_once('\n').unwrap();
        let remark = "info string the last position was refused: set one up first\n";
        assert_eq!(said, format!("{remark}{answer}"), "{ask}");
    }
    for again in ["position startpos", "uginewgame", "setoption name Variant value pie"] {
        let mut partner = Partner::new("momentum");
        partner.say(&format!("{refused}{again}\nperft 1"));
        let said = partner.hear_until("perft");
        assert!(said.last().unwrap().starts_with("perft 1 nodes 49 "), "{again}: {said:?}");
    }
}

#[test]
fn a_count_needs_a_depth() {
    for (ask, found) in [("go perft", "nothing"), ("perft", "nothing"), ("go perft 1 2", "1 2")] {
        let remark = format!("info string perft: expected a whole number, got `{found}`\n");
        assert_eq!(answers("momentum", &format!("{ask}\n")), remark);
    }
}

#[test]
fn what_is_not_understood_is_remarked_and_changes_nothing() {
    for (command, remark) in [
        ("hello there", "`hello there` is not understood; try help"),
        ("ugi now", "`ugi now` is not understood; try help"),
        ("query", "`query` is not understood; try help"),
        ("query turn", "query: expected p1turn, gameover, result, fen or legal, got `turn`"),
        ("go depth", "go depth: expected a whole number of at least 0, got `nothing`"),
        ("perft many", "perft: expected a whole number, got `many`"),
        ("position", "expected position startpos|fen POSITION [moves MOVE…]"),
        ("position startpos d4", "expected position startpos|fen POSITION [moves MOVE…]"),
        ("position startpos moves d4 d4", "position: move 2: d4: "),
        ("position startpos moves d9", "position: move 1: expected "),
        ("position fen moves d4", "position: expected 3 fields"),
        ("setoption name Level", "expected setoption name NAME value VALUE"),
        ("setoption Level value 3", "expected setoption name NAME value VALUE"),
        ("setoption name Level value 9", "Level: expected a whole number from 1 to 8, got `9`"),
        ("setoption name Hash value -1", "Hash: expected a whole number from 1 to 65536, got `-1`"),
        ("setoption name Game value go", "there is no game `go`; there are yoxii, isaac"),
        ("setoption name Variant value x", "Momentum has no variant `x`; it has standard, pie"),
        ("setoption name Engine value wise", "expected a computer player ("),
        ("setoption name Book value x", "there is no option `Book`; there are Game, "),
    ] {
        let dialogue = answers("momentum", &format!("position startpos moves a1\n{command}\nd\n"));
        let (said, position) = dialogue.split_once('\n').unwrap();
        assert!(said.starts_with(&format!("info string {remark}")), "{command}: {said}");
        let expected = if command.starts_with("position") {
            "info string the last position was refused: set one up first\n"
        } else {
            "fen 7/7/7/7/7/7/X6 o 1\n"
        };
        assert!(position.contains(expected), "{command}: {position}");
    }
}

#[test]
fn an_option_that_an_engine_does_not_take_is_remarked() {
    let commands = "setoption name Engine value random\nsetoption name Hash value 16\nisready\n";
    let dialogue = answers("isaac", commands);
    assert_eq!(dialogue, "info string this engine has no use for Hash\nreadyok\n");
}

#[test]
fn a_line_beyond_all_measure_is_skipped() {
    let commands = format!("{}\nisready\n", "position ".repeat(1 << 18));
    let dialogue = answers("momentum", &commands);
    assert_eq!(dialogue, "info string a line longer than 1048576 bytes is ignored\nreadyok\n");
}

#[test]
fn random_bytes_and_random_words_do_no_harm() {
    use quintet_core::Chance as _;
    const WORDS: [&str; 30] = [
        "ugi",
        "position",
        "startpos",
        "fen",
        "moves",
        "d4",
        "a1",
        "go",
        "depth",
        "movetime",
        "1",
        "-7",
        "nodes",
        "setoption",
        "name",
        "value",
        "Game",
        "Variant",
        "isaac",
        "pie",
        "Engine",
        "random",
        "stop",
        "query",
        "legal",
        "perft",
        "2",
        "isready",
        "p1time",
        "uginewgame",
    ];
    let seed = 11;
    let mut dice = quintet_catalog::Dice::new(seed);
    let mut bytes = Vec::new();
    for _ in 0..20_000 {
        match dice.below(4) {
            0 => bytes.push(dice.bits() as u8),
            1 => bytes.push(b'\n'),
            _ => {
                bytes.extend_from_slice(WORDS[dice.below(WORDS.len() as u32) as usize].as_bytes());
                bytes.push(b' ');
            }
        }
    }
    bytes.extend_from_slice(b"\nsetoption name Game value momentum\nisready\n");
    let mut output = Vec::new();
    let begun = Instant::now();
    serve(bytes.as_slice(), &mut output, defaults("momentum")).unwrap();
    assert!(output.ends_with(b"readyok\n"), "seed {seed}");
    assert!(begun.elapsed() < Duration::from_mins(1), "seed {seed}");
    let output = String::from_utf8(output).unwrap();
    assert!(output.lines().all(|line| line.len() < 1 << 20), "seed {seed}");
}
