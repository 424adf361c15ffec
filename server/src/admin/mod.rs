//! The admin listener: health, metrics and version, apart from the public port, where
//! every other path is the not-found page. Paths and semantics are those of
//! Kubernetes' own components.

mod readiness;

use std::sync::atomic::Ordering;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::middleware::DefaultHeaders;
use actix_web::{App, Error, HttpRequest, HttpResponse, web};
use serde_json::json;

use crate::metrics::METRICS;
use crate::process::memory;
use crate::state::AppState;
use crate::tasks::blocking;
use crate::telemetry::dropped_log_lines;
use crate::{VERSION, http};
use readiness::Condition;
pub(crate) use readiness::has_started;

/// Builds the application of the admin listener: every route and all middleware.
pub(crate) fn build_app(
    state: web::Data<AppState>,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody>,
        Error = Error,
        InitError = (),
    >,
> {
    App::new()
        .app_data(state)
        .service(web::resource("/livez").to(livez))
        .service(web::resource("/readyz").to(readyz))
        .service(web::resource("/startupz").to(startupz))
        .service(web::resource("/metrics").to(metrics))
        .service(web::resource("/version").to(version))
        // Middleware, from the innermost to the outermost.
        .wrap_fn(|request, service| {
            http::respond_or_call(http::rejection_response(&request), request, service)
        })
        .wrap(DefaultHeaders::new().add((CACHE_CONTROL, http::NO_STORE)))
}

/// Liveness: no event loop is stalled. It depends on nothing else, since a failure
/// restarts the process.
async fn livez(app: web::Data<AppState>) -> HttpResponse {
    health(app.heartbeats.are_all_alive())
}

/// Readiness; with `?verbose`, the state of every condition.
async fn readyz(request: HttpRequest, app: web::Data<AppState>) -> HttpResponse {
    let conditions = readiness::conditions(&app);
    let is_ready = conditions.iter().all(|condition| condition.holds);
    if request.query_string().split('&').any(|name| name == "verbose" || name == "verbose=1") {
        let lines: Vec<_> = conditions.iter().map(Condition::to_string).collect();
        return health_text(is_ready, lines.join("\n") + "\n");
    }
    health(is_ready)
}

/// Startup: whether the process has been ready once.
async fn startupz(app: web::Data<AppState>) -> HttpResponse {
    health(has_started(&app))
}

/// The one format with exemplars, which Prometheus reads since version 2.5.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

async fn metrics(app: web::Data<AppState>) -> HttpResponse {
    let scraped = app.clone();
    // Probes, which have the same thread, wait for it only if there is no other.
    let encoded = blocking(move || encode_metrics(&scraped)).await;
    match encoded.unwrap_or_else(|_| encode_metrics(&app)) {
        Ok(text) => HttpResponse::Ok().content_type(OPEN_METRICS).body(text),
        Err(error) => {
            tracing::error!(%error, "metrics not encoded");
            HttpResponse::InternalServerError().finish()
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a metric's value is a double")]
fn encode_metrics(app: &AppState) -> Result<String, std::fmt::Error> {
    let gauge = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    METRICS.marquee_ready.set(readiness::is_ready(app).into());
    METRICS.marquee_connections.set(gauge(app.connections.get()));
    let pages = &app.release().pages;
    let engines = pages.engines();
    METRICS.marquee_engines_up.set(gauge(engines.up));
    METRICS.marquee_engines_desired.set(gauge(engines.desired));
    METRICS.marquee_page_overdue_seconds.set(pages.overdue());
    METRICS.marquee_app_shells_missing.set(gauge(pages.missing_shells()));
    let limit = memory::limit().map_or(f64::INFINITY, |limit| limit as f64);
    METRICS.marquee_memory_limit_bytes.set(limit);
    METRICS.marquee_log_lines_dropped.inner().store(dropped_log_lines(), Ordering::Relaxed);
    METRICS.encode()
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
