//! Every path that is not a file or an interface: a page, a redirect, or the
//! not-found page.

use std::time::SystemTime;

use actix_web::http::StatusCode;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_LANGUAGE, ContentEncoding, ContentType, LOCATION, VARY,
};
use actix_web::{HttpRequest, HttpResponse, web};

use super::encoding::{self, EncodedPage};
use super::seed::seed_at;
use super::{Address, Language, PageError};
use crate::app::App;
use crate::operator::{BaseLink, Links, OperatorLink};
use crate::renderer::PageRequest;
use crate::routes::Target;

/// Renders the page at the request's path, in the visitor's language, and
/// streams it.
///
/// # Errors
/// [`PageError`] when the page fails before its first byte; a failure after it
/// breaks the connection off.
pub async fn page(request: HttpRequest, app: web::Data<App>) -> Result<HttpResponse, PageError> {
    let language = Language::of(&request, &app.site.locales);
    let path = match app.site.routes.resolve(request.path()) {
        Target::Page(path) => path,
        Target::NotFound => Target::NOT_FOUND_PATH,
        Target::Redirect(path) => return Ok(redirect(&Address { path, language: &language })),
    };
    let address = Address { path, language: &language };
    let rendered = app
        .renderer
        .render(request_for(&address, &app.links.current(), SystemTime::now()))
        .await
        .inspect_err(|error| tracing::error!(%address, %error, "page not rendered"))?;

    let encoding = encoding::negotiate(&request);
    let body = EncodedPage::new(rendered.body, encoding)?;
    let status = StatusCode::from_u16(rendered.status).unwrap_or(StatusCode::OK);
    let mut response = HttpResponse::build(status);
    response
        .content_type(ContentType::html())
        .insert_header((CONTENT_LANGUAGE, language.locale().code()))
        .insert_header((CACHE_CONTROL, "no-cache"));
    if encoding != ContentEncoding::Identity {
        response.insert_header(encoding);
    }
    response.insert_header((
        VARY,
        match language {
            Language::Fixed(_) => "Accept-Encoding",
            Language::Negotiated(_) => "Accept-Encoding, Accept-Language",
        },
    ));
    Ok(response.streaming(body))
}

/// What the engine is asked for.
#[must_use]
pub fn request_for(address: &Address<'_>, links: &Links, now: SystemTime) -> PageRequest {
    PageRequest {
        address: address.to_string(),
        locale: address.language.locale().code().to_owned(),
        link: links.base.as_ref().map(BaseLink::as_str).map(str::to_owned),
        blog_link: links.blog.as_ref().map(OperatorLink::as_str).map(str::to_owned),
        seed: seed_at(now),
    }
}

fn redirect(to: &Address<'_>) -> HttpResponse {
    HttpResponse::Found()
        .insert_header((LOCATION, to.to_string()))
        .insert_header((CACHE_CONTROL, "no-cache"))
        .finish()
}
