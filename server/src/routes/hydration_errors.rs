//! `POST /api/hydration-errors?build=…&message=…&frames=…`: browsers report pages that failed to
//! hydrate, or failed later. A report is in the query, so that no request has content.
//!
//! Anybody can send a report. So that nobody floods the log, only reports of builds that this
//! server has served count, and at most [`MAX_PER_MINUTE`] a minute.

use actix_web::http::StatusCode;
use actix_web::web::{self, ReqData};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

use super::Routed;
use crate::metrics::METRICS;
use crate::tasks::blocking;
use crate::telemetry::PerMinute;

/// Where reports are sent.
pub(super) const PATH: &str = "/api/hydration-errors";

/// Limit of reports that count within a minute: enough to see what is wrong, and so few that the
/// alert, which covers 15 minutes, needs reports in several of them.
const MAX_PER_MINUTE: u64 = 5;

static COUNTED: PerMinute = PerMinute::first(MAX_PER_MINUTE);

/// A report.
#[derive(Debug, Deserialize)]
pub(super) struct Report {
    /// The build of the page.
    build: String,
    /// React's error message.
    message: String,
    /// The first frames of its stack trace or of the component stack.
    #[serde(default)]
    frames: String,
}

/// Receives a report. Responds as [`super::accept`] says, and with 204 to one that does not count. One that is
/// longer than [`crate::connection::MAX_URL_LENGTH`] gets 414.
pub(super) async fn report(
    request: HttpRequest,
    report: Option<web::Query<Report>>,
    routed: ReqData<Routed>,
) -> HttpResponse {
    let Report { build, message, frames } = match super::accept(&request, report) {
        Ok(report) => report,
        Err(status) => return HttpResponse::new(status),
    };
    if let Some(maps) = routed.release.source_maps(&build)
        && COUNTED.admit().is_some()
    {
        METRICS.marquee_hydration_errors.inc();
        let report = printable(&message);
        // The first report reads a map, which would block the event loop.
        let frames = blocking(move || maps.map_client_frames(&frames)).await;
        let frames = frames.ok().filter(|frames| !frames.is_empty());
        tracing::warn!(build, report, frames, "page did not hydrate as it was served");
    }
    HttpResponse::new(StatusCode::NO_CONTENT)
}

/// Replaces the characters of a client's text that would act on the terminal that shows it
/// (CWE-150), and that JSON does not escape: control characters beyond ASCII, separators of lines,
/// and bidirectional formatting (UAX #9, section 2). Both formats of the log escape all others.
fn printable(text: &str) -> String {
    let acts = |character| {
        matches!(
            character,
            '\u{7f}'..='\u{9f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
    };
    text.replace(acts, "\u{fffd}")
}
