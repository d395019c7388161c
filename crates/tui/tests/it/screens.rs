//! The screens as they are drawn, compared with stored pictures. `QUINTET_BLESS=1` rewrites them.

use crate::client::Client;

/// Compares a screen with the stored one.
fn compare(name: &str, client: &mut Client) {
    let drawn = client.text();
    let file = format!("{}/tests/screens/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("QUINTET_BLESS").is_some() {
        std::fs::write(&file, &drawn).expect("the picture can be stored");
        return;
    }
    let stored = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        drawn == stored,
        "{name} is drawn like this now:\n{drawn}\nand was stored like this:\n{stored}"
    );
}

const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];

/// A game after some random moves, with the cursor on the board, in both sizes and in ASCII.
fn in_play(game: &str, moves: usize, steps: usize) {
    for (width, height) in SIZES {
        let mut client = Client::play(game, width, height);
        client.play_random(moves, 5);
        compare(&format!("{game}-{width}x{height}"), &mut client);
        for _ in 0..steps {
            client.press_enter();
        }
        compare(&format!("{game}-begun-{width}x{height}"), &mut client);
    }
    let mut client = Client::play_ascii(game, 80, 24);
    client.play_random(moves, 5);
    compare(&format!("{game}-ascii"), &mut client);
    assert!(client.text().is_ascii());
}

#[test]
fn yoxii_in_play() {
    in_play("yoxii", 10, 2);
}

#[test]
fn isaac_in_play() {
    in_play("isaac", 12, 2);
}

#[test]
fn qawale_in_play() {
    in_play("qawale", 9, 2);
}

#[test]
fn differo_in_play() {
    in_play("differo", 12, 1);
}

#[test]
fn momentum_in_play() {
    in_play("momentum", 9, 0);
}

#[test]
fn isaac_while_scoring() {
    let mut client = Client::play("isaac", 80, 24);
    client.play_random(22, 5);
    compare("isaac-scoring-80x24", &mut client);
}

#[test]
fn the_menus() {
    for (width, height) in SIZES {
        let mut client = Client::menu(width, height);
        compare(&format!("menu-{width}x{height}"), &mut client);
        client.press_enter();
        compare(&format!("new-game-{width}x{height}"), &mut client);
    }
    let mut client = Client::menu(80, 24);
    client.keys("?");
    compare("menu-help", &mut client);
}

#[test]
fn the_menu_shows_the_whole_board_of_every_game() {
    let mut client = Client::menu(80, 24);
    for last_line in [
        "a   b   c   d   e   f   g",
        "0   1   2   3   4   5   6   7   8   9",
        "a      b      c      d",
        "1   2   3   4   5",
        "a   b   c   d   e   f   g",
    ] {
        assert!(client.text().contains(last_line), "{}", client.text());
        client.keys("j");
    }
}

#[test]
fn the_keys_while_playing() {
    let mut client = Client::play("momentum", 80, 24);
    client.keys("?");
    compare("play-help", &mut client);
}

#[test]
fn a_small_window_is_told_so() {
    let mut client = Client::play("momentum", 60, 20);
    compare("too-small", &mut client);
}
