//! Clients that keep connections busy without using them, two thousand at once in
//! each state that a connection can be in; and nginx with matching timeouts under
//! the same clients, for reference.

use std::fs;
use std::time::{Duration, Instant};

use crate::support::nginx::{Nginx, free_port};
use crate::support::raw_client::RawClient;
use crate::support::server::Server;

const CLIENTS: usize = 2000;
const ROUNDS: usize = 5;
const REQUESTS: usize = 500;
const GET: &str = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

/// What the server is started with, and the longest that a stalled client may
/// stay under it in any state: `SEND_TIMEOUT` and a quarter of it.
const SETTINGS: [(&str, &str); 4] =
    [("REQUEST_TIMEOUT", "4s"), ("KEEP_ALIVE", "4s"), ("SEND_TIMEOUT", "4s"), ("PAGE_TTL", "24h")];
const PROMISED: Duration = Duration::from_secs(5);

/// The same in nginx's words; its worker has a thread for each core, too.
const NGINX: &str = "client_header_timeout 4s; client_body_timeout 4s; keepalive_timeout 4s;
    send_timeout 4s; reset_timedout_connection on; keepalive_requests 1000000;";

/// A state, what brings a client into it, and whether a response comes first.
struct State {
    name: &'static str,
    sent: &'static str,
    is_answered: bool,
    then_sent: &'static str,
}

const STATES: [State; 7] = [
    State { name: "nothing sent", sent: "", is_answered: false, then_sent: "" },
    State {
        name: "head incomplete",
        sent: "GET / HTTP/1.1\r\nHost",
        is_answered: false,
        then_sent: "",
    },
    State { name: "later head incomplete", sent: GET, is_answered: true, then_sent: "G" },
    State {
        name: "content missing",
        sent: "POST /api/hydration-errors HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n",
        is_answered: false,
        then_sent: "",
    },
    State {
        name: "chunks missing",
        sent: "POST /api/hydration-errors HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
        is_answered: false,
        then_sent: "",
    },
    State { name: "idle", sent: GET, is_answered: true, then_sent: "" },
    State { name: "response not read", sent: GET, is_answered: false, then_sent: "" },
];

/// The 99th percentile of the time that a client on a connection of its own waits: of
/// some rounds, the one that the machine disturbed least.
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
        if state.is_answered {
            assert_eq!(client.response().status, 200);
        }
        client.send(state.then_sent);
    }
    clients
}

/// The 99th percentiles alone and beside the stalled clients, and how long the last
/// of those stayed.
fn measure(address: &str, state: &State) -> (Duration, Duration, Duration) {
    let mut client = RawClient::connect(address);
    p99(&mut client);
    let alone = p99(&mut client);
    let clients = stalled(address, state);
    let begun = Instant::now();
    let beside = p99(&mut client);
    for client in clients {
        client.end();
    }
    (alone, beside, begun.elapsed())
}

#[test]
fn two_thousand_stalled_clients_in_each_state_slow_nobody_and_are_gone_in_time() {
    rlimit::increase_nofile_limit(u64::MAX).unwrap();
    let server = Server::start(&SETTINGS);
    let page = tempfile::tempdir().unwrap();
    fs::write(page.path().join("index.html"), "x".repeat(40_000)).unwrap();
    let nginx_address = format!("127.0.0.1:{}", free_port());
    let files = format!("server {{ listen {nginx_address}; root {}; }}", page.path().display());
    let _nginx = Nginx::before(&[server.address().to_owned()], &format!("{NGINX} {files}"), "");
    println!("state: p99 alone, p99 beside {CLIENTS} stalled clients, last of them gone after");
    for state in STATES {
        let (alone, beside, gone) = measure(server.address(), &state);
        println!("{}: {alone:?}, {beside:?}, {gone:?}", state.name);
        assert!(beside <= alone * 2, "{}: {alone:?}, then {beside:?}", state.name);
        assert!(gone <= PROMISED + Duration::from_secs(2), "{}: {gone:?}", state.name);
        let (alone, beside, gone) = measure(&nginx_address, &state);
        println!("{}, nginx: {alone:?}, {beside:?}, {gone:?}", state.name);
    }
}
