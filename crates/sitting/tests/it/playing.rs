//! What players can do at a sitting besides moving.

use std::time::{Duration, Instant};

use quintet_core::{Ending, Outcome, Player, TimeControl};
use quintet_players::PlayerSpec;
use quintet_sitting::{DrawReply, Refused, Setup, Sitting};

const SECOND: Duration = Duration::from_secs(1);

fn sitting(first: &str, second: &str) -> Sitting {
    let seats = [first.parse().expect("a player"), second.parse().expect("a player")];
    Sitting::new(quintet_catalog::standard(), Setup { seed: 7, ..Setup::new("momentum", seats) })
        .expect("a game that exists")
}

fn with_clock(initial: Duration, increment: Duration) -> Sitting {
    let clock = Some(TimeControl {
        initial: initial.as_millis() as u64,
        increment: increment.as_millis() as u64,
    });
    let setup = Setup { clock, ..sitting("human", "human").setup().clone() };
    Sitting::new(quintet_catalog::standard(), setup).expect("a game that exists")
}

fn moves(sitting: &Sitting) -> String {
    sitting.line().iter().map(|made| made.mv.as_str()).collect::<Vec<_>>().join(" ")
}

fn play_all(sitting: &mut Sitting, moves: &str) {
    for mv in moves.split_whitespace() {
        sitting.play(mv, Instant::now()).expect("a legal move");
    }
}

/// Lets the computer move.
fn answer(sitting: &mut Sitting) -> Result<(), Refused> {
    let now = Instant::now();
    let answer = sitting.think(now).expect("the computer is to move").wait();
    sitting.take_answer(answer, now)
}

#[test]
fn moves_taken_back_can_be_made_again_until_another_is_made() {
    let mut game = sitting("human", "human");
    play_all(&mut game, "d4 e5 a1");
    assert!(game.take_back() && game.take_back());
    assert_eq!((game.ply(), moves(&game).as_str()), (1, "d4 e5 a1"));
    assert!(game.forward());
    assert_eq!(game.played().moves(), ["d4", "e5"]);
    assert!(game.go_to(0) && !game.take_back());
    play_all(&mut game, "d4");
    assert_eq!(moves(&game), "d4 e5 a1", "the same move keeps what followed");
    play_all(&mut game, "g7");
    assert_eq!(moves(&game), "d4 g7", "another cuts it off");
    assert!(!game.forward() && !game.go_to(3));
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut game = sitting("human", "human");
    play_all(&mut game, "d4 e5");
    game.take_back();
    for wrong in ["d4", "z9", ""] {
        assert!(matches!(game.play(wrong, Instant::now()), Err(Refused::Play(_))), "{wrong}");
    }
    assert_eq!((game.ply(), moves(&game).as_str()), (1, "d4 e5"));
}

#[test]
fn taking_back_against_the_computer_returns_to_the_persons_move() {
    let mut game = sitting("human", "level:1");
    play_all(&mut game, "d4");
    answer(&mut game).unwrap();
    assert!(game.take_back_turn());
    assert_eq!((game.ply(), game.line().len()), (0, 2));
    assert!(!game.take_back_turn());
    assert!(game.is_paused() && game.think(Instant::now()).is_none());
    assert!(game.forward() && game.think(Instant::now()).is_none(), "it waits to be let go on");
    game.resume(Instant::now());
    answer(&mut game).unwrap();
    assert_eq!(game.ply(), 2);
}

#[test]
fn a_resignation_can_be_taken_back_and_made_again() {
    let mut game = sitting("human", "human");
    play_all(&mut game, "d4");
    assert!(game.resign(Player::First, Instant::now()));
    assert!(!game.resign(Player::Second, Instant::now()), "it is over");
    let finish = game.finish().unwrap();
    assert_eq!(finish.outcome, Outcome::Win(Player::Second));
    assert!(game.take_back());
    assert_eq!((game.ply(), game.finish()), (1, None));
    assert!(game.forward());
    assert_eq!(game.finish(), Some(finish));
    assert!(game.take_back() && game.take_back() && game.go_to(1));
    assert_eq!(game.finish(), Some(finish));
    game.take_back();
    play_all(&mut game, "e5");
    assert!(!game.forward(), "playing on cuts the ending off");
}

#[test]
fn a_person_is_asked_about_a_draw_and_a_computer_answers_with_its_reason() {
    let now = Instant::now();
    let mut game = sitting("human", "human");
    assert_eq!(game.offer_draw(Player::First, now), DrawReply::Ask(Player::Second));
    assert!(game.finish().is_none() && game.agree_draw(now));
    assert_eq!(game.finish().unwrap().ending, Ending::Agreement);
    assert!(matches!(game.offer_draw(Player::First, now), DrawReply::Declined(_)));

    let mut game = sitting("human", "level:1");
    let DrawReply::Declined(why) = game.offer_draw(Player::First, now) else { panic!() };
    assert!(why.contains("has not made a move yet"), "{why}");
    play_all(&mut game, "d4");
    answer(&mut game).unwrap();
    let DrawReply::Declined(why) = game.offer_draw(Player::First, now) else { panic!() };
    assert!(why.contains("did not judge the position"), "{why}");
    assert!(game.finish().is_none());
}

#[test]
fn a_computer_that_judges_declines_a_draw_exactly_when_it_is_ahead() {
    let (mut accepted, mut declined) = (0, 0);
    for seed in 0..6 {
        let setup = Setup { seed, ..sitting("human", "level:3").setup().clone() };
        let mut game = Sitting::new(quintet_catalog::standard(), setup).unwrap();
        let mut dice = quintet_catalog::Dice::new(seed);
        while game.ply() < 8 && game.finish().is_none() {
            let mv = game.played().random_move(&mut dice).unwrap();
            play_all(&mut game, &mv);
            if game.finish().is_none() {
                answer(&mut game).unwrap();
            }
        }
        if game.finish().is_some() {
            continue;
        }
        let chance = game.line().last().unwrap().chance.expect("level 3 judges");
        match game.offer_draw(Player::First, Instant::now()) {
            DrawReply::Accepted(why) => {
                assert!(chance <= 500, "{chance}: {why}");
                accepted += 1;
            }
            DrawReply::Declined(why) => {
                assert!(chance > 500 && why.contains("ahead"), "{chance}: {why}");
                declined += 1;
            }
            DrawReply::Ask(_) => panic!("nobody to ask"),
        }
    }
    assert!(accepted + declined > 0);
}

#[test]
fn clocks_add_up() {
    let mut game = with_clock(60 * SECOND, 2 * SECOND);
    let begun = Instant::now();
    let clocks = |game: &Sitting, now| Player::BOTH.map(|side| game.clock(side, now).unwrap());
    assert_eq!(clocks(&game, begun + 9 * SECOND), [60 * SECOND; 2], "they wait for the start");
    game.resume(begun);
    assert_eq!(clocks(&game, begun + 5 * SECOND), [55 * SECOND, 60 * SECOND]);
    game.play("d4", begun + 10 * SECOND).unwrap();
    assert_eq!(clocks(&game, begun + 13 * SECOND), [52 * SECOND, 57 * SECOND]);
    game.play("e5", begun + 30 * SECOND).unwrap();
    assert_eq!(clocks(&game, begun + 30 * SECOND), [52 * SECOND, 42 * SECOND]);
    game.pause(begun + 31 * SECOND);
    assert_eq!(clocks(&game, begun + 99 * SECOND), [51 * SECOND, 42 * SECOND]);
    game.take_back();
    let later = begun + 999 * SECOND;
    assert_eq!(clocks(&game, later), [52 * SECOND, 60 * SECOND], "as they were at that move");
    game.play("a1", later).unwrap();
    assert_eq!(clocks(&game, later + SECOND), [51 * SECOND, 62 * SECOND], "it cost no time");
}

#[test]
fn who_runs_out_of_time_loses_and_may_take_that_back() {
    let mut game = with_clock(10 * SECOND, Duration::ZERO);
    let begun = Instant::now();
    game.resume(begun);
    game.play("d4", begun + 4 * SECOND).unwrap();
    assert!(!game.tick(begun + 13 * SECOND));
    let late = game.play("e5", begun + 14 * SECOND);
    assert_eq!(late, Err(Refused::TimeUp { player: game.info().players[1] }));
    let finish = game.finish().unwrap();
    assert_eq!((finish.outcome, finish.ending), (Outcome::Win(Player::First), Ending::Time));
    assert!(!game.tick(begun + 99 * SECOND), "once is enough");
    assert_eq!(game.clock(Player::Second, begun + 99 * SECOND), Some(Duration::ZERO));
    assert!(game.take_back());
    assert_eq!(game.clock(Player::Second, begun + 99 * SECOND), Some(10 * SECOND));
    game.play("e5", begun + 99 * SECOND).unwrap();
}

#[test]
fn a_thinking_computer_uses_its_clock() {
    let clock = Some(TimeControl { initial: 2_000, increment: 0 });
    let setup = Setup { clock, ..sitting("level:8", "human").setup().clone() };
    let mut game = Sitting::new(quintet_catalog::standard(), setup).unwrap();
    let now = Instant::now();
    game.resume(now);
    let mut thinking = game.think(now).unwrap();
    assert_eq!(game.clock(Player::First, now + SECOND), Some(SECOND));
    let answer = thinking.wait();
    game.take_answer(answer, now + SECOND / 2).unwrap();
    assert_eq!(game.clock(Player::First, now + SECOND), Some(SECOND * 3 / 2));
}

#[test]
fn a_computer_can_be_told_to_move_now_or_be_forgotten() {
    let hour = Some(Duration::from_hours(1));
    let setup = Setup { move_time: hour, ..sitting("level:8", "level:8").setup().clone() };
    let mut game = Sitting::new(quintet_catalog::standard(), setup).unwrap();
    let now = Instant::now();
    game.resume(now);
    drop(game.think(now).unwrap());
    let mut thinking = game.think(now).unwrap();
    while thinking.report().is_none() {
        assert!(thinking.wait_at_most(SECOND).is_none());
    }
    assert!(thinking.poll().is_none());
    thinking.move_now();
    let answer = thinking.wait();
    assert!(answer.report.is_some());
    let mut stale = answer.clone();
    let mv = answer.choice.clone().unwrap();
    game.take_answer(answer, now).unwrap();
    assert_eq!(game.line()[0].mv, mv.text());
    assert!(game.line()[0].chance.is_some());
    stale.side = game.turn();
    assert_eq!(game.take_answer(stale, now), Err(Refused::Stale));
    game.dismiss_computers();
    assert!(now.elapsed() < Duration::from_mins(30));
}

#[test]
fn a_program_that_crashes_loses_and_the_game_says_how() {
    let mut game = sitting("human", "ugi:sh -c 'echo sorry >&2; exit 3'");
    play_all(&mut game, "d4");
    let Err(Refused::Forfeit { player, forfeit }) = answer(&mut game) else { panic!() };
    assert!(forfeit.to_string().contains("crashed"), "{player} {forfeit}");
    assert_eq!(game.finish().unwrap().outcome, Outcome::Win(Player::First));
    assert!(game.why().contains("forfeited the game.") && game.why().contains("crashed"));
    assert!(game.take_back_turn(), "and the person may go on");
    game.change_seat(Player::Second, "random".parse().unwrap(), "");
    play_all(&mut game, "d4");
    answer(&mut game).unwrap();
}

#[test]
fn sides_are_swapped_with_names_and_somebody_else_may_sit_down() {
    let mut game = sitting("human", "level:1");
    game.change_seat(Player::First, PlayerSpec::Human, "Ada");
    assert_eq!(Player::BOTH.map(|side| game.name(side)), ["Ada", "level:1"]);
    game.swap_sides();
    assert_eq!(Player::BOTH.map(|side| game.name(side)), ["level:1", "Ada"]);
    game.resume(Instant::now());
    answer(&mut game).unwrap();
    assert!(game.is_human(game.turn()));
    assert_eq!(game.record().second, "Ada");
}

#[test]
fn a_record_names_everybody_who_made_a_players_moves() {
    let mut sitting = sitting("human", "level:1");
    let names = |sitting: &Sitting| {
        let record = sitting.record();
        [record.first, record.second]
    };
    sitting.resume(Instant::now());
    sitting.play("d4", Instant::now()).unwrap();
    answer(&mut sitting).unwrap();
    sitting.change_seat(Player::Second, "level:2".parse().unwrap(), "");
    assert_eq!(names(&sitting), ["human", "level:1, then level:2"]);
    sitting.swap_sides();
    assert_eq!(names(&sitting), ["human, then level:2", "level:1, then human"]);
    answer(&mut sitting).unwrap();
    // Moves that were taken back were nobody's.
    sitting.go_to(0);
    assert_eq!(names(&sitting), ["level:2", "human"]);
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let play = || {
        let mut game = sitting("random", "greedy");
        game.resume(Instant::now());
        while game.finish().is_none() {
            answer(&mut game).unwrap();
        }
        moves(&game)
    };
    assert_eq!(play(), play());
    let colours = |seed| {
        let setup = Setup { seed, ..sitting("human", "random").setup().clone() };
        setup.with_random_colours().seats[0].clone()
    };
    assert_eq!(colours(1), colours(1));
    let people = (0..100).filter(|seed| colours(*seed) == PlayerSpec::Human).count();
    assert!((20..80).contains(&people), "{people}");
}

#[test]
fn a_hint_is_a_legal_move_and_an_analysis_goes_on_until_it_is_dropped() {
    let mut game = sitting("human", "human");
    let mut hint = game.hint().unwrap();
    hint.wait();
    assert!(hint.is_done());
    assert!(game.played().legal_moves().contains(&hint.best().unwrap().line[0]));
    let mut analysis = game.analyse(3).unwrap();
    while analysis.lines().len() < 3 {
        assert!(!analysis.is_done());
        analysis.poll();
        std::thread::yield_now();
    }
    let firsts: Vec<&str> = analysis.lines().iter().map(|line| line.line[0].as_str()).collect();
    assert!(firsts[0] != firsts[1] && firsts[1] != firsts[2], "{firsts:?}");
    game.agree_draw(Instant::now());
    assert!(game.hint().is_none() && game.analyse(1).is_none());
}
