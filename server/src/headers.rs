//! Headers that many answers carry.

use std::sync::Arc;
use std::time::Duration;

use actix_web::Error;
use actix_web::dev::{Service, ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use futures_util::TryFutureExt;
use url::Url;

use crate::crawlers::{Alternate, alternates};
use crate::page::{Address, Language};
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

/// Headers that many answers have, made once.
#[derive(Debug, Clone, Default)]
pub struct Headers(Vec<(HeaderName, HeaderValue)>);

impl Headers {
    /// These, and one more.
    #[must_use]
    pub fn with(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.0.push((name, value));
        self
    }

    /// Puts them into an answer.
    pub fn add_to(&self, answer: &mut HeaderMap) {
        for (name, value) in &self.0 {
            answer.insert(name.clone(), value.clone());
        }
    }
}

/// The security headers of every answer, errors included, as the OWASP Secure
/// Headers Project recommends them. `reload_origin` is where a development page
/// listens for rebuilds.
#[must_use]
pub fn security(public_url: &Url, reload_origin: Option<&str>) -> Headers {
    let policy = match reload_origin {
        Some(origin) => CONTENT_SECURITY_POLICY
            .replace("connect-src 'self'", &format!("connect-src 'self' {origin}")),
        None => CONTENT_SECURITY_POLICY.to_owned(),
    };
    let fixed = HeaderValue::from_static;
    let headers = Headers::default()
        .with(header::CONTENT_SECURITY_POLICY, value(policy))
        .with(header::CROSS_ORIGIN_OPENER_POLICY, fixed("same-origin"))
        .with(header::CROSS_ORIGIN_RESOURCE_POLICY, fixed("same-origin"))
        .with(header::PERMISSIONS_POLICY, fixed(PERMISSIONS_POLICY))
        .with(header::REFERRER_POLICY, fixed("strict-origin-when-cross-origin"))
        .with(header::X_CONTENT_TYPE_OPTIONS, fixed("nosniff"))
        .with(header::X_FRAME_OPTIONS, fixed("DENY"));
    if public_url.scheme() == "https" {
        headers.with(header::STRICT_TRANSPORT_SECURITY, fixed(STRICT_TRANSPORT_SECURITY))
    } else {
        headers
    }
}

/// Answers with security headers whatever the service answers.
///
/// # Errors
/// Those of the service.
pub fn secure<S, B>(
    security: &Arc<Headers>,
    request: ServiceRequest,
    service: &S,
) -> impl Future<Output = Result<ServiceResponse<B>, Error>> + use<S, B>
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error>,
{
    let security = Arc::clone(security);
    service.call(request).map_ok(move |mut answer| {
        security.add_to(answer.headers_mut());
        answer
    })
}

/// `Cache-Control` of a page that stays the same for `ttl`: shared caches keep it
/// as long as the server does, show it a little longer while they ask for the
/// next (RFC 5861), and a day longer when there is none; browsers ask each time.
#[must_use]
pub fn cache_control(ttl: Duration) -> HeaderValue {
    let seconds = ttl.as_secs();
    value(format!(
        "public, max-age=0, s-maxage={seconds}, stale-while-revalidate=60, stale-if-error=86400"
    ))
}

/// What every answer with the page at one of the site's own addresses says of
/// it, however it was come by.
#[must_use]
pub fn of_page(site: &Site, public_url: &Url, address: &Address<'_>) -> Headers {
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

/// A header's value of text that is ASCII by its making: what the build and the
/// settings say, numbers, names.
pub(crate) fn value(text: String) -> HeaderValue {
    HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static(""))
}
