//! Headers that many answers carry.

use std::time::Duration;

use actix_web::http::header::HeaderValue;
use actix_web::middleware::DefaultHeaders;
use url::Url;

use crate::crawlers::{Alternate, alternates};
use crate::locale::Locales;
use crate::page::Address;
use crate::routes::Target;
use crate::site::Site;

/// Only the site's own files may run, style or be asked; nothing inline, no
/// frames around it.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'";

/// What asks visitors for something is asked by no page here. Short, since it
/// travels with every picture.
const PERMISSIONS_POLICY: &str = "camera=(), geolocation=(), microphone=(), payment=(), usb=()";

/// A year; RFC 6797, section 6.1.
const STRICT_TRANSPORT_SECURITY: &str = "max-age=31536000";

/// The security headers of every answer, errors included, as the OWASP Secure
/// Headers Project recommends them. `reload_origin` is where a development page
/// listens for rebuilds.
#[must_use]
pub fn security(public_url: &Url, reload_origin: Option<&str>) -> DefaultHeaders {
    let policy = match reload_origin {
        Some(origin) => CONTENT_SECURITY_POLICY
            .replace("connect-src 'self'", &format!("connect-src 'self' {origin}")),
        None => CONTENT_SECURITY_POLICY.to_owned(),
    };
    let headers = DefaultHeaders::new()
        .add(("Content-Security-Policy", policy))
        .add(("Cross-Origin-Opener-Policy", "same-origin"))
        .add(("Cross-Origin-Resource-Policy", "same-origin"))
        .add(("Permissions-Policy", PERMISSIONS_POLICY))
        .add(("Referrer-Policy", "strict-origin-when-cross-origin"))
        .add(("X-Content-Type-Options", "nosniff"))
        .add(("X-Frame-Options", "DENY"));
    if public_url.scheme() == "https" {
        headers.add(("Strict-Transport-Security", STRICT_TRANSPORT_SECURITY))
    } else {
        headers
    }
}

/// What pages say of themselves.
#[derive(Debug, Clone)]
pub struct PageHeaders {
    /// `Cache-Control`: shared caches keep a page as long as the server does,
    /// show it a little longer while they ask for the next (RFC 5861), and a day
    /// longer when there is none; browsers ask each time.
    pub cache_control: HeaderValue,
    /// `Link` of the page at each path.
    links: Vec<(String, HeaderValue)>,
    /// The languages that crawlers are told of.
    locales: Locales,
}

impl PageHeaders {
    /// For pages of `site`, which visitors reach at `public_url`, that stay the
    /// same for `ttl`.
    #[must_use]
    pub fn new(site: &Site, public_url: &Url, ttl: Duration) -> Self {
        let seconds = ttl.as_secs();
        let cache_control = format!(
            "public, max-age=0, s-maxage={seconds}, stale-while-revalidate=60, \
             stale-if-error=86400"
        );
        let links = site
            .routes
            .pages()
            .map(|path| (path.to_owned(), header(link(site, public_url, path))))
            .collect();
        Self { cache_control: header(cache_control), links, locales: site.locales.clone() }
    }

    /// `Link` (RFC 8288) of the page at one of the site's own addresses: the file
    /// that it needs first, and its translations, which crawlers thus know
    /// before they have read it. A page that search engines shall not keep has no
    /// translations for them either.
    #[must_use]
    pub fn link(&self, Address { path, language }: &Address<'_>) -> Option<&HeaderValue> {
        let is_spoken = self.locales.iter().any(|locale| locale == language.locale());
        let path = if is_spoken { path } else { Target::NOT_FOUND_PATH };
        self.links.iter().find(|(known, _)| known == path).map(|(_, link)| link)
    }
}

fn link(site: &Site, public_url: &Url, path: &str) -> String {
    // Not the script: a browser that runs none reports a failed request.
    let style = site.asset("style").map(|style| format!("<{style}>; rel=preload; as=style"));
    let translations = if site.routes.indexable().any(|indexable| indexable == path) {
        alternates(site, public_url, path)
    } else {
        Vec::new()
    };
    let translations = translations.into_iter().map(|Alternate { hreflang, address }| {
        format!("<{address}>; rel=\"alternate\"; hreflang=\"{hreflang}\"")
    });
    style.into_iter().chain(translations).collect::<Vec<_>>().join(", ")
}

/// Addresses that the build made are ASCII.
fn header(text: String) -> HeaderValue {
    HeaderValue::try_from(text).unwrap_or_else(|_| HeaderValue::from_static(""))
}
