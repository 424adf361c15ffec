//! Reloads to a new build of the site.

use std::fs;

use crate::support::builds::{Deployment, build, rejected_reloads, served_build, write_bundle};
use crate::support::load::{LoadGenerator, check_complete_page};
use crate::support::server::{Server, wait_for};

/// Bytes that the default engine's library does not free when an engine ends (1.2 MB of
/// compiled code, as measured), with a margin.
const LEFT_BY_AN_ENGINE: u64 = 3 << 19;

const ENGINES: u64 = 2;

/// Waits until the server uses at most about `level` bytes.
fn returns_to(server: &Server, level: u64) {
    let limit = level / 100 * 125;
    let returned = wait_for(|| (server.resident_bytes() <= limit).then_some(()));
    assert!(returned.is_some(), "{} bytes stay, not {level}", server.resident_bytes());
}

const PATHS: [&str; 4] = ["/", "/?lang=en", "/?lang=zh", "/?lang=ms"];

#[tokio::test]
async fn reload_under_load_fails_no_request() {
    const CHANGES: usize = 5;
    for cache in ["on", "off"] {
        let deployment = Deployment::of(&["first", "second"]);
        let settings = [("PAGE_CACHE", cache), ("RENDER_THREADS", &*ENGINES.to_string())];
        let server = Server::with_site(&deployment.current(), &settings);
        server.wait_for_status("/readyz", 200).await;
        let mut load = LoadGenerator::start(&server, &PATHS, 1, check_complete_page);
        load.wait_for(50).await;
        let threads = server.threads() + 4;
        let before = server.resident_bytes();
        let mut changes = 0;
        for _ in 0..CHANGES {
            for id in ["second", "first"] {
                deployment.point_to(id);
                server.signal("HUP");
                while served_build(&server).await != id {
                    load.wait_for(1).await;
                }
                changes += 1;
                let sample = format!("{{outcome=\"applied\"}} {changes}\n");
                while !server.metrics().await.contains(&sample) {}
                server.wait_for_status("/readyz", 200).await;
                load.wait_for(50).await;
                if changes == 1 {
                    returns_to(&server, before);
                }
            }
        }
        load.stop().await;
        let ended = wait_for(|| (server.threads() <= threads).then_some(()));
        assert!(ended.is_some(), "the old engines still run: {} threads", server.threads());
        returns_to(&server, before + changes * ENGINES * LEFT_BY_AN_ENGINE);
    }
}

#[tokio::test]
async fn files_of_previous_build_are_served_after_reload() {
    let deployment = Deployment::of(&["first", "second"]);
    let server = Server::with_site(&deployment.current(), &[]);
    let (old, new) = ("/assets/only-first.js", "/assets/only-second.js");
    assert_eq!(server.page(old).await, "first");
    let missing = server.get(new).await;
    assert_eq!(missing.status(), 404);
    assert_eq!(missing.headers()["cache-control"], "no-store", "it will exist after the reload");

    deployment.point_to("second");
    server.signal("HUP");
    while served_build(&server).await != "second" {}
    assert_eq!(server.page(new).await, "second");
    let previous = server.get(old).await;
    assert_eq!(previous.status(), 200);
    assert_eq!(previous.headers()["cache-control"], "public, max-age=31536000, immutable");
}

#[tokio::test]
async fn reload_rejects_build_that_does_not_render() {
    let folder = tempfile::tempdir().unwrap();
    let site = folder.path().join("site");
    build(&site, "good");
    let server = Server::with_site(&site, &[]);
    server.wait_for_status("/readyz", 200).await;
    let mut load = LoadGenerator::start(&server, &PATHS, 1, check_complete_page);
    build(&site, "bad");
    for (bundle, reason) in [
        ("export const nothing = 1;", "it exports no function `render`"),
        ("throw new Error('planned failure at the start');", "planned failure at the start"),
        ("export function render() { throw new Error('planned failure of a page') }", "/"),
        ("this is no JavaScript", "the server bundle does not start"),
    ] {
        write_bundle(&site, bundle);
        let known = rejected_reloads(&server).len();
        server.signal("HUP");
        while known == rejected_reloads(&server).len() {
            load.wait_for(1).await;
        }
        let error = rejected_reloads(&server).pop().unwrap();
        assert!(error.contains(reason), "{reason}: {error}");
        assert_eq!(served_build(&server).await, "good");
        assert_eq!(server.admin("/readyz").await.status(), 200);
    }
    fs::write(site.join("site.json"), "{").unwrap();
    let known = rejected_reloads(&server).len();
    server.signal("HUP");
    while known == rejected_reloads(&server).len() {
        load.wait_for(1).await;
    }
    assert!(rejected_reloads(&server).pop().unwrap().contains("site.json"));
    load.stop().await;
    let metrics = server.metrics().await;
    assert!(metrics.contains("marquee_reloads_total{outcome=\"rejected\"} 5"), "{metrics}");
    // None of the engines that serve was replaced.
    let none = "marquee_engine_replacements_total{reason=\"start\"} 0";
    assert!(metrics.contains(none), "{metrics}");
}
