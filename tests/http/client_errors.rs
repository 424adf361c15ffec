//! Reports of hydration errors by browsers, and abuse of their endpoint.

use reqwest::Response;
use serde_json::Value;

use crate::support::builds::{Deployment, reload};
use crate::support::metrics::sample;
use crate::support::server::{Server, wait_for};
use crate::support::site::built_site;

const PATH: &str = "/api/hydration-errors";

/// The build that the tests' server serves.
fn build() -> String {
    built_site()["build"].as_str().unwrap().to_owned()
}

/// Sends a report about a page of `build`.
async fn report(server: &Server, build: &str, message: &str) -> Response {
    let request = server.request("POST", PATH);
    request.query(&[("build", build), ("message", message)]).send().await.unwrap()
}

async fn counted(server: &Server) -> u64 {
    sample(&server.metrics().await, "marquee_hydration_errors_total ")
}

fn reports(server: &Server) -> Vec<Value> {
    server.log().into_iter().filter(|event| event["report"].is_string()).collect()
}

#[tokio::test]
async fn report_is_logged_under_a_field_of_its_own() {
    let server = Server::start(&[]);
    let forged = "\"}\n{\"level\":\"ERROR\",\"message\":\"forged\"}";
    assert_eq!(report(&server, &build(), forged).await.status(), 204);
    let line = server.wait_for_log("the report", |event| event["report"].is_string());
    assert_eq!(line["report"], forged);
    assert_eq!(line["build"], *build());
    assert_eq!(line["message"], "page did not hydrate as it was served");
    assert!(server.log().iter().all(|event| event["message"] != "forged"));
}

#[tokio::test]
async fn report_of_an_unknown_build_is_not_counted() {
    let server = Server::start(&[]);
    for unknown in ["", "b1", &format!("{}x", build())] {
        assert_eq!(report(&server, unknown, "an error").await.status(), 204);
    }
    assert_eq!(counted(&server).await, 0);
    report(&server, &build(), "an error").await;
    assert_eq!(counted(&server).await, 1);
    server.wait_for_log("the report", |event| event["report"].is_string());
    assert_eq!(reports(&server).len(), 1);
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
        assert_eq!(report(&server, &build(), "an error").await.status(), 204);
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
    assert_eq!(report(&server, &build(), hostile).await.status(), 204);
    let is_report = |line: &Value| line.as_str().is_some_and(|line| line.contains("forged"));
    let line = server.wait_for_log("the report", is_report);
    let line = line.as_str().unwrap();
    assert!(line.contains(" WARN ") && line.contains("report="), "{line}");
    assert!(line.ends_with("b\""), "{line}");
    assert!(line.chars().all(|c| !c.is_control() && !('\u{2028}'..='\u{202e}').contains(&c)));
}
