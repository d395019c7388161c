//! The full-screen terminal client.
