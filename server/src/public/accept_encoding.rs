//! The encoding that a visitor's browser prefers (RFC 9110, section 12.5.3).

use std::cell::RefCell;

use actix_web::HttpRequest;
use actix_web::http::header::{
    ACCEPT_ENCODING, AcceptEncoding, ContentEncoding, Encoding, Header, HeaderValue,
};

use crate::page::SUPPORTED;

/// So many headers are remembered at most; browsers send fewer.
const REMEMBERED: usize = 8;

thread_local! {
    /// Headers that were read, and what they asked for: to read one takes a
    /// seventh of what sending a kept page does, and nearly all are the same.
    static READ: RefCell<Vec<(HeaderValue, ContentEncoding)>> = const { RefCell::new(Vec::new()) };
}

/// The supported encoding that the visitor prefers, among equals the densest. A
/// header that allows nothing is answered with plain text, as the RFC permits.
pub(super) fn negotiate(request: &HttpRequest) -> ContentEncoding {
    let mut fields = request.headers().get_all(ACCEPT_ENCODING);
    let (Some(field), None) = (fields.next(), fields.next()) else {
        return read(request);
    };
    READ.with_borrow_mut(|known| {
        if let Some((_, encoding)) = known.iter().find(|(known, _)| known == field) {
            return *encoding;
        }
        if known.len() == REMEMBERED {
            known.clear();
        }
        let encoding = read(request);
        // A copy: the field itself is a part of its connection's buffer.
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
