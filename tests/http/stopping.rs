//! How a process ends, and what visitors notice of it.

use std::time::{Duration, Instant};

use futures_util::future::{join, join_all};
use tokio::sync::watch;

use crate::support::server::Server;

#[tokio::test]
async fn visitors_whose_request_is_in_flight_get_their_whole_page() {
    const VISITORS: usize = 16;
    let settings = [
        ("DRAIN_DELAY", "0s"),
        ("SHUTDOWN_TIMEOUT", "60s"),
        ("RENDER_TIMEOUT", "60s"),
        ("RENDER_THREADS", "2"),
    ];
    let mut server = Server::with_bundle("streaming.js", &["/short", "/huge"], &settings);
    server.until("/readyz", 200).await;
    // Nobody reads on before the process is told to stop: two pages fill what lies
    // between engine and reader, and all others wait for an engine.
    let (stopped, _) = watch::channel(false);
    let visits = join_all((0..VISITORS).map(|_| async {
        let mut is_stopped = stopped.subscribe();
        let page = server.get("/huge").await;
        is_stopped.wait_for(|stopped| *stopped).await.unwrap();
        assert_eq!(page.status(), 200);
        page.text().await.unwrap()
    }));
    let all_wait = format!("\nhttp_server_active_requests {VISITORS}\n");
    let stop = async {
        while !server.metrics().await.contains(&all_wait) {}
        server.signal("TERM");
        server.until("/readyz", 503).await;
        stopped.send_replace(true);
    };
    let (pages, ()) = join(visits, stop).await;
    for page in pages {
        assert!(page.trim_end().ends_with("<p>7999</p>"), "{} bytes of a page", page.len());
    }
    assert_eq!(server.ended(), Some(0));
}

#[tokio::test]
async fn a_process_that_drains_is_not_ready_but_serves_and_closes() {
    let mut server = Server::start(&[("DRAIN_DELAY", "3s")]);
    server.until("/readyz", 200).await;
    let before = server.get("/").await;
    assert!(!before.headers().contains_key("connection"));
    let begun = Instant::now();
    server.signal("TERM");
    server.until("/readyz", 503).await;
    assert!(begun.elapsed() < Duration::from_secs(1), "readiness fails at once");
    let verbose = server.admin("/readyz?verbose").await.text().await.unwrap();
    assert!(verbose.contains("[-] serving: the process is draining"), "{verbose}");
    assert_eq!(server.admin("/livez").await.status(), 200);
    let during = server.get("/").await;
    assert_eq!(during.status(), 200);
    assert_eq!(during.headers()["connection"], "close");
    assert_eq!(server.ended(), Some(0));
    assert!(begun.elapsed() >= Duration::from_secs(3), "the balancer had no time to notice");
}

#[tokio::test]
async fn connections_that_nobody_uses_do_not_hold_a_process_up() {
    let mut server = Server::start(&[("DRAIN_DELAY", "0s"), ("SHUTDOWN_TIMEOUT", "20s")]);
    // The client keeps it open.
    server.page("/").await;
    let begun = Instant::now();
    server.signal("TERM");
    assert_eq!(server.ended(), Some(0));
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn a_visitor_who_never_finishes_holds_a_process_up_no_longer_than_it_was_told() {
    let settings = [("DRAIN_DELAY", "0s"), ("SHUTDOWN_TIMEOUT", "2s"), ("RENDER_TIMEOUT", "60s")];
    let mut server = Server::with_bundle("streaming.js", &["/short", "/endless"], &settings);
    let mut visit = server.get("/endless").await;
    visit.chunk().await.unwrap().unwrap();
    let begun = Instant::now();
    server.signal("TERM");
    assert_eq!(server.ended(), Some(0));
    assert!((2..10).contains(&begun.elapsed().as_secs()), "{:?}", begun.elapsed());
    // The page is not whole, and its reader knows.
    while let Ok(chunk) = visit.chunk().await {
        assert!(chunk.is_some(), "the page ends as if it were whole");
    }
}

#[tokio::test]
async fn a_second_signal_ends_a_process_at_once() {
    let mut server = Server::start(&[("DRAIN_DELAY", "1h")]);
    server.until("/readyz", 200).await;
    server.signal("TERM");
    server.until("/readyz", 503).await;
    server.signal("TERM");
    assert_eq!(server.ended(), Some(128 + 15));
    let said = "forced shutdown by a second signal";
    server.wait_for_log("the end", |event| event["message"] == said);
}

#[tokio::test]
async fn somebody_at_the_keyboard_need_not_wait_for_balancers() {
    let mut server = Server::start(&[("DRAIN_DELAY", "1h")]);
    server.signal("INT");
    assert_eq!(server.ended(), Some(0));
}
