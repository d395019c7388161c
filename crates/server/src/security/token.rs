//! Secrets and names made of random bits.
//!
//! A token is all that a guest has: whoever shows it is that guest. Only its hash is stored, so that a stolen database opens nothing.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// The system has no random bits to give.
#[derive(Debug, thiserror::Error)]
#[error("the system gives no random numbers: {0}")]
pub struct NoChance(#[from] getrandom::Error);

/// A new secret: 192 random bits.
pub fn fresh_token() -> Result<String, NoChance> {
    random_hex::<24>()
}

/// A new id of a guest or a session: 96 random bits. It is no secret, it only must not come up twice.
pub fn fresh_id() -> Result<String, NoChance> {
    random_hex::<12>()
}

/// A random number.
pub fn random_number() -> Result<u64, NoChance> {
    Ok(getrandom::u64()?)
}

/// What is stored of a token.
pub fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

fn random_hex<const BYTES: usize>() -> Result<String, NoChance> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes)?;
    let mut text = String::with_capacity(2 * BYTES);
    for byte in bytes {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_has_192_random_bits_and_never_comes_twice() {
        let (one, other) = (fresh_token().unwrap(), fresh_token().unwrap());
        assert_eq!(one.len(), 48);
        assert!(one.chars().all(|letter| letter.is_ascii_hexdigit()), "{one}");
        assert_ne!(one, other);
    }

    #[test]
    fn the_hash_is_sha_256() {
        // The example of FIPS 180-4.
        let start = [0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea];
        assert_eq!(hash("abc")[..8], start);
    }
}
