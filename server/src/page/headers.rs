//! What pages say of themselves.

use std::time::Duration;

use actix_web::http::header::{self, HeaderValue};
use url::Url;

use super::alternates::{Alternate, alternates};
use super::{Address, Language};
use crate::headers::{Headers, value};
use crate::site::Site;

/// `Cache-Control` of a page that stays the same for `ttl`: shared caches keep it
/// as long as the server does, show it a little longer while they ask for the
/// next (RFC 5861), and a day longer when there is none; browsers ask each time.
#[must_use]
pub(super) fn cache_control(ttl: Duration) -> HeaderValue {
    let seconds = ttl.as_secs();
    value(format!(
        "public, max-age=0, s-maxage={seconds}, stale-while-revalidate=60, stale-if-error=86400"
    ))
}

/// What every answer with the page at one of the site's own addresses says of
/// it, however it was come by.
#[must_use]
pub(super) fn of_page(site: &Site, public_url: &Url, address: &Address<'_>) -> Headers {
    let vary = match address.language {
        Language::Fixed(_) => "Accept-Encoding",
        Language::Negotiated(_) => "Accept-Encoding, Accept-Language",
    };
    let language = address.language.locale().code().to_owned();
    Headers::default()
        .with(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"))
        .with(header::CONTENT_LANGUAGE, value(language))
        .with(header::LINK, value(link(site, public_url, address)))
        .with(header::VARY, HeaderValue::from_static(vary))
}

/// `Link` (RFC 8288): the file that a page needs first, and its translations,
/// which crawlers thus know before they have read it. A page that search engines
/// shall not keep has no translations for them either.
fn link(site: &Site, public_url: &Url, Address { path, language }: &Address<'_>) -> String {
    // Not the script: a browser that runs none reports a failed request.
    let style = site.asset("style").map(|style| format!("<{style}>; rel=preload; as=style"));
    let is_spoken = site.locales.iter().any(|locale| locale == language.locale());
    let is_indexable = site.routes.indexable().any(|indexable| indexable == *path);
    let translations =
        if is_spoken && is_indexable { alternates(site, public_url, path) } else { Vec::new() };
    let translations = translations.into_iter().map(|Alternate { hreflang, address }| {
        format!("<{address}>; rel=\"alternate\"; hreflang=\"{hreflang}\"")
    });
    style.into_iter().chain(translations).collect::<Vec<_>>().join(", ")
}
