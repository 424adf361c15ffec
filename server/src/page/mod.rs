//! The site's pages: rendered, compressed, kept for as long as they are true, and
//! what is sent when one is not there.

mod address;
mod ahead;
mod alternates;
mod backoff;
mod bucket;
mod encoding;
mod error;
mod headers;
mod pages;
mod rendering;
mod slot;
mod stored;
mod streamed;

pub use address::{Address, Language};
pub use alternates::{Alternate, alternates};
pub use bucket::TimeBuckets;
pub use encoding::{EncodedPage, EncodedPageError, SUPPORTED};
pub use error::PageError;
pub use pages::{Answer, PageCache, Pages};
pub use rendering::PageRenderer;
pub use slot::Slot;
pub use stored::{StoredPage, Variant};
pub use streamed::{Rest, StreamedPage};
