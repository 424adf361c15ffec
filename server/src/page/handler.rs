//! Every path that is not a file or an interface: a page, a redirect, or the
//! not-found page.

use std::time::SystemTime;

use actix_web::http::StatusCode;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_TYPE, ContentEncoding, ETAG, HeaderName, HeaderValue,
    LINK, LOCATION, VARY,
};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, web};

use super::encoding::{self, EncodedPage};
use super::ladder::Step;
use super::pages::Answer;
use super::slot::Slot;
use super::stored::{RenderTiming, StoredPage, Variant};
use super::{Address, Language, PageError};
use crate::app::App;
use crate::if_none_match;
use crate::observation::Served;
use crate::release::Release;
use crate::renderer::RenderedPage;
use crate::routes::Target;

/// RFC 9211.
const CACHE_STATUS: HeaderName = HeaderName::from_static("cache-status");
/// W3C Server Timing.
const SERVER_TIMING: HeaderName = HeaderName::from_static("server-timing");

/// Answers with the page at the request's path, in the visitor's language.
///
/// # Errors
/// [`PageError`] when no page can be had and nothing of it was sent; a failure
/// of a streamed page after its first byte breaks the connection off.
pub async fn page(request: HttpRequest, app: web::Data<App>) -> Result<HttpResponse, PageError> {
    let release = app.release();
    let language = Language::of(&request, &release.site);
    let path = match release.site.routes.resolve(request.path()) {
        Target::Page(path) => path,
        Target::NotFound => Target::NOT_FOUND_PATH,
        Target::Redirect(path) => return Ok(redirect(&Address { path, language: &language })),
    };
    let address = Address { path, language: &language };
    let slot = release.pages.slot(&address).ok_or(PageError::NoSuchPage)?;

    let visit = Visit { request: &request, release: &release, slot };
    let answer = release.pages.get(slot).await;
    let step = match &answer {
        Ok(answer) => answer.step(),
        Err(_) => Step::Unavailable,
    };
    app.metrics.pages.count(step);
    match answer? {
        Answer::Kept(page, step) => Ok(visit.kept(&page, step)),
        Answer::Shell(shell) => Ok(visit.shell(shell)),
        Answer::Streamed(page) => visit.streamed(page),
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
        let encoding = encoding::negotiate(self.request);
        let Variant { body, etag } = page.variant(encoding);
        let waited = matches!(step, Step::Rendered | Step::Shared).then_some(page.timing);
        let ttl = self.release.pages.buckets().time_left(page.bucket, SystemTime::now());

        let is_known = if_none_match::names(self.request, etag.as_bytes());
        let mut response =
            HttpResponse::build(if is_known { StatusCode::NOT_MODIFIED } else { page.status });
        response
            .insert_header((CACHE_CONTROL, self.release.page_headers.cache_control.clone()))
            .insert_header((ETAG, etag.clone()));
        self.describe(&mut response, encoding, step, ttl, waited);
        if is_known {
            return response.finish();
        }
        response.body(body.clone())
    }

    fn shell(&self, shell: &StoredPage) -> HttpResponse {
        let encoding = encoding::negotiate(self.request);
        let mut response = HttpResponse::build(shell.status);
        response.insert_header((CACHE_CONTROL, "no-store"));
        self.describe(&mut response, encoding, Step::Shell, 0, None);
        response.body(shell.variant(encoding).body.clone())
    }

    fn streamed(&self, page: RenderedPage) -> Result<HttpResponse, PageError> {
        let encoding = encoding::negotiate(self.request);
        let status = StatusCode::from_u16(page.status).unwrap_or(StatusCode::OK);
        // How long the render takes is not known before its first byte.
        let timing = RenderTiming { queue: page.queue_wait, ..RenderTiming::default() };
        let mut response = HttpResponse::build(status);
        response.insert_header((CACHE_CONTROL, "no-cache"));
        self.describe(&mut response, encoding, Step::Streamed, 0, Some(timing));
        Ok(response.streaming(EncodedPage::new(page.body, encoding)?))
    }

    /// The headers that all answers with a page have. `ttl` is what is left of the
    /// page's time, seconds; `waited` what the visitor waited for.
    fn describe(
        &self,
        response: &mut HttpResponseBuilder,
        encoding: ContentEncoding,
        step: Step,
        ttl: i64,
        waited: Option<RenderTiming>,
    ) {
        let address = self.slot.address();
        let language = self.slot.content_language();
        response.extensions_mut().insert(Served { step, language: language.clone() });
        response
            .insert_header((CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")))
            .insert_header((CONTENT_LANGUAGE, language.clone()))
            .insert_header((CACHE_STATUS, step.cache_status(ttl)))
            .insert_header((SERVER_TIMING, step.server_timing(waited)))
            .insert_header((
                VARY,
                HeaderValue::from_static(match address.language {
                    Language::Fixed(_) => "Accept-Encoding",
                    Language::Negotiated(_) => "Accept-Encoding, Accept-Language",
                }),
            ));
        if let Some(link) = self.release.page_headers.link(&address) {
            response.insert_header((LINK, link.clone()));
        }
        if encoding != ContentEncoding::Identity {
            response.insert_header(encoding);
        }
    }
}

fn redirect(to: &Address<'_>) -> HttpResponse {
    HttpResponse::Found()
        .insert_header((LOCATION, to.to_string()))
        .insert_header((CACHE_CONTROL, "no-cache"))
        .finish()
}
