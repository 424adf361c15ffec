//! Reloads to a new build of the site.

use crate::support::builds::{Deployment, build, rejected_reloads, served_build, write_bundle};
use crate::support::load::{LoadGenerator, check_complete_page};
use crate::support::server::{Server, wait_for};
use crate::support::site::home_urls;
use crate::support::temp_dir::TempDir;

#[tokio::test]
async fn reload_under_load_fails_no_request() {
    for cache in ["on", "off"] {
        let deployment = Deployment::of(&["first", "second"]);
        let settings = [("PAGE_CACHE", cache), ("RENDER_THREADS", "2")];
        let server = Server::with_site(&deployment.current(), &settings);
        server.wait_for_status("/readyz", 200).await;
        let mut load = LoadGenerator::start(&server, &home_urls(), 1, check_complete_page);
        load.wait_for(50).await;
        let threads = server.threads() + 4;
        for (id, changes) in ["second", "first"].into_iter().zip(1..) {
            deployment.point_to(id);
            server.signal("HUP");
            load.until(id, async || served_build(&server).await == id).await;
            server.wait_for_metrics(&format!("{{outcome=\"applied\"}} {changes}\n")).await;
            server.wait_for_status("/readyz", 200).await;
            load.wait_for(50).await;
        }
        load.stop().await;
        let ended = wait_for(|| (server.threads() <= threads).then_some(()));
        assert!(ended.is_some(), "the old engines still run: {} threads", server.threads());
    }
}

#[tokio::test]
async fn reload_rejects_build_that_does_not_render() {
    let folder = TempDir::new();
    let site = folder.path().join("site");
    build(&site, "good");
    let server = Server::with_site(&site, &[]);
    server.wait_for_status("/readyz", 200).await;
    let mut load = LoadGenerator::start(&server, &home_urls(), 1, check_complete_page);
    let engines = server.engines();
    build(&site, "bad");
    for (bundle, reason) in [
        ("export const nothing = 1;", "it exports no function `render`"),
        ("throw new Error('planned failure at the start');", "planned failure at the start"),
        ("export function render() { throw new Error('planned failure of a page') }", "of a page"),
        ("this is no JavaScript", "the server bundle does not start"),
    ] {
        write_bundle(&site, bundle);
        let known = rejected_reloads(&server).len();
        server.signal("HUP");
        load.until(reason, async || rejected_reloads(&server).len() > known).await;
        let error = rejected_reloads(&server).pop().unwrap();
        assert!(error.contains(reason), "{reason}: {error}");
        assert_eq!(served_build(&server).await, "good");
        assert_eq!(server.admin("/readyz").await.status(), 200);
    }
    load.stop().await;
    let metrics = server.metrics().await;
    assert!(metrics.contains("marquee_reloads_total{outcome=\"rejected\"} 4"), "{metrics}");
    // None of the engines that serve was replaced.
    let remaining = server.engines();
    assert!(engines.iter().all(|engine| remaining.contains(engine)), "{engines:?}");
}
