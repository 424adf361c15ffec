//! Pages: rendering, compression, the page cache and its fallback chain.

mod backoff;
mod cache;
mod cache_entry;
mod cache_outcome;
mod encoding;
mod error;
mod headers;
mod refresh;
mod rendering;
mod site_page;
mod streamed;
mod time_window;

pub use cache::{PageCache, PageCacheMode, PageResponse};
pub use cache_entry::CacheEntry;
pub use cache_outcome::CacheOutcome;
pub use error::PageError;
pub use headers::HTML;
pub use rendering::{CachedPage, PageRenderer};
pub use site_page::{SitePage, X_DEFAULT, alternates};
pub use streamed::StreamedPage;
pub use time_window::TimeWindows;
