//! The preconditions of a request (RFC 9110, section 13): whether the client already has the
//! response, or asks for it only while it is another one.

use actix_web::HttpRequest;
use actix_web::http::header::{
    EntityTag, Header, HeaderValue, IF_MATCH, IF_NONE_MATCH, IfMatch, IfNoneMatch,
};

/// The result of evaluating the preconditions of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Send the response.
    Send,
    /// The client has the response: send 304 instead.
    NotModified,
    /// A precondition is false: send 412 instead.
    Failed,
}

/// Evaluates the preconditions of a request whose response would be successful and have this
/// strong entity tag, in the order of section 13.2.2. The methods are GET and HEAD, and no
/// response has a modification date, so `If-Modified-Since` and `If-Unmodified-Since` are
/// ignored. A tag that does not parse matches no response.
pub(super) fn evaluate(request: &HttpRequest, etag: &HeaderValue) -> Verdict {
    let headers = request.headers();
    if headers.contains_key(IF_MATCH) {
        // Strong comparison (section 13.1.1): a weak tag never matches.
        let is_met = match IfMatch::parse(request) {
            Ok(IfMatch::Items(tags)) => tags.iter().any(|tag| !tag.weak && names(tag, etag)),
            Ok(IfMatch::Any) => true,
            Err(_) => false,
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

/// Whether the opaque part of `tag` is that of `etag`.
fn names(tag: &EntityTag, etag: &HeaderValue) -> bool {
    let opaque = etag.as_bytes().strip_prefix(b"\"").and_then(|tag| tag.strip_suffix(b"\""));
    opaque == Some(tag.tag().as_bytes())
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

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
            (vec![(if_match, "\"zwölf\"")], Verdict::Failed),
            (vec![(if_match, "\"two\""), (if_none_match, "\"one\"")], Verdict::Failed),
            (vec![(if_match, "\"one\""), (if_none_match, "\"one\"")], Verdict::NotModified),
        ] {
            let request = fields
                .iter()
                .fold(TestRequest::get(), |request, (name, value)| {
                    request.append_header((*name, value.as_bytes()))
                })
                .to_http_request();
            let etag = HeaderValue::from_static("\"one\"");
            assert_eq!(evaluate(&request, &etag), expected, "{fields:?}");
        }
    }
}
