//! What breaks while visitors come and go; they notice nothing.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use futures_util::future::join;

use crate::support::content_service::{Behaviour, ContentService};
use crate::support::html::Page;
use crate::support::server::Server;
use crate::support::visitors::{Visit, Visitors, expects_a_whole_page};

const BASE: &str = "https://play.example/my/";
const BLOG: &str = "https://blog.example/";

fn expects_a_good_page(visit: &Visit) -> Option<&'static str> {
    if visit.status != 200 {
        Some("no page")
    } else if visit.body != "<p>good</p>" {
        Some("not the good page")
    } else {
        None
    }
}

fn expects_the_home_page(visit: &Visit) -> Option<&'static str> {
    let leads_on = visit.body.contains("https://play.example/my/winbox-signup/");
    expects_a_whole_page(visit).or((!leads_on).then_some("no way to the operator"))
}

fn replaced_runtimes(server: &Server) -> usize {
    let log = server.log();
    log.iter().filter(|event| event["message"] == "engine runtime replaced").count()
}

#[tokio::test]
async fn visitors_notice_nothing_of_a_page_that_breaks_all_engines_at_once() {
    const ROUNDS: usize = 10;
    for cache in ["on", "off"] {
        let settings = [("PAGE_CACHE", cache), ("PAGE_TTL", "1s"), ("RENDER_THREADS", "2")];
        let server = Server::with_bundle("poison.js", &["/", "/poison"], &settings);
        let mut visitors = Visitors::come(&server, &["/", "/?lang=en"], 4, expects_a_good_page);
        visitors.wait_for(100).await;
        let before = replaced_runtimes(&server);
        for _ in 0..ROUNDS {
            let replaced = replaced_runtimes(&server);
            while replaced_runtimes(&server) == replaced {
                // Two at once, one for each engine; and again, since a kept page
                // breaks nothing.
                join(server.get("/poison"), server.get("/poison?lang=en")).await;
                visitors.wait_for(1).await;
            }
        }
        visitors.wait_for(100).await;
        visitors.leave().await;
        let replaced = replaced_runtimes(&server) - before;
        assert!(replaced >= ROUNDS, "cache {cache}: only {replaced} runtimes broke");
    }
}

/// The library that gives one process a clock of its own (Debian's package
/// `faketime`).
fn fake_clock() -> String {
    let found = fs::read_dir("/usr/lib")
        .unwrap()
        .map(|entry| entry.unwrap().path().join("faketime/libfaketimeMT.so.1"))
        .find(|library| library.exists());
    found.expect("Debian's package `faketime` is needed").display().to_string()
}

#[tokio::test]
async fn a_content_service_that_is_down_for_ten_minutes_changes_nothing_that_visitors_see() {
    /// A second of the test is a minute of the server.
    const SPEED: u32 = 60;
    const PATHS: [&str; 3] = ["/", "/?lang=zh", "/?lang=ms"];
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
        ("CONTENT_API_TIMEOUT", "60s"),
        ("CONTENT_API_REFRESH", "30s"),
        ("RENDER_TIMEOUT", "20m"),
        // Its seconds are soon over.
        ("KEEP_ALIVE", "24h"),
        ("REQUEST_TIMEOUT", "10m"),
    ]);
    // The server waits for its first links, but not for a minute.
    for path in PATHS {
        while !server.page(path).await.contains(BASE) {
            tokio::task::yield_now().await;
        }
    }
    let mut visitors = Visitors::come(&server, &PATHS, 2, expects_the_home_page);
    visitors.wait_for(100).await;

    service.behave(Behaviour::Down);
    let asked = service.requests().len();
    visitors.stay(DOWN / SPEED).await;
    let attempts = service.requests().len() - asked;
    assert!(attempts >= 10, "the service was asked {attempts} times in ten minutes");

    service
        .behave(Behaviour::Links("https://play.example/my/".into(), "https://new.example".into()));
    let blog = async || Page::parse(&server.page("/").await).state()["blogLink"].clone();
    while blog().await != "https://new.example/" {
        visitors.wait_for(1).await;
    }
    visitors.leave().await;
}

#[tokio::test]
async fn visitors_notice_nothing_of_a_clock_that_jumps() {
    let folder = tempfile::tempdir().unwrap();
    let clock: PathBuf = folder.path().join("clock");
    let set_clock = |offset: &str| {
        // All at once, since it is read all the time.
        fs::write(clock.with_extension("new"), offset).unwrap();
        fs::rename(clock.with_extension("new"), &clock).unwrap();
    };
    set_clock("+0");
    let library = fake_clock();
    let server = Server::start(&[
        ("LD_PRELOAD", &library),
        ("FAKETIME_TIMESTAMP_FILE", clock.to_str().unwrap()),
        ("FAKETIME_NO_CACHE", "1"),
        // What is set is the time of day, as an operator or a time service does.
        ("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
        ("OPERATOR_LINK", BASE),
        ("PAGE_TTL", "1s"),
    ]);
    let mut visitors =
        Visitors::come(&server, &["/", "/?lang=zh", "/?lang=ms"], 2, expects_the_home_page);
    visitors.wait_for(100).await;
    let rows = async || Page::parse(&server.page("/").await).state()["seed"].clone();
    let year =
        async || server.get("/").await.headers()["date"].to_str().unwrap()[12..16].to_owned();
    for offset in ["+1h", "-1h", "+400d", "-20y", "+0"] {
        let (old_rows, old_year) = (rows().await, year().await);
        set_clock(offset);
        if offset.ends_with(['d', 'y']) {
            while year().await == old_year {
                visitors.wait_for(1).await;
            }
        }
        while rows().await == old_rows {
            visitors.wait_for(1).await;
        }
        // Time goes on from there.
        let rows_of_then = rows().await;
        while rows().await == rows_of_then {
            visitors.wait_for(1).await;
        }
        let response = server.get("/").await;
        let cache_status = response.headers()["cache-status"].to_str().unwrap().to_owned();
        assert!(cache_status.starts_with("Marquee; hit; ttl="), "{offset}: {cache_status}");
        let left: i64 =
            cache_status.rsplit_once("ttl=").unwrap().1.split(';').next().unwrap().parse().unwrap();
        assert!((-1..=1).contains(&left), "{offset}: {cache_status}");
    }
    visitors.leave().await;
}
