//! `POST /api/web-vitals?lang=…`: browsers report how fast a page was for its visitor.
//! A report is in the query, so that no request has content.
//!
//! Anybody can send a report, so that the metrics may be forged, but their series are
//! bounded: the label is a language that the server knows.
//! Nothing of a report is logged or stored, and it has no identifier.

use actix_web::web::{self, ReqData};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

use super::{Routed, respond_to_visit};
use crate::metrics::METRICS;

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
    /// Part of the page that was slow to react; none if it is in no such part.
    inp_place: Option<String>,
    lcp: Option<f64>,
    /// Part of the page that was the largest paint, likewise.
    lcp_place: Option<String>,
    ttfb: Option<f64>,
}

/// Longest time that counts, in milliseconds; a page in a background tab may take longer.
const MAX_MILLISECONDS: f64 = 60_000.0;

/// Largest layout shift that counts.
const MAX_SHIFT: f64 = 100.0;

/// Google's thresholds in seconds: the last “good” value of Interaction to Next Paint, and the last before
/// “poor”.
const INP: [f64; 2] = [0.2, 0.5];

/// Those of Largest Contentful Paint.
const LCP: [f64; 2] = [2.5, 4.0];

/// Receives a report.
pub(super) async fn report(
    request: HttpRequest,
    report: Option<web::Query<Report>>,
    routed: ReqData<Routed>,
) -> HttpResponse {
    respond_to_visit(&request, report, |report| count(report, &routed))
}

fn count(report: Report, routed: &Routed) -> Option<()> {
    let Report { lang, cls, fcp, inp, inp_place, lcp, lcp_place, ttfb } = report;
    let site = &routed.release.site;
    let language = site.selectable.get(&lang)?.code();
    let seconds = |value: Option<f64>| match value {
        Some(value) if !(0.0..=MAX_MILLISECONDS).contains(&value) => None,
        value => Some(value.map(|milliseconds| milliseconds / 1000.0)),
    };
    if cls.is_some_and(|shift| !(0.0..=MAX_SHIFT).contains(&shift)) {
        return None;
    }
    let (fcp, inp, lcp, ttfb) = (seconds(fcp)?, seconds(inp)?, seconds(lcp)?, seconds(ttfb)?);
    let place = |name: Option<String>| match name {
        Some(name) => site.counted.places.iter().find(|place| **place == name).map(String::as_str),
        None => Some("other"),
    };
    let (inp_place, lcp_place) = (place(inp_place)?, place(lcp_place)?);
    for (histograms, value) in [
        (&METRICS.marquee_web_vitals_cls, cls),
        (&METRICS.marquee_web_vitals_fcp_seconds, fcp),
        (&METRICS.marquee_web_vitals_inp_seconds, inp),
        (&METRICS.marquee_web_vitals_lcp_seconds, lcp),
        (&METRICS.marquee_web_vitals_ttfb_seconds, ttfb),
    ] {
        if let Some(value) = value {
            histograms.at([language.to_owned()]).observe(value);
        }
    }
    for (metric, value, place, [good, fair]) in
        [("inp", inp, inp_place, INP), ("lcp", lcp, lcp_place, LCP)]
    {
        if let Some(value) = value {
            let rating = match value {
                _ if value <= good => "good",
                _ if value <= fair => "needs-improvement",
                _ => "poor",
            };
            METRICS.marquee_web_vitals_places.at([metric, place, rating].map(str::to_owned)).inc();
        }
    }
    Some(())
}
