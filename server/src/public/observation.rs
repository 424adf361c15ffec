//! What is told of each request: its numbers, its line in the log, its span in a
//! trace. Nothing of it is what the client wrote: not the URL, not its query, not
//! where from. A request id and a trace are taken from trusted proxies alone.

use std::borrow::Cow;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Instant;

use actix_web::body::{BodySize, MessageBody};
use actix_web::dev::{Service, ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use actix_web::http::{ConnectionType, Method, StatusCode};
use actix_web::{Error, HttpMessage, web};
use bytes::Bytes;
use data_encoding::HEXLOWER;
use futures_util::FutureExt;
use pin_project_lite::pin_project;
use tracing::{Instrument, Span};

use super::assets;
use crate::app::App;
use crate::connection;
use crate::ladder::Step;
use crate::locale::Locale;
use crate::metrics::{GaugeGuard, RequestLabels};
use crate::routes::Target;
use crate::telemetry::{ACCESS, TRACES, TraceContext, milliseconds};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// What stands for the path of a request that its connection has rejected.
const REJECTED: &str = "rejected";

/// Longest id that is taken from a trusted proxy, bytes.
const LONGEST_ID: usize = 64;

/// What became of a request for a page; its handler leaves it with the request.
#[derive(Debug, Clone)]
pub struct Served {
    /// The step of the ladder.
    pub step: Step,
    /// The page's language.
    pub language: Locale,
}

/// Watches a request until the last byte of its answer.
///
/// # Errors
/// Those of the service behind it.
pub fn observe<S, B>(
    app: &web::Data<App>,
    request: ServiceRequest,
    service: &S,
) -> impl Future<Output = Result<ServiceResponse<Observed<B>>, Error>> + use<S, B>
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody,
{
    let mut observation = Observation::begin(app, &request);
    let span = observation.span.clone();
    service.call(request).instrument(span).map(|answer| match answer {
        Ok(mut answer) => {
            observation.answered(&mut answer);
            Ok(answer.map_body(|_, body| Observed::new(body, observation)))
        }
        Err(error) => {
            observation.status = Some(error.as_response_error().status_code());
            Err(error)
        }
    })
}

/// What stands for the address of a request: one of the paths in the list of
/// routes, a page, or all files.
fn label(app: &App, request: &ServiceRequest) -> Cow<'static, str> {
    let path = request.path();
    if connection::is_rejected(request) {
        return Cow::Borrowed(REJECTED);
    }
    // Pages first: they are asked for most, and the list of routes is long.
    if app.release().site.routes.contains(path) {
        Cow::Owned(path.to_owned())
    } else if path.starts_with(assets::PREFIX) {
        Cow::Borrowed(assets::ROUTE)
    } else {
        request.match_pattern().map_or(Cow::Borrowed(Target::NOT_FOUND_PATH), Cow::Owned)
    }
}

/// A method that sites are asked by (RFC 9110, section 9; RFC 5789), or what
/// stands for the rest in the conventions of OpenTelemetry.
fn known(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        Method::PATCH => "PATCH",
        _ => "_OTHER",
    }
}

/// The trace that a request belongs to, if it belongs to one.
fn trace_id(caller: Option<TraceContext>, span: &Span) -> Option<String> {
    match caller {
        Some(caller) => {
            let trace_id = caller.trace_id();
            caller.adopt(span);
            Some(trace_id)
        }
        None if span.is_disabled() => None,
        None => Some(TraceContext::of_span(span).trace_id()),
    }
}

/// Returns the id in the headers of a trusted proxy, if it is one; or that of the
/// trace; or a new one.
fn request_id(headers: Option<&HeaderMap>, trace_id: Option<&str>) -> HeaderValue {
    let is_id = |value: &&HeaderValue| {
        !value.is_empty()
            && value.len() <= LONGEST_ID
            && value.as_bytes().iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
    };
    if let Some(id) = headers.and_then(|headers| headers.get(REQUEST_ID)).filter(is_id) {
        return id.clone();
    }
    let new = || HEXLOWER.encode(&fastrand::u128(..).to_ne_bytes());
    let id = trace_id.map_or_else(new, str::to_owned);
    HeaderValue::try_from(id).unwrap_or_else(|_| HeaderValue::from_static("none"))
}

struct Observation {
    app: web::Data<App>,
    begun: Instant,
    method: &'static str,
    route: Cow<'static, str>,
    /// `None` until there is an answer, and for ever when the visitor leaves before.
    status: Option<StatusCode>,
    served: Option<Served>,
    request_id: HeaderValue,
    trace_id: Option<String>,
    bytes: u64,
    is_whole: bool,
    span: Span,
    _active: GaugeGuard,
}

impl Observation {
    /// In a box, since it is moved from layer to layer.
    fn begin(app: &web::Data<App>, request: &ServiceRequest) -> Box<Self> {
        let begun = Instant::now();
        let method = known(request.method());
        let route = label(app, request);
        let is_from_proxy = app.trusted_proxies.contains_peer(request.peer_addr());
        let trusted = is_from_proxy.then(|| request.headers());
        let caller = trusted.and_then(TraceContext::of_request);
        let span = tracing::info_span!(
            target: TRACES,
            "request",
            otel.kind = "server",
            otel.name = format!("{method} {route}"),
            http.request.method = method,
            http.route = &*route,
            http.response.status_code = tracing::field::Empty,
        );
        let trace_id = trace_id(caller, &span);
        Box::new(Self {
            begun,
            method,
            route,
            status: None,
            served: None,
            request_id: request_id(trusted, trace_id.as_deref()),
            trace_id,
            bytes: 0,
            is_whole: false,
            span,
            _active: GaugeGuard::new(&app.metrics.http.active),
            app: app.clone(),
        })
    }

    /// Takes down what the answer is, and puts what is told of it into its head.
    fn answered<B>(&mut self, answer: &mut ServiceResponse<B>) {
        self.status = Some(answer.status());
        self.span.record("http.response.status_code", answer.status().as_u16());
        self.served = answer.request().extensions_mut().remove();
        let head = answer.response_mut().head_mut();
        head.headers_mut().insert(REQUEST_ID, self.request_id.clone());
        if self.app.phase.is_draining() {
            // The balancer's next request goes to another process.
            head.set_connection_type(ConnectionType::Close);
        }
    }
}

impl Drop for Observation {
    fn drop(&mut self) {
        let duration = self.begun.elapsed();
        let labels = RequestLabels {
            http_request_method: self.method,
            http_route: std::mem::take(&mut self.route),
            http_response_status_class: class(self.status),
        };
        let http = &self.app.metrics.http;
        http.durations.get_or_create(&labels).observe(duration);
        http.sent_bytes.inc_by(self.bytes);
        tracing::info!(
            target: ACCESS,
            method = self.method,
            route = &*labels.http_route,
            status = self.status.map(|status| status.as_u16()),
            duration_ms = milliseconds(duration),
            bytes = self.bytes,
            whole = self.is_whole,
            cache = self.served.as_ref().map(|served| served.step.name()),
            language = self.served.as_ref().map(|served| served.language.code()),
            request_id = self.request_id.to_str().ok(),
            trace_id = self.trace_id,
            "request"
        );
    }
}

fn class(status: Option<StatusCode>) -> &'static str {
    match status.map(|status| status.as_u16() / 100) {
        None => "none",
        Some(1) => "1xx",
        Some(2) => "2xx",
        Some(3) => "3xx",
        Some(4) => "4xx",
        Some(_) => "5xx",
    }
}

pin_project! {
    /// A body that is watched until its last byte.
    pub struct Observed<B> {
        #[pin]
        body: B,
        observation: Box<Observation>,
    }
}

impl<B: MessageBody> Observed<B> {
    fn new(body: B, mut observation: Box<Observation>) -> Self {
        let is_empty = matches!(body.size(), BodySize::None | BodySize::Sized(0));
        observation.is_whole = is_empty || observation.method == "HEAD";
        Self { body, observation }
    }
}

impl<B: MessageBody> MessageBody for Observed<B> {
    type Error = B::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let this = self.project();
        let next = ready!(this.body.poll_next(cx));
        let observation = this.observation;
        match &next {
            // What is read of a body that is not sent counts for nothing.
            Some(Ok(_)) if observation.method == "HEAD" => {}
            Some(Ok(chunk)) => observation.bytes += chunk.len() as u64,
            Some(Err(_)) => {}
            None => observation.is_whole = true,
        }
        Poll::Ready(next)
    }
}
