//! The methods that the site understands.

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::ALLOW;
use actix_web::middleware::Next;
use actix_web::{Error, HttpResponse};

use crate::hydration_errors;

/// Lets `GET` and `HEAD` through, or `POST` where reports are taken, and answers
/// everything else with 405 (RFC 9110, section 15.5.6).
///
/// # Errors
/// Those of the service behind it.
pub async fn allow(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<EitherBody<impl MessageBody>>, Error> {
    let (allowed, names): (&[Method], _) = match request.path() {
        hydration_errors::PATH => (&[Method::POST], "POST"),
        _ => (&[Method::GET, Method::HEAD], "GET, HEAD"),
    };
    if allowed.contains(request.method()) {
        return next.call(request).await.map(ServiceResponse::map_into_left_body);
    }
    let refusal = HttpResponse::MethodNotAllowed().insert_header((ALLOW, names)).finish();
    Ok(request.into_response(refusal).map_into_right_body())
}
