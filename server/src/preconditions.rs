//! Entity tags and the preconditions of a request (RFC 9110, section 13): whether the client already
//! has the response, or asks for it only while it is another one.

use actix_web::http::StatusCode;
use actix_web::http::header::{
    CACHE_CONTROL, EntityTag, Header, IF_MATCH, IF_NONE_MATCH, IfMatch, IfNoneMatch,
};
use actix_web::{HttpRequest, HttpResponse};

use crate::built_files::sha256;

/// Returns half of the content's SHA-256, 32 hexadecimal digits, which is enough for an
/// entity tag.
#[must_use]
pub fn digest(content: &[u8]) -> String {
    let mut digest = sha256(content);
    digest.truncate(32);
    digest
}

/// The result of evaluating the preconditions of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Send the response.
    Send,
    /// The client has the response: send 304 instead.
    NotModified,
    /// A precondition is false: send [`failed`] instead.
    Failed,
}

/// Evaluates the preconditions of a request whose response would have this status and entity tag.
///
/// Preconditions count only where the response would be successful without them (section 13.2.1),
/// and in the order of section 13.2.2. The methods are GET and HEAD, and no response has a
/// modification date, so `If-Modified-Since` and `If-Unmodified-Since` are ignored. A tag that does
/// not parse matches no response.
///
/// `etag` is the quoted strong entity tag of the response; `None` for a response without one,
/// which matches `*` alone.
#[must_use]
pub fn evaluate(request: &HttpRequest, status: StatusCode, etag: Option<&[u8]>) -> Verdict {
    if !status.is_success() {
        return Verdict::Send;
    }
    let headers = request.headers();
    if headers.contains_key(IF_MATCH) {
        // Strong comparison (section 13.1.1): a weak tag never matches.
        let is_met = match IfMatch::parse(request) {
            Ok(IfMatch::Items(tags)) => tags.iter().any(|tag| is_strong_match(tag, etag)),
            Ok(IfMatch::Any) | Err(_) => true,
        };
        if !is_met {
            return Verdict::Failed;
        }
    }
    if headers.contains_key(IF_NONE_MATCH) {
        // Weak comparison (section 13.1.2).
        let is_met = match IfNoneMatch::parse(request) {
            Ok(IfNoneMatch::Items(tags)) => !tags.iter().any(|tag| names(tag, etag)),
            Ok(IfNoneMatch::Any) => false,
            Err(_) => true,
        };
        if !is_met {
            return Verdict::NotModified;
        }
    }
    Verdict::Send
}

/// Returns the response to a false `If-Match`: 412. Not stored, since a cache could serve it to
/// unconditional requests.
#[must_use]
pub fn failed() -> HttpResponse {
    HttpResponse::PreconditionFailed().insert_header((CACHE_CONTROL, "no-store")).finish()
}

/// Whether `tag` is the strong entity tag `etag` by the strong comparison (RFC 9110, section
/// 8.8.3.2): a weak one never is.
fn is_strong_match(tag: &EntityTag, etag: Option<&[u8]>) -> bool {
    !tag.weak && names(tag, etag)
}

/// Whether the opaque part of `tag` is that of `etag`.
fn names(tag: &EntityTag, etag: Option<&[u8]>) -> bool {
    let opaque = etag.and_then(|etag| etag.strip_prefix(b"\"")?.strip_suffix(b"\""));
    opaque == Some(tag.tag().as_bytes())
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    const ETAG: Option<&[u8]> = Some(b"\"one\"");
    const OK: StatusCode = StatusCode::OK;

    fn evaluated(fields: &[(&str, &str)], status: StatusCode, etag: Option<&[u8]>) -> Verdict {
        let request = fields
            .iter()
            .fold(TestRequest::get(), |request, field| request.append_header(*field))
            .to_http_request();
        evaluate(&request, status, etag)
    }

    #[test]
    fn each_precondition_has_its_verdict() {
        let (if_match, if_none_match) = ("If-Match", "If-None-Match");
        for (fields, expected) in [
            (vec![], Verdict::Send),
            (vec![(if_none_match, "\"one\"")], Verdict::NotModified),
            (vec![(if_none_match, "W/\"one\"")], Verdict::NotModified),
            (vec![(if_none_match, "\"two\", \"one\"")], Verdict::NotModified),
            (vec![(if_none_match, "*")], Verdict::NotModified),
            (vec![(if_none_match, "\"two\"")], Verdict::Send),
            (vec![(if_none_match, "one")], Verdict::Send),
            (vec![(if_match, "\"one\"")], Verdict::Send),
            (vec![(if_match, "\"two\", \"one\"")], Verdict::Send),
            (vec![(if_match, "*")], Verdict::Send),
            (vec![(if_match, "W/\"one\"")], Verdict::Failed),
            (vec![(if_match, "\"two\"")], Verdict::Failed),
            (vec![(if_match, "two")], Verdict::Failed),
            (vec![(if_match, "\"two\""), (if_none_match, "\"one\"")], Verdict::Failed),
            (vec![(if_match, "\"one\""), (if_none_match, "\"one\"")], Verdict::NotModified),
        ] {
            assert_eq!(evaluated(&fields, OK, ETAG), expected, "{fields:?}");
        }
    }

    #[test]
    fn response_without_etag_matches_only_any() {
        assert_eq!(evaluated(&[("If-Match", "\"one\"")], OK, None), Verdict::Failed);
        assert_eq!(evaluated(&[("If-Match", "*")], OK, None), Verdict::Send);
        assert_eq!(evaluated(&[("If-None-Match", "\"one\"")], OK, None), Verdict::Send);
        assert_eq!(evaluated(&[("If-None-Match", "*")], OK, None), Verdict::NotModified);
    }
}
