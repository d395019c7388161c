//! The server as a whole: what it is made of, how it begins and how it ends.

mod others;

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use metrics::gauge;
use quintet_catalog::Catalog;
use quintet_rooms::Time;
use quintet_store::{Moved, Place, PostgresStore, SqliteStore, Store, StoreError};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tracing::{info, warn};

use crate::api::catalog::catalog_of_the_page;
use crate::api::routes::{measurements, router};
use crate::app::{App, Shared};
use crate::assets::Assets;
use crate::hub::{Hub, HubOptions, ServerClock, SharedClock, SystemClock, Trouble};
use crate::net::{self, Count, Peers, Versions};
use crate::operation::log;
use crate::operation::metrics::Metrics;
use crate::operation::signals::Signals;
use crate::operation::start::START;
use crate::pool::Pool;
use crate::pool::desk::Desk;
use crate::security::cookie::Cookie;
use crate::security::guests::Guests;
use crate::security::headers::Guard;
use crate::security::limits::Limiter;
use crate::security::origin::OwnOrigin;
use crate::settings::{Database, Settings};

/// How often what is kept in memory is tidied up.
const TIDY: Duration = Duration::from_secs(10);

/// How many may hear a long past or a download told at once, in all and from one network.
const MOST_PASTS: usize = 256;
const PASTS_A_NETWORK: usize = 8;

/// Why the server did not begin, or did not end well.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be listened at.
    #[error("cannot listen at {address}: {error}")]
    Listen {
        /// Which address.
        address: String,
        /// What the system says.
        error: io::Error,
    },
    /// The games cannot be read.
    #[error("cannot use the folder {folder}: {error}")]
    Store {
        /// Which folder.
        folder: String,
        /// What the store says.
        error: StoreError,
    },
    /// The database cannot be used.
    #[error("{0}")]
    Database(StoreError),
    /// Games in a database are copied by its own tools.
    #[error(
        "games in a PostgreSQL database are copied by its own tools: pg_dump --format=custom --file={0} DATABASE, and pg_restore to bring them back"
    )]
    NotOurs(String),
    /// The games cannot be copied.
    #[error("{0}")]
    Backup(StoreError),
    /// The games cannot be opened.
    #[error("cannot open the games: {0}")]
    Hub(#[from] Trouble),
    /// The system gives us no threads or signals.
    #[error("the system does not let us run: {0}")]
    System(io::Error),
}

/// Where a server listens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Addresses {
    /// For everybody.
    pub page: SocketAddr,
    /// For operators: its measurements.
    pub metrics: Option<SocketAddr>,
}

/// A server that listens, and serves once it is [run](Server::run).
pub struct Server {
    listener: TcpListener,
    metrics: Option<TcpListener>,
    addresses: Addresses,
    app: Shared,
    limits: net::Limits,
    stop: watch::Sender<bool>,
}

impl Server {
    /// Listens, opens the store in the data folder, and takes up the games in it.
    pub async fn bind(catalog: Catalog, settings: &Settings) -> Result<Server, ServeError> {
        let listener = listen(&settings.listen).await?;
        // What a store finds out while it is opened is measured, too.
        Metrics::begin();
        let store = open(settings).await?;
        let alive_at = START.wait_for("the last sign of life", || store.alive_at()).await;
        let alive_at = alive_at.map_err(ServeError::Database)?;
        let clock: Arc<dyn ServerClock> = match join(store.as_ref(), settings, &listener).await? {
            // What all nodes go by.
            Some(now) => Arc::new(SharedClock::at(now)),
            None => Arc::new(SystemClock::not_before(alive_at.unwrap_or_default())),
        };
        Server::with(catalog, settings, listener, store, clock).await
    }

    /// Listens, with a store and a clock of the caller's.
    pub async fn bind_with(
        catalog: Catalog,
        settings: &Settings,
        store: Arc<dyn Store>,
        clock: Arc<dyn ServerClock>,
    ) -> Result<Server, ServeError> {
        let listener = listen(&settings.listen).await?;
        join(store.as_ref(), settings, &listener).await?;
        Server::with(catalog, settings, listener, store, clock).await
    }

    async fn with(
        catalog: Catalog,
        settings: &Settings,
        listener: TcpListener,
        store: Arc<dyn Store>,
        clock: Arc<dyn ServerClock>,
    ) -> Result<Server, ServeError> {
        let metrics = Metrics::begin();
        let operators = match &settings.metrics {
            Some(address) => Some(listen(address).await?),
            None => None,
        };
        let address_of = |listener: &TcpListener| listener.local_addr().map_err(ServeError::System);
        let addresses = Addresses {
            page: address_of(&listener)?,
            metrics: operators.as_ref().map(address_of).transpose()?,
        };
        let pool = Pool::new(catalog, settings.thinkers);
        pool.share(&store);
        let desk = Desk::new(settings.thinkers);
        let options = HubOptions {
            catalog,
            store: Arc::clone(&store),
            clock,
            pool: Arc::clone(&pool),
            desk: Arc::clone(&desk),
        };
        let hub = Hub::open(options).await?;
        let own_origin = settings.public_url.as_deref().and_then(OwnOrigin::of_url);
        let own_origin = own_origin.unwrap_or(OwnOrigin::SameHost);
        let is_https = matches!(&own_origin, OwnOrigin::Public(url) if url.starts_with("https://"));
        if !is_https {
            warn!(
                "guests' tokens travel unencrypted: before others use this server, put a proxy with https in front and name its address with --public-url"
            );
        }
        let (stop, stopping) = watch::channel(false);
        let app = App {
            catalog,
            catalog_page: OnceLock::new(),
            hub,
            pool,
            desk,
            guests: Guests::new(Arc::clone(&store)),
            peers: peers(settings)?,
            versions: Versions::default(),
            limiter: match store.cluster() {
                Some(_) => Limiter::shared(settings.rate_limit),
                None => Limiter::new(settings.rate_limit),
            },
            store,
            replays: Count::new(MOST_PASTS, PASTS_A_NETWORK),
            clients: settings.trust_proxy.then(|| {
                Count::new(settings.limits.connections, settings.limits.connections_an_address)
            }),
            own_origin,
            guard: Guard { https_only: settings.hsts },
            cookie: if is_https { Cookie::Secure } else { Cookie::Plain },
            trust_proxy: settings.trust_proxy,
            assets: Assets::load(catalog, &catalog_of_the_page(catalog)),
            metrics,
            stopping,
        };
        let mut limits = settings.limits;
        if settings.trust_proxy {
            // All connections are the proxy's; its clients are counted by what they have under way.
            limits.connections_an_address = limits.connections;
        }
        let app = Shared(Arc::new(app));
        if let Some(cluster) = app.store.cluster() {
            let page = app.assets.version().to_owned();
            let told = START.wait_for("the version of the page", || cluster.set_page(page.clone()));
            told.await.map_err(ServeError::Database)?;
        }
        Ok(Server { listener, metrics: operators, addresses, app, limits, stop })
    }

    /// Where it listens.
    pub fn addresses(&self) -> Addresses {
        self.addresses
    }

    /// Where it does what would hold up the threads of the network.
    pub fn desk(&self) -> &Arc<Desk> {
        &self.app.desk
    }

    /// Serves until `told_to_stop` is ready; then says goodbye, finishes what is under way and closes the store.
    pub async fn run(self, told_to_stop: impl Future<Output = ()>) {
        let Server { listener, metrics, app, limits, stop, .. } = self;
        let tidying = tokio::spawn(tidy(app.clone()));
        let hearing = tokio::spawn(others::hear(app.clone()));
        let asking = tokio::spawn(others::ask(app.clone()));
        let sharing = tokio::spawn(others::share_spent(app.clone()));
        let guard = app.guard;
        let front = net::Front { router: router(&app), limits, guard };
        let serving = tokio::spawn(net::serve(listener, front, stop.subscribe()));
        if let Some(listener) = metrics {
            let limits = net::Limits::default();
            let front = net::Front { router: measurements(&app), limits, guard };
            tokio::spawn(net::serve(listener, front, stop.subscribe()));
        }
        told_to_stop.await;
        info!("stopping");
        stop.send_replace(true);
        app.hub.stop().await;
        // Its panics are its own; the store is closed in any case.
        let _ = serving.await;
        tidying.abort();
        hearing.abort();
        asking.abort();
        sharing.abort();
        if let Err(error) = app.store.close().await {
            warn!(%error, "the store did not close in good order");
        }
        info!("stopped");
    }
}

/// Becomes one of several nodes, where the store can have such, and says what time it is there.
async fn join(
    store: &dyn Store,
    settings: &Settings,
    listener: &TcpListener,
) -> Result<Option<Time>, ServeError> {
    let Some(cluster) = store.cluster() else { return Ok(None) };
    let address = match &settings.advertise {
        Some(address) => address.clone(),
        None => listener.local_addr().map_err(ServeError::System)?.to_string(),
    };
    info!(address, "other servers on the same database reach this one there");
    let joined = START.wait_for("becoming one of its servers", || cluster.join(address.clone()));
    Ok(Some(joined.await.map_err(ServeError::Database)?))
}

fn peers(settings: &Settings) -> Result<Option<Peers>, ServeError> {
    let Some(secret) = &settings.node_secret else { return Ok(None) };
    let unfit = || io::Error::other("the secret of the nodes must be one line of plain text");
    Ok(Some(Peers::new(secret).ok_or_else(|| ServeError::System(unfit()))?))
}

/// The store that is wanted: in the database, or else in the data folder.
async fn open(settings: &Settings) -> Result<Arc<dyn Store>, ServeError> {
    if let Some(Database { url, password }) = &settings.database {
        let open = || PostgresStore::open(url, password.as_deref());
        let opened = START.wait_for("opening it", open).await;
        return Ok(Arc::new(opened.map_err(ServeError::Database)?));
    }
    let opened = SqliteStore::open(&settings.data).await;
    Ok(Arc::new(opened.map_err(|error| ServeError::Store {
        folder: settings.data.display().to_string(),
        error,
    })?))
}

async fn listen(address: &str) -> Result<TcpListener, ServeError> {
    net::listen(address)
        .await
        .map_err(|error| ServeError::Listen { address: address.to_owned(), error })
}

/// Forgets what is no longer needed, and looks at what cannot be counted as it happens.
async fn tidy(app: Shared) {
    let mut tick = tokio::time::interval(TIDY);
    loop {
        tick.tick().await;
        app.limiter.forget_idle();
        app.hub.forget_whereabouts();
        if let Err(error) = app.guests.tidy(app.hub.now()).await {
            warn!(%error, "who was here could not be stored");
        }
        app.metrics.sum_up();
        gauge!("quintet_rooms").set(app.hub.rooms() as f64);
        gauge!("quintet_pool_waiting").set(app.pool.waiting() as f64);
        gauge!("quintet_pool_running").set(app.pool.running() as f64);
        gauge!("quintet_pool_thinkers").set(app.pool.thinkers() as f64);
        gauge!("quintet_desk_waiting").set(app.desk.waiting() as f64);
    }
}

/// Serves these games until the process is told to stop. `announce` is called once the server listens.
pub fn serve(
    catalog: Catalog,
    settings: &Settings,
    announce: impl FnOnce(Addresses),
) -> Result<(), ServeError> {
    log::begin(settings.log);
    // Without it a thousand sockets are the most; if the system refuses, it serves fewer.
    if let Err(error) = rlimit::increase_nofile_limit(u64::MAX) {
        warn!(%error, "the number of sockets stays limited");
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(settings.threads)
        .enable_all()
        .build()
        .map_err(ServeError::System)?;
    let served = runtime.block_on(async {
        let server = Server::bind(catalog, settings).await?;
        // Before anybody is told that it runs: from then on it can be stopped in good order.
        let signals = Signals::new().map_err(ServeError::System)?;
        announce(server.addresses());
        server.run(signals.told_to_stop()).await;
        Ok(())
    });
    // Requests that did not end in time do not hold up the process.
    runtime.shutdown_background();
    served
}

/// Copies the games of the data folder to a new file; a server may be at work in it.
pub fn backup(settings: &Settings, to: &Path) -> Result<(), ServeError> {
    if settings.database.is_some() {
        return Err(ServeError::NotOurs(to.display().to_string()));
    }
    let copied = alone()?.block_on(quintet_store::backup(&settings.data, to));
    copied.map_err(ServeError::Backup)
}

/// Carries all games from one folder or database to another one, which must be empty. No server may be at work in either.
pub fn move_data(from: Place<'_>, to: Place<'_>) -> Result<Moved, ServeError> {
    alone()?.block_on(quintet_store::move_data(from, to)).map_err(ServeError::Backup)
}

/// What runs one thing to its end.
pub(crate) fn alone() -> Result<tokio::runtime::Runtime, ServeError> {
    let built = tokio::runtime::Builder::new_current_thread().enable_all().build();
    built.map_err(ServeError::System)
}
