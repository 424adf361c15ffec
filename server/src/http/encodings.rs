//! Content encodings (RFC 9110, section 8.4), and their negotiation (section 12.5.3).

use std::cell::RefCell;

use actix_web::HttpRequest;
use actix_web::http::header::{
    ACCEPT_ENCODING, AcceptEncoding, ContentEncoding, Encoding, Header, HeaderValue, Preference,
};

/// The supported content encodings besides identity, densest first.
pub const SUPPORTED: [ContentEncoding; 3] =
    [ContentEncoding::Brotli, ContentEncoding::Zstd, ContentEncoding::Gzip];

/// Limit of cached headers; browsers send fewer different ones.
const MAX_CACHED: usize = 8;

/// Length limit of a cached header, in bytes; those of browsers are much shorter.
const MAX_CACHED_LENGTH: usize = 256;

thread_local! {
    /// Cache of parsed headers: parsing one takes a seventh of the instructions of a
    /// cached response, and nearly all are the same.
    static PARSED: RefCell<Vec<(HeaderValue, Vec<ContentEncoding>)>> =
        const { RefCell::new(Vec::new()) };
}

/// The encoding that the client prefers among the available ones, among equals the
/// densest; identity if the header allows none, as the RFC permits.
pub fn negotiate(
    request: &HttpRequest,
    is_available: impl Fn(ContentEncoding) -> bool,
) -> ContentEncoding {
    let choose = |accepted: &[ContentEncoding]| {
        let available = accepted.iter().find(|encoding| is_available(**encoding));
        available.copied().unwrap_or(ContentEncoding::Identity)
    };
    let mut fields = request.headers().get_all(ACCEPT_ENCODING);
    let field = match (fields.next(), fields.next()) {
        (Some(field), None) if field.len() <= MAX_CACHED_LENGTH => field,
        _ => return choose(&accepted(request)),
    };
    PARSED.with_borrow_mut(|known| {
        if let Some((_, accepted)) = known.iter().find(|(known, _)| known == field) {
            return choose(accepted);
        }
        if known.len() == MAX_CACHED {
            known.clear();
        }
        let accepted = accepted(request);
        let encoding = choose(&accepted);
        // A copy, since the field references its connection's buffer.
        known.extend(HeaderValue::from_bytes(field.as_bytes()).map(|field| (field, accepted)));
        encoding
    })
}

fn accepted(request: &HttpRequest) -> Vec<ContentEncoding> {
    let mut accepted = Vec::new();
    let Ok(mut header) = AcceptEncoding::parse(request) else { return accepted };
    for accepted in &mut header.0 {
        // RFC 9110, section 8.4.1.3.
        if matches!(&accepted.item, Preference::Specific(Encoding::Unknown(name)) if name.eq_ignore_ascii_case("x-gzip"))
        {
            accepted.item = Preference::Specific(Encoding::gzip());
        }
    }
    let supported = SUPPORTED.map(Encoding::Known);
    let mut others: Vec<_> = supported.into_iter().chain([Encoding::identity()]).collect();
    while let Some(Encoding::Known(best)) = header.negotiate(others.iter())
        && best != ContentEncoding::Identity
    {
        others.retain(|other| *other != Encoding::Known(best));
        accepted.push(best);
    }
    accepted
}
