//! What comes in on a connection, watched as it passes: heads that end their lines wrongly are made unreadable, and frames of a
//! WebSocket are counted.
//!
//! The parser behind accepts a line feed alone as the end of a line; a proxy in front may not, and the two would disagree about where a
//! request ends. Libraries hand on whole messages; whoever sends parts of them without end would go uncounted.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use tokio::sync::Notify;

/// Frames that came on a connection since they were last asked about.
#[derive(Debug, Default)]
pub struct Frames {
    count: AtomicU32,
    exceeded: Notify,
}

impl Frames {
    /// How many may come between two resets.
    pub const MOST: u32 = 100;

    /// Waits until too many have come.
    pub async fn exceed(&self) {
        while self.count.load(Ordering::Relaxed) <= Frames::MOST {
            self.exceeded.notified().await;
        }
    }

    /// Counts from none again.
    pub fn reset(&self) {
        self.count.store(0, Ordering::Relaxed);
    }

    fn add(&self) {
        if self.count.fetch_add(1, Ordering::Relaxed) == Frames::MOST {
            self.exceeded.notify_one();
        }
    }
}

/// Follows what comes in.
#[derive(Debug)]
pub(super) struct Reading {
    part: Part,
    frames: Arc<Frames>,
}

/// What the next byte belongs to.
#[derive(Debug)]
enum Part {
    /// The head of a request.
    Head(Head),
    /// A body of known length, of which so much is left.
    Body(u64),
    /// A body whose end only its parser knows. The connection ends after it.
    Unmeasured,
    /// Frames of a WebSocket, after a head that asked for one. If it gets none, the connection ends.
    Frame(Frame),
}

/// What is known of a head so far.
#[derive(Debug, Default)]
struct Head {
    /// The beginning of the line, in small letters.
    line: Vec<u8>,
    last: u8,
    length: u64,
    is_unmeasured: bool,
    is_upgrade: bool,
}

/// So much of a line is looked at; the names of headers that matter and their values are shorter.
const LOOKED_AT: usize = 48;

/// A frame: its first bytes, then what is left of it.
#[derive(Debug, Default)]
struct Frame {
    first: Vec<u8>,
    left: u64,
}

impl Reading {
    pub(super) fn new(frames: Arc<Frames>) -> Reading {
        Reading { part: Part::Head(Head::default()), frames }
    }

    /// Watches some bytes pass. The end of a line that is none becomes a byte that no head may have.
    pub(super) fn watch(&mut self, mut bytes: &mut [u8]) {
        while !bytes.is_empty() {
            match &mut self.part {
                Part::Head(head) => {
                    let (first, rest) = std::mem::take(&mut bytes).split_at_mut(1);
                    if head.take(&mut first[0]) {
                        self.part = head.next_part();
                    }
                    bytes = rest;
                }
                Part::Body(left) => {
                    bytes = skip(bytes, left);
                    if *left == 0 {
                        self.part = Part::Head(Head::default());
                    }
                }
                Part::Unmeasured => return,
                Part::Frame(frame) if frame.left > 0 => bytes = skip(bytes, &mut frame.left),
                Part::Frame(frame) => {
                    if frame.take(bytes[0]) {
                        self.frames.add();
                    }
                    bytes = &mut bytes[1..];
                }
            }
        }
    }
}

fn skip<'a>(bytes: &'a mut [u8], left: &mut u64) -> &'a mut [u8] {
    let skipped = (*left).min(bytes.len() as u64);
    *left -= skipped;
    &mut bytes[skipped as usize..]
}

impl Head {
    /// Takes a byte, and says whether the head ends with it.
    fn take(&mut self, byte: &mut u8) -> bool {
        let (last, now) = (std::mem::replace(&mut self.last, *byte), *byte);
        match (last, now) {
            (b'\r', b'\n') => self.end_line(),
            (_, b'\n') => {
                *byte = 0;
                false
            }
            (_, b'\r') => false,
            _ => {
                if self.line.len() < LOOKED_AT {
                    self.line.push(now.to_ascii_lowercase());
                }
                false
            }
        }
    }

    fn end_line(&mut self) -> bool {
        let line = std::mem::take(&mut self.line);
        let line = String::from_utf8_lossy(&line);
        match line.split_once(':') {
            // Blank lines before a request are left out by the parser.
            None => return line.is_empty(),
            Some(("content-length", value)) => self.length = value.trim().parse().unwrap_or(0),
            Some(("transfer-encoding", _)) => self.is_unmeasured = true,
            Some(("upgrade", _)) => self.is_upgrade = true,
            Some(_) => {}
        }
        false
    }

    fn next_part(&self) -> Part {
        if self.is_upgrade {
            Part::Frame(Frame::default())
        } else if self.is_unmeasured {
            Part::Unmeasured
        } else if self.length > 0 {
            Part::Body(self.length)
        } else {
            Part::Head(Head::default())
        }
    }
}

impl Frame {
    /// Takes a byte of the beginning of a frame, and says whether that is whole now.
    fn take(&mut self, byte: u8) -> bool {
        self.first.push(byte);
        let Some(second) = self.first.get(1) else { return false };
        let (mask, short) = (if second & 0x80 == 0 { 0 } else { 4 }, second & 0x7f);
        let longer = match short {
            126 => 2,
            127 => 8,
            _ => 0,
        };
        if self.first.len() < 2 + longer {
            return false;
        }
        let length = self.first[2..2 + longer]
            .iter()
            .fold(0, |length: u64, byte| length << 8 | u64::from(*byte));
        let length = if longer == 0 { u64::from(short) } else { length };
        self.left = length.saturating_add(mask);
        self.first.clear();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What passes of these bytes, whether they come at once or one by one.
    fn passed(text: &[u8]) -> Vec<u8> {
        let mut at_once = text.to_vec();
        Reading::new(Arc::default()).watch(&mut at_once);
        let mut one_by_one = text.to_vec();
        let mut reading = Reading::new(Arc::default());
        one_by_one.chunks_mut(1).for_each(|byte| reading.watch(byte));
        assert_eq!(at_once, one_by_one);
        at_once
    }

    #[test]
    fn only_whole_line_ends_pass_in_heads_and_anything_in_bodies() {
        let good =
            b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\na\n\nbGET / HTTP/1.1\r\n\r\n";
        assert_eq!(passed(good), good);
        for bad in [
            "GET / HTTP/1.1\nhost: x\r\n\r\n",
            "GET / HTTP/1.1\r\nhost: x\n\n",
            "\nGET / HTTP/1.1\r\n\r\n",
        ] {
            assert!(passed(bad.as_bytes()).contains(&0), "{bad:?}");
        }
        let second = b"POST / HTTP/1.1\r\ncontent-length:2\r\n\r\n{}GET / HTTP/1.1\nx: y\r\n\r\n";
        assert!(passed(second).contains(&0), "the second request on a connection too");
    }

    #[test]
    fn frames_of_all_lengths_are_counted_whatever_they_carry() {
        let frames = Arc::<Frames>::default();
        let mut reading = Reading::new(Arc::clone(&frames));
        reading.watch(&mut b"GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n".to_vec());
        let mut bytes = Vec::new();
        for (length, head) in [
            (0, vec![0x01, 0x80]),
            (0, vec![0x00, 0x80]),
            (3, vec![0x80, 0x83]),
            (300, vec![0x82, 0xfe, 1, 44]),
            (70_000, vec![0x82, 0xff, 0, 0, 0, 0, 0, 1, 0x11, 0x70]),
        ] {
            bytes.extend(head);
            bytes.extend(vec![7; 4 + length]);
        }
        reading.watch(&mut bytes);
        assert_eq!(frames.count.load(Ordering::Relaxed), 5);
    }

    #[tokio::test]
    async fn too_many_frames_are_noticed_and_a_reset_begins_anew() {
        let frames = Frames::default();
        (0..Frames::MOST).for_each(|_| frames.add());
        frames.reset();
        (0..=Frames::MOST).for_each(|_| frames.add());
        frames.exceed().await;
    }
}
