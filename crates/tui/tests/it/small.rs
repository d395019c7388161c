//! The smallest screen, 60 columns and 20 lines: nothing that one needs is cut.

use crossterm::event::KeyCode;
use quintet_sitting::{Settings, Setup};
use quintet_tui::Open;

use crate::client::{Client, calm};

/// Two people of these names on the smallest screen.
fn small(game: &str, position: Option<&str>, settings: &Settings) -> Client {
    let setup = Setup {
        position: position.map(Into::into),
        names: ["Ada".into(), "Bob".into()],
        ..Client::setup(game, ["human", "human"])
    };
    Client::open(Open::Play(Box::new(setup)), settings, false, 60, 20)
}

/// An example of Isaac in which tiles are taken off, dark to move with 29 points.
fn scoring() -> &'static str {
    let isaac = quintet_catalog::standard().find("isaac").expect("a game");
    let examples = isaac.info().examples.iter().map(|example| example.position);
    examples.into_iter().find(|text| text.contains(" d 29 17 ")).expect("an example")
}

/// Whether it says who is ahead, or how a small game ends.
fn is_judged(screen: &str) -> bool {
    screen.contains(" %") || screen.contains(": proved ")
}

#[test]
fn players_and_advice_find_room() {
    for game in quintet_catalog::standard().games() {
        let id = game.info().id;
        let mut client = small(id, None, &calm());
        let screen = client.text();
        assert!(screen.contains("Ada") && screen.contains("Bob"), "{screen}");
        client.keys("h");
        client.wait_for("hint, Enter plays");
        let screen = client.text();
        assert!(is_judged(&screen), "what is the hint?\n{screen}");
        client.press(KeyCode::Esc);
        client.keys("a");
        client.wait_for("analysis, depth ");
        client.wait_until("a judgement", is_judged);
    }
}

#[test]
fn in_the_middle_of_a_move_scores_and_analysis_stay() {
    let settings = Settings { evaluation_bar: true, ..calm() };
    let mut client = small("isaac", Some(scoring()), &settings);
    client.press_enter();
    let screen = client.text();
    assert!(screen.contains(" dark 29 → "), "{screen}");
    assert!(screen.contains(" light 17 "), "{screen}");
    assert!(screen.contains("counter ends."), "{screen}");
    assert!(screen.lines().next().expect("a title").contains("dark: Ada, light: Bob"), "{screen}");
    client.keys("a");
    client.wait_for("analysis, depth ");
    client.wait_for(" dark: proved win");
    assert!(client.text().contains("counter ends."), "{}", client.text());
}

#[test]
fn the_winning_chances_say_what_they_are() {
    let settings = Settings { evaluation_bar: true, ..calm() };
    for game in quintet_catalog::standard().games() {
        let mut client = small(game.info().id, None, &settings);
        let is_told = |screen: &str| {
            let proved = screen.contains(": proved ");
            (screen.contains("winning chances") || screen.contains("% to win") || proved)
                && is_judged(screen)
        };
        client.wait_until("the chances with their caption", is_told);
    }
}

#[test]
fn what_finds_no_room_is_told_by_a_key() {
    for game in quintet_catalog::standard().games() {
        let mut client = Client::play(game.info().id, 60, 20);
        client.play_random(3, 5);
        assert!(client.text().contains("w more"), "{}", client.text());
        client.keys("w");
        let mut all = client.text();
        assert!(all.contains(&format!("{} in words", game.info().name)), "{all}");
        for _ in 0..6 {
            client.press(KeyCode::PageDown);
            all += &client.text();
        }
        let [first, second] = game.info().players.map(quintet_core::contest::capital);
        for text in [format!("{first}: player"), format!("1. {first} "), format!("; {second} ")] {
            assert!(all.contains(&text), "`{text}` is missing in {all}");
        }
        assert!(!all.contains(" ..."), "nothing is cut: {all}");
        client.keys("q");
        assert!(client.text().contains("w more"), "{}", client.text());
    }
}

#[test]
fn enter_plays_a_hint_only_where_it_says_so() {
    let position = "5X1/7/5O1/2XO3/7/7/7 o 7";
    let mut client = small("momentum", Some(position), &calm());
    client.keys("h");
    client.wait_for("hint, Enter plays");
    let hinted = client.find_cursor();
    let shown = client.text();
    client.press(KeyCode::Tab);
    let screen = client.text();
    assert!(screen.contains("hint\n") && !screen.contains("Enter plays"), "{screen}");
    client.press(KeyCode::BackTab);
    assert_eq!((client.find_cursor(), client.text()), (hinted, shown));
}

#[test]
fn a_replay_says_who_plays_and_who_is_ahead() {
    for game in quintet_catalog::standard().games() {
        let mut client = Client::play(game.info().id, 60, 20);
        client.play_random(6, 5);
        // A game of six moves is over when somebody resigns.
        client.keys("Ry");
        client.keys("v");
        client.press(KeyCode::Right);
        let is_whole = |screen: &str| {
            let is_named = screen.matches("human").count() == 2;
            is_named && is_judged(screen) && !screen.contains("judged ")
        };
        client.wait_until("who plays, and who is ahead", is_whole);
        let screen = client.text();
        assert!(!screen.contains("chances ...") && !screen.contains("'s ..."), "{screen}");
        assert!(screen.contains("w more"), "{screen}");
        client.keys("w");
        let mut all = client.text();
        for _ in 0..6 {
            client.press(KeyCode::PageDown);
            all += &client.text();
        }
        let [first, second] = game.info().players.map(quintet_core::contest::capital);
        for text in [format!("{first}: human"), format!("{second}: human"), format!("1. {first} ")]
        {
            assert!(all.contains(&text), "`{text}` is missing in {all}");
        }
        client.keys("q");
        assert!(client.text().contains(" – replay"), "{}", client.text());
    }
}

#[test]
fn a_caption_that_is_cut_says_so() {
    let position = "1,B,1,GG/RBB,R,R,R/BGG,GGG,2/1,B,R,G r 3 3";
    let settings = Settings { evaluation_bar: true, ..calm() };
    let mut client = small("qawale", Some(position), &settings);
    for key in [KeyCode::Tab, KeyCode::Tab, KeyCode::Enter] {
        client.press(key);
    }
    let is_judged = |screen: &str| is_judged(screen) && screen.contains("path: ");
    client.wait_until("the path and a judgement", is_judged);
    let screen = client.text();
    let is_whole = !screen.contains("stacks: ") || screen.contains("from below");
    assert!(is_whole || screen.contains(" ...\n"), "{screen}");
}

#[test]
fn where_the_counters_are_is_told_in_words() {
    let mut client = Client::play("isaac", 60, 20);
    client.play_random(22, 5);
    client.keys("Ry");
    client.keys("v");
    client.press(KeyCode::End);
    client.keys("w");
    let mut all = client.text();
    for _ in 0..6 {
        client.press(KeyCode::PageDown);
        all += &client.text();
    }
    // Lines are folded anywhere.
    let all = all.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(all.contains("dark's counter on a1, 0 points"), "{all}");
    assert!(all.contains("light's counter on f10, 4 points"), "{all}");
}
