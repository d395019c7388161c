//! The greedy player: looks one answer ahead and counts points around the totem.
//!
//! What its description leaves open: of several placements with equally many points all are candidates;
//! of several best answers of the opponent each is equally likely to be expected; of several best
//! candidates each is equally likely to be played.

use quintet_core::tactics::Best;
use quintet_core::{Chance, Game, Outcome};

use crate::board::{Square, Yoxii, squares};
use crate::rules::Move;

/// A move that wins at once is better than any difference of points, one that loses worse: no more than
/// eight pieces of value 4 count. A draw is as good as equal points.
const WIN: i32 = 100;

pub(super) fn choose(position: &Yoxii, chance: &mut impl Chance) -> Move {
    let mut best = Best::new();
    for totem in squares(position.totem_targets()) {
        for_each_best_placement(position, totem, |mv| {
            let score = judge(position, mv, chance);
            best.offer(mv, score, chance);
        });
    }
    best.chosen().expect("a running game has a move")
}

/// The placements that give the mover the most points around the totem's target: the highest value left
/// on any free square around it. Where none is free, no placement changes the points.
fn for_each_best_placement(position: &Yoxii, totem: Square, mut visit: impl FnMut(Move)) {
    let places = position.places(totem);
    let crowded = places & totem.around() == 0;
    let lowest = if crowded { 1 } else { position.highest_value() };
    let reserve = position.reserve[position.turn.index()];
    for value in (lowest..=4).filter(|value| reserve[usize::from(*value) - 1] > 0) {
        squares(places).for_each(|square| visit(Move { totem, value, square }));
    }
}

/// The mover's points less the opponent's, after the opponent's best answer to a move.
fn judge(position: &Yoxii, mv: Move, chance: &mut impl Chance) -> i32 {
    let mover = position.turn;
    let next = position.after(mv);
    match next.outcome() {
        Some(Outcome::Win(winner)) if winner == mover => return WIN,
        Some(Outcome::Win(_)) => return -WIN,
        Some(Outcome::Draw) => return 0,
        None => {}
    }
    let answer = best_answer(&next, chance);
    let own = next.points(mover, answer.totem.around());
    own as i32 - answer.points as i32
}

/// Where the answer moves the totem, and how many points the answering player has then.
struct Answer {
    totem: Square,
    points: u32,
}

/// One of the moves with the most points for the player to move, each equally likely.
fn best_answer(position: &Yoxii, chance: &mut impl Chance) -> Answer {
    let mut best = Answer { totem: position.totem, points: 0 };
    let mut equals = 0;
    for totem in squares(position.totem_targets()) {
        let places = position.places(totem);
        let crowded = places & totem.around() == 0;
        let gained = if crowded { 0 } else { position.highest_value().into() };
        let points = position.points(position.turn, totem.around()) + gained;
        if equals > 0 && points < best.points {
            continue;
        }
        if points > best.points {
            equals = 0;
        }
        let values = if crowded { position.values_left() as u32 } else { 1 };
        let moves = values * places.count_ones();
        equals += moves;
        if chance.below(equals) < moves {
            best = Answer { totem, points };
        }
    }
    best
}
