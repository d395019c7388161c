//! Trio for learning programs: the cell of a stone from the hand, or the cell of a stone and the cell to which it slides.

use quintet_core::encoding::{Plane, PlaneReader, PlaneWriter};
use quintet_core::{Action, Encode, Player, Variant};

use crate::board::{LENGTH, beside, cells};
use crate::rules::{Move, Trio};

impl Encode for Trio {
    fn planes(_variant: Variant) -> Vec<Plane> {
        vec![
            Plane::cells("own stones"),
            Plane::cells("the opponent's stones"),
            Plane::constant("1 if light acts", 1),
            Plane::cells("the stone chosen"),
        ]
    }

    fn mark_legal(&self, begun: &[Action], legal: &mut [bool]) {
        if self.line().is_some() {
            return;
        }
        let mut mark = |set: u16| cells(set).for_each(|cell| legal[usize::from(cell)] = true);
        match begun {
            [] if self.in_hand(self.turn) > 0 => mark(self.empty()),
            [] => {
                let own = cells(self.own(self.turn));
                let can_slide = own.filter(|cell| beside(*cell) & self.empty() != 0);
                mark(can_slide.fold(0, |set, cell| set | 1 << cell));
            }
            [from] if self.in_hand(self.turn) == 0 => {
                if let Some(from) = cell(*from) {
                    mark(beside(from) & self.empty());
                }
            }
            _ => {}
        }
    }

    fn composed(&self, begun: &[Action]) -> Option<Move> {
        match begun {
            [to] if self.in_hand(self.turn) > 0 => Some(Move::Drop(cell(*to)?)),
            [from, to] => Some(Move::Slide(cell(*from)?, cell(*to)?)),
            _ => None,
        }
    }

    fn observe(&self, begun: &[Action], planes: &mut PlaneWriter) {
        for player in [self.turn, self.turn.opponent()] {
            planes.mark(cells(self.own(player)).map(usize::from));
        }
        planes.fill(self.turn == Player::Second);
        planes.mark(begun.first().and_then(|from| cell(*from)).map(usize::from));
    }

    fn rebuild(variant: Variant, planes: &mut PlaneReader) -> Option<Trio> {
        let mut read = || Some(planes.marked()?.fold(0, |set, cell| set | 1 << cell));
        let [own, other] = [read()?, read()?];
        Some(match planes.filled()? {
            0 => Trio { variant, turn: Player::First, stones: [own, other] },
            _ => Trio { variant, turn: Player::Second, stones: [other, own] },
        })
    }
}

fn cell(action: Action) -> Option<u8> {
    u8::try_from(action).ok().filter(|cell| *cell < LENGTH)
}
