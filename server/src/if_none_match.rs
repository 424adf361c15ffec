//! Whether a visitor has an answer already (RFC 9110, section 13.1.2).

use actix_web::HttpRequest;
use actix_web::http::header::{Header, IF_NONE_MATCH, IfNoneMatch};

/// Whether the request's `If-None-Match` names `etag`, a quoted strong one. A header that does not
/// parse is as good as none.
#[must_use]
pub fn names(request: &HttpRequest, etag: &[u8]) -> bool {
    if !request.headers().contains_key(IF_NONE_MATCH) {
        return false;
    }
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(tags)) => {
            tags.iter().any(|tag| etag == format!("\"{}\"", tag.tag()).as_bytes())
        }
        Err(_) => false,
    }
}
