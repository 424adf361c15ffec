//! The two listeners, and the process's life between its start and its end.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use actix_web::dev::{Server, ServerHandle};
use actix_web::{HttpServer, web};

use crate::app::App;
use crate::metrics::Held;
use crate::public::{observation, security};
use crate::settings::Settings;
use crate::signals::{Signal, Signals};
use crate::start_error::StartError;
use crate::telemetry::milliseconds;
use crate::{admin, memory, public};

/// How serving ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Every request in flight was answered.
    Drained,
    /// Not all were: a second signal came. With the exit status that says so.
    AtOnce(i32),
}

/// A server whose ports are bound.
pub struct Application {
    app: web::Data<App>,
    public: Server,
    admin: Server,
    settings: Settings,
    public_address: SocketAddr,
    admin_address: SocketAddr,
}

impl Application {
    /// Binds both listeners and prepares everything behind them.
    ///
    /// # Errors
    /// [`StartError`].
    pub async fn build(settings: &Settings) -> Result<Self, StartError> {
        let public = bind("LISTEN_ADDR", settings.listen_addr)?;
        let admin = bind("ADMIN_ADDR", settings.admin_addr)?;
        let public_address = public.local_addr()?;
        let admin_address = admin.local_addr()?;
        let app = web::Data::new(App::new(settings).await?);
        Ok(Self {
            public: public_server(&app, settings, public)?,
            admin: admin_server(&app, admin)?,
            app,
            settings: settings.clone(),
            public_address,
            admin_address,
        })
    }

    /// Where the site is served.
    #[must_use]
    pub fn public_address(&self) -> SocketAddr {
        self.public_address
    }

    /// Where health checks are answered.
    #[must_use]
    pub fn admin_address(&self) -> SocketAddr {
        self.admin_address
    }

    /// Serves until the process is told to stop and the requests in flight are
    /// answered, or it is told again.
    ///
    /// # Errors
    /// What ended the serving early.
    pub async fn run(self, mut signals: Signals) -> io::Result<End> {
        // Where pages are rendered from, and links refreshed.
        self.app.pulses.follow_this_thread();
        tokio::spawn(memory::give_back_now_and_then());
        let (public, admin) = (self.public.handle(), self.admin.handle());
        actix_web::rt::spawn(self.admin);
        let mut served = actix_web::rt::spawn(self.public);
        loop {
            let signal = tokio::select! {
                ended = &mut served => return ended.map_err(io::Error::other)?.map(|()| End::Drained),
                signal = signals.next() => signal,
            };
            match signal {
                Signal::Reload => {
                    let app = self.app.clone();
                    actix_web::rt::spawn(async move { app.swap().await });
                }
                Signal::Interrupt | Signal::Terminate => {
                    tokio::select! {
                        () = stop(signal, &self.app, &self.settings, &public) => {}
                        status = signals.second() => {
                            tracing::warn!("stopped at once, by a second signal");
                            return Ok(End::AtOnce(status));
                        }
                    }
                    admin.stop(false).await;
                    return served.await.map_err(io::Error::other)?.map(|()| End::Drained);
                }
            }
        }
    }
}

/// Lets visitors finish. Whoever stops a process by SIGTERM has load balancers
/// that need a while to notice; whoever does it by the keyboard has none.
async fn stop(signal: Signal, app: &App, settings: &Settings, public: &ServerHandle) {
    app.phase.drain();
    if signal == Signal::Terminate {
        let drain_delay_ms = milliseconds(settings.drain_delay);
        tracing::info!(drain_delay_ms, "stopping: no longer ready");
        tokio::time::sleep(settings.drain_delay).await;
    }
    tracing::info!("stopping: no new connections, requests in flight go on");
    public.stop(true).await;
    tracing::info!("stopped");
}

fn public_server(
    app: &web::Data<App>,
    settings: &Settings,
    listener: TcpListener,
) -> io::Result<Server> {
    let security =
        Arc::new(security::headers(&settings.public_url, settings.dev_reload_origin.as_ref()));
    let limits = settings.limits.clone();
    let connections = limits.max_connections.div_ceil(settings.workers.get());
    let open = app.metrics.http.connections.clone();
    let app = app.clone();
    let server = HttpServer::new(move || {
        app.pulses.follow_this_thread();
        let (admitting, observing, security) = (app.clone(), app.clone(), Arc::clone(&security));
        actix_web::App::new()
            .wrap_fn(move |request, service| public::admit(&admitting, request, service))
            .wrap_fn(move |request, service| security::secure(&security, request, service))
            .wrap_fn(move |request, service| observation::observe(&observing, request, service))
            .configure(|config| public::routes(config, &app))
    })
    .workers(settings.workers.get())
    .max_connections(connections)
    .client_request_timeout(settings.limits.request_timeout)
    // Who closes has left: nothing more is rendered for them.
    .h1_allow_half_closed(false)
    .keep_alive(settings.limits.keep_alive)
    .on_connect(move |connection, data| {
        limits.prepare(connection);
        data.insert(Held::by(&open));
    })
    .shutdown_timeout(settings.shutdown_timeout.as_secs())
    .disable_signals()
    .listen(listener)?;
    Ok(server.run())
}

fn admin_server(app: &web::Data<App>, listener: TcpListener) -> io::Result<Server> {
    let app = app.clone();
    let server = HttpServer::new(move || {
        actix_web::App::new()
            .wrap(admin::never_kept())
            .configure(|config| admin::routes(config, &app))
    })
    .workers(1)
    .disable_signals()
    .listen(listener)?;
    Ok(server.run())
}

fn bind(variable: &'static str, address: SocketAddr) -> Result<TcpListener, StartError> {
    TcpListener::bind(address).map_err(|error| StartError::Bind { variable, address, error })
}
