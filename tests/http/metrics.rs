//! Prometheus metrics.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::content_service::ContentService;
use crate::support::generated::assert_up_to_date;
use crate::support::metrics::sample;
use crate::support::server::Server;

const SHORT_TTL: (&str, &str) = ("PAGE_TTL", "1s");

/// Starts a server that has handled one request of each kind.
async fn server_after_requests() -> Server {
    let server = Server::start(&[SHORT_TTL]);
    send_requests(&server).await;
    server
}

async fn send_requests(server: &Server) {
    server.wait_for_status("/readyz", 200).await;
    for path in ["/", "/?lang=zh", "/nowhere", "/winbox-login", "/robots.txt", "/api/winbox"] {
        server.get(path).await;
    }
    server.request("HEAD", "/").send().await.unwrap();
    server.request("BREW", "/").send().await.unwrap();
}

/// Returns Prometheus's tool: `PROMTOOL`, relative to the repository, or the one that `make`
/// installs, or the one in `PATH`.
fn promtool() -> PathBuf {
    let named = std::env::var_os("PROMTOOL").unwrap_or_else(|| "target/deploy/promtool".into());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(named);
    if path.exists() { path } else { "promtool".into() }
}

#[tokio::test]
async fn promtool_accepts_metrics() {
    let server = server_after_requests().await;
    let mut promtool = Command::new(promtool())
        .args(["check", "metrics"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("`make target/deploy/promtool` installs it");
    promtool.stdin.take().unwrap().write_all(server.metrics().await.as_bytes()).unwrap();
    let ended = promtool.wait_with_output().unwrap();
    let output = String::from_utf8(ended.stderr).unwrap();
    assert!(ended.status.success() && output.is_empty(), "{output}");
}

#[tokio::test]
async fn requests_are_counted_by_route_method_and_status_class() {
    let server = server_after_requests().await;
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
async fn exported_metrics_match_the_list_for_dashboard_and_alerts() {
    let service = ContentService::with_links("https://play.example/", "https://blog.example/");
    let server = Server::using(&service, &[SHORT_TTL]);
    send_requests(&server).await;
    // The age of the links is absent before the first refresh.
    let mut metrics = server.metrics().await;
    while !metrics.contains("\nmarquee_operator_links_age_seconds ") {
        metrics = server.metrics().await;
    }
    let exported: BTreeSet<_> = metrics
        .lines()
        .filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next())
        .map(|name| format!("{name}\n"))
        .collect();
    assert_up_to_date("deploy/prometheus/metrics.txt", |_| exported.into_iter().collect());
}

#[tokio::test]
async fn scrape_takes_less_than_5_ms() {
    let server = server_after_requests().await;
    let mut times = Vec::new();
    for _ in 0..51 {
        let begun = Instant::now();
        server.metrics().await;
        times.push(begun.elapsed());
    }
    times.sort();
    // A low percentile, since other tests slow down most of them.
    assert!(times[5] < Duration::from_millis(5), "{times:?}");
}
