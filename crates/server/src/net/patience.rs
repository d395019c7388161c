//! A socket that does not wait for ever, and whose every answer carries our headers.
//!
//! Whatever is written must be taken within some time; a reader that takes nothing for so long has its connection ended. This
//! holds for answers, streams and web sockets alike, since all of them write here.
//!
//! A request that cannot be parsed never reaches a handler: hyper answers it with a bare status. Such an answer is replaced by one of
//! ours.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::http::HeaderMap;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

use super::reading::Reading;
use crate::security::headers::{self, Guard};
use crate::view::{Kind, Problem};

/// A socket with patience for its reader, but not without end.
pub struct Patient<S> {
    socket: S,
    patience: Duration,
    /// Runs while something waits to be taken. On the heap, so that ten thousand quiet sockets stay small.
    waiting: Option<Pin<Box<Sleep>>>,
    /// Our own answer in the place of a bare one, as far as it is not yet written.
    instead: Vec<u8>,
    reading: Reading,
    guard: Guard,
}

impl<S> Patient<S> {
    /// Gives a reader that much time to take something.
    pub(super) fn new(socket: S, patience: Duration, reading: Reading, guard: Guard) -> Self {
        Patient { socket, patience, waiting: None, instead: Vec::new(), reading, guard }
    }

    /// Hands on what the socket says, and loses patience when it has said "later" for too long.
    fn patiently<T>(
        &mut self,
        cx: &mut Context<'_>,
        polled: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if polled.is_ready() {
            if self.waiting.take().is_some() {
                // While an answer waits here, hyper 1.12 may take up the next request on the connection, and not look at it when the
                // answer has gone out, as if somebody would call it again. Somebody does.
                cx.waker().wake_by_ref();
            }
            return polled;
        }
        let patience = self.patience;
        let waiting =
            self.waiting.get_or_insert_with(|| Box::pin(sleep_until(Instant::now() + patience)));
        ready!(waiting.as_mut().poll(cx));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the reader takes nothing")))
    }
}

impl<S: AsyncWrite + Unpin> Patient<S> {
    fn poll_instead(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.instead.is_empty() {
            let polled = Pin::new(&mut self.socket).poll_write(cx, &self.instead);
            match ready!(self.patiently(cx, polled))? {
                0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                written => self.instead.drain(..written),
            };
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.socket).poll_read(cx, buffer))?;
        self.reading.watch(&mut buffer.filled_mut()[before..]);
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        ready!(self.poll_instead(cx))?;
        if let Some(kind) = bare_refusal(bytes) {
            self.instead = refusal(kind, self.guard);
            return Poll::Ready(Ok(bytes.len()));
        }
        let polled = Pin::new(&mut self.socket).poll_write(cx, bytes);
        self.patiently(cx, polled)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_instead(cx))?;
        let polled = Pin::new(&mut self.socket).poll_flush(cx);
        self.patiently(cx, polled)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_instead(cx))?;
        let polled = Pin::new(&mut self.socket).poll_shutdown(cx);
        self.patiently(cx, polled)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        ready!(self.poll_instead(cx))?;
        if let [only] = slices
            && let Some(kind) = bare_refusal(only)
        {
            self.instead = refusal(kind, self.guard);
            return Poll::Ready(Ok(only.len()));
        }
        let polled = Pin::new(&mut self.socket).poll_write_vectored(cx, slices);
        self.patiently(cx, polled)
    }

    fn is_write_vectored(&self) -> bool {
        self.socket.is_write_vectored()
    }
}

/// What hyper refuses by itself, told by its answer: a head without a body and without any header of ours. Nothing that a handler
/// answers looks like this, as every such answer has our headers.
fn bare_refusal(bytes: &[u8]) -> Option<Kind> {
    let head = std::str::from_utf8(bytes.strip_prefix(b"HTTP/1.1 4")?).ok()?;
    let bare =
        bytes.len() < 200 && head.ends_with("\r\n\r\n") && head.contains("content-length: 0");
    let kind = match head.get(..2)? {
        "00" => Kind::Unreadable,
        "14" | "31" => Kind::TooLarge,
        _ => return None,
    };
    (bare && !head.contains(headers::ALWAYS[0].0.as_str())).then_some(kind)
}

/// An answer to a request that was never read, as bytes; the connection ends after it.
pub fn refusal(kind: Kind, guard: Guard) -> Vec<u8> {
    let detail = match kind {
        Kind::TooLarge => "expected an address and headers of at most 16 KiB in all",
        Kind::Busy => "there are too many connections, try again later",
        _ => "expected an HTTP/1.1 request, with lines that end with CR and LF",
    };
    let problem = Problem::new(kind, detail);
    let status = kind.status();
    let body = serde_json::to_vec(&problem.body()).unwrap_or_default();
    let mut guarded = HeaderMap::new();
    guard.put_on(&mut guarded);
    let mut answer = format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/problem+json\r\ncontent-length: {}\r\nconnection: close\r\n",
        body.len()
    )
    .into_bytes();
    for (name, value) in &guarded {
        answer.extend_from_slice(name.as_str().as_bytes());
        answer.extend_from_slice(b": ");
        answer.extend_from_slice(value.as_bytes());
        answer.extend_from_slice(b"\r\n");
    }
    answer.extend_from_slice(b"\r\n");
    answer.extend_from_slice(&body);
    answer
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::{Wake, Waker};

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    fn patient(
        socket: tokio::io::DuplexStream,
        patience: Duration,
    ) -> Patient<tokio::io::DuplexStream> {
        Patient::new(socket, patience, Reading::new(Arc::default()), Guard::default())
    }

    #[tokio::test]
    async fn a_reader_that_takes_nothing_is_given_up() {
        let (server, _client) = tokio::io::duplex(16);
        let patience = Duration::from_millis(50);
        let mut server = patient(server, patience);
        let begun = Instant::now();
        let error = server.write_all(&[0; 64]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert!(begun.elapsed() >= patience);
    }

    #[tokio::test]
    async fn a_reader_that_takes_something_is_given_time_anew() {
        let (server, mut client) = tokio::io::duplex(16);
        let mut server = patient(server, Duration::from_mins(1));
        let writing = tokio::spawn(async move {
            server.write_all(&[7; 160]).await.unwrap();
            server.waiting.is_none()
        });
        let mut taken = [0; 160];
        client.read_exact(&mut taken).await.unwrap();
        assert_eq!(taken, [7; 160]);
        assert!(writing.await.unwrap(), "no time runs when nothing waits");
    }

    #[test]
    fn whoever_wrote_is_called_again_after_a_write_that_had_to_wait() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let _inside = runtime.enter();
        let (server, mut client) = tokio::io::duplex(16);
        let mut server = patient(server, Duration::from_mins(1));
        let calls = Arc::new(Calls::default());
        let waker = Waker::from(Arc::clone(&calls));
        let mut cx = Context::from_waker(&waker);
        let mut write = || Pin::new(&mut server).poll_write(&mut cx, &[7; 16]).is_ready();
        assert!(write());
        assert_eq!(calls.count(), 0, "nothing had to wait");
        assert!(!write());
        runtime.block_on(client.read_exact(&mut [0; 16])).unwrap();
        let told = calls.count();
        assert!(write());
        assert_eq!(calls.count(), told + 1);
    }

    #[derive(Default)]
    struct Calls(AtomicUsize);

    impl Calls {
        fn count(&self) -> usize {
            self.0.load(Ordering::Relaxed)
        }
    }

    impl Wake for Calls {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[tokio::test]
    async fn a_bare_refusal_is_replaced_by_one_with_our_headers() {
        let (server, mut client) = tokio::io::duplex(4096);
        let mut server = patient(server, Duration::from_secs(10));
        let bare = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\n\r\n";
        server.write_all(bare).await.unwrap();
        server.shutdown().await.unwrap();
        let mut answer = String::new();
        client.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 413 Payload Too Large\r\n"), "{answer}");
        assert!(answer.contains("x-content-type-options: nosniff\r\n"), "{answer}");
        assert!(answer.ends_with("at most 16 KiB in all\"}"), "{answer}");
    }
}
