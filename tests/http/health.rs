//! What load balancers and Kubernetes hear about a process.

use std::time::{Duration, Instant};

use tokio::task::JoinHandle;

use crate::support::content_service::{Behaviour, ContentService};
use crate::support::server::Server;

#[tokio::test]
async fn a_server_that_serves_is_started_alive_and_ready() {
    let server = Server::start(&[]);
    for path in ["/startupz", "/livez", "/readyz"] {
        server.until(path, 200).await;
        // Health is no public page.
        assert_eq!(server.get(path).await.status(), 404, "{path}");
    }
}

#[tokio::test]
async fn every_admin_page_answers_head_as_it_answers_get() {
    let server = Server::start(&[]);
    server.until("/readyz", 200).await;
    for path in ["/livez", "/readyz", "/readyz?verbose", "/startupz", "/metrics", "/version"] {
        let get = server.admin(path).await;
        let head = server.admin_request("HEAD", path).send().await.unwrap();
        assert_eq!(head.status(), get.status(), "{path}");
        for name in ["content-type", "cache-control"] {
            assert_eq!(head.headers().get(name), get.headers().get(name), "{path}: {name}");
        }
        assert_eq!(get.headers()["cache-control"], "no-store", "{path}");
        assert!(head.bytes().await.unwrap().is_empty(), "{path}");
    }
}

#[tokio::test]
async fn an_operator_can_read_which_condition_does_not_hold() {
    let server = Server::with_bundle("misbehaving.js", &["/throws"], &[("RENDER_THREADS", "2")]);
    let verbose = server.admin("/readyz?verbose").await;
    assert_eq!(verbose.status(), 503);
    assert_eq!(
        verbose.text().await.unwrap(),
        "[+] engines\n[-] pages-en: none was rendered yet\n[+] serving\n"
    );
    assert_eq!(server.admin("/startupz").await.status(), 503);
    // To start the process again would help nobody.
    assert_eq!(server.admin("/livez").await.status(), 200);
}

/// Visits the page without end, so that its engines break again and again.
fn visit_for_ever(server: &Server) -> JoinHandle<()> {
    let request = server.request("GET", "/");
    tokio::spawn(async move {
        loop {
            // Some of them fail.
            let _ = request.try_clone().unwrap().send().await;
        }
    })
}

/// Status and text of `/readyz?verbose` at a time at which so many engines are up.
async fn readiness_with_engines_up(server: &Server, up: usize) -> (u16, String) {
    let line = format!("\nmarquee_engines_up {up}\n");
    let begun = Instant::now();
    loop {
        assert!(begun.elapsed() < Duration::from_mins(1), "there are never {up} engines up");
        if !server.metrics().await.contains(&line) {
            continue;
        }
        let ready = server.admin("/readyz?verbose").await;
        let found = (ready.status().as_u16(), ready.text().await.unwrap());
        // Not one that was replaced meanwhile.
        if server.metrics().await.contains(&line) {
            return found;
        }
    }
}

const ALL_HOLD: &str = "[+] engines\n[+] pages-en\n[+] serving\n";

#[tokio::test]
async fn server_with_a_full_cache_is_ready_while_its_only_engine_is_replaced() {
    let settings = [
        ("PAGE_CACHE", "on"),
        ("PAGE_TTL", "1s"),
        ("RENDER_THREADS", "1"),
        ("RENDER_HEAP_LIMIT", "16MiB"),
    ];
    let server = Server::with_bundle("breaking.js", &["/"], &settings);
    server.page("/").await;
    server.page("/?lang=en").await;
    let visits = visit_for_ever(&server);
    assert_eq!(readiness_with_engines_up(&server, 0).await, (200, ALL_HOLD.into()));
    visits.abort();
}

#[tokio::test]
async fn server_without_a_cache_is_ready_while_one_of_its_engines_is_up() {
    let settings = [("RENDER_THREADS", "2"), ("RENDER_HEAP_LIMIT", "16MiB")];
    let server = Server::with_bundle("breaking.js", &["/"], &settings);
    server.until("/readyz", 200).await;
    let visits = visit_for_ever(&server);
    assert_eq!(readiness_with_engines_up(&server, 1).await, (200, ALL_HOLD.into()));
    visits.abort();
}

#[tokio::test]
async fn server_without_engine_and_cache_is_not_ready() {
    let settings = [("RENDER_THREADS", "1"), ("RENDER_HEAP_LIMIT", "16MiB")];
    let server = Server::with_bundle("breaking.js", &["/"], &settings);
    server.until("/readyz", 200).await;
    let visits = visit_for_ever(&server);
    let fault = "[-] engines: 0 of 1 engines are up, and not every page is cached\n\
                 [+] pages-en\n[+] serving\n";
    assert_eq!(readiness_with_engines_up(&server, 0).await, (503, fault.into()));
    visits.abort();
}

#[tokio::test]
async fn a_content_service_that_is_down_keeps_no_process_from_being_ready() {
    let service = ContentService::start(Behaviour::Down);
    let server = Server::using(&service, &[]);
    server.until("/readyz", 200).await;
}

#[tokio::test]
async fn an_operator_can_ask_what_is_running() {
    let server = Server::start(&[]);
    let version: serde_json::Value = server.admin("/version").await.json().await.unwrap();
    for field in ["version", "commit", "engine", "build", "built"] {
        assert!(version[field].as_str().is_some_and(|text| !text.is_empty()), "{version}");
    }
    let page = server.page("/").await;
    assert!(page.contains(version["build"].as_str().unwrap()), "the page is of another build");
}
