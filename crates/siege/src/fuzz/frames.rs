//! Mutated WebSocket frames: texts that nobody expected, and frames that break the protocol.

use serde_json::json;

use crate::luck::Luck;

use super::values;

/// A frame as a client should send it: masked.
pub fn frame(luck: &mut Luck, first: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![first];
    match payload.len() {
        length @ ..126 => bytes.push(0x80 | length as u8),
        length @ ..65536 => {
            bytes.push(0xfe);
            bytes.extend((length as u16).to_be_bytes());
        }
        length => {
            bytes.push(0xff);
            bytes.extend((length as u64).to_be_bytes());
        }
    }
    let mask = (luck.bits() as u32).to_be_bytes();
    bytes.extend(mask);
    bytes.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    bytes
}

/// Frames after which the connection goes on, and how many they are.
pub fn tolerable(luck: &mut Luck) -> (Vec<u8>, u64) {
    match luck.below(8) {
        0 => {
            let payload = values::text(luck).into_bytes();
            (frame(luck, 0x89, &payload[..payload.len().min(125)]), 1)
        }
        1 => (frame(luck, 0x8a, b"unasked"), 1),
        2 => {
            let ping = json!({"ping": values::value(luck, 2)}).to_string();
            (frame(luck, 0x81, short(&ping)), 1)
        }
        3 => {
            let payload = values::value(luck, 3).to_string();
            let payload = short(&payload);
            let parts: Vec<&[u8]> =
                payload.chunks(payload.len() / luck.between(1, 4) + 1).collect();
            let mut bytes = Vec::new();
            for (index, part) in parts.iter().enumerate() {
                let last = if index + 1 == parts.len() { 0x80 } else { 0 };
                bytes.extend(frame(luck, last | u8::from(index == 0), part));
            }
            (bytes, parts.len() as u64)
        }
        _ => {
            let payload = values::value(luck, 4).to_string();
            (frame(luck, 0x81, short(&payload)), 1)
        }
    }
}

/// At most 8,000 bytes of a text, which the server must take; cut where a character ends.
fn short(text: &str) -> &[u8] {
    let mut end = text.len().min(8_000);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text.as_bytes()[..end]
}

/// A frame after which the server may close.
pub fn intolerable(luck: &mut Luck) -> Vec<u8> {
    let text = values::value(luck, 2).to_string();
    let text = short(&text);
    match luck.below(14) {
        0 => {
            let opcode = *luck.pick(&[3, 4, 5, 6, 7, 11, 12, 13, 14, 15]);
            frame(luck, 0x80 | opcode, text)
        }
        1 => [&[0x81, text.len().min(125) as u8][..], &text[..text.len().min(125)]].concat(),
        2 => {
            let reserved = *luck.pick(&[0x10, 0x20, 0x40, 0x70]);
            frame(luck, 0x81 | reserved, text)
        }
        3 => frame(luck, 0x89, &[b'x'; 200]),
        4 => frame(luck, 0x09, b"half a ping"),
        5 => frame(luck, 0x80, text),
        6 => [frame(luck, 0x01, text), frame(luck, 0x81, text)].concat(),
        7 => [&[0x81, 0xff][..], &u64::MAX.to_be_bytes(), b"mask"].concat(),
        8 => [&[0x81, 0xff][..], &(1u64 << luck.between(14, 62)).to_be_bytes(), b"mask", text]
            .concat(),
        9 => {
            let bad =
                *luck.pick(&[&b"\xff"[..], b"\xc0\x80", b"\xed\xa0\x80", b"ok\xf5\x80\x80\x80"]);
            frame(luck, 0x81, bad)
        }
        10 => frame(luck, 0x82, text),
        11 => {
            let close = *luck.pick(&[
                &b""[..],
                b"\x03",
                b"\x00\x00",
                b"\x03\xed",
                b"\xff\xff",
                b"\x03\xe8\xff\xfe",
                b"\x03\xe8bye",
            ]);
            frame(luck, 0x88, close)
        }
        12 => {
            let whole = frame(luck, 0x81, text);
            whole[..luck.below(whole.len())].to_vec()
        }
        _ => {
            let big = vec![b' '; luck.between(8_193, 100_000)];
            frame(luck, 0x81, &big)
        }
    }
}
