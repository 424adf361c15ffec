//! Graceful and forced shutdown.

use std::os::unix::process::CommandExt;
use std::time::{Duration, Instant};

use futures_util::future::{join, join_all};
use tokio::sync::watch;

use crate::support::bundles::site_of;
use crate::support::library::compile;
use crate::support::memory::{children, resident_bytes_of};
use crate::support::metrics::ACTIVE;
use crate::support::raw_client::RawClient;
use crate::support::server::{Server, marquee, run_to_end, signal, until};
use crate::support::temp_dir::TempDir;

#[tokio::test]
async fn requests_in_flight_complete_during_shutdown() {
    const CLIENTS: usize = 16;
    let settings = [
        ("DRAIN_DELAY", "0s"),
        ("SHUTDOWN_TIMEOUT", "60s"),
        ("RENDER_TIMEOUT", "60s"),
        ("RENDER_THREADS", "2"),
    ];
    let mut server = Server::with_bundle("long.js", &["/short", "/huge"], &settings);
    server.wait_for_status("/readyz", 200).await;
    // No client continues to read before SIGTERM: the pages do not fit into the buffers between
    // server and client.
    let (stopped, _) = watch::channel(false);
    let responses = join_all((0..CLIENTS).map(|_| async {
        let mut is_stopped = stopped.subscribe();
        let page = server.get("/huge").await;
        is_stopped.wait_for(|stopped| *stopped).await.unwrap();
        assert_eq!(page.status(), 200);
        page.text().await.unwrap()
    }));
    let all_wait = format!("\n{ACTIVE}{CLIENTS}\n");
    let stop = async {
        server.wait_for_metrics(&all_wait).await;
        server.signal("TERM");
        server.wait_for_status("/readyz", 503).await;
        stopped.send_replace(true);
    };
    let (pages, ()) = join(responses, stop).await;
    for page in pages {
        assert!(page.trim_end().ends_with("<p>7999</p>"), "{} bytes of a page", page.len());
    }
    assert_eq!(server.wait(), Some(0));
}

#[tokio::test]
async fn draining_process_is_unready_serves_and_closes_connections() {
    let settings = [("DRAIN_DELAY", "5s"), ("SHUTDOWN_TIMEOUT", "10m")];
    let mut server = Server::start(&settings);
    // An idle connection does not delay it.
    let mut idle = RawClient::connect(server.address());
    assert_eq!(idle.send("GET / HTTP/1.1\r\nhost: x\r\n\r\n").response().status, 200);
    server.wait_for_status("/readyz", 200).await;
    let before = server.get("/").await;
    assert!(!before.headers().contains_key("connection"));
    let begun = Instant::now();
    server.signal("TERM");
    server.wait_for_status("/readyz", 503).await;
    assert!(begun.elapsed() < Duration::from_secs(4), "readiness fails immediately");
    let verbose = server.admin("/readyz?verbose").await.text().await.unwrap();
    assert!(verbose.contains("[-] serving: the process is draining"), "{verbose}");
    assert_eq!(server.admin("/livez").await.status(), 200);
    let during = server.get("/").await;
    assert_eq!(during.status(), 200);
    assert_eq!(during.headers()["connection"], "close");
    assert_eq!(server.wait(), Some(0));
    assert!(begun.elapsed() >= Duration::from_secs(5), "the drain delay is too short");
}

#[tokio::test]
async fn requests_that_arrive_with_the_signal_are_served() {
    const REQUEST: &str = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";
    // Whether the connections or the signal are handled first is chance.
    for _ in 0..3 {
        let mut server = Server::start(&[("DRAIN_DELAY", "0s"), ("SHUTDOWN_TIMEOUT", "20s")]);
        server.wait_for_status("/readyz", 200).await;
        let mut clients: Vec<_> = (0..32).map(|_| RawClient::connect(server.address())).collect();
        for client in &mut clients {
            assert_eq!(client.send(REQUEST).response().status, 200);
        }
        // All of it has arrived when the process runs again.
        server.signal("STOP");
        server.signal("TERM");
        for client in &mut clients {
            client.send(REQUEST);
        }
        server.signal("CONT");
        for client in &mut clients {
            assert_eq!(client.response().status, 200);
        }
        assert_eq!(server.wait(), Some(0));
    }
}

#[tokio::test]
async fn response_that_nobody_reads_is_aborted_at_shutdown_timeout() {
    let settings = [("DRAIN_DELAY", "0s"), ("SHUTDOWN_TIMEOUT", "2s"), ("RENDER_TIMEOUT", "60s")];
    let mut server = Server::with_bundle("long.js", &["/short", "/huge"], &settings);
    let mut response = server.get("/huge").await;
    response.chunk().await.unwrap().unwrap();
    let begun = Instant::now();
    server.signal("TERM");
    assert_eq!(server.wait(), Some(0));
    assert!((2..10).contains(&begun.elapsed().as_secs()), "{:?}", begun.elapsed());
    // The client detects that the page is incomplete.
    while let Ok(chunk) = response.chunk().await {
        assert!(chunk.is_some(), "the page ends as if it were complete");
    }
}

#[tokio::test]
async fn second_signal_forces_shutdown_and_sigint_skips_the_drain_delay() {
    let mut server = Server::start(&[("DRAIN_DELAY", "1h")]);
    server.wait_for_status("/readyz", 200).await;
    server.signal("TERM");
    server.wait_for_status("/readyz", 503).await;
    server.signal("TERM");
    assert_eq!(server.wait(), Some(128 + 15));
    let message = "forced shutdown by a second signal";
    server.wait_for_log("the end", |event| event["message"] == message);
    let mut server = Server::start(&[("DRAIN_DELAY", "1h")]);
    server.signal("INT");
    assert_eq!(server.wait(), Some(0));
}

#[tokio::test]
async fn process_is_gone_after_the_last_line_while_a_look_up_hangs() {
    const RESOLVER: &str = "#include <unistd.h>
        int getaddrinfo() { write(2, \"looks up\\n\", 9); for (;;) pause(); }";
    let folder = TempDir::new();
    let library = compile(folder.path(), RESOLVER);
    let mut server = Server::start(&[
        ("LD_PRELOAD", library.to_str().unwrap()),
        ("CONTENT_API_URL", "http://content.example"),
        ("CONTENT_API_TOKEN", "token"),
        ("DRAIN_DELAY", "0s"),
    ]);
    assert_eq!(server.page("/").await.matches("<h1").count(), 1);
    server.signal("TERM");
    server.wait_for_log("the end", |event| event["message"] == "stopped");
    let stopped = Instant::now();
    assert_eq!(server.wait(), Some(0));
    // 250 ms are the promise; a busy machine has more to do.
    assert!(stopped.elapsed() < Duration::from_secs(3), "{:?}", stopped.elapsed());
}

#[tokio::test]
async fn engines_end_with_a_killed_server_although_they_are_stopped() {
    // No page of it throws, which would replace an engine.
    let mut server = Server::with_bundle("many.js", &["/"], &[("RENDER_THREADS", "2")]);
    let engines = server.engines();
    assert_eq!(engines.len(), 2);
    for engine in &engines {
        signal(*engine, "STOP");
    }
    server.signal("KILL");
    server.wait();
    until("the engines end", async || engines.iter().all(|engine| resident_bytes_of(*engine) == 0))
        .await;
}

#[tokio::test]
async fn signals_to_all_processes_of_the_group_reach_no_engine() {
    let site = site_of("many.js", &["/"]);
    let mut server = Server::run(
        marquee().env("DIST_DIR", site.path()).env("DRAIN_DELAY", "0s").process_group(0),
    );
    server.wait_for_status("/readyz", 200).await;
    let engines = server.engines();
    server.signal_group("HUP");
    server.wait_for_metrics("\nmarquee_reloads_total{outcome=\"applied\"} 1\n").await;
    assert_eq!(server.engines(), engines);
    // Nor do those that a service manager sends to each process.
    for engine in &engines {
        for name in ["HUP", "INT", "TERM", "USR1"] {
            signal(*engine, name);
        }
    }
    assert_eq!(server.get("/?lang=en").await.status(), 200);
    assert_eq!(server.engines(), engines);
    server.signal_group("TERM");
    assert_eq!(server.wait(), Some(0));
}

#[test]
fn render_waits_for_the_end_of_its_engines() {
    // Children of a process that has ended are those of this one, as of the first one of a container.
    rustix::process::set_child_subreaper(Some(rustix::process::getpid())).unwrap();
    let site = site_of("long.js", &["/"]);
    for command in ["render", "prepare"] {
        run_to_end(marquee().arg(command).env("DIST_DIR", site.path()));
        assert_eq!(children(std::process::id()), [0; 0], "{command}");
    }
}
