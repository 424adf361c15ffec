//! The application: what all requests share, every public route in one list,
//! and the two listeners.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{Server, ServiceRequest, ServiceResponse};
use actix_web::middleware::{Next, from_fn};
use actix_web::{Error, HttpServer, web};

use crate::crawlers::{Crawlers, SitemapError};
use crate::headers::PageHeaders;
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::operator::{ContentService, Links, OperatorLinks, winbox};
use crate::page::{PageRenderer, Pages, TimeBuckets};
use crate::renderer::{RenderError, Renderer, RendererOptions};
use crate::settings::Settings;
use crate::site::{Site, SiteError};
use crate::{admin, assets, crawlers, headers, hydration_errors, methods, page};

/// The longest that a start waits for the content service's first answer.
const FIRST_LINKS_PATIENCE: Duration = Duration::from_millis(500);

/// What all requests share.
pub struct App {
    /// Pages, languages and files as they were built.
    pub site: Site,
    /// The site's pages, rendered or to be rendered.
    pub pages: Arc<Pages>,
    /// The operator's addresses as they are known now.
    pub links: OperatorLinks,
    /// What crawlers are told.
    pub crawlers: Crawlers,
    /// What pages say of themselves.
    pub page_headers: PageHeaders,
    /// What a visitor may take.
    pub limits: Limits,
    /// What is counted.
    pub metrics: Metrics,
}

/// Every public route. What is not in this list is a page.
pub fn routes(config: &mut web::ServiceConfig, app: &web::Data<App>) {
    config
        .app_data(app.clone())
        .configure(|config| assets::routes(config, app))
        .configure(crawlers::routes)
        .service(web::resource("/api/winbox").wrap(crawlers::keep_out()).to(winbox))
        .service(
            web::resource(hydration_errors::PATH)
                .wrap(crawlers::keep_out())
                .to(hydration_errors::report),
        )
        .default_service(web::to(page::page));
}

/// Lets requests in that are no bigger than the limits and only do what their
/// path allows.
///
/// # Errors
/// Those of the service behind it.
async fn admit(
    app: web::Data<App>,
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<EitherBody<impl MessageBody>>, Error> {
    match app.limits.refusal(&request).or_else(|| methods::refusal(&request)) {
        None => next.call(request).await.map(ServiceResponse::map_into_left_body),
        Some(refusal) => Ok(request.into_response(refusal).map_into_right_body()),
    }
}

/// Why the application does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// `DIST_DIR` holds no usable site.
    #[error(transparent)]
    Site(#[from] SiteError),
    /// What crawlers are told cannot be made.
    #[error(transparent)]
    Sitemap(#[from] SitemapError),
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

/// Loads the site, starts the engines and learns the operator's links.
///
/// # Errors
/// [`StartError`], save for its `Bind`.
pub async fn open(settings: &Settings) -> Result<(Site, PageRenderer), StartError> {
    let dist = Site::find(settings.dist_dir.as_deref())?;
    let site = if settings.pseudo_locales {
        Site::load_with_pseudo_locales(&dist)?
    } else {
        Site::load(&dist)?
    };
    let bundle = site.bundle(&settings.public_url, &settings.messaging_link)?;
    let options = RendererOptions {
        threads: settings.render_threads,
        timeout: settings.render_timeout,
        heap_limit: settings.render_heap_limit,
    };
    let renderer = Renderer::start(bundle, options)?;
    let links = operator_links(settings).await?;
    let buckets = TimeBuckets::of(settings.page_ttl);
    Ok((site, PageRenderer::new(renderer, links, buckets)))
}

impl App {
    /// Opens the site and begins to render its pages ahead.
    ///
    /// # Errors
    /// [`StartError`], save for its `Bind`.
    pub async fn new(settings: &Settings) -> Result<Self, StartError> {
        let (site, renderer) = open(settings).await?;
        let links = renderer.links.clone();
        let crawlers = Crawlers::new(&site, &settings.public_url)?;
        let page_headers = PageHeaders::new(&site, &settings.public_url, settings.page_ttl);
        let (cache, patience) = (settings.page_cache, settings.render_timeout);
        let pages = Arc::new(Pages::new(&site, renderer, cache, patience));
        tokio::spawn(Pages::keep_ready(Arc::downgrade(&pages)));
        let limits = settings.limits.clone();
        Ok(Self { site, pages, links, crawlers, page_headers, limits, metrics: Metrics::default() })
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
        let public_url = settings.public_url.clone();
        let limits = settings.limits.clone();
        let connections = limits.max_connections.div_ceil(settings.workers.get());
        let shared = app.clone();
        let public = HttpServer::new(move || {
            actix_web::App::new()
                .wrap(from_fn(admit))
                .wrap(headers::security(&public_url, reload_origin.as_deref()))
                .configure(|config| routes(config, &shared))
        })
        .workers(settings.workers.get())
        .max_connections(connections)
        .client_request_timeout(limits.request_timeout)
        .keep_alive(limits.keep_alive)
        .on_connect(move |connection, data| limits.prepare(connection, data))
        .listen(public)?
        .run();
        let admin = HttpServer::new(move || {
            actix_web::App::new().configure(|config| admin::routes(config, &app))
        })
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
