//! Following a game: every event since a version, then each as it happens, as lines or over a WebSocket.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use futures_util::stream;
use metrics::gauge;
use quintet_rooms::{GameId, GuestId};
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval};
use tokio_tungstenite::tungstenite::{self, error::ProtocolError};
use utoipa::{IntoParams, ToSchema};

use super::extract::{GamePath, QueryParams};
use super::gate::{ClientPlace, Visitor};
use super::ndjson;
use super::trouble::about;
use crate::app::Shared;
use crate::hub::{Follower, News};
use crate::net::{Frames, Place};
use crate::security::guests::Door;
use crate::view::event::json;
use crate::view::{EventView, GoodbyeView, Kind, PresenceView, Problem};

/// How often a quiet stream says that it is alive.
const HEARTBEAT: Duration = Duration::from_secs(5);
/// A WebSocket that has not answered for so long is dead.
const SILENCE: Duration = Duration::from_secs(30);
/// How long clients should wait before they come back after a goodbye.
const RETRY: u64 = 1_000;
/// The largest message that a client may send, in bytes.
pub const LARGEST_MESSAGE: usize = 8 * 1024;
/// Ten thousand sockets must not take much memory each.
const SOCKET_BUFFER: usize = 4 * 1024;

/// A past of so many events is long, and so many cost a unit to tell.
const LONG_PAST: u64 = 64;
const EVENTS_A_UNIT: u64 = 50;

/// Where to begin.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SinceQuery {
    /// The last version that the reader knows; 0 for all events.
    #[serde(default)]
    since: u64,
}

/// A line of a stream: an event of the game, or passing news.
#[derive(ToSchema)]
#[schema(as = Line)]
#[serde(untagged)]
pub enum Line {
    /// Something happened in the game.
    Event(Box<EventView>),
    /// Somebody came or left.
    Presence(PresenceView),
    /// The stream ends; connect again.
    Goodbye(GoodbyeView),
}

/// Follow a game, line by line
///
/// One JSON object a line for every event after `since`, then each as it happens. A blank line every five seconds.
#[utoipa::path(get, path = "/api/games/{id}/events", tag = "play", operation_id = "events", params(("id" = String, Path, description = "The game"), SinceQuery), responses(
    (status = 200, description = "Events, one a line, without end", body = Line, content_type = "application/x-ndjson"),
))]
pub async fn events(
    State(app): State<Shared>,
    visitor: Visitor,
    GamePath(id): GamePath,
    QueryParams(query): QueryParams<SinceQuery>,
) -> Result<Response, Problem> {
    let reader = visitor.id().cloned();
    let follower = follow(&app, &visitor, &id, query.since).await?;
    let lines = Lines { follower, reader, beat: heartbeat(), _open: Open::new("ndjson") };
    let lines = stream::unfold(Some(lines), |lines| async {
        let mut lines = lines?;
        match lines.next().await {
            Some(line) => Some((Ok::<_, Infallible>(line), Some(lines))),
            None => Some((Ok(ndjson::line(&goodbye())), None)),
        }
    });
    Ok((ndjson::HEADERS, Body::from_stream(lines)).into_response())
}

/// Follows a game as that visitor. Whoever wants to hear a long past pays for it, and has only so many told at once.
async fn follow(
    app: &Shared,
    visitor: &Visitor,
    id: &GameId,
    since: u64,
) -> Result<Telling, Problem> {
    let door = visitor.door(app).await?;
    let follower = match app.hub.follow(id, since, visitor.id().cloned()).await {
        Ok(follower) => follower,
        Err(trouble) => return Err(about(app, id, visitor.id(), trouble).await),
    };
    let past = follower.long_past();
    app.limiter.debit(&visitor.payer, (past / EVENTS_A_UNIT) as u32);
    let place = if past > LONG_PAST {
        let network = visitor.payer.network.unwrap_or_default();
        Some(app.replays.enter(network).ok_or_else(too_many_pasts)?)
    } else {
        None
    };
    Ok(Telling { follower, place, door })
}

/// Too much of what takes long to tell is being told already.
pub(super) fn too_many_pasts() -> Problem {
    let detail = "too much is being told from its beginning; hear one game or download to its end, or try again in 5 s";
    Problem::new(Kind::TooMany, detail).retry_after(5)
}

/// A follower, with its place among those who hear a long past.
struct Telling {
    follower: Follower,
    place: Option<Place>,
    /// What ends it early: the reader has logged out.
    door: Option<Arc<Door>>,
}

impl Telling {
    async fn next(&mut self) -> Option<News> {
        if self.follower.long_past() == 0 {
            self.place = None;
        }
        let closed = async {
            match &self.door {
                Some(door) => door.closed().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            () = closed => Some(News::Goodbye),
            news = self.follower.next() => news,
        }
    }
}

struct Lines {
    follower: Telling,
    reader: Option<GuestId>,
    beat: Interval,
    _open: Open,
}

impl Lines {
    /// The next line; `None` when it is time to say goodbye.
    async fn next(&mut self) -> Option<Bytes> {
        let news = tokio::select! {
            news = self.follower.next() => news,
            _ = self.beat.tick() => return Some(Bytes::from_static(b"\n")),
        };
        Some(ndjson::line(&render(&news?, self.reader.as_ref())?))
    }
}

/// News as that reader may see it; `None` for a goodbye.
fn render(news: &News, reader: Option<&GuestId>) -> Option<Bytes> {
    match news {
        News::Event(event) => Some(event.for_reader(reader)),
        News::Presence(presence) => Some(presence.clone()),
        News::Goodbye => None,
    }
}

fn goodbye() -> Bytes {
    json(&GoodbyeView { event: "goodbye", retry: RETRY })
}

fn heartbeat() -> Interval {
    let mut beat = interval(HEARTBEAT);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    beat.reset();
    beat
}

/// Counts a stream as long as it is open.
struct Open(&'static str);

impl Open {
    fn new(kind: &'static str) -> Open {
        gauge!("quintet_streams", "kind" => kind).increment(1);
        Open(kind)
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        gauge!("quintet_streams", "kind" => self.0).decrement(1);
    }
}

/// Follow a game over a WebSocket
///
/// The same objects as the lines of `/events`, one text message each. `Origin` must be this server's address. `{"ping":n}` is
/// answered with `{"pong":n}`.
#[utoipa::path(get, path = "/api/games/{id}/ws", tag = "play", operation_id = "ws", params(("id" = String, Path, description = "The game"), SinceQuery), responses(
    (status = 101, description = "Events, one a message, without end"),
))]
pub async fn ws(
    State(app): State<Shared>,
    visitor: Visitor,
    GamePath(id): GamePath,
    QueryParams(query): QueryParams<SinceQuery>,
    connection: Connection,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let upgrade = upgrade.map_err(|error| {
        Problem::new(Kind::Unreadable, format!("expected a WebSocket handshake: {error}"))
    })?;
    let reader = visitor.id().cloned();
    let follower = follow(&app, &visitor, &id, query.since).await?;
    let upgrade = upgrade
        .max_message_size(LARGEST_MESSAGE)
        .max_frame_size(LARGEST_MESSAGE)
        .read_buffer_size(SOCKET_BUFFER)
        // Every message goes out at once.
        .write_buffer_size(0);
    let Connection { places, frames } = connection;
    Ok(upgrade.on_upgrade(move |socket| async move {
        let open = Open::new("websocket");
        Talk { socket, reader, heard: Instant::now(), frames }.follow(follower).await;
        drop((open, places));
    }))
}

/// What a socket takes along of the connection that it was.
pub struct Connection {
    places: (Option<Arc<Place>>, Option<ClientPlace>),
    frames: Arc<Frames>,
}

impl<S: Send + Sync> FromRequestParts<S> for Connection {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Infallible> {
        let extensions = &parts.extensions;
        let places = (extensions.get().cloned(), extensions.get().cloned());
        Ok(Connection { places, frames: extensions.get().cloned().unwrap_or_default() })
    }
}

/// A WebSocket on which a game is followed.
struct Talk {
    socket: WebSocket,
    reader: Option<GuestId>,
    heard: Instant,
    /// What came since the last heartbeat.
    frames: Arc<Frames>,
}

/// The talk is over: it ends with this frame, or without a word.
type Over = Option<CloseFrame>;

impl Talk {
    async fn follow(mut self, mut follower: Telling) {
        let mut beat = heartbeat();
        let frames = Arc::clone(&self.frames);
        let over = loop {
            let step = tokio::select! {
                news = follower.next() => self.tell(news).await,
                message = self.socket.recv() => self.hear(message).await,
                _ = beat.tick() => self.beat().await,
                () = frames.exceed() => closed(close_code::POLICY, "too many messages"),
            };
            if let Err(over) = step {
                break over;
            }
        };
        drop(follower);
        // The other end may be gone already.
        if over.is_some() {
            let _ = self.socket.send(Message::Close(over)).await;
        }
    }

    async fn tell(&mut self, news: Option<News>) -> Result<(), Over> {
        if let Some(object) = news.and_then(|news| render(&news, self.reader.as_ref())) {
            return self.send(object).await;
        }
        self.send(goodbye()).await?;
        closed(close_code::AWAY, "reconnect")
    }

    async fn send(&mut self, object: Bytes) -> Result<(), Over> {
        let text = Utf8Bytes::try_from(object).map_err(|_| None)?;
        self.socket.send(Message::Text(text)).await.map_err(|_| None)
    }

    async fn hear(&mut self, message: Option<Result<Message, axum::Error>>) -> Result<(), Over> {
        self.heard = Instant::now();
        match message {
            None | Some(Ok(Message::Close(_))) => Err(None),
            Some(Err(error)) => Err(why_it_broke(error)),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
            Some(Ok(Message::Text(text))) => self.send(reply(text.as_bytes())).await,
            Some(Ok(Message::Binary(bytes))) => self.send(reply(&bytes)).await,
        }
    }

    async fn beat(&mut self) -> Result<(), Over> {
        if self.heard.elapsed() > SILENCE {
            return closed(close_code::AWAY, "no answer");
        }
        self.frames.reset();
        self.socket.send(Message::Ping(Bytes::new())).await.map_err(|_| None)
    }
}

/// What a client is told that sent what no client may send; nothing if it is gone.
fn why_it_broke(error: axum::Error) -> Over {
    let error = error.into_inner();
    let (code, reason) = match error.downcast_ref()? {
        tungstenite::Error::Capacity(_) => (close_code::SIZE, "expected messages of at most 8 KiB"),
        tungstenite::Error::Utf8(_) => (close_code::INVALID, "expected text in UTF-8"),
        tungstenite::Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => return None,
        tungstenite::Error::Protocol(_) => (close_code::PROTOCOL, "expected frames of RFC 6455"),
        _ => return None,
    };
    Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) })
}

/// Ends the talk with a reason.
fn closed(code: u16, reason: &'static str) -> Result<(), Over> {
    Err(Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) }))
}

#[derive(Deserialize)]
struct PingMessage {
    ping: u64,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Reply {
    Pong { pong: u64 },
    Error { event: &'static str, detail: &'static str },
}

fn reply(message: &[u8]) -> Bytes {
    json(&match serde_json::from_slice(message) {
        Ok(PingMessage { ping }) => Reply::Pong { pong: ping },
        Err(_) => Reply::Error {
            event: "error",
            detail: "expected nothing, or {\"ping\":number}: commands go by POST",
        },
    })
}
