//! Responses that no resource gives.

use actix_web::body::EitherBody;
use actix_web::dev::{Service, ServiceRequest, ServiceResponse};
use actix_web::http::header::{CACHE_CONTROL, ContentType};
use actix_web::{Error, HttpResponse};
use futures_util::TryFutureExt;
use futures_util::future::{self, Either};

use super::NO_STORE;
use crate::connection;

/// The response to a request that the connection layer has rejected.
#[must_use]
pub fn rejection_response(request: &ServiceRequest) -> Option<HttpResponse> {
    let status = connection::rejection(request)?.status()?;
    let mut response = HttpResponse::build(status);
    response.content_type(ContentType::plaintext()).force_close();
    // Some of these are cacheable by default (RFC 9110, section 15.1).
    response.insert_header((CACHE_CONTROL, NO_STORE));
    Some(response.body(format!("{status}\n")))
}

/// Responds with `response`, or calls the service if there is none.
///
/// # Errors
/// Those of the service.
pub fn respond_or_call<S, B>(
    response: Option<HttpResponse>,
    request: ServiceRequest,
    service: &S,
) -> impl Future<Output = Result<ServiceResponse<EitherBody<B>>, Error>> + use<S, B>
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error>,
{
    match response {
        None => Either::Left(service.call(request).map_ok(ServiceResponse::map_into_left_body)),
        Some(response) => {
            let response = request.into_response(response).map_into_right_body();
            Either::Right(future::ready(Ok(response)))
        }
    }
}
