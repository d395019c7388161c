//! Draws and rematches.

use quintet_core::Player;
use quintet_rooms::{Action, Command, GameId, Offer, Offers};

use super::table::{ANN, BOB, Table, invalid, stale};

#[test]
fn a_draw_needs_both() {
    let mut table = Table::duel(None);
    table.says(ANN, Action::Offer, Offer::Draw).unwrap();
    assert_eq!(table.room.offers().draw, Some(Player::First));
    assert_eq!(
        table.says(ANN, Action::Offer, Offer::Draw),
        invalid("you have offered a draw already")
    );
    assert_eq!(table.says(ANN, Action::Accept, Offer::Draw), stale("o does not offer a draw"));
    table.says(BOB, Action::Accept, Offer::Draw).unwrap();
    assert_eq!(table.ending(), (Some("draw".into()), "agreement"));
    assert_eq!(*table.room.offers(), Offers::default());
}

#[test]
fn offering_what_the_other_offers_accepts_it() {
    let mut table = Table::duel(None);
    table.says(ANN, Action::Offer, Offer::Draw).unwrap();
    table.says(BOB, Action::Offer, Offer::Draw).unwrap();
    assert_eq!(table.ending(), (Some("draw".into()), "agreement"));
}

#[test]
fn an_offer_can_be_declined_by_the_other_and_withdrawn_by_its_maker() {
    let mut table = Table::duel(None);
    table.says(ANN, Action::Offer, Offer::Draw).unwrap();
    assert_eq!(table.says(BOB, Action::Withdraw, Offer::Draw), stale("you do not offer a draw"));
    assert_eq!(table.says(ANN, Action::Decline, Offer::Draw), stale("o does not offer a draw"));
    table.says(BOB, Action::Decline, Offer::Draw).unwrap();
    assert_eq!(*table.room.offers(), Offers::default());
    table.says(ANN, Action::Offer, Offer::Draw).unwrap();
    table.says(ANN, Action::Withdraw, Offer::Draw).unwrap();
    assert_eq!(table.says(BOB, Action::Accept, Offer::Draw), stale("x does not offer a draw"));
}

#[test]
fn a_move_withdraws_all_offers() {
    for who in [ANN, BOB] {
        let mut table = Table::duel(None);
        table.moves(ANN, "d4").unwrap();
        table.moves(BOB, "a1").unwrap();
        table.says(who, Action::Offer, Offer::Draw).unwrap();
        table.says(who, Action::Offer, Offer::Takeback).unwrap();
        table.moves(ANN, "g7").unwrap();
        assert_eq!(*table.room.offers(), Offers::default());
    }
}

#[test]
fn nothing_is_offered_before_somebody_joined() {
    let mut table = Table::new("momentum", [ANN, "open"], None);
    let refused = invalid("nobody has taken the open seat yet");
    assert_eq!(table.says(ANN, Action::Offer, Offer::Draw), refused);
    assert_eq!(
        table.says(ANN, Action::Offer, Offer::Rematch),
        invalid("a rematch comes after the game")
    );
}

#[test]
fn the_computer_takes_no_draw() {
    let mut table = Table::new("momentum", [ANN, "level:2"], None);
    let refused = invalid("the computer plays on, it takes no draws");
    assert_eq!(table.says(ANN, Action::Offer, Offer::Draw), refused);
}

#[test]
fn on_one_screen_a_draw_is_agreed_at_once() {
    let mut table = Table::new("momentum", [ANN, ANN], None);
    table.says(ANN, Action::Offer, Offer::Draw).unwrap();
    assert_eq!(table.ending(), (Some("draw".into()), "agreement"));
}

#[test]
fn a_rematch_needs_both_people_and_comes_once() {
    let mut table = Table::duel(None);
    table.ask(ANN, Command::Resign).unwrap();
    table.says(ANN, Action::Offer, Offer::Rematch).unwrap();
    assert_eq!(table.room.next_game(), None);
    table.says(BOB, Action::Decline, Offer::Rematch).unwrap();
    table.says(BOB, Action::Offer, Offer::Rematch).unwrap();
    table.says(ANN, Action::Accept, Offer::Rematch).unwrap();
    assert_eq!(table.room.next_game(), Some(&GameId("next".into())));
    assert_eq!(table.room.offers().rematch, None);
    assert_eq!(table.says(BOB, Action::Offer, Offer::Rematch), stale("the rematch is there"));
}

#[test]
fn against_the_computer_and_on_one_screen_a_rematch_needs_no_consent() {
    for other in ["level:5", ANN] {
        let mut table = Table::new("momentum", [ANN, other], None);
        table.ask(ANN, Command::Resign).unwrap();
        table.says(ANN, Action::Offer, Offer::Rematch).unwrap();
        assert_eq!(table.room.next_game(), Some(&GameId("next".into())));
    }
}

#[test]
fn an_aborted_game_can_be_begun_again() {
    let mut table = Table::duel(None);
    table.ask(ANN, Command::Abort).unwrap();
    table.says(BOB, Action::Offer, Offer::Rematch).unwrap();
    table.says(ANN, Action::Offer, Offer::Rematch).unwrap();
    assert!(table.room.next_game().is_some());
}
