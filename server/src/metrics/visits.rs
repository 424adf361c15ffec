//! Page views and clicks on links to other sites, as browsers report them.

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;

use super::{Labels, register};

/// Metrics of visits.
#[derive(Debug)]
pub(crate) struct VisitMetrics {
    views: Family<Labels<2, String>, Counter>,
    clicks: Family<Labels<2, String>, Counter>,
    link_clicks: Family<Labels<3, String>, Counter>,
}

impl VisitMetrics {
    pub(super) fn register(registry: &mut Registry) -> Self {
        Self {
            views: register(
                registry,
                "marquee_page_views",
                "Page views that browsers report, by language and campaign source",
            ),
            clicks: register(
                registry,
                "marquee_clicks",
                "Clicks on links to other sites that browsers report, by language and campaign source",
            ),
            link_clicks: register(
                registry,
                "marquee_link_clicks",
                "The same clicks by language, link and its place in the page",
            ),
        }
    }

    /// Counts the click on a link, given by its place and name, or else a view.
    pub(crate) fn reported(&self, language: &str, source: &str, click: Option<(&str, &str)>) {
        let labels = [("language", language.into()), ("source", source.into())];
        // Created by the first view, so that a rate includes the first click.
        let clicks = self.clicks.get_or_create_owned(&labels);
        let Some((place, link)) = click else {
            self.views.get_or_create(&labels).inc();
            return;
        };
        clicks.inc();
        let [of_language, _] = labels;
        let labels = [of_language, ("link", link.into()), ("place", place.into())];
        self.link_clicks.get_or_create(&labels).inc();
    }
}
