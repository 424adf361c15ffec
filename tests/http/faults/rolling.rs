//! Processes that come and go behind a balancer.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::task::{JoinSet, block_in_place};
use tokio::time::{sleep, sleep_until};

use crate::support::metrics::sample;
use crate::support::nginx::{Nginx, free_port};
use crate::support::server::Server;

const PROCESSES: usize = 3;
const REQUESTS_PER_SECOND: u32 = 200;

/// A process at a port of its own, ready to serve.
async fn process_at(address: &str) -> Server {
    let settings = [
        ("LISTEN_ADDR", address),
        ("DRAIN_DELAY", "2s"),
        ("SHUTDOWN_TIMEOUT", "10s"),
        ("RENDER_THREADS", "1"),
        ("WORKERS", "1"),
    ];
    let server = Server::start(&settings);
    server.until("/readyz", 200).await;
    server
}

/// All of them, and where they listen.
async fn processes() -> (Vec<String>, Vec<Server>) {
    let addresses: Vec<_> = (0..PROCESSES).map(|_| format!("127.0.0.1:{}", free_port())).collect();
    let mut processes = Vec::new();
    for address in &addresses {
        processes.push(process_at(address).await);
    }
    (addresses, processes)
}

/// What became of one visit.
#[derive(Debug, PartialEq, Eq)]
enum Visit {
    Whole,
    Failed(String),
}

async fn visit(http: reqwest::Client, url: String) -> Visit {
    let page = async { http.get(url).send().await?.error_for_status()?.text().await };
    match page.await {
        Ok(page) if page.ends_with("</html>\n") => Visit::Whole,
        Ok(page) => Visit::Failed(format!("{} bytes of a page", page.len())),
        Err(error) => Visit::Failed(format!("{error:?}")),
    }
}

/// How many visits have come to an end, well or not.
#[derive(Default)]
struct Ended(AtomicU64);

impl Ended {
    /// Waits for so many more.
    async fn wait_for(&self, more: u64) {
        const TIMEOUT: Duration = Duration::from_mins(1);
        let begun = Instant::now();
        let goal = self.0.load(Ordering::Relaxed) + more;
        while self.0.load(Ordering::Relaxed) < goal {
            assert!(begun.elapsed() < TIMEOUT, "nobody is answered any more");
            sleep(Duration::from_millis(10)).await;
        }
    }
}

/// Visitors who come at a fixed rate, until `while_this` is over.
async fn visitors(
    port: u16,
    ended: &Arc<Ended>,
    while_this: impl Future<Output = ()>,
) -> Vec<Visit> {
    let http = reqwest::Client::builder().timeout(Duration::from_secs(20)).build().unwrap();
    let begun = Instant::now();
    let mut visits = JoinSet::new();
    let mut number = 0;
    let mut while_this = std::pin::pin!(while_this);
    loop {
        let next = begun + Duration::from_secs(1) * number / REQUESTS_PER_SECOND;
        tokio::select! {
            () = sleep_until(next.into()) => {}
            () = &mut while_this => break,
        }
        let lang = ["en", "zh", "ms"][number as usize % 3];
        let address = if number % 2 == 0 { "/".to_owned() } else { format!("/?lang={lang}") };
        let visit = visit(http.clone(), format!("http://127.0.0.1:{port}{address}"));
        let ended = Arc::clone(ended);
        visits.spawn(async move {
            let visit = visit.await;
            ended.0.fetch_add(1, Ordering::Relaxed);
            visit
        });
        number += 1;
    }
    visits.join_all().await
}

fn failures(visits: &[Visit]) -> Vec<&Visit> {
    visits.iter().filter(|visit| **visit != Visit::Whole).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_visitor_fails_while_each_process_is_replaced_in_turn() {
    const LASTS: Duration = Duration::from_mins(2);
    let (addresses, mut processes) = processes().await;
    let balancer = Nginx::before(&addresses, "", "");
    let mut replaced = 0;
    let begun = Instant::now();
    let visits = visitors(balancer.port, &Arc::default(), async {
        while begun.elapsed() < LASTS {
            let index = replaced % PROCESSES;
            processes[index].signal("TERM");
            let status = block_in_place(|| processes[index].ended());
            assert_eq!(status, Some(0));
            processes[index] = process_at(&addresses[index]).await;
            replaced += 1;
        }
    })
    .await;
    let failures = failures(&visits);
    println!("{} visits, {replaced} processes replaced, {} failures", visits.len(), failures.len());
    assert!(failures.is_empty(), "{failures:?}");
    assert!(replaced >= 2 * PROCESSES, "only {replaced} were replaced");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_that_is_killed_costs_at_most_the_requests_it_held() {
    /// Before the process is killed, and again once it is back.
    const VISITS: u64 = 1000;
    let (addresses, mut processes) = processes().await;
    // What it held is lost: the balancer does not ask a second process.
    let balancer = Nginx::before(&addresses, "", "proxy_next_upstream off;");
    let mut held = 0;
    let ended = Arc::<Ended>::default();
    let visits = visitors(balancer.port, &ended, async {
        ended.wait_for(VISITS).await;
        held = sample(&processes[0].metrics().await, "marquee_connections ");
        processes[0].signal("KILL");
        block_in_place(|| processes[0].ended());
        processes[0] = process_at(&addresses[0]).await;
        ended.wait_for(VISITS).await;
    })
    .await;
    let failures = failures(&visits);
    println!("{} visits, {} failures, {held} connections held", visits.len(), failures.len());
    assert!(failures.len() <= held, "{} of {held}: {failures:?}", failures.len());
}
