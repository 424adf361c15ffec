//! The default route: a page, a redirect, a file of the build, or the not-found page.

use std::cell::Cell;
use std::convert::Infallible;
use std::rc::Rc;
use std::time::SystemTime;

use actix_http::encoding::Encoder;
use actix_web::body::{BodyStream, BoxBody};
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_TYPE, ContentType, HeaderName, HeaderValue, LOCATION, RETRY_AFTER,
};
use actix_web::http::{StatusCode, Version};
use actix_web::web::ReqData;
use actix_web::{HttpMessage, HttpRequest, HttpResponse, ResponseError};
use futures_util::StreamExt;
use futures_util::future::ready;
use futures_util::stream;

use super::Routed;
use super::access_log::{ServedPage, log_span};
use crate::http::{NO_STORE, negotiate, respond};
use crate::locale::Language;
use crate::page::CacheOutcome;
use crate::page::{CachedPage, HTML, PageCache, PageError, PageResponse, SitePage, StreamedPage};
use crate::site::public_files::ASSETS;
use crate::site::routes::Target;

/// RFC 9211.
const CACHE_STATUS: HeaderName = HeaderName::from_static("cache-status");

/// Responds with the page at the request's path, in the negotiated locale, or with the file at it.
///
/// # Errors
/// [`PageError`] before the first byte of a page. A streamed page whose render fails
/// after it ends as its app shell.
pub(super) async fn page(
    request: HttpRequest,
    routed: ReqData<Routed>,
) -> Result<HttpResponse, PageError> {
    let release = &routed.release;
    if request.path().starts_with(ASSETS) {
        return Ok(match release.hashed_file(request.path()) {
            Some(file) => respond(&request, file),
            // It may exist after the next reload, so that no cache must store the response.
            None => HttpResponse::NotFound().insert_header((CACHE_CONTROL, NO_STORE)).finish(),
        });
    }
    if let Some(file) = routed.fixed_file(request.path()) {
        return Ok(respond(&request, file));
    }
    let language = Language::of(&request, &release.site.selectable, &release.site.locales);
    let query = request.query_string();
    let is_canonical = language.is_canonical_in(query);
    match routed.target() {
        Target::Redirect(path) => return Ok(redirect(language.url_of(path, query))),
        Target::Page(path) if !is_canonical => {
            return Ok(redirect(language.url_of(path, query)));
        }
        // Relative to the URL itself (RFC 3986, section 5.2.2), so that a path that
        // looks like a host (`//host`) leads nowhere else.
        Target::NotFound if !is_canonical => {
            return Ok(redirect(format!("?{}", language.canonical_query(query))));
        }
        Target::Page(_) | Target::NotFound => {}
    }
    let entry = release.pages.entry(routed.route, &language).ok_or(PageError::NoSuchPage)?;

    let locale = entry.page().locale().clone();
    let served = Rc::new(ServedPage { outcome: Cell::new(CacheOutcome::Unavailable), locale });
    request.extensions_mut().insert(Rc::clone(&served));
    match release.pages.get(entry, || log_span(&request)).await? {
        PageResponse::Cached(page, outcome) => {
            served.outcome.set(outcome);
            Ok(cached(&request, &release.pages, &page, outcome))
        }
        PageResponse::Streamed(page) => {
            served.outcome.set(CacheOutcome::Streamed);
            Ok(streamed(&request, entry.page(), page, served).await)
        }
    }
}

fn cached(
    request: &HttpRequest,
    pages: &PageCache,
    page: &CachedPage,
    outcome: CacheOutcome,
) -> HttpResponse {
    let mut response = respond(request, &page.representation);
    if response.status() == StatusCode::PRECONDITION_FAILED {
        return response;
    }
    let ttl = pages.windows().time_left(page.window, SystemTime::now());
    let headers = response.headers_mut();
    pages.cache_headers(page, outcome).add_to(headers);
    headers.insert(CACHE_STATUS, outcome.cache_status(ttl));
    response
}

async fn streamed(
    request: &HttpRequest,
    page: &SitePage,
    StreamedPage { start, rest }: StreamedPage,
    served: Rc<ServedPage>,
) -> HttpResponse {
    let rest = async move {
        let (html, outcome) = rest.await;
        served.outcome.set(outcome);
        html
    };
    let mut response = HttpResponse::new(page.status);
    let mut response = if request.version() < Version::HTTP_11 {
        // It has no chunks (RFC 9112, section 6.1), and the end of a connection does not
        // show whether a page is whole.
        response.set_body(BoxBody::new([start, rest.await].concat()))
    } else {
        let encoding = negotiate(request, |_| true);
        let chunks = stream::once(ready(start)).chain(stream::once(rest));
        let body = BodyStream::new(chunks.map(Ok::<_, Infallible>));
        let body = Encoder::response(encoding, response.head_mut(), body);
        response.set_body(BoxBody::new(body))
    };
    let headers = response.headers_mut();
    page.headers().clone().varying_with_encoding().add_to(headers);
    headers.insert(CONTENT_TYPE, HTML);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(CACHE_STATUS, CacheOutcome::Streamed.cache_status(0));
    response
}

/// The response without a page: the next render may succeed.
impl ResponseError for PageError {
    fn status_code(&self) -> StatusCode {
        StatusCode::SERVICE_UNAVAILABLE
    }

    fn error_response(&self) -> HttpResponse {
        HttpResponse::build(self.status_code())
            .content_type(ContentType::plaintext())
            .insert_header((CACHE_CONTROL, NO_STORE))
            .insert_header((CACHE_STATUS, CacheOutcome::Unavailable.cache_status(0)))
            .insert_header((RETRY_AFTER, "1"))
            .body(self.status_code().to_string())
    }
}

/// A redirect to a canonical URL. Never cached, since a cache may parse the query of
/// the request in another way than this server.
fn redirect(location: String) -> HttpResponse {
    HttpResponse::Found()
        .insert_header((LOCATION, location))
        .insert_header((CACHE_CONTROL, NO_STORE))
        .finish()
}
