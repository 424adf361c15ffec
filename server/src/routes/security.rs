//! The security headers of every response, errors included: those that change what a supported
//! browser does with a page of this site. `docs/caching.md` has the others, and why not.

use std::sync::Arc;

use actix_web::Error;
use actix_web::dev::{Service, ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderValue};
use futures_util::TryFutureExt;

use crate::http::{Headers, value};
use crate::settings::Settings;

/// Allows only the site's own scripts, styles, images and requests; no inline code, no framing. No script can make HTML or code of text (Trusted Types).
const CONTENT_SECURITY_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
     manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
     require-trusted-types-for 'script'; trusted-types 'none'",
);

/// Returns the headers of a site with these settings.
pub(crate) fn headers(settings: &Settings) -> Headers {
    let fixed = HeaderValue::from_static;
    let headers = Headers::default()
        .with(header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY)
        .with(header::CROSS_ORIGIN_OPENER_POLICY, fixed("same-origin"))
        .with(header::X_CONTENT_TYPE_OPTIONS, fixed("nosniff"));
    if settings.public_url.scheme() == "https" {
        // RFC 6797, section 6.1.
        let hsts = value(format!("max-age={}", settings.hsts_max_age.as_secs()));
        headers.with(header::STRICT_TRANSPORT_SECURITY, hsts)
    } else {
        headers
    }
}

/// Middleware that adds the security headers to every response.
pub(super) fn secure<S, B>(
    security: &Arc<Headers>,
    request: ServiceRequest,
    service: &S,
) -> impl Future<Output = Result<ServiceResponse<B>, Error>> + use<S, B>
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error>,
{
    let security = Arc::clone(security);
    service.call(request).map_ok(move |mut response| {
        security.add_to(response.headers_mut());
        response
    })
}
