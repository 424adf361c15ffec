//! `POST /api/web-vitals`: browsers report how fast a page was for its visitor.
//!
//! Anybody can send a report, so that the metrics may be forged, but their series are
//! bounded: labels are pages, languages and connection classes that the server knows.
//! Nothing of a report is logged or stored, and it has no identifier.

use actix_web::http::StatusCode;
use actix_web::web::{self, ReqData};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

use super::{Routed, is_cross_site};
use crate::metrics::Visit;
use crate::routes::Target;
use crate::state::AppState;

/// Where reports are sent.
pub(super) const PATH: &str = "/api/web-vitals";

/// The body of a report.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Report {
    /// Path of the page.
    path: String,
    /// Its language.
    lang: String,
    /// Effective type of the connection (Network Information API), where the browser has it.
    #[serde(default)]
    connection: Option<Connection>,
    metrics: Vitals,
}

#[derive(Debug, Clone, Copy, Deserialize)]
enum Connection {
    #[serde(rename = "slow-2g")]
    Slow2G,
    #[serde(rename = "2g")]
    Cellular2G,
    #[serde(rename = "3g")]
    Cellular3G,
    #[serde(rename = "4g")]
    Cellular4G,
}

impl Connection {
    fn name(self) -> &'static str {
        match self {
            Self::Slow2G => "slow-2g",
            Self::Cellular2G => "2g",
            Self::Cellular3G => "3g",
            Self::Cellular4G => "4g",
        }
    }
}

/// Milliseconds, except for `cls`. A visit has those that its browser supports.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Vitals {
    cls: Option<f64>,
    fcp: Option<f64>,
    inp: Option<f64>,
    lcp: Option<f64>,
    ttfb: Option<f64>,
}

/// Longest time that counts, in milliseconds; a page in a background tab may take longer.
const MAX_MILLISECONDS: f64 = 60_000.0;

/// Largest layout shift that counts.
const MAX_SHIFT: f64 = 100.0;

/// Receives a report. Responds with 204; 400 if it is not valid; 403 if it is cross-site.
/// The connection layer rejects one that is longer than 2 KB (413) or incomplete (408).
pub(super) async fn report(
    request: HttpRequest,
    body: web::Bytes,
    app: web::Data<AppState>,
    routed: ReqData<Routed>,
) -> HttpResponse {
    HttpResponse::build(receive(&request, &body, &app, &routed)).finish()
}

fn receive(request: &HttpRequest, body: &[u8], app: &AppState, routed: &Routed) -> StatusCode {
    if is_cross_site(request) {
        return StatusCode::FORBIDDEN;
    }
    let Ok(report) = serde_json::from_slice::<Report>(body) else {
        return StatusCode::BAD_REQUEST;
    };
    let site = &routed.release.site;
    let Some(language) = site.selectable.get(&report.lang) else {
        return StatusCode::BAD_REQUEST;
    };
    let page = match site.routes.resolve(&report.path) {
        Target::Page(path) => path,
        _ => Target::NOT_FOUND_PATH,
    };
    let Vitals { cls, fcp, inp, lcp, ttfb } = report.metrics;
    let seconds = |value: Option<f64>| match value {
        Some(value) if !(0.0..=MAX_MILLISECONDS).contains(&value) => Err(()),
        value => Ok(value.map(|milliseconds| milliseconds / 1000.0)),
    };
    let shift = match cls {
        Some(value) if !(0.0..=MAX_SHIFT).contains(&value) => Err(()),
        value => Ok(value),
    };
    let (Ok(cls), Ok(fcp), Ok(inp), Ok(lcp), Ok(ttfb)) =
        (shift, seconds(fcp), seconds(inp), seconds(lcp), seconds(ttfb))
    else {
        return StatusCode::BAD_REQUEST;
    };
    app.metrics.web_vitals.visited(&Visit {
        page,
        language: language.code(),
        connection: report.connection.map_or("unknown", Connection::name),
        cls,
        fcp,
        inp,
        lcp,
        ttfb,
    });
    StatusCode::NO_CONTENT
}
