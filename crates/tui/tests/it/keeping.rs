//! What outlives a game: its record, the game that was left, what was chosen, and what can be done after the end.

use crossterm::event::KeyCode;
use quintet_sitting::{Places, Saves, Settings};
use quintet_tui::Open;

use crate::client::{Client, against, calm};

#[test]
fn a_record_is_saved_and_nothing_is_overwritten() {
    let mut client = Client::play("momentum", 80, 24);
    client.type_move("d4");
    let file = client.folder.path().join("game.txt");
    let save = |client: &mut Client| {
        client.keys("s");
        for _ in 0..40 {
            client.press(KeyCode::Backspace);
        }
        client.keys(file.to_str().unwrap());
        client.press_enter();
    };
    save(&mut client);
    assert!(client.text().contains("The record was written to"), "{}", client.text());
    assert!(std::fs::read_to_string(&file).unwrap().contains("1. d4"));
    client.type_move("a1");
    save(&mut client);
    assert!(client.text().contains("exists: replace it? (y/n)"), "{}", client.text());
    client.keys("n");
    assert!(client.text().contains("nothing was written"), "{}", client.text());
    assert!(!std::fs::read_to_string(&file).unwrap().contains("a1"));
    save(&mut client);
    client.keys("y");
    assert!(std::fs::read_to_string(&file).unwrap().contains("a1"), "{}", client.text());
}

#[test]
fn after_the_end_come_rematch_and_replay_and_a_branch() {
    let mut client = against("momentum", "level:1");
    client.type_move("d4");
    client.wait_for("1◎");
    client.keys("Ry");
    client.keys("v");
    assert!(client.text().contains("Momentum – replay"), "{}", client.text());
    assert!(client.text().contains("The start. 1 move follows."));
    client.press(KeyCode::Right);
    assert!(client.text().contains("Move 1 of 1: X played d4"), "{}", client.text());
    client.press(KeyCode::End);
    assert!(client.text().contains("Move 1 of 1: O played "), "{}", client.text());
    // The list counts as the record does, and one goes to its numbers.
    assert!(client.text().contains("1● d4") && client.text().contains("1◎ "), "{}", client.text());
    client.keys("g1");
    client.press_enter();
    assert!(client.text().contains("Move 1 of 1: X played d4"), "{}", client.text());
    client.keys("b");
    assert!(client.text().contains("Play on from here: 1 as x, 2 as o, 3 both sides."));
    client.keys("3");
    assert!(client.text().contains("▸ ◎ o  player"), "{}", client.text());
    client.type_move("a1");
    assert!(client.text().contains("1◎ a1"), "{}", client.text());
    client.keys("qq");
    client.keys("n");
    assert!(client.text().contains("● x  level 1"), "{}", client.text());
    client.keys("Ry");
    client.keys("N");
    assert!(client.text().contains("● x  level 1"), "{}", client.text());
}

#[test]
fn a_game_is_continued_exactly_where_it_was_left() {
    let mut client = against("yoxii", "level:1");
    client.press_enter();
    client.press_enter();
    client.press_enter();
    client.wait_for("1◎");
    let before = client.text();
    // The client goes without a word, as if it was killed; its file stays open until it is dropped.
    let Client { folder, app, .. } = client;
    drop(app);
    let mut client = Client::open_in(folder, Open::Menu, &calm(), false, 80, 24);
    assert!(client.text().contains("▸ Continue your game"), "{}", client.text());
    client.press_enter();
    assert_eq!(client.text(), before);
}

#[test]
fn saved_games_are_deleted_when_that_is_certain() {
    let mut client = Client::play("momentum", 80, 24);
    client.type_move("d4");
    client.keys("q");
    let Client { folder, app, .. } = client;
    drop(app);
    let mut client = Client::open_in(folder, Open::Menu, &calm(), false, 80, 24);
    assert!(client.text().contains("D list or delete"), "{}", client.text());
    client.keys("D");
    assert!(client.text().contains("Continue a game"), "{}", client.text());
    client.keys("D");
    let asked = client.text();
    assert!(asked.contains("Delete Momentum, 1 move, human - human, for ever? (y/n)"), "{asked}");
    client.keys("n");
    assert!(client.text().contains("Nothing was deleted."), "{}", client.text());
    client.keys("Dy");
    assert!(client.text().contains("▸ Play "), "{}", client.text());
    assert!(!client.text().contains("Continue"), "{}", client.text());
    // So are games that are over, where they are listed.
    client.keys("jjjj");
    client.press_enter();
    client.keys("s");
    client.keys("R");
    client.keys("yq");
    while !client.text().contains("▸ Replay a game") {
        client.keys("j");
    }
    client.press_enter();
    client.keys("jD");
    assert!(client.text().contains("Delete Momentum, 0 moves, "), "{}", client.text());
    client.keys("y");
    assert!(client.text().contains("The game was deleted."), "{}", client.text());
    client.keys("D");
    assert!(client.text().contains("Only games that were finished here"), "{}", client.text());
}

#[test]
fn a_game_that_is_not_saved_is_not_left_without_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let places = Places::under(folder.path());
    std::fs::write(places.games().parent().unwrap(), "in the way").unwrap();
    let setup = Client::setup("momentum", ["human", "human"]);
    let open = Open::Play(Box::new(setup));
    let mut client = Client::open_in(folder, open, &calm(), false, 80, 24);
    assert!(client.text().contains("This game cannot be saved"), "{}", client.text());
    client.type_move("d4");
    client.keys("q");
    let asked = "This game is not saved: leave it all the same? (y/n)";
    assert!(client.text().contains(asked), "{}", client.text());
    client.keys("n");
    assert!(!client.ended && !client.text().contains(asked), "{}", client.text());
    client.keys("qy");
    assert!(client.ended);
    assert_eq!(client.app.farewell(), Some("Your game is not saved: it could not be written."));
}

#[test]
fn a_damaged_game_is_told_and_set_aside() {
    let folder = tempfile::tempdir().unwrap();
    let games = Places::under(folder.path()).games();
    std::fs::create_dir_all(&games).unwrap();
    std::fs::write(games.join("broken.jsonl"), "{\"setup\":\nnonsense\n{}\n").unwrap();
    let client = Client::open_in(folder, Open::Menu, &calm(), false, 80, 24);
    assert!(client.text().contains("broken.jsonl"), "{}", client.text());
    let saves = Saves::new(quintet_catalog::standard(), &Places::under(client.folder.path()));
    assert!(saves.unfinished().messages.is_empty());
}

#[test]
fn what_was_chosen_last_is_remembered() {
    let mut client = Client::menu(80, 24);
    client.keys("jj");
    client.press_enter();
    client.press(KeyCode::Down);
    client.press(KeyCode::Down);
    client.press(KeyCode::Left);
    assert!(
        client.text().contains("Red            ‹ human ›")
            || client.text().contains("‹ level 8, Elo ")
    );
    client.keys("s");
    assert!(client.text().contains("Qawale"), "{}", client.text());
    let (settings, _) = Settings::load(&Places::under(client.folder.path()));
    assert_eq!(settings.last_game.as_deref(), Some("qawale"));
    let seats = &settings.choice("qawale").unwrap().setup.seats;
    assert_eq!(seats[0].to_string(), "level:8");
}

#[test]
fn a_position_can_be_set_up_and_a_wrong_one_is_explained() {
    let mut client = Client::menu(80, 24);
    client.keys("jjjj");
    client.press_enter();
    client.keys("G");
    client.press_enter();
    client.keys("nonsense");
    client.press_enter();
    assert!(client.text().contains("expected"), "{}", client.text());
    for _ in 0..10 {
        client.press(KeyCode::Backspace);
    }
    client.keys("7/7/7/3O3/7/7/7 x 2");
    client.press_enter();
    client.keys("s");
    assert!(client.text().contains("◎"), "{}", client.text());
    assert!(client.text().contains("1 marble on the board"), "{}", client.text());
}
