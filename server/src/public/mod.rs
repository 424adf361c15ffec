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

/// Every public route. What is not in this list is a page.
pub fn routes(config: &mut web::ServiceConfig, app: &web::Data<AppState>) {
    config
        .app_data(app.clone())
        .configure(assets::routes)
        .configure(crawlers::routes)
        .service(web::resource("/api/winbox").wrap(noindex()).to(winbox::winbox))
        .service(web::resource(hydration_errors::PATH).wrap(noindex()).to(hydration_errors::report))
        .default_service(web::to(page::page));
}

/// Most bytes of content that a request has.
pub const MAX_CONTENT: usize = hydration_errors::MOST_BYTES;

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
    let refusal = connection::rejection(&request).or_else(|| methods::refusal(&request));
    connection::respond_or_call(refusal, request, service)
}

/// Keeps responses that are no pages out of search engines.
fn noindex() -> DefaultHeaders {
    DefaultHeaders::new().add(("X-Robots-Tag", "noindex"))
}
