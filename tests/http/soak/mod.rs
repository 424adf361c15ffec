//! Memory over many renders, requests and reloads; `make soak` runs them.
#![expect(clippy::print_stdout, reason = "its figures are what it is run for")]

mod long_run;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use marquee_renderer::ENGINE;
use tokio::task::block_in_place;

use crate::connections::{fetched_most, idle_after};
use crate::published_react::render_random_states;
use crate::support::builds::{Deployment, engine_starts, reload};
use crate::support::bundles::{get_page, options, site_bundle, site_page, start};
use crate::support::load::{LoadGenerator, check_complete_page};
use crate::support::memory::{MemoryGroup, resident_bytes};
use crate::support::metrics::sample;
use crate::support::server::{Server, limited, try_signal, wait_for};
use crate::support::site::{SITE, home_urls, language_codes};
use crate::support::skip::skip;

const RENDERS: u32 = 20_000;
const WARM_UP: u32 = 4_000;
const MEASURE_EVERY: u32 = 2_000;

#[tokio::test]
async fn ten_thousand_random_states_render_as_with_published_react_in_node() {
    render_random_states(10_000).await;
}

#[tokio::test]
async fn renders_do_not_grow_memory() {
    let mut options = options();
    options.engines = NonZeroUsize::new(2).unwrap();
    options.timeout = Duration::from_secs(10);
    options.heap_limit = 64 << 20;
    let renderer = start(site_bundle(), options).await;

    let languages = language_codes();
    let begun = Instant::now();
    let mut levels = Vec::new();
    for batch in 0..RENDERS / 20 {
        let pages =
            join_all((0..20).map(|n| get_page(&renderer, site_page(batch * 20 + n, &languages))))
                .await;
        assert!(pages.iter().all(Result::is_ok));
        let count = (batch + 1) * 20;
        if count.is_multiple_of(MEASURE_EVERY) {
            levels.push((count, resident_bytes(std::process::id())));
        }
    }
    println!(
        "{ENGINE}: {RENDERS} renders in {:.1} s on two engines",
        begun.elapsed().as_secs_f64()
    );
    for (count, bytes) in &levels {
        println!("  after {count:>6} renders: {:>6} KiB", bytes / 1024);
    }

    let warm = levels.iter().find(|(count, _)| *count >= WARM_UP).unwrap().1;
    let last = levels.last().unwrap().1;
    assert!(last <= warm / 100 * 105, "memory grew from {warm} to {last} bytes");
}

#[tokio::test]
async fn reloads_of_other_builds_free_memory_of_replaced_engines() {
    const RELOADS: usize = 20;
    // Half a MiB for each engine that was replaced: less than one with a bundle takes.
    const MAX_GROWTH: u64 = 20 << 20;
    let deployment = Deployment::of(&["first", "second"]);
    let server = Server::with_site(&deployment.current(), &[("RENDER_THREADS", "2")]);
    server.wait_for_status("/readyz", 200).await;
    let mut builds = ["second", "first"].into_iter().cycle();
    let mut reload_next = async || {
        deployment.point_to(builds.next().unwrap());
        reload(&server, "applied").await;
    };
    for _ in 0..4 {
        reload_next().await;
    }
    let level = server.resident_bytes() + MAX_GROWTH;
    for _ in 0..RELOADS {
        reload_next().await;
    }
    assert!(engine_starts(&server).await.into_iter().all(|has_new| has_new));
    let returned = wait_for(|| (server.resident_bytes() <= level).then_some(()));
    assert!(returned.is_some(), "{} bytes, more than {level}", server.resident_bytes());
}

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
    // Idle threads of the pool for files and compression may have ended.
    assert!(server.threads() <= threads, "{} threads, not {threads}", server.threads());
    let pages = join_all((0..4).map(|_| server.page("/short"))).await;
    assert!(pages.iter().all(|page| page == "<p>short</p>"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_idle_connections_fit_the_memory_limit_of_the_manifests() {
    const CONNECTIONS: usize = 10_000;
    const LIMIT: u64 = 384 << 20;
    assert!(rlimit::increase_nofile_limit(u64::MAX).unwrap() > 12_000);
    // As many are idle as long as they are not three quarters of the limit, for which one engine has to go.
    let settings = [("MAX_CONNECTIONS", "14000"), ("KEEP_ALIVE", "10m"), ("RENDER_THREADS", "1")];
    for number in 0..3 {
        let Some(group) = MemoryGroup::create(LIMIT) else { skip!("no control groups") };
        let server = Server::run(limited(&group.enter()).envs(settings));
        server.wait_for_status("/readyz", 200).await;
        let path = &fetched_most(&server).await[number];
        let engines = server.engines();
        let idle = block_in_place(|| idle_after(&server, path, CONNECTIONS));
        let (resident, used) = (server.own_resident_bytes(), group.used());
        println!("{CONNECTIONS} idle after {path}: {resident} B resident, {used} B of the group");
        // New visitors are served, and nobody was killed.
        for path in fetched_most(&server).await {
            assert_eq!(server.get(&path).await.status(), 200, "{path}");
        }
        let open: usize = sample(&server.metrics().await, "marquee_connections ");
        assert!(open >= CONNECTIONS, "{open}");
        assert_eq!(server.engines(), engines);
        drop((server, idle));
    }
}

#[tokio::test]
async fn engines_killed_under_load_fail_no_request() {
    const KILLS: usize = 200;
    let settings = [("PAGE_CACHE", "off"), ("RENDER_THREADS", "2")];
    let server = Server::start(&settings);
    server.wait_for_metrics("\nmarquee_app_shells_missing 0\n").await;
    let mut load = LoadGenerator::start(&server, &home_urls(), 1, check_complete_page);
    load.wait_for(100).await;
    let mut levels = Vec::new();
    for number in 0..KILLS {
        let engine = wait_for(|| server.engines().first().copied()).unwrap();
        let signal = if number % 2 == 0 { "KILL" } else { "SEGV" };
        // Handlers for overflows of the stack, of which V8 has one more, ignore the first ones.
        let ended = || {
            try_signal(engine, signal);
            (!server.engines().contains(&engine)).then_some(())
        };
        assert!(wait_for(ended).is_some());
        server.wait_for_metrics("\nmarquee_engines_up 2\n").await;
        if (number + 1).is_multiple_of(KILLS / 2) {
            levels.push(server.own_resident_bytes());
        }
    }
    load.wait_for(100).await;
    load.stop().await;
    println!("{KILLS} engines killed: {levels:?} bytes");
    assert!(levels[1] <= levels[0] / 100 * 105, "memory grew: {levels:?} bytes");
    assert_eq!(server.engines().len(), 2);
}
