//! The two listeners, and the graceful shutdown.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use actix_web::dev::{Server, ServerHandle};
use actix_web::web;

use crate::connection::{self, ListenerOptions};
use crate::lifecycle::{Signal, Signals};
use crate::settings::Settings;
use crate::start_error::StartError;
use crate::state::AppState;
use crate::telemetry::milliseconds;
use crate::{admin, memory, public};

/// How the server stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shutdown {
    /// After all requests in flight were completed.
    Graceful,
    /// At a second signal, with the exit status for it.
    Forced(i32),
}

/// A server whose ports are bound.
pub struct SiteServer {
    app: web::Data<AppState>,
    public: Server,
    admin: Server,
    settings: Settings,
    public_address: SocketAddr,
    admin_address: SocketAddr,
}

impl SiteServer {
    /// Binds both listeners and opens the site.
    ///
    /// # Errors
    /// [`StartError`].
    pub async fn build(settings: &Settings) -> Result<Self, StartError> {
        let public = bind("LISTEN_ADDR", settings.listen_addr)?;
        let admin = bind("ADMIN_ADDR", settings.admin_addr)?;
        let public_address = public.local_addr()?;
        let admin_address = admin.local_addr()?;
        let app = web::Data::new(AppState::new(settings).await?);
        Ok(Self {
            public: public_server(&app, settings, public)?,
            admin: admin_server(&app, settings, admin)?,
            app,
            settings: settings.clone(),
            public_address,
            admin_address,
        })
    }

    /// Address of the public listener.
    #[must_use]
    pub fn public_address(&self) -> SocketAddr {
        self.public_address
    }

    /// Address of the admin listener.
    #[must_use]
    pub fn admin_address(&self) -> SocketAddr {
        self.admin_address
    }

    /// Serves until a signal starts a graceful shutdown; a second one forces it.
    ///
    /// # Errors
    /// When a listener failed.
    pub async fn run(self, mut signals: Signals) -> io::Result<Shutdown> {
        // The event loop of background renders and link refreshes.
        self.app.heartbeats.watch_this_thread();
        tokio::spawn(memory::trim_periodically());
        let (public, admin) = (self.public.handle(), self.admin.handle());
        actix_web::rt::spawn(self.admin);
        let mut served = actix_web::rt::spawn(self.public);
        loop {
            let signal = tokio::select! {
                ended = &mut served => return ended.map_err(io::Error::other)?.map(|()| Shutdown::Graceful),
                signal = signals.next() => signal,
            };
            match signal {
                Signal::Reload => {
                    let app = self.app.clone();
                    actix_web::rt::spawn(async move { app.reload().await });
                }
                Signal::Interrupt | Signal::Terminate => {
                    tokio::select! {
                        () = stop(signal, &self.app, &self.settings, &public) => {}
                        status = signals.second() => {
                            tracing::warn!("forced shutdown by a second signal");
                            return Ok(Shutdown::Forced(status));
                        }
                    }
                    admin.stop(false).await;
                    return served.await.map_err(io::Error::other)?.map(|()| Shutdown::Graceful);
                }
            }
        }
    }
}

/// Shuts down gracefully. After SIGTERM, load balancers need the drain delay to notice;
/// after SIGINT there are none.
async fn stop(signal: Signal, app: &AppState, settings: &Settings, public: &ServerHandle) {
    app.lifecycle.drain();
    if signal == Signal::Terminate {
        let drain_delay_ms = milliseconds(settings.drain_delay);
        tracing::info!(drain_delay_ms, "draining, no longer ready");
        tokio::time::sleep(settings.drain_delay).await;
    }
    tracing::info!("closing the listeners, finishing requests in flight");
    public.stop(true).await;
    tracing::info!("stopped");
}

fn public_server(
    app: &web::Data<AppState>,
    settings: &Settings,
    listener: TcpListener,
) -> io::Result<Server> {
    let security = Arc::new(public::security_headers(&settings.public_url));
    let max_connections = connection::enforce_file_limit(settings.limits.max_connections);
    app.metrics.http.connections_limit.set(max_connections.try_into().unwrap_or(i64::MAX));
    let options = ListenerOptions {
        name: "public",
        workers: settings.workers.get(),
        max_connections,
        shutdown_timeout: settings.shutdown_timeout.as_secs(),
        limits: settings.limits.of_connections(public::MAX_CONTENT, public::takes_content),
        metrics: Some(app.metrics.http.clone()),
    };
    let app = app.clone();
    connection::listen(listener, options, move || {
        app.heartbeats.watch_this_thread();
        public::build_app(app.clone(), Arc::clone(&security))
    })
}

/// Limit of connections to the admin listener.
const MAX_ADMIN_CONNECTIONS: usize = 128;

fn admin_server(
    app: &web::Data<AppState>,
    settings: &Settings,
    listener: TcpListener,
) -> io::Result<Server> {
    let options = ListenerOptions {
        name: "admin",
        workers: 1,
        max_connections: MAX_ADMIN_CONNECTIONS,
        // It is stopped after the public listener.
        shutdown_timeout: 1,
        limits: settings.limits.of_connections(0, |_, _| false),
        metrics: None,
    };
    let app = app.clone();
    connection::listen(listener, options, move || admin::build_app(app.clone()))
}

fn bind(variable: &'static str, address: SocketAddr) -> Result<TcpListener, StartError> {
    connection::bind(address).map_err(|error| StartError::Bind { variable, address, error })
}
