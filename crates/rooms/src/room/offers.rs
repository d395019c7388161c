//! Draws, takebacks and rematches: who may offer them to whom, and what follows.

use quintet_core::{Outcome, Player};

use super::{Room, Status};
use crate::command::{Action, Refusal};
use crate::event::{Offer, Reason, What};
use crate::seat::{GameId, Seat, Time};

impl Room {
    pub(super) fn decide_offer(
        &self,
        sides: &[Player],
        offer: Offer,
        action: Action,
        next_game: &GameId,
        now: Time,
    ) -> Result<What, Refusal> {
        self.check_offerable(offer)?;
        // Where nobody else is to be asked, offering is doing.
        let asks_nobody = self.is_one_screen() || self.plays_computer();
        let player = match sides {
            [side] => *side,
            _ => self.one_screen_asker(offer),
        };
        let theirs = self.offers.get(offer) == Some(player.opponent());
        let own = self.offers.get(offer) == Some(player);
        match action {
            Action::Offer if asks_nobody => {
                self.check_computer_agrees(offer)?;
                self.agreed(player, offer, next_game, now)
            }
            Action::Offer | Action::Accept if theirs => {
                self.agreed(player.opponent(), offer, next_game, now)
            }
            Action::Offer if own => {
                Err(Refusal::Invalid(format!("you have offered {} already", noun(offer))))
            }
            Action::Offer => {
                if offer == Offer::Takeback {
                    self.plies_back(player)?;
                }
                Ok(What::Offered { player, offer })
            }
            Action::Decline if theirs => Ok(What::Declined { player, offer }),
            Action::Withdraw if own => Ok(What::Withdrawn { player, offer }),
            Action::Accept | Action::Decline => {
                let opponent = self.name(player.opponent());
                Err(Refusal::Stale(format!("{opponent} does not offer {}", noun(offer))))
            }
            Action::Withdraw => Err(Refusal::Stale(format!("you do not offer {}", noun(offer)))),
        }
    }

    fn check_offerable(&self, offer: Offer) -> Result<(), Refusal> {
        if offer != Offer::Rematch {
            return self.check_running();
        }
        let invalid = |sentence: &str| Err(Refusal::Invalid(sentence.into()));
        match self.status() {
            Status::Open | Status::Running => invalid("a rematch comes after the game"),
            _ if self.seats.contains(&Seat::Open) => invalid("there was nobody to play again with"),
            _ if self.next_game.is_some() => Err(Refusal::Stale("the rematch is there".into())),
            Status::Finished | Status::Aborted => Ok(()),
        }
    }

    fn plays_computer(&self) -> bool {
        self.seats.iter().any(|seat| matches!(seat, Seat::Computer(_)))
    }

    fn check_computer_agrees(&self, offer: Offer) -> Result<(), Refusal> {
        if offer == Offer::Draw && self.plays_computer() {
            return Err(Refusal::Invalid("the computer plays on, it takes no draws".into()));
        }
        Ok(())
    }

    /// For whom somebody asks who plays both sides: a takeback is for whoever moved last.
    fn one_screen_asker(&self, offer: Offer) -> Player {
        let last = self.played.movers().next_back().filter(|_| offer == Offer::Takeback);
        last.unwrap_or_else(|| self.played.turn())
    }

    fn agreed(
        &self,
        asker: Player,
        offer: Offer,
        next_game: &GameId,
        now: Time,
    ) -> Result<What, Refusal> {
        let clocks = self.clocks_left(now);
        Ok(match offer {
            Offer::Draw => {
                What::Ended { result: Some(Outcome::Draw), reason: Reason::Agreement, clocks }
            }
            Offer::Takeback => {
                What::TakenBack { player: asker, plies: self.plies_back(asker)?, clocks }
            }
            Offer::Rematch => What::Rematched { game: next_game.clone() },
        })
    }

    /// How many moves go until the asker's own last one is gone, so that the asker is to move again.
    fn plies_back(&self, asker: Player) -> Result<u32, Refusal> {
        let plies = self.played.plies_back(|mover| mover == asker);
        plies.map(|plies| plies as u32).ok_or_else(|| {
            Refusal::Invalid(format!("{} has made no move to take back", self.name(asker)))
        })
    }
}

const fn noun(offer: Offer) -> &'static str {
    match offer {
        Offer::Draw => "a draw",
        Offer::Takeback => "to take back",
        Offer::Rematch => "a rematch",
    }
}
