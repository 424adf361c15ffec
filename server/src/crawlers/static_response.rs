//! Text responses that are built once for each release.

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG};
use actix_web::{HttpRequest, HttpResponse};
use bytes::Bytes;

use crate::digest::digest;
use crate::preconditions::{self, Verdict};

/// The text may change with the next release, which crawlers may notice late.
const AN_HOUR: &str = "public, max-age=3600";

/// A text response that is built once for each release.
#[derive(Debug)]
pub struct StaticResponse {
    content_type: &'static str,
    body: Bytes,
    /// Strong (RFC 9110, section 8.8.3), and the same on every pod.
    etag: String,
}

impl StaticResponse {
    pub(super) fn new(content_type: &'static str, body: String) -> Self {
        let etag = format!("\"{}\"", digest(body.as_bytes()));
        Self { content_type, body: body.into(), etag }
    }

    /// Responds with the text; with 304 or 412 if a precondition of the request is false.
    #[must_use]
    pub fn respond(&self, request: &HttpRequest) -> HttpResponse {
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
