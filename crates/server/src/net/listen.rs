//! Where connections come in.

use std::io;
use std::net::SocketAddr;

use tokio::net::{TcpListener, TcpSocket, lookup_host};

/// How many connections may wait to be accepted.
const BACKLOG: u32 = 4096;
/// How many bytes the system keeps for a reader who has not taken them. Left to itself it would keep megabytes for each, and we would
/// learn late that a reader takes nothing.
const UNSENT: u32 = 64 * 1024;

/// Listens at the first usable address that `HOST:PORT` means.
pub async fn listen(address: &str) -> io::Result<TcpListener> {
    let mut last = io::Error::new(io::ErrorKind::InvalidInput, "expected HOST:PORT");
    for address in lookup_host(address).await? {
        match listen_at(address) {
            Ok(listener) => return Ok(listener),
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn listen_at(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // A restarted server need not wait for the connections of the one before it.
    socket.set_reuseaddr(true)?;
    // Sockets that are accepted inherit it.
    socket.set_send_buffer_size(UNSENT)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}
