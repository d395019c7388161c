//! What the client says: everything in words, what was taken back, what a key asks or why it does nothing.

use crossterm::event::KeyCode;
use quintet_core::{Step, TimeControl};
use quintet_sitting::{Setup, spoken};
use quintet_tui::Open;

use crate::client::{Client, against, calm};

/// Everything that the page in words says, its lines joined.
fn in_words(client: &mut Client) -> String {
    client.keys("w");
    let screen = client.text();
    client.keys("q");
    screen.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_page_in_words_tells_what_stands_on_the_board() {
    for game in quintet_catalog::standard().games() {
        let mut client = Client::play(game.info().id, 120, 100);
        client.play_random(4, 5);
        let told = in_words(&mut client);
        let shadow = client.shadow.as_ref().expect("a game");
        for line in spoken::listed(&shadow.scene(&[]), game.info()) {
            let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(told.contains(&line), "`{line}` is missing in {told}");
        }
    }
    let mut client = Client::play("qawale", 120, 100);
    client.keys("ta1");
    client.press_enter();
    let told = in_words(&mut client);
    let steps = [Step::Cell("a1".into())];
    let scene = quintet_catalog::standard().find("qawale").expect("a game");
    let scene = scene.start(quintet_core::Variant::default()).scene(&steps);
    let line = spoken::held(&scene).expect("stones in hand");
    assert!(told.contains(&line), "`{line}` is missing in {told}");
}

#[test]
fn the_page_in_words_keeps_signs_as_they_are() {
    let mut client = Client::play_ascii("differo", 120, 60);
    client.keys("w");
    let screen = client.text();
    for sign in ["- + white's goal row", "- - black's goal row"] {
        assert!(screen.contains(sign), "{screen}");
    }
    // No item is empty.
    assert!(screen.lines().all(|line| line.trim() != "-"), "{screen}");
}

#[test]
fn a_resignation_that_is_taken_back_is_called_so_and_nothing_waits() {
    let mut client = against("momentum", "level:1");
    client.keys("Ryu");
    let screen = client.text();
    let told = "The resignation is taken back; the game goes on.";
    assert!(screen.contains(told) && !screen.contains("paused"), "{screen}");
    let mut client = Client::play("momentum", 80, 24);
    client.keys("dyu");
    assert!(client.text().contains("The agreement to a draw is taken back"), "{}", client.text());
    // A clock does stand still.
    let clock = Some(TimeControl { initial: 60_000, increment: 0 });
    let setup = Setup { clock, ..Client::setup("momentum", ["human", "human"]) };
    let mut client = Client::open(Open::Play(Box::new(setup)), &calm(), false, 80, 24);
    client.keys("Ryu");
    assert!(client.text().contains("paused"), "{}", client.text());
}

#[test]
fn sides_are_swapped_with_a_computer_only_when_that_is_certain() {
    let mut client = against("momentum", "level:1");
    client.keys("x");
    let asked = "Swap sides: you play o from now on, and the computer x? (y/n)";
    assert!(client.text().contains(asked), "{}", client.text());
    client.keys("n");
    assert!(client.text().contains("● x  you"), "{}", client.text());
    // Two people are asked nothing: no move is made.
    let mut client = Client::play("momentum", 80, 24);
    client.keys("x");
    assert!(client.text().contains("Sides swapped"), "{}", client.text());
}

#[test]
fn a_key_that_does_nothing_says_so() {
    let mut client = Client::play("momentum", 80, 24);
    for (key, told) in [
        ("v", "n, N and v are for when the game is over."),
        ("n", "n, N and v are for when the game is over."),
        ("m", "The computer is not thinking."),
        ("z", "z does nothing here; ? tells all keys."),
    ] {
        client.keys(key);
        assert!(client.text().contains(told), "{key}: {}", client.text());
    }
    let mut menu = Client::menu(80, 24);
    menu.keys("D");
    assert!(menu.text().contains("There is no game to continue"), "{}", menu.text());
}

#[test]
fn the_games_to_continue_are_listed_from_anywhere_in_the_menu() {
    let mut client = Client::play("momentum", 80, 24);
    client.type_move("d4");
    client.keys("q");
    let Client { folder, app, .. } = client;
    drop(app);
    let mut client = Client::open_in(folder, Open::Menu, &calm(), false, 80, 24);
    client.keys("jj");
    client.keys("D");
    assert!(client.text().contains("Momentum, 1 move"), "{}", client.text());
}

#[test]
fn what_is_typed_takes_the_place_of_a_suggested_name() {
    let mut client = Client::play("momentum", 80, 24);
    client.keys("s");
    assert!(client.text().contains("Save the record as: momentum-1.txt"), "{}", client.text());
    client.keys("wap");
    let screen = client.text();
    assert!(screen.contains("record as: wap") && !screen.contains(".txt"), "{screen}");
    client.press(KeyCode::Esc);
    // From where the cursor is put, it is changed.
    client.keys("s");
    client.press(KeyCode::Home);
    client.keys("my-");
    assert!(client.text().contains("Save the record as: my-momentum-1.txt"), "{}", client.text());
    client.press(KeyCode::Esc);
    client.keys("s");
    client.handle(quintet_tui::Event::Paste("other".into()));
    let screen = client.text();
    assert!(screen.contains("record as: other") && !screen.contains(".txt"), "{screen}");
}

#[test]
fn what_cannot_follow_is_answered_by_what_is_asked_for() {
    let mut client = Client::play("yoxii", 120, 40);
    client.keys("te5");
    client.press_enter();
    client.keys("t5");
    client.press_enter();
    let told = "`5` cannot be the next step: choose a piece from the reserve.";
    assert!(client.text().contains(told), "{}", client.text());
}
