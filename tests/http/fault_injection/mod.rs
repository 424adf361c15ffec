//! Fault injection that takes minutes; `make test-fault-injection` runs it.
#![expect(clippy::print_stdout, reason = "its figures are what it is run for")]

mod long_run;
mod rolling;
mod stalled;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use tokio::task::block_in_place;

use crate::support::server::{Server, wait_for};
use crate::support::site::SITE;

/// Pipelines `requests` in batches on one connection, and reads all responses.
fn pipeline(server: &Server, requests: impl Iterator<Item = String>) {
    const BATCH: usize = 100;
    let mut connection = TcpStream::connect(server.address()).unwrap();
    let mut requests = requests.peekable();
    let mut piece = vec![0; 1 << 16];
    while requests.peek().is_some() {
        let batch: Vec<_> = requests.by_ref().take(BATCH).collect();
        connection.write_all(batch.concat().as_bytes()).unwrap();
        let mut responses = 0;
        let mut tail = Vec::new();
        while responses < batch.len() {
            let length = connection.read(&mut piece).unwrap();
            assert!(length > 0, "the server ended the connection");
            tail.extend_from_slice(&piece[..length]);
            responses += tail.windows(12).filter(|line| *line == b"HTTP/1.1 404").count();
            let keep = tail.len().saturating_sub(11);
            tail.drain(..keep);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn million_distinct_urls_take_no_memory() {
    const WARM_UP: u32 = 10_000;
    const REQUESTS: u32 = 1_000_000;
    let server = Server::start(&[("PAGE_TTL", "10s")]);
    let request = |number: u32| {
        // Pseudorandom numbers without repetition.
        let mixed = number.wrapping_mul(0x9e37_79b1);
        format!(
            "HEAD /{mixed:x}/{number}?{number}={mixed} HTTP/1.1\r\nhost: x\r\n\
             accept-language: x{mixed:x},{};q=0.{}\r\n\r\n",
            SITE.second,
            number % 10
        )
    };
    let begun = Instant::now();
    block_in_place(|| pipeline(&server, (0..WARM_UP).map(request)));
    let (resident, series) = (server.resident_bytes(), series_of(&server).await);
    block_in_place(|| pipeline(&server, (WARM_UP..REQUESTS).map(request)));
    let after = server.resident_bytes();
    let renders = server.counted("rendered").await + server.counted("coalesced").await;
    println!(
        "{REQUESTS} URLs in {:.0} s: {resident} B, then {after} B; {renders} requests waited",
        begun.elapsed().as_secs_f64()
    );
    assert!(after <= resident / 10 * 11, "memory grew from {resident} to {after} bytes");
    assert_eq!(series_of(&server).await, series, "a client created a time series");
}

/// Returns the name and labels of each time series.
async fn series_of(server: &Server) -> Vec<String> {
    let metrics = server.metrics().await;
    let samples = metrics.lines().filter(|line| !line.starts_with('#'));
    let mut series: Vec<_> =
        samples.map(|sample| sample.rsplit_once(' ').unwrap().0.to_owned()).collect();
    series.sort();
    series
}

#[tokio::test]
async fn disconnecting_clients_leak_no_memory() {
    const CLIENTS: u32 = 2_000;
    let settings = [("RENDER_TIMEOUT", "20s"), ("RENDER_THREADS", "2")];
    let server = Server::with_bundle("long.js", &["/short", "/huge"], &settings);
    let threads = server.threads();
    let disconnect = |count| {
        for _ in 0..count {
            let mut connection = TcpStream::connect(server.address()).unwrap();
            connection.write_all(b"GET /huge HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
            // The page does not fit into the buffers of the connection.
            let mut byte = [0];
            connection.read_exact(&mut byte).unwrap();
        }
    };
    disconnect(CLIENTS / 10);
    let resident = server.resident_bytes();
    disconnect(CLIENTS / 10 * 9);
    let after = server.resident_bytes();
    println!("{CLIENTS} clients disconnected: {resident} B, then {after} B");
    assert!(after <= resident / 10 * 11, "memory grew from {resident} to {after} bytes");
    assert_eq!(server.threads(), threads);
    let pages = futures_util::future::join_all((0..4).map(|_| server.page("/short"))).await;
    assert!(pages.iter().all(|page| page == "<p>short</p>"));
}

#[tokio::test]
async fn overloaded_server_responds_in_time() {
    const TIMEOUT: Duration = Duration::from_secs(2);
    const DURATION: Duration = Duration::from_mins(1);
    let server = Server::start(&[("PAGE_CACHE", "off"), ("RENDER_TIMEOUT", "2s")]);
    let begun = Instant::now();
    let mut alone = 0_u32;
    while begun.elapsed() < Duration::from_secs(2) {
        server.page("/").await;
        alone += 1;
    }
    // One connection occupies one engine; there is one for each core.
    let engines = thread::available_parallelism().unwrap().get();
    let capacity = f64::from(alone) / 2.0 * f64::from(u32::try_from(engines).unwrap());
    let pause = Duration::from_secs_f64(1.0 / (capacity * 3.0));

    let server = &server;
    let begun = Instant::now();
    let mut requests = tokio::task::JoinSet::new();
    let mut number = 0_u32;
    let mut responses = Vec::new();
    while begun.elapsed() < DURATION {
        tokio::time::sleep_until((begun + pause * number).into()).await;
        number += 1;
        let request = server.request("GET", "/");
        requests.spawn(async move {
            let begun = Instant::now();
            let response = request.send().await.unwrap();
            let status = response.status().as_u16();
            let cache_status = response.headers()["cache-status"].to_str().unwrap().to_owned();
            response.bytes().await.unwrap();
            (status, cache_status, begun.elapsed())
        });
        while let Some(response) = requests.try_join_next() {
            responses.push(response.unwrap());
        }
    }
    while let Some(response) = requests.join_next().await {
        responses.push(response.unwrap());
    }
    let rendered: Vec<_> =
        responses.iter().filter(|(_, cache_status, _)| cache_status.contains("bypass")).collect();
    let mut waits: Vec<_> = rendered.iter().map(|(_, _, time)| *time).collect();
    waits.sort();
    let p99 = waits[waits.len() * 99 / 100];
    println!(
        "capacity {capacity:.0}/s; {} responses, {} rendered, p99 {p99:?}; the rest got a shell",
        responses.len(),
        rendered.len()
    );
    assert!(p99 <= TIMEOUT, "{p99:?}");
    for (status, cache_status, _) in &responses {
        let is_good =
            *status == 200 && (cache_status.contains("bypass") || cache_status.contains("shell"));
        assert!(is_good || *status == 503, "{status} {cache_status}");
    }
    let overload_ended = Instant::now();
    let normal = wait_for(|| {
        let mut connection = TcpStream::connect(server.address()).unwrap();
        connection.write_all(b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").unwrap();
        let mut response = String::new();
        connection.read_to_string(&mut response).unwrap();
        response.contains("fwd=bypass").then_some(())
    });
    assert!(
        normal.is_some() && overload_ended.elapsed() < Duration::from_secs(2),
        "{:?}",
        overload_ended.elapsed()
    );
}
