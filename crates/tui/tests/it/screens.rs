//! The screens as they are drawn, compared with stored pictures. `QUINTET_BLESS=1` rewrites them.

use std::path::Path;

use quintet_catalog::{AnyGame, Catalog};

use crate::client::Client;

/// Compares a screen with the stored one.
fn compare(name: &str, client: &mut Client) {
    compare_text(name, &client.text());
}

fn compare_text(name: &str, drawn: &str) {
    let file = format!("{}/tests/screens/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("QUINTET_BLESS").is_some() {
        std::fs::write(&file, drawn).expect("the picture can be stored");
        return;
    }
    let stored = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        drawn == stored,
        "{name} is drawn like this now:\n{drawn}\nand was stored like this:\n{stored}"
    );
}

const SIZES: [(u16, u16); 4] = [(60, 20), (80, 24), (120, 40), (200, 60)];

/// A game in which some random moves were made, and the steps of the next one that are made, too.
#[derive(Default)]
struct Shown<'a> {
    game: &'a str,
    /// The default one if it is empty.
    variant: &'a str,
    /// What else it is called.
    part: &'a str,
    moves: usize,
    steps: usize,
    /// What must be read on the screen in every size, while steps are made and before.
    must_show: &'a [&'a str],
}

/// Compares the screen before and while a move is made, in all sizes, and the usual one of the default variant in ASCII.
fn in_play(shown: &Shown) {
    let Shown { game, variant, part, .. } = *shown;
    let names = [game, variant, part].into_iter().filter(|name| !name.is_empty());
    let name = names.collect::<Vec<_>>().join("-");
    for (width, height) in SIZES {
        let mut client = Client::play_variant(game, variant, width, height);
        let drawn = played(&mut client, shown);
        compare_text(&format!("{name}-{width}x{height}"), &drawn);
        for text in shown.must_show {
            assert!(drawn.contains(text), "`{text}` is missing at {width}x{height}:\n{drawn}");
        }
    }
    if name == game {
        let drawn = played(&mut Client::play_ascii(game, 80, 24), shown);
        assert!(drawn.is_ascii());
        compare_text(&format!("{name}-ascii"), &drawn);
    }
}

/// The screens before and while steps are made, one below the other.
fn played(client: &mut Client, shown: &Shown) -> String {
    client.play_random(shown.moves, 5);
    let before = client.text();
    if shown.steps == 0 {
        return before;
    }
    for _ in 0..shown.steps {
        client.press_enter();
    }
    before + &client.text()
}

#[test]
fn yoxii_in_play() {
    let must_show = &["6 → 2 points around", "( ) points count here", "●1×4", "moves"];
    in_play(&Shown { game: "yoxii", moves: 10, steps: 2, must_show, ..Shown::default() });
}

#[test]
fn isaac_in_play() {
    let must_show = &["length", "value", "choose the other end of your tile of length", "0 points"];
    let wide = &mut Client::play("isaac", 80, 24);
    wide.play_random(1, 5);
    assert!(wide.text().contains("moves ● dark ◎ light"), "{}", wide.text());
    in_play(&Shown { game: "isaac", moves: 12, steps: 2, must_show, ..Shown::default() });
}

#[test]
fn qawale_in_play() {
    let must_show = &["in hand over ", "path: b", "3 stacks topped", "──5──"];
    in_play(&Shown { game: "qawale", moves: 9, steps: 2, must_show, ..Shown::default() });
}

#[test]
fn differo_in_play() {
    let must_show = &["balance of the", "goal row", "2 rows advanced"];
    in_play(&Shown { game: "differo", moves: 12, steps: 1, must_show, ..Shown::default() });
}

#[test]
fn momentum_in_play() {
    let must_show = &["pushed: c2→b1, d4→d5", "4 marbles on the board"];
    in_play(&Shown { game: "momentum", moves: 9, steps: 0, must_show, ..Shown::default() });
}

#[test]
fn differo_with_three_axes_in_play() {
    let must_show = &["(hex)", "balance of the", "goal row", "rows advanced", "landing cells"];
    in_play(&Shown {
        game: "differo",
        variant: "hex",
        moves: 12,
        steps: 1,
        must_show,
        ..Shown::default()
    });
}

#[test]
fn momentum_where_the_first_marble_can_be_taken_over() {
    let must_show = &["(pie)", "swap", "drop a marble on an empty cell, or swap"];
    in_play(&Shown { game: "momentum", variant: "pie", moves: 1, must_show, ..Shown::default() });
}

#[test]
fn isaac_while_scoring() {
    let must_show = &["choose a tile to take off", "4 points", "Choose where", "light"];
    in_play(&Shown {
        game: "isaac",
        part: "scoring",
        moves: 22,
        steps: 1,
        must_show,
        ..Shown::default()
    });
}

/// The games whose screens are stored: one that is added later changes no menu here.
fn stored_games() -> Catalog {
    let is_stored = |game: &&dyn AnyGame| {
        let file = format!("tests/screens/{}-60x20.txt", game.info().id);
        Path::new(env!("CARGO_MANIFEST_DIR")).join(file).exists()
    };
    let games = quintet_catalog::standard().games().iter().copied().filter(is_stored);
    Catalog::new(games.collect::<Vec<_>>().leak())
}

#[test]
fn the_menus() {
    for (width, height) in SIZES {
        let mut client = Client::menu_of(stored_games(), width, height);
        compare(&format!("menu-{width}x{height}"), &mut client);
        client.press_enter();
        compare(&format!("new-game-{width}x{height}"), &mut client);
    }
    let mut client = Client::menu_of(stored_games(), 80, 24);
    client.keys("?");
    compare("menu-help", &mut client);
}

#[test]
fn the_menu_shows_the_whole_board_of_every_game() {
    let mut client = Client::menu(80, 24);
    for last_line in
        ["a b c d e f g", "0 1 2 3 4 5 6 7 8 9", "a b c d", "1 2 3 4 5", "a b c d e f g"]
    {
        let text = client.text();
        let mut lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        assert!(lines.any(|words| words.join(" ").ends_with(last_line)), "{text}");
        client.keys("j");
    }
}

#[test]
fn the_keys_while_playing() {
    let mut client = Client::play("momentum", 60, 20);
    client.keys("?");
    compare("play-help", &mut client);
    assert!(client.text().contains("Ctrl-C  end"), "{}", client.text());
}

#[test]
fn a_small_window_is_told_so() {
    let mut client = Client::play("momentum", 59, 19);
    compare("too-small", &mut client);
}
