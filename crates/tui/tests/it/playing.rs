//! Playing with keys and mouse, without a terminal.

use std::collections::HashMap;
use std::time::Duration;

use crossterm::event::KeyCode;
use quintet_catalog::Dice;
use quintet_core::{Next, Step, TimeControl};
use quintet_sitting::{Places, Settings, Setup};
use quintet_tui::{Event, Open};

use crate::client::{Client, Place, against, calm};

/// The column and line of the first of some texts on the screen.
fn find(client: &Client, text: &str) -> (u16, u16) {
    let screen = client.text();
    for (row, line) in screen.lines().enumerate() {
        if let Some(at) = line.find(text) {
            return (line[..at].chars().count() as u16, row as u16);
        }
    }
    panic!("`{text}` is not on the screen:\n{screen}");
}

#[test]
fn every_game_is_played_to_its_end_with_enter_alone() {
    for game in ["yoxii", "isaac", "qawale", "differo", "momentum"] {
        let mut client = against(game, "level:1");
        let mut presses = 0;
        while !client.text().contains("– over") {
            if client.text().contains("thinks") || client.text().contains("is about to move") {
                client.wait();
            } else {
                // Not always the same place: a piece that goes to and fro would never end the game.
                for _ in 0..presses % 7 {
                    client.press(KeyCode::Tab);
                }
                client.press_enter();
                presses += 1;
            }
            assert!(presses < 3000, "{game} does not end:\n{}", client.text());
        }
        assert!(client.text().contains("n other side"));
    }
}

#[test]
fn arrows_reach_every_place_that_can_be_chosen() {
    for game in quintet_catalog::standard().games() {
        let id = game.info().id;
        let mut client = Client::play(id, 80, 24);
        client.play_random(6, 3);
        let Next::Steps(steps) = client.shadow.as_ref().unwrap().next(&[]) else { panic!() };
        // From each place, every arrow; Tab goes to each place in turn.
        let mut leads: HashMap<Place, Vec<Place>> = HashMap::new();
        for _ in 0..steps.len() {
            let from = client.find_cursor();
            for key in [KeyCode::Up, KeyCode::Down, KeyCode::Left, KeyCode::Right] {
                client.press(key);
                leads.entry(from).or_default().push(client.find_cursor());
                while client.find_cursor() != from {
                    client.press(KeyCode::Tab);
                }
            }
            client.press(KeyCode::Tab);
        }
        let mut reached = vec![client.find_cursor()];
        let mut next = 0;
        while let Some(place) = reached.get(next) {
            for to in &leads[place].clone() {
                if !reached.contains(to) {
                    reached.push(*to);
                }
            }
            next += 1;
        }
        assert_eq!(reached.len(), steps.len(), "{id}:\n{}", client.text());
    }
}

#[test]
fn a_click_makes_a_step_and_another_place_is_refused() {
    let mut client = Client::play("momentum", 80, 24);
    let (column, row) = find(&client, "4  ∘");
    client.click(column + 3, row);
    assert!(client.text().contains("1● a4"), "{}", client.text());
    client.click(column + 3, row);
    let screen = client.text();
    let refusal = " ! a4 cannot be the next step: a marble needs an empty cell, and on a4 lies X's\n marble.\n";
    assert!(screen.contains(refusal), "{screen}");
}

#[test]
fn an_illegal_move_says_which_rule_it_breaks_and_stays_to_be_mended() {
    let mut client = Client::play("yoxii", 80, 24);
    client.type_move("d4,1@a3");
    let screen = client.text();
    assert!(screen.contains("Your move: d4,1@a3"), "{screen}");
    assert!(screen.contains("! Not possible: d4,1@a3: "), "{screen}");
    client.press(KeyCode::Esc);
    client.type_move("nonsense");
    assert!(client.text().contains("! Not possible: "), "{}", client.text());
}

#[test]
fn tab_completes_what_is_typed() {
    let mut client = Client::play("yoxii", 80, 24);
    client.keys("td5,1@c");
    client.press(KeyCode::Tab);
    assert!(client.text().contains("d5,1@c4  d5,1@c5  d5,1@c6"), "{}", client.text());
    client.keys("6");
    client.press_enter();
    assert!(client.text().contains("1● d5,1@c6"), "{}", client.text());
}

#[test]
fn what_is_pasted_is_typed_but_not_behind_the_help() {
    let mut client = Client::play("yoxii", 80, 24);
    client.keys("?");
    client.handle(quintet_tui::Event::Paste("d5,1@c6".into()));
    client.press(KeyCode::Esc);
    assert!(!client.text().contains("Your move:"), "{}", client.text());
    client.handle(quintet_tui::Event::Paste("d5,1@c6".into()));
    assert!(client.text().contains("Your move: d5,1@c6"), "{}", client.text());
}

#[test]
fn steps_are_undone_one_by_one_and_can_be_typed() {
    let mut client = Client::play("yoxii", 80, 24);
    client.keys("td5 w2");
    client.press_enter();
    assert!(client.text().contains("So far: d5, the piece."), "{}", client.text());
    client.press(KeyCode::Backspace);
    assert!(client.text().contains("So far: d5."), "{}", client.text());
    client.press(KeyCode::Backspace);
    assert!(!client.text().contains("So far"), "{}", client.text());
}

#[test]
fn moves_are_taken_back_and_made_again() {
    let mut client = against("momentum", "level:1");
    client.type_move("d4");
    client.wait_for("1◎");
    let after = client.text();
    client.keys("u");
    assert!(client.text().contains("Taken back."), "{}", client.text());
    assert!(client.text().contains("x  you"));
    client.keys("r");
    assert_eq!(client.text(), after);
    client.keys("u");
    client.type_move("a1");
    client.wait_for("1◎");
    assert!(client.text().contains("1● a1"));
}

#[test]
fn resigning_is_asked_first() {
    let mut client = against("momentum", "level:1");
    client.keys("R");
    assert!(client.text().contains("X: really resign? (y/n)"));
    client.keys("n");
    assert!(!client.text().contains("over"));
    client.keys("Ry");
    assert!(client.text().contains("O wins."), "{}", client.text());
    assert!(client.text().contains("X resigned."));
}

#[test]
fn people_agree_to_a_draw_and_computers_give_a_reason() {
    let mut client = Client::play("momentum", 80, 24);
    client.keys("d");
    assert!(client.text().contains("X offers a draw. O: agree? (y/n)"), "{}", client.text());
    client.keys("y");
    assert!(client.text().contains("A draw."));
    let mut client = against("momentum", "level:1");
    client.keys("d");
    assert!(client.text().contains("X: offer a draw? (y/n)"), "{}", client.text());
    client.keys("n");
    assert!(!client.text().contains("declines"), "{}", client.text());
    client.keys("dy");
    assert!(client.text().contains("O declines: it has not made a move yet."), "{}", client.text());
}

#[test]
fn a_question_about_the_end_does_not_outlive_the_game() {
    for keys in ["d", "R"] {
        let clock = Some(TimeControl { initial: 5000, increment: 0 });
        let setup = Setup { clock, ..Client::setup("momentum", ["human", "human"]) };
        let open = Open::Play(Box::new(setup));
        let mut client = Client::open(open, &calm(), false, 80, 24);
        client.type_move("d4");
        client.keys(keys);
        assert!(client.text().contains("(y/n)"), "{}", client.text());
        client.now += Duration::from_secs(6);
        client.handle(Event::Tick);
        let screen = client.text();
        assert!(screen.contains("O ran out of time") && !screen.contains("(y/n)"), "{screen}");
        client.keys("y");
        assert!(!client.text().contains("resigned"), "{}", client.text());
    }
}

#[test]
fn enter_plays_the_whole_move_of_a_hint_also_after_its_first_steps() {
    let mut client = Client::play("qawale", 80, 24);
    client.keys("h");
    client.wait_for("hint, Enter plays");
    client.press_enter();
    assert!(client.text().contains("Red put a stone on "), "{}", client.text());
    client.keys("h");
    client.wait_for("hint, Enter plays");
    // A click, like a space, makes one step.
    client.keys(" ");
    assert!(client.text().contains("So far: "), "{}", client.text());
    client.press_enter();
    assert!(client.text().contains("Blue put a stone on "), "{}", client.text());
    // Somebody who begins otherwise is told so.
    client.keys("h");
    client.wait_for("hint, Enter plays");
    client.press(KeyCode::Tab);
    client.press_enter();
    assert!(client.text().contains("hint: Backspace\n"), "{}", client.text());
    client.press(KeyCode::Backspace);
    client.press(KeyCode::BackTab);
    assert!(client.text().contains("hint, Enter plays"), "{}", client.text());
}

#[test]
fn a_hint_is_under_the_cursor_so_that_enter_plays_it() {
    let mut client = Client::play("momentum", 120, 40);
    client.keys("h");
    client.wait_for("hint, Enter plays");
    let text = client.text();
    let line = text.lines().skip_while(|line| !line.contains("hint, Enter")).nth(1).unwrap();
    let percent = line.find(" %").unwrap();
    // The move, whose chances they are, and how many percent.
    let hinted = line[..percent].split_whitespace().rev().nth(2).unwrap();
    client.press_enter();
    assert!(client.text().contains(&format!("1● {hinted}")), "{text}\n{}", client.text());
}

#[test]
fn analysis_shows_lines_until_it_is_switched_off() {
    let mut client = Client::play("momentum", 120, 40);
    client.keys("a");
    client.wait_for(" %");
    assert!(client.text().contains("analysis, depth "));
    client.keys("a");
    assert!(!client.text().contains("analysis, depth"));
}

#[test]
fn sides_are_swapped() {
    let mut client = against("momentum", "level:1");
    client.type_move("d4");
    client.wait_for("1◎");
    client.keys("xy");
    client.wait_for("2●");
    assert!(client.text().contains("▸ ◎ o  you"), "{}", client.text());
}

#[test]
fn who_played_whom_stays_after_the_end() {
    let mut client = against("momentum", "level:1");
    client.keys("Ryx");
    assert!(client.text().contains("who played whom stays as it was"), "{}", client.text());
}

#[test]
fn the_board_can_be_flipped() {
    let mut client = Client::play("momentum", 80, 24);
    client.keys("f");
    let screen = client.text();
    assert!(screen.find("g   f   e").is_some(), "{screen}");
}

#[test]
fn clocks_run_and_a_flag_falls() {
    let clock = TimeControl { initial: 60_000, increment: 0 };
    let setup = Setup { clock: Some(clock), ..Client::setup("momentum", ["human", "human"]) };
    let mut client = Client::open(Open::Play(Box::new(setup)), &calm(), false, 80, 24);
    assert!(client.text().contains("1:00"), "{}", client.text());
    client.now += Duration::from_secs(50);
    client.handle(quintet_tui::Event::Tick);
    assert!(!client.text().contains("x  player  1:00"), "{}", client.text());
    assert!(client.text().contains("o  player  1:00"), "{}", client.text());
    client.now += Duration::from_secs(11);
    client.handle(quintet_tui::Event::Tick);
    assert!(client.text().contains("X ran out of time."), "{}", client.text());
}

#[test]
fn two_computers_can_be_paused_and_stepped() {
    let setup = Client::setup("momentum", ["level:1", "level:1"]);
    let mut client = Client::open(Open::Play(Box::new(setup)), &calm(), false, 80, 24);
    client.keys(" ");
    assert!(client.text().contains("paused"), "{}", client.text());
    client.keys("n");
    client.wait_for("1●");
    assert!(!client.text().contains("1◎"));
    client.keys("n");
    client.wait_for("1◎");
    client.keys(" ++++++");
    client.wait_for("– over");
}

#[test]
fn a_resize_keeps_the_move_that_was_begun() {
    let mut client = Client::play("yoxii", 80, 24);
    client.press_enter();
    let so_far = "So far: ";
    assert!(client.text().contains(so_far));
    client.resize(59, 20);
    assert!(client.text().contains("Please make the window larger"));
    client.press_enter();
    client.resize(120, 40);
    assert!(client.text().contains(so_far));
    client.resize(80, 24);
    assert!(client.text().contains(so_far));
}

#[test]
fn settings_change_what_is_drawn_at_once() {
    let mut client = Client::menu(80, 24);
    client.keys("G");
    client.keys("k");
    client.press_enter();
    assert!(client.text().contains("Settings"), "{}", client.text());
    client.press_enter();
    assert!(client.text().is_ascii(), "{}", client.text());
    let (settings, _) = Settings::load(&Places::under(client.folder.path()));
    assert_eq!(settings.symbols, quintet_sitting::settings::Symbols::Ascii);
}

#[test]
fn every_step_of_every_game_has_a_place_on_the_smallest_screen() {
    for game in quintet_catalog::standard().games() {
        let id = game.info().id;
        let mut client = Client::play(id, 60, 20);
        for turn in 0..30 {
            let played = client.shadow.as_ref().unwrap();
            let Next::Steps(steps) = played.next(&[]) else { panic!() };
            let count = steps.iter().filter(|step| !matches!(step, Step::Choice(_))).count();
            let mut seen = std::collections::HashSet::new();
            if count > 0 {
                for _ in 0..count {
                    seen.insert(client.find_cursor());
                    client.press(KeyCode::Tab);
                }
                assert_eq!(seen.len(), count, "{id} after {turn} moves:\n{}", client.text());
            }
            client.play_random(1, turn);
        }
    }
}

#[test]
fn keys_that_come_faster_than_drawings_are_not_lost() {
    let burst = |client: &mut Client, keys: &[KeyCode]| {
        for key in keys {
            let key = crossterm::event::KeyEvent::from(*key);
            client.app.handle(quintet_tui::Event::Key(key), client.now);
        }
        client.draw();
    };
    let mut client = Client::play("isaac", 80, 24);
    burst(&mut client, &[KeyCode::Enter, KeyCode::Enter, KeyCode::Enter]);
    assert!(client.text().contains("  1● "), "{}", client.text());
    let mut fast = Client::play("momentum", 80, 24);
    let mut slow = Client::play("momentum", 80, 24);
    let keys = [KeyCode::Right, KeyCode::Right, KeyCode::Up];
    burst(&mut fast, &keys);
    for key in keys {
        slow.press(key);
    }
    assert_eq!(fast.text(), slow.text());
}

/// A key that means something somewhere; not the one that writes files.
fn random_key(dice: &mut Dice) -> KeyCode {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrtuvxyRUGM123456789 +-?/:$<>@,";
    match dice.next_seed() % 20 {
        0..4 => KeyCode::Enter,
        4 => KeyCode::Esc,
        5 => KeyCode::Tab,
        6 => KeyCode::Backspace,
        7 => KeyCode::Up,
        8 => KeyCode::Down,
        9 => KeyCode::Left,
        10 => KeyCode::Right,
        11 => KeyCode::Home,
        12 => KeyCode::End,
        _ => {
            let index = dice.next_seed() % LETTERS.len() as u64;
            KeyCode::Char(LETTERS[index as usize].into())
        }
    }
}

#[test]
fn random_keys_clicks_and_sizes_never_break_it() {
    const SEED: u64 = 20;
    let mut dice = Dice::new(SEED);
    for game in quintet_catalog::standard().games() {
        let id = game.info().id;
        let mut client = against(id, "level:1");
        for event in 0..300 {
            match dice.next_seed() % 30 {
                0 => client.click((dice.next_seed() % 90) as u16, (dice.next_seed() % 30) as u16),
                1 => {
                    let size = (dice.next_seed() % 100 + 40, dice.next_seed() % 30 + 15);
                    client.resize(size.0 as u16, size.1 as u16);
                }
                2 => client.handle(quintet_tui::Event::Wake),
                _ => client.press(random_key(&mut dice)),
            }
            if client.ended {
                let open = if event % 2 == 0 { Open::Menu } else { again(id) };
                let Client { folder, app, .. } = client;
                drop(app);
                client = Client::open_in(folder, open, &calm(), false, 80, 24);
            }
        }
    }
}

fn again(game: &str) -> Open {
    Open::Play(Box::new(Client::setup(game, ["level:1", "human"])))
}
