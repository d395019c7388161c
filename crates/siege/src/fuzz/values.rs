//! Wild texts and JSON values, and valid ones made wild.

use serde_json::{Map, Number, Value, json};

use crate::luck::Luck;

const TEXTS: &[&str] = &[
    "",
    " ",
    "\0",
    "\u{202e}evil\u{202c}",
    "\u{feff}",
    "e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
    "👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "../../../../etc/passwd",
    "%00%2e%2e%2f",
    "'; DROP TABLE events; --",
    "<script>alert(1)</script>",
    "{{assets}}",
    "\r\nset-cookie: x=y",
    "null",
    "true",
    "NaN",
    "-1",
    "9999999999999999999999999999",
    "level:9",
    "level:-1",
    "level:",
    "me",
    "open",
    "first",
    "a1",
    "z99,9@z99",
    "cell:",
    "item:4294967296",
    "7/7/7/7/7/7/7 x 1",
    "(((((((((((((((((((",
];

const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "-1",
    "1",
    "2",
    "63",
    "64",
    "65",
    "255",
    "256",
    "65535",
    "65536",
    "2147483648",
    "4294967295",
    "4294967296",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "-9223372036854775808",
    "0.5",
    "-0.0",
    "1e308",
    "-1e308",
    "1e-320",
];

/// A text that nobody expected.
pub fn text(luck: &mut Luck) -> String {
    match luck.below(6) {
        0 => luck.pick(TEXTS).repeat(luck.between(1, 400)),
        1 => (0..luck.below(80))
            .filter_map(|_| char::from_u32(luck.bits() as u32 % 0x11_0000))
            .collect(),
        2 => (0..luck.below(80)).map(|_| char::from(luck.below(128) as u8)).collect(),
        _ => (*luck.pick(TEXTS)).to_owned(),
    }
}

/// A number at an edge.
pub fn number(luck: &mut Luck) -> Value {
    let text = *luck.pick(NUMBERS);
    let whole =
        text.parse::<u64>().map(Number::from).or_else(|_| text.parse::<i64>().map(Number::from));
    let number = whole.ok().or_else(|| Number::from_f64(text.parse().unwrap_or(0.5)));
    number.map_or(Value::Null, Value::Number)
}

/// Any value, at most so deep.
pub fn value(luck: &mut Luck, depth: usize) -> Value {
    match luck.below(if depth == 0 { 5 } else { 7 }) {
        0 => Value::Null,
        1 => Value::Bool(luck.one_in(2)),
        2 | 3 => number(luck),
        4 => Value::String(text(luck)),
        5 => (0..luck.below(6)).map(|_| value(luck, depth - 1)).collect(),
        _ => {
            let entries = (0..luck.below(6)).map(|_| (text(luck), value(luck, depth - 1)));
            Value::Object(entries.collect::<Map<_, _>>())
        }
    }
}

/// A valid value with some parts made wild; now and then it stays as it is.
pub fn mutate(luck: &mut Luck, mut valid: Value) -> Value {
    for _ in 0..luck.below(4) {
        match &mut valid {
            Value::Object(fields) => {
                let names: Vec<String> = fields.keys().cloned().collect();
                let name = if names.is_empty() { text(luck) } else { luck.pick(&names).clone() };
                match luck.below(5) {
                    0 => drop(fields.remove(&name)),
                    1 => drop(fields.insert(text(luck), value(luck, 2))),
                    2 => {
                        let inner = fields.remove(&name).unwrap_or(Value::Null);
                        fields.insert(name, mutate(luck, inner));
                    }
                    _ => drop(fields.insert(name, value(luck, 3))),
                }
            }
            Value::Array(list) => match luck.below(3) {
                0 => list.push(value(luck, 2)),
                1 => drop(list.pop()),
                _ => list.insert(0, json!(text(luck))),
            },
            other => *other = value(luck, 2),
        }
    }
    valid
}

/// A value as bytes, which now and then are no JSON any more.
pub fn bytes(luck: &mut Luck, value: &Value) -> Vec<u8> {
    let mut bytes = value.to_string().into_bytes();
    match luck.below(12) {
        0 => bytes.truncate(luck.below(bytes.len())),
        1 => {
            for _ in 0..luck.between(1, 8) {
                let at = luck.below(bytes.len());
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = luck.bits() as u8;
                }
            }
        }
        2 => {
            let (open, close) = *luck.pick(&[("[", "]"), ("{\"a\":", "}"), ("[{\"b\":[", "]}]")]);
            let depth = luck.between(1, 2000);
            bytes = format!("{}1{}", open.repeat(depth), close.repeat(depth)).into_bytes();
        }
        3 => {
            let digits = "9".repeat(luck.between(1, 3000));
            let number =
                *luck.pick(&["1e999999", "-1E-99999", "0x10", "01", "1.", ".5", "Infinity"]);
            let number = if luck.one_in(2) { digits } else { number.to_owned() };
            bytes =
                format!("{{\"ply\":{number},\"version\":{number},\"move\":{number}}}").into_bytes();
        }
        4 => {
            let at = luck.below(bytes.len() + 1);
            bytes.splice(
                at..at,
                luck.pick(&[*b"\xff\xfe", *b"\xc0\xaf", *b"\xed\xa0"]).iter().copied(),
            );
        }
        _ => {}
    }
    bytes
}
