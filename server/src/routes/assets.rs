//! Files made by the build: hashed ones under `/assets/`, a few under fixed
//! names. All are sent from memory.

use actix_web::guard::fn_guard;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::web::{self, ReqData};
use actix_web::{HttpRequest, HttpResponse};

use super::Routed;
use crate::http::{NO_STORE, respond};
use crate::site::public_files::asset_headers;

/// Route of hashed files in logs and metrics.
pub(super) const ROUTE: &str = "/assets/*";

/// Files that crawlers and browsers request by fixed names.
const FIXED: [&str; 2] = ["/favicon.ico", "/site.webmanifest"];

/// Adds the routes of all files.
pub(super) fn routes(config: &mut web::ServiceConfig) {
    // A pattern would be a regular expression, which runs for each page too.
    let is_below = fn_guard(|context| context.head().uri.path().starts_with("/assets/"));
    config.service(web::scope("/assets").guard(is_below).default_service(web::to(hashed)));
    for path in FIXED {
        config.service(web::resource(path).to(fixed));
    }
}

/// A hashed file of the current or the previous release.
async fn hashed(request: HttpRequest, routed: ReqData<Routed>) -> HttpResponse {
    if let Some(file) = routed.release.hashed_file(request.path()) {
        return respond(&request, file);
    }
    let mut response = not_found();
    asset_headers().add_to(response.headers_mut());
    response
}

/// A file of the current release with a fixed name.
async fn fixed(request: HttpRequest, routed: ReqData<Routed>) -> HttpResponse {
    match routed.release.files.get(request.path()) {
        Some(file) => respond(&request, file),
        None => not_found(),
    }
}

/// The file may exist after the next reload, so that no cache must store the response.
fn not_found() -> HttpResponse {
    HttpResponse::NotFound().insert_header((CACHE_CONTROL, NO_STORE)).finish()
}
