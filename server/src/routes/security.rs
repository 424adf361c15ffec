//! The security headers, of errors too: those that change what a supported browser does with a page of
//! this site. `docs/caching.md` has the others, and why not.

use std::path::Path;
use std::sync::Arc;

use actix_web::Error;
use actix_web::dev::{Service, ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderValue};
use futures_util::TryFutureExt;

use crate::http::{Headers, value};
use crate::settings::Settings;
use crate::site::public_files::ASSETS;

/// Allows only the site's own scripts, styles, images, fonts and requests; no inline code, no framing. No script can make HTML or code of text (Trusted Types).
const CONTENT_SECURITY_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; \
     connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
);

/// The headers of a site.
pub(crate) struct SecurityHeaders {
    every: Headers,
    /// Those of all but scripts and style sheets, to which no browser applies them, and whose bytes
    /// delay the first paint.
    documents: Headers,
}

impl SecurityHeaders {
    /// Those of a site with these settings.
    pub(crate) fn new(settings: &Settings) -> Self {
        let fixed = HeaderValue::from_static;
        let documents = Headers::default()
            .with(header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY)
            .with(header::CROSS_ORIGIN_OPENER_POLICY, fixed("same-origin"));
        let mut every = Headers::default().with(header::X_CONTENT_TYPE_OPTIONS, fixed("nosniff"));
        if settings.public_url.scheme() == "https" {
            // RFC 6797, section 6.1.
            let hsts = value(format!("max-age={}", settings.hsts_max_age.as_secs()));
            every = every.with(header::STRICT_TRANSPORT_SECURITY, hsts);
        }
        Self { every, documents }
    }
}

/// Middleware that adds the security headers.
pub(super) fn secure<S, B>(
    security: &Arc<SecurityHeaders>,
    request: ServiceRequest,
    service: &S,
) -> impl Future<Output = Result<ServiceResponse<B>, Error>> + use<S, B>
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error>,
{
    let security = Arc::clone(security);
    let path = request.path();
    let extension = Path::new(path).extension().filter(|_| path.starts_with(ASSETS));
    let is_document = !extension.is_some_and(|extension| extension == "js" || extension == "css");
    service.call(request).map_ok(move |mut response| {
        security.every.add_to(response.headers_mut());
        if is_document {
            security.documents.add_to(response.headers_mut());
        }
        response
    })
}
