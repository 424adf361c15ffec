//! A text that stays the same as long as the server runs.

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG};
use actix_web::{HttpRequest, HttpResponse};
use bytes::Bytes;

use crate::digest::digest;
use crate::preconditions::{self, Verdict};

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

    /// The text; 304 or 412 where a precondition of the request is false.
    #[must_use]
    pub fn answer(&self, request: &HttpRequest) -> HttpResponse {
        let etag = self.etag.as_str();
        let verdict = preconditions::evaluate(request, StatusCode::OK, Some(etag.as_bytes()));
        let mut response = match verdict {
            Verdict::Send => HttpResponse::Ok(),
            Verdict::NotModified => HttpResponse::NotModified(),
            Verdict::Failed => return preconditions::failed(),
        };
        response.insert_header((CACHE_CONTROL, AN_HOUR)).insert_header((ETAG, etag));
        if verdict == Verdict::NotModified {
            return response.finish();
        }
        response.insert_header((CONTENT_TYPE, self.content_type)).body(self.body.clone())
    }
}
