//! The accept loop.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use metrics::{counter, gauge};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower::ServiceExt as _;
use tracing::{debug, warn};

use super::count::{Count, Place};
use super::patience::{Patient, refusal};
use super::reading::{Frames, Reading};
use crate::security::headers::Guard;
use crate::security::network::Network;
use crate::view::Kind;

/// What a connection may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many connections there may be.
    pub connections: usize,
    /// How many from one address.
    pub connections_an_address: usize,
    /// How long a request's head may take, counted from the end of the last answer: so long may a connection be idle.
    pub head: Duration,
    /// How long a reader may take nothing of what is sent to it.
    pub patience: Duration,
    /// How long requests may go on after the server was told to stop.
    pub farewell: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            connections: 20_000,
            connections_an_address: 100,
            head: Duration::from_secs(10),
            patience: Duration::from_secs(10),
            farewell: Duration::from_secs(5),
        }
    }
}

/// What stands between connections and handlers.
#[derive(Clone)]
pub struct Front {
    /// Who answers.
    pub router: Router,
    /// What connections may take.
    pub limits: Limits,
    /// What every answer carries, also those that no handler makes.
    pub guard: Guard,
}

/// The address at the other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PeerAddress(pub SocketAddr);

/// The largest head of a request, in bytes.
const LARGEST_HEAD: usize = 16 * 1024;
/// How long to wait when the system has no more sockets to give.
const OUT_OF_SOCKETS: Duration = Duration::from_millis(50);

/// Serves until `stop` says so; then ends idle connections and gives the others a little time.
pub async fn serve(listener: TcpListener, front: Front, mut stop: watch::Receiver<bool>) {
    let limits = front.limits;
    let count = Count::new(limits.connections, limits.connections_an_address);
    tokio::spawn(tell_count(count.watch()));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = told(&mut stop) => break,
        };
        match accepted {
            Ok((socket, address)) => {
                if let Some(place) = count.enter(Network::of(address.ip())) {
                    let place = Arc::new(place);
                    let peer = Peer { address, place, frames: Arc::default() };
                    welcome(socket, peer, &front, stop.clone());
                } else {
                    turn_away(&socket, front.guard);
                }
            }
            Err(error) if is_that_connection_only(&error) => {}
            Err(error) => {
                warn!(%error, "cannot accept connections");
                tokio::time::sleep(OUT_OF_SOCKETS).await;
            }
        }
    }
    drop(listener);
    if tokio::time::timeout(limits.farewell, count.emptied()).await.is_err() {
        debug!(open = count.total(), "some connections did not end in time");
    }
}

/// Measures how many connections there are, until nobody counts any more.
async fn tell_count(mut total: watch::Receiver<usize>) {
    while total.changed().await.is_ok() {
        gauge!("quintet_connections").set(*total.borrow_and_update() as f64);
    }
}

/// Waits until the server is told to stop.
async fn told(stop: &mut watch::Receiver<bool>) {
    // If nobody is left who could tell, the server is gone.
    let _ = stop.wait_for(|stop| *stop).await;
}

fn is_that_connection_only(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionRefused
            | io::ErrorKind::Interrupted
    )
}

/// Who is at the other end of a connection, and its place in the count.
#[derive(Clone)]
struct Peer {
    address: SocketAddr,
    place: Arc<Place>,
    frames: Arc<Frames>,
}

fn turn_away(socket: &TcpStream, guard: Guard) {
    counter!("quintet_connections_refused_total").increment(1);
    // A fresh socket's buffer takes so little at once; if not, the connection ends without a word.
    let _ = socket.try_write(&refusal(Kind::Busy, guard));
}

fn welcome(socket: TcpStream, peer: Peer, front: &Front, mut stop: watch::Receiver<bool>) {
    let limits = front.limits;
    // Moves are small and must not wait for more to send.
    let _ = socket.set_nodelay(true);
    let reading = Reading::new(Arc::clone(&peer.frames));
    let io = TokioIo::new(Patient::new(socket, limits.patience, reading, front.guard));
    let router = front.router.clone();
    let address = peer.address;
    let service = service_fn(move |request| answer(router.clone(), request, peer.clone()));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(spread(limits.head, address))
        .max_buf_size(LARGEST_HEAD)
        .keep_alive(true)
        .serve_connection(io, service)
        .with_upgrades();
    tokio::spawn(async move {
        let mut connection = std::pin::pin!(connection);
        let ended = tokio::select! {
            ended = connection.as_mut() => ended,
            () = told(&mut stop) => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = ended {
            debug!(peer = %address, %error, "a connection ended");
        }
    });
}

/// Slow connections that came together shall not all end, and come again, together: each has up to a fifth less time.
fn spread(time: Duration, peer: SocketAddr) -> Duration {
    // Neighbouring ports come out far apart.
    let part = f64::from(peer.port().wrapping_mul(40_503)) / f64::from(u16::MAX);
    time.mul_f64(1.0 - part / 5.0)
}

/// The request carries the connection's place along, for handlers that keep the connection to themselves.
async fn answer(
    router: Router,
    request: hyper::Request<Incoming>,
    peer: Peer,
) -> Result<hyper::Response<Body>, Infallible> {
    // Where such a request ends, or what follows it, is not followed on the way in: nothing may come after it.
    let is_last = [header::TRANSFER_ENCODING, header::UPGRADE];
    let is_last = is_last.iter().any(|name| request.headers().contains_key(name));
    let mut request: Request = request.map(Body::new);
    request.extensions_mut().insert(PeerAddress(peer.address));
    request.extensions_mut().insert(peer.place);
    request.extensions_mut().insert(peer.frames);
    let mut response = router.oneshot(request).await?;
    if is_last && response.status() != StatusCode::SWITCHING_PROTOCOLS {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    Ok(response)
}
