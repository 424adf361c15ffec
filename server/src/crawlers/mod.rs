//! What crawlers are told: which pages there are, and where each of them stands
//! in every language. All of it is made once, from the list of routes that
//! requests are answered by.

mod alternates;
mod fixed_answer;
mod robots;
mod sitemap;

use actix_web::middleware::DefaultHeaders;
use actix_web::{HttpRequest, web};
use url::Url;

use crate::app::App;
use crate::site::Site;
use fixed_answer::FixedAnswer;

pub use alternates::{Alternate, alternates};
pub use sitemap::SitemapError;

/// The answers at the addresses that only crawlers ask for.
#[derive(Debug)]
pub struct Crawlers {
    robots: FixedAnswer,
    sitemap: FixedAnswer,
}

impl Crawlers {
    /// What crawlers of `site` are told while visitors reach it at `public_url`.
    ///
    /// # Errors
    /// [`SitemapError`].
    pub fn new(site: &Site, public_url: &Url) -> Result<Self, SitemapError> {
        let sitemap = sitemap::xml(site, public_url)?;
        Ok(Self {
            robots: FixedAnswer::new("text/plain; charset=utf-8", robots::text(public_url)),
            sitemap: FixedAnswer::new("application/xml", sitemap),
        })
    }
}

/// Adds the routes of `/robots.txt` and the map that it names.
pub fn routes(config: &mut web::ServiceConfig) {
    config
        .service(web::resource(robots::PATH).to(|request: HttpRequest, app: web::Data<App>| {
            std::future::ready(app.release().crawlers.robots.answer(&request))
        }))
        .service(web::resource(sitemap::PATH).to(|request: HttpRequest, app: web::Data<App>| {
            std::future::ready(app.release().crawlers.sitemap.answer(&request))
        }));
}

/// Keeps an interface's answers, which are no pages, out of search engines.
#[must_use]
pub fn keep_out() -> DefaultHeaders {
    DefaultHeaders::new().add(("X-Robots-Tag", "noindex"))
}
