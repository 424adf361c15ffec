//! Stalled clients: two thousand at a time in each state of a connection.

use std::time::{Duration, Instant};

use crate::support::raw_client::{RawClient, SLACK};
use crate::support::server::Server;

const CLIENTS: usize = 2000;
const ROUNDS: usize = 5;
const REQUESTS: usize = 500;
const GET: &str = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

const SETTINGS: [(&str, &str); 4] =
    [("REQUEST_TIMEOUT", "4s"), ("KEEP_ALIVE", "4s"), ("SEND_TIMEOUT", "4s"), ("PAGE_TTL", "24h")];
const TIMEOUT: Duration = Duration::from_secs(4);

/// A state of a connection, how a client gets into it, and how the connection ends.
struct State {
    name: &'static str,
    sent: &'static str,
    gets_response: bool,
    then_sent: &'static str,
    expect_end: fn(RawClient),
}

fn is_closed(client: RawClient) {
    assert_eq!(client.closed_after(TIMEOUT), "");
}

fn gets_408(client: RawClient) {
    assert!(client.closed_after(TIMEOUT).starts_with("HTTP/1.1 408 "));
}

/// The unread response is checked every half second.
fn is_reset(client: RawClient) {
    client.reset_within(TIMEOUT..=TIMEOUT + Duration::from_millis(500) + SLACK, 0);
}

const STATES: [State; 5] = [
    State {
        name: "nothing sent",
        sent: "",
        gets_response: false,
        then_sent: "",
        expect_end: is_closed,
    },
    State {
        name: "head incomplete",
        sent: "GET / HTTP/1.1\r\nHost",
        gets_response: false,
        then_sent: "",
        expect_end: gets_408,
    },
    State {
        name: "later head incomplete",
        sent: GET,
        gets_response: true,
        then_sent: "G",
        expect_end: gets_408,
    },
    State { name: "idle", sent: GET, gets_response: true, then_sent: "", expect_end: is_closed },
    State {
        name: "response not read",
        sent: GET,
        gets_response: false,
        then_sent: "",
        expect_end: is_reset,
    },
];

/// Returns the 99th percentile of the response times of a client: the lowest of several
/// rounds, which is the least disturbed by other processes.
fn p99(client: &mut RawClient) -> Duration {
    (0..ROUNDS).map(|_| p99_of_round(client)).min().unwrap()
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

#[test]
fn stalled_clients_slow_nobody_and_are_disconnected_in_time() {
    rlimit::increase_nofile_limit(u64::MAX).unwrap();
    let server = Server::start(&SETTINGS);
    println!("state: p99 alone, p99 with {CLIENTS} stalled clients");
    for state in STATES {
        let mut client = RawClient::connect(server.address());
        p99(&mut client);
        let alone = p99(&mut client);
        let clients = stalled(server.address(), &state);
        let under_load = p99(&mut client);
        println!("{}: {alone:?}, {under_load:?}", state.name);
        assert!(under_load <= alone * 2, "{}: {alone:?}, then {under_load:?}", state.name);
        clients.into_iter().for_each(state.expect_end);
    }
}
