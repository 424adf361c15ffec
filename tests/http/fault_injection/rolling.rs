//! Rolling restarts and crashes behind a load balancer.

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

/// Starts a process at this address, and waits until it is ready.
async fn process_at(address: &str) -> Server {
    let settings = [
        ("LISTEN_ADDR", address),
        ("DRAIN_DELAY", "2s"),
        ("SHUTDOWN_TIMEOUT", "10s"),
        ("RENDER_THREADS", "1"),
        ("WORKERS", "1"),
    ];
    let server = Server::start(&settings);
    server.wait_for_status("/readyz", 200).await;
    server
}

/// Starts all processes. Returns their addresses, too.
async fn processes() -> (Vec<String>, Vec<Server>) {
    let addresses: Vec<_> = (0..PROCESSES).map(|_| format!("127.0.0.1:{}", free_port())).collect();
    let mut processes = Vec::new();
    for address in &addresses {
        processes.push(process_at(address).await);
    }
    (addresses, processes)
}

/// The outcome of one request.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    Complete,
    Failed(String),
}

async fn get(http: reqwest::Client, url: String) -> Outcome {
    let page = async { http.get(url).send().await?.error_for_status()?.text().await };
    match page.await {
        Ok(page) if page.ends_with("</html>\n") => Outcome::Complete,
        Ok(page) => Outcome::Failed(format!("{} bytes of a page", page.len())),
        Err(error) => Outcome::Failed(format!("{error:?}")),
    }
}

/// Number of requests that have ended, successfully or not.
#[derive(Default)]
struct Ended(AtomicU64);

impl Ended {
    /// Waits for `more` further requests to end.
    async fn wait_for(&self, more: u64) {
        const TIMEOUT: Duration = Duration::from_mins(1);
        let begun = Instant::now();
        let goal = self.0.load(Ordering::Relaxed) + more;
        while self.0.load(Ordering::Relaxed) < goal {
            assert!(begun.elapsed() < TIMEOUT, "no further responses");
            sleep(Duration::from_millis(10)).await;
        }
    }
}

/// Sends requests at a fixed rate until `scenario` ends.
async fn send_requests(
    port: u16,
    ended: &Arc<Ended>,
    scenario: impl Future<Output = ()>,
) -> Vec<Outcome> {
    let http = reqwest::Client::builder().timeout(Duration::from_secs(20)).build().unwrap();
    let begun = Instant::now();
    let mut requests = JoinSet::new();
    let mut number = 0;
    let mut scenario = std::pin::pin!(scenario);
    loop {
        let next = begun + Duration::from_secs(1) * number / REQUESTS_PER_SECOND;
        tokio::select! {
            () = sleep_until(next.into()) => {}
            () = &mut scenario => break,
        }
        let lang = ["en", "zh", "ms"][number as usize % 3];
        let path = if number % 2 == 0 { "/".to_owned() } else { format!("/?lang={lang}") };
        let response = get(http.clone(), format!("http://127.0.0.1:{port}{path}"));
        let ended = Arc::clone(ended);
        requests.spawn(async move {
            let outcome = response.await;
            ended.0.fetch_add(1, Ordering::Relaxed);
            outcome
        });
        number += 1;
    }
    requests.join_all().await
}

fn failures(outcomes: &[Outcome]) -> Vec<&Outcome> {
    outcomes.iter().filter(|outcome| **outcome != Outcome::Complete).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_request_fails_during_rolling_restart() {
    const DURATION: Duration = Duration::from_mins(2);
    let (addresses, mut processes) = processes().await;
    let balancer = Nginx::before(&addresses, "", "");
    let mut replaced = 0;
    let begun = Instant::now();
    let outcomes = send_requests(balancer.port, &Arc::default(), async {
        while begun.elapsed() < DURATION {
            let index = replaced % PROCESSES;
            processes[index].signal("TERM");
            let status = block_in_place(|| processes[index].wait());
            assert_eq!(status, Some(0));
            processes[index] = process_at(&addresses[index]).await;
            replaced += 1;
        }
    })
    .await;
    let failures = failures(&outcomes);
    println!(
        "{} requests, {replaced} processes replaced, {} failures",
        outcomes.len(),
        failures.len()
    );
    assert!(failures.is_empty(), "{failures:?}");
    assert!(replaced >= 2 * PROCESSES, "only {replaced} were replaced");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_process_fails_at_most_its_open_connections() {
    /// Before the process is killed, and again once it is back.
    const REQUESTS: u64 = 1000;
    let (addresses, mut processes) = processes().await;
    // Its requests fail: the load balancer does not retry.
    let balancer = Nginx::before(&addresses, "", "proxy_next_upstream off;");
    let mut open = 0;
    let ended = Arc::<Ended>::default();
    let outcomes = send_requests(balancer.port, &ended, async {
        ended.wait_for(REQUESTS).await;
        open = sample(&processes[0].metrics().await, "marquee_connections ");
        processes[0].signal("KILL");
        block_in_place(|| processes[0].wait());
        processes[0] = process_at(&addresses[0]).await;
        ended.wait_for(REQUESTS).await;
    })
    .await;
    let failures = failures(&outcomes);
    println!("{} requests, {} failures, {open} open connections", outcomes.len(), failures.len());
    assert!(failures.len() <= open, "{} of {open}: {failures:?}", failures.len());
}
