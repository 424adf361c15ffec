//! From a request for a page to its HTML.

mod accept_encoding;
mod address;
mod bucket;
mod encoding;
mod error;
mod handler;
mod ladder;
mod pages;
mod rendering;
mod slot;
mod stored;

pub use address::{Address, Language};
pub use bucket::TimeBuckets;
pub use error::PageError;
pub use handler::page;
pub use ladder::Step;
pub use pages::{PageCache, Pages};
pub use rendering::PageRenderer;
