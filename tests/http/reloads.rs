//! Reloads that are requested often, change nothing, or are rejected.

use crate::support::builds::{
    Deployment, build, bundle_that_throws_if, edit_site, engine_starts, rejected_reloads, reload,
    reloads, served_build, whole_page, write_bundle,
};
use crate::support::load::{LoadGenerator, check_complete_page};
use crate::support::server::{Server, header, wait_for};
use crate::support::site::{SITE, home_urls};
use crate::support::temp_dir::TempDir;

#[tokio::test]
async fn reload_of_same_build_keeps_files_of_previous_release() {
    let deployment = Deployment::of(&["first", "second"]);
    let server = Server::with_site(&deployment.current(), &[]);
    server.wait_for_status("/readyz", 200).await;
    deployment.point_to("second");
    reload(&server, "applied").await;
    for _ in 0..2 {
        reload(&server, "applied").await;
        assert_eq!(engine_starts(&server).await.last(), Some(&false));
        for file in ["first", "second"] {
            let response = server.get(&format!("/assets/only-{file}.js")).await;
            assert!(header(&response, "cache-control").contains("immutable"), "{file}");
            assert_eq!(response.text().await.unwrap(), file);
        }
    }
}

#[tokio::test]
async fn reload_without_page_cache_probes_every_page_in_every_language() {
    let is_one = format!("path === '/404' && locale === '{}' && isLocaleFixed", SITE.second);
    let bundle = bundle_that_throws_if(&is_one);
    let folder = TempDir::new();
    build(folder.path(), "good");
    let server = Server::with_site(folder.path(), &[("PAGE_CACHE", "off")]);
    server.wait_for_status("/readyz", 200).await;
    write_bundle(folder.path(), &bundle);
    reload(&server, "rejected").await;
    // The log is written asynchronously.
    let error = wait_for(|| rejected_reloads(&server).pop()).unwrap();
    assert!(
        error.starts_with("build ")
            && error.contains(&format!(": /404{}: ", &SITE.second_home[1..]))
            && error.contains("planned failure"),
        "{error}"
    );
    assert_eq!(served_build(&server).await, "good");
}

#[tokio::test]
async fn reload_rejects_build_with_another_content_service() {
    let folder = TempDir::new();
    build(folder.path(), "good");
    let server = Server::with_site(folder.path(), &[]);
    server.wait_for_status("/readyz", 200).await;
    edit_site(folder.path(), |site| site["contentService"]["path"] = "/api/other".into());
    reload(&server, "rejected").await;
    let error = wait_for(|| rejected_reloads(&server).pop()).unwrap();
    assert!(error.contains("another `contentService`"), "{error}");
    assert_eq!(server.get(&SITE.links).await.status(), 400);
    assert_eq!(server.get("/api/other").await.status(), 404);
}

#[tokio::test]
async fn reload_applies_another_policy_with_the_engines_that_run() {
    let folder = TempDir::new();
    build(folder.path(), "good");
    let server = Server::with_site(folder.path(), &[]);
    server.wait_for_status("/readyz", 200).await;
    let policy = "default-src 'none'; font-src https://fonts.example";
    edit_site(folder.path(), |site| site["policy"] = policy.into());
    reload(&server, "applied").await;
    assert_eq!(engine_starts(&server).await.last(), Some(&false));
    let response = server.get("/").await;
    assert_eq!(header(&response, "content-security-policy"), policy);
    edit_site(folder.path(), |site| site["policy"] = "default-src\n".into());
    reload(&server, "rejected").await;
    let error = wait_for(|| rejected_reloads(&server).pop()).unwrap();
    assert!(error.contains("policy: "), "{error}");
    assert_eq!(header(&server.get("/").await, "content-security-policy"), policy);
}

#[tokio::test]
async fn reload_rejects_build_whose_pages_are_not_whole() {
    let folder = TempDir::new();
    for cache in ["on", "off"] {
        build(folder.path(), "good");
        let server = Server::with_site(folder.path(), &[("PAGE_CACHE", cache)]);
        server.wait_for_status("/readyz", 200).await;
        let whole = whole_page();
        for (html, reason) in [
            ("<div id=\"app\"></div>".to_owned(), "it has no `<header`"),
            (whole.replace("<h1>x</h1>", ""), "it has no `<h1`"),
            (whole.replace("</main>", "<h1></h1></main>"), "it has several `<h1`"),
            (whole.replace("state", ""), "it has no `id=\"state\"`"),
            (whole.trim_end().to_owned(), "bytes, and in the build"),
        ] {
            let html = serde_json::to_string(&html).unwrap();
            let source =
                format!("export function render(page) {{ page.head(); page.write({html}); }}");
            write_bundle(folder.path(), &source);
            let known = rejected_reloads(&server).len();
            reload(&server, "rejected").await;
            let error = wait_for(|| rejected_reloads(&server).into_iter().nth(known)).unwrap();
            let place = format!(": / in {}: the page is not whole: ", SITE.first);
            assert!(error.contains(&place), "{error}");
            assert!(error.contains(reason), "{reason}: {error}");
            assert_eq!(served_build(&server).await, "good");
        }
    }
}

#[tokio::test]
async fn reload_signals_are_coalesced_under_load() {
    const SIGNALS: usize = 200;
    let deployment = Deployment::of(&["first", "second", "third"]);
    let server = Server::with_site(&deployment.current(), &[("RENDER_THREADS", "2")]);
    server.wait_for_status("/readyz", 200).await;
    let mut load = LoadGenerator::start(&server, &home_urls(), 2, check_complete_page);
    load.wait_for(100).await;
    deployment.point_to("second");
    for _ in 0..SIGNALS {
        server.signal("HUP");
    }
    load.until("the second build", async || served_build(&server).await == "second").await;
    // A reload that is requested during another one runs after it.
    server.signal("HUP");
    deployment.point_to("third");
    server.signal("HUP");
    load.until("the third build", async || served_build(&server).await == "third").await;
    load.wait_for(100).await;
    load.stop().await;
    assert_eq!(reloads(&server, "rejected").await, 0, "{:?}", rejected_reloads(&server));
    let all = reloads(&server, "applied").await;
    assert!(all < SIGNALS as u64 / 4, "{all} reloads");
    let changes = engine_starts(&server).await.into_iter().filter(|has_new| *has_new).count();
    assert_eq!(changes, 2, "one start of engines for each build");
}

#[tokio::test]
async fn reload_of_unchanged_build_keeps_engines_and_memory() {
    const RELOADS: u64 = 10;
    let folder = TempDir::new();
    build(folder.path(), "only");
    let server = Server::with_site(folder.path(), &[("RENDER_THREADS", "2")]);
    server.wait_for_status("/readyz", 200).await;
    for _ in 0..5 {
        reload(&server, "applied").await;
    }
    let (threads, level) = (server.threads(), server.resident_bytes() / 100 * 120);
    for _ in 0..RELOADS {
        reload(&server, "applied").await;
        assert_eq!(engine_starts(&server).await.last(), Some(&false));
    }
    let returned = wait_for(|| (server.resident_bytes() <= level).then_some(()));
    assert!(returned.is_some(), "{} bytes, more than {level}", server.resident_bytes());
    assert!(server.threads() <= threads + 2, "{} threads, not {threads}", server.threads());
}
