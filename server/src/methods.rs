//! The methods that the site understands.

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::ALLOW;
use actix_web::middleware::Next;
use actix_web::{Error, HttpResponse};

/// Lets `GET` and `HEAD` through and answers everything else with 405 (RFC
/// 9110, section 15.5.6): nothing here can be changed.
///
/// # Errors
/// Those of the service behind it.
pub async fn read_only(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<EitherBody<impl MessageBody>>, Error> {
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        return next.call(request).await.map(ServiceResponse::map_into_left_body);
    }
    let refusal = HttpResponse::MethodNotAllowed().insert_header((ALLOW, "GET, HEAD")).finish();
    Ok(request.into_response(refusal).map_into_right_body())
}
