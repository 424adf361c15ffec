//! Sites with many pages, healthy and failing ones, on few engines.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::builds::{edit_site, reload};
use crate::support::bundles::site_of;
use crate::support::load::{LoadGenerator, PageResponse};
use crate::support::server::{Server, header};
use crate::support::temp_dir::TempDir;

const LANGUAGES: [&str; 3] = ["en", "zh", "ms"];

/// Creates a site with these pages in three languages.
fn site_in_three_languages(paths: &[String]) -> TempDir {
    let paths: Vec<_> = paths.iter().map(String::as_str).collect();
    let site = site_of("many.js", &paths);
    edit_site(site.path(), |site| {
        let english = site["locales"][0].clone();
        let others = LANGUAGES[1..].iter().map(|code| {
            let mut language = english.clone();
            language["code"] = json!(code);
            language
        });
        let languages: Vec<_> = [english.clone()].into_iter().chain(others).collect();
        site["locales"] = languages.into();
    });
    site
}

fn check_page(response: &PageResponse) -> Option<&'static str> {
    (response.status != 200 || !response.body.contains("render")).then_some("no page")
}

#[tokio::test]
async fn many_pages_start_reload_and_expire_without_failed_render() {
    let paths: Vec<_> = (0..40).map(|number| format!("/page-{number}")).collect();
    let site = site_in_three_languages(&paths);
    let settings = [("RENDER_THREADS", "1"), ("PAGE_TTL", "2s")];
    let server = Server::with_site(site.path(), &settings);
    let urls: Vec<_> = paths
        .iter()
        .flat_map(|path| LANGUAGES.map(|language| format!("{path}?lang={language}")))
        .collect();
    let urls: Vec<_> = urls.iter().map(String::as_str).collect();
    // Most of them are prewarmed before the first request.
    server.wait_for_status("/readyz", 200).await;
    let mut load = LoadGenerator::start(&server, &urls[..6], 1, check_page);
    load.wait_for(50).await;

    edit_site(site.path(), |site| site["build"] = json!("second"));
    reload(&server, "applied").await;

    // All of them are in use now, and are refreshed in the next time windows.
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(5) {
        for url in &urls {
            let response = server.get(url).await;
            assert!(header(&response, "cache-status").contains("hit"), "{url}: {response:?}");
        }
        load.wait_for(1).await;
    }
    load.stop().await;
    let log = server.log();
    let failed = log.iter().find(|event| event["message"] == "page not rendered");
    assert_eq!(failed, None);
}

#[tokio::test]
async fn hanging_pages_leave_an_engine_to_healthy_pages() {
    const HANGING: [&str; 6] =
        ["/hangs-1", "/hangs-2", "/hangs-3", "/hangs-4", "/hangs-5", "/hangs-6"];
    let settings = [
        ("PAGE_CACHE", "on"),
        ("RENDER_THREADS", "2"),
        ("RENDER_TIMEOUT", "500ms"),
        ("PAGE_TTL", "1s"),
    ];
    let server = Server::with_bundle("many.js", &[&["/"], &HANGING[..]].concat(), &settings);
    server.wait_for_status("/readyz", 200).await;
    let check_status = |response: &PageResponse| (response.status != 200).then_some("an error");
    let mut load = LoadGenerator::start(&server, &HANGING, 2, check_status);
    load.wait_for(100).await;
    let mut page = String::new();
    for _ in 0..5 {
        // It is rendered in a new time window.
        loop {
            let response = server.get("/").await;
            let cache_status = header(&response, "cache-status").to_owned();
            assert!(
                !cache_status.contains("shell") && !cache_status.contains("stale-if-error"),
                "{cache_status}"
            );
            let next = response.text().await.unwrap();
            if next != page {
                page = next;
                break;
            }
            load.wait_for(1).await;
        }
    }
    load.stop().await;
}
