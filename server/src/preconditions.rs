//! Preconditions of a request (RFC 9110, section 13): whether the client already has the response,
//! or asks for it only while it is another one.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::http::header::{EntityTag, Header, IF_MATCH, IF_NONE_MATCH, IfMatch, IfNoneMatch};

/// The status that replaces `status` because a precondition of the request is false: 412 or 304.
/// `None` where the response is to be sent as it is.
///
/// Preconditions count only where the response would be successful without them (section 13.2.1),
/// and in the order of section 13.2.2. The methods are GET and HEAD, and no response has a
/// modification date, so `If-Modified-Since` and `If-Unmodified-Since` are ignored. A tag that does
/// not parse names no response.
///
/// `etag` is the quoted strong entity tag of the response; `None` for a response without one,
/// which matches `*` alone.
#[must_use]
pub fn evaluate(
    request: &HttpRequest,
    status: StatusCode,
    etag: Option<&[u8]>,
) -> Option<StatusCode> {
    if !status.is_success() {
        return None;
    }
    let headers = request.headers();
    if headers.contains_key(IF_MATCH) {
        // Strong comparison (section 13.1.1): a weak tag never matches.
        let is_met = match IfMatch::parse(request) {
            Ok(IfMatch::Items(tags)) => tags.iter().any(|tag| !tag.weak && names(tag, etag)),
            Ok(IfMatch::Any) | Err(_) => true,
        };
        if !is_met {
            return Some(StatusCode::PRECONDITION_FAILED);
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
            return Some(StatusCode::NOT_MODIFIED);
        }
    }
    None
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

    fn evaluated(fields: &[(&str, &str)], status: StatusCode, etag: Option<&[u8]>) -> Option<u16> {
        let request = fields
            .iter()
            .fold(TestRequest::get(), |request, field| request.append_header(*field))
            .to_http_request();
        evaluate(&request, status, etag).map(|status| status.as_u16())
    }

    #[test]
    fn each_precondition_gives_its_status() {
        let (if_match, if_none_match) = ("If-Match", "If-None-Match");
        for (fields, expected) in [
            (vec![], None),
            (vec![(if_none_match, "\"one\"")], Some(304)),
            (vec![(if_none_match, "W/\"one\"")], Some(304)),
            (vec![(if_none_match, "\"two\", \"one\"")], Some(304)),
            (vec![(if_none_match, "*")], Some(304)),
            (vec![(if_none_match, "\"two\"")], None),
            (vec![(if_none_match, "one")], None),
            (vec![(if_match, "\"one\"")], None),
            (vec![(if_match, "\"two\", \"one\"")], None),
            (vec![(if_match, "*")], None),
            (vec![(if_match, "W/\"one\"")], Some(412)),
            (vec![(if_match, "\"two\"")], Some(412)),
            (vec![(if_match, "two")], Some(412)),
            (vec![(if_match, "\"two\""), (if_none_match, "\"one\"")], Some(412)),
            (vec![(if_match, "\"one\""), (if_none_match, "\"one\"")], Some(304)),
        ] {
            assert_eq!(evaluated(&fields, OK, ETAG), expected, "{fields:?}");
        }
    }

    #[test]
    fn a_response_without_a_tag_matches_any_only() {
        assert_eq!(evaluated(&[("If-Match", "\"one\"")], OK, None), Some(412));
        assert_eq!(evaluated(&[("If-Match", "*")], OK, None), None);
        assert_eq!(evaluated(&[("If-None-Match", "\"one\"")], OK, None), None);
        assert_eq!(evaluated(&[("If-None-Match", "*")], OK, None), Some(304));
    }

    #[test]
    fn a_response_that_is_not_successful_ignores_preconditions() {
        for status in [StatusCode::NOT_FOUND, StatusCode::FOUND, StatusCode::SERVICE_UNAVAILABLE] {
            assert_eq!(evaluated(&[("If-None-Match", "*")], status, ETAG), None);
            assert_eq!(evaluated(&[("If-Match", "\"two\"")], status, ETAG), None);
        }
    }
}
