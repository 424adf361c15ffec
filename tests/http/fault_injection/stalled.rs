//! Stalled clients: two thousand at a time in each state of a connection, and for
//! comparison the same clients against nginx with equal timeouts.

use std::fs;
use std::time::{Duration, Instant};

use crate::support::nginx::{Nginx, free_port};
use crate::support::raw_client::RawClient;
use crate::support::server::Server;

const CLIENTS: usize = 2000;
const ROUNDS: usize = 5;
const REQUESTS: usize = 500;
const GET: &str = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

/// Settings of the server, and the time after which a stalled client must be disconnected
/// in any state: `SEND_TIMEOUT` and a quarter of it.
const SETTINGS: [(&str, &str); 4] =
    [("REQUEST_TIMEOUT", "4s"), ("KEEP_ALIVE", "4s"), ("SEND_TIMEOUT", "4s"), ("PAGE_TTL", "24h")];
const DISCONNECTED_AFTER: Duration = Duration::from_secs(5);

/// Equivalent directives of nginx.
const NGINX: &str = "client_header_timeout 4s; client_body_timeout 4s; keepalive_timeout 4s;
    send_timeout 4s; reset_timedout_connection on; keepalive_requests 1000000;";

/// A state of a connection, and how a client gets into it.
struct State {
    name: &'static str,
    sent: &'static str,
    gets_response: bool,
    then_sent: &'static str,
}

const STATES: [State; 5] = [
    State { name: "nothing sent", sent: "", gets_response: false, then_sent: "" },
    State {
        name: "head incomplete",
        sent: "GET / HTTP/1.1\r\nHost",
        gets_response: false,
        then_sent: "",
    },
    State { name: "later head incomplete", sent: GET, gets_response: true, then_sent: "G" },
    State { name: "idle", sent: GET, gets_response: true, then_sent: "" },
    State { name: "response not read", sent: GET, gets_response: false, then_sent: "" },
];

/// Returns the 99th percentile of the response times of a client: the lowest of several
/// rounds, which is the least disturbed by other processes.
fn p99(client: &mut RawClient) -> Duration {
    (0..ROUNDS).map(|_| p99_of_round(client)).min().unwrap_or_default()
}

fn p99_of_round(client: &mut RawClient) -> Duration {
    let mut times: Vec<_> = (0..REQUESTS)
        .map(|_| {
            let begun = Instant::now();
            assert_eq!(client.send(GET).response().status, 200);
            begun.elapsed()
        })
        .collect();
    times.sort();
    times[REQUESTS * 99 / 100]
}

fn stalled(address: &str, state: &State) -> Vec<RawClient> {
    let mut clients: Vec<_> =
        (0..CLIENTS).map(|_| RawClient::connect_with_buffer(address, 2048)).collect();
    for client in &mut clients {
        client.send(state.sent);
    }
    for client in &mut clients {
        if state.gets_response {
            assert_eq!(client.response().status, 200);
        }
        client.send(state.then_sent);
    }
    clients
}

/// Returns the 99th percentiles alone and with stalled clients, and the time until the
/// last of those was disconnected.
fn measure(address: &str, state: &State) -> (Duration, Duration, Duration) {
    let mut client = RawClient::connect(address);
    p99(&mut client);
    let alone = p99(&mut client);
    let clients = stalled(address, state);
    let begun = Instant::now();
    let under_load = p99(&mut client);
    for client in clients {
        client.end();
    }
    (alone, under_load, begun.elapsed())
}

#[test]
fn stalled_clients_slow_nobody_and_are_disconnected_in_time() {
    rlimit::increase_nofile_limit(u64::MAX).unwrap();
    let server = Server::start(&SETTINGS);
    let page = tempfile::tempdir().unwrap();
    fs::write(page.path().join("index.html"), "x".repeat(40_000)).unwrap();
    let nginx_address = format!("127.0.0.1:{}", free_port());
    let files = format!("server {{ listen {nginx_address}; root {}; }}", page.path().display());
    let _nginx = Nginx::before(&[server.address().to_owned()], &format!("{NGINX} {files}"), "");
    println!("state: p99 alone, p99 with {CLIENTS} stalled clients, last one disconnected after");
    for state in STATES {
        let (alone, under_load, disconnected) = measure(server.address(), &state);
        println!("{}: {alone:?}, {under_load:?}, {disconnected:?}", state.name);
        assert!(under_load <= alone * 2, "{}: {alone:?}, then {under_load:?}", state.name);
        assert!(
            disconnected <= DISCONNECTED_AFTER + Duration::from_secs(2),
            "{}: {disconnected:?}",
            state.name
        );
        let (alone, under_load, disconnected) = measure(&nginx_address, &state);
        println!("{}, nginx: {alone:?}, {under_load:?}, {disconnected:?}", state.name);
    }
}
