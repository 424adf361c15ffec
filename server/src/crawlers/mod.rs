//! The files for crawlers: `robots.txt` and the sitemap, built once for each release
//! from the routes.

mod robots;
mod sitemap;
mod static_response;

use url::Url;

use crate::site::Site;

pub use robots::PATH as ROBOTS;
pub use sitemap::{PATH as SITEMAP, SitemapError};
pub use static_response::StaticResponse;

/// The responses for crawlers.
#[derive(Debug)]
pub struct Crawlers {
    /// At [`ROBOTS`].
    pub robots: StaticResponse,
    /// At [`SITEMAP`].
    pub sitemap: StaticResponse,
}

impl Crawlers {
    /// Builds them for `site`, which is served at `public_url`.
    ///
    /// # Errors
    /// [`SitemapError`].
    pub fn new(site: &Site, public_url: &Url) -> Result<Self, SitemapError> {
        let sitemap = sitemap::xml(site, public_url)?;
        Ok(Self {
            robots: StaticResponse::new("text/plain; charset=utf-8", robots::text(public_url)),
            sitemap: StaticResponse::new("application/xml", sitemap),
        })
    }
}
