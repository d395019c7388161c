//! Load, kill and fuzz a running server, and check what it promised.

fn main() {}
