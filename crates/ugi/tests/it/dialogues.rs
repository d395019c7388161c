//! What the engine answers, in whole dialogues.

use quintet_catalog::Stop;
use quintet_core::Variant;

use crate::partner::{Partner, answers};

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
fn whoever_says_go_gets_an_answer() {
    let dialogue = answers("momentum", "go movetime -5\n");
    let remark = "info string go movetime: expected a whole number of at least 0, got `-5`\n";
    assert_eq!(dialogue, format!("{remark}bestmove none\n"));
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
