//! Failures of the content service and the clock under load.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use crate::support::content_service::{Behaviour, ContentService};
use crate::support::html::Page;
use crate::support::library::fake_clock;
use crate::support::load::{LoadGenerator, PageResponse, check_complete_page};
use crate::support::server::{Server, until};
use crate::support::site::home_urls;
use crate::support::temp_dir::TempDir;

const BASE: &str = "https://play.example/my/";
const BLOG: &str = "https://blog.example/";

fn check_home_page(response: &PageResponse) -> Option<&'static str> {
    let has_link = response.body.contains("href=\"https://play.example/my/");
    check_complete_page(response).or((!has_link).then_some("no operator link"))
}

#[tokio::test]
async fn serves_last_good_links_during_ten_minute_outage() {
    /// A second of the test is two minutes of the server.
    const SPEED: u32 = 120;
    const DOWN: Duration = Duration::from_mins(10);
    let service = ContentService::with_links(BASE, BLOG);
    let library = fake_clock();
    let speed = format!("+0 x{SPEED}");
    let url = service.url();
    let server = Server::start(&[
        ("LD_PRELOAD", &library),
        ("FAKETIME", &speed),
        ("CONTENT_API_URL", &url),
        ("CONTENT_API_TOKEN", crate::support::content_service::TOKEN),
        ("CONTENT_API_TIMEOUT", "2m"),
        ("CONTENT_API_REFRESH", "30s"),
        ("RENDER_TIMEOUT", "40m"),
        // Timeouts pass quickly on its clock.
        ("KEEP_ALIVE", "24h"),
        ("REQUEST_TIMEOUT", "20m"),
    ]);
    // The server starts before it has its first links.
    for path in home_urls() {
        until("the first links", async || server.page(path).await.contains(BASE)).await;
    }
    let mut load = LoadGenerator::start(&server, &home_urls(), 2, check_home_page);
    load.wait_for(100).await;

    service.behave(Behaviour::Down);
    let before = service.requests().len();
    load.run_for(DOWN / SPEED).await;
    let attempts = service.requests().len() - before;
    // Two for each refresh: every half a minute, and a few sooner after the first failure.
    assert!((10..100).contains(&attempts), "{attempts} requests in ten minutes");

    service
        .behave(Behaviour::Links("https://play.example/my/".into(), "https://new.example".into()));
    let blog = async || Page::parse(&server.page("/").await).state()["blogLink"].clone();
    load.until("the new link", async || blog().await == "https://new.example/").await;
    load.stop().await;
}

#[tokio::test]
async fn serves_pages_when_clock_jumps() {
    let folder = TempDir::new();
    let clock: PathBuf = folder.path().join("clock");
    let set_clock = |offset: &str| {
        // Atomically, since it is read continuously.
        fs::write(clock.with_extension("new"), offset).unwrap();
        fs::rename(clock.with_extension("new"), &clock).unwrap();
    };
    set_clock("+0");
    let library = fake_clock();
    let server = Server::start(&[
        ("LD_PRELOAD", &library),
        ("FAKETIME_TIMESTAMP_FILE", clock.to_str().unwrap()),
        ("FAKETIME_NO_CACHE", "1"),
        // Only the wall clock changes, as by an operator or a time service.
        ("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
        ("OPERATOR_LINK", BASE),
        ("PAGE_TTL", "1s"),
    ]);
    let mut load = LoadGenerator::start(&server, &home_urls(), 2, check_home_page);
    load.wait_for(100).await;
    let rows = async || Page::parse(&server.page("/").await).state()["seed"].clone();
    let year =
        async || server.get("/").await.headers()["date"].to_str().unwrap()[12..16].to_owned();
    for offset in ["+1h", "-1h", "+400d", "-20y", "+0"] {
        let (old_rows, old_year) = (rows().await, year().await);
        set_clock(offset);
        if offset.ends_with(['d', 'y']) {
            load.until("another year", async || year().await != old_year).await;
        }
        load.until("other rows", async || rows().await != old_rows).await;
        // Time continues from there.
        let rows_of_then = rows().await;
        load.until("the next rows", async || rows().await != rows_of_then).await;
        let response = server.get("/").await;
        let cache_status = response.headers()["cache-status"].to_str().unwrap().to_owned();
        assert!(cache_status.starts_with("Marquee; hit; ttl="), "{offset}: {cache_status}");
        let left: i64 =
            cache_status.rsplit_once("ttl=").unwrap().1.split(';').next().unwrap().parse().unwrap();
        assert!((-1..=1).contains(&left), "{offset}: {cache_status}");
    }
    load.stop().await;
}

#[tokio::test]
async fn app_shell_that_fails_at_the_start_is_rendered_later() {
    let settings = [("RENDER_THREADS", "1"), ("PAGE_CACHE", "on")];
    let server = Server::with_bundle("late-shell.js", &["/"], &settings);
    let line = server.wait_for_log("a shell", |event| event["message"] == "app shell not rendered");
    assert_eq!(line["level"], "WARN");
    server.wait_for_metrics("\nmarquee_app_shells_missing 0\n").await;
    let page = server.get("/").await;
    assert_eq!(page.status(), 200);
    assert_eq!(page.text().await.unwrap(), "<p>shell</p>");
}

#[tokio::test]
async fn page_that_always_fails_at_the_start_is_retried_less_and_less_often() {
    const PAUSE: Duration = Duration::from_mins(4);
    let library = fake_clock();
    let settings = [
        ("LD_PRELOAD", &*library),
        // A second of the test is two minutes of the server.
        ("FAKETIME", "+0 x120"),
        ("RENDER_TIMEOUT", "40m"),
        ("RENDER_THREADS", "1"),
        ("PAGE_CACHE", "on"),
    ];
    let server = Server::with_bundle("early-flush.js", &["/throws-before-start", "/"], &settings);
    let mut attempts = Vec::new();
    let is_pause = |times: &[SystemTime]| times[1].duration_since(times[0]).unwrap() > PAUSE;
    while !attempts.windows(2).any(is_pause) {
        let before = attempts.len();
        until("another attempt", async || {
            let log = server.log();
            let lines = log.iter().filter(|event| event["url"] == "/throws-before-start?lang=en");
            let times = lines.map(|event| event["timestamp"].as_str().unwrap());
            attempts = times.map(|time| humantime::parse_rfc3339(time).unwrap()).collect();
            attempts.len() > before
        })
        .await;
        assert!(attempts.len() < 12, "{attempts:?}");
    }
}
