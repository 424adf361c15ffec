//! The public listener's application: its routes, and the middleware before them.

mod access_log;
mod hydration_errors;
mod links;
mod page;
mod security;
mod visits;
mod web_vitals;

use std::rc::Rc;
use std::sync::Arc;

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{Service, ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::http::header::{ALLOW, CACHE_CONTROL};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::DefaultHeaders;
use actix_web::{App, Error, HttpMessage, HttpRequest, HttpResponse, web};

use crate::http::{self, NO_STORE, Representation};
use crate::release::Release;
use crate::site::routes::Target;
use crate::state::AppState;

/// The paths of reports, which are sent with POST.
const REPORTS: [&str; 3] = [hydration_errors::PATH, visits::PATH, web_vitals::PATH];

/// The fields of a request that are read, besides the host and those of the connection.
pub(crate) const READ_FIELDS: [&str; 10] = [
    "accept-encoding",
    "accept-language",
    "dnt",
    "if-match",
    "if-none-match",
    "sec-fetch-site",
    "sec-gpc",
    "traceparent",
    "tracestate",
    "x-request-id",
];

/// Builds the application of one worker: every public route and all middleware.
pub(crate) fn build_app(
    state: web::Data<AppState>,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody>,
        Error = Error,
        InitError = (),
    >,
> {
    let (routing, observing) = (state.clone(), state.clone());
    let every = Rc::new(security::headers_of_every_response(&state.settings));
    let links_path = state.release().site.content_api.path.clone();
    App::new()
        .app_data(state)
        .service(web::resource(links_path).to(links::links).wrap(api_headers()))
        .service(
            web::resource(hydration_errors::PATH).to(hydration_errors::report).wrap(api_headers()),
        )
        .service(web::resource(visits::PATH).to(visits::report).wrap(api_headers()))
        .service(web::resource(web_vitals::PATH).to(web_vitals::report).wrap(api_headers()))
        // Any other path is a page, if only the not-found page, or a file with a fixed name.
        .default_service(web::to(page::page))
        // Middleware, from the innermost to the outermost.
        .wrap_fn(reject)
        .wrap_fn(move |request, service| security::secure(&every, request, service))
        .wrap_fn(move |request, service| access_log::observe(&observing, request, service))
        .wrap_fn(move |request, service| {
            Routed::insert(&routing, &request);
            service.call(request)
        })
}

/// The release that serves a request, and the request's place in its list of routes: both
/// are looked up once, so that all of a response, its log line and its metrics are of one
/// release.
#[derive(Clone)]
struct Routed {
    /// The release.
    release: Arc<Release>,
    route: Option<usize>,
}

impl Routed {
    /// Looks up the release and the route of a request, and stores them in its extensions.
    fn insert(app: &AppState, request: &ServiceRequest) {
        let release = app.release();
        let route = release.site.routes.position(request.path());
        request.extensions_mut().insert(Self { release, route });
    }

    fn target(&self) -> Target<'_> {
        self.release.site.routes.target(self.route)
    }

    /// The file at this path that crawlers and browsers request by a fixed name.
    fn fixed_file(&self, path: &str) -> Option<&Representation> {
        if self.route.is_some() { None } else { self.release.fixed_file(path) }
    }
}

/// Responds to a report of a visit: as [`accept`] says, or 400 if `count` finds it not valid. One that
/// is longer than [`crate::connection::MAX_URL_LENGTH`] gets 414.
fn respond_to_visit<R>(
    request: &HttpRequest,
    report: Option<web::Query<R>>,
    count: impl FnOnce(R) -> Option<()>,
) -> HttpResponse {
    let counted = accept(request, report).and_then(|it| count(it).ok_or(StatusCode::BAD_REQUEST));
    HttpResponse::new(counted.map_or_else(|status| status, |()| StatusCode::NO_CONTENT))
}

/// A report that may count.
///
/// # Errors
/// 403 for one that a page of another site has sent (Fetch Metadata); 204 if the visitor objects to
/// reports (Global Privacy Control, Do Not Track); 400 if it does not parse.
fn accept<R>(request: &HttpRequest, report: Option<web::Query<R>>) -> Result<R, StatusCode> {
    let field = |name: &str| request.headers().get(name);
    if field("sec-fetch-site").is_some_and(|site| site != "same-origin") {
        Err(StatusCode::FORBIDDEN)
    } else if ["sec-gpc", "dnt"].into_iter().filter_map(field).any(|objects| objects == "1") {
        Err(StatusCode::NO_CONTENT)
    } else {
        report.map(web::Query::into_inner).ok_or(StatusCode::BAD_REQUEST)
    }
}

/// Middleware that responds to requests that the connection layer rejected, to `OPTIONS`, and
/// to those with a method that their path does not allow.
fn reject<S, B>(
    request: ServiceRequest,
    service: &S,
) -> impl Future<Output = Result<ServiceResponse<EitherBody<B>>, Error>> + use<S, B>
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error>,
{
    let rejection = http::rejection_response(&request).or_else(|| allowed_methods(&request));
    http::respond_or_call(rejection, request, service)
}

/// The response to `OPTIONS`, which load balancers send as a health check: 204; to a
/// method that the path does not allow: 405; and to one that HTTP does not define: 501 (RFC 9110,
/// sections 9.3.7, 15.5.6 and 15.6.2). Reports allow POST, all other paths GET and HEAD.
fn allowed_methods(request: &ServiceRequest) -> Option<HttpResponse> {
    // The path as the router decodes it.
    let (allowed, names): (&[Method], _) = match request.match_info().as_str() {
        path if REPORTS.contains(&path) => (&[Method::POST], "POST, OPTIONS"),
        _ => (&[Method::GET, Method::HEAD], "GET, HEAD, OPTIONS"),
    };
    if allowed.contains(request.method()) {
        return None;
    }
    let status = match access_log::method_label(request.method()) {
        "OPTIONS" => StatusCode::NO_CONTENT,
        access_log::OTHER_METHOD => StatusCode::NOT_IMPLEMENTED,
        _ => StatusCode::METHOD_NOT_ALLOWED,
    };
    let mut response = HttpResponse::build(status);
    response.insert_header((ALLOW, names));
    // A 405 is cacheable by default (RFC 9110, section 15.1), and a cache may use it for
    // GET.
    response.insert_header((CACHE_CONTROL, NO_STORE));
    Some(response.finish())
}

/// Middleware that keeps search engines from indexing responses that are not pages, and caches
/// from storing them, errors included.
fn api_headers() -> DefaultHeaders {
    DefaultHeaders::new().add(("X-Robots-Tag", "noindex")).add((CACHE_CONTROL, NO_STORE))
}
