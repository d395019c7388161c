//! Who may move when: turns, versions, plies, resends.

use quintet_core::Player;
use quintet_rooms::{Action, Caller, Command, Offer, Refusal, Request};

use super::table::{ANN, BOB, EVE, Table, forbidden, guest, invalid, stale};

fn move_request(mv: &str, ply: u32, version: Option<u64>, op: Option<&str>) -> Request {
    Request { command: Command::Move { mv: mv.into(), ply }, op: op.map(Into::into), version }
}

#[test]
fn a_move_is_answered_with_its_version_and_the_number_of_moves() {
    let mut table = Table::duel(None);
    assert_eq!(table.moves(ANN, "d4"), Ok((3, 1)));
    assert_eq!(table.moves(BOB, "a1"), Ok((4, 2)));
    assert_eq!(table.room.played().moves(), ["d4", "a1"]);
}

#[test]
fn a_move_out_of_turn_names_whose_turn_it_is() {
    let mut table = Table::duel(None);
    assert_eq!(table.moves(BOB, "d4"), forbidden("it is x's turn"));
    table.moves(ANN, "d4").unwrap();
    assert_eq!(table.moves(ANN, "a1"), forbidden("it is o's turn"));
}

#[test]
fn spectators_move_nothing() {
    let mut table = Table::duel(None);
    let refused = forbidden("you do not play in this game");
    assert_eq!(table.moves(EVE, "d4"), refused);
    for command in [Command::Resign, Command::Abort, Command::Claim] {
        assert_eq!(table.ask(EVE, command), refused);
    }
    for offer in [Offer::Draw, Offer::Takeback, Offer::Rematch] {
        for action in [Action::Offer, Action::Accept, Action::Decline, Action::Withdraw] {
            assert_eq!(table.says(EVE, action, offer), refused);
        }
    }
    assert_eq!(table.ask(EVE, Command::Join), stale("both seats are taken"));
}

#[test]
fn a_move_that_breaks_a_rule_is_refused_with_the_rule() {
    let mut table = Table::duel(None);
    table.moves(ANN, "d4").unwrap();
    let refusal = table.moves(BOB, "d4").unwrap_err();
    assert!(matches!(&refusal, Refusal::Rule(rule) if rule.contains("d4")), "{refusal:?}");
    let refusal = table.moves(BOB, "z9").unwrap_err();
    assert!(matches!(&refusal, Refusal::Invalid(text) if text.contains("z9")), "{refusal:?}");
    assert_eq!(table.room.version(), 3);
}

#[test]
fn a_move_for_another_ply_is_stale_even_out_of_turn() {
    let mut table = Table::duel(None);
    table.moves(ANN, "d4").unwrap();
    let late = Command::Move { mv: "d4".into(), ply: 0 };
    assert_eq!(table.ask(ANN, late), stale("expected a move after 1 moves, not 0"));
}

#[test]
fn a_move_delayed_over_a_takeback_is_caught_by_its_version() {
    let mut table = Table::duel(None);
    table.moves(ANN, "d4").unwrap();
    let delayed = move_request("a1", 1, Some(table.room.version()), None);
    table.says(ANN, Action::Offer, Offer::Takeback).unwrap();
    table.says(BOB, Action::Accept, Offer::Takeback).unwrap();
    table.moves(ANN, "c3").unwrap();
    let answer = table.request(&Caller::Guest(guest(BOB)), &delayed);
    assert_eq!(answer, stale("the game is at version 6, not 3"));
}

#[test]
fn a_resend_gets_the_first_answer_whatever_has_happened_since() {
    let mut table = Table::duel(None);
    let ann = Caller::Guest(guest(ANN));
    let request = move_request("d4", 0, Some(2), Some("one"));
    assert_eq!(table.request(&ann, &request), Ok((3, 1)));
    assert_eq!(table.request(&ann, &request), Ok((3, 1)));
    table.moves(BOB, "a1").unwrap();
    table.ask(BOB, Command::Resign).unwrap();
    assert_eq!(table.request(&ann, &request), Ok((3, 1)));
    assert_eq!(table.room.version(), 5);
}

#[test]
fn an_op_is_its_callers_own() {
    let mut table = Table::duel(None);
    table.request(&Caller::Guest(guest(ANN)), &move_request("d4", 0, None, Some("one"))).unwrap();
    let answer =
        table.request(&Caller::Guest(guest(BOB)), &move_request("a1", 1, None, Some("one")));
    assert_eq!(answer, Ok((4, 2)));
}

#[test]
fn an_op_has_1_to_64_characters() {
    let mut table = Table::duel(None);
    let ann = Caller::Guest(guest(ANN));
    for (op, length) in [("", 0), (&"é".repeat(65)[..], 65)] {
        let expected = format!("expected an `op` of 1 to 64 characters, got {length}");
        assert_eq!(table.request(&ann, &move_request("d4", 0, None, Some(op))), invalid(&expected));
    }
    assert!(table.request(&ann, &move_request("d4", 0, None, Some(&"é".repeat(64)))).is_ok());
}

#[test]
fn nobody_moves_before_the_open_seat_is_taken() {
    let mut table = Table::new("momentum", [ANN, "open"], None);
    assert_eq!(table.moves(ANN, "d4"), invalid("nobody has taken the open seat yet"));
    assert_eq!(table.ask(ANN, Command::Join), invalid("you have a seat in this game already"));
    table.ask(BOB, Command::Join).unwrap();
    assert_eq!(table.moves(ANN, "d4"), Ok((3, 1)));
}

#[test]
fn one_person_can_play_both_sides() {
    let mut table = Table::new("momentum", [ANN, ANN], None);
    table.moves(ANN, "d4").unwrap();
    table.moves(ANN, "a1").unwrap();
    assert!(table.room.played().movers().eq(Player::BOTH));
    assert_eq!(table.room.seats_of(&guest(ANN).id), Player::BOTH);
}

#[test]
fn a_computer_moves_its_own_side_and_does_nothing_else() {
    let mut table = Table::new("momentum", [ANN, "level:3"], None);
    assert_eq!(
        table.computer_moves(Player::First, "d4"),
        forbidden("x is not played by the computer")
    );
    assert_eq!(table.computer_moves(Player::Second, "d4"), forbidden("it is x's turn"));
    assert_eq!(table.room.computer_to_move(), None);
    table.moves(ANN, "d4").unwrap();
    assert_eq!(table.room.computer_to_move(), Some((Player::Second, "level:3")));
    let resigns = table.request(&Caller::Computer(Player::Second), &Command::Resign.into());
    assert_eq!(resigns, forbidden("a computer player only moves"));
    assert_eq!(table.computer_moves(Player::Second, "a1"), Ok((3, 2)));
}

#[test]
fn people_cannot_speak_for_the_server_nor_the_server_for_people() {
    let mut table = Table::duel(None);
    assert_eq!(table.ask(ANN, Command::Tick), forbidden("only the server itself may ask this"));
    let resigns = table.request(&Caller::Server, &Command::Resign.into());
    assert_eq!(resigns, forbidden("the server does not play"));
}
