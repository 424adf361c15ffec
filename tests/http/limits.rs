//! Limits for clients.

use serde_json::json;

use crate::support::server::Server;
use crate::support::site::built_site;

const REPORTS: &str = "/api/hydration-errors";

#[tokio::test]
async fn oversized_requests_are_rejected() {
    let server = Server::start(&[("MAX_HEADERS", "20"), ("MAX_HEADER_SIZE", "4KiB")]);
    let long_url = format!("/?q={}", "x".repeat(3000));
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
    let post = |body: String| server.request("POST", REPORTS).body(body).send();
    let build = built_site()["build"].clone();
    let report = json!({"build": build, "message": "Text content did not match"}).to_string();
    assert_eq!(post(report.clone()).await.unwrap().status(), 204);
    assert_eq!(post("{}".into()).await.unwrap().status(), 400);
    assert_eq!(post("x".repeat(3000)).await.unwrap().status(), 413);
    let elsewhere = server.request("POST", REPORTS).header("Sec-Fetch-Site", "cross-site");
    assert_eq!(elsewhere.body(report).send().await.unwrap().status(), 403);

    let line = server.wait_for_log("the report", |event| event["report"].is_string());
    assert_eq!(line["report"], "Text content did not match");
    assert_eq!(line["build"], build);
    let rejected = server.get(REPORTS).await;
    assert_eq!(rejected.status(), 405);
    assert_eq!(rejected.headers()["cache-control"], "no-store");
    assert_eq!(rejected.headers()["allow"], "POST");
    let metrics = server.admin("/metrics").await.text().await.unwrap();
    assert!(metrics.contains("marquee_hydration_errors_total 1"), "{metrics}");
}
