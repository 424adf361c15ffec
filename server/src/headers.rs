//! Precomputed headers that many responses share.

use actix_web::http::header::{ContentEncoding, HeaderMap, HeaderName, HeaderValue};
use bytes::BytesMut;

/// Names and values of headers.
#[derive(Debug, Clone, Default)]
pub struct Headers {
    fields: Vec<(HeaderName, HeaderValue)>,
    lines: BytesMut,
}

impl Headers {
    /// Returns these headers with one more.
    #[must_use]
    pub fn with(mut self, name: HeaderName, value: HeaderValue) -> Self {
        write_line(&mut self.lines, &name, &value);
        self.fields.push((name, value));
        self
    }

    /// Returns them as field lines, each with CRLF at its end (RFC 9112, section 5).
    #[must_use]
    pub fn lines(&self) -> &[u8] {
        &self.lines
    }

    /// Inserts them into the headers of a response.
    pub fn add_to(&self, response: &mut HeaderMap) {
        for (name, value) in &self.fields {
            response.insert(name.clone(), value.clone());
        }
    }
}

/// Writes a header as a field line (RFC 9112, section 5).
pub fn write_line(lines: &mut BytesMut, name: &HeaderName, value: &HeaderValue) {
    for part in [name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"] {
        lines.extend_from_slice(part);
    }
}

/// Returns the `Content-Encoding` of a response (RFC 9110, section 8.4); `None` for one that is
/// not compressed.
#[must_use]
pub fn content_encoding(encoding: ContentEncoding) -> Option<HeaderValue> {
    (encoding != ContentEncoding::Identity).then(|| HeaderValue::from_static(encoding.as_str()))
}

/// Converts a text to a header value. The text must have no control characters, as parsed
/// URLs, numbers and names.
#[must_use]
pub fn value(text: String) -> HeaderValue {
    HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static(""))
}
