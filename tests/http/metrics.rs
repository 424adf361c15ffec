//! Prometheus metrics.

use std::collections::BTreeSet;
use std::path::Path;

use reqwest::Url;

use crate::data_sources::{rates, site_with_rates};
use crate::reports::{CLICK, VISIT};
use crate::support::builds::edit_site;
use crate::support::bundles::site_of;
use crate::support::content_service::{Behaviour, ContentService};
use crate::support::generated::assert_up_to_date;
use crate::support::memory::resident_bytes_of;
use crate::support::metrics::sample;
use crate::support::raw_client::RawClient;
use crate::support::server::{Server, header, signal, until};
use crate::support::site::{SITE, built_site};

const SHORT_TTL: (&str, &str) = ("PAGE_TTL", "1s");

/// Sends one request of each kind.
async fn send_requests(server: &Server) {
    server.wait_for_status("/readyz", 200).await;
    for path in ["/", &SITE.second_home, "/nowhere", "/?LANG=en", "/robots.txt", &SITE.links] {
        server.get(path).await;
    }
    server.request("HEAD", "/").send().await.unwrap();
    server.request("BREW", "/").send().await.unwrap();
    for report in [VISIT.as_str(), CLICK.as_str()] {
        server.request("POST", report).send().await.unwrap();
    }
}

#[tokio::test]
async fn requests_are_counted_by_route_method_and_status() {
    let server = Server::start(&[SHORT_TTL]);
    send_requests(&server).await;
    let response = server.admin("/metrics").await;
    let expected = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    assert_eq!(header(&response, "content-type"), expected);
    let metrics = response.text().await.unwrap();
    assert!(metrics.ends_with("\n# EOF\n"), "{metrics}");
    for (method, route, status, count) in [
        ("GET", "/", 200, 2),
        ("HEAD", "/", 200, 1),
        ("_OTHER", "/", 501, 1),
        ("GET", "/404", 404, 1),
        ("GET", "/", 302, 1),
        ("GET", "/robots.txt", 200, 1),
        ("GET", &*SITE.links, 400, 1),
    ] {
        let name = format!(
            "http_server_request_duration_seconds_count{{error_type=\"{}\",\
             http_request_method=\"{method}\",http_response_status_code=\"{status}\",\
             http_route=\"{route}\",url_scheme=\"http\"}}",
            if status == 501 { "501" } else { "" }
        );
        assert_eq!(sample::<u64>(&metrics, &name), count, "{name} in {metrics}");
    }
    for (name, least) in [
        ("marquee_sent_body_bytes_total", 1000),
        ("marquee_connections ", 1),
        ("marquee_engines_up ", 1),
        ("marquee_ready ", 1),
        // Of any engine: the others may not have rendered yet.
        ("marquee_engine_heap_bytes{engine=", 1_000_000),
    ] {
        assert!(sample::<u64>(&metrics, name) >= least, "{name} in {metrics}");
    }
    let labels = format!("{{language=\"{}\",outcome=\"ok\"}}", SITE.second);
    assert!(metrics.contains(&format!("marquee_render_duration_seconds_count{labels}")));
    assert!(metrics.contains("\nmarquee_build_info{build="), "{metrics}");
}

#[tokio::test]
async fn memory_and_cpu_time_include_those_of_engines() {
    let server = Server::start(&[("RENDER_THREADS", "1")]);
    server.wait_for_status("/readyz", 200).await;
    let metrics = server.metrics().await;
    let resident = sample::<f64>(&metrics, "process_resident_memory_bytes ");
    let engine = resident_bytes_of(server.engines()[0]);
    let least = u32::try_from(server.own_resident_bytes() + engine / 4).unwrap();
    assert!(resident > f64::from(least), "{resident}, engine {engine}");
    let before = sample::<f64>(&metrics, "process_cpu_seconds_total ");
    signal(server.engines()[0], "KILL");
    server.wait_for_metrics("marquee_engine_restarts_total{reason=\"lost\"} 1").await;
    let after = sample::<f64>(&server.metrics().await, "process_cpu_seconds_total ");
    assert!(after >= before, "{after} after {before}");
}

#[tokio::test]
async fn request_durations_have_exemplars_of_sampled_traces() {
    const SAMPLED: &str = "0af7651916cd43dd8448eb211c80319c";
    const NOT_SAMPLED: &str = "1af7651916cd43dd8448eb211c80319c";
    let server = Server::start(&[("TRUSTED_PROXIES", "127.0.0.1")]);
    for (path, trace, flags) in [("/", SAMPLED, "01"), ("/robots.txt", NOT_SAMPLED, "00")] {
        let parent = format!("00-{trace}-b7ad6b7169203331-{flags}");
        let request = server.request("GET", path).header("traceparent", parent);
        request.send().await.unwrap().bytes().await.unwrap();
    }
    let exemplar = format!(" # {{trace_id=\"{SAMPLED}\"}} ");
    let metrics = server.metrics().await;
    let with_exemplar: Vec<_> = metrics.lines().filter(|line| line.contains(&exemplar)).collect();
    assert_eq!(with_exemplar.len(), 1, "{metrics}");
    assert!(with_exemplar[0].starts_with("http_server_request_duration_seconds_bucket{"));
    assert!(!metrics.contains(NOT_SAMPLED), "{metrics}");
}

#[tokio::test]
async fn page_durations_are_in_buckets_of_seconds_and_limits_and_lag_are_exported() {
    const PAGES: u64 = 50;
    let settings = [("PAGE_TTL", "24h"), ("MAX_CONNECTIONS", "123"), ("WORKERS", "1")];
    let server = Server::start(&settings);
    server.wait_for_status("/readyz", 200).await;
    for _ in 0..PAGES {
        server.page("/").await;
    }
    let labels = "error_type=\"\",http_request_method=\"GET\",http_response_status_code=\"200\",\
                  http_route=\"/\",url_scheme=\"http\"";
    let mut metrics = String::new();
    // A request is counted after its response, the lag once a second.
    until("all are counted", async || {
        metrics = server.metrics().await;
        let all = "http_server_request_duration_seconds_count{";
        sample::<u64>(&metrics, &format!("{all}{labels}}}")) >= PAGES
            && sample::<u64>(&metrics, "marquee_event_loop_lag_seconds_count ") >= 2
    })
    .await;
    let buckets = ["0.00005", "0.001", "10.0", "+Inf"].map(|le| {
        let series = format!("http_server_request_duration_seconds_bucket{{le=\"{le}\",");
        sample::<u64>(&metrics, &format!("{series}{labels}}}"))
    });
    // In milliseconds, few would take less than ten.
    assert!(buckets.is_sorted() && buckets[2..] == [PAGES; 2], "{buckets:?}");
    assert_eq!(sample::<u64>(&metrics, "marquee_connections_limit "), 123);
    assert!(sample::<f64>(&metrics, "marquee_event_loop_lag_seconds_sum ") > 0.0, "{metrics}");
}

#[tokio::test]
async fn content_service_requests_are_timed_and_its_links_known_or_missing() {
    let service = ContentService::start(Behaviour::Down);
    let server = Server::using(&service, &[("OPERATOR_LINK", "https://play.example/")]);
    let port = service.url().rsplit(':').next().unwrap().to_owned();
    let known = |link: &str, url: &str| {
        let is_known = u8::from(!url.is_empty());
        format!("\nmarquee_operator_link_known{{link=\"{link}\",url=\"{url}\"}} {is_known}\n")
    };
    server.wait_for_metrics(&known("blog", "")).await;
    let links = |blog: &str| Behaviour::Links("https://play.example/".into(), blog.into());
    for (behaviour, error, status, blog) in [
        (links("https://blog.example/"), "", "200", "https://blog.example/"),
        (Behaviour::Status(500), "500", "500", "https://blog.example/"),
        (Behaviour::Hang, "timeout", "", "https://blog.example/"),
        (Behaviour::Body("<html>".into()), "not_json", "200", "https://blog.example/"),
        (links("https://news.example/"), "", "200", "https://news.example/"),
        (links(""), "", "200", ""),
    ] {
        service.behave(behaviour);
        let series = format!(
            "http_client_request_duration_seconds_count{{error_type=\"{error}\",\
             http_request_method=\"GET\",http_response_status_code=\"{status}\",\
             server_address=\"127.0.0.1\",server_port=\"{port}\"}}"
        );
        server.wait_for_metrics(&series).await;
        server.wait_for_metrics(&known("blog", blog)).await;
        let metrics = server.metrics().await;
        assert_eq!(metrics.matches("marquee_operator_link_known{").count(), 2, "{metrics}");
        assert!(metrics.contains(&known("base", "https://play.example/")), "{metrics}");
    }
}

/// A scrape with more samples than the limit is rejected as a whole.
#[tokio::test]
async fn hostile_requests_do_not_exceed_the_sample_limit_of_the_service_monitor() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../deploy/kustomize/components/monitoring/service-monitor.yaml");
    let monitor = std::fs::read_to_string(file).unwrap();
    let limit: usize = sample(&monitor, "  sampleLimit:");
    let server = Server::start(&[]);
    let paths = "/ /?lang=en /nowhere /assets/x /robots.txt /sitemap.xml /favicon.ico /livez \
                 /site.webmanifest /api/hydration-errors";
    let paths = paths.split(' ').chain(SITE.redirects.iter().chain([&SITE.links]).map(|it| &**it));
    let methods = "GET HEAD POST PUT DELETE OPTIONS PATCH CONNECT TRACE BREW";
    let headers = [
        ("if-none-match", "*"),
        ("if-match", "\"x\""),
        ("range", "bytes=99999999-"),
        ("accept-encoding", "identity;q=0"),
        ("x-long", &"a".repeat(20_000)),
        ("accept", "nothing/nothing"),
    ];
    for method in methods.split(' ') {
        for path in paths.clone() {
            for header in headers.iter().map(Some).chain([None]) {
                let mut client = RawClient::connect(server.address());
                let header = header.map(|(name, value)| format!("{name}: {value}\r\n"));
                let head = format!(
                    "{method} {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{}\r\n",
                    header.unwrap_or_default()
                );
                // The server may have responded already.
                client.try_send(head.as_bytes());
                assert!(client.closed().starts_with("HTTP/1.1 "), "{head:.60}");
            }
        }
    }
    let metrics = server.metrics().await;
    let samples = samples(&metrics);
    assert!(samples > 2000, "{samples}: {metrics}");
    assert!(samples * 2 < limit, "{samples} samples, the limit is {limit}");
}

fn samples(metrics: &str) -> usize {
    metrics.lines().filter(|line| !line.starts_with('#')).count()
}

#[tokio::test]
async fn series_are_as_few_on_a_site_of_many_pages_in_many_languages() {
    let paths: Vec<_> = (0..500).map(|number| format!("/page-{number}")).collect();
    let site = site_of("many.js", &paths.iter().map(String::as_str).collect::<Vec<_>>());
    edit_site(site.path(), |site| {
        let english = site["locales"][0].clone();
        let others = (1..20).map(|number| {
            let mut locale = english.clone();
            locale["code"] = format!("en-x-l{number}").into();
            locale
        });
        site["locales"] = [english.clone()].into_iter().chain(others).collect();
        site["counted"] = built_site()["counted"].clone();
    });
    // The longest list.
    let sources = "a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p";
    let settings = [("PAGE_CACHE", "off"), ("CAMPAIGN_SOURCES", sources)];
    let server = Server::with_site(site.path(), &settings);
    for path in &paths[..40] {
        for method in ["GET", "POST"] {
            server.request(method, path).send().await.unwrap();
        }
    }
    let counted = &built_site()["counted"];
    let names = |list: &str| serde_json::from_value::<Vec<String>>(counted[list].clone()).unwrap();
    let (places, links) = (names("places"), names("links"));
    for number in 1..20 {
        let lang = format!("lang=en-x-l{number}");
        let mut reports = vec![format!("web-vitals?{lang}&cls=0&fcp=1&inp=1&lcp=1&ttfb=1")];
        for place in &places {
            for link in &links {
                let parameters = [("place", place), ("link", link)];
                let url = Url::parse_with_params("https://marquee.example/", parameters).unwrap();
                reports.push(format!("visits?{lang}&{}", url.query().unwrap()));
            }
            for (inp, lcp) in [(1, 1), (300, 3000), (1000, 9000)] {
                let places = format!("inp_place={place}&lcp_place={place}");
                reports.push(format!("web-vitals?{lang}&inp={inp}&lcp={lcp}&{places}"));
            }
        }
        let sources = sources.split(',').chain(["", "other"]);
        reports.extend(sources.map(|source| format!("visits?{lang}&utm_source={source}")));
        for report in reports {
            let request = server.request("POST", &format!("/api/{report}"));
            assert_eq!(request.send().await.unwrap().status(), 204, "{report}");
        }
    }
    let metrics = server.metrics().await;
    assert!(metrics.contains("http_route=\"/page-15\""), "{metrics}");
    assert!(!metrics.contains("http_route=\"/page-16\""), "{metrics}");
    assert!(metrics.contains("http_route=\"other\""), "{metrics}");
    assert!((1000..5000).contains(&samples(&metrics)), "{}", samples(&metrics));
}

#[tokio::test]
async fn exported_metrics_match_the_list_for_dashboard_and_alerts() {
    let service = ContentService::with_links("https://play.example/", "https://blog.example/");
    let rates = ContentService::start(rates(4.5));
    let dist = site_with_rates(&rates);
    let dist = dist.path().to_string_lossy();
    let server = Server::using(&service, &[SHORT_TTL, ("DIST_DIR", &dist)]);
    send_requests(&server).await;
    // Ages are absent before the first refresh.
    server.wait_for_metrics("\nmarquee_operator_links_age_seconds ").await;
    server.wait_for_metrics("\nmarquee_data_age_seconds{").await;
    let metrics = server.metrics().await;
    let exported: BTreeSet<_> = metrics
        .lines()
        .filter_map(|line| line.strip_prefix("# TYPE ")?.split_once(' '))
        .map(|(name, kind)| format!("{name}{}\n", if kind == "counter" { "_total" } else { "" }))
        .collect();
    assert_up_to_date("deploy/prometheus/metrics.txt", |_| exported.into_iter().collect());
}
