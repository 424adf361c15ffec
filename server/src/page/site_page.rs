//! A page of the site in one locale, and its metadata.

use std::fmt;

use actix_web::http::StatusCode;
use serde::Serialize;
use url::Url;

use super::error::PageError;
use super::headers::of_page;
use crate::http::Headers;
use crate::locale::Language;
use crate::locale::Locale;
use crate::site::Site;
use crate::site::base_url;
use crate::site::built_page::BuiltPage;
use crate::site::routes::Target;
use crate::telemetry::PerMinute;

/// The `hreflang` of the URL whose language is negotiated.
pub(crate) const X_DEFAULT: &str = "x-default";

/// A page in one locale: what stays the same from one render of it to the next. Shape:
/// `PageInLocale` in `ssr-bundle/site.ts`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PageInLocale {
    /// The path of its URL: one of the bundle's routes, or any other for the not-found
    /// page.
    path: String,
    /// Code of the locale to render in, one of those given to `configure`.
    locale: String,
    /// Whether the URL fixes the locale (`?lang=zh`), rather than the request's headers.
    is_locale_fixed: bool,
    /// Absolute URL; `None` for a page that search engines must not index.
    canonical_url: Option<String>,
    /// All URLs of an indexable page, its own among them.
    alternates: Vec<Alternate>,
}

/// One URL of a page: `<link rel="alternate" hreflang>`.
#[derive(Debug, Serialize)]
pub(crate) struct Alternate {
    /// A language tag (BCP 47), or `x-default` for the page whose locale is negotiated.
    pub hreflang: String,
    /// Absolute URL.
    pub url: String,
}

/// A page of the site in one locale, and its metadata.
#[derive(Debug)]
pub(crate) struct SitePage {
    /// Its description for the bundle.
    pub(super) description: PageInLocale,
    pub(super) language: Language,
    /// 200, or 404 for the not-found page.
    pub(crate) status: StatusCode,
    headers: Headers,
    built: Option<BuiltPage>,
    /// Lines of the log about clients that got no page, of which every request may cause one.
    degraded: PerMinute,
}

impl SitePage {
    /// The page of `site` at `path`, or the not-found page at any path without one.
    pub(crate) fn new(site: &Site, public_url: &Url, path: &str, language: Language) -> Self {
        let is_found = site.routes.resolve(path) == Target::Page(path);
        let is_indexable =
            is_found && site.locales.iter().any(|locale| locale == language.locale());
        let description = PageInLocale {
            path: path.to_owned(),
            locale: language.locale().code().to_owned(),
            is_locale_fixed: matches!(language, Language::Fixed(_)),
            canonical_url: is_indexable
                .then(|| format!("{}{}", base_url(public_url), language.url_of(path, ""))),
            alternates: if is_indexable { alternates(site, public_url, path) } else { Vec::new() },
        };
        Self {
            headers: of_page(site, &language),
            built: site.built_page(path, language.locale().code()).cloned(),
            description,
            language,
            status: if is_found { StatusCode::OK } else { StatusCode::NOT_FOUND },
            degraded: PerMinute::first(5),
        }
    }

    /// The path of its URL.
    pub(crate) fn path(&self) -> &str {
        &self.description.path
    }

    /// Its URL, relative to the site: `/?lang=zh`.
    pub(crate) fn url(&self) -> String {
        self.language.url_of(self.path(), "")
    }

    /// The headers that every response with the page has.
    pub(crate) fn headers(&self) -> &Headers {
        &self.headers
    }

    /// Checks that a rendered document is the whole page.
    pub(super) fn check(&self, html: &[u8]) -> Result<(), PageError> {
        self.built.as_ref().map_or(Ok(()), |built| built.check(html)).map_err(PageError::NotWhole)
    }

    pub(crate) fn locale(&self) -> &Locale {
        self.language.locale()
    }

    /// Logs that a client got no page, also where its request did not cause the failed render.
    pub(super) fn log_degraded(&self, error: &PageError) {
        if !error.is_overload()
            && let Some(left_out) = self.degraded.admit()
        {
            let (url, language, error) = (self.url(), self.locale().code(), error.to_string());
            tracing::warn!(url, language, error = error.lines().next(), left_out, "page degraded");
        }
    }

    /// Logs a failed render.
    pub(super) fn log(&self, error: &PageError) {
        let (url, language) = (self.url(), self.locale().code());
        if error.is_overload() {
            // Under overload there are thousands; a metric counts them.
            tracing::debug!(url, language, %error, "page not rendered");
        } else {
            let component_stack = error.component_stack();
            tracing::error!(url, language, %error, component_stack, "page not rendered");
        }
    }
}

impl fmt::Display for SitePage {
    /// What no other page is called: `/?lang=zh`, or `/ in zh` where that is negotiated.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.language {
            Language::Fixed(_) => f.write_str(&self.url()),
            Language::Negotiated(locale) => write!(f, "{} in {}", self.path(), locale.code()),
        }
    }
}

/// All URLs of the page at `path`, the same list for every one of them: the one with
/// a negotiated locale, and one for each locale.
pub(crate) fn alternates(site: &Site, public_url: &Url, path: &str) -> Vec<Alternate> {
    let base = base_url(public_url);
    let alternate = |hreflang: &str, language: &Language| Alternate {
        hreflang: hreflang.to_owned(),
        url: format!("{base}{}", language.url_of(path, "")),
    };
    let negotiated = Language::Negotiated(site.locales.default().clone());
    let fixed = site
        .locales
        .iter()
        .map(|locale| alternate(locale.code(), &Language::Fixed(locale.clone())));
    std::iter::once(alternate(X_DEFAULT, &negotiated)).chain(fixed).collect()
}
