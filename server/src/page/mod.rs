//! Pages: rendering, compression, the page cache and its fallback chain.

mod backoff;
mod cache;
mod cache_entry;
mod cached_page;
mod encoding;
mod error;
mod headers;
mod refresh;
mod rendering;
mod site_page;
mod streamed;
mod time_window;
mod url;

pub use cache::{PageCache, PageCacheMode, PageResponse};
pub use cache_entry::CacheEntry;
pub use cached_page::CachedPage;
pub use error::PageError;
pub use headers::HTML;
pub use rendering::PageRenderer;
pub use site_page::{SitePage, X_DEFAULT, alternates};
pub use streamed::StreamedPage;
pub use time_window::TimeWindows;
pub use url::Language;
