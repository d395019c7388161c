//! Monte Carlo tree search, with knowledge or plain.
