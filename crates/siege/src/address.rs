//! Where to connect to, and from where. Loopback only, always.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use anyhow::{Context as _, bail, ensure};
use tokio::net::{TcpSocket, TcpStream};

use crate::luck::Luck;

/// One address has some 28,000 ports to connect from, and the server may count connections by address.
const SOURCES: u32 = 40;

/// The address in a text such as `http://127.0.0.1:8080`; any address that is not this machine is refused.
pub fn parse_url(url: &str) -> anyhow::Result<SocketAddr> {
    let Some(rest) = url.strip_prefix("http://") else {
        bail!("expected an address such as http://127.0.0.1:8080, got `{url}`");
    };
    let host = rest.split('/').next().unwrap_or(rest).replace("localhost", "127.0.0.1");
    let addr: SocketAddr =
        host.parse().with_context(|| format!("expected 127.0.0.1:PORT, got `{host}`"))?;
    ensure!(
        matches!(addr.ip(), IpAddr::V4(ip) if ip.is_loopback()),
        "only this machine may be attacked (127.0.0.1), not {}",
        addr.ip()
    );
    Ok(addr)
}

/// A way to the server, from many addresses of this machine in turn.
#[derive(Clone, Debug)]
pub struct Route {
    to: SocketAddr,
    turn: Arc<AtomicU32>,
    only_from: Option<u8>,
}

impl Route {
    /// The way to that address.
    pub fn new(to: SocketAddr) -> Route {
        Route { to, turn: Arc::new(AtomicU32::new(0)), only_from: None }
    }

    /// The same way, from one address that no other has: the last part of it.
    #[must_use]
    pub fn only_from(self, last: u8) -> Route {
        Route { only_from: Some(last), ..self }
    }

    /// Where it leads.
    pub fn to(&self) -> SocketAddr {
        self.to
    }

    /// What a page of this server would send as its origin.
    pub fn origin(&self) -> String {
        format!("http://{}", self.to)
    }

    /// A new connection.
    pub async fn connect(&self) -> io::Result<TcpStream> {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed) % SOURCES;
        let source = match self.only_from {
            None => Ipv4Addr::new(127, 0, 0, 2 + turn as u8),
            Some(last) => Ipv4Addr::new(127, 0, 1, last),
        };
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::from((source, 0)))?;
        let stream = socket.connect(self.to).await?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }
}

/// The servers that a proxy sends to, each as good as the others. All who hold it see it change.
#[derive(Clone, Debug, Default)]
pub struct Ways(Arc<RwLock<Vec<Route>>>);

impl Ways {
    /// These.
    pub fn new(routes: Vec<Route>) -> Ways {
        Ways(Arc::new(RwLock::new(routes)))
    }

    /// From now on these.
    pub fn set(&self, routes: Vec<Route>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = routes;
    }

    /// All of them now.
    pub fn all(&self) -> Vec<Route> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// One of them; nothing where there are none.
    pub fn pick(&self, luck: &mut Luck) -> Option<Route> {
        let all = self.0.read().unwrap_or_else(PoisonError::into_inner);
        (!all.is_empty()).then(|| luck.pick(&all[..]).clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_may_be_attacked() {
        assert_eq!(parse_url("http://127.0.0.1:80/").unwrap().port(), 80);
        assert_eq!(parse_url("http://localhost:81").unwrap().port(), 81);
        for other in ["http://10.0.0.1:80", "http://example.org:80", "https://127.0.0.1:80", "x"] {
            assert!(parse_url(other).is_err(), "{other}");
        }
    }
}
