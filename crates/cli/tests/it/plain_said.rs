//! What plain mode says, so that a listener mistakes nothing: what has happened and what only would, what stands and
//! what was taken back, why a word is refused and what is asked for instead.

use crate::plain_dialogue::Dialogue;

/// A game of two people, told without boards.
fn two_people(game: &str) -> Dialogue {
    Dialogue::begin(&["play", game, "--plain", "--second", "human", "--board", "never"])
}

#[test]
fn what_a_choice_would_bring_is_not_told_as_if_it_had_happened() {
    let mut momentum = two_people("momentum");
    momentum.say("d4");
    let heard = momentum.say("what e4");
    assert!(heard.contains("If you choose e4 next:\nPushed: "), "{heard}");
    momentum.end("quit");
    let mut qawale = two_people("qawale");
    let heard = qawale.say("what a1");
    assert!(heard.contains("If you choose a1 next:\nIn hand, the next first: "), "{heard}");
    qawale.say("a1 a2");
    let heard = qawale.say("what a3");
    assert!(heard.contains("If you choose a3 next:\n"), "{heard}");
    assert!(!qawale.say("what a1").contains("If you choose"));
    qawale.end("quit");
}

#[test]
fn what_is_only_chosen_is_said_to_be() {
    let mut isaac = two_people("isaac");
    isaac.say("3");
    isaac.say("a1");
    let heard = isaac.say("what a1");
    assert!(heard.contains("a1, free; chosen by the move you have begun."), "{heard}");
    let heard = isaac.say("list");
    assert!(
        heard.contains("The move has begun with dark-3 a1. That changes nothing yet:"),
        "{heard}"
    );
    isaac.end("quit");
}

#[test]
fn who_is_ahead_is_counted_before_a_begun_move_and_says_so() {
    let mut yoxii = two_people("yoxii");
    yoxii.say("d3,4@c4");
    assert!(!yoxii.say("ahead").contains("Before the move"));
    let begun = yoxii.say("c2");
    assert!(begun.contains("red c2> "), "{begun}");
    let heard = yoxii.say("ahead");
    assert!(heard.contains("Before the move that you have begun:\nWhite has 4 points"), "{heard}");
    yoxii.end("quit");
}

#[test]
fn only_moves_that_go_on_with_the_steps_are_listed() {
    let mut isaac = two_people("isaac");
    isaac.say("3");
    isaac.say("b1");
    let heard = isaac.say("moves");
    assert!(heard.contains("2 legal moves with these steps:"), "{heard}");
    // A tile may be begun at its other end.
    isaac.say("back");
    isaac.say("c1");
    let heard = isaac.say("moves");
    assert!(heard.contains("  a1h3"), "{heard}");
    isaac.end("quit");
}

#[test]
fn a_resignation_and_a_draw_are_said_to_be_taken_back() {
    let mut game = two_people("momentum");
    game.say("d4");
    game.say("resign yes");
    let heard = game.say("undo");
    assert!(heard.contains("The resignation is taken back; the game goes on."), "{heard}");
    assert!(!heard.contains("Taken back:") && heard.ends_with("o> "), "{heard}");
    game.say("draw");
    game.say("yes");
    let heard = game.say("undo");
    assert!(heard.contains("The agreement to a draw is taken back; the game goes on."), "{heard}");
    assert!(game.say("undo").contains("Taken back: X dropped a marble on d4."));
    game.end("quit");
}

#[test]
fn whatever_word_stands_alone_says_so() {
    let mut game = two_people("momentum");
    for words in ["hint 3", "ahead please", "steps d", "sides x", "menu now", "undo 2", "Clock x"] {
        let (word, _) = words.split_once(' ').expect("two words");
        let alone = format!("{} stands alone: nothing follows it.", word.to_lowercase());
        let heard = game.say(words);
        assert!(heard.contains(&alone), "{words}: {heard}");
    }
    assert!(game.say("resign perhaps").contains("resign [yes]"));
    assert!(game.say("moves a b").contains("moves [PART]"));
    game.say("resign yes");
    assert!(game.say("again please").contains("again stands alone: nothing follows it."));
    assert!(game.say("replay").contains("moves. Type next"));
    assert!(game.say("next 3").contains("next stands alone: nothing follows it."));
    game.say("quit");
    game.end("quit");
}

#[test]
fn a_word_that_cannot_follow_is_answered_by_what_is_asked_for() {
    let mut yoxii = two_people("yoxii");
    yoxii.say("e5");
    let heard = yoxii.say("5");
    let asked = "`5` cannot be the next step: choose a piece from the reserve.";
    assert!(heard.contains(asked), "{heard}");
    assert!(yoxii.say("hnit").contains("Did you mean hint?"));
    assert!(yoxii.say("e5,9@d5").contains("a value from 1 to 4"));
    yoxii.say("w4");
    let heard = yoxii.say("a1");
    assert!(heard.contains("`a1` cannot be the next step: the board has no a1."), "{heard}");
    yoxii.end("quit");
    let mut isaac = two_people("isaac");
    let heard = isaac.say("a1");
    let asked = "`a1` cannot be the next step: choose a tile from your reserve.";
    assert!(heard.contains(asked), "{heard}");
    isaac.end("quit");
}

#[test]
fn every_question_has_a_help_and_a_way_back() {
    let mut menu = Dialogue::begin(&["--plain"]);
    assert!(menu.say("differo").contains("Variant [1]> "));
    let heard = menu.say("help");
    assert!(heard.contains("back leads to the question before this one"), "{heard}");
    assert!(heard.ends_with("Variant [1]> "), "{heard}");
    assert!(menu.say("2").ends_with("Mode [2]> "));
    assert!(menu.say("back").ends_with("Variant [1]> "));
    menu.say("1");
    let levels = menu.say("4");
    assert!(levels.contains("Level of white") && levels.ends_with("> "), "{levels}");
    assert!(menu.say("1").contains("Level of black"));
    assert!(menu.say("back").contains("Level of white"));
    assert!(menu.say("back").ends_with("Mode [2]> "));
    assert!(menu.say("?").ends_with("Mode [2]> "));
    menu.say("back");
    assert!(menu.say("back").ends_with("Game> "));
    // Where there is but one variant, the question before is the menu's.
    menu.say("yoxii");
    assert!(menu.say("back").ends_with("Game> "));
    menu.end("q");
    let mut game = two_people("momentum");
    game.say("resign");
    let heard = game.say("help");
    assert!(heard.contains("means no") && heard.ends_with("yes or no> "), "{heard}");
    assert!(game.say("no").contains("The game goes on."));
    game.end("quit");
}

#[test]
fn rules_are_read_without_the_signs_they_are_written_with() {
    for game in quintet_catalog::standard().games() {
        let mut dialogue = two_people(game.info().id);
        let heard = dialogue.say("rules");
        let heading = game.info().rules.lines().next().expect("a heading").trim_start_matches("# ");
        assert!(heard.starts_with(&format!("{heading}\n")), "{heard}");
        for sign in ["# ", "**", "`", "|---"] {
            assert!(!heard.contains(sign), "`{sign}` in {heard}");
        }
        dialogue.end("quit");
    }
}

#[test]
fn people_on_both_sides_have_nothing_to_exchange() {
    let mut game = two_people("momentum");
    let heard = game.say("sides");
    assert!(heard.contains("Both players are human: there is nothing to exchange."), "{heard}");
    game.end("quit");
}

#[test]
fn a_finished_game_is_listed_with_its_winner() {
    let mut game = two_people("momentum");
    game.say("d4");
    game.say("resign yes");
    let heard = game.say("menu");
    assert!(heard.ends_with("Game> "), "{heard}");
    let heard = game.say("f");
    assert!(heard.contains("1. Momentum, human - human, 1 move, x won, just now"), "{heard}");
    game.end("q");
}
