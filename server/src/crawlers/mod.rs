//! What crawlers are told: which pages there are, and where each of them stands
//! in every language. All of it is made once, from the list of routes that
//! requests are answered by.

mod fixed_answer;
mod robots;
mod sitemap;

use url::Url;

use crate::site::Site;

pub use fixed_answer::FixedAnswer;
pub use robots::PATH as ROBOTS;
pub use sitemap::{PATH as SITEMAP, SitemapError};

/// The answers at the addresses that only crawlers ask for.
#[derive(Debug)]
pub struct Crawlers {
    /// At [`ROBOTS`].
    pub robots: FixedAnswer,
    /// At [`SITEMAP`].
    pub sitemap: FixedAnswer,
}

impl Crawlers {
    /// What crawlers of `site` are told while visitors reach it at `public_url`.
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
