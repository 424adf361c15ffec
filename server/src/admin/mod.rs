//! The admin listener: health, metrics and version, apart from the public port, where
//! every other path is the not-found page. Paths and semantics are those of
//! Kubernetes' own components.

mod readiness;

use actix_web::http::StatusCode;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::middleware::DefaultHeaders;
use actix_web::{HttpRequest, HttpResponse, web};
use prometheus::TEXT_FORMAT;
use serde_json::json;

use crate::VERSION;
use crate::state::AppState;
use readiness::Condition;

/// No response of this listener may be cached.
#[must_use]
pub fn no_store() -> DefaultHeaders {
    DefaultHeaders::new().add((CACHE_CONTROL, "no-store"))
}

/// Adds the routes of the admin listener.
pub fn routes(config: &mut web::ServiceConfig, app: &web::Data<AppState>) {
    config
        .app_data(app.clone())
        .service(web::resource("/livez").to(livez))
        .service(web::resource("/readyz").to(readyz))
        .service(web::resource("/startupz").to(startupz))
        .service(web::resource("/metrics").to(metrics))
        .service(web::resource("/version").to(version));
}

/// Liveness: no event loop is stalled. It depends on nothing else, since a failure
/// restarts the process.
async fn livez(app: web::Data<AppState>) -> HttpResponse {
    health(app.heartbeats.are_all_alive())
}

/// Readiness; with `?verbose`, the state of every condition.
async fn readyz(request: HttpRequest, app: web::Data<AppState>) -> HttpResponse {
    let conditions = readiness::conditions(&app);
    let is_ready = conditions.iter().all(|condition| condition.problem.is_none());
    if request.query_string().split('&').any(|name| name == "verbose" || name == "verbose=1") {
        let lines: Vec<_> = conditions.iter().map(Condition::to_string).collect();
        return health_text(is_ready, lines.join("\n") + "\n");
    }
    health(is_ready)
}

/// Startup: whether the process has been ready once.
async fn startupz(app: web::Data<AppState>) -> HttpResponse {
    health(readiness::has_started(&app))
}

async fn metrics(app: web::Data<AppState>) -> HttpResponse {
    app.metrics.ready.set(readiness::is_ready(&app).into());
    match app.metrics.encode() {
        Ok(text) => HttpResponse::Ok().content_type(TEXT_FORMAT).body(text),
        Err(error) => {
            tracing::error!(%error, "metrics not encoded");
            HttpResponse::InternalServerError().finish()
        }
    }
}

async fn version(app: web::Data<AppState>) -> HttpResponse {
    let site = &app.release().site;
    HttpResponse::Ok().json(json!({
        "version": VERSION,
        "commit": site.commit,
        "engine": marquee_renderer::ENGINE,
        "build": site.build,
        "built": site.built,
    }))
}

fn health(is_healthy: bool) -> HttpResponse {
    health_text(is_healthy, if is_healthy { "ok\n" } else { "not ok\n" }.into())
}

fn health_text(is_healthy: bool, text: String) -> HttpResponse {
    let status = if is_healthy { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    HttpResponse::build(status).content_type("text/plain; charset=utf-8").body(text)
}
