//! Whatever happens in a sitting, its file read back gives the same sitting.

use std::time::{Duration, Instant};

use quintet_catalog::{Dice, standard};
use quintet_core::{Chance as _, Player, TimeControl};
use quintet_players::PlayerSpec;
use quintet_sitting::{Places, Saves, Setup, Sitting};

/// All there is to see of a sitting whose clocks stand still.
fn seen(sitting: &Sitting, now: Instant) -> String {
    format!(
        "{:?}\n{:?}\nply {} {:?} {}\n{}\n{:?}\n{}",
        sitting.setup(),
        sitting.line(),
        sitting.ply(),
        sitting.finish(),
        sitting.why(),
        sitting.played().position(),
        Player::BOTH.map(|side| sitting.clock(side, now)),
        sitting.record(),
    )
}

fn setup(game: &str, variant: &str, seed: u64) -> Setup {
    let clock = TimeControl { initial: 30_000, increment: 250 };
    Setup {
        variant: variant.into(),
        clock: (seed != 2).then_some(clock),
        seed,
        ..Setup::new(game, [PlayerSpec::Human, "level:1".parse().expect("a player")])
    }
}

/// Does something that a player might do.
fn act(sitting: &mut Sitting, dice: &mut Dice, now: Instant) {
    let side = Player::BOTH[dice.below(2) as usize];
    match dice.below(40) {
        0 | 1 => drop(sitting.take_back()),
        2 => drop(sitting.take_back_turn()),
        3 | 4 => drop(sitting.forward()),
        5 => drop(sitting.go_to(dice.below(sitting.line().len() as u32 + 2) as usize)),
        6 => drop(sitting.resign(side, now)),
        7 => drop(sitting.offer_draw(side, now)),
        8 => drop(sitting.agree_draw(now)),
        9 => sitting.swap_sides(),
        10 => sitting.change_seat(side, "greedy".parse().expect("a player"), "Gustav \"{\n"),
        11 => sitting.pause(now),
        12 => sitting.resume(now),
        13 => drop(sitting.tick(now)),
        _ => {
            if let Some(mv) = sitting.played().random_move(dice) {
                // It may be refused: time may be up.
                let _ = sitting.play(&mv, now);
            }
        }
    }
}

#[test]
fn a_file_read_back_gives_the_sitting_that_wrote_it() {
    let folder = tempfile::tempdir().unwrap();
    let saves = Saves::new(quintet_catalog::standard(), &Places::under(folder.path()));
    for game in standard().games() {
        for variant in game.info().variants {
            for seed in 0..5 {
                let mut dice = Dice::new(seed);
                let mut now = Instant::now();
                let mut sitting = Sitting::new(
                    quintet_catalog::standard(),
                    setup(game.info().id, variant.id, seed),
                )
                .unwrap();
                saves.keep(&mut sitting).unwrap();
                sitting.resume(now);
                for _ in 0..dice.below(120) {
                    now += Duration::from_micros(dice.below(900_000).into());
                    act(&mut sitting, &mut dice, now);
                }
                assert_eq!(sitting.take_trouble(), None);
                sitting.pause(now);
                let path = sitting.file().unwrap().to_owned();
                let read = saves.read(&path).unwrap();
                assert_eq!(seen(&read, now), seen(&sitting, now), "{} {seed}", game.info().id);
                // A copy in a new file, as a branch of a game is saved.
                let mut copy = saves.read(&path).unwrap();
                saves.keep(&mut copy).unwrap();
                let copy = saves.read(copy.file().unwrap()).unwrap();
                assert_eq!(seen(&copy, now), seen(&sitting, now), "{} {seed}", game.info().id);
                if sitting.line().is_empty() {
                    continue;
                }
                drop(sitting);
                assert_eq!(seen(&saves.load(&path).unwrap(), now), seen(&read, now));
            }
        }
    }
}

#[test]
fn a_record_becomes_a_sitting_and_the_same_record_again() {
    for game in standard().games() {
        let mut dice = Dice::new(5);
        let now = Instant::now();
        let mut sitting =
            Sitting::new(quintet_catalog::standard(), setup(game.info().id, "", 0)).unwrap();
        for _ in 0..2 {
            let mv = sitting.played().random_move(&mut dice).unwrap();
            sitting.play(&mv, now).unwrap();
        }
        assert!(sitting.resign(Player::Second, now));
        let record = sitting.record();
        let mut again = Sitting::from_record(quintet_catalog::standard(), &record).unwrap();
        assert_eq!(again.record(), record);
        assert_eq!((again.line().len(), again.finish()), (2, sitting.finish()));
        assert!(again.take_back() && again.finish().is_none());
        assert!(again.go_to(1) && again.go_to(2));
        assert_eq!(again.finish(), sitting.finish());
    }
}
