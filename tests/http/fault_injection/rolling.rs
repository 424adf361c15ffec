//! Rolling restarts behind a load balancer.

use std::time::{Duration, Instant};

use crate::support::activation::SteadyClients;
use crate::support::nginx::{Nginx, free_port};
use crate::support::server::Server;

const PROCESSES: usize = 3;
const DURATION: Duration = Duration::from_mins(2);

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

#[tokio::test]
async fn no_request_fails_during_rolling_restart() {
    let addresses: Vec<_> = (0..PROCESSES).map(|_| format!("127.0.0.1:{}", free_port())).collect();
    let mut processes = Vec::new();
    for address in &addresses {
        processes.push(process_at(address).await);
    }
    let balancer = Nginx::before(&addresses, "");
    let clients = SteadyClients::start(&format!("127.0.0.1:{}", balancer.port));
    let begun = Instant::now();
    let mut replaced = 0;
    while begun.elapsed() < DURATION {
        let index = replaced % PROCESSES;
        processes[index].signal("TERM");
        assert_eq!(processes[index].wait(), Some(0));
        processes[index] = process_at(&addresses[index]).await;
        replaced += 1;
    }
    let responses = clients.stop();
    println!("{responses} responses, {replaced} processes replaced");
    assert!(responses > 10_000, "only {responses} responses");
    assert!(replaced >= 2 * PROCESSES, "only {replaced} were replaced");
}
