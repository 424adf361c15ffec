//! An hour's traffic in ten minutes: pages, languages, files, clients that disconnect,
//! invalid requests, a failing content service. The memory over time is written to
//! `target/memory.csv`.

use std::fmt::Write as _;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::support::content_service::{Behaviour, ContentService};
use crate::support::load::{LoadGenerator, PageResponse};
use crate::support::server::Server;
use crate::support::site::{SITE, home_urls};

const BASE: &str = "https://play.example/";
const DURATION: Duration = Duration::from_mins(10);

fn check_no_server_error(response: &PageResponse) -> Option<&'static str> {
    (response.status >= 500).then_some("an error")
}

/// Sends a request, and disconnects before the response is complete.
fn disconnect(server: &Server, path: &str) {
    let mut connection = TcpStream::connect(server.address()).unwrap();
    write!(connection, "GET {path} HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
    // At most the first byte is read.
    let _ = connection.set_read_timeout(Some(Duration::from_millis(1)));
    let _ = connection.read(&mut [0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn memory_is_stable_under_mixed_traffic() {
    let service = ContentService::with_links(BASE, "https://blog.example/");
    let server = Server::using(&service, &[("RENDER_THREADS", "2"), ("PAGE_TTL", "1s")]);
    server.wait_for_status("/readyz", 200).await;
    let not_found = format!("/nowhere?lang={}", SITE.second);
    let paths = [&home_urls()[..], &["/nowhere", &not_found]].concat();
    let load = LoadGenerator::start(&server, &paths, 2, check_no_server_error);
    let begun = Instant::now();
    let mut curve = String::from("seconds,bytes\n");
    let mut levels = Vec::new();
    let mut number = 0_u32;
    while begun.elapsed() < DURATION {
        number += 1;
        service.behave(match number % 30 {
            0..10 => Behaviour::Links(BASE.into(), format!("https://blog.example/{number}")),
            10..20 => Behaviour::Down,
            _ => Behaviour::Status(500),
        });
        for path in ["/", &SITE.second_home, "/assets/none.js", &SITE.base_link] {
            disconnect(&server, path);
        }
        for (method, path) in [("BREW", "/"), ("POST", "/api/hydration-errors"), ("HEAD", "/")] {
            let request = server.request(method, &format!("{path}?{number}"));
            request.body("x".repeat(100)).send().await.unwrap().bytes().await.unwrap();
        }
        server.metrics().await;
        let second = begun.elapsed();
        let bytes = server.resident_bytes();
        writeln!(curve, "{:.1},{bytes}", second.as_secs_f64()).unwrap();
        levels.push((second, bytes));
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    let responses = load.stop().await;
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/memory.csv");
    fs::write(file, curve).unwrap();
    // Medians over half a minute, since memory is returned in steps.
    let median = |from: Duration, to: Duration| {
        let mut bytes: Vec<_> = levels
            .iter()
            .filter(|(second, _)| (from..to).contains(second))
            .map(|(_, bytes)| *bytes)
            .collect();
        bytes.sort_unstable();
        bytes[bytes.len() / 2]
    };
    let early = median(Duration::from_secs(45), Duration::from_secs(75));
    let late = median(DURATION / 20 * 19, DURATION);
    println!("{responses} responses: {early} bytes after a minute, {late} after ten");
    assert!(late <= early / 100 * 115, "memory grew from {early} to {late} bytes");
}
