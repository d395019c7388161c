//! The engine protocol UGI, both sides.
