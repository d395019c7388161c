//! Where requests come from, as far as it can be held against anybody.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// What one household or machine has for itself: an IPv4 address, or the 64 bits that an IPv6 network begins with. Whoever has one
/// address of such a network has all the others, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Network(IpAddr);

impl Network {
    /// That of an address.
    pub fn of(address: IpAddr) -> Network {
        Network(match address.to_canonical() {
            IpAddr::V6(address) => Ipv6Addr::from(u128::from(address) >> 64 << 64).into(),
            short @ IpAddr::V4(_) => short,
        })
    }

    /// The address that it begins with, by which it is called.
    pub fn address(self) -> IpAddr {
        self.0
    }
}

impl Default for Network {
    /// Where nothing is known of it.
    fn default() -> Self {
        Network(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(text: &str) -> Network {
        Network::of(text.parse().unwrap())
    }

    #[test]
    fn neighbours_in_one_network_count_as_one() {
        assert_eq!(network("2001:db8::1"), network("2001:db8::ffff:1"));
        assert_eq!(network("2001:db8::1"), network("2001:db8::ffff:ffff:ffff:ffff"));
        assert_ne!(network("2001:db8::1"), network("2001:db8:0:1::1"));
        assert_eq!(network("::ffff:10.0.0.1"), network("10.0.0.1"));
        assert_ne!(network("10.0.0.1"), network("10.0.0.2"));
    }
}
