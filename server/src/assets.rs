//! Files made by the build: hashed ones under `/assets/`, a few under fixed
//! names.

use std::future::ready;
use std::path::Path;

use actix_files::{Files, NamedFile};
use actix_web::http::header::CACHE_CONTROL;
use actix_web::middleware::DefaultHeaders;
use actix_web::{Either, HttpResponse, web};

use crate::app::App;

/// Files that crawlers and browsers look for by name.
const FIXED: [&str; 2] = ["/favicon.ico", "/site.webmanifest"];

/// A hashed name never changes its content (RFC 8246).
const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// A fixed name may get new content with the next build.
const A_DAY: &str = "public, max-age=86400";

/// Adds the routes of all files.
pub fn routes(config: &mut web::ServiceConfig, app: &web::Data<App>) {
    let public = &app.site.public;
    config.service(
        web::scope("/assets").wrap(DefaultHeaders::new().add((CACHE_CONTROL, IMMUTABLE))).service(
            Files::new("", public.join("assets"))
                // The build lays a `.br` and a `.gz` beside each text file.
                .try_compressed()
                .use_last_modified(false)
                .default_handler(web::to(HttpResponse::NotFound)),
        ),
    );
    for path in FIXED {
        let file = public.join(path.trim_start_matches('/'));
        config.service(
            web::resource(path)
                .wrap(DefaultHeaders::new().add((CACHE_CONTROL, A_DAY)))
                .to(move || ready(open(&file))),
        );
    }
}

fn open(file: &Path) -> Either<NamedFile, HttpResponse> {
    match NamedFile::open(file) {
        Ok(file) => Either::Left(file),
        Err(error) => {
            tracing::error!(file = %file.display(), %error, "built file missing");
            Either::Right(HttpResponse::NotFound().finish())
        }
    }
}
