//! The security headers of every response, errors included, as the OWASP Secure
//! Headers Project recommends them.

use std::sync::Arc;

use actix_web::Error;
use actix_web::dev::{Service, ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderValue};
use futures_util::TryFutureExt;
use url::Url;

use crate::headers::Headers;

/// Allows only the site's own scripts, styles, images and requests; no inline code, no
/// framing.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'";

/// No page uses a feature that needs a permission. Short, since every response has
/// it.
const PERMISSIONS_POLICY: &str = "camera=(), geolocation=(), microphone=(), payment=(), usb=()";

/// A year; RFC 6797, section 6.1.
const STRICT_TRANSPORT_SECURITY: &str = "max-age=31536000";

/// Returns the headers of a site at `public_url`.
#[must_use]
pub fn headers(public_url: &Url) -> Headers {
    let fixed = HeaderValue::from_static;
    let headers = Headers::default()
        .with(header::CONTENT_SECURITY_POLICY, fixed(CONTENT_SECURITY_POLICY))
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

/// Middleware that adds the security headers to every response.
///
/// # Errors
/// Those of the service.
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
