//! Reports of Core Web Vitals by browsers, and abuse of their endpoint.

use crate::support::metrics::sample;
use crate::support::server::Server;

pub const PATH: &str = "/api/web-vitals";

/// The query of what a browser reports of a visit.
pub const VISIT: &str = "path=/&lang=en&connection=4g&cls=0.02&fcp=700.5&inp=80&lcp=1900&ttfb=120";

async fn report(server: &Server, query: &str) -> u16 {
    let path = format!("{PATH}?{query}");
    server.request("POST", &path).send().await.unwrap().status().as_u16()
}

/// Returns the number of visits in the metrics.
async fn visits(server: &Server) -> u64 {
    let metrics = server.metrics().await;
    metrics
        .lines()
        .filter(|line| line.starts_with("marquee_web_vitals_lcp_seconds_count{"))
        .map(|line| line.rsplit_once(' ').unwrap().1.parse::<u64>().unwrap())
        .sum()
}

#[tokio::test]
async fn visit_is_counted_by_page_language_and_connection() {
    let server = Server::start(&[]);
    assert_eq!(report(&server, VISIT).await, 204);
    let metrics = server.metrics().await;
    let labels = "connection=\"4g\",language=\"en\",page=\"/\"";
    for (name, bucket, count) in [
        ("lcp_seconds", "1.5", 0),
        ("lcp_seconds", "2.0", 1),
        ("inp_seconds", "0.05", 0),
        ("inp_seconds", "0.1", 1),
        ("fcp_seconds", "1.0", 1),
        ("ttfb_seconds", "0.1", 0),
        ("ttfb_seconds", "0.2", 1),
        ("cls", "0.01", 0),
        ("cls", "0.025", 1),
    ] {
        let series = format!("marquee_web_vitals_{name}_bucket{{le=\"{bucket}\",{labels}}}");
        assert_eq!(sample::<u64>(&metrics, &series), count, "{series}\n{metrics}");
    }
}

#[tokio::test]
async fn unknown_paths_and_browsers_without_some_metrics_are_counted_as_such() {
    let server = Server::start(&[]);
    assert_eq!(report(&server, "path=/secret%3fx=1&lang=en&ttfb=10").await, 204);
    let metrics = server.metrics().await;
    let labels = "connection=\"unknown\",language=\"en\",page=\"/404\"";
    let series = format!("marquee_web_vitals_ttfb_seconds_count{{{labels}}}");
    assert_eq!(sample::<u64>(&metrics, &series), 1, "{metrics}");
    assert!(!metrics.contains("secret"), "{metrics}");
    assert_eq!(visits(&server).await, 0);
}

/// Returns reports that are not valid, with the status that each gets.
fn invalid() -> Vec<(String, u16)> {
    let changed = |from: &str, to: &str| {
        assert!(VISIT.contains(from), "{from}");
        (VISIT.replace(from, to), 400)
    };
    vec![
        (String::new(), 400),
        ("{".into(), 400),
        ("%ff".into(), 400),
        changed("lang=en", "lang=xx"),
        changed("lang=en", "lang=en%22,x=%22"),
        changed("lang=en&", ""),
        changed("lang=en", "lang=en&lang=en"),
        changed("4g", "5g"),
        changed("lcp=1900", "lcp=-1"),
        changed("lcp=1900", "lcp=1e9"),
        changed("lcp=1900", "lcp=1e999"),
        changed("lcp=1900", "lcp=NaN"),
        changed("lcp=1900", "lcp="),
        changed("cls=0.02", "cls=101"),
        (format!("{VISIT}&id=visitor-1"), 400),
        (format!("{VISIT}&fid=1"), 400),
        (format!("{VISIT}&x={}", "x".repeat(9000)), 414),
    ]
}

#[tokio::test]
async fn invalid_report_is_rejected_and_not_counted() {
    let server = Server::start(&[]);
    for (query, status) in invalid() {
        assert_eq!(report(&server, &query).await, status, "{query}");
    }
    let cross_site = server.request("POST", &format!("{PATH}?{VISIT}"));
    let response = cross_site.header("sec-fetch-site", "cross-site").send().await.unwrap();
    assert_eq!(response.status(), 403);
    assert_eq!(server.get(PATH).await.status(), 405);
    assert_eq!(visits(&server).await, 0);
}

#[tokio::test]
async fn page_has_no_trace_of_the_measuring_when_it_is_off() {
    let server = Server::start(&[("WEB_VITALS_SAMPLE", "0")]);
    assert!(!server.page("/").await.contains("vitals"));
    let server = Server::start(&[("WEB_VITALS_SAMPLE", "0.25")]);
    assert!(server.page("/").await.contains("data-vitals-sample=\"0.25\""));
}
