//! Negotiation of the content encoding (RFC 9110, section 12.5.3).

use std::cell::RefCell;

use actix_web::HttpRequest;
use actix_web::http::header::{
    ACCEPT_ENCODING, AcceptEncoding, ContentEncoding, Encoding, Header, HeaderValue,
};

use crate::page::SUPPORTED;

/// Limit of cached headers; browsers send fewer different ones.
const MAX_CACHED: usize = 8;

thread_local! {
    /// Cache of parsed headers: parsing one takes a seventh of the instructions of a
    /// cached response, and nearly all are the same.
    static PARSED: RefCell<Vec<(HeaderValue, ContentEncoding)>> = const { RefCell::new(Vec::new()) };
}

/// Returns the supported encoding that the client prefers, among equals the densest;
/// identity if the header allows none, as the RFC permits.
pub(super) fn negotiate(request: &HttpRequest) -> ContentEncoding {
    let mut fields = request.headers().get_all(ACCEPT_ENCODING);
    let (Some(field), None) = (fields.next(), fields.next()) else {
        return read(request);
    };
    PARSED.with_borrow_mut(|known| {
        if let Some((_, encoding)) = known.iter().find(|(known, _)| known == field) {
            return *encoding;
        }
        if known.len() == MAX_CACHED {
            known.clear();
        }
        let encoding = read(request);
        // A copy, since the field references its connection's buffer.
        known.extend(HeaderValue::from_bytes(field.as_bytes()).map(|field| (field, encoding)));
        encoding
    })
}

fn read(request: &HttpRequest) -> ContentEncoding {
    let supported = SUPPORTED.map(Encoding::Known);
    match AcceptEncoding::parse(request).ok().and_then(|accept| accept.negotiate(supported.iter()))
    {
        Some(Encoding::Known(encoding)) => encoding,
        _ => ContentEncoding::Identity,
    }
}
