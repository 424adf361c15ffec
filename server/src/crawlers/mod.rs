//! The files for crawlers: `robots.txt` and the sitemap, built once for each release
//! from the routes.

mod fixed_answer;
mod robots;
mod sitemap;

use url::Url;

use crate::site::Site;

pub use fixed_answer::FixedAnswer;
pub use robots::PATH as ROBOTS;
pub use sitemap::{PATH as SITEMAP, SitemapError};

/// The responses for crawlers.
#[derive(Debug)]
pub struct Crawlers {
    /// At [`ROBOTS`].
    pub robots: FixedAnswer,
    /// At [`SITEMAP`].
    pub sitemap: FixedAnswer,
}

impl Crawlers {
    /// Builds them for `site`, which is served at `public_url`.
    ///
    /// # Errors
    /// [`SitemapError`].
    pub fn new(site: &Site, public_url: &Url) -> Result<Self, SitemapError> {
        let sitemap = sitemap::xml(site, public_url)?;
        Ok(Self {
            robots: FixedAnswer::new("text/plain; charset=utf-8", robots::text(public_url)),
            sitemap: FixedAnswer::new("application/xml", sitemap),
        })
    }
}
