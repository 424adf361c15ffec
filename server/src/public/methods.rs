//! The allowed methods.

use actix_web::HttpResponse;
use actix_web::dev::ServiceRequest;
use actix_web::http::Method;
use actix_web::http::header::{ALLOW, CACHE_CONTROL};

use super::hydration_errors;

/// Returns the response to a method that the path does not allow: 405 (RFC 9110, section
/// 15.5.6). Reports allow POST, all other paths GET and HEAD.
#[must_use]
pub(super) fn not_allowed(request: &ServiceRequest) -> Option<HttpResponse> {
    let (allowed, names): (&[Method], _) = match request.path() {
        hydration_errors::PATH => (&[Method::POST], "POST"),
        _ => (&[Method::GET, Method::HEAD], "GET, HEAD"),
    };
    if allowed.contains(request.method()) {
        return None;
    }
    let mut response = HttpResponse::MethodNotAllowed();
    response.insert_header((ALLOW, names));
    // A 405 is cacheable by default (RFC 9110, section 15.1), and a cache may use it for
    // GET.
    response.insert_header((CACHE_CONTROL, "no-store"));
    Some(response.finish())
}
