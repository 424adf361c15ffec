//! `POST /api/visits?lang=…&utm_source=…`: browsers report that a page was viewed, and with
//! `&place=…&link=…` that a link to another site was clicked. A report is in the query, so that
//! no request has content.
//!
//! Anybody can send a report, so that the metrics may be forged, but their series are bounded:
//! each label is one of a list of the site or of a setting. Nothing of a report is logged or
//! stored, and it has no identifier.

use actix_web::web::{self, ReqData};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

use super::{Routed, respond_to_visit};
use crate::metrics::METRICS;
use crate::state::AppState;

/// Where reports are sent.
pub(super) const PATH: &str = "/api/visits";

/// A report: of a click, with the link and its place in the page, or else of a view.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Report {
    /// Language of the page.
    lang: String,
    /// Campaign source of the visit, if any.
    #[serde(default)]
    utm_source: String,
    place: Option<String>,
    link: Option<String>,
}

/// Receives a report, which does not count while reports of visits are off.
pub(super) async fn report(
    request: HttpRequest,
    report: Option<web::Query<Report>>,
    app: web::Data<AppState>,
    routed: ReqData<Routed>,
) -> HttpResponse {
    respond_to_visit(&request, report, |report| count(&report, &app, &routed))
}

fn count(report: &Report, app: &AppState, routed: &Routed) -> Option<()> {
    let site = &routed.release.site;
    let language = site.selectable.get(&report.lang)?.code();
    let click = match (&report.place, &report.link) {
        (None, None) => None,
        (Some(place), Some(link)) => {
            let counted = &site.counted;
            (counted.places.contains(place) && counted.links.contains(link)).then_some(())?;
            Some((place.as_str(), link.as_str()))
        }
        _ => return None,
    };
    if app.settings.visit_reports {
        let source = app.settings.campaign_sources.name_of(&report.utm_source);
        let of_visit = [language, source].map(str::to_owned);
        // Created by the first view, so that a rate includes the first click.
        let clicks = METRICS.marquee_clicks.at(of_visit.clone());
        match click {
            None => METRICS.marquee_page_views.at(of_visit).inc(),
            Some((place, link)) => {
                let labels = [language, link, place].map(str::to_owned);
                METRICS.marquee_link_clicks.at(labels).inc();
                clicks.inc()
            }
        };
    }
    Some(())
}
