//! Reports of Core Web Vitals by browsers, and abuse of their endpoint.

use futures_util::{StreamExt, stream};
use serde_json::{Value, json};

use crate::support::metrics::sample;
use crate::support::server::Server;

pub const PATH: &str = "/api/web-vitals";

/// What a browser reports of a visit.
pub fn visit() -> Value {
    json!({
        "path": "/", "lang": "zh", "connection": "4g",
        "metrics": {"cls": 0.02, "fcp": 700.5, "inp": 80, "lcp": 1900, "ttfb": 120},
    })
}

async fn report(server: &Server, body: String) -> u16 {
    server.request("POST", PATH).body(body).send().await.unwrap().status().as_u16()
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
    assert_eq!(report(&server, visit().to_string()).await, 204);
    let metrics = server.metrics().await;
    let labels = "connection=\"4g\",language=\"zh\",page=\"/\"";
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
    let body = json!({"path": "/secret?x=1", "lang": "en", "metrics": {"ttfb": 10}}).to_string();
    assert_eq!(report(&server, body).await, 204);
    let metrics = server.metrics().await;
    let labels = "connection=\"unknown\",language=\"en\",page=\"/404\"";
    let series = format!("marquee_web_vitals_ttfb_seconds_count{{{labels}}}");
    assert_eq!(sample::<u64>(&metrics, &series), 1, "{metrics}");
    assert!(!metrics.contains("secret"), "{metrics}");
    assert_eq!(visits(&server).await, 0);
}

/// Returns reports that are not valid, with the status that each gets.
fn invalid() -> Vec<(String, u16)> {
    let changed = |pointer: &str, value: Value| {
        let mut visit = visit();
        *visit.pointer_mut(pointer).unwrap() = value;
        (visit.to_string(), 400)
    };
    let mut extra = visit();
    extra["id"] = "visitor-1".into();
    let mut other_metric = visit();
    other_metric["metrics"]["fid"] = 1.into();
    vec![
        (String::new(), 400),
        ("{".into(), 400),
        ("[]".into(), 400),
        ("\u{fffd}".into(), 400),
        changed("/lang", "xx".into()),
        changed("/lang", "zh\",x=\"".into()),
        changed("/connection", "5g".into()),
        changed("/connection", json!({})),
        changed("/metrics/lcp", (-1).into()),
        changed("/metrics/lcp", 1e9.into()),
        changed("/metrics/lcp", "NaN".into()),
        changed("/metrics/cls", 101.into()),
        changed("/metrics", json!([1, 2])),
        (extra.to_string(), 400),
        (other_metric.to_string(), 400),
        (visit().to_string().replace("1900", "1e999"), 400),
        (format!("{}{}", visit(), " ".repeat(3000)), 413),
    ]
}

#[tokio::test]
async fn invalid_report_is_rejected_and_not_counted() {
    let server = Server::start(&[]);
    for (body, status) in invalid() {
        assert_eq!(report(&server, body.clone()).await, status, "{body}");
    }
    let cross_site = server.request("POST", PATH).header("sec-fetch-site", "cross-site");
    let response = cross_site.body(visit().to_string()).send().await.unwrap();
    assert_eq!(response.status(), 403);
    assert_eq!(server.get(PATH).await.status(), 405);
    assert_eq!(visits(&server).await, 0);
}

#[tokio::test]
async fn ten_thousand_reports_of_all_kinds_keep_series_and_memory_bounded() {
    const REPORTS: usize = 10_000;
    // No page is rendered meanwhile: an engine's memory would count.
    let server = Server::start(&[("PAGE_CACHE", "off")]);
    let bodies = invalid();
    let send = async |number: usize| {
        let (body, status) = match number % 2 {
            0 => {
                let mut visit = visit();
                visit["path"] = format!("/{}", number % 100).into();
                visit["lang"] = ["en", "zh", "ms"][number % 3].into();
                (visit.to_string(), 204)
            }
            _ => bodies[number % bodies.len()].clone(),
        };
        assert_eq!(report(&server, body.clone()).await, status, "{body}");
    };
    let series = async || server.metrics().await.lines().count();
    let run = async |from: usize, to: usize| {
        stream::iter(from..to).for_each_concurrent(16, &send).await;
    };
    run(0, REPORTS / 10).await;
    let (series_before, bytes_before) = (series().await, server.resident_bytes());
    run(REPORTS / 10, REPORTS).await;
    assert_eq!(visits(&server).await, REPORTS as u64 / 2);
    // `/404` and the request's own series; the loop adds none.
    assert!(series().await <= series_before + 20, "{} series", series().await);
    let growth = server.resident_bytes().saturating_sub(bytes_before);
    assert!(growth < 4 << 20, "{growth} bytes more");
}

#[tokio::test]
async fn page_has_no_trace_of_the_measuring_when_it_is_off() {
    let server = Server::start(&[("WEB_VITALS_SAMPLE", "0")]);
    assert!(!server.page("/").await.contains("vitals"));
    let server = Server::start(&[("WEB_VITALS_SAMPLE", "0.25")]);
    assert!(server.page("/").await.contains("data-vitals-sample=\"0.25\""));
}
