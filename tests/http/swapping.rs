//! A running server that is told to serve a new build of the site.

use std::fs;

use crate::support::builds::{Deployment, build, refusals, served_build, write_bundle};
use crate::support::server::{Server, wait_for};
use crate::support::visitors::{Visitors, expects_a_whole_page};

/// Bytes that the default engine's library does not give back when an engine
/// ends (1.2 MB of compiled code, as measured), and some for measuring.
const LEFT_BY_AN_ENGINE: u64 = 3 << 19;

const ENGINES: u64 = 2;

/// Waits until the server takes about so many bytes, or less.
fn returns_to(server: &Server, level: u64) {
    let most = level / 100 * 125;
    let returned = wait_for(|| (server.resident_bytes() <= most).then_some(()));
    assert!(returned.is_some(), "{} bytes stay, not {level}", server.resident_bytes());
}

const PATHS: [&str; 4] = ["/", "/?lang=en", "/?lang=zh", "/?lang=ms"];

#[tokio::test]
async fn visitors_notice_nothing_of_a_change_to_a_new_build() {
    const CHANGES: usize = 5;
    for cache in ["on", "off"] {
        let deployment = Deployment::of(&["first", "second"]);
        let settings = [("PAGE_CACHE", cache), ("RENDER_THREADS", &*ENGINES.to_string())];
        let server = Server::with_site(&deployment.current(), &settings);
        server.until("/readyz", 200).await;
        let mut visitors = Visitors::come(&server, &PATHS, 1, expects_a_whole_page);
        visitors.wait_for(50).await;
        let threads = server.threads() + 4;
        let before = server.resident_bytes();
        let mut changes = 0;
        for _ in 0..CHANGES {
            for id in ["second", "first"] {
                deployment.point_to(id);
                server.signal("HUP");
                while served_build(&server).await != id {
                    visitors.wait_for(1).await;
                }
                changes += 1;
                let said = format!("{{outcome=\"applied\"}} {changes}\n");
                while !server.metrics().await.contains(&said) {}
                server.until("/readyz", 200).await;
                visitors.wait_for(50).await;
                if changes == 1 {
                    returns_to(&server, before);
                }
            }
        }
        visitors.leave().await;
        let ended = wait_for(|| (server.threads() <= threads).then_some(()));
        assert!(ended.is_some(), "the old engines go on: {} threads", server.threads());
        returns_to(&server, before + changes * ENGINES * LEFT_BY_AN_ENGINE);
    }
}

#[tokio::test]
async fn a_page_that_is_open_still_finds_the_files_of_its_own_build() {
    let deployment = Deployment::of(&["first", "second"]);
    let server = Server::with_site(&deployment.current(), &[]);
    let (old, new) = ("/assets/only-first.js", "/assets/only-second.js");
    assert_eq!(server.page(old).await, "first");
    let missing = server.get(new).await;
    assert_eq!(missing.status(), 404);
    assert_eq!(missing.headers()["cache-control"], "no-store", "it will be there in a moment");

    deployment.point_to("second");
    server.signal("HUP");
    while served_build(&server).await != "second" {}
    assert_eq!(server.page(new).await, "second");
    let kept = server.get(old).await;
    assert_eq!(kept.status(), 200);
    assert_eq!(kept.headers()["cache-control"], "public, max-age=31536000, immutable");
}

#[tokio::test]
async fn a_build_that_does_not_render_is_refused_and_the_old_one_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let site = folder.path().join("site");
    build(&site, "good");
    let server = Server::with_site(&site, &[]);
    server.until("/readyz", 200).await;
    let mut visitors = Visitors::come(&server, &PATHS, 1, expects_a_whole_page);
    build(&site, "bad");
    for (bundle, reason) in [
        ("export const nothing = 1;", "it exports no function `render`"),
        ("throw new Error('planned failure at the start');", "planned failure at the start"),
        ("export function render() { throw new Error('planned failure of a page') }", "/"),
        ("this is no JavaScript", "the server bundle does not start"),
    ] {
        write_bundle(&site, bundle);
        let known = refusals(&server).len();
        server.signal("HUP");
        while known == refusals(&server).len() {
            visitors.wait_for(1).await;
        }
        let said = refusals(&server).pop().unwrap();
        assert!(said.contains(reason), "{reason}: {said}");
        assert_eq!(served_build(&server).await, "good");
        assert_eq!(server.admin("/readyz").await.status(), 200);
    }
    fs::write(site.join("site.json"), "{").unwrap();
    let known = refusals(&server).len();
    server.signal("HUP");
    while known == refusals(&server).len() {
        visitors.wait_for(1).await;
    }
    assert!(refusals(&server).pop().unwrap().contains("site.json"));
    visitors.leave().await;
    let metrics = server.metrics().await;
    assert!(metrics.contains("marquee_reloads_total{outcome=\"rejected\"} 5"), "{metrics}");
    // None of the engines that serve was replaced.
    let none = "marquee_engine_replacements_total{reason=\"start\"} 0";
    assert!(metrics.contains(none), "{metrics}");
}
