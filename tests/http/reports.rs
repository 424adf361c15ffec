//! Reports of browsers, of visits and hydration errors, and abuse of their endpoints.

use std::sync::LazyLock;

use serde_json::Value;

use crate::support::builds::{Deployment, reload};
use crate::support::metrics::sample;
use crate::support::raw_client::RawClient;
use crate::support::server::{Server, wait_for};
use crate::support::site::{SITE, built_site};

const VITALS: &str = "/api/web-vitals";
const ERRORS: &str = "/api/hydration-errors";

/// A part of the site's pages, and another one.
static PLACES: LazyLock<[String; 2]> = LazyLock::new(|| {
    let places = &built_site()["counted"]["places"];
    [&places[0], &places[1]].map(|place| place.as_str().expect("a place").to_owned())
});

/// Links that visitors follow, named as pages of the operator's site are.
static LINKS: LazyLock<[String; 2]> = LazyLock::new(|| {
    let names = built_site()["counted"]["links"].clone();
    let mut names: Vec<String> = serde_json::from_value(names).expect("names of links");
    names.retain(|name| !name.contains(':'));
    [names.swap_remove(0), names.swap_remove(0)]
});

/// What a browser reports of a visit.
pub static VISIT: LazyLock<String> = LazyLock::new(|| {
    let place = &PLACES[0];
    format!("/api/web-vitals?lang=en&cls=0.02&fcp=700.5&inp=80&inp_place={place}&lcp=1900&ttfb=120")
});

/// What it reports of a page view and of a click.
const VIEW: &str = "/api/visits?lang=en&utm_source=google";
pub static CLICK: LazyLock<String> =
    LazyLock::new(|| format!("{VIEW}&place={}&link={}", PLACES[0], LINKS[0]));

/// The build that the tests' server serves.
fn build() -> String {
    built_site()["build"].as_str().unwrap().to_owned()
}

async fn post(server: &Server, path: &str) -> u16 {
    server.request("POST", path).send().await.unwrap().status().as_u16()
}

/// Sends a report of an error on a page of `build`, which is accepted whether it counts or not.
async fn report(server: &Server, build: &str, message: &str) {
    let request = server.request("POST", ERRORS).query(&[("build", build), ("message", message)]);
    assert_eq!(request.send().await.unwrap().status(), 204);
}

async fn counted(server: &Server) -> u64 {
    sample(&server.metrics().await, "marquee_hydration_errors_total ")
}

fn reports(server: &Server) -> Vec<Value> {
    server.log().into_iter().filter(|event| event["report"].is_string()).collect()
}

#[tokio::test]
async fn visit_is_counted_by_language() {
    let server = Server::start(&[]);
    assert_eq!(post(&server, &VISIT).await, 204);
    let other = &SITE.second;
    assert_eq!(post(&server, &format!("/api/web-vitals?lang={other}&ttfb=10")).await, 204);
    let metrics = server.metrics().await;
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
        let series = format!("marquee_web_vitals_{name}_bucket{{le=\"{bucket}\",language=\"en\"}}");
        assert_eq!(sample::<u64>(&metrics, &series), count, "{series}\n{metrics}");
    }
    for (metric, place, rating) in [("inp", PLACES[0].as_str(), "good"), ("lcp", "other", "good")] {
        let labels = format!("{{metric=\"{metric}\",place=\"{place}\",rating=\"{rating}\"}}");
        let series = format!("marquee_web_vitals_places_total{labels}");
        assert_eq!(sample::<u64>(&metrics, &series), 1, "{series}\n{metrics}");
    }
    for (metric, count) in [("ttfb", 1), ("lcp", 0)] {
        let series =
            format!("marquee_web_vitals_{metric}_seconds_count{{language=\"{other}\"}} {count}\n");
        assert_eq!(metrics.contains(&series), count > 0, "{metrics}");
    }
}

/// Returns reports that are not valid, with the status that each gets.
fn invalid() -> Vec<(String, u16)> {
    let replaced = |report: &str, from: &str, to: &str| {
        assert!(report.contains(from), "{from}");
        (report.replace(from, to), 400)
    };
    let inp_place = format!("inp_place={}", PLACES[0]);
    let place = format!("&place={}", PLACES[0]);
    let link = format!("&link={}", LINKS[0]);
    let changed = |from: &str, to: &str| replaced(&VISIT, from, to);
    let error = format!("{ERRORS}?build={}", build());
    let long = "x".repeat(9000);
    vec![
        (VITALS.into(), 400),
        (format!("{VITALS}?"), 400),
        (format!("{VITALS}?{{"), 400),
        (format!("{VITALS}?%ff"), 400),
        changed("lang=en", "lang=xx"),
        changed("lang=en", "lang=en%22,x=%22"),
        changed("lang=en&", ""),
        changed("lang=en", "lang=en&lang=en"),
        (format!("{}&path=/", *VISIT), 400),
        changed("lcp=1900", "lcp=-1"),
        changed("lcp=1900", "lcp=1e9"),
        changed("lcp=1900", "lcp=1e999"),
        changed("lcp=1900", "lcp=NaN"),
        changed("lcp=1900", "lcp="),
        changed("cls=0.02", "cls=101"),
        changed(&inp_place, "inp_place=nowhere"),
        changed(&inp_place, "inp_place="),
        replaced(&CLICK, "=en", "=xx"),
        replaced(&CLICK, &place, "&place=nowhere"),
        replaced(&CLICK, &link, "&link=other"),
        replaced(&CLICK, &place, ""),
        replaced(&CLICK, &link, ""),
        (format!("{}&id=visitor-1", *CLICK), 400),
        (format!("{}&utm_source=bing", *CLICK), 400),
        (format!("{VIEW}{long}"), 414),
        (format!("{}&id=visitor-1", *VISIT), 400),
        (format!("{}&fid=1", *VISIT), 400),
        (format!("{}&x={long}", *VISIT), 414),
        (ERRORS.into(), 400),
        ("/api/%68ydration-errors".into(), 400),
        (error.clone(), 400),
        (format!("{error}&build={}&message=x", build()), 400),
        (format!("{error}&message={long}"), 414),
    ]
}

#[tokio::test]
async fn invalid_report_is_rejected_and_not_counted() {
    let server = Server::start(&[]);
    for (path, status) in invalid() {
        assert_eq!(post(&server, &path).await, status, "{path}");
    }
    for path in [VISIT.as_str(), VIEW, &CLICK, &format!("{ERRORS}?build={}&message=x", build())] {
        let request = server.request("POST", path).header("sec-fetch-site", "cross-site");
        let response = request.send().await.unwrap();
        assert_eq!(
            (response.status().as_u16(), &response.headers()["cache-control"]),
            (403, &"no-store".parse().unwrap())
        );
    }
    let metrics = server.metrics().await;
    assert_eq!(of_visits(&metrics), Vec::<&str>::new());
    assert_eq!(counted(&server).await, 0);
}

/// Returns the samples of metrics of visits, without those of buckets.
fn of_visits(metrics: &str) -> Vec<&str> {
    const NAMES: [&str; 4] = ["page_views", "clicks", "link_clicks", "web_vitals"];
    let is_of_visit = |line: &&str| {
        let name = line.strip_prefix("marquee_").unwrap_or_default();
        NAMES.iter().any(|it| name.starts_with(it)) && !name.contains("_bucket{")
    };
    metrics.lines().filter(is_of_visit).collect()
}

#[tokio::test]
async fn views_and_clicks_are_counted_by_lists_of_the_site_and_of_a_setting() {
    let server = Server::start(&[("CAMPAIGN_SOURCES", "google,news.example")]);
    let other = &SITE.second;
    let [place, another] = &*PLACES;
    let [link, another_link] = &*LINKS;
    for (query, count) in [
        ("lang=en", 3),
        ("lang=en&utm_source=Google", 2),
        ("lang=en&utm_source=news%2Eexample", 1),
        (&format!("lang=en&utm_source=google&place={place}&link={link}"), 2),
        (&format!("lang=en&utm_source=x&place={place}&link={link}"), 1),
        (&format!("lang={other}&utm_source=&place={another}&link={another_link}"), 1),
    ] {
        for _ in 0..count {
            assert_eq!(post(&server, &format!("/api/visits?{query}")).await, 204);
        }
    }
    // Ten thousand names of sources.
    for number in 0..10_000 {
        assert_eq!(post(&server, &format!("/api/visits?lang=en&utm_source=s{number}")).await, 204);
    }
    let metrics = server.metrics().await;
    let mut samples = of_visits(&metrics);
    samples.sort_unstable();
    let expected = format!(
        "marquee_clicks_total{{language=\"en\",source=\"google\"}} 2
         marquee_clicks_total{{language=\"en\",source=\"news.example\"}} 0
         marquee_clicks_total{{language=\"en\",source=\"none\"}} 0
         marquee_clicks_total{{language=\"en\",source=\"other\"}} 1
         marquee_clicks_total{{language=\"{other}\",source=\"none\"}} 1
         marquee_link_clicks_total{{language=\"en\",link=\"{link}\",place=\"{place}\"}} 3
         marquee_link_clicks_total{{language=\"{other}\",link=\"{another_link}\",place=\"{another}\"}} 1
         marquee_page_views_total{{language=\"en\",source=\"google\"}} 2
         marquee_page_views_total{{language=\"en\",source=\"news.example\"}} 1
         marquee_page_views_total{{language=\"en\",source=\"none\"}} 3
         marquee_page_views_total{{language=\"en\",source=\"other\"}} 10000"
    );
    let mut expected: Vec<_> = expected.lines().map(str::trim).collect();
    expected.sort_unstable();
    assert_eq!(samples, expected);
}

#[tokio::test]
async fn visit_of_a_visitor_who_objects_is_not_counted() {
    let server = Server::start(&[]);
    let error = &format!("{ERRORS}?build={}&message=x", build());
    for (header, path) in
        [("sec-gpc", VIEW), ("dnt", CLICK.as_str()), ("sec-gpc", VISIT.as_str()), ("dnt", error)]
    {
        let request = server.request("POST", path).header(header, "1");
        assert_eq!(request.send().await.unwrap().status(), 204, "{header} {path}");
    }
    assert_eq!(of_visits(&server.metrics().await), Vec::<&str>::new());
    assert_eq!(counted(&server).await, 0);
}

#[tokio::test]
async fn page_reports_no_visit_and_none_counts_when_that_is_off() {
    assert!(Server::start(&[]).page("/").await.contains(" data-reports"));
    let server = Server::start(&[("VISIT_REPORTS", "off")]);
    assert!(!server.page("/").await.contains("data-reports"));
    // Of a page from a cache.
    for path in [VIEW, CLICK.as_str()] {
        assert_eq!(post(&server, path).await, 204);
    }
    assert_eq!(of_visits(&server.metrics().await), Vec::<&str>::new());
}

#[tokio::test]
async fn page_has_no_trace_of_the_measuring_when_it_is_off() {
    let server = Server::start(&[("WEB_VITALS_SAMPLE", "0")]);
    assert!(!server.page("/").await.contains("vitals"));
    let server = Server::start(&[("WEB_VITALS_SAMPLE", "0.25")]);
    assert!(server.page("/").await.contains("data-vitals-sample=\"0.25\""));
}

#[tokio::test]
async fn method_of_a_resource_is_checked_however_its_path_is_written() {
    let server = Server::start(&[]);
    let (start, last) = SITE.links.split_at(SITE.links.len() - 1);
    let encoded = format!("{start}%{:x}", last.as_bytes()[0]);
    let redirects = SITE.redirects.iter();
    let redirects = redirects.map(|path| (&**path, "GET, HEAD, OPTIONS", ["POST", "PATCH"]));
    for (path, allowed, rejected) in [
        (ERRORS, "POST, OPTIONS", ["GET", "DELETE"]),
        ("/api/hydration-errors?x", "POST, OPTIONS", ["GET", "PUT"]),
        ("/api/%68ydration-errors", "POST, OPTIONS", ["GET", "DELETE"]),
        ("/api/web-vital%73", "POST, OPTIONS", ["HEAD", "PATCH"]),
        (&SITE.links, "GET, HEAD, OPTIONS", ["POST", "DELETE"]),
        (&encoded, "GET, HEAD, OPTIONS", ["POST", "DELETE"]),
        ("/", "GET, HEAD, OPTIONS", ["POST", "PUT"]),
        ("/none", "GET, HEAD, OPTIONS", ["POST", "PUT"]),
        ("/assets/x.js", "GET, HEAD, OPTIONS", ["POST", "PUT"]),
        ("/favicon.ico", "GET, HEAD, OPTIONS", ["POST", "DELETE"]),
        ("/robots.txt", "GET, HEAD, OPTIONS", ["POST", "PUT"]),
    ]
    .into_iter()
    .chain(redirects)
    {
        for method in rejected {
            let response = server.request(method, path).send().await.unwrap();
            assert_eq!(response.status(), 405, "{method} {path}");
            assert_eq!(response.headers()["allow"], allowed, "{method} {path}");
            assert_eq!(response.headers()["cache-control"], "no-store", "{method} {path}");
        }
        let response = server.request("BREW", path).send().await.unwrap();
        assert_eq!(response.status(), 501, "{path}");
        let response = server.request("OPTIONS", path).send().await.unwrap();
        assert_eq!(response.status(), 204, "{path}");
        assert_eq!(response.headers()["allow"], allowed, "{path}");
    }
}

/// The default check of a load balancer, and what asks about the server as a whole.
#[tokio::test]
async fn options_of_a_load_balancer_succeeds() {
    let server = Server::start(&[]);
    for head in
        ["OPTIONS / HTTP/1.0\r\n\r\n", "OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"]
    {
        let mut client = RawClient::connect(server.address());
        client.send(head.as_bytes());
        let response = client.closed();
        assert_eq!(response.split(' ').nth(1), Some("204"), "{head}{response}");
        assert!(response.contains("\r\nallow: GET, HEAD, OPTIONS\r\n"), "{response}");
    }
}

#[tokio::test]
async fn error_of_a_known_build_is_counted_and_logged_under_a_field_of_its_own() {
    let server = Server::start(&[]);
    for unknown in ["", "b1", &format!("{}x", build())] {
        report(&server, unknown, "an error").await;
    }
    let forged = "\"}\n{\"level\":\"ERROR\",\"message\":\"forged\"}";
    report(&server, &build(), forged).await;
    let line = server.wait_for_log("the report", |event| event["report"].is_string());
    assert_eq!((&line["report"], &line["build"]), (&forged.into(), &build().into()));
    assert_eq!(line["message"], "page did not hydrate as it was served");
    assert!(server.log().iter().all(|event| event["message"] != "forged"));
    assert_eq!(counted(&server).await, 1);
}

#[tokio::test]
async fn report_of_the_previous_build_is_counted_after_a_reload() {
    const BUILDS: [&str; 3] = ["first", "second", "third"];
    let deployment = Deployment::of(&BUILDS);
    let server = Server::with_site(&deployment.current(), &[]);
    for build in &BUILDS[1..] {
        deployment.point_to(build);
        reload(&server, "applied").await;
    }
    for build in BUILDS {
        report(&server, build, "an error").await;
    }
    // The first one is two builds ago.
    assert_eq!(counted(&server).await, 2);
}

#[tokio::test]
async fn reports_are_capped_per_minute() {
    const REPORTS: u64 = 200;
    let server = Server::start(&[]);
    for _ in 0..REPORTS {
        report(&server, &build(), "an error").await;
    }
    let counted = counted(&server).await;
    // A slow machine may take several minutes.
    assert!((5..REPORTS / 2).contains(&counted), "{counted}");
    let last = wait_for(|| Some(reports(&server).len() as u64).filter(|lines| *lines == counted));
    assert!(last.is_some(), "{counted} counted, {} logged", reports(&server).len());
}

#[tokio::test]
async fn hostile_report_is_escaped_in_text_log() {
    let server = Server::start(&[("LOG_FORMAT", "text"), ("NO_COLOR", "1")]);
    let hostile = "a\n2026-01-01T00:00:00Z ERROR forged\r\u{1b}[2J\u{7}\u{8}\u{7f}\u{9b}31m\u{85}\u{2028}\u{202e}b";
    report(&server, &build(), hostile).await;
    let is_report = |line: &Value| line.as_str().is_some_and(|line| line.contains("forged"));
    let line = server.wait_for_log("the report", is_report);
    let line = line.as_str().unwrap();
    assert!(line.contains(" WARN ") && line.contains("report="), "{line}");
    assert!(line.ends_with("b\""), "{line}");
    assert!(line.chars().all(|c| !c.is_control() && !('\u{2028}'..='\u{202e}').contains(&c)));
}
