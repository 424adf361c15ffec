//! What Prometheus reads.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::content_service::ContentService;
use crate::support::metrics::sample;
use crate::support::server::Server;

const SHORT_TTL: (&str, &str) = ("PAGE_TTL", "1s");

/// A server on which everything has happened once.
async fn visited() -> Server {
    let server = Server::start(&[SHORT_TTL]);
    visit(&server).await;
    server
}

async fn visit(server: &Server) {
    server.until("/readyz", 200).await;
    for path in ["/", "/?lang=zh", "/nowhere", "/winbox-login", "/robots.txt", "/api/winbox"] {
        server.get(path).await;
    }
    server.request("HEAD", "/").send().await.unwrap();
    server.request("BREW", "/").send().await.unwrap();
}

/// Prometheus's own tool: what `PROMTOOL` names from the top of the repository,
/// else where `make` puts it, else any.
fn promtool() -> PathBuf {
    let named = std::env::var_os("PROMTOOL").unwrap_or_else(|| "target/deploy/promtool".into());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(named);
    if path.exists() { path } else { "promtool".into() }
}

#[tokio::test]
async fn prometheus_finds_nothing_to_complain_about() {
    let server = visited().await;
    let mut promtool = Command::new(promtool())
        .args(["check", "metrics"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("`make target/deploy/promtool` gets it");
    promtool.stdin.take().unwrap().write_all(server.metrics().await.as_bytes()).unwrap();
    let ended = promtool.wait_with_output().unwrap();
    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(ended.status.success() && said.is_empty(), "{said}");
}

#[tokio::test]
async fn requests_are_counted_by_route_method_and_class_of_status() {
    let server = visited().await;
    let metrics = server.metrics().await;
    for (method, route, class, count) in [
        ("GET", "/", "2xx", 2),
        ("HEAD", "/", "2xx", 1),
        ("_OTHER", "/", "4xx", 1),
        ("GET", "/404", "4xx", 1),
        ("GET", "/winbox-login", "3xx", 1),
        ("GET", "/robots.txt", "2xx", 1),
        ("GET", "/api/winbox", "4xx", 1),
    ] {
        let name = format!(
            "http_server_request_duration_seconds_count{{http_request_method=\"{method}\",\
             http_response_status_class=\"{class}\",http_route=\"{route}\"}}"
        );
        assert_eq!(sample::<u64>(&metrics, &name), count, "{name} in {metrics}");
    }
    for (name, least) in [
        ("marquee_sent_body_bytes_total", 1000),
        ("marquee_connections ", 1),
        ("marquee_engines_up ", 1),
        ("marquee_ready ", 1),
        ("marquee_engine_heap_bytes{engine=\"0\"}", 1_000_000),
    ] {
        assert!(sample::<u64>(&metrics, name) >= least, "{name} in {metrics}");
    }
    assert!(metrics.contains(
        "marquee_render_duration_seconds_count{language=\"zh\",outcome=\"ok\",page=\"/\"}"
    ));
    assert!(metrics.contains("\nmarquee_build_info{build="), "{metrics}");
}

#[tokio::test]
async fn the_metrics_told_are_exactly_those_listed_for_dashboard_and_alerts() {
    let service = ContentService::with_links("https://play.example/", "https://blog.example/");
    let server = Server::using(&service, &[SHORT_TTL]);
    visit(&server).await;
    // The links' age is told once there are links.
    let mut metrics = server.metrics().await;
    while !metrics.contains("\nmarquee_operator_links_age_seconds ") {
        metrics = server.metrics().await;
    }
    let told: BTreeSet<&str> = metrics
        .lines()
        .filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next())
        .collect();
    let listed = include_str!("../../deploy/prometheus/metrics.txt");
    assert_eq!(told, listed.lines().collect());
}

#[tokio::test]
async fn a_scrape_costs_less_than_5_ms() {
    let server = visited().await;
    let mut times = Vec::new();
    for _ in 0..51 {
        let begun = Instant::now();
        server.metrics().await;
        times.push(begun.elapsed());
    }
    times.sort();
    // Most of them wait for other tests on this machine.
    assert!(times[5] < Duration::from_millis(5), "{times:?}");
}
