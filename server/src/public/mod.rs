//! The public listener: its routes, and the middleware before them.

mod accept_encoding;
pub mod access_log;
mod assets;
mod byte_range;
mod crawlers;
mod hydration_errors;
mod methods;
mod page;
pub mod security;
mod winbox;

use actix_web::body::EitherBody;
use actix_web::dev::{Service, ServiceRequest, ServiceResponse};
use actix_web::middleware::DefaultHeaders;
use actix_web::{Error, web};

use crate::connection;
use crate::state::AppState;

/// Adds every public route. Any other path is a page.
pub fn routes(config: &mut web::ServiceConfig, app: &web::Data<AppState>) {
    config
        .app_data(app.clone())
        .configure(assets::routes)
        .configure(crawlers::routes)
        .service(web::resource("/api/winbox").wrap(noindex()).to(winbox::winbox))
        .service(web::resource(hydration_errors::PATH).wrap(noindex()).to(hydration_errors::report))
        .default_service(web::to(page::page));
}

/// Size limit of the content of a request, in bytes.
pub const MAX_CONTENT: usize = hydration_errors::MAX_BYTES;

/// Whether a request of this method and target has content that is read.
#[must_use]
pub fn takes_content(method: &str, target: &str) -> bool {
    method == "POST" && target == hydration_errors::PATH
}

/// Middleware that responds to requests that the connection layer rejected, and to
/// those with a method that their path does not allow.
///
/// # Errors
/// Those of the service behind it.
pub fn enforce_limits<S, B>(
    request: ServiceRequest,
    service: &S,
) -> impl Future<Output = Result<ServiceResponse<EitherBody<B>>, Error>> + use<S, B>
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error>,
{
    let rejection = connection::rejection(&request).or_else(|| methods::not_allowed(&request));
    connection::respond_or_call(rejection, request, service)
}

/// Middleware that keeps search engines from indexing responses that are not pages.
fn noindex() -> DefaultHeaders {
    DefaultHeaders::new().add(("X-Robots-Tag", "noindex"))
}
