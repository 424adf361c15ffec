//! Hashed files made by the build, under `/assets/`. All are sent from memory.

use actix_web::guard::fn_guard;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::web::{self, ReqData};
use actix_web::{HttpRequest, HttpResponse};

use super::Routed;
use crate::http::{NO_STORE, respond};

/// Route of hashed files in logs and metrics.
pub(super) const ROUTE: &str = "/assets/*";

/// Adds the route of hashed files.
pub(super) fn routes(config: &mut web::ServiceConfig) {
    // A pattern would be a regular expression, which runs for each page too.
    let is_below = fn_guard(|context| context.head().uri.path().starts_with("/assets/"));
    config.service(web::scope("/assets").guard(is_below).default_service(web::to(hashed)));
}

/// A hashed file of the current or the previous release.
async fn hashed(request: HttpRequest, routed: ReqData<Routed>) -> HttpResponse {
    if let Some(file) = routed.release.hashed_file(request.path()) {
        return respond(&request, file);
    }
    // The file may exist after the next reload, so that no cache must store the response.
    HttpResponse::NotFound().insert_header((CACHE_CONTROL, NO_STORE)).finish()
}
