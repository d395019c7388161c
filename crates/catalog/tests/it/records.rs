//! Records of all games, sound and spoilt.

use quintet_catalog::{Dice, read_records, record, standard};
use quintet_core::{Ending, Finish, Player, Record};

/// A random game of every variant, some finished, one broken off, one resigned.
fn samples() -> Vec<Record> {
    let mut records = Vec::new();
    let mut dice = Dice::new(7);
    for game in standard().games() {
        for variant in game.info().variants() {
            for longest in [5, usize::MAX] {
                let mut played = game.start(variant);
                while played.moves().len() < longest {
                    let Some(mv) = played.random_move(&mut dice) else { break };
                    played.play(&mv).expect("a random move is legal");
                }
                if records.len() % 4 == 0 {
                    played.end(Finish::lost(Player::First, Ending::Resignation));
                }
                let seed = Some(records.len() as u64);
                let names = ("a \"player\"".into(), "another \\ one".into());
                let comments = vec![(0, "begins".into()), (3, "goes on".into())];
                let (first, second) = names;
                records.push(Record { first, second, seed, comments, ..record(played.as_ref()) });
            }
        }
    }
    records
}

fn as_text(record: &Record) -> String {
    record.to_string()
}

fn as_json(record: &Record) -> String {
    serde_json::to_string(record).expect("a record is JSON")
}

#[test]
fn records_read_back_from_text_and_from_json() {
    for record in samples() {
        for text in [as_text(&record), as_json(&record)] {
            let mut read = read_records(&text).expect("readable").remove(0);
            let played = standard().replay(&read).unwrap_or_else(|error| panic!("{error}: {text}"));
            assert_eq!(played.finish().map(|finish| finish.outcome), record.result);
            assert_eq!(played.moves(), record.moves);
            read.lines.clear();
            assert_eq!(read, record);
        }
    }
}

#[test]
fn records_from_a_position_keep_it() {
    for game in standard().games() {
        for variant in game.info().variants() {
            let mut played = game.start(variant);
            let mut dice = Dice::new(3);
            for _ in 0..2 {
                let mv = played.random_move(&mut dice).expect("still running");
                played.play(&mv).expect("legal");
            }
            let set_up = game.set_up(variant, &played.position()).expect("a position");
            let kept = record(set_up.as_ref());
            assert_eq!(kept.position, Some(played.position()));
            assert_eq!(standard().replay(&kept).expect("sound").position(), played.position());
        }
    }
}

#[test]
fn a_million_spoilt_records_are_refused_or_read() {
    let texts: Vec<String> =
        samples().iter().flat_map(|record| [as_text(record), as_json(record)]).collect();
    let mut number = 0;
    quintet_testkit::parsers::text_parser_survives(&texts, 400, |text| {
        let records = read_records(text);
        number += 1;
        // Playing through takes longer than reading.
        if number % 50 == 0 {
            for record in records.iter().flatten() {
                let _ = standard().replay(record);
            }
        }
    });
}
