//! Core Web Vitals of visits, as browsers report them.

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use super::{Histograms, Labels, histograms};

/// Upper bounds of the buckets. Google's thresholds of “good” and “poor” are among them
/// (web.dev/articles/defining-core-web-vitals-thresholds).
mod buckets {
    pub(super) const LCP: [f64; 8] = [0.5, 1.0, 1.5, 2.0, 2.5, 4.0, 6.0, 10.0];
    pub(super) const INP: [f64; 7] = [0.025, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0];
    pub(super) const CLS: [f64; 7] = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0];
    pub(super) const FCP: [f64; 7] = [0.5, 1.0, 1.4, 1.8, 3.0, 5.0, 10.0];
    pub(super) const TTFB: [f64; 7] = [0.1, 0.2, 0.4, 0.8, 1.8, 3.0, 6.0];
}

/// Google's thresholds, the last “good” value and the last before “poor”.
mod thresholds {
    pub(super) const LCP: [f64; 2] = [2.5, 4.0];
    pub(super) const INP: [f64; 2] = [0.2, 0.5];
}

/// What a browser has measured in one visit: seconds, except for `cls`.
#[derive(Debug)]
pub(crate) struct Visit<'a> {
    /// Code of the page's language.
    pub language: &'a str,
    /// Cumulative Layout Shift.
    pub cls: Option<f64>,
    /// First Contentful Paint.
    pub fcp: Option<f64>,
    /// Interaction to Next Paint.
    pub inp: Option<f64>,
    /// The part of the page with that interaction.
    pub inp_place: &'a str,
    /// Largest Contentful Paint.
    pub lcp: Option<f64>,
    /// The part of the page with that paint.
    pub lcp_place: &'a str,
    /// Time to First Byte.
    pub ttfb: Option<f64>,
}

metrics! {
    /// Metrics of visits.
    #[derive(Debug)]
    WebVitalsMetrics {
        cls: Histograms<Labels<1, String>> =
            "marquee_web_vitals_cls",
            "Cumulative Layout Shift of visits, as browsers report it",
            histograms(|| Histogram::new(buckets::CLS));
        fcp: Histograms<Labels<1, String>> =
            "marquee_web_vitals_fcp_seconds",
            "First Contentful Paint of visits, as browsers report it",
            histograms(|| Histogram::new(buckets::FCP));
        inp: Histograms<Labels<1, String>> =
            "marquee_web_vitals_inp_seconds",
            "Interaction to Next Paint of visits, as browsers report it",
            histograms(|| Histogram::new(buckets::INP));
        lcp: Histograms<Labels<1, String>> =
            "marquee_web_vitals_lcp_seconds",
            "Largest Contentful Paint of visits, as browsers report it",
            histograms(|| Histogram::new(buckets::LCP));
        ttfb: Histograms<Labels<1, String>> =
            "marquee_web_vitals_ttfb_seconds",
            "Time to First Byte of visits, as browsers report it",
            histograms(|| Histogram::new(buckets::TTFB));
        places: Family<Labels<3, String>, Counter> =
            "marquee_web_vitals_places",
            "Largest paints and slowest interactions of visits by their place in the page, as browsers report them";
    }
}

impl WebVitalsMetrics {
    /// Records a visit.
    pub(crate) fn visited(&self, visit: &Visit<'_>) {
        let labels = [("language", visit.language.to_owned())];
        for (values, value) in [
            (&self.cls, visit.cls),
            (&self.fcp, visit.fcp),
            (&self.inp, visit.inp),
            (&self.lcp, visit.lcp),
            (&self.ttfb, visit.ttfb),
        ] {
            if let Some(value) = value {
                values.get_or_create(&labels).observe(value);
            }
        }
        for (metric, value, place, thresholds) in [
            ("inp", visit.inp, visit.inp_place, thresholds::INP),
            ("lcp", visit.lcp, visit.lcp_place, thresholds::LCP),
        ] {
            if let Some(value) = value {
                let rating = match thresholds {
                    [good, _] if value <= good => "good",
                    [_, fair] if value <= fair => "needs-improvement",
                    _ => "poor",
                };
                let labels = [("metric", metric), ("place", place), ("rating", rating)];
                self.places.get_or_create(&labels.map(|(name, it)| (name, it.into()))).inc();
            }
        }
    }
}
