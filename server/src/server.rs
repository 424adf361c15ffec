//! The two listeners, and the graceful shutdown.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::time::{Duration, Instant};

use actix_web::dev::{Server, ServerHandle};
use actix_web::web;
use anyhow::Context;
use futures_util::future;

use crate::connection::{self, ConnectionLimits, Count, ListenerOptions, ListenerState, Rejection};
use crate::metrics::METRICS;
use crate::process::lifecycle::{Signal, Signals};
use crate::process::memory;
use crate::process::service_manager::{self, InheritedSockets};
use crate::settings::Settings;
use crate::settings::listen_addr::ListenAddr;
use crate::state::AppState;
use crate::tasks;
use crate::telemetry::{self, milliseconds};
use crate::{admin, routes};

/// How the server stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shutdown {
    /// After all requests in flight were completed.
    Graceful,
    /// At a second signal, with the exit status for it.
    Forced(i32),
}

/// A server whose ports are bound.
pub(crate) struct SiteServer {
    app: web::Data<AppState>,
    public: Server,
    admin: Server,
    handover: Option<Count>,
}

impl SiteServer {
    /// Binds both listeners, as far as they are not inherited, and opens the site.
    pub(crate) async fn build(
        settings: Settings,
        inherited: InheritedSockets,
    ) -> anyhow::Result<Self> {
        let awaited = Count::default();
        let handover = (!inherited.public.is_empty()).then(|| awaited.clone());
        let public = bind("LISTEN_ADDR", &settings.listen_addr, inherited.public)?;
        let admin = bind("ADMIN_ADDR", &settings.admin.admin_addr, inherited.admin)?;
        let [address, admin_address] = [&public, &admin].map(|listeners| {
            let addresses = service_manager::addresses(listeners);
            addresses.iter().map(SocketAddr::to_string).collect::<Vec<_>>().join(", ")
        });
        let app = web::Data::new(AppState::new(settings).await?);
        let server = Self {
            public: public_server(&app, public, awaited)?,
            admin: admin_server(&app, admin)?,
            app,
            handover,
        };
        let engine = marquee_renderer::ENGINE;
        tracing::info!(engine, address, admin_address, "serving http://{address}/");
        Ok(server)
    }

    /// Serves until a signal starts a graceful shutdown; a second one forces it.
    pub(crate) async fn run(self, mut signals: Signals) -> io::Result<Shutdown> {
        // The event loop of background renders and link refreshes.
        self.app.heartbeats.watch_this_thread();
        tasks::keep_running(memory::trim_periodically);
        let (public, admin) = (self.public.handle(), self.admin.handle());
        // The process ends with either: without the admin listener, nobody would know how it is.
        let mut served = tasks::spawn(future::try_join(self.public, self.admin));
        let app = self.app.clone();
        tasks::keep_running(async move || report_to_service_manager(&app).await);
        loop {
            let signal = tokio::select! {
                ended = &mut served => return ended.map_err(io::Error::other)?.map(|_| Shutdown::Graceful),
                signal = signals.next() => signal,
            };
            match signal {
                Signal::Reload => {
                    let app = self.app.clone();
                    tasks::spawn(async move { app.reload().await });
                }
                Signal::Interrupt | Signal::Terminate => {
                    let stopped = async {
                        stop(signal, &self.app, &public, self.handover.as_ref()).await;
                        admin.stop(false).await;
                        served.await.map_err(io::Error::other)?.map(|_| Shutdown::Graceful)
                    };
                    return tokio::select! {
                        stopped = stopped => stopped,
                        status = signals.second() => {
                            tracing::warn!("forced shutdown by a second signal");
                            Ok(Shutdown::Forced(status))
                        }
                    };
                }
            }
        }
    }
}

/// Shuts down gracefully. After SIGTERM, load balancers need the drain delay to notice;
/// after SIGINT there are none.
///
/// Where the service manager keeps the socket open, `handover` counts the requests that are
/// still to be received on accepted connections.
async fn stop(signal: Signal, app: &AppState, public: &ServerHandle, handover: Option<&Count>) {
    service_manager::report_stopping();
    app.lifecycle.drain();
    if signal == Signal::Terminate {
        let drain_delay = app.settings.drain_delay;
        let drain_delay_ms = milliseconds(drain_delay);
        tracing::info!(drain_delay_ms, "draining, no longer ready");
        tokio::time::sleep(drain_delay).await;
    }
    if let Some(awaited) = handover {
        tracing::info!("new connections wait for the next process");
        public.pause().await;
        receive_requests(awaited).await;
    }
    tracing::info!("closing the listeners, finishing requests in flight");
    public.stop(true).await;
    // If it fails, it is done when the log ends.
    let _ = tasks::blocking(telemetry::end_traces).await;
    tracing::info!("stopped");
}

/// Time without an awaited request after which every connection that was accepted before a
/// pause has sent one: the library does not report when its threads have noticed the pause.
const QUIET: Duration = Duration::from_millis(250);

/// Limit of the time for which the requests of new connections are awaited. Meanwhile others
/// wait for the next process, and a client that connects ahead of need may send none.
const LONGEST_RECEIPT: Duration = Duration::from_secs(1);

/// Waits until each accepted connection has sent a request. The library would close
/// those that have not, and their clients could not know that their request is not served.
async fn receive_requests(awaited: &Count) {
    const INTERVAL: Duration = Duration::from_millis(10);
    let begun = Instant::now();
    let mut quiet_since = begun;
    while quiet_since.elapsed() < QUIET && begun.elapsed() < LONGEST_RECEIPT {
        tokio::time::sleep(INTERVAL).await;
        if awaited.get() > 0 {
            quiet_since = Instant::now();
        }
    }
}

/// Reports to the service manager that the process is ready, once it is, and then that
/// no event loop is stalled.
async fn report_to_service_manager(app: &AppState) {
    const INTERVAL: Duration = Duration::from_millis(10);
    while !admin::has_started(app) {
        tokio::time::sleep(INTERVAL).await;
    }
    service_manager::report_ready();
    service_manager::report_alive(|| app.heartbeats.are_all_alive()).await;
}

fn public_server(
    app: &web::Data<AppState>,
    listeners: Vec<TcpListener>,
    awaited: Count,
) -> anyhow::Result<Server> {
    let settings = &app.settings;
    let max_connections = connection::enforce_file_limit(settings.limits.max_connections)?;
    METRICS.marquee_connections_limit.set(max_connections.try_into().unwrap_or(i64::MAX));
    // Exported from the start, so that the first is an increase.
    for rejection in Rejection::ALL {
        drop(METRICS.marquee_rejected_connections.at([rejection.reason()]));
    }
    let options = ListenerOptions {
        name: "public",
        workers: settings.workers.get(),
        shutdown_timeout: settings.shutdown_timeout.as_secs(),
        connections: ListenerState {
            open: app.connections.clone(),
            awaited,
            fields: &routes::READ_FIELDS,
            on_rejection: |rejection| {
                METRICS.marquee_rejected_connections.at([rejection.reason()]).inc();
            },
            ..ListenerState::new(settings.limits.of_connections(), max_connections)
        },
    };
    let app = app.clone();
    let make_library = move || {
        app.heartbeats.watch_this_thread();
        connection::library(routes::build_app(app.clone()))
    };
    Ok(connection::listen(listeners, options, make_library)?)
}

/// Limit of connections to the admin listener.
const MAX_ADMIN_CONNECTIONS: usize = 512;

/// Limits of the connections to the admin listener. Its clients are near and few, and what
/// the settings allow visitors must not keep them from it.
const ADMIN_LIMITS: ConnectionLimits = ConnectionLimits {
    request_timeout: Duration::from_secs(1),
    keep_alive: Duration::from_mins(1),
    send_timeout: Duration::from_secs(10),
};

fn admin_server(app: &web::Data<AppState>, listeners: Vec<TcpListener>) -> io::Result<Server> {
    let options = ListenerOptions {
        name: "admin",
        workers: 1,
        // It is stopped after the public listener.
        shutdown_timeout: 1,
        connections: ListenerState::new(ADMIN_LIMITS, MAX_ADMIN_CONNECTIONS),
    };
    let app = app.clone();
    let make_library = move || connection::library(admin::build_app(app.clone()));
    connection::listen(listeners, options, make_library)
}

fn bind(
    variable: &'static str,
    setting: &ListenAddr,
    inherited: Vec<TcpListener>,
) -> anyhow::Result<Vec<TcpListener>> {
    if !inherited.is_empty() {
        return Ok(inherited);
    }
    bind_available(setting.addresses()).with_context(|| format!("{variable}={setting}"))
}

/// Binds those of the addresses that this machine has, one at least.
fn bind_available(addresses: &[SocketAddr]) -> io::Result<Vec<TcpListener>> {
    let mut listeners = Vec::new();
    let mut unavailable = None;
    for &address in addresses {
        match connection::bind(address) {
            Ok(listener) => listeners.push(listener),
            // `localhost` has an IPv6 address in `/etc/hosts` of machines without IPv6.
            Err(error) if is_unavailable(&error) => unavailable = Some(error),
            Err(error) => return Err(error),
        }
    }
    match unavailable {
        Some(error) if listeners.is_empty() => Err(error),
        _ => Ok(listeners),
    }
}

/// Whether this machine does not have the address, or its family.
fn is_unavailable(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::AddrNotAvailable
        || error.raw_os_error() == Some(libc::EAFNOSUPPORT)
}
