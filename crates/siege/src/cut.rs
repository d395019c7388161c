//! A stream that breaks at a chosen byte, in a chosen direction.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use crate::luck::Luck;

/// When a stream breaks.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// After so many bytes read.
    pub read: usize,
    /// After so many bytes written.
    pub written: usize,
    /// Whether the server learns of it by a reset, which also drops what is under way, or by an orderly end.
    pub reset: bool,
}

impl Budget {
    /// A stream that never breaks.
    pub const ENDLESS: Budget = Budget { read: usize::MAX, written: usize::MAX, reset: false };

    /// Breaks somewhere in one of the two directions, at most after so many bytes.
    pub fn draw(luck: &mut Luck, read: usize, written: usize) -> Budget {
        let reset = luck.one_in(2);
        if luck.one_in(2) {
            Budget { read: luck.below(read), written: usize::MAX, reset }
        } else {
            Budget { read: usize::MAX, written: luck.below(written), reset }
        }
    }
}

/// A stream with a budget. It counts itself once it has broken.
#[derive(Debug)]
pub struct Cut {
    stream: TcpStream,
    left: Budget,
    cuts: Arc<AtomicU64>,
    broken: bool,
}

impl Cut {
    /// Puts a budget on a stream.
    pub fn new(stream: TcpStream, budget: Budget, cuts: &Arc<AtomicU64>) -> io::Result<Cut> {
        if budget.reset {
            stream.set_zero_linger()?;
        }
        Ok(Cut { stream, left: budget, cuts: cuts.clone(), broken: false })
    }

    fn break_off(&mut self) -> io::Error {
        if !self.broken {
            self.broken = true;
            self.cuts.fetch_add(1, Ordering::Relaxed);
        }
        io::Error::new(io::ErrorKind::ConnectionAborted, "cut here on purpose")
    }
}

impl AsyncRead for Cut {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.left.read == 0 || self.broken {
            return Poll::Ready(Err(self.break_off()));
        }
        let allowed = self.left.read.min(buffer.remaining());
        let mut part = ReadBuf::new(buffer.initialize_unfilled_to(allowed));
        let polled = Pin::new(&mut self.stream).poll_read(context, &mut part);
        let read = part.filled().len();
        buffer.advance(read);
        if self.left.read != usize::MAX {
            self.left.read -= read;
        }
        polled
    }
}

impl AsyncWrite for Cut {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.left.written == 0 || self.broken {
            return Poll::Ready(Err(self.break_off()));
        }
        let part = bytes.len().min(self.left.written);
        let polled = Pin::new(&mut self.stream).poll_write(context, &bytes[..part]);
        if let Poll::Ready(Ok(written)) = polled
            && self.left.written != usize::MAX
        {
            self.left.written -= written;
        }
        polled
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn a_stream_breaks_exactly_at_its_byte_and_is_counted_once() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let near = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (mut far, _) = listener.accept().await.unwrap();
        let cuts = Arc::new(AtomicU64::new(0));
        let budget = Budget { read: 3, written: 5, reset: false };
        let mut cut = Cut::new(near, budget, &cuts).unwrap();
        far.write_all(b"abcdef").await.unwrap();
        let mut read = Vec::new();
        assert!(cut.read_to_end(&mut read).await.is_err());
        assert!(cut.write_all(b"1234567").await.is_err());
        drop(cut);
        assert_eq!((read.as_slice(), cuts.load(Ordering::Relaxed)), (&b"abc"[..], 1));
    }
}
