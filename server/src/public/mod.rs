//! What visitors reach: every public route, and the layers that each request
//! passes on its way to one.

mod accept_encoding;
mod assets;
mod crawlers;
mod hydration_errors;
mod methods;
pub mod observation;
mod pages;
pub mod security;
mod winbox;

use actix_web::body::EitherBody;
use actix_web::dev::{Service, ServiceRequest, ServiceResponse};
use actix_web::middleware::DefaultHeaders;
use actix_web::{Error, web};
use futures_util::TryFutureExt;
use futures_util::future::{self, Either};

use crate::app::App;

/// Every public route. What is not in this list is a page.
pub fn routes(config: &mut web::ServiceConfig, app: &web::Data<App>) {
    config
        .app_data(app.clone())
        .configure(assets::routes)
        .configure(crawlers::routes)
        .service(web::resource("/api/winbox").wrap(noindex()).to(winbox::winbox))
        .service(web::resource(hydration_errors::PATH).wrap(noindex()).to(hydration_errors::report))
        .default_service(web::to(pages::page));
}

/// Lets requests in that are no bigger than the limits and only do what their
/// path allows.
///
/// # Errors
/// Those of the service behind it.
pub fn admit<S, B>(
    app: &App,
    request: ServiceRequest,
    service: &S,
) -> impl Future<Output = Result<ServiceResponse<EitherBody<B>>, Error>> + use<S, B>
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error>,
{
    match app.limits.refusal(&request).or_else(|| methods::refusal(&request)) {
        None => Either::Left(service.call(request).map_ok(ServiceResponse::map_into_left_body)),
        Some(refusal) => {
            let answer = request.into_response(refusal).map_into_right_body();
            Either::Right(future::ready(Ok(answer)))
        }
    }
}

/// Keeps an interface's answers, which are no pages, out of search engines.
fn noindex() -> DefaultHeaders {
    DefaultHeaders::new().add(("X-Robots-Tag", "noindex"))
}
