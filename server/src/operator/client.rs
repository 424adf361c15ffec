//! The content service's HTTP interface, as Strapi gives it.

use std::time::Duration;

use reqwest::header::ACCEPT;
use reqwest::{Client, StatusCode};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use tracing::{Instrument, Span};
use url::Url;

use super::LinkError;
use super::answer::field_text;
use crate::http_client;
use crate::telemetry::{TRACES, TraceContext};

/// Size limit of a response, in bytes: more than any with one link.
const MAX_RESPONSE_BYTES: usize = 64 * 1024;

/// A field of the single type `winbox`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// The operator's base address.
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

/// Why the content service gave no link. No variant holds the token, and none
/// holds what the service sent.
#[derive(Debug, thiserror::Error)]
pub enum ContentError {
    /// No connection, no response in time, or an incomplete one.
    #[error("it cannot be reached: {0}")]
    Unreachable(#[source] reqwest::Error),
    /// Anything but 200, redirects included.
    #[error("it responded with status {0}")]
    Status(StatusCode),
    /// A response too big for one link.
    #[error("its response is longer than {MAX_RESPONSE_BYTES} bytes")]
    TooLong,
    /// No JSON: an error page, or an incomplete response.
    #[error("its response is not JSON")]
    NotJson,
    /// JSON of another shape. A field that an editor cleared is none of these.
    #[error("its response has no text field `{0}`")]
    NoField(&'static str),
    /// A text that must not become a link.
    #[error("the field `{0}` holds no usable link: {1}")]
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

    /// Asks for one field; returns its text as the service has it, empty where
    /// an editor cleared it.
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
        self.ask(field, trace, &span).instrument(span.clone()).await
    }

    async fn ask(
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
        let mut answer = request.send().await.map_err(unreachable)?;
        span.record("http.response.status_code", answer.status().as_u16());
        if answer.status() != StatusCode::OK {
            return Err(ContentError::Status(answer.status()));
        }
        let mut body = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(unreachable)? {
            if body.len() + chunk.len() > MAX_RESPONSE_BYTES {
                return Err(ContentError::TooLong);
            }
            body.extend_from_slice(&chunk);
        }
        let body: Value = serde_json::from_slice(&body).map_err(|_| ContentError::NotJson)?;
        field_text(&body, field.name()).ok_or(ContentError::NoField(field.name()))
    }
}
