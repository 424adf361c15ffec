//! The application: what all requests share, every public route in one list,
//! and the two listeners.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use actix_web::dev::Server;
use actix_web::middleware::from_fn;
use actix_web::{HttpServer, web};

use crate::operator::{ContentService, Links, OperatorLinks, winbox};
use crate::renderer::{RenderError, Renderer, RendererOptions};
use crate::settings::Settings;
use crate::site::{Site, SiteError};
use crate::{admin, assets, headers, methods, page};

/// The longest that a start waits for the content service's first answer.
const FIRST_LINKS_PATIENCE: Duration = Duration::from_millis(500);

/// What all requests share.
pub struct App {
    /// Pages, languages and files as they were built.
    pub site: Site,
    /// The door to the JavaScript engines.
    pub renderer: Renderer,
    /// The operator's addresses as they are known now.
    pub links: OperatorLinks,
}

/// Every public route. What is not in this list is a page.
pub fn routes(config: &mut web::ServiceConfig, app: &web::Data<App>) {
    config
        .app_data(app.clone())
        .configure(|config| assets::routes(config, app))
        .service(web::resource("/api/winbox").to(winbox))
        .default_service(web::to(page::page));
}

/// Why the application does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// `DIST_DIR` holds no usable site.
    #[error(transparent)]
    Site(#[from] SiteError),
    /// The server bundle does not load.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// An address cannot be listened on.
    #[error("{variable}={address}: {error}")]
    Bind {
        /// The setting that named it.
        variable: &'static str,
        /// The address.
        address: SocketAddr,
        /// What the system says.
        error: io::Error,
    },
    /// The HTTP client for the content service cannot be built.
    #[error("CONTENT_API_URL: {0}")]
    ContentClient(#[from] reqwest::Error),
    /// The system refuses what a server needs.
    #[error(transparent)]
    Server(#[from] io::Error),
}

impl App {
    /// Loads the site, starts the engines and learns the operator's links.
    ///
    /// # Errors
    /// [`StartError`], save for its `Bind`.
    pub async fn new(settings: &Settings) -> Result<Self, StartError> {
        let site = Site::load(&Site::find(settings.dist_dir.as_deref())?)?;
        let bundle = site.bundle(&settings.public_url, &settings.messaging_link)?;
        let options = RendererOptions {
            threads: settings.render_threads,
            timeout: settings.render_timeout,
            heap_limit: settings.render_heap_limit,
        };
        let renderer = Renderer::start(bundle, options)?;
        let links = operator_links(settings).await?;
        Ok(Self { site, renderer, links })
    }
}

async fn operator_links(settings: &Settings) -> Result<OperatorLinks, StartError> {
    let (Some(url), Some(token)) = (&settings.content_api_url, &settings.content_api_token) else {
        return Ok(OperatorLinks::fixed(Links {
            base: Some(settings.operator_link.clone()),
            blog: Some(settings.operator_blog_link.clone()),
        }));
    };
    let service = ContentService::new(url, token.clone(), settings.content_api_timeout)?;
    Ok(OperatorLinks::follow(service, settings.content_api_refresh, FIRST_LINKS_PATIENCE).await)
}

/// A server whose ports are bound.
pub struct Application {
    public: Server,
    admin: Server,
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
        let reload_origin = settings.dev_reload_origin.clone();
        let public = HttpServer::new(move || {
            actix_web::App::new()
                .wrap(from_fn(methods::read_only))
                .wrap(headers::security(reload_origin.as_deref()))
                .configure(|config| routes(config, &app))
        })
        .workers(settings.workers.get())
        .listen(public)?
        .run();
        let admin = HttpServer::new(|| actix_web::App::new().configure(admin::routes))
            .workers(1)
            .disable_signals()
            .listen(admin)?
            .run();
        Ok(Self { public, admin, public_address, admin_address })
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
    /// answered.
    ///
    /// # Errors
    /// What ended the serving early.
    pub async fn run(self) -> io::Result<()> {
        let admin = self.admin.handle();
        actix_web::rt::spawn(self.admin);
        let served = self.public.await;
        admin.stop(true).await;
        served
    }
}

fn bind(variable: &'static str, address: SocketAddr) -> Result<TcpListener, StartError> {
    TcpListener::bind(address).map_err(|error| StartError::Bind { variable, address, error })
}
