//! Who is who, how often who may ask, and what browsers may do with our answers. It knows neither routes nor connections: the gate of `api` asks
//! it about each request.

pub mod cookie;
pub mod guests;
pub mod headers;
pub mod limits;
pub mod names;
pub mod network;
pub mod origin;
pub mod token;
