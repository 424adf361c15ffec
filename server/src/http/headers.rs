//! Precomputed headers that many responses share.

use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue, VARY};

/// Names and values of headers.
#[derive(Debug, Clone, Default)]
pub struct Headers(Vec<(HeaderName, HeaderValue)>);

impl Headers {
    /// Returns these headers with one more.
    #[must_use]
    pub fn with(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.0.retain(|(other, _)| *other != name);
        self.0.push((name, value));
        self
    }

    /// The headers of what is sent in more than one encoding: it varies with
    /// `Accept-Encoding`, besides what it varies with already (RFC 9110, section 12.5.5). In one
    /// field, since some caches use one of several alone.
    #[must_use]
    pub fn varying_with_encoding(self) -> Self {
        let is_vary = |(name, value): &(_, HeaderValue)| (*name == VARY).then(|| value.clone());
        let vary = match self.0.iter().find_map(is_vary) {
            None => HeaderValue::from_static("Accept-Encoding"),
            Some(others) => value(format!("Accept-Encoding, {}", others.to_str().unwrap_or("*"))),
        };
        self.with(VARY, vary)
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
