//! Data of other services in pages, and failures of them.

use std::fs;

use serde_json::{Value, json};

use crate::support::builds::{build, edit_site, name_build, rejected_reloads, reload};
use crate::support::content_service::{Behaviour, ContentService};
use crate::support::html::Page;
use crate::support::metrics::sample;
use crate::support::server::{Server, marquee, run_to_end, until, wait_for};
use crate::support::temp_dir::TempDir;

/// A build of the site with the data source `rates` at a service.
pub fn site_with_rates(service: &ContentService) -> TempDir {
    let dist = TempDir::new();
    build(dist.path(), "rates");
    let fields = json!({
        "myr": { "at": "rates.MYR", "type": "number", "initial": null },
        "more": { "at": "links.0", "type": "link", "initial": null },
    });
    edit_site(dist.path(), |site| {
        site["dataSources"] =
            json!({ "rates": { "url": service.url(), "refreshSeconds": 1, "fields": fields } });
    });
    dist
}

pub fn rates(myr: f64) -> Behaviour {
    let body = json!({ "rates": { "MYR": myr }, "links": ["https://rates.example/"] });
    Behaviour::Body(body.to_string())
}

async fn data(server: &Server) -> Value {
    Page::parse(&server.page("/").await).state()["data"].clone()
}

async fn wait_for_rate(server: &Server, myr: f64) {
    let expected = json!({ "rates": { "myr": myr, "more": "https://rates.example/" } });
    until(&format!("the rate becomes {myr}"), async || data(server).await == expected).await;
}

#[tokio::test]
async fn pages_have_the_data_of_other_services_and_the_last_good_one_while_they_fail() {
    let service = ContentService::start(rates(4.5));
    let dist = site_with_rates(&service);
    let server = Server::with_site(dist.path(), &[("CONTENT_API_TIMEOUT", "300ms")]);
    wait_for_rate(&server, 4.5).await;
    let request = &service.requests()[0];
    assert!(!request.contains("authorization:"), "{request}");

    let half = json!({ "rates": { "MYR": 5 }, "links": ["javascript:alert(1)"] });
    let text = json!({ "rates": { "MYR": "5" }, "links": ["https://rates.example/"] });
    for (behaviour, reason) in [
        (Behaviour::Status(500), "status 500"),
        (Behaviour::Body("<html>".into()), "not JSON"),
        (Behaviour::Body(text.to_string()), "rates.MYR: "),
        (Behaviour::Body(half.to_string()), "links.0: "),
    ] {
        service.behave(behaviour);
        let line = server.wait_for_log(reason, |event| {
            event["source"] == "rates"
                && event["reason"].as_str().is_some_and(|text| text.contains(reason))
        });
        assert_eq!(line["level"], "WARN");
        assert_eq!(data(&server).await["rates"]["myr"], 4.5);
    }
    let failed = "marquee_data_refreshes_total{source=\"rates\",outcome=\"failed\"}";
    assert!(sample::<u64>(&server.metrics().await, failed) >= 4);

    service.behave(rates(4.75));
    wait_for_rate(&server, 4.75).await;
}

#[tokio::test]
async fn token_of_a_data_source_is_sent_to_it_alone_and_read_again() {
    let [service, other] = [(); 2].map(|()| ContentService::start(rates(1.0)));
    let dist = site_with_rates(&service);
    edit_site(dist.path(), |site| {
        let mut source = site["dataSources"]["rates"].clone();
        source["url"] = other.url().into();
        site["dataSources"]["other"] = source;
    });
    let file = dist.path().join("token");
    fs::write(&file, "first-token-0123456789\n").unwrap();
    let named = format!("rates={}", file.display());
    let server = Server::with_site(dist.path(), &[("DATA_TOKEN_FILES", &named)]);
    let is_sent = |token: &str| {
        let field = format!("\r\nauthorization: Bearer {token}\r\n");
        service.requests().iter().any(|head| head.contains(&field))
    };
    until("the token is sent", async || is_sent("first-token-0123456789")).await;
    fs::write(&file, "second-token-0123456789\n").unwrap();
    until("the next token is sent", async || is_sent("second-token-0123456789")).await;
    until("the other is asked", async || !other.requests().is_empty()).await;
    assert!(other.requests().iter().all(|head| !head.contains("authorization:")));
    assert!(server.log().iter().all(|event| !event.to_string().contains("-token-")));
}

#[tokio::test]
async fn token_without_a_data_source_or_a_file_stops_the_start() {
    let service = ContentService::start(rates(1.0));
    let dist = site_with_rates(&service);
    for (named, reason) in [
        ("rate=/run/secrets/rate", "DATA_TOKEN_FILES: the site has no data source `rate`"),
        ("rates=/nowhere/rates", "DATA_TOKEN_FILES=/nowhere/rates: "),
        ("rates", "DATA_TOKEN_FILES"),
    ] {
        let mut command = marquee();
        command.env("DIST_DIR", dist.path()).env("DATA_TOKEN_FILES", named);
        let ended = run_to_end(&mut command);
        let line = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(64), "{line}");
        assert!(line.contains(reason), "{line}");
    }
}

#[tokio::test]
async fn reload_with_other_data_sources_is_rejected_with_the_reason() {
    let service = ContentService::start(rates(4.5));
    let dist = site_with_rates(&service);
    let server = Server::with_site(dist.path(), &[]);
    edit_site(dist.path(), |site| site["dataSources"] = json!({}));
    name_build(dist.path(), "without");
    reload(&server, "rejected").await;
    let names_the_field = |reason: &String| reason.contains("dataSources");
    assert!(wait_for(|| rejected_reloads(&server).into_iter().find(names_the_field)).is_some());
    wait_for_rate(&server, 4.5).await;
}
