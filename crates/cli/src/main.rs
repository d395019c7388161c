//! The quintet binary.

fn main() {}
