//! The service manager, if there is one: the sockets that it passes to the process, and the
//! states that the process reports to it.
//!
//! The protocols are systemd's `sd_listen_fds(3)` and `sd_notify(3)`, which others implement
//! as well. Without the variables that they define, nothing here has an effect.

use std::env;
use std::ffi::OsString;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::os::fd::{FromRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStringExt;
use std::time::Duration;

use sd_notify::NotifyState;
use socket2::{Domain, SockAddr, Socket, Type};
use tokio::time::sleep;

use crate::connection;

/// Names of the sockets (`FileDescriptorName=`).
const PUBLIC: &str = "public";
const ADMIN: &str = "admin";

/// Listening sockets that stay open in the service manager when the process ends, so that
/// new connections wait for its successor. They replace those of `LISTEN_ADDR` and
/// `ADMIN_ADDR`.
#[derive(Debug, Default)]
pub(crate) struct InheritedSockets {
    /// Those of the public listener.
    pub public: Vec<TcpListener>,
    /// Those of the admin listener.
    pub admin: Vec<TcpListener>,
}

/// Why the inherited sockets cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SocketError {
    /// The variables are malformed, or a descriptor is not open.
    #[error("LISTEN_FDS: {0}")]
    Malformed(#[source] io::Error),
    /// A name that no listener has.
    #[error(
        "LISTEN_FDNAMES: socket {fd} is named `{name}`; set FileDescriptorName to `{PUBLIC}` or `{ADMIN}`"
    )]
    Name {
        /// File descriptor.
        fd: RawFd,
        /// Its name.
        name: String,
    },
    /// Not a TCP socket.
    #[error("LISTEN_FDS: socket {0} is not a stream socket of IPv4 or IPv6")]
    Kind(RawFd),
    /// The kernel does not listen on it.
    #[error("LISTEN_FDS: socket {0}: {1}")]
    Listen(RawFd, #[source] io::Error),
}

impl InheritedSockets {
    /// Takes the sockets from the service manager. Called once, before the process opens a
    /// file.
    pub(crate) fn take() -> Result<Self, SocketError> {
        let mut sockets = Self::default();
        for (fd, name) in sd_notify::listen_fds_with_names().map_err(SocketError::Malformed)? {
            let listeners = match &*name {
                PUBLIC => &mut sockets.public,
                ADMIN => &mut sockets.admin,
                _ => return Err(SocketError::Name { fd, name }),
            };
            #[expect(unsafe_code, reason = "descriptors are passed by number")]
            // SAFETY: `listen_fds` has found it open, it belongs to this process
            // (`LISTEN_PID`), and nothing else has taken it.
            let socket = Socket::from(unsafe { OwnedFd::from_raw_fd(fd) });
            listeners.push(listener(fd, socket)?);
        }
        Ok(sockets)
    }
}

fn listener(fd: RawFd, socket: Socket) -> Result<TcpListener, SocketError> {
    let is_tcp = matches!(socket.r#type(), Ok(Type::STREAM))
        && socket.local_addr().is_ok_and(|address| address.as_socket().is_some());
    if !is_tcp {
        return Err(SocketError::Kind(fd));
    }
    connection::inherit(socket).map_err(|error| SocketError::Listen(fd, error))
}

pub(crate) fn addresses(listeners: &[TcpListener]) -> Vec<SocketAddr> {
    listeners.iter().filter_map(|listener| listener.local_addr().ok()).collect()
}

/// Reports that the process serves (`Type=notify`).
pub(crate) fn report_ready() {
    report(&NotifyState::Ready);
}

/// Reports that the process stops, as it may without the service manager's request.
pub(crate) fn report_stopping() {
    report(&NotifyState::Stopping);
}

/// Reports a sign of life as often as the service manager requires (`WatchdogSec=`), while
/// `is_alive` is true. Returns if it requires none.
pub(crate) async fn report_alive(is_alive: impl Fn() -> bool) {
    let Some(limit) = sd_notify::watchdog_enabled().filter(|limit| *limit > Duration::ZERO) else {
        return;
    };
    loop {
        if is_alive() {
            report(&NotifyState::Watchdog);
        }
        // As `sd_watchdog_enabled(3)` recommends.
        sleep(limit / 2).await;
    }
}

fn report(state: &NotifyState<'_>) {
    if let Some(name) = env::var_os("NOTIFY_SOCKET")
        && let Err(error) = send(name, &state.to_string())
    {
        tracing::warn!(%error, "service manager not notified");
    }
}

/// Sends a datagram to a socket of this name, which is abstract if it begins with `@` (unix(7)): the
/// library knows paths alone.
fn send(name: OsString, report: &str) -> io::Result<()> {
    let mut name = name.into_vec();
    if let Some(first) = name.first_mut().filter(|first| **first == b'@') {
        *first = 0;
    }
    let address = SockAddr::unix(OsString::from_vec(name))?;
    Socket::new(Domain::UNIX, Type::DGRAM, None)?.send_to(report.as_bytes(), &address)?;
    Ok(())
}
