//! What only crawlers ask for.

use std::future::ready;

use actix_web::{HttpRequest, web};

use crate::app::App;
use crate::crawlers::{ROBOTS, SITEMAP};

/// Adds the routes of `/robots.txt` and the map that it names.
pub(super) fn routes(config: &mut web::ServiceConfig) {
    config
        .service(web::resource(ROBOTS).to(|request: HttpRequest, app: web::Data<App>| {
            ready(app.release().crawlers.robots.answer(&request))
        }))
        .service(web::resource(SITEMAP).to(|request: HttpRequest, app: web::Data<App>| {
            ready(app.release().crawlers.sitemap.answer(&request))
        }));
}
