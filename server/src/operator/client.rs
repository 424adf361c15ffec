//! A client for the content service's HTTP API (Strapi).

use std::time::Duration;

use reqwest::header::ACCEPT;
use reqwest::{Client, StatusCode};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use tracing::{Instrument, Span};
use url::Url;

use super::LinkError;
use super::response::field_text;
use crate::http_client;
use crate::telemetry::{TRACES, TraceContext};

/// Size limit of a response, in bytes: larger than any with one link.
const MAX_RESPONSE_BYTES: usize = 64 * 1024;

/// A field of the single type `winbox`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// The operator's base URL.
    Base,
    /// The operator's blog.
    Blog,
}

impl Field {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Base, Self::Blog];

    /// Its name in the content service.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Base => "winbox77_my",
            Self::Blog => "winboxv2_com",
        }
    }
}

/// Why there is no link from the content service. No variant contains the token or
/// the response.
#[derive(Debug, thiserror::Error)]
pub enum ContentError {
    /// No connection, no response in time, or an incomplete one.
    #[error("it cannot be reached: {0}")]
    Unreachable(#[source] reqwest::Error),
    /// A status other than 200, redirects included.
    #[error("it responded with status {0}")]
    Status(StatusCode),
    /// A response too big for one link.
    #[error("its response is longer than {MAX_RESPONSE_BYTES} bytes")]
    TooLong,
    /// Not JSON: an error page, or an incomplete response.
    #[error("its response is not JSON")]
    NotJson,
    /// JSON of another shape. A cleared field is not an error.
    #[error("its response has no text field `{0}`")]
    NoField(&'static str),
    /// A text that is not a valid link.
    #[error("the field `{0}` has no usable link: {1}")]
    BadLink(&'static str, #[source] LinkError),
}

/// A client for one content service.
#[derive(Debug, Clone)]
pub struct ContentService {
    http: Client,
    endpoint: Url,
    token: SecretString,
}

impl ContentService {
    /// A client for the service at `base`, whose path is a prefix of all requests.
    /// `timeout` is the limit from connecting to the last byte of a response.
    ///
    /// # Errors
    /// When the system has no certificates to trust.
    pub fn new(base: &Url, token: SecretString, timeout: Duration) -> reqwest::Result<Self> {
        let http = http_client::builder().timeout(timeout).build()?;
        let mut endpoint = base.clone();
        endpoint.set_path(&format!("{}/api/winbox", base.path().trim_end_matches('/')));
        Ok(Self { http, endpoint, token })
    }

    /// Fetches one field. Returns its text, empty if an editor cleared it.
    ///
    /// # Errors
    /// Any [`ContentError`] but [`ContentError::BadLink`].
    pub async fn fetch(&self, field: Field) -> Result<String, ContentError> {
        let span = tracing::info_span!(
            target: TRACES,
            "GET",
            otel.kind = "client",
            http.request.method = "GET",
            url.path = self.endpoint.path(),
            server.address = self.endpoint.host_str(),
            http.response.status_code = tracing::field::Empty,
        );
        let trace = TraceContext::of_span(&span);
        self.send(field, trace, &span).instrument(span.clone()).await
    }

    async fn send(
        &self,
        field: Field,
        trace: TraceContext,
        span: &Span,
    ) -> Result<String, ContentError> {
        let unreachable = |error: reqwest::Error| ContentError::Unreachable(error.without_url());
        let mut request = self
            .http
            .get(self.endpoint.clone())
            .query(&[("fields[0]", field.name())])
            .bearer_auth(self.token.expose_secret())
            .header(ACCEPT, "application/json");
        for (name, value) in trace.headers() {
            request = request.header(name, value);
        }
        let mut response = request.send().await.map_err(unreachable)?;
        span.record("http.response.status_code", response.status().as_u16());
        if response.status() != StatusCode::OK {
            return Err(ContentError::Status(response.status()));
        }
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(unreachable)? {
            if body.len() + chunk.len() > MAX_RESPONSE_BYTES {
                return Err(ContentError::TooLong);
            }
            body.extend_from_slice(&chunk);
        }
        let body: Value = serde_json::from_slice(&body).map_err(|_| ContentError::NotJson)?;
        field_text(&body, field.name()).ok_or(ContentError::NoField(field.name()))
    }
}
