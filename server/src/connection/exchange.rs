//! The state of the current request and its response, which a connection and the
//! application share.

use std::cell::Cell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, ready};

use actix_http::{Request, Response, ResponseHead};
use actix_web::body::{BodySize, MessageBody};
use actix_web::dev::{Service, ServiceRequest};
use actix_web::http::{ConnectionType, Version};
use bytes::Bytes;
use futures_util::TryFutureExt;
use pin_project_lite::pin_project;

use super::Rejection;

/// The shared state of a connection and the application, confined to one thread.
#[derive(Debug, Default)]
pub struct Exchange {
    /// Whether the application is still producing the response.
    pub(super) is_in_progress: Cell<bool>,
    /// Whether a part of the content that is known already has not been passed on.
    pub(super) has_more_parts: Cell<bool>,
    /// Whether the response had `Connection: close`: no further request is to be read (RFC 9112,
    /// section 9.6).
    pub(super) has_last_response: Cell<bool>,
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
}

/// Returns why the connection layer has rejected a request, for which this one is a placeholder.
#[must_use]
pub fn rejection(request: &ServiceRequest) -> Option<Rejection> {
    request.conn_data::<Rc<Exchange>>()?.rejection.get()
}

/// Calls an application, and ends the exchange when the response has been produced.
pub(super) fn track<S, B>(
    request: Request,
    application: &S,
) -> impl Future<Output = Result<Response<Tracked<B>>, S::Error>> + use<S, B>
where
    S: Service<Request, Response: Into<Response<B>>>,
{
    let guard = ExchangeGuard(request.conn_data::<Rc<Exchange>>().cloned().unwrap_or_default());
    application.call(request).map_ok(|response| {
        let mut response = response.into();
        guard.0.begin_response(response.head_mut());
        response.map_body(|_, body| Tracked { body, rest: Bytes::new(), guard })
    })
}

/// Ends the exchange when it is dropped.
#[derive(Debug)]
struct ExchangeGuard(Rc<Exchange>);

impl Drop for ExchangeGuard {
    fn drop(&mut self) {
        self.0.is_in_progress.set(false);
        self.0.has_more_parts.set(false);
    }
}

/// Limit of a part of a response's content, in bytes: the library copies each into a buffer.
pub(super) const PART: usize = 16 << 10;

pin_project! {
    /// A response body in parts of limited size; the exchange ends with it.
    #[derive(Debug)]
    pub(super) struct Tracked<B> {
        #[pin]
        body: B,
        // What was taken from the body, and not passed on yet.
        rest: Bytes,
        guard: ExchangeGuard,
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
        let this = self.project();
        if this.rest.is_empty() {
            match ready!(this.body.poll_next(cx)) {
                Some(Ok(bytes)) => *this.rest = bytes,
                end => return Poll::Ready(end),
            }
        }
        let part = this.rest.split_to(this.rest.len().min(PART));
        this.guard.0.has_more_parts.set(!this.rest.is_empty());
        Poll::Ready(Some(Ok(part)))
    }
}
