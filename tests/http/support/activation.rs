//! A service manager that passes listening sockets, and clients that do not retry.

use std::net::TcpListener;
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::raw_client::RawClient;
use super::server::{marquee, wait_for};

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

/// Clients that request the home page every quarter of a second: two thirds of them on a new
/// connection each time, the others on one that is reused until the server closes it.
pub struct SteadyClients {
    clients: Vec<JoinHandle<()>>,
    control: Arc<Control>,
}

#[derive(Default)]
struct Control {
    responses: AtomicUsize,
    is_stopping: AtomicBool,
}

impl SteadyClients {
    pub fn start(address: &str) -> Self {
        const CLIENTS: u32 = 60;
        const INTERVAL: Duration = Duration::from_millis(250);
        let control = Arc::<Control>::default();
        let start = |number: u32| {
            let (address, control) = (address.to_owned(), Arc::clone(&control));
            thread::spawn(move || {
                thread::sleep(INTERVAL / CLIENTS * number);
                let mut open = None;
                while !control.is_stopping.load(Ordering::Relaxed) {
                    let mut client = open.take().unwrap_or_else(|| RawClient::connect(&address));
                    let request = "GET / HTTP/1.1\r\nhost: marquee.example\r\n\r\n";
                    let response = client.send(request).response();
                    assert_eq!(response.status, 200, "{}", response.head);
                    control.responses.fetch_add(1, Ordering::Relaxed);
                    let is_last = response.header("connection") == Some("close");
                    open = (number.is_multiple_of(3) && !is_last).then_some(client);
                    thread::sleep(INTERVAL);
                }
            })
        };
        Self { clients: (0..CLIENTS).map(start).collect(), control }
    }

    /// Waits for `more` further responses.
    pub fn wait_for(&self, more: usize) {
        let goal = self.responses() + more;
        wait_for(|| (self.responses() >= goal).then_some(())).expect("further responses");
    }

    /// Stops the clients, and fails if a request of any has failed. Returns the number of responses.
    pub fn stop(self) -> usize {
        self.control.is_stopping.store(true, Ordering::Relaxed);
        let ends = self.clients.into_iter().map(JoinHandle::join);
        assert_eq!(ends.filter(Result::is_err).count(), 0, "clients with a failed request");
        self.control.responses.load(Ordering::Relaxed)
    }

    fn responses(&self) -> usize {
        self.control.responses.load(Ordering::Relaxed)
    }
}
