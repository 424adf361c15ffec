//! Content encodings (RFC 9110, section 8.4), and their negotiation (section 12.5.3).

use actix_web::HttpRequest;
use actix_web::http::header::{
    ACCEPT_ENCODING, AcceptEncoding, ContentEncoding, Encoding, Header, Preference,
};

use super::parsed_fields::ParsedFields;

/// The supported content encodings besides identity, densest first.
pub const SUPPORTED: [ContentEncoding; 3] =
    [ContentEncoding::Brotli, ContentEncoding::Zstd, ContentEncoding::Gzip];

thread_local! {
    static ACCEPTED: ParsedFields<Vec<ContentEncoding>> = const { ParsedFields::new() };
}

/// The encoding that the client prefers among the available ones, among equals the
/// densest; identity if the header allows none, as the RFC permits.
pub fn negotiate(
    request: &HttpRequest,
    is_available: impl Fn(ContentEncoding) -> bool,
) -> ContentEncoding {
    let choose = |accepted: &Vec<_>| {
        let available = accepted.iter().find(|encoding| is_available(**encoding));
        available.copied().unwrap_or(ContentEncoding::Identity)
    };
    ACCEPTED.with(|known| known.read(request, ACCEPT_ENCODING, accepted, choose))
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
