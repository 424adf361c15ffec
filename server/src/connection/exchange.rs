//! What a connection and the application let each other know of the request that
//! is being answered.

use std::cell::Cell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, EitherBody, MessageBody};
use actix_web::dev::{Service, ServiceRequest, ServiceResponse};
use actix_web::http::header::CACHE_CONTROL;
use actix_web::http::{ConnectionType, Version};
use actix_web::{Error, HttpResponse};
use bytes::Bytes;
use futures_util::future::{Either, ready};
use futures_util::{FutureExt, TryFutureExt};
use pin_project_lite::pin_project;

use super::Rejection;

/// The state that both sides share; all of it belongs to one thread.
#[derive(Debug, Default)]
pub struct Exchange {
    /// Whether the application has yet to produce the end of a response.
    is_under_way: Cell<bool>,
    /// Whether a response said that it is the connection's last.
    has_last_response: Cell<bool>,
    /// Why the request that is passed on is not the client's.
    rejection: Cell<Option<Rejection>>,
}

impl Exchange {
    /// A request is passed on, or what stands for one that is rejected.
    pub(super) fn begin(&self, rejection: Option<Rejection>) {
        self.rejection.set(rejection);
        self.is_under_way.set(true);
    }

    /// Whether the whole response has been produced.
    pub(super) fn is_answered(&self) -> bool {
        !self.is_under_way.get()
    }

    /// Whether no further request is to be read (RFC 9112, section 9.6).
    pub(super) fn has_last_response(&self) -> bool {
        self.has_last_response.get()
    }
}

/// The response to a request that its connection has rejected.
#[must_use]
pub fn rejection(request: &ServiceRequest) -> Option<HttpResponse> {
    let status = request.conn_data::<Rc<Exchange>>()?.rejection.get()?.status()?;
    // Some of these are cacheable by default (RFC 9110, section 15.1).
    let no_store = (CACHE_CONTROL, "no-store");
    Some(HttpResponse::build(status).insert_header(no_store).force_close().finish())
}

/// Whether a request stands for one that its connection has rejected.
#[must_use]
pub fn is_rejected(request: &ServiceRequest) -> bool {
    request.conn_data::<Rc<Exchange>>().is_some_and(|exchange| exchange.rejection.get().is_some())
}

/// Responds with what is given, or has the service do so.
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
            Either::Right(ready(Ok(response)))
        }
    }
}

/// Lets the connection know when the response has been produced. The outermost
/// layer of every application.
///
/// # Errors
/// Those of the service behind it.
pub fn track<S, B>(
    request: ServiceRequest,
    service: &S,
) -> impl Future<Output = Result<ServiceResponse<Tracked<B>>, Error>> + use<S, B>
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody,
{
    let guard = Guard(request.conn_data::<Rc<Exchange>>().cloned());
    service.call(request).map(|response| {
        response.map(|mut response| {
            if let Some(exchange) = &guard.0 {
                let head = response.response_mut().head_mut();
                // Heads are used again, and keep the version of the last response that
                // was sent; by an older one, any connection would seem to end.
                head.version = Version::HTTP_11;
                let connection_type = head.connection_type();
                exchange.has_last_response.set(connection_type == ConnectionType::Close);
            }
            response.map_body(|_, body| Tracked { body, _guard: guard })
        })
    })
}

/// Ends the exchange when it is dropped.
#[derive(Debug)]
struct Guard(Option<Rc<Exchange>>);

impl Drop for Guard {
    fn drop(&mut self) {
        if let Some(exchange) = &self.0 {
            exchange.is_under_way.set(false);
        }
    }
}

pin_project! {
    /// A response body; the exchange ends with it.
    #[derive(Debug)]
    pub struct Tracked<B> {
        #[pin]
        body: B,
        _guard: Guard,
    }
}

impl<B: MessageBody> MessageBody for Tracked<B> {
    type Error = B::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        self.project().body.poll_next(cx)
    }
}
