//! `POST /api/web-vitals?lang=…`: browsers report how fast a page was for its visitor.
//! A report is in the query, so that no request has content.
//!
//! Anybody can send a report, so that the metrics may be forged, but their series are
//! bounded: the label is a language that the server knows.
//! Nothing of a report is logged or stored, and it has no identifier.

use actix_web::http::StatusCode;
use actix_web::web::{self, ReqData};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

use super::{Routed, is_cross_site};
use crate::metrics::{METRICS, Visit};

/// Where reports are sent.
pub(super) const PATH: &str = "/api/web-vitals";

/// A report: times in milliseconds, as far as the browser supports them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Report {
    /// Language of the page.
    lang: String,
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
/// One that is longer than [`crate::connection::MAX_URL_LENGTH`] gets 414.
pub(super) async fn report(
    request: HttpRequest,
    report: Option<web::Query<Report>>,
    routed: ReqData<Routed>,
) -> HttpResponse {
    HttpResponse::new(match report {
        _ if is_cross_site(&request) => StatusCode::FORBIDDEN,
        None => StatusCode::BAD_REQUEST,
        Some(web::Query(report)) => receive(report, &routed),
    })
}

fn receive(report: Report, routed: &Routed) -> StatusCode {
    let Report { lang, cls, fcp, inp, lcp, ttfb } = report;
    let Some(language) = routed.release.site.selectable.get(&lang) else {
        return StatusCode::BAD_REQUEST;
    };
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
    METRICS.web_vitals.visited(&Visit { language: language.code(), cls, fcp, inp, lcp, ttfb });
    StatusCode::NO_CONTENT
}
