//! Pages: rendering, compression, the page cache and its fallback chain.

mod cache;
mod cache_entry;
mod cache_outcome;
mod error;
mod headers;
mod refresh;
mod rendering;
mod site_page;
mod streamed;
mod time_window;

pub(crate) use cache::{PageCache, PageResponse};
pub(crate) use cache_entry::Progress;
pub(crate) use cache_outcome::CacheOutcome;
pub(crate) use error::PageError;
pub(crate) use headers::HTML;
pub(crate) use rendering::{CachedPage, PageRenderer, Rendition};
pub(crate) use site_page::{Alternate, SitePage, X_DEFAULT, alternates};
pub(crate) use streamed::StreamedPage;
pub(crate) use time_window::TimeWindows;
