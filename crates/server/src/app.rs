//! What all request handlers share.

use std::sync::{Arc, OnceLock};

use axum::extract::FromRef;
use bytes::Bytes;
use quintet_catalog::Catalog;
use quintet_store::Store;
use tokio::sync::watch;

use crate::assets::Assets;
use crate::hub::Hub;
use crate::net::{Count, Peers, Versions};
use crate::operation::metrics::Metrics;
use crate::pool::Pool;
use crate::pool::desk::Desk;
use crate::security::cookie::Cookie;
use crate::security::guests::Guests;
use crate::security::headers::Guard;
use crate::security::limits::Limiter;
use crate::security::origin::OwnOrigin;

/// What all request handlers share.
pub struct App {
    /// What can be played.
    pub catalog: Catalog,
    /// The catalog as it is told, plain and packed; made when it is first asked for.
    pub catalog_page: OnceLock<[Bytes; 2]>,
    /// The rooms.
    pub hub: Arc<Hub>,
    /// Where everything is kept.
    pub store: Arc<dyn Store>,
    /// Where the computer thinks.
    pub pool: Arc<Pool>,
    /// Where work is done that is too long for the network's threads.
    pub desk: Arc<Desk>,
    /// Who is who.
    pub guests: Guests,
    /// How much who may ask for.
    pub limiter: Limiter,
    /// Who hears a long past told, or all that is kept about somebody.
    pub replays: Arc<Count>,
    /// What clients behind a proxy have under way; nothing without a proxy, whose connections are counted instead.
    pub clients: Option<Arc<Count>>,
    /// The other nodes on the same store, if they share a secret with us.
    pub peers: Option<Peers>,
    /// Which of them has which version of the page.
    pub versions: Versions,
    /// What counts as our own page.
    pub own_origin: OwnOrigin,
    /// What every answer carries.
    pub guard: Guard,
    /// The cookie that carries tokens.
    pub cookie: Cookie,
    /// Whether a proxy in front of us says where requests come from.
    pub trust_proxy: bool,
    /// The page.
    pub assets: Assets,
    /// What is measured.
    pub metrics: Metrics,
    /// Whether the server is about to stop.
    pub stopping: watch::Receiver<bool>,
}

/// The state of the router.
#[derive(Clone)]
pub struct Shared(pub Arc<App>);

impl std::ops::Deref for Shared {
    type Target = App;

    fn deref(&self) -> &App {
        &self.0
    }
}

impl FromRef<Shared> for Arc<App> {
    fn from_ref(shared: &Shared) -> Arc<App> {
        Arc::clone(&shared.0)
    }
}
