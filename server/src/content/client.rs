//! A client for the JSON of another service.

use std::borrow::Cow;
use std::io::Read;
use std::time::{Duration, Instant, SystemTime};

use actix_web::http::header::HttpDate;
use flate2::read::MultiGzDecoder;
use reqwest::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_ENCODING, RETRY_AFTER};
use reqwest::{Client, Response, StatusCode};
use secrecy::ExposeSecret;
use serde_json::Value;
use tracing::field::Empty;
use tracing::{Instrument, Span};
use url::Url;

use super::{LinkError, Token};
use crate::http_client;
use crate::metrics::METRICS;
use crate::tasks::{Panicked, blocking};
use crate::telemetry::{TRACES, TraceContext};

/// Size limit of a response, in bytes: larger than any with a few values.
const MAX_RESPONSE_BYTES: usize = 64 * 1024;

/// Why there is no value from a service. No variant contains the token or the response.
#[derive(Debug, thiserror::Error)]
pub(super) enum ContentError {
    /// No connection, no response in time, or an incomplete one.
    #[error("it cannot be reached: {0}")]
    Unreachable(#[source] reqwest::Error),
    /// A status other than 200, redirects included, and the time that it asked to wait.
    #[error("it responded with status {0}")]
    Status(StatusCode, Option<Duration>),
    /// A response too big for a few values.
    #[error("its response is longer than {MAX_RESPONSE_BYTES} bytes")]
    TooLong,
    /// Not JSON: an error page, or an incomplete response.
    #[error("its response is not JSON")]
    NotJson,
    /// JSON of another shape. A cleared field is not an error.
    #[error("its response has no {0}")]
    NoField(&'static str),
    /// A text that is not a valid link.
    #[error("the field has no usable link: {0}")]
    BadLink(#[source] LinkError),
}

impl ContentError {
    /// The status of the response, if there was a complete one. Only a response of
    /// status 200 is read further.
    fn status(&self) -> Option<StatusCode> {
        match self {
            Self::Unreachable(_) => None,
            Self::Status(status, _) => Some(*status),
            Self::TooLong | Self::NotJson | Self::NoField(_) | Self::BadLink(_) => {
                Some(StatusCode::OK)
            }
        }
    }

    /// The time that the service asked to wait before the next request.
    pub(super) fn retry_after(&self) -> Duration {
        match self {
            Self::Status(_, Some(time)) => *time,
            _ => Duration::ZERO,
        }
    }

    /// The kind of the error, `error.type` of OpenTelemetry's semantic conventions.
    fn kind(&self) -> Cow<'static, str> {
        match self {
            Self::Unreachable(error) if error.is_timeout() => "timeout".into(),
            Self::Unreachable(error) if error.is_connect() => "connect".into(),
            Self::Unreachable(_) => "incomplete".into(),
            Self::Status(status, _) => status.as_str().to_owned().into(),
            Self::TooLong => "too_long".into(),
            Self::NotJson => "not_json".into(),
            Self::NoField(_) => "no_field".into(),
            Self::BadLink(_) => "bad_link".into(),
        }
    }
}

/// A client for one service.
#[derive(Debug, Clone)]
pub(super) struct JsonClient {
    http: Client,
    token: Option<Token>,
}

impl JsonClient {
    /// A client for the service at `base`. `timeout` is the limit from connecting to the last byte of a
    /// response.
    ///
    /// # Errors
    /// When `base` needs certificates, and the system has none to trust.
    pub(super) fn new(
        base: &Url,
        token: Option<Token>,
        timeout: Duration,
    ) -> reqwest::Result<Self> {
        Ok(Self { http: http_client::builder(base, timeout).build()?, token })
    }

    /// Reads the token again where it is in a file.
    pub(super) async fn refresh_token(&mut self) -> Result<(), Panicked> {
        if let Some(token) = self.token.clone() {
            self.token = Some(blocking(move || token.refreshed()).await?);
        }
        Ok(())
    }

    /// Fetches what `read` finds in the JSON at `url`.
    ///
    /// # Errors
    /// Any [`ContentError`].
    pub(super) async fn get<T>(
        &self,
        url: Url,
        read: impl FnOnce(&Value) -> Result<T, ContentError>,
    ) -> Result<T, ContentError> {
        let server_address = url.host_str().unwrap_or_default().to_owned();
        let server_port = url.port_or_known_default().unwrap_or_default();
        let span = tracing::info_span!(
            target: TRACES,
            "GET",
            otel.kind = "client",
            otel.status_code = Empty,
            error.type = Empty,
            http.request.method = "GET",
            http.response.status_code = Empty,
            server.address = &*server_address,
            server.port = i64::from(server_port),
            url.full = url.as_str(),
        );
        let trace = TraceContext::of_span(&span);
        let begun = Instant::now();
        let response = self.send(url, trace).instrument(span.clone()).await;
        let result = response.and_then(|body| read(&body));
        let error = result.as_ref().err();
        let status = error.map_or(Some(StatusCode::OK), ContentError::status);
        let error_type = error.map(ContentError::kind).unwrap_or_default();
        if error.is_some() {
            span.record("otel.status_code", "ERROR");
            span.record("error.type", &*error_type);
        }
        let status = status.map_or(String::new(), |status| status.as_str().to_owned());
        let port = server_port.to_string();
        METRICS
            .http_client_request_duration_seconds
            .at([error_type, "GET".into(), status.into(), server_address.into(), port.into()])
            .observe(begun.elapsed().as_secs_f64());
        result
    }

    async fn send(&self, url: Url, trace: TraceContext) -> Result<Value, ContentError> {
        let unreachable = |error: reqwest::Error| ContentError::Unreachable(error.without_url());
        let mut request = self
            .http
            .get(url)
            .header(ACCEPT, "application/json")
            // Without it, any would be acceptable (RFC 9110, section 12.5.3).
            .header(ACCEPT_ENCODING, "identity");
        if let Some(token) = &self.token {
            request = request.bearer_auth(token.current().expose_secret());
        }
        for (name, value) in trace.headers() {
            request = request.header(name, value);
        }
        let mut response = request.send().await.map_err(unreachable)?;
        let status = i64::from(response.status().as_u16());
        Span::current().record("http.response.status_code", status);
        if response.status() != StatusCode::OK {
            return Err(ContentError::Status(response.status(), retry_after(&response)));
        }
        // Some caches send what they have.
        let is_gzip = response.headers().get(CONTENT_ENCODING).is_some_and(|it| it == "gzip");
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(unreachable)? {
            if body.len() + chunk.len() > MAX_RESPONSE_BYTES {
                return Err(ContentError::TooLong);
            }
            body.extend_from_slice(&chunk);
        }
        if is_gzip {
            let mut content = Vec::new();
            let mut decoder = MultiGzDecoder::new(&*body).take(MAX_RESPONSE_BYTES as u64 + 1);
            decoder.read_to_end(&mut content).map_err(|_| ContentError::NotJson)?;
            if content.len() > MAX_RESPONSE_BYTES {
                return Err(ContentError::TooLong);
            }
            body = content;
        }
        // Readers may ignore a byte order mark (RFC 8259, section 8.1).
        let body = body.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&body);
        serde_json::from_slice(body).map_err(|_| ContentError::NotJson)
    }
}

/// The time that a response asks to wait: seconds, or until a date (RFC 9110, section
/// 10.2.3).
fn retry_after(response: &Response) -> Option<Duration> {
    let value = response.headers().get(RETRY_AFTER)?.to_str().ok()?;
    let seconds = value.parse().map(Duration::from_secs).ok();
    seconds.or_else(|| {
        let date = SystemTime::from(value.parse::<HttpDate>().ok()?);
        date.duration_since(SystemTime::now()).ok()
    })
}
