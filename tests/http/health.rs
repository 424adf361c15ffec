//! Health endpoints, as load balancers and Kubernetes use them.

use std::fs;

use crate::support::builds::{build, bundle_that_throws_if, reloads, write_bundle};
use crate::support::content_service::{Behaviour, ContentService};
use crate::support::library::compile;
use crate::support::server::{Server, marquee, run_to_end, until};
use crate::support::site::SITE;
use crate::support::temp_dir::TempDir;

#[tokio::test]
async fn healthcheck_command_reports_whether_the_process_is_ready() {
    let check = |server: &Server| {
        let ended =
            run_to_end(marquee().env("ADMIN_ADDR", server.admin_address()).arg("healthcheck"));
        (ended.status.code(), String::from_utf8(ended.stderr).unwrap())
    };
    let ready = Server::start(&[]);
    ready.wait_for_status("/readyz", 200).await;
    assert_eq!(check(&ready), (Some(0), String::new()));
    let broken = Server::with_bundle("misbehaving.js", &["/throws"], &[]);
    let (status, reason) = check(&broken);
    assert_eq!((status, reason.contains("503")), (Some(1), true), "{reason}");

    // It needs the address alone, any of those of a name.
    let port = ready.admin_address().rsplit(':').next().unwrap();
    let mut command = marquee();
    command.env("ADMIN_ADDR", format!("localhost:{port}")).env("DIST_DIR", "/nowhere");
    command.env("CONTENT_API_TOKEN_FILE", "/nowhere").env("WORKERS", "none").arg("healthcheck");
    command.env("LISTEN_ADDR", "0.0.0.0:80").env("SSL_CERT_FILE", "/nowhere");
    let ended = run_to_end(&mut command);
    assert_eq!(ended.status.code(), Some(0), "{}", String::from_utf8_lossy(&ended.stderr));
}

#[tokio::test]
async fn admin_endpoints_are_not_public_and_respond_to_head_like_get() {
    // Readiness does not depend on the content service.
    let server = Server::using(&ContentService::start(Behaviour::Down), &[]);
    for path in ["/livez", "/readyz", "/readyz?verbose", "/startupz", "/metrics", "/version"] {
        server.wait_for_status(path, 200).await;
        assert_eq!(server.get(path).await.status(), 404, "{path}");
        let get = server.admin(path).await;
        let head = server.admin_request("HEAD", path).send().await.unwrap();
        assert_eq!(head.status(), 200, "{path}");
        assert_eq!(head.headers()["content-type"], get.headers()["content-type"], "{path}");
        for response in [&head, &get] {
            assert_eq!(response.headers()["cache-control"], "no-store", "{path}");
        }
        assert!(head.bytes().await.unwrap().is_empty(), "{path}");
    }
}

#[tokio::test]
async fn verbose_readiness_lists_false_conditions() {
    let server = Server::with_bundle("misbehaving.js", &["/throws"], &[("RENDER_THREADS", "2")]);
    let expected = "[+] engines\n[-] pages-en: they fail, and app shells are served\n[+] serving\n";
    until("all pages have failed", async || {
        let verbose = server.admin("/readyz?verbose").await;
        assert_eq!(verbose.status(), 503);
        verbose.text().await.unwrap() == expected
    })
    .await;
    assert_eq!(server.admin("/startupz").await.status(), 503);
    // A restart would not help.
    assert_eq!(server.admin("/livez").await.status(), 200);
}

#[tokio::test]
async fn process_is_ready_where_pages_fail_in_one_language_and_says_so() {
    let language = &SITE.second;
    for (condition, detail) in [
        (format!("locale === '{language}'"), "they fail, and app shells are served"),
        (
            format!("locale === '{language}' && path === '/'"),
            "some fail, and stale pages or app shells are served",
        ),
    ] {
        let folder = TempDir::new();
        build(folder.path(), "failing");
        write_bundle(folder.path(), &bundle_that_throws_if(&condition));
        let server = Server::with_site(folder.path(), &[]);
        server.wait_for_status("/readyz", 200).await;
        let failing = format!("[+] pages-{language}: {detail}\n");
        until(&failing, async || {
            let verbose = server.admin("/readyz?verbose").await.text().await.unwrap();
            verbose.contains(&failing) && verbose.contains("[+] pages-en\n")
        })
        .await;
        assert_eq!(server.get("/?lang=en").await.status(), 200);
    }
}

#[tokio::test]
async fn readiness_depends_on_engines_and_cache() {
    let all_true = "[+] engines\n[+] pages-en\n[+] serving\n";
    let none_up = "[-] engines: 0 of 1 engines are up, and not every page is cached\n\
                   [+] pages-en\n[+] serving\n";
    for (cache, threads, up, expected) in [
        ("on", "1", 0, (200, all_true)),
        ("off", "2", 1, (200, all_true)),
        ("off", "1", 0, (503, none_up)),
    ] {
        let settings = [
            ("PAGE_CACHE", cache),
            ("PAGE_TTL", "1s"),
            ("RENDER_THREADS", threads),
            ("RENDER_HEAP_LIMIT", "16MiB"),
        ];
        let server = Server::with_bundle("breaking.js", &["/"], &settings);
        server.wait_for_status("/readyz", 200).await;
        // Engines break repeatedly, and some requests fail.
        let request = server.request("GET", "/");
        let requests = tokio::spawn(async move {
            loop {
                let _ = request.try_clone().unwrap().send().await;
            }
        });
        let line = format!("\nmarquee_engines_up {up}\n");
        until(&format!("{up} engines up of {threads}, with the cache {cache}"), async || {
            if !server.metrics().await.contains(&line) {
                return false;
            }
            let ready = server.admin("/readyz?verbose").await;
            let status = ready.status().as_u16();
            // A page fails when its engine breaks.
            let failing = ": some fail, and stale pages or app shells are served";
            let found = (status, ready.text().await.unwrap().replace(failing, ""));
            // Still the same number of engines.
            server.metrics().await.contains(&line) && {
                assert_eq!(found, (expected.0, expected.1.to_owned()), "{cache} {threads}");
                true
            }
        })
        .await;
        requests.abort();
    }
}

#[tokio::test]
async fn version_endpoint_describes_the_build() {
    let server = Server::start(&[]);
    let version: serde_json::Value = server.admin("/version").await.json().await.unwrap();
    for field in ["version", "commit", "engine", "build", "built"] {
        assert!(version[field].as_str().is_some_and(|text| !text.is_empty()), "{version}");
    }
    let page = server.page("/").await;
    assert!(page.contains(version["build"].as_str().unwrap()), "the page is of another build");
}

/// A system that starts no thread while a file exists.
const NO_THREADS: &str = "#define _GNU_SOURCE
    #include <dlfcn.h>
    #include <errno.h>
    #include <pthread.h>
    #include <unistd.h>
    int pthread_create(pthread_t *id, const pthread_attr_t *options, void *(*run)(void *), void *data) {
        int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
        create = dlsym(RTLD_NEXT, \"pthread_create\");
        return access(\"PATH\", F_OK) == 0 ? EAGAIN : create(id, options, run, data);
    }";

#[tokio::test]
async fn links_reloads_and_metrics_outlive_a_time_without_threads() {
    let service = ContentService::with_links("https://play.example/", "https://blog.example/");
    let folder = TempDir::new();
    let limit = folder.path().join("limit");
    let library = compile(folder.path(), &NO_THREADS.replace("PATH", limit.to_str().unwrap()));
    // To resolve a name takes a thread.
    let url = service.url().replace("127.0.0.1", "localhost");
    let settings = [
        ("LD_PRELOAD", library.to_str().unwrap()),
        ("CONTENT_API_URL", &url),
        ("CONTENT_API_TIMEOUT", "20s"),
        // Longer than a thread without work is kept.
        ("CONTENT_API_REFRESH", "12s"),
        ("PAGE_TTL", "1s"),
    ];
    let server = Server::using(&service, &settings);
    server.wait_for_status("/readyz", 200).await;
    server.wait_for_metrics("refreshes_total{outcome=\"ok\"}").await;

    fs::write(&limit, "").unwrap();
    let failed = "operator links not refreshed, keeping the last known good ones";
    server.wait_for_log(failed, |event| event["message"] == failed);
    server.signal("HUP");
    let rejected = "reload failed, keeping the current build";
    server.wait_for_log(rejected, |event| event["message"] == rejected);
    assert_eq!(reloads(&server, "rejected").await, 1);
    assert_eq!(server.get("/").await.status(), 200);

    service
        .behave(Behaviour::Links("https://next.example/".into(), "https://blog.example/".into()));
    fs::remove_file(&limit).unwrap();
    until("pages have the next link", async || server.page("/").await.contains("next.example"))
        .await;
    server.signal("HUP");
    until("the next reload", async || reloads(&server, "applied").await == 1).await;
}
