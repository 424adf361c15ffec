//! Listeners, and the HTTP server behind each of them.

use std::fmt;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::rc::Rc;
use std::time::Duration;

use actix_http::{HttpService, KeepAlive};
use actix_service::{
    IntoServiceFactory, ServiceFactory, ServiceFactoryExt, apply_fn_factory, fn_factory,
    fn_service, map_config,
};
use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{AppConfig, Server, Service};
use actix_web::rt::net::TcpStream;
use actix_web::rt::time::sleep;
use futures_util::TryFutureExt;
use socket2::{Domain, Protocol, SockRef, Socket, TcpKeepalive, Type};

use super::ListenerState;
use super::exchange::{PART, track};
use super::io::{Lent, serve};

/// Limit of connections that wait to be accepted; the kernel uses the lower one of this
/// and `net.core.somaxconn`.
const BACKLOG: i32 = 4096;

/// TCP keepalive: an idle peer is probed after this time, then every
/// [`PROBE_INTERVAL`]; the connection is dropped after [`PROBES`] without a reply.
const IDLE_BEFORE_PROBES: Duration = Duration::from_mins(1);
const PROBE_INTERVAL: Duration = Duration::from_secs(10);
const PROBES: u32 = 3;

/// Open files reserved for everything but public connections: listeners, event loops,
/// files of the site, the log, the content service, connections to the admin listener.
const RESERVED_FILES: u64 = 640;

/// The lowest limit of open files with which the server starts.
const MIN_FILES: u64 = 1024;

/// Options of a listener and its server.
#[derive(Debug, Clone)]
pub struct ListenerOptions {
    /// Name of the listener in the library's log.
    pub name: &'static str,
    /// Threads, each with its own event loop and application.
    pub workers: usize,
    /// Timeout of a graceful shutdown, in seconds.
    pub shutdown_timeout: u64,
    /// What its connections share.
    pub connections: ListenerState,
}

/// Binds a listener.
///
/// # Errors
/// When the address cannot be bound.
pub fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, Some(Protocol::TCP))?;
    // A new process can bind the address of one that has just ended.
    socket.set_reuse_address(true)?;
    socket.bind(&address.into())?;
    inherit(socket)
}

/// Listens on a bound socket, or on one on which its creator listens already, whose backlog
/// is then this server's.
///
/// # Errors
/// When the kernel does not allow it.
pub fn inherit(socket: Socket) -> io::Result<TcpListener> {
    socket.listen(BACKLOG)?;
    Ok(socket.into())
}

/// A limit of open files that is too low.
#[derive(Debug, thiserror::Error)]
#[error("the limit of open files (RLIMIT_NOFILE) is {limit}, at least {MIN_FILES} are needed")]
pub struct FileLimitError {
    limit: u64,
}

/// Raises the process's soft limit of open files to the hard one, and returns how
/// many of `max_connections` fit under it with [`RESERVED_FILES`] to spare.
///
/// # Errors
/// [`FileLimitError`] when the hard limit is lower than [`MIN_FILES`].
pub fn enforce_file_limit(max_connections: usize) -> Result<usize, FileLimitError> {
    let limit = match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(limit) => limit,
        Err(error) => {
            tracing::warn!(%error, "limit of open files unknown, MAX_CONNECTIONS not checked");
            return Ok(max_connections);
        }
    };
    if limit < MIN_FILES {
        return Err(FileLimitError { limit });
    }
    let available = usize::try_from(limit - RESERVED_FILES).unwrap_or(usize::MAX);
    if available < max_connections {
        tracing::warn!(
            max_connections,
            open_files_limit = limit,
            lowered_to = available,
            "MAX_CONNECTIONS lowered to fit the limit of open files",
        );
    }
    Ok(max_connections.min(available))
}

/// Time in a graceful shutdown for which idle connections stay open, for requests that
/// their clients have already sent: a server cannot announce that it closes an idle
/// connection, and clients do not repeat a request that is not idempotent (RFC 9110, section
/// 9.2.2).
const ON_THE_WAY: Duration = Duration::from_millis(250);

/// Starts the server of some listeners. `make_library` is called for each worker, and returns a
/// [`library`].
///
/// # Errors
/// When the server cannot be started.
pub fn listen<L>(
    listeners: Vec<TcpListener>,
    options: ListenerOptions,
    make_library: impl Fn() -> L + Send + Clone + 'static,
) -> io::Result<Server>
where
    L: ServiceFactory<(Lent, Option<SocketAddr>), Config = (), Response = (), InitError = ()>
        + 'static,
{
    let ListenerOptions { name, workers, shutdown_timeout, connections } = options;
    let mut server = Server::build()
        .workers(workers)
        .max_concurrent_connections(connections.max_connections.div_ceil(workers))
        .shutdown_timeout(shutdown_timeout)
        .disable_signals();
    let graceful_shutdown = server.graceful_shutdown_signal();
    let service = move || {
        let shared = Rc::new(connections.clone());
        let graceful_shutdown = graceful_shutdown.clone();
        let library = make_library();
        fn_factory(move || {
            let (shared, graceful_shutdown) = (Rc::clone(&shared), graceful_shutdown.clone());
            library.new_service(()).map_ok(Rc::new).map_ok(move |library| {
                fn_service::<_, _, _, _, _, ()>(move |socket: TcpStream| {
                    set_options(&socket);
                    let (library, shared) = (Rc::clone(&library), Rc::clone(&shared));
                    let graceful_shutdown = graceful_shutdown.clone();
                    async move {
                        let shutdown = async {
                            graceful_shutdown.notified().await;
                            sleep(ON_THE_WAY).await;
                        };
                        serve(socket, shared, &*library, shutdown).await;
                        Ok::<_, ()>(())
                    }
                })
            })
        })
    };
    for listener in listeners {
        server = server.listen(name, listener, service.clone())?;
    }
    Ok(server.run())
}

/// The HTTP library's service of lent connections.
pub fn library<I, S, B>(
    application: I,
) -> impl ServiceFactory<
    (Lent, Option<SocketAddr>),
    Config = (),
    Response = (),
    Error = impl fmt::Debug,
    InitError = (),
>
where
    I: IntoServiceFactory<S, actix_http::Request>,
    S: ServiceFactory<actix_http::Request, Config = AppConfig> + 'static,
    S::Error: Into<Error> + 'static,
    S::InitError: fmt::Debug,
    S::Response: Into<actix_http::Response<B>> + 'static,
    S::Service: 'static,
    <S::Service as Service<actix_http::Request>>::Future: 'static,
    B: MessageBody + 'static,
{
    let application = application
        .into_factory()
        .map_err(|error| error.into().as_response_error().error_response());
    let application = apply_fn_factory(application, track);
    HttpService::build()
        // The connection has all timers.
        .keep_alive(KeepAlive::Os)
        .client_request_timeout(Duration::ZERO)
        .client_disconnect_timeout(Duration::ZERO)
        // A half-close is treated as a disconnect, which cancels renders.
        .h1_allow_half_closed(false)
        .h1_write_buffer_size(PART)
        .on_connect_ext(|lent: &Lent, data| {
            data.insert(lent.exchange());
        })
        // The application uses none of this: its URLs come from `PUBLIC_URL`.
        .h1(map_config(application, |()| AppConfig::default()))
}

/// Disables Nagle's algorithm, which would delay small chunks, and enables TCP keepalive.
fn set_options(socket: &TcpStream) {
    let keepalive = TcpKeepalive::new()
        .with_time(IDLE_BEFORE_PROBES)
        .with_interval(PROBE_INTERVAL)
        .with_retries(PROBES);
    // Fails only if the socket is no longer connected.
    let socket = SockRef::from(socket);
    let _ = socket.set_tcp_nodelay(true);
    let _ = socket.set_tcp_keepalive(&keepalive);
}
