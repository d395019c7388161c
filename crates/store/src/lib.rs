//! Where live games are kept: an append-only log of events, and beside it what lists need.
