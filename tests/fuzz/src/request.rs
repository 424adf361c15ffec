//! Requests, and the locales of the site that they are sent to.

use actix_web::HttpRequest;
use actix_web::http::Uri;
use actix_web::http::header::{ACCEPT_LANGUAGE, HeaderValue};
use actix_web::test::TestRequest;

use crate::locale::Locales;

/// Returns the locales of a site in three languages.
///
/// # Panics
/// Without English among them.
#[must_use]
pub fn locales() -> Locales {
    Locales::new(["en", "zh", "ms"]).expect("some")
}

/// Returns a request for `target` with these `Accept-Language` fields; `None` for what the
/// HTTP parser rejects.
#[must_use]
pub fn request<'a>(
    target: &str,
    languages: impl IntoIterator<Item = &'a str>,
) -> Option<HttpRequest> {
    target.parse::<Uri>().ok()?;
    let mut request = TestRequest::get().uri(target);
    for value in languages {
        request = request
            .append_header((ACCEPT_LANGUAGE, HeaderValue::from_bytes(value.as_bytes()).ok()?));
    }
    Some(request.to_http_request())
}
