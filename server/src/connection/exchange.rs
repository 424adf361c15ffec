//! The state of the current request and its response, which a connection and the
//! application share.

use std::cell::{Cell, RefCell, RefMut};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, ready};

use actix_web::body::{BodySize, EitherBody, MessageBody};
use actix_web::dev::{Service, ServiceRequest, ServiceResponse};
use actix_web::http::header::CACHE_CONTROL;
use actix_web::http::{ConnectionType, Method, Version};
use actix_web::{Error, HttpRequest, HttpResponse};
use bytes::Bytes;
use futures_util::future::{self, Either};
use futures_util::{FutureExt, TryFutureExt};
use pin_project_lite::pin_project;

use super::Rejection;
use super::stored_response::StoredParts;
use crate::headers::Headers;

/// The shared state of a connection and the application, confined to one thread.
#[derive(Debug, Default)]
pub struct Exchange {
    /// Whether the application is still producing the response.
    is_in_progress: Cell<bool>,
    /// Whether a response had `Connection: close`.
    has_last_response: Cell<bool>,
    /// Why the request was rejected and replaced, if it was.
    rejection: Cell<Option<Rejection>>,
    /// What the connection sends after the output of the library.
    pub(super) stored: RefCell<StoredParts>,
    /// Whether the application waits until that is sent.
    awaits_flush: Cell<bool>,
}

impl Exchange {
    /// Starts the exchange of a request, or of the placeholder for a rejected one.
    pub(super) fn begin(&self, rejection: Option<Rejection>) {
        self.rejection.set(rejection);
        self.is_in_progress.set(true);
    }

    /// Prepares the head of a response. Returns whether the connection is to send its content.
    fn begin_response<B: MessageBody>(&self, response: &mut ServiceResponse<B>) -> bool {
        let content_length = match response.response().body().size() {
            // The library does not send the content of a response to HEAD.
            BodySize::Sized(length @ 1..) if response.request().method() != Method::HEAD => {
                Some(length)
            }
            _ => None,
        };
        let head = response.response_mut().head_mut();
        // Actix reuses response heads with the version of the previous response;
        // with an older version, every connection type would be `Close`.
        head.version = Version::HTTP_11;
        self.has_last_response.set(head.connection_type() == ConnectionType::Close);
        let is_stored = self.stored.borrow_mut().end_fields(content_length);
        let has_stored_content = is_stored && content_length.is_some();
        if has_stored_content {
            // The library adds no length to it.
            head.no_chunking(true);
        }
        has_stored_content
    }

    /// Whether the whole response has been produced.
    pub(super) fn is_complete(&self) -> bool {
        !self.is_in_progress.get()
    }

    /// Whether the application has waited until stored parts were sent. Resets it.
    pub(super) fn take_awaits_flush(&self) -> bool {
        self.awaits_flush.take()
    }

    /// Whether no further request is to be read (RFC 9112, section 9.6).
    pub(super) fn has_last_response(&self) -> bool {
        self.has_last_response.get()
    }
}

/// Returns the parts of the response to a request that the connection sends by itself: headers,
/// and if there are any, content, which must be a single chunk. `None` for a request without a
/// connection.
#[must_use]
pub fn stored_parts(request: &HttpRequest) -> Option<RefMut<'_, StoredParts>> {
    Some(request.conn_data::<Rc<Exchange>>()?.stored.borrow_mut())
}

/// Adds headers to the response to a request if it is a stored one. Returns whether it is.
#[must_use]
pub fn add_to_stored(request: &HttpRequest, headers: &Headers) -> bool {
    let stored = stored_parts(request).filter(|stored| stored.has_fields());
    stored.map(|mut stored| stored.add_all(headers)).is_some()
}

/// Returns the response to a request that the connection layer rejected.
#[must_use]
pub fn rejection(request: &ServiceRequest) -> Option<HttpResponse> {
    let status = request.conn_data::<Rc<Exchange>>()?.rejection.get()?.status()?;
    // Some of these are cacheable by default (RFC 9110, section 15.1).
    let no_store = (CACHE_CONTROL, "no-store");
    Some(HttpResponse::build(status).insert_header(no_store).force_close().finish())
}

/// Whether a request is the placeholder for one that the connection layer rejected.
#[must_use]
pub fn is_rejected(request: &ServiceRequest) -> bool {
    request.conn_data::<Rc<Exchange>>().is_some_and(|exchange| exchange.rejection.get().is_some())
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

/// Middleware that ends the exchange when the response has been produced. Must be the
/// outermost layer of every application.
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
        let exchange = guard.0.as_deref();
        let mut response = response.inspect_err(|_| {
            if let Some(exchange) = exchange {
                // The response to an error is the library's.
                exchange.stored.take();
            }
        })?;
        let is_stored = exchange.is_some_and(|exchange| exchange.begin_response(&mut response));
        Ok(response.map_body(|_, body| Tracked { body, guard, is_stored }))
    })
}

/// Ends the exchange when it is dropped.
#[derive(Debug)]
struct Guard(Option<Rc<Exchange>>);

impl Drop for Guard {
    fn drop(&mut self) {
        if let Some(exchange) = &self.0 {
            exchange.is_in_progress.set(false);
        }
    }
}

pin_project! {
    /// A response body; the exchange ends with it.
    #[derive(Debug)]
    pub struct Tracked<B> {
        #[pin]
        body: B,
        guard: Guard,
        // Whether the connection sends it.
        is_stored: bool,
    }
}

/// Size of the library's buffer, in bytes. A body that fits has ended for the application before
/// it is sent, a larger one afterwards: this layer does the same.
const BUFFERED: usize = 32 * 1024;

impl<B: MessageBody> MessageBody for Tracked<B> {
    type Error = B::Error;

    /// For the library, content that the connection sends is an empty stream.
    fn size(&self) -> BodySize {
        if self.is_stored { BodySize::Stream } else { self.body.size() }
    }

    fn poll_next(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let mut this = self.project();
        let Some(exchange) = this.guard.0.as_ref().filter(|_| *this.is_stored) else {
            return this.body.poll_next(cx);
        };
        while exchange.stored.borrow().unsent_content() < BUFFERED {
            match ready!(this.body.as_mut().poll_next(cx)) {
                Some(Ok(content)) => exchange.stored.borrow_mut().add_content(content),
                end => return Poll::Ready(end),
            }
        }
        exchange.awaits_flush.set(true);
        Poll::Pending
    }
}
