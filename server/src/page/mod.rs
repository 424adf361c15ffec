//! From a request for a page to its HTML.

mod address;
mod encoding;
mod error;
mod handler;
mod seed;

pub use address::{Address, Language};
pub use error::PageError;
pub use handler::{page, request_for};
