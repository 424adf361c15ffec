//! Limits for clients.

use crate::support::metrics::sample;
use crate::support::server::Server;
use crate::support::site::SITE;
use crate::support::site::built_site;

const REPORTS: &str = "/api/hydration-errors";

#[tokio::test]
async fn oversized_requests_are_rejected() {
    let server = Server::start(&[("MAX_HEADERS", "20"), ("MAX_HEADER_SIZE", "4KiB")]);
    let long_url = format!("/?q={}", "x".repeat(9000));
    assert_eq!(server.get(&long_url).await.status(), 414);

    let long = server.request("GET", "/").header("X-Long", "x".repeat(5000));
    assert_eq!(long.send().await.unwrap().status(), 431);

    let mut many = server.request("GET", "/");
    for number in 0..30 {
        many = many.header(format!("x-{number}"), "x");
    }
    let rejected = many.send().await.unwrap();
    assert_eq!(rejected.status(), 431);
    assert!(rejected.headers().contains_key("content-security-policy"));
    assert_eq!(server.get("/").await.status(), 200);
}

#[tokio::test]
async fn only_small_valid_reports_are_accepted() {
    let server = Server::start(&[]);
    let post = |report: &[(&str, &str)]| server.request("POST", REPORTS).query(report).send();
    let build = built_site()["build"].as_str().unwrap().to_owned();
    let report = [("build", &*build), ("message", "Text content did not match")];
    assert_eq!(post(&report).await.unwrap().status(), 204);
    let long = "x".repeat(9000);
    for (report, status) in [
        (&[][..], 400),
        (&report[..1], 400),
        (&[report[0], report[0], report[1]], 400),
        (&[report[0], ("message", &*long)], 414),
    ] {
        let response = post(report).await.unwrap();
        assert_eq!(response.status(), status, "{report:?}");
        assert_eq!(response.headers()["cache-control"], "no-store", "{report:?}");
    }
    let elsewhere = server.request("POST", REPORTS).header("Sec-Fetch-Site", "cross-site");
    let rejected = elsewhere.query(&report).send().await.unwrap();
    assert_eq!(rejected.status(), 403);
    assert_eq!(rejected.headers()["cache-control"], "no-store");
    let counted: u64 = sample(&server.metrics().await, "marquee_hydration_errors_total ");
    assert_eq!(counted, 1);
}

#[tokio::test]
async fn method_of_a_resource_is_checked_however_its_path_is_written() {
    let server = Server::start(&[]);
    let (start, last) = SITE.links.split_at(SITE.links.len() - 1);
    let encoded = format!("{start}%{:x}", last.as_bytes()[0]);
    for (path, allowed, rejected) in [
        (REPORTS, "POST", ["GET", "DELETE"]),
        ("/api/hydration-errors?x", "POST", ["GET", "PUT"]),
        ("/api/%68ydration-errors", "POST", ["GET", "DELETE"]),
        ("/api/web-vital%73", "POST", ["HEAD", "PATCH"]),
        (&SITE.links, "GET, HEAD", ["POST", "DELETE"]),
        (&encoded, "GET, HEAD", ["POST", "DELETE"]),
        ("/", "GET, HEAD", ["POST", "PUT"]),
        ("/none", "GET, HEAD", ["POST", "PUT"]),
        (&SITE.redirect, "GET, HEAD", ["POST", "PATCH"]),
        ("/assets/x.js", "GET, HEAD", ["POST", "OPTIONS"]),
        ("/favicon.ico", "GET, HEAD", ["POST", "DELETE"]),
        ("/robots.txt", "GET, HEAD", ["POST", "OPTIONS"]),
    ] {
        for method in rejected {
            let response = server.request(method, path).send().await.unwrap();
            assert_eq!(response.status(), 405, "{method} {path}");
            assert_eq!(response.headers()["allow"], allowed, "{method} {path}");
            assert_eq!(response.headers()["cache-control"], "no-store", "{method} {path}");
        }
    }
    // An empty report, and one whose path is escaped.
    for path in [REPORTS, "/api/%68ydration-errors", "/api/web-vitals?x"] {
        assert_eq!(server.request("POST", path).send().await.unwrap().status(), 400, "{path}");
    }
}
