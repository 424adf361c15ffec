//! The routes for crawlers.

use std::future::ready;

use actix_web::{HttpRequest, web};

use crate::crawlers::{ROBOTS, SITEMAP};
use crate::state::AppState;

/// Adds the routes of `/robots.txt` and `/sitemap.xml`.
pub(super) fn routes(config: &mut web::ServiceConfig) {
    config
        .service(web::resource(ROBOTS).to(|request: HttpRequest, app: web::Data<AppState>| {
            ready(app.release().crawlers.robots.respond(&request))
        }))
        .service(web::resource(SITEMAP).to(|request: HttpRequest, app: web::Data<AppState>| {
            ready(app.release().crawlers.sitemap.respond(&request))
        }));
}
