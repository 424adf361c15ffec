//! Files made by the build: hashed ones under `/assets/`, a few under fixed
//! names. All are sent from memory.

use actix_web::http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, AcceptEncoding, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE,
    CROSS_ORIGIN_RESOURCE_POLICY, ContentEncoding, ETAG, Encoding, Header, HeaderValue, VARY,
};
use actix_web::http::StatusCode;
use actix_web::web::{self, ReqData};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};

use super::Routed;
use crate::headers::content_encoding;
use crate::preconditions::{self, Verdict};
use crate::public_files::{PublicFile, Representation};

/// Path prefix of hashed files.
pub(super) const PREFIX: &str = "/assets/";

/// Route of hashed files in logs and metrics.
pub(super) const ROUTE: &str = "/assets/*";

/// Files that crawlers and browsers request by fixed names.
const FIXED: [&str; 2] = ["/favicon.ico", "/site.webmanifest"];

/// A hashed name never changes its content (RFC 8246).
static IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// A missing file may exist after the next reload, so that its 404 must not be stored.
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// A fixed name may get new content with the next build.
static A_DAY: HeaderValue = HeaderValue::from_static("public, max-age=86400");

/// Every response under `/assets/` has it, whatever its encoding: a cache that
/// stored one without it would send it to every client (RFC 9110, section
/// 12.5.5).
const ACCEPT_ENCODING: HeaderValue = HeaderValue::from_static("Accept-Encoding");

/// Pages load these files from `ASSET_ORIGIN`, which may be a CDN that fetches them here and
/// passes the headers on: module scripts require the first (CORS), pictures and style sheets the
/// second. Always sent, since caches hold these files for a year.
const ANY_ORIGIN: HeaderValue = HeaderValue::from_static("*");
const CROSS_ORIGIN: HeaderValue = HeaderValue::from_static("cross-origin");

/// Adds the routes of all files.
pub(super) fn routes(config: &mut web::ServiceConfig) {
    config.service(web::scope("/assets").default_service(web::to(hashed)));
    for path in FIXED {
        config.service(web::resource(path).to(fixed));
    }
}

/// A hashed file of the current or the previous release.
async fn hashed(request: HttpRequest, routed: ReqData<Routed>) -> HttpResponse {
    let mut response = match routed.release.hashed_file(request.path()) {
        Some(file) => respond(&request, file, &IMMUTABLE),
        None => not_found(),
    };
    let headers = response.headers_mut();
    headers.insert(VARY, ACCEPT_ENCODING);
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, ANY_ORIGIN);
    headers.insert(CROSS_ORIGIN_RESOURCE_POLICY, CROSS_ORIGIN);
    response
}

/// A file of the current release with a fixed name.
async fn fixed(request: HttpRequest, routed: ReqData<Routed>) -> HttpResponse {
    match routed.release.files.get(request.path()) {
        Some(file) => respond(&request, file, &A_DAY),
        None => not_found(),
    }
}

fn not_found() -> HttpResponse {
    HttpResponse::NotFound().insert_header((CACHE_CONTROL, NO_STORE)).finish()
}

/// The response with a file. `Range` is ignored (RFC 9110, section 14.2): all files together are
/// little more than a megabyte. Errors are not stored.
fn respond(request: &HttpRequest, file: &PublicFile, caching: &HeaderValue) -> HttpResponse {
    let (encoding, chosen) = file.representation(negotiate(request, file));
    let begin = |status| begin(status, chosen, caching.clone());
    match preconditions::evaluate(request, StatusCode::OK, Some(chosen.etag.as_bytes())) {
        Verdict::Send => {}
        Verdict::NotModified => return begin(StatusCode::NOT_MODIFIED).finish(),
        Verdict::Failed => return preconditions::failed(),
    }
    let mut response = begin(StatusCode::OK);
    response.insert_header((CONTENT_TYPE, file.content_type.clone()));
    if let Some(value) = content_encoding(encoding) {
        response.insert_header((CONTENT_ENCODING, value));
    }
    response.body(chosen.body.clone())
}

/// Starts a response: what 200 and 304 have in common (RFC 9110, section 15.4.5).
fn begin(status: StatusCode, chosen: &Representation, caching: HeaderValue) -> HttpResponseBuilder {
    let mut response = HttpResponse::build(status);
    response.insert_header((ETAG, chosen.etag.clone())).insert_header((CACHE_CONTROL, caching));
    response
}

/// Returns the encoding that the client prefers among those of the file; identity if
/// it allows none, as RFC 9110, section 12.5.3, permits.
fn negotiate(request: &HttpRequest, file: &PublicFile) -> ContentEncoding {
    let available: Vec<_> = file.encodings().map(Encoding::Known).collect();
    let accepted = AcceptEncoding::parse(request).ok();
    match accepted.and_then(|accepted| accepted.negotiate(available.iter())) {
        Some(Encoding::Known(encoding)) => encoding,
        _ => ContentEncoding::Identity,
    }
}
