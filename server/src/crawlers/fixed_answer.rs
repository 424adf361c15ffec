//! A text that stays the same as long as the server runs.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG};
use actix_web::{HttpRequest, HttpResponse};
use bytes::Bytes;

use crate::digest::digest;
use crate::if_none_match;

/// It may change with the next release, and crawlers need not know at once.
const AN_HOUR: &str = "public, max-age=3600";

/// See the module's documentation.
#[derive(Debug)]
pub struct FixedAnswer {
    content_type: &'static str,
    body: Bytes,
    /// Strong (RFC 9110, section 8.8.3), and the same on every pod.
    etag: String,
}

impl FixedAnswer {
    pub(super) fn new(content_type: &'static str, body: String) -> Self {
        let etag = format!("\"{}\"", digest(body.as_bytes()));
        Self { content_type, body: body.into(), etag }
    }

    /// The text, or that the visitor has it already.
    #[must_use]
    pub fn answer(&self, request: &HttpRequest) -> HttpResponse {
        let is_known = if_none_match::names(request, self.etag.as_bytes());
        let mut response = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
        response.insert_header((CACHE_CONTROL, AN_HOUR)).insert_header((ETAG, self.etag.as_str()));
        if is_known {
            return response.finish();
        }
        response.insert_header((CONTENT_TYPE, self.content_type)).body(self.body.clone())
    }
}
