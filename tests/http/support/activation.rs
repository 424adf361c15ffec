//! A service manager that passes listening sockets, and clients that do not retry.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, sleep_until, timeout};

use super::server::marquee;

/// Moves the sockets from standard input and output to the descriptors of the protocol, and
/// replaces the shell by the server.
const PASS_SOCKETS: &str =
    "exec 3<&0 4<&1 </dev/null >/dev/null; LISTEN_PID=$$; export LISTEN_PID; exec \"$0\"";

/// Returns the command of a server that inherits two sockets with these names, or one if the
/// second is `None`.
pub fn activated(
    first: (&str, &TcpListener),
    second: Option<(&str, &TcpListener)>,
    settings: &[(&str, &str)],
) -> Command {
    let server = marquee();
    let mut command = Command::new("/bin/sh");
    command.args(["-c", PASS_SOCKETS]).arg(server.get_program()).env_clear();
    command.envs(server.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let names: Vec<_> = [Some(first), second].iter().flatten().map(|(name, _)| *name).collect();
    command.env("LISTEN_FDS", names.len().to_string()).env("LISTEN_FDNAMES", names.join(":"));
    command.stdin(duplicate(first.1)).stdout(match second {
        Some((_, listener)) => duplicate(listener),
        None => Stdio::null(),
    });
    command.envs(settings.iter().copied());
    command
}

fn duplicate(listener: &TcpListener) -> Stdio {
    OwnedFd::from(listener.try_clone().unwrap()).into()
}

/// What happened to the requests of some clients.
#[derive(Debug, Default)]
pub struct Outcomes {
    pub requests: usize,
    /// Requests for which there was a new connection.
    failed_new: Vec<String>,
    /// Later requests of a connection.
    failed_reused: Vec<String>,
}

impl Outcomes {
    fn add(&mut self, is_new: bool, result: io::Result<()>) {
        self.requests += 1;
        if let Err(error) = result {
            let failed = if is_new { &mut self.failed_new } else { &mut self.failed_reused };
            failed.push(error.to_string());
        }
    }

    pub fn assert_none_failed(&self) {
        assert!(self.failed_new.is_empty(), "on new connections: {:?}", self.failed_new);
        assert!(self.failed_reused.is_empty(), "on reused connections: {:?}", self.failed_reused);
    }

    fn merge(&mut self, other: Self) {
        self.requests += other.requests;
        self.failed_new.extend(other.failed_new);
        self.failed_reused.extend(other.failed_reused);
    }
}

/// Clients that send requests at a fixed rate: half of them on a new connection each, and
/// half on connections that are reused until the server closes them.
pub struct SteadyClients {
    clients: JoinSet<Outcomes>,
    control: Arc<Control>,
}

#[derive(Default)]
struct Control {
    ended: AtomicUsize,
    is_stopping: AtomicBool,
}

/// Number of clients that reuse connections.
const REUSING: u32 = 25;

impl SteadyClients {
    /// Starts clients that send `rate` requests each second altogether.
    pub fn start(address: SocketAddr, rate: u32) -> Self {
        let mut clients = JoinSet::new();
        let control = Arc::<Control>::default();
        let interval = Duration::from_secs(2) / rate;
        clients.spawn(open_connections(address, interval, Arc::clone(&control)));
        for number in 0..REUSING {
            let control = Arc::clone(&control);
            clients.spawn(async move {
                sleep(interval * number).await;
                reuse_connections(address, interval * REUSING, &control).await
            });
        }
        Self { clients, control }
    }

    /// Waits until `more` further requests have ended, successfully or not.
    pub async fn wait_for(&self, more: usize) {
        const TIMEOUT: Duration = Duration::from_mins(1);
        let begun = Instant::now();
        let goal = self.control.ended.load(Ordering::Relaxed) + more;
        while self.control.ended.load(Ordering::Relaxed) < goal {
            assert!(begun.elapsed() < TIMEOUT, "no further responses");
            sleep(Duration::from_millis(10)).await;
        }
    }

    /// Stops them, and returns what happened to all of their requests.
    pub async fn stop(mut self) -> Outcomes {
        self.control.is_stopping.store(true, Ordering::Relaxed);
        let mut all = Outcomes::default();
        while let Some(outcomes) = self.clients.join_next().await {
            all.merge(outcomes.unwrap());
        }
        all
    }
}

/// A request, and whether its connection was closed after the response.
async fn exchange(stream: &mut TcpStream) -> io::Result<bool> {
    const TIMEOUT: Duration = Duration::from_secs(30);
    let request = "GET / HTTP/1.1\r\nhost: marquee.example\r\naccept-encoding: gzip\r\n\r\n";
    let exchange = async {
        stream.write_all(request.as_bytes()).await?;
        let mut received = Vec::new();
        loop {
            if stream.read_buf(&mut received).await? == 0 {
                return Err(io::Error::other(format!("{} bytes of a response", received.len())));
            }
            if let Some(is_last) = complete(&received)? {
                return Ok(is_last);
            }
        }
    };
    timeout(TIMEOUT, exchange).await.map_err(|_| io::Error::other("no response"))?
}

/// Returns whether a complete response is the last one of its connection.
fn complete(received: &[u8]) -> io::Result<Option<bool>> {
    let Some(end) = received.windows(4).position(|end| end == b"\r\n\r\n") else { return Ok(None) };
    let head = String::from_utf8_lossy(&received[..end]).to_ascii_lowercase();
    if !head.starts_with("http/1.1 200") {
        return Err(io::Error::other(head));
    }
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    let length: usize = length.and_then(|length| length.parse().ok()).unwrap_or(usize::MAX);
    let is_last = head.lines().any(|line| line == "connection: close");
    Ok((received.len() - end - 4 == length).then_some(is_last))
}

async fn open_connections(
    address: SocketAddr,
    interval: Duration,
    control: Arc<Control>,
) -> Outcomes {
    let begun = Instant::now();
    let mut requests = JoinSet::new();
    let mut number = 0;
    while !control.is_stopping.load(Ordering::Relaxed) {
        sleep_until((begun + interval * number).into()).await;
        number += 1;
        let control = Arc::clone(&control);
        requests.spawn(async move {
            let result = async { exchange(&mut TcpStream::connect(address).await?).await };
            let result = result.await.map(drop);
            control.ended.fetch_add(1, Ordering::Relaxed);
            result
        });
    }
    let mut outcomes = Outcomes::default();
    for result in requests.join_all().await {
        outcomes.add(true, result);
    }
    outcomes
}

async fn reuse_connections(address: SocketAddr, interval: Duration, control: &Control) -> Outcomes {
    let mut outcomes = Outcomes::default();
    let mut open = None;
    while !control.is_stopping.load(Ordering::Relaxed) {
        let begun = Instant::now();
        let is_new = open.is_none();
        let result = async {
            let mut stream = match open.take() {
                Some(stream) => stream,
                None => TcpStream::connect(address).await?,
            };
            let is_last = exchange(&mut stream).await?;
            open = (!is_last).then_some(stream);
            Ok(())
        };
        let result = result.await;
        control.ended.fetch_add(1, Ordering::Relaxed);
        outcomes.add(is_new, result);
        sleep_until((begun + interval).into()).await;
    }
    outcomes
}
