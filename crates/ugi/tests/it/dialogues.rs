//! What the engine answers: whole dialogues, and what strange input does to it.

use std::io::{BufRead as _, BufReader, PipeReader, PipeWriter, Write as _, pipe};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use quintet_catalog::Stop;
use quintet_core::Variant;
use quintet_ugi::{Defaults, serve};

fn defaults(game: &str) -> Defaults {
    let catalog = quintet_catalog::standard();
    let game = catalog.find(game).expect("a game");
    Defaults { catalog, game, variant: Variant::default() }
}

/// All that is answered to a text.
fn answers(game: &str, commands: &str) -> String {
    let mut output = Vec::new();
    serve(commands.as_bytes(), &mut output, defaults(game)).expect("served");
    String::from_utf8(output).expect("text")
}

/// An engine on the other end of two pipes.
struct Partner {
    to: PipeWriter,
    from: BufReader<PipeReader>,
    served: JoinHandle<()>,
}

impl Partner {
    fn new(game: &str) -> Partner {
        let ((input, to), (from, output)) = (pipe().expect("a pipe"), pipe().expect("a pipe"));
        let defaults = defaults(game);
        let served = thread::spawn(move || {
            serve(BufReader::new(input), output, defaults).expect("served");
        });
        Partner { to, from: BufReader::new(from), served }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.to, "{line}").expect("it listens");
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.from.read_line(&mut line).expect("it speaks");
        line.trim_end().to_owned()
    }

    /// What is said up to a line that begins with a word.
    fn hear_until(&mut self, word: &str) -> Vec<String> {
        let mut said = vec![self.hear()];
        while !said.last().is_some_and(|line| line.is_empty() || line.starts_with(word)) {
            said.push(self.hear());
        }
        said
    }

    /// Ends the input and gives what is still said.
    fn end(self) -> Vec<String> {
        drop(self.to);
        let rest = self.from.lines().map(|line| line.expect("it speaks")).collect();
        self.served.join().expect("no panic");
        rest
    }
}

#[test]
fn it_introduces_itself_in_both_dialects() {
    let ugi = answers("momentum", "ugi\n");
    let lines: Vec<&str> = ugi.lines().collect();
    assert!(lines[0].starts_with("id name quintet "), "{ugi}");
    assert!(lines[1].starts_with("id author "), "{ugi}");
    let games = quintet_catalog::standard().games().iter();
    let games: Vec<&str> = games.map(|game| game.info().id).collect();
    let games = games.join(" var ");
    assert_eq!(lines[2], format!("option name Game type combo default momentum var {games}"));
    for (line, option) in lines[3..].iter().zip([
        "Variant type combo default standard var standard var pie",
        "Hash type spin default 64 min 1 max 65536",
        "Threads type spin default 1 min 1 max 256",
        "MultiPV type spin default 1 min 1 max 50",
        "Level type spin default 8 min 1 max 8",
        "Engine type string default ",
        "Seed type spin default 0 min 0 max ",
    ]) {
        assert!(line.starts_with(&format!("option name {option}")), "{line}");
    }
    assert_eq!(lines.last(), Some(&"ugiok"));
    let uci = answers("momentum", "uci\r\n");
    assert_eq!(uci.strip_suffix("uciok\n"), ugi.strip_suffix("ugiok\n"));
}

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
fn whoever_says_go_gets_an_answer() {
    let dialogue = answers("momentum", "go movetime -5\n");
    let remark = "info string go movetime: expected a whole number of at least 0, got `-5`\n";
    assert_eq!(dialogue, format!("{remark}bestmove none\n"));
}

#[test]
fn a_count_needs_a_depth() {
    for (ask, found) in [("go perft", "nothing"), ("perft", "nothing"), ("go perft 1 2", "1 2")] {
        let remark = format!("info string perft: expected a whole number, got `{found}`\n");
        assert_eq!(answers("momentum", &format!("{ask}\n")), remark);
    }
}

#[test]
fn a_count_can_be_told_by_first_moves() {
    let mut partner = Partner::new("qawale");
    partner.say("go perft 2");
    let said = partner.hear_until("perft");
    let (last, moves) = said.split_last().unwrap();
    let count = |line: &String| line.split_once(": ").unwrap().1.parse::<u64>().unwrap();
    let sum: u64 = moves.iter().map(count).sum();
    assert!(moves.len() > 10 && last.starts_with(&format!("perft 2 nodes {sum} ")), "{said:?}");
}

#[test]
fn several_of_the_best_moves_are_told_if_wanted() {
    let mut partner = Partner::new("momentum");
    partner
        .say("setoption name Engine value alphabeta\nsetoption name MultiPV value 3\ngo depth 2");
    let said = partner.hear_until("bestmove");
    let place = |number| format!(" multipv {number} ");
    for number in 1..=3 {
        assert!(said.iter().any(|line| line.contains(&place(number))), "{said:?}");
    }
    assert!(!said.iter().any(|line| line.contains(&place(4))), "{said:?}");
    let best = said.iter().rfind(|line| line.contains(&place(1))).unwrap();
    let best = best.split_once(" pv ").unwrap().1.split(' ').next().unwrap();
    assert_eq!(said.last(), Some(&format!("bestmove {best}")));
}

#[test]
fn queries_are_answered_about_the_position() {
    let dialogue = answers(
        "momentum",
        "isready
query p1turn
position startpos moves d4
query p1turn
query gameover
query result
query fen
position fen 7/7/7/3O3/7/7/7 x 2 moves a1
query fen
d
quit
query fen
",
    );
    assert_eq!(
        dialogue,
        "readyok
response true
response false
response false
response none
response 7/7/7/3X3/7/7/7 o 1
response 7/7/7/3O3/7/7/X6 o 3
game momentum standard
fen 7/7/7/3O3/7/7/X6 o 3
result none
moves 47
"
    );
}

#[test]
fn legal_moves_are_listed_and_counted() {
    let dialogue = answers("differo", "query legal\nd\n");
    let start = quintet_catalog::standard().find("differo").unwrap().start(Variant::default());
    let moves = start.legal_moves();
    assert!(dialogue.starts_with(&format!("response {}\n", moves.join(" "))), "{dialogue}");
    assert!(dialogue.ends_with(&format!("\nmoves {}\n", moves.len())), "{dialogue}");
}

#[test]
fn perft_is_that_of_the_rules_whatever_came_before() {
    for game in quintet_catalog::standard().games() {
        for variant in game.info().variants() {
            let name = game.info().describe(variant).id;
            let depth = if game.info().id == "momentum" { 3 } else { 2 };
            let mut partner = Partner::new(game.info().id);
            partner.say(&format!("setoption name Variant value {name}"));
            partner.say(&format!("perft {depth}"));
            let nodes = game.start(variant).perft(depth, &Stop::new()).expect("nobody stops it");
            let line = partner.hear();
            assert!(line.starts_with(&format!("perft {depth} nodes {nodes} time ")), "{line}");
            assert!(partner.end().is_empty());
        }
    }
}

#[test]
fn a_long_count_can_be_stopped() {
    let mut partner = Partner::new("momentum");
    partner.say("perft 30");
    partner.say("isready");
    assert_eq!(partner.hear(), "readyok");
    partner.say("stop");
    assert_eq!(partner.hear(), "info string perft 30 was stopped");
    assert!(partner.end().is_empty());
}

#[test]
fn a_game_that_is_over_has_a_result_and_no_move() {
    // The same position for the third time draws a game of Differo.
    let mut played = quintet_catalog::standard().find("differo").unwrap().start(Variant::default());
    let mut dice = quintet_catalog::Dice::new(3);
    while played.finish().is_none() {
        let mv = played.random_move(&mut dice).unwrap();
        played.play(&mv).unwrap();
    }
    let moves = played.moves().join(" ");
    let dialogue = answers(
        "differo",
        &format!(
            "position startpos moves {moves}\nquery gameover\nquery legal\nquery result\ngo\n"
        ),
    );
    let result = match played.finish().unwrap().outcome.to_string().as_str() {
        "first" => "p1win",
        "second" => "p2win",
        _ => "draw",
    };
    let expected = format!(
        "response true\nresponse\nresponse {result}\ninfo string the game is over\nbestmove none\n"
    );
    assert_eq!(dialogue, expected);
}

#[test]
fn a_move_is_chosen_told_and_legal() {
    for game in quintet_catalog::standard().games() {
        let mut partner = Partner::new(game.info().id);
        partner.say("setoption name engine value random");
        partner.say("setoption name Seed value 7");
        let mut played = game.start(Variant::default());
        for limits in ["", "depth 3", "nodes 10 depth 2", "movetime 5", "p1time 1000 p2inc 5"] {
            partner.say(&format!("position startpos moves {}", played.moves().join(" ")));
            partner.say(&format!("go {limits}"));
            let info = partner.hear();
            let best = partner.hear();
            let best = best.strip_prefix("bestmove ").unwrap();
            assert!(info.starts_with("info depth 0 time "), "{info}");
            assert!(info.ends_with(&format!(" score cp 0 pv {best}")), "{info}");
            played.play(best).unwrap();
        }
        assert!(partner.end().is_empty());
    }
}

#[test]
fn an_infinite_search_answers_only_when_it_is_stopped_and_the_engine_stays_ready() {
    let mut partner = Partner::new("yoxii");
    partner.say("setoption name Engine value random");
    for end in ["stop", "position startpos", "go infinite", "uginewgame", "perft 1"] {
        partner.say("go infinite");
        assert!(partner.hear().starts_with("info "));
        partner.say("isready");
        assert_eq!(partner.hear(), "readyok");
        partner.say("query gameover");
        assert_eq!(partner.hear(), "response false");
        partner.say(end);
        assert!(partner.hear().starts_with("bestmove "), "{end}");
        if end == "go infinite" {
            assert!(partner.hear().starts_with("info "));
            partner.say("stop");
            assert!(partner.hear().starts_with("bestmove "));
        }
    }
    assert!(partner.hear().starts_with("perft 1 nodes "));
    partner.say("go infinite");
    assert!(partner.hear().starts_with("info "));
    let rest = partner.end();
    assert!(matches!(rest.as_slice(), [last] if last.starts_with("bestmove ")), "{rest:?}");
}

#[test]
fn every_engine_thinks_until_it_is_stopped_or_its_time_is_up() {
    for engine in ["alphabeta", "mcts", "mcts:plain", "level:8"] {
        let mut partner = Partner::new("yoxii");
        partner.say(&format!("setoption name Engine value {engine}"));
        partner.say("setoption name Hash value 8");
        partner.say("setoption name Threads value 2");
        partner.say("isready");
        assert_eq!(partner.hear(), "readyok");
        for (limit, end) in
            [("infinite", "stop"), ("", "stop"), ("movetime 30", ""), ("nodes 2000", "")]
        {
            partner.say(&format!("go {limit}"));
            partner.say("isready");
            partner.say(end);
            let mut lines = Vec::new();
            while !lines.last().is_some_and(|line: &String| line.starts_with("bestmove ")) {
                lines.push(partner.hear());
            }
            if !end.is_empty() {
                assert!(lines.contains(&"readyok".into()), "{engine} {limit}: {lines:?}");
            }
            let best = lines.pop().and_then(|line| Some(line.strip_prefix("bestmove ")?.into()));
            let best: String = best.unwrap();
            let told = lines.iter().rfind(|line| line.starts_with("info depth ")).unwrap();
            assert!(told.contains(&format!(" pv {best}")), "{engine} {limit}: {told} {best}");
            assert!(told.contains(" score "), "{engine} {limit}: {told}");
        }
        partner.end();
    }
}

#[test]
fn the_time_in_an_engines_name_counts_where_none_is_given() {
    let mut partner = Partner::new("yoxii");
    partner.say("setoption name Engine value mcts:time=20ms");
    partner.say("go");
    while !partner.hear().starts_with("bestmove ") {}
    assert!(partner.end().is_empty());
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
fn options_change_the_game_and_the_variant() {
    let dialogue = answers(
        "yoxii",
        "setoption name game value momentum
setoption name Variant value PIE
position startpos moves d4 swap
query fen
setoption name Game value differo
d
",
    );
    let start = quintet_catalog::standard().find("differo").unwrap().start(Variant::default());
    let expected = format!(
        "response 7/7/7/3O3/7/7/7 x 2\ngame differo {}\nfen {}\nresult none\nmoves {}\n",
        start.info().variants[0].id,
        start.position(),
        start.count_legal_moves()
    );
    assert_eq!(dialogue, expected);
}

#[test]
fn an_option_that_an_engine_does_not_take_is_remarked() {
    let commands = "setoption name Engine value random\nsetoption name Hash value 16\nisready\n";
    let dialogue = answers("isaac", commands);
    assert_eq!(dialogue, "info string this engine has no use for Hash\nreadyok\n");
}

#[test]
fn a_seed_makes_the_choices_repeat() {
    let chosen = |seed: &str| {
        let mut partner = Partner::new("differo");
        partner.say("setoption name Engine value random");
        partner.say(&format!("setoption name Seed value {seed}"));
        let moves: Vec<String> = (0..8)
            .map(|_| {
                partner.say("go");
                partner.hear();
                partner.hear()
            })
            .collect();
        partner.end();
        moves
    };
    assert_eq!(chosen("5"), chosen("5"));
    assert_ne!(chosen("5"), chosen("6"));
    assert_ne!(chosen("0"), chosen("0"));
}

#[test]
fn help_names_every_command() {
    let help = answers("momentum", "help\n");
    for command in ["ugi", "setoption", "isready", "position", "go", "stop", "query", "perft"] {
        assert!(help.contains(command), "{command}");
    }
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
