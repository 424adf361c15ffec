//! Header values that many responses share.

use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};

/// See the module's documentation.
#[derive(Debug, Clone, Default)]
pub struct Headers(Vec<(HeaderName, HeaderValue)>);

impl Headers {
    /// These, and one more.
    #[must_use]
    pub fn with(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.0.push((name, value));
        self
    }

    /// Inserts them into a response's headers.
    pub fn add_to(&self, answer: &mut HeaderMap) {
        for (name, value) in &self.0 {
            answer.insert(name.clone(), value.clone());
        }
    }
}

/// A header's value of text that has no control characters by its making:
/// addresses that were parsed, numbers, names.
#[must_use]
pub fn value(text: String) -> HeaderValue {
    HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static(""))
}
