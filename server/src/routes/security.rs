//! The security headers, of errors too: those that change what a supported browser does with a page of
//! this site. `docs/caching.md` has the others, and why not.

use std::path::Path;
use std::rc::Rc;

use actix_web::dev::{Service, ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderValue};
use actix_web::{Error, HttpMessage};
use futures_util::TryFutureExt;

use super::Routed;
use crate::http::{Headers, value};
use crate::settings::Settings;
use crate::site::public_files::ASSETS;

/// The headers of every response of a site with these settings.
pub(super) fn headers_of_every_response(settings: &Settings) -> Headers {
    let nosniff = HeaderValue::from_static("nosniff");
    let headers = Headers::default().with(header::X_CONTENT_TYPE_OPTIONS, nosniff);
    if settings.public_url.scheme() != "https" {
        return headers;
    }
    // RFC 6797, section 6.1.
    let hsts = value(format!("max-age={}", settings.hsts_max_age.as_secs()));
    headers.with(header::STRICT_TRANSPORT_SECURITY, hsts)
}

/// Middleware that adds the headers of every response, and the policies of a document.
pub(super) fn secure<S, B>(
    every: &Rc<Headers>,
    request: ServiceRequest,
    service: &S,
) -> impl Future<Output = Result<ServiceResponse<B>, Error>> + use<S, B>
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error>,
{
    let every = Rc::clone(every);
    let path = request.path();
    // No browser applies the policies to scripts and style sheets, whose bytes delay the first paint.
    let is_document = !(path.starts_with(ASSETS) && is_code(path));
    let routed = request.extensions().get::<Routed>().filter(|_| is_document).cloned();
    service.call(request).map_ok(move |mut response| {
        let headers = response.headers_mut();
        every.add_to(headers);
        if let Some(routed) = routed {
            let opener_policy = HeaderValue::from_static("same-origin");
            headers.insert(header::CONTENT_SECURITY_POLICY, routed.release.site.policy.clone());
            headers.insert(header::CROSS_ORIGIN_OPENER_POLICY, opener_policy);
        }
        response
    })
}

/// Whether a path is that of a script or a style sheet.
fn is_code(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension == "js" || extension == "css")
}
