//! The security headers, of errors too: those that change what a supported browser does with a page of
//! this site. `docs/caching.md` has the others, and why not.

use std::path::Path;
use std::sync::Arc;

use actix_web::dev::{Service, ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderValue};
use actix_web::{Error, HttpMessage};
use futures_util::TryFutureExt;

use super::Routed;
use crate::http::{Headers, value};
use crate::settings::Settings;
use crate::site::public_files::ASSETS;

/// The headers of a site, beside its policy.
pub(crate) struct SecurityHeaders {
    every: Headers,
    /// Those of all but scripts and style sheets, as is the policy: no browser applies them to those, whose
    /// bytes delay the first paint.
    documents: Headers,
}

impl SecurityHeaders {
    /// Those of a site with these settings.
    pub(crate) fn new(settings: &Settings) -> Self {
        let fixed = HeaderValue::from_static;
        let documents =
            Headers::default().with(header::CROSS_ORIGIN_OPENER_POLICY, fixed("same-origin"));
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
    let routed = request.extensions().get::<Routed>().filter(|_| is_document).cloned();
    service.call(request).map_ok(move |mut response| {
        security.every.add_to(response.headers_mut());
        if let Some(routed) = routed {
            let policy = routed.release.site.policy.clone();
            security.documents.add_to(response.headers_mut());
            response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
        }
        response
    })
}
