//! Every path that is not a file or an interface: a page, a redirect, or the
//! not-found page.

use std::time::SystemTime;

use actix_web::body::{BodyStream, BoxBody};
use actix_web::http::StatusCode;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, ContentEncoding, ETAG, HeaderName, HeaderValue, LOCATION,
};
use actix_web::{HttpMessage, HttpRequest, HttpResponse, web};
use futures_util::StreamExt;
use futures_util::future::ready;
use futures_util::stream;

use super::accept_encoding::negotiate;
use super::observation::Served;
use crate::app::App;
use crate::ladder::{RenderTiming, Step};
use crate::page::{
    Address, Answer, EncodedPage, Language, PageError, Rest, Slot, StoredPage, StreamedPage,
    Variant,
};
use crate::preconditions::{self, Verdict};
use crate::release::Release;
use crate::routes::Target;

/// RFC 9211.
const CACHE_STATUS: HeaderName = HeaderName::from_static("cache-status");
/// W3C Server Timing.
const SERVER_TIMING: HeaderName = HeaderName::from_static("server-timing");

/// Answers with the page at the request's path, in the visitor's language.
///
/// # Errors
/// [`PageError`] when there is no page and nothing of it was sent. A streamed page
/// whose render fails later ends as its shell; without one the connection is
/// closed before the end of the body.
pub(super) async fn page(
    request: HttpRequest,
    app: web::Data<App>,
) -> Result<HttpResponse, PageError> {
    let release = app.release();
    let language = Language::of(&request, &release.site);
    let is_canonical = language.is_canonical_in(request.query_string());
    let address = |path| Address { path, language: &language };
    let address = match release.site.routes.resolve(request.path()) {
        Target::Redirect(path) => return Ok(redirect(address(path).to_string())),
        Target::Page(path) if !is_canonical => return Ok(redirect(address(path).to_string())),
        // Relative to the URL itself (RFC 3986, section 5.2.2), so that a path that
        // looks like a host (`//host`) leads nowhere else.
        Target::NotFound if !is_canonical => {
            return Ok(redirect(format!("?{}", language.canonical_query())));
        }
        Target::Page(path) => address(path),
        Target::NotFound => address(Target::NOT_FOUND_PATH),
    };
    let slot = release.pages.slot(&address).ok_or(PageError::NoSuchPage)?;

    let visit = Visit { request: &request, release: &release, slot };
    let answer = release.pages.get(slot).await;
    let step = match &answer {
        Ok(answer) => answer.step(),
        Err(_) => Step::Unavailable,
    };
    let count = PageCount { app, step };
    request.extensions_mut().insert(Served { step, language: slot.language().clone() });
    match answer? {
        Answer::Kept(page, step) => Ok(visit.kept(&page, step)),
        Answer::Shell(shell) => Ok(visit.shell(shell)),
        Answer::Streamed(page) => visit.streamed(page, count),
    }
}

/// Counts a response with a page when it is dropped. That of a streamed page is
/// dropped when its outcome is known, or its client has gone.
struct PageCount {
    app: web::Data<App>,
    step: Step,
}

impl PageCount {
    /// Counts the page by what became of it.
    fn finish(mut self, step: Step) {
        self.step = step;
    }
}

impl Drop for PageCount {
    fn drop(&mut self) {
        self.app.metrics.pages.count(self.step);
    }
}

/// One request for one page.
struct Visit<'a> {
    request: &'a HttpRequest,
    release: &'a Release,
    slot: &'a Slot,
}

impl Visit<'_> {
    fn kept(&self, page: &StoredPage, step: Step) -> HttpResponse {
        let encoding = negotiate(self.request);
        let Variant { body, etag } = page.variant(encoding);
        let waited = matches!(step, Step::Rendered | Step::Shared).then_some(page.timing);
        let ttl = self.release.pages.buckets().time_left(page.bucket, SystemTime::now());

        let verdict = preconditions::evaluate(self.request, page.status, Some(etag.as_bytes()));
        let mut response = match verdict {
            Verdict::Send => HttpResponse::new(page.status),
            Verdict::NotModified => HttpResponse::new(StatusCode::NOT_MODIFIED),
            Verdict::Failed => return preconditions::failed(),
        };
        let headers = response.headers_mut();
        self.release.pages.cache_headers(page).add_to(headers);
        headers.insert(ETAG, etag.clone());
        self.describe(&mut response, encoding, step, ttl, waited);
        if verdict == Verdict::NotModified {
            return response;
        }
        response.set_body(BoxBody::new(body.clone()))
    }

    fn shell(&self, shell: &StoredPage) -> HttpResponse {
        let encoding = negotiate(self.request);
        let mut response = HttpResponse::new(shell.status);
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        self.describe(&mut response, encoding, Step::Shell, 0, None);
        response.set_body(BoxBody::new(shell.variant(encoding).body.clone()))
    }

    fn streamed(&self, page: StreamedPage, count: PageCount) -> Result<HttpResponse, PageError> {
        let encoding = negotiate(self.request);
        // How long the render takes is not known before its first byte.
        let timing = RenderTiming { queue: page.queue_wait, ..RenderTiming::default() };
        let mut response = HttpResponse::new(page.status);
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        self.describe(&mut response, encoding, Step::Streamed, 0, Some(timing));
        let rest = match page.rest {
            Rest::Chunks(chunks) => chunks.left_stream(),
            Rest::Whole(rest) => stream::once(async move {
                let (html, step) = rest.await;
                count.finish(step);
                Ok(html)
            })
            .right_stream(),
        };
        let page = stream::once(ready(Ok(page.start))).chain(rest);
        Ok(response.set_body(BoxBody::new(BodyStream::new(EncodedPage::new(page, encoding)?))))
    }

    /// The headers that all answers with a page have. `ttl` is what is left of the
    /// page's time, seconds; `waited` what the visitor waited for.
    fn describe(
        &self,
        response: &mut HttpResponse,
        encoding: ContentEncoding,
        step: Step,
        ttl: i64,
        waited: Option<RenderTiming>,
    ) {
        let headers = response.headers_mut();
        self.slot.headers().add_to(headers);
        headers.insert(CACHE_STATUS, step.cache_status(ttl));
        headers.insert(SERVER_TIMING, step.server_timing(waited));
        if encoding != ContentEncoding::Identity {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding.as_str()));
        }
    }
}

/// Leads to a canonical URL. Never stored, since a cache may read the query of the
/// request in another way than this server.
fn redirect(location: String) -> HttpResponse {
    HttpResponse::Found()
        .insert_header((LOCATION, location))
        .insert_header((CACHE_CONTROL, "no-store"))
        .finish()
}
