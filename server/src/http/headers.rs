//! Precomputed headers that many responses share.

use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};

/// Names and values of headers.
#[derive(Debug, Clone, Default)]
pub struct Headers(Vec<(HeaderName, HeaderValue)>);

impl Headers {
    /// Returns these headers with one more.
    #[must_use]
    pub fn with(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.0.push((name, value));
        self
    }

    /// Inserts them into the headers of a response.
    pub fn add_to(&self, response: &mut HeaderMap) {
        for (name, value) in &self.0 {
            response.insert(name.clone(), value.clone());
        }
    }
}

/// Converts a text to a header value. The text must have no control characters, as parsed
/// URLs, numbers and names.
#[must_use]
pub fn value(text: String) -> HeaderValue {
    HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static(""))
}
