//! Responses whose content is known in advance: cached pages, app shells, files. All of them
//! are sent by [`respond`].

use actix_web::body::BoxBody;
use actix_web::http::StatusCode;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ContentEncoding, ETAG, HeaderValue,
};
use actix_web::{HttpRequest, HttpResponse};
use bytes::Bytes;

use super::encodings::negotiate;
use super::headers::{Headers, value};
use super::preconditions::{self, Verdict};

/// The `Cache-Control` of what no cache may store.
pub const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// Content in every encoding in which it can be sent, and what its responses have in common.
#[derive(Debug)]
pub struct Representation {
    /// The status of a response with the content.
    pub status: StatusCode,
    /// The media type of the content.
    pub content_type: HeaderValue,
    /// Headers of every response, with or without the content.
    headers: Headers,
    /// The content without compression.
    pub identity: Variant,
    /// The compressed variants.
    pub compressed: Vec<Variant>,
}

/// The content in one encoding.
#[derive(Debug, Clone)]
pub struct Variant {
    /// The encoding.
    pub encoding: ContentEncoding,
    /// The bytes to send.
    pub body: Bytes,
    /// A strong entity tag (RFC 9110, section 8.8.3): made from the content, so that it is the
    /// same on every pod, and different in each encoding. Preconditions are ignored without
    /// one.
    pub etag: Option<HeaderValue>,
}

impl Representation {
    /// Content with the status, media type and headers of its responses, besides `Vary:
    /// Accept-Encoding`.
    #[must_use]
    pub fn new(
        status: StatusCode,
        content_type: HeaderValue,
        headers: Headers,
        identity: Variant,
        compressed: Vec<Variant>,
    ) -> Self {
        let has_choice = !compressed.is_empty();
        let headers = if has_choice { headers.varying_with_encoding() } else { headers };
        Self { status, content_type, headers, identity, compressed }
    }

    /// Returns it without entity tags: preconditions are ignored.
    #[must_use]
    pub fn without_etags(mut self) -> Self {
        for variant in self.compressed.iter_mut().chain([&mut self.identity]) {
            variant.etag = None;
        }
        self
    }

    fn variant(&self, request: &HttpRequest) -> &Variant {
        let find = |encoding| self.compressed.iter().find(|variant| variant.encoding == encoding);
        find(negotiate(request, |encoding| find(encoding).is_some())).unwrap_or(&self.identity)
    }
}

/// An entity tag that is made from a SHA-256, half of which is enough, and a suffix.
#[must_use]
pub fn etag(sha256: &str, suffix: &str) -> HeaderValue {
    value(format!("\"{}{suffix}\"", sha256.get(..32).unwrap_or(sha256)))
}

/// Responds with a representation, in the encoding that the client prefers; with 304 or 412 if
/// a precondition of the request is false (RFC 9110, section 13). The connection leaves out the
/// content of a response to HEAD.
#[must_use]
pub fn respond(request: &HttpRequest, representation: &Representation) -> HttpResponse {
    let Representation { status, content_type, headers: common, .. } = representation;
    let Variant { encoding, body, etag } = representation.variant(request);
    let verdict = match etag {
        // Preconditions count only where the response would be successful without them
        // (section 13.2.1).
        Some(etag) if status.is_success() => preconditions::evaluate(request, etag),
        _ => Verdict::Send,
    };
    let mut response = HttpResponse::new(match verdict {
        Verdict::Send => *status,
        Verdict::NotModified => StatusCode::NOT_MODIFIED,
        Verdict::Failed => StatusCode::PRECONDITION_FAILED,
    });
    let headers = response.headers_mut();
    common.add_to(headers);
    if verdict == Verdict::Failed {
        // A cache could serve it to unconditional requests.
        headers.insert(CACHE_CONTROL, NO_STORE);
        return response;
    }
    if let Some(etag) = etag {
        headers.insert(ETAG, etag.clone());
    }
    if verdict == Verdict::NotModified {
        return response;
    }
    headers.insert(CONTENT_TYPE, content_type.clone());
    if *encoding != ContentEncoding::Identity {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding.as_str()));
    }
    response.set_body(BoxBody::new(body.clone()))
}
