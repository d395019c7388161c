//! What other nodes say of people, and what is asked because they may have said it in vain.

use std::time::Duration;

use quintet_rooms::GuestId;
use quintet_store::{Hint, StoreError};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::MissedTickBehavior;
use tracing::debug;

use crate::app::Shared;
use crate::security::limits::Account;

/// How often other nodes are told what was spent here, and asked what was spent there.
const SHARE_SPENT: Duration = Duration::from_millis(500);
/// How often is asked who has logged out elsewhere.
const ASK: Duration = Duration::from_secs(1);
/// Every so many times, what people are called is asked, too.
const ASK_NAMES: u32 = 10;

/// Takes in what other nodes tell of people.
pub(super) async fn hear(app: Shared) {
    let Some(mut hints) = app.hub.hints() else { return };
    loop {
        match hints.recv().await {
            Ok(Hint::Guest(guest)) => look_again(&app, guest).await,
            Ok(Hint::Spent(account, cost)) => charge(&app, &account, cost),
            Ok(Hint::Lost) | Err(RecvError::Lagged(_)) => {
                app.guests.forget_answers();
                known(app.guests.look_for_gone().await);
                known(app.hub.renew_names().await);
            }
            Ok(Hint::Grown(..) | Hint::Present(_)) => {}
            Err(RecvError::Closed) => return,
        }
    }
}

/// Asks who has logged out, is gone or has another name, whatever was told: hints can be lost.
pub(super) async fn ask(app: Shared) {
    if app.store.cluster().is_none() {
        return;
    }
    let mut tick = tokio::time::interval(ASK);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for round in 1_u32.. {
        tick.tick().await;
        known(app.guests.look_for_gone().await);
        if round.is_multiple_of(ASK_NAMES) {
            known(app.hub.renew_names().await);
        }
    }
}

/// Tells the other nodes what was spent here, and charges what was spent there.
pub(super) async fn share_spent(app: Shared) {
    let Some(cluster) = app.store.cluster() else { return };
    let mut tick = tokio::time::interval(SHARE_SPENT);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        let ours = app.limiter.take_spent().into_iter();
        let ours = ours.map(|(account, cost)| (account.to_string(), cost)).collect();
        match cluster.share_spent(ours).await {
            Ok(theirs) => {
                for (account, cost) in theirs {
                    charge(&app, &account, cost);
                }
            }
            Err(error) => debug!(%error, "what was spent could not be shared"),
        }
    }
}

/// Takes what was spent elsewhere from an account, unless a newer program calls it in a way that we do not know.
fn charge(app: &Shared, account: &str, cost: u32) {
    if let Some(account) = Account::named(account) {
        app.limiter.spent_elsewhere(account, cost);
    }
}

/// Something may be different about somebody.
async fn look_again(app: &Shared, guest: GuestId) {
    match app.guests.look_again(&guest).await {
        Ok(Some(guest)) => app.hub.renamed(&guest),
        Ok(None) => app.hub.deleted(&guest),
        Err(error) => known(Err(error)),
    }
}

fn known(asked: Result<(), StoreError>) {
    if let Err(error) = asked {
        debug!(%error, "who has logged out could not be found out");
    }
}
