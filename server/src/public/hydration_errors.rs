//! `POST /api/hydration-errors`: browsers tell of pages that did not come to
//! life as they were served, or did not stay alive.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use tokio::time::timeout;

use crate::app::App;

/// The only path that takes a body.
pub(super) const PATH: &str = "/api/hydration-errors";

/// Longest report, bytes.
const MOST_BYTES: usize = 2048;

/// What a browser reports.
#[derive(Debug, Deserialize)]
struct Report {
    /// The build of the page.
    build: String,
    /// What React says.
    message: String,
}

/// Takes one report: 204; 413 when it is longer than 2 KB, 408 when it does not
/// arrive, 400 when it is none, 403 when another site sent it.
pub(super) async fn report(
    request: HttpRequest,
    payload: web::Payload,
    app: web::Data<App>,
) -> HttpResponse {
    let status = match receive(&request, payload, &app).await {
        Ok(report) => {
            app.metrics.hydration_errors.inc();
            log(&report);
            StatusCode::NO_CONTENT
        }
        Err(status) => status,
    };
    HttpResponse::build(status).finish()
}

async fn receive(
    request: &HttpRequest,
    payload: web::Payload,
    app: &App,
) -> Result<Report, StatusCode> {
    let origin = request.headers().get("sec-fetch-site");
    if origin.is_some_and(|origin| origin != "same-origin") {
        return Err(StatusCode::FORBIDDEN);
    }
    let body = timeout(app.limits.request_timeout, payload.to_bytes_limited(MOST_BYTES))
        .await
        .map_err(|_| StatusCode::REQUEST_TIMEOUT)?
        .map_err(|_| StatusCode::PAYLOAD_TOO_LARGE)?
        .map_err(|_| StatusCode::BAD_REQUEST)?;
    serde_json::from_slice(&body).map_err(|_| StatusCode::BAD_REQUEST)
}

/// One line a second at most: whoever sends nonsense must not fill the log.
fn log(Report { build, message }: &Report) {
    static LAST_LINE: AtomicU64 = AtomicU64::new(0);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    if LAST_LINE.swap(now, Ordering::Relaxed) != now {
        tracing::warn!(%build, %message, "a page did not hydrate as it was served");
    }
}
