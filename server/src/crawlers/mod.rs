//! The files for crawlers: `robots.txt` and the sitemap, built once for each release
//! from the routes.

mod sitemap;

use std::io;

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, HeaderValue};
use url::Url;

use crate::http::{Headers, Representation, compress};
use crate::site::Site;
use crate::site::base_url;

use sitemap::PATH as SITEMAP;

/// The files for crawlers, by their paths.
#[derive(Debug)]
pub(crate) struct Crawlers([(&'static str, Representation); 2]);

impl Crawlers {
    /// Builds them for `site`, which is served at `public_url`.
    pub(crate) async fn new(site: &Site, public_url: &Url) -> io::Result<Self> {
        Ok(Self([
            ("/robots.txt", text("text/plain; charset=utf-8", robots(public_url)).await?),
            (SITEMAP, text("application/xml", sitemap::xml(site, public_url)).await?),
        ]))
    }

    pub(crate) fn get(&self, path: &str) -> Option<&Representation> {
        self.0.iter().find(|(own, _)| *own == path).map(|(_, file)| file)
    }
}

/// Returns `robots.txt` (RFC 9309) with rules that allow everything: crawlers need scripts,
/// styles and pictures to render a page, and what must not be indexed has `noindex`.
fn robots(public_url: &Url) -> String {
    let base = base_url(public_url);
    format!("User-agent: *\nAllow: /\n\nSitemap: {base}{SITEMAP}\n")
}

/// The text may change with the next release, which crawlers may notice late.
const AN_HOUR: HeaderValue = HeaderValue::from_static("public, max-age=3600");

async fn text(content_type: &'static str, text: String) -> io::Result<Representation> {
    let headers = Headers::default().with(CACHE_CONTROL, AN_HOUR);
    compress(StatusCode::OK, HeaderValue::from_static(content_type), headers, text.into()).await
}
