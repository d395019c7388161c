//! Taking moves back.

use quintet_catalog::Dice;
use quintet_core::Player;
use quintet_rooms::{Action, Offer, Refusal, What};

use super::table::{ANN, BLITZ, BOB, Table, invalid};

#[test]
fn a_takeback_undoes_the_askers_last_move_and_what_came_after() {
    let mut table = Table::duel(None);
    for (who, mv) in [(ANN, "d4"), (BOB, "a1"), (ANN, "g7"), (BOB, "a7")] {
        table.moves(who, mv).unwrap();
    }
    table.says(ANN, Action::Offer, Offer::Takeback).unwrap();
    assert_eq!(table.room.ply(), 4);
    table.says(BOB, Action::Accept, Offer::Takeback).unwrap();
    assert_eq!(table.room.played().moves(), ["d4", "a1"]);
    assert_eq!(table.room.turn(), Some(Player::First));

    table.says(BOB, Action::Offer, Offer::Takeback).unwrap();
    table.says(ANN, Action::Accept, Offer::Takeback).unwrap();
    assert_eq!(table.room.played().moves(), ["d4"]);
    assert_eq!(table.room.turn(), Some(Player::Second));
}

#[test]
fn who_has_not_moved_has_nothing_to_take_back() {
    let mut table = Table::duel(None);
    table.moves(ANN, "d4").unwrap();
    let refused = invalid("o has made no move to take back");
    assert_eq!(table.says(BOB, Action::Offer, Offer::Takeback), refused);
}

#[test]
fn against_the_computer_a_takeback_needs_no_consent_even_with_clocks() {
    let mut table = Table::new("momentum", ["level:4", ANN], Some(BLITZ));
    table.computer_moves(Player::First, "d4").unwrap();
    let refused = invalid("o has made no move to take back");
    assert_eq!(table.says(ANN, Action::Offer, Offer::Takeback), refused);
    table.moves(ANN, "a1").unwrap();
    table.says(ANN, Action::Offer, Offer::Takeback).unwrap();
    assert_eq!(table.room.ply(), 1, "while the computer thinks, one move goes");
    table.moves(ANN, "a1").unwrap();
    table.computer_moves(Player::First, "g7").unwrap();
    table.says(ANN, Action::Offer, Offer::Takeback).unwrap();
    assert_eq!(table.room.ply(), 1, "after its answer, two go");
}

#[test]
fn a_computers_move_from_before_a_takeback_is_stale() {
    let mut table = Table::new("momentum", [ANN, "level:4"], None);
    table.moves(ANN, "d4").unwrap();
    let thought = quintet_rooms::Command::Move { mv: "a1".into(), ply: 1 };
    table.says(ANN, Action::Offer, Offer::Takeback).unwrap();
    let computer = quintet_rooms::Caller::Computer(Player::Second);
    assert!(matches!(table.request(&computer, &thought.into()), Err(Refusal::Stale(_))));
}

#[test]
fn on_one_screen_the_last_move_goes_whoever_made_it() {
    let mut table = Table::new("momentum", [ANN, ANN], None);
    assert!(table.says(ANN, Action::Offer, Offer::Takeback).is_err());
    table.moves(ANN, "d4").unwrap();
    table.moves(ANN, "a1").unwrap();
    table.says(ANN, Action::Offer, Offer::Takeback).unwrap();
    assert_eq!(table.room.played().moves(), ["d4"]);
    table.says(ANN, Action::Offer, Offer::Takeback).unwrap();
    assert_eq!(table.room.ply(), 0);
}

/// An Isaac game, played at random, whose last `count` moves were made by one side because the other had to pass.
fn isaac_with_passes(count: usize) -> Table {
    for seed in 0.. {
        let mut table = Table::new("isaac", [ANN, "open"], None);
        table.ask(BOB, quintet_rooms::Command::Join).unwrap();
        let mut dice = Dice::new(seed);
        while let Some(mv) = table.room.played().random_move(&mut dice) {
            let movers = table.room.played().movers();
            let last = table.room.played().movers().next_back();
            let last = movers.rev().take_while(|mover| Some(*mover) == last).count();
            if last == count && table.room.ply() as usize > count {
                return table;
            }
            let who = if table.room.turn() == Some(Player::First) { ANN } else { BOB };
            table.moves(who, &mv).unwrap();
        }
    }
    unreachable!("some random game of Isaac has passes")
}

#[test]
fn in_isaac_a_takeback_goes_over_passes() {
    let table = isaac_with_passes(2);
    let mover = table.room.played().movers().next_back().unwrap();
    let name = |player: Player| if player == Player::First { ANN } else { BOB };
    for (asker, plies) in [(mover, 1), (mover.opponent(), 3)] {
        let mut table = isaac_with_passes(2);
        let before = table.room.ply();
        table.says(name(asker), Action::Offer, Offer::Takeback).unwrap();
        table.says(name(asker.opponent()), Action::Accept, Offer::Takeback).unwrap();
        assert_eq!(table.room.ply(), before - plies);
        assert_eq!(table.room.turn(), Some(asker));
        let taken = &table.log.last().unwrap().what;
        assert!(matches!(taken, What::TakenBack { player, .. } if *player == asker), "{taken:?}");
    }
}
