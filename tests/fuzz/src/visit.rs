//! Requests as a visitor may send them, and the site that they meet.

use actix_web::HttpRequest;
use actix_web::http::Uri;
use actix_web::http::header::{ACCEPT_LANGUAGE, HeaderValue};
use actix_web::test::TestRequest;

use crate::locale::Locales;
use crate::routes::Routes;
use crate::site::Site;

/// The site's languages.
///
/// # Panics
/// Without English among them.
#[must_use]
pub fn site() -> Site {
    let locales = Locales::new(["en", "zh", "ms"]).expect("English is there");
    Site { selectable: locales.clone(), locales }
}

/// A list of a page and a redirect.
///
/// # Panics
/// When it is not one.
#[must_use]
pub fn routes() -> Routes {
    serde_json::from_str(r#"[{"path": "/"}, {"path": "/winbox-login", "redirect": "/"}]"#)
        .expect("a list of routes")
}

/// A request for `target` with these `Accept-Language` fields; none for what the
/// HTTP parser turns away.
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
