//! The files for crawlers: `robots.txt` and the sitemap, built once for each release
//! from the routes.

mod sitemap;

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG};
use actix_web::{HttpRequest, HttpResponse};
use bytes::Bytes;
use url::Url;

use crate::preconditions::{self, Verdict, digest};
use crate::public_url;
use crate::site::Site;

pub use sitemap::{PATH as SITEMAP, SitemapError};

/// Path of `robots.txt`.
pub const ROBOTS: &str = "/robots.txt";

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
            robots: StaticResponse::new("text/plain; charset=utf-8", robots(public_url)),
            sitemap: StaticResponse::new("application/xml", sitemap),
        })
    }
}

/// Returns `robots.txt` (RFC 9309) with rules that allow everything: crawlers need scripts,
/// styles and pictures to render a page, and what must not be indexed has `noindex`.
fn robots(public_url: &Url) -> String {
    let base = public_url::base(public_url);
    format!("User-agent: *\nAllow: /\n\nSitemap: {base}{SITEMAP}\n")
}

/// The text may change with the next release, which crawlers may notice late.
const AN_HOUR: &str = "public, max-age=3600";

/// A text response that is built once for each release.
#[derive(Debug)]
pub struct StaticResponse {
    content_type: &'static str,
    body: Bytes,
    /// Strong (RFC 9110, section 8.8.3), and the same on every pod.
    etag: String,
}

impl StaticResponse {
    fn new(content_type: &'static str, body: String) -> Self {
        let etag = format!("\"{}\"", digest(body.as_bytes()));
        Self { content_type, body: body.into(), etag }
    }

    /// Responds with the text; with 304 or 412 if a precondition of the request is false.
    #[must_use]
    pub fn respond(&self, request: &HttpRequest) -> HttpResponse {
        let etag = self.etag.as_str();
        let verdict = preconditions::evaluate(request, StatusCode::OK, Some(etag.as_bytes()));
        let mut response = match verdict {
            Verdict::Send => HttpResponse::Ok(),
            Verdict::NotModified => HttpResponse::NotModified(),
            Verdict::Failed => return preconditions::failed(),
        };
        response.insert_header((CACHE_CONTROL, AN_HOUR)).insert_header((ETAG, etag));
        if verdict == Verdict::NotModified {
            return response.finish();
        }
        response.insert_header((CONTENT_TYPE, self.content_type)).body(self.body.clone())
    }
}
