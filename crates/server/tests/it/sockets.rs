//! What ends a WebSocket, byte by byte, and with which code.

use std::fmt::Write as _;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::support::{LONG, Running, head, table};

/// A frame as clients send it: masked, with a mask that changes nothing.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![first];
    match payload.len() {
        short @ 0..=125 => bytes.push(0x80 | short as u8),
        long => {
            bytes.push(0xfe);
            bytes.extend_from_slice(&(long as u16).to_be_bytes());
        }
    }
    bytes.extend_from_slice(&[0; 4]);
    bytes.extend_from_slice(payload);
    bytes
}

const TEXT: u8 = 0x81;
const FIRST_PART_OF_TEXT: u8 = 0x01;
const NEXT_PART: u8 = 0x00;
const UNKNOWN: u8 = 0x83;

async fn open(server: &Running, game: &str) -> TcpStream {
    let origin = server.origin();
    let headers = [
        ("upgrade", "websocket"),
        ("connection", "Upgrade"),
        ("sec-websocket-version", "13"),
        ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ("origin", origin.as_str()),
    ];
    let path = format!("/api/games/{game}/ws?since=2");
    let mut socket = TcpStream::connect(server.address).await.expect("a connection");
    let request = head(server.address, "GET", &path, &headers);
    socket.write_all(request.as_bytes()).await.expect("a request");
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        answer.push(socket.read_u8().await.expect("an answer"));
    }
    assert!(answer.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&answer));
    socket
}

/// The code and the reason with which the server ends it.
async fn ending(socket: &mut TcpStream) -> (u16, String) {
    loop {
        let first = socket.read_u8().await.expect("a frame");
        let length = match socket.read_u8().await.expect("a length") {
            126 => usize::from(socket.read_u16().await.expect("a length")),
            127 => socket.read_u64().await.expect("a length") as usize,
            short => usize::from(short),
        };
        let mut payload = vec![0; length];
        socket.read_exact(&mut payload).await.expect("a payload");
        if first == 0x88 {
            let code = u16::from_be_bytes([payload[0], payload[1]]);
            return (code, String::from_utf8_lossy(&payload[2..]).into_owned());
        }
    }
}

#[tokio::test]
async fn every_wrong_frame_ends_a_socket_with_the_code_that_is_meant_for_it() {
    let server = Running::start().await;
    let (_, _, game) = table(&server).await;
    let mut without_mask = frame(TEXT, b"");
    without_mask[1] = 0;
    without_mask.truncate(2);
    let endless: Vec<u8> = [frame(FIRST_PART_OF_TEXT, b"")]
        .into_iter()
        .chain(std::iter::repeat_n(frame(NEXT_PART, b""), 300))
        .flatten()
        .collect();
    let mut told = String::new();
    for (what, bytes) in [
        ("a message that is too large", frame(TEXT, &[b'x'; 8 * 1024 + 1])),
        ("text that is none", frame(TEXT, &[0xff, 0xfe])),
        ("a frame of no known kind", frame(UNKNOWN, b"")),
        ("a frame without a mask", without_mask),
        ("parts of a message that never begins", frame(NEXT_PART, b"x")),
        ("empty parts without end", endless),
        ("messages without end", frame(TEXT, b"{\"ping\":1}").repeat(300)),
    ] {
        let mut socket = open(&server, &game).await;
        socket.write_all(&bytes).await.expect("sent");
        let ended = tokio::time::timeout(LONG, ending(&mut socket)).await;
        let (code, reason) = ended.unwrap_or_else(|_| panic!("{what} does not end it"));
        writeln!(told, "{what}: {code} {reason}").expect("text");
    }
    assert_eq!(
        told,
        "a message that is too large: 1009 expected messages of at most 8 KiB\n\
         text that is none: 1007 expected text in UTF-8\n\
         a frame of no known kind: 1002 expected frames of RFC 6455\n\
         a frame without a mask: 1002 expected frames of RFC 6455\n\
         parts of a message that never begins: 1002 expected frames of RFC 6455\n\
         empty parts without end: 1008 too many messages\n\
         messages without end: 1008 too many messages\n"
    );
    server.stop().await;
}
