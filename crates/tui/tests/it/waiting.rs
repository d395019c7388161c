//! Whatever happens while a move is shown or a computer thinks, the game goes on.

use std::time::Duration;

use crossterm::event::{KeyCode, MouseButton, MouseEventKind};
use quintet_sitting::{Settings, Setup};
use quintet_tui::{Event, Open};

use crate::client::{Client, calm};

/// Keys that change nothing about the game itself.
const HARMLESS: &str = "?efhimstan+- ";

/// A game whose moves are shown as they happen.
fn lively(setup: Setup) -> Client {
    let settings = Settings { animation: true, ..calm() };
    Client::open(Open::Play(Box::new(setup)), &settings, false, 80, 24)
}

fn against_a_computer(game: &str) -> Client {
    lively(Client::setup(game, ["human", "level:1"]))
}

/// Makes a move with `step`, which makes one step of it, and lets the computer answer while the move is still shown.
fn move_and_be_answered(client: &mut Client, step: impl Fn(&mut Client)) {
    while !client.text().contains("1●") {
        step(client);
    }
    client.hear_until("is about to move");
}

#[test]
fn a_key_while_ones_own_move_is_shown_lets_the_answer_come() {
    let named = [KeyCode::Up, KeyCode::Left, KeyCode::Enter, KeyCode::Tab, KeyCode::Esc];
    let letters = HARMLESS.chars().map(KeyCode::Char);
    for game in quintet_catalog::standard().games() {
        for key in named.into_iter().chain(letters.clone()) {
            let mut client = against_a_computer(game.info().id);
            move_and_be_answered(&mut client, Client::press_enter);
            client.press(key);
            // Whatever the key opened is closed again.
            client.press(KeyCode::Esc);
            client.wait_for("1◎");
        }
    }
}

#[test]
fn a_mouse_while_ones_own_move_is_shown_lets_the_answer_come() {
    let deeds = [
        MouseEventKind::Down(MouseButton::Left),
        MouseEventKind::Down(MouseButton::Right),
        MouseEventKind::Moved,
        MouseEventKind::ScrollDown,
    ];
    for game in quintet_catalog::standard().games() {
        for deed in deeds {
            let mut client = against_a_computer(game.info().id);
            let mut last = (0, 0);
            while !client.text().contains("1●") {
                last = client.find_cursor();
                client.click(last.0, last.1);
            }
            client.hear_until("is about to move");
            client.mouse(deed, last);
            client.skip_to("1◎");
        }
    }
}

#[test]
fn a_window_that_changes_while_ones_own_move_is_shown_lets_the_answer_come() {
    let mut client = against_a_computer("yoxii");
    move_and_be_answered(&mut client, Client::press_enter);
    client.resize(60, 20);
    client.press(KeyCode::Down);
    client.resize(100, 30);
    client.skip_to("1◎");
}

#[test]
fn a_key_ends_an_animation_and_the_answer_comes_at_once() {
    let mut client = against_a_computer("momentum");
    move_and_be_answered(&mut client, Client::press_enter);
    client.press(KeyCode::Up);
    assert!(client.text().contains("1◎"), "{}", client.text());
}

#[test]
fn an_answer_waits_until_ones_own_move_was_seen() {
    let mut client = against_a_computer("momentum");
    move_and_be_answered(&mut client, Client::press_enter);
    client.handle(Event::Tick);
    assert!(!client.text().contains("1◎"), "{}", client.text());
    client.now += Duration::from_secs(2);
    client.handle(Event::Tick);
    assert!(client.text().contains("1◎"), "{}", client.text());
}

#[test]
fn an_answer_that_came_in_a_pause_is_shown_on_demand() {
    for goes_on in ["n", " ", "n ", "n+ "] {
        let mut client = lively(Client::setup("momentum", ["level:1", "level:1"]));
        client.keys(" ");
        // The engine had begun already.
        client.wait();
        assert!(client.text().contains("– paused"), "{}", client.text());
        client.keys(goes_on);
        client.wait_for("1●");
    }
}

#[test]
fn another_pace_holds_at_once() {
    let setup = Client::setup("momentum", ["level:1", "level:1"]);
    let settings = Settings { watch_delay: 12_800, ..calm() };
    let mut client = Client::open(Open::Play(Box::new(setup)), &settings, false, 80, 24);
    client.hear_until("1●");
    client.hear_until("is about to move");
    client.keys("+++++++++");
    let patience = client.app.patience().unwrap();
    assert!(patience <= Duration::from_millis(25), "{patience:?}");
}

#[test]
fn a_game_is_judged_on_after_another_screen_was_seen() {
    let mut client = Client::play("momentum", 80, 24);
    client.play_random(4, 3);
    client.keys("Ryv");
    assert!(client.text().contains("judged"), "{}", client.text());
    // A hint takes longer than judging a position; what is judged meanwhile is told to a screen that does not care.
    client.keys("b3h");
    client.hear_until("hint …");
    while client.text().contains("hint …") {
        client.wait();
    }
    client.keys("q");
    while client.text().contains("judged") {
        client.wait();
    }
}

#[test]
fn a_game_that_waits_still_waits_after_a_look_at_the_rules() {
    let setup = Client::setup("momentum", ["human", "level:1"]);
    let mut client = Client::open(Open::Play(Box::new(setup)), &calm(), false, 80, 24);
    client.type_move("d4");
    client.wait_for("1◎");
    client.keys("U");
    assert!(client.text().contains("O waits. Space lets it move"), "{}", client.text());
    client.keys("iq");
    assert!(client.text().contains("O waits. Space lets it move"), "{}", client.text());
    client.keys(" ");
    client.wait_for("X to move");
}
