//! Reading files that users name: never more than what such a file can hold.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// How large each kind of file may be, in bytes.
pub mod most {
    /// Settings, passwords.
    pub const SETTINGS: u64 = 1 << 20;
    /// Openings and positions, one a line.
    pub const POSITIONS: u64 = 64 << 20;
    /// Games that somebody collected, to look at.
    pub const RECORDS: u64 = 256 << 20;
    /// What matches and reports write themselves: a million games of any kind.
    pub const RESULTS: u64 = 4 << 30;
}

/// The bytes of a file that holds no more than `most`. Devices and pipes are read as far as that, too.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_from(File::open(path)?, most)
}

/// The same from anything that can be read.
pub fn read_from(source: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let problem = format!("it holds more than {} MB, too much for such a file", most >> 20);
        return Err(io::Error::other(problem));
    }
    Ok(bytes)
}

/// The text of a file that holds no more than `most` bytes.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    String::from_utf8(read(path, most)?).map_err(|_| {
        io::Error::new(io::ErrorKind::InvalidData, "expected text in UTF-8, got other bytes")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_ends_is_not_read_for_ever() {
        let error = read_from(io::repeat(b' '), 3 << 20).unwrap_err().to_string();
        assert_eq!(error, "it holds more than 3 MB, too much for such a file");
        assert_eq!(read_from(&b"abc"[..], 3).unwrap(), b"abc");
        assert!(read_from(&b"abcd"[..], 3).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_read_as_far_as_a_file_may_be_long() {
        let error = read_text(Path::new("/dev/zero"), 1 << 20).unwrap_err().to_string();
        assert!(error.starts_with("it holds more than 1 MB"), "{error}");
        assert_eq!(read_text(Path::new("/dev/null"), 1).unwrap(), "");
    }
}
