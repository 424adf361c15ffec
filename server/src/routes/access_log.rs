//! Telemetry of each request: its metrics, its line in the access log, its span in a
//! trace. None of it contains what the client sent: no URL, query or address. Only
//! trusted proxies set the request id and the trace.

use std::borrow::Cow;
use std::cell::Cell;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::OnceLock;
use std::task::{Context, Poll, ready};
use std::time::{Instant, SystemTime};

use actix_web::body::{BodySize, MessageBody};
use actix_web::dev::{Service, ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use actix_web::http::{ConnectionType, Method, StatusCode, Version};
use actix_web::{Error, HttpMessage, HttpRequest, web};
use bytes::Bytes;
use futures_util::FutureExt;
use pin_project_lite::pin_project;
use prometheus_client::metrics::gauge::Gauge;
use tracing::field::Empty;
use tracing::{Instrument, Span};
use url::Url;

use super::Routed;
use crate::connection;
use crate::locale::Locale;
use crate::metrics::{GaugeGuard, METRICS, RequestLabels};
use crate::page::CacheOutcome;
use crate::site::public_files::ASSETS;
use crate::site::routes::Target;
use crate::state::AppState;
use crate::telemetry::{ACCESS, PerMinute, TRACES, TraceContext, milliseconds};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Label for the path of a request that the connection layer rejected.
const REJECTED: &str = "rejected";

/// Route of the hashed files of builds.
const HASHED_FILES: &str = "/assets/*";

/// Label for a method that HTTP does not define, by OpenTelemetry's semantic conventions.
pub(super) const OTHER_METHOD: &str = "_OTHER";

/// Stands for a path that has no route.
const REDACTED: &str = "REDACTED";

/// The paths that have a label of their own in metrics: the first ones of the site's list. The
/// others share one, so that the series are bounded for every site.
const LABELLED_PATHS: usize = 16;

/// Label of the other paths.
const OTHER_PATH: &str = "other";

/// The `error.type` of a response that was not sent to its last byte.
const INCOMPLETE: &str = "incomplete";

/// Without an access log, failed requests are logged all the same, up to this many in a minute.
static FAILURES: PerMinute = PerMinute::first(10);

/// Length limit of a request id from a trusted proxy, in bytes.
const MAX_ID_LENGTH: usize = 64;

/// The page of a response, which its handler stores in the request's extensions.
#[derive(Debug)]
pub(super) struct ServedPage {
    /// How the page was obtained, as far as that is known: an error at first, and while it is
    /// streamed no failure.
    pub outcome: Cell<CacheOutcome>,
    /// The page's locale.
    pub locale: Locale,
}

/// The ids of a request, which its record and, for what is logged because of it, its extensions share.
struct RequestIds {
    request_id: HeaderValue,
    trace_id: Option<String>,
}

/// A span whose fields are the ids of a request. What is logged in it has these too.
pub(super) fn log_span(request: &HttpRequest) -> Span {
    let extensions = request.extensions();
    let ids = extensions.get::<Rc<RequestIds>>();
    tracing::error_span!(
        "request",
        request_id = ids.and_then(|ids| ids.request_id.to_str().ok()),
        trace_id = ids.and_then(|ids| ids.trace_id.as_deref()),
    )
}

/// Middleware that observes a request until the last byte of its response.
pub(super) fn observe<S, B>(
    app: &web::Data<AppState>,
    request: ServiceRequest,
    service: &S,
) -> impl Future<Output = Result<ServiceResponse<ObservedBody<B>>, Error>> + use<S, B>
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody,
{
    let mut record = RequestRecord::begin(app, &request);
    let span = record.span.clone();
    service.call(request).instrument(span).map(|result| match result {
        Ok(mut response) => {
            record.responded(&mut response);
            Ok(response.map_body(|_, body| ObservedBody::new(body, record)))
        }
        Err(error) => {
            record.status = Some(error.as_response_error().status_code());
            Err(error)
        }
    })
}

/// The route of a request: the path of a page or file, the pattern of a resource, or the
/// not-found page.
fn route_of(request: &ServiceRequest) -> Cow<'static, str> {
    let path = request.path();
    let is_listed =
        |routed: &Routed| routed.target() != Target::NotFound || routed.fixed_file(path).is_some();
    if connection::rejection(request).is_some() {
        Cow::Borrowed(REJECTED)
    } else if path.starts_with(ASSETS) {
        Cow::Borrowed(HASHED_FILES)
    } else if request.extensions().get().is_some_and(is_listed) {
        Cow::Owned(path.to_owned())
    } else {
        request.match_pattern().map_or(Cow::Borrowed(Target::NOT_FOUND_PATH), Cow::Owned)
    }
}

/// A method of RFC 9110, section 9, or RFC 5789; [`OTHER_METHOD`] for the rest.
pub(super) fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        Method::PATCH => "PATCH",
        Method::CONNECT => "CONNECT",
        Method::TRACE => "TRACE",
        _ => OTHER_METHOD,
    }
}

/// The gauge of requests with this method. Nearly all have the same, whose labels are looked up once.
fn active_requests(method: &'static str, scheme: &'static str) -> Gauge {
    static GET: OnceLock<Gauge> = OnceLock::new();
    let look_up = || METRICS.http_server_active_requests.at([method, scheme]);
    if method == "GET" { GET.get_or_init(look_up).clone() } else { look_up() }
}

/// The span of a request, by OpenTelemetry's semantic conventions for HTTP servers.
/// What a client sends is replaced: the path by the route, host, port and scheme by those of
/// the site's public URL.
fn span_of(method: &'static str, route: &str, version: Version, public_url: &Url) -> Span {
    let is_routed = route != REJECTED;
    let name = if method == OTHER_METHOD { "HTTP" } else { method };
    tracing::info_span!(
        target: TRACES,
        "request",
        otel.kind = "server",
        otel.name = if is_routed { format!("{name} {route}") } else { name.to_owned() },
        otel.status_code = Empty,
        error.type = Empty,
        http.request.method = method,
        http.response.status_code = Empty,
        http.route = is_routed.then_some(route),
        network.protocol.version = if version == Version::HTTP_10 { "1.0" } else { "1.1" },
        server.address = public_url.host_str(),
        server.port = public_url.port_or_known_default().map(i64::from),
        url.path = if is_routed { route } else { REDACTED },
        url.scheme = scheme_of(public_url),
    )
}

/// The scheme of the public URL, which settings limit to these two.
fn scheme_of(public_url: &Url) -> &'static str {
    if public_url.scheme() == "https" { "https" } else { "http" }
}

fn trace_of(caller: Option<TraceContext>, span: &Span) -> Option<TraceContext> {
    if let Some(caller) = &caller {
        caller.adopt(span);
    }
    if span.is_disabled() { caller } else { Some(TraceContext::of_span(span)) }
}

/// The request id: the valid one of a trusted proxy, the id of the trace, or a
/// new one.
fn request_id(headers: Option<&HeaderMap>, trace_id: Option<&str>) -> HeaderValue {
    let is_id = |value: &&HeaderValue| {
        !value.is_empty()
            && value.len() <= MAX_ID_LENGTH
            && value.as_bytes().iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
    };
    if let Some(id) = headers.and_then(|headers| headers.get(REQUEST_ID)).filter(is_id) {
        return id.clone();
    }
    let new = || {
        // By a formatter, the digits would take a fiftieth of the instructions of a cached response.
        let number = fastrand::u128(..);
        let digits: [u8; 32] =
            std::array::from_fn(|place| b"0123456789abcdef"[(number >> (4 * place)) as usize & 15]);
        HeaderValue::from_bytes(&digits)
    };
    let id = trace_id.map_or_else(new, HeaderValue::from_str);
    id.unwrap_or_else(|_| HeaderValue::from_static("none"))
}

struct RequestRecord {
    app: web::Data<AppState>,
    begun: Instant,
    method: &'static str,
    route: Cow<'static, str>,
    has_label: bool,
    /// `None` until there is a response, or if the client disconnects before.
    status: Option<StatusCode>,
    served: Option<Rc<ServedPage>>,
    ids: Rc<RequestIds>,
    is_sampled: bool,
    bytes: u64,
    is_complete: bool,
    span: Span,
    _active: GaugeGuard,
}

impl RequestRecord {
    /// Boxed, since it is moved from layer to layer.
    fn begin(app: &web::Data<AppState>, request: &ServiceRequest) -> Box<Self> {
        let begun = Instant::now();
        let method = method_label(request.method());
        let route = route_of(request);
        let position = request.extensions().get().and_then(|routed: &Routed| routed.route);
        let trusted = app.is_trusted(request.peer_addr()).then(|| request.headers());
        let caller = trusted.and_then(TraceContext::of_request);
        let span = span_of(method, &route, request.version(), &app.settings.public_url);
        let trace = trace_of(caller, &span);
        let trace_id = trace.as_ref().map(TraceContext::trace_id);
        let request_id = request_id(trusted, trace_id.as_deref());
        let ids = Rc::new(RequestIds { request_id, trace_id });
        request.extensions_mut().insert(Rc::clone(&ids));
        Box::new(Self {
            begun,
            method,
            route,
            has_label: position.is_none_or(|position| position < LABELLED_PATHS),
            status: None,
            served: None,
            ids,
            is_sampled: trace.is_some_and(|trace| trace.is_sampled()),
            bytes: 0,
            is_complete: false,
            span,
            _active: GaugeGuard::new(active_requests(method, scheme_of(&app.settings.public_url))),
            app: app.clone(),
        })
    }

    /// Records the head of the response, and adds the request id to it.
    fn responded<B>(&mut self, response: &mut ServiceResponse<B>) {
        self.status = Some(response.status());
        self.served = response.request().extensions_mut().remove();
        let head = response.response_mut().head_mut();
        head.headers_mut().insert(REQUEST_ID, self.ids.request_id.clone());
        if self.app.lifecycle.is_draining() {
            // The load balancer sends the next request to another process.
            head.set_connection_type(ConnectionType::Close);
        }
    }

    /// Whether the server could not respond. A method or a coding that it does not know is an error of the
    /// client, although its status is 501.
    fn has_failed(&self) -> bool {
        self.status.is_some_and(|it| it.is_server_error() && it != StatusCode::NOT_IMPLEMENTED)
    }

    /// Records the outcome in the span. A status of 5xx is an error there, by OpenTelemetry's semantic
    /// conventions, and one of 4xx is not. Returns the kind of the error, empty without one.
    fn record_outcome(&self) -> Cow<'static, str> {
        if let Some(status) = self.status
            && !self.span.is_disabled()
        {
            self.span.record("http.response.status_code", i64::from(status.as_u16()));
        }
        let error_type: Cow<'static, str> = match self.status {
            Some(status) if status.is_server_error() => status.as_str().to_owned().into(),
            _ if self.is_complete => return "".into(),
            _ => INCOMPLETE.into(),
        };
        self.span.record("error.type", &*error_type);
        self.span.record("otel.status_code", "ERROR");
        error_type
    }
}

/// Writes the line of a request to the access log.
macro_rules! log_request {
    ($level:ident, $record:expr, $duration:expr) => {
        tracing::$level!(
            target: ACCESS,
            method = $record.method,
            route = &*$record.route,
            status = $record.status.map(|status| status.as_u16()),
            duration_ms = milliseconds($duration),
            bytes = $record.bytes,
            complete = $record.is_complete,
            cache = $record.served.as_ref().map(|served| served.outcome.get().name()),
            language = $record.served.as_ref().map(|served| served.locale.code()),
            request_id = $record.ids.request_id.to_str().ok(),
            trace_id = $record.ids.trace_id,
            "request"
        )
    };
}

impl Drop for RequestRecord {
    fn drop(&mut self) {
        let duration = self.begun.elapsed();
        let error_type = self.record_outcome();
        if self.has_failed() {
            if self.app.settings.telemetry.access_log || FAILURES.admit().is_some() {
                log_request!(warn, self, duration);
            }
        } else {
            log_request!(info, self, duration);
        }
        let route = std::mem::take(&mut self.route);
        let labels = RequestLabels {
            error_type,
            http_request_method: self.method,
            http_response_status_code: self.status.map(|status| status.as_u16()),
            http_route: if self.has_label { route } else { OTHER_PATH.into() },
            url_scheme: scheme_of(&self.app.settings.public_url),
        };
        let sampled_trace = self.ids.trace_id.as_ref().filter(|_| self.is_sampled);
        let exemplar = sampled_trace.map(|id| [("trace_id", id.clone())]);
        let at = exemplar.is_some().then(SystemTime::now);
        let durations = METRICS.http_server_request_duration_seconds.get_or_create(&labels);
        durations.observe(duration.as_secs_f64(), exemplar, at);
        METRICS.marquee_sent_body_bytes.inc_by(self.bytes);
        if let Some(served) = &self.served {
            served.outcome.get().count();
        }
    }
}

pin_project! {
    /// A body that is observed until its last byte.
    pub(super) struct ObservedBody<B> {
        #[pin]
        body: B,
        record: Box<RequestRecord>,
    }
}

impl<B: MessageBody> ObservedBody<B> {
    fn new(body: B, mut record: Box<RequestRecord>) -> Self {
        let is_empty = matches!(body.size(), BodySize::None | BodySize::Sized(0));
        record.is_complete = is_empty || record.method == "HEAD";
        Self { body, record }
    }
}

impl<B: MessageBody> MessageBody for ObservedBody<B> {
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
        let record = this.record;
        match &next {
            // The body of a response to HEAD is not sent.
            Some(Ok(_)) if record.method == "HEAD" => {}
            Some(Ok(chunk)) => record.bytes += chunk.len() as u64,
            Some(Err(_)) => {}
            None => record.is_complete = true,
        }
        Poll::Ready(next)
    }
}
