//! Page views and clicks on links to other sites, as browsers report them.

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;

use super::Labels;

metrics! {
    /// Metrics of visits.
    #[derive(Debug)]
    VisitMetrics {
        views: Family<Labels<2, String>, Counter> =
            "marquee_page_views", "Page views that browsers report, by language and campaign source";
        clicks: Family<Labels<2, String>, Counter> =
            "marquee_clicks",
            "Clicks on links to other sites that browsers report, by language and campaign source";
        link_clicks: Family<Labels<3, String>, Counter> =
            "marquee_link_clicks", "The same clicks by language, link and its place in the page";
    }
}

impl VisitMetrics {
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
