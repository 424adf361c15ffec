//! Listeners, and the HTTP server behind each of them.

use std::fmt;
use std::future::ready;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::rc::Rc;
use std::time::Duration;

use actix_http::{HttpService, KeepAlive};
use actix_service::{
    IntoServiceFactory, ServiceFactory, ServiceFactoryExt, fn_service, map_config,
};
use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{AppConfig, Server, Service};
use actix_web::rt::net::TcpStream;
use socket2::{Domain, Protocol, SockRef, Socket, TcpKeepalive, Type};

use super::{Connection, ConnectionLimits, Rejection, Shared};
use crate::metrics::HttpMetrics;

/// Connections that wait to be accepted; the kernel takes the lower one of this
/// and `net.core.somaxconn`.
const BACKLOG: i32 = 4096;

/// A peer that says nothing is asked whether it is there after this long, then
/// every [`PROBE_INTERVAL`], and given up after [`PROBES`] without a reply.
const IDLE_BEFORE_PROBES: Duration = Duration::from_mins(1);
const PROBE_INTERVAL: Duration = Duration::from_secs(10);
const PROBES: u32 = 3;

/// Open files that connections leave to everything else: listeners, event
/// loops, files of the site, the log, the content service, the admin listener.
const RESERVED_FILES: u64 = 256;

/// How a listener's connections are served.
#[derive(Debug, Clone)]
pub struct ListenerOptions {
    /// Names the listener in the library's log.
    pub name: &'static str,
    /// Threads, each with an event loop and an application of its own.
    pub workers: usize,
    /// Most connections at a time; further ones wait to be accepted.
    pub max_connections: usize,
    /// How long a graceful shutdown waits for requests in flight, seconds.
    pub shutdown_timeout: u64,
    /// What each client may take.
    pub limits: ConnectionLimits,
    /// Where connections are counted.
    pub metrics: Option<HttpMetrics>,
}

/// Binds a listener.
///
/// # Errors
/// When the system does not give the address.
pub fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, Some(Protocol::TCP))?;
    // A new process takes over from one that has just ended.
    socket.set_reuse_address(true)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    Ok(socket.into())
}

/// Raises the process's soft limit of open files to the hard one, and returns how
/// many of `max_connections` fit under it with [`RESERVED_FILES`] to spare.
pub fn enforce_file_limit(max_connections: usize) -> usize {
    let limit = match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(limit) => limit,
        Err(error) => {
            tracing::warn!(%error, "limit of open files unknown, MAX_CONNECTIONS not checked");
            return max_connections;
        }
    };
    let room = limit.saturating_sub(RESERVED_FILES).max(limit / 2).max(1);
    let room = usize::try_from(room).unwrap_or(usize::MAX);
    if room < max_connections {
        tracing::warn!(
            max_connections,
            open_files_limit = limit,
            lowered_to = room,
            "MAX_CONNECTIONS lowered to fit the limit of open files",
        );
    }
    max_connections.min(room)
}

/// Starts the server of `listener`; `application` makes one application for each
/// worker, of which [`super::track`] is the outermost layer.
///
/// # Errors
/// When the system does not give what a server needs.
pub fn listen<F, I, S, B>(
    listener: TcpListener,
    options: ListenerOptions,
    application: F,
) -> io::Result<Server>
where
    F: Fn() -> I + Send + Clone + 'static,
    I: IntoServiceFactory<S, actix_http::Request>,
    S: ServiceFactory<actix_http::Request, Config = AppConfig> + 'static,
    S::Error: Into<Error> + 'static,
    S::InitError: fmt::Debug,
    S::Response: Into<actix_http::Response<B>> + 'static,
    S::Service: 'static,
    <S::Service as Service<actix_http::Request>>::Future: 'static,
    B: MessageBody + 'static,
{
    let address = listener.local_addr()?;
    if let Some(metrics) = &options.metrics {
        metrics.export_rejections(Rejection::ALL.map(Rejection::reason));
    }
    let ListenerOptions { name, workers, max_connections, shutdown_timeout, limits, metrics } =
        options;
    let server = Server::build()
        .workers(workers)
        .max_concurrent_connections(max_connections.div_ceil(workers))
        .shutdown_timeout(shutdown_timeout)
        .disable_signals();
    let graceful_shutdown = server.graceful_shutdown_signal();
    let server = server.listen(name, listener, move || {
        let shared = Rc::new(Shared {
            limits: limits.clone(),
            crowd: max_connections.div_ceil(4) * 3,
            metrics: metrics.clone(),
        });
        let graceful_shutdown = graceful_shutdown.clone();
        let application = application()
            .into_factory()
            .map_err(|error| error.into().as_response_error().error_response());
        let http = HttpService::build()
            .graceful_shutdown_signal(move || {
                let signal = graceful_shutdown.clone();
                async move { signal.notified().await }
            })
            // The connection has all the timers.
            .keep_alive(KeepAlive::Os)
            .client_request_timeout(Duration::ZERO)
            .client_disconnect_timeout(Duration::ZERO)
            // A client that closes its side has left: nothing more is rendered for it.
            .h1_allow_half_closed(false)
            .local_addr(address)
            .on_connect_ext(|connection: &Connection, data| {
                data.insert(connection.exchange());
            })
            // Of which the application uses nothing: its URLs come from `PUBLIC_URL`.
            .h1(map_config(application, |()| AppConfig::default()));
        fn_service(move |socket: TcpStream| {
            let peer_address = socket.peer_addr().ok();
            prepare(&socket);
            ready(Ok((Connection::new(socket, Rc::clone(&shared)), peer_address)))
        })
        .and_then(http)
    })?;
    Ok(server.run())
}

/// Small chunks leave at once, and a peer that has vanished is noticed.
fn prepare(socket: &TcpStream) {
    let keepalive = TcpKeepalive::new()
        .with_time(IDLE_BEFORE_PROBES)
        .with_interval(PROBE_INTERVAL)
        .with_retries(PROBES);
    // A socket that does not take them has no connection any more.
    let socket = SockRef::from(socket);
    let _ = socket.set_tcp_nodelay(true);
    let _ = socket.set_tcp_keepalive(&keepalive);
}
