//! The state of the current request and its response, which a connection and the
//! application share.

use std::cell::Cell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use actix_web::Error;
use actix_web::body::{BodySize, MessageBody};
use actix_web::dev::{ResponseHead, Service, ServiceRequest, ServiceResponse};
use actix_web::http::{ConnectionType, Version};
use bytes::Bytes;
use futures_util::TryFutureExt;
use pin_project_lite::pin_project;

use super::Rejection;

/// The shared state of a connection and the application, confined to one thread.
#[derive(Debug, Default)]
pub struct Exchange {
    /// Whether the application is still producing the response.
    is_in_progress: Cell<bool>,
    /// Whether a response had `Connection: close`.
    has_last_response: Cell<bool>,
    /// Why the request was rejected and replaced, if it was.
    rejection: Cell<Option<Rejection>>,
}

impl Exchange {
    /// Starts the exchange of a request, or of the placeholder for a rejected one.
    pub(super) fn begin(&self, rejection: Option<Rejection>) {
        self.rejection.set(rejection);
        self.is_in_progress.set(true);
    }

    /// Prepares the head of a response.
    fn begin_response(&self, head: &mut ResponseHead) {
        // Actix reuses response heads with the version of the previous response;
        // with an older version, every connection type would be `Close`.
        head.version = Version::HTTP_11;
        self.has_last_response.set(head.connection_type() == ConnectionType::Close);
    }

    /// Whether the whole response has been produced.
    pub(super) fn is_complete(&self) -> bool {
        !self.is_in_progress.get()
    }

    /// Whether no further request is to be read (RFC 9112, section 9.6).
    pub(super) fn has_last_response(&self) -> bool {
        self.has_last_response.get()
    }
}

/// Returns why the connection layer has rejected a request, for which this one is a placeholder.
#[must_use]
pub fn rejection(request: &ServiceRequest) -> Option<Rejection> {
    request.conn_data::<Rc<Exchange>>()?.rejection.get()
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
    service.call(request).map_ok(|mut response| {
        if let Some(exchange) = &guard.0 {
            exchange.begin_response(response.response_mut().head_mut());
        }
        response.map_body(|_, body| Tracked { body, guard })
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
