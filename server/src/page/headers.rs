//! Headers of pages.

use std::time::Duration;

use actix_web::http::header::{self, HeaderName, HeaderValue};

use super::cache_outcome::CacheOutcome;
use crate::content::Links;
use crate::http::{Headers, NO_STORE, value};
use crate::locale::Language;
use crate::site::Site;

/// RFC 9213, section 3.1.
const CDN_CACHE_CONTROL: HeaderName = HeaderName::from_static("cdn-cache-control");
/// Tags by which a CDN purges pages, separated by commas.
const CACHE_TAG: HeaderName = HeaderName::from_static("cache-tag");

/// The media type of pages.
pub(crate) const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");

/// Cache headers of pages. `docs/caching.md` has the reasons, and which cache reads
/// which header.
pub(super) struct CacheHeaders {
    /// While a page is fresh, and when it is stale.
    whole: [Headers; 2],
    /// The same without the operator's links.
    without_links: [Headers; 2],
    shell: Headers,
}

impl CacheHeaders {
    /// Headers of pages that are fresh for `ttl`, while the operator's links are
    /// refreshed every `refresh`.
    pub(super) fn new(ttl: Duration, refresh: Duration) -> Self {
        let (ttl, refresh) = (ttl.as_secs(), refresh.as_secs());
        // No `s-maxage`: it forbids every stale response (RFC 9111, sections
        // 5.2.2.10 and 4.2.4), and with it `stale-if-error`. So a cache that
        // reads no RFC 9213 revalidates each time, as browsers do.
        let usable = |max_age| {
            headers(
                "public, max-age=0, stale-if-error=86400",
                format!("max-age={max_age}, stale-while-revalidate=60, stale-if-error=86400"),
            )
        };
        // The links may be there after the next refresh, and no cache may serve pages with disabled
        // buttons then. `must-revalidate`, since some caches serve stale responses by default.
        let unusable = |max_age| {
            headers(
                "public, max-age=0, must-revalidate",
                format!("max-age={max_age}, must-revalidate"),
            )
        };
        // A shared cache would use a page that is stale already for as long again.
        // Not 0: Varnish would not store it, and have nothing during an outage.
        let stale = 1;
        Self {
            whole: [ttl, stale].map(usable),
            without_links: [ttl.min(refresh), stale].map(unusable),
            shell: Headers::default().with(header::CACHE_CONTROL, NO_STORE),
        }
    }

    /// Headers of a page with these links.
    pub(super) fn of(&self, links: &Links, outcome: CacheOutcome) -> &Headers {
        let [fresh, stale] = if links.are_complete() { &self.whole } else { &self.without_links };
        match outcome {
            CacheOutcome::Shell => &self.shell,
            CacheOutcome::Stale | CacheOutcome::StaleIfError => stale,
            _ => fresh,
        }
    }
}

fn headers(cache_control: &'static str, cdn_cache_control: String) -> Headers {
    Headers::default()
        .with(header::CACHE_CONTROL, HeaderValue::from_static(cache_control))
        .with(CDN_CACHE_CONTROL, value(cdn_cache_control))
}

/// Headers of every response with the page, whatever its cache outcome.
pub(super) fn of_page(site: &Site, language: &Language) -> Headers {
    let code = language.locale().code().to_owned();
    let tags = tags(site, &code);
    let headers = Headers::default();
    // Not the script: a browser that runs none reports a failed request.
    let headers = match site.asset("style") {
        Some(style) => {
            headers.with(header::LINK, value(format!("<{style}>; rel=preload; as=style")))
        }
        None => headers,
    };
    let headers = match language {
        Language::Fixed(_) => headers,
        Language::Negotiated(_) => {
            headers.with(header::VARY, HeaderValue::from_static("Accept-Language"))
        }
    };
    headers.with(header::CONTENT_LANGUAGE, value(code)).with(CACHE_TAG, value(tags.join(",")))
}

/// Tags of a page: those of all pages, of its language, and of its build. The prefix
/// distinguishes them from those of other sites in the same cache.
fn tags(site: &Site, code: &str) -> [String; 3] {
    [
        "marquee-page".to_owned(),
        format!("marquee-lang-{}", code.to_ascii_lowercase()),
        format!("marquee-build-{}", site.build),
    ]
}
