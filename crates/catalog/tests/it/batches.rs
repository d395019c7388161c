//! Many games at once play by the rules, and learning programs are told of the games as they are.

use quintet_catalog::{Answer, AnyBatch, BatchError, Dice, standard};
use quintet_core::{Action, Encoding, Player};

/// The arrays of an answer.
struct Arrays {
    observations: Vec<u8>,
    legal: Vec<bool>,
    rewards: Vec<f32>,
    done: Vec<bool>,
    players: Vec<u8>,
}

impl Arrays {
    fn new(encoding: &Encoding, count: usize) -> Arrays {
        Arrays {
            observations: vec![0; count * encoding.observation_size()],
            legal: vec![false; count * encoding.actions.len()],
            rewards: vec![0.0; count],
            done: vec![false; count],
            players: vec![0; count],
        }
    }

    fn answer(&mut self) -> Answer<'_> {
        Answer {
            observations: &mut self.observations,
            legal: &mut self.legal,
            rewards: &mut self.rewards,
            done: &mut self.done,
            players: &mut self.players,
        }
    }
}

const GAMES: usize = 5;
const STEPS: usize = 200;

#[test]
fn a_batch_plays_as_matches_do() {
    for game in standard().games() {
        for variant in game.info().variants() {
            let encoder = game.encoder().expect("every game of the program has actions");
            let encoding = encoder.encoding(variant);
            let mut batch = encoder.batch(variant, GAMES);
            let mut matches: Vec<_> =
                (0..GAMES).map(|_| (game.start(variant), Vec::new())).collect();
            let (mut dice, mut actions) = (Dice::new(7), vec![0; GAMES]);
            for _ in 0..STEPS {
                batch.sample(&mut dice, &mut actions);
                let mut arrays = Arrays::new(&encoding, GAMES);
                batch.step(&actions, 2, arrays.answer()).expect("sampled actions are legal");
                for (number, (played, begun)) in matches.iter_mut().enumerate() {
                    let actor = played.turn();
                    begun.push(actions[number] as Action);
                    if let Some(mv) = encoder.composed(played.as_ref(), begun) {
                        played.play(&mv).expect("legal actions make legal moves");
                        begun.clear();
                    }
                    let ended = played.finish().map(|finish| finish.outcome.winner());
                    assert_eq!(arrays.done[number], ended.is_some());
                    if let Some(winner) = ended {
                        let reward =
                            winner.map_or(0.0, |it: Player| if it == actor { 1.0 } else { -1.0 });
                        assert!((arrays.rewards[number] - reward).abs() < f32::EPSILON);
                        *played = game.start(variant);
                    }
                    let size = encoding.observation_size();
                    let seen = &arrays.observations[number * size..][..size];
                    assert_eq!(seen, encoder.observe(&encoding, played.as_ref(), begun));
                    let count = encoding.actions.len();
                    let legal = encoder
                        .legal(&encoding, played.as_ref(), begun)
                        .expect("a legal beginning");
                    assert_eq!(arrays.legal[number * count..][..count], legal);
                    assert_eq!(usize::from(arrays.players[number]), played.turn().index());
                    let text = encoder.rebuild(variant, seen).expect("planes of a position");
                    assert_eq!(text, played.position());
                }
            }
        }
    }
}

#[test]
fn an_action_that_is_not_legal_changes_nothing() {
    let game = standard().find("momentum").expect("a game");
    let encoder = game.encoder().expect("actions");
    let encoding = encoder.encoding(quintet_core::Variant::default());
    let mut batch = encoder.batch(quintet_core::Variant::default(), 2);
    let step = |batch: &mut dyn AnyBatch, actions: &[i64]| {
        batch.step(actions, 1, Arrays::new(&encoding, 2).answer())
    };
    step(batch.as_mut(), &[0, 1]).expect("legal");
    let before = batch.positions();
    let refused = step(batch.as_mut(), &[5, 1]).expect_err("taken");
    let told = "game 1: expected one of the legal actions 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, … (48 in all), got 1";
    assert_eq!(refused.to_string(), told);
    assert!(step(batch.as_mut(), &[-1, 5]).is_err() && step(batch.as_mut(), &[5, 49]).is_err());
    assert_eq!(step(batch.as_mut(), &[5]), Err(BatchError::Count { games: 2, found: 1 }));
    assert_eq!(batch.positions(), before);
}
