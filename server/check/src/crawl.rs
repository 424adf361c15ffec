//! Fetches a site: the pages that its sitemap and its home page name, in every
//! language, and the files that these need.

use std::collections::BTreeMap;
use std::time::Duration;

use reqwest::header::ACCEPT_LANGUAGE;
use reqwest::redirect;
use url::Url;

use crate::page::{Expected, Page, Standing};
use crate::sitemap::Sitemap;

/// RFC 9309.
pub(crate) const ROBOTS: &str = "/robots.txt";

/// Path of the sitemap.
pub(crate) const SITEMAP: &str = "/sitemap.xml";

/// A path without a page.
const MISSING: &str = "/no/such/page";

/// A query parameter that campaigns add to a URL, and a canonical URL leaves out.
const TRACKING: (&str, &str) = ("utm_source", "elsewhere");

/// The query of the pseudo-locale with accents, where the site serves it.
const PSEUDO_LOCALE: (&str, &str) = ("lang", "en-XA");

/// Longest time for one response.
const TIMEOUT: Duration = Duration::from_mins(1);

/// The `hreflang` of the URL whose language is negotiated.
pub(crate) const X_DEFAULT: &str = "x-default";

/// A URL could not be fetched.
#[derive(Debug, thiserror::Error)]
#[error("{url}: {error}")]
pub(crate) struct CrawlError {
    url: String,
    error: reqwest::Error,
}

/// The fetched pages and files of a site.
pub(crate) struct Crawl {
    /// The URL of the home page, as the site's documents name it.
    pub(crate) public_url: Url,
    /// The languages that the site's pages name, in their order.
    pub(crate) languages: Vec<String>,
    /// Every page in every language, at each kind of URL.
    pub(crate) pages: Vec<Page>,
    /// The pages in the pseudo-locale, if the site serves it.
    pub(crate) pseudo_pages: Vec<Page>,
    /// The files that pages, or crawlers, name.
    pub(crate) files: Vec<File>,
}

/// A response that is not read as a page.
pub(crate) struct File {
    /// Relative to the site.
    pub(crate) url: String,
    pub(crate) status: u16,
    pub(crate) content_type: String,
    pub(crate) text: String,
}

impl Crawl {
    /// Fetches the site that is reached at `public_url`.
    ///
    /// # Errors
    /// [`CrawlError`] when there is no HTTP response to a request.
    pub(crate) async fn of(fetcher: &Fetcher, public_url: Url) -> Result<Self, CrawlError> {
        let sitemap = fetcher.file(SITEMAP).await?;
        let home = fetcher.page(&public_url, Expected::page(X_DEFAULT, None, &public_url)).await?;
        let mut urls = home.alternates();
        urls.extend(Sitemap::parse(&sitemap.text).iter().flat_map(Sitemap::alternates));
        let mut languages: Vec<String> = Vec::new();
        let mut by_path: BTreeMap<String, Vec<(String, Url)>> = BTreeMap::new();
        for (hreflang, href) in urls {
            let Ok(url) = Url::parse(&href) else { continue };
            if hreflang != X_DEFAULT && !languages.contains(&hreflang) {
                languages.push(hreflang.clone());
            }
            let same_path = by_path.entry(url.path().to_owned()).or_default();
            if !same_path.contains(&(hreflang.clone(), url.clone())) {
                same_path.push((hreflang, url));
            }
        }

        let mut pages = Vec::new();
        for (hreflang, url) in by_path.values().flatten() {
            if hreflang == X_DEFAULT {
                for language in &languages {
                    let expected = Expected::page(X_DEFAULT, Some(language), url);
                    pages.push(fetcher.page(url, expected).await?);
                }
                continue;
            }
            let expected = Expected::page(hreflang, Some(hreflang), url);
            pages.push(fetcher.page(url, expected.clone()).await?);
            let mut tracked = url.clone();
            tracked.query_pairs_mut().append_pair(TRACKING.0, TRACKING.1);
            let expected = Expected { has_tracking: true, ..expected };
            pages.push(fetcher.page(&tracked, expected).await?);
        }
        let missing = with_path(&public_url, MISSING);
        for language in &languages {
            let expected = Expected {
                standing: Standing::NotFound,
                ..Expected::page(X_DEFAULT, Some(language), &missing)
            };
            pages.push(fetcher.page(&missing, expected).await?);
        }

        let mut pseudo_pages = Vec::new();
        for path in by_path.keys().map(String::as_str).chain([MISSING]) {
            let mut url = with_path(&public_url, path);
            url.query_pairs_mut().append_pair(PSEUDO_LOCALE.0, PSEUDO_LOCALE.1);
            let page = fetcher.page(&url, Expected::page(X_DEFAULT, None, &url)).await?;
            if page.attributes("html", "lang") == [PSEUDO_LOCALE.1] {
                pseudo_pages.push(page);
            }
        }

        let mut crawl = Self { public_url, languages, pages, pseudo_pages, files: vec![sitemap] };
        let mut urls: Vec<String> = crawl.pages.iter().flat_map(Page::files).collect();
        urls.push(ROBOTS.to_owned());
        urls.sort();
        urls.dedup();
        for url in urls {
            let file = fetcher.file(&crawl.relative(&url)).await?;
            crawl.files.push(file);
        }
        Ok(crawl)
    }

    /// Returns the absolute URL of a path of the site.
    pub(crate) fn absolute(&self, path: &str) -> String {
        format!("{}{path}", origin(&self.public_url))
    }

    /// Returns a URL of the site relative to its origin; any other unchanged.
    pub(crate) fn relative(&self, url: &str) -> String {
        match url.strip_prefix(origin(&self.public_url)) {
            Some("") => "/".to_owned(),
            Some(relative) => relative.to_owned(),
            None => url.to_owned(),
        }
    }

    /// Returns the file at this URL.
    pub(crate) fn file(&self, url: &str) -> Option<&File> {
        let url = self.relative(url);
        self.files.iter().find(|file| file.url == url)
    }

    /// Iterates over the indexable pages, at their canonical URLs.
    pub(crate) fn indexable(&self) -> impl Iterator<Item = &Page> {
        self.pages.iter().filter(|page| {
            page.expected.standing == Standing::Indexable && !page.expected.has_tracking
        })
    }
}

/// Fetches URLs of one site.
pub(crate) struct Fetcher {
    http: reqwest::Client,
    /// Origin of the site's URLs in its documents, and the one that is fetched.
    public_origin: String,
    origin: String,
}

impl Fetcher {
    /// Fetches the site at `url` in place of `public_url`.
    ///
    /// # Errors
    /// [`CrawlError`] when there can be no HTTP client.
    pub(crate) fn new(url: &Url, public_url: &Url) -> Result<Self, CrawlError> {
        // An error means that a provider was installed before.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder()
            .redirect(redirect::Policy::none())
            .timeout(TIMEOUT)
            .build()
            .map_err(|error| CrawlError { url: url.to_string(), error })?;
        Ok(Self {
            http,
            public_origin: origin(public_url).to_owned(),
            origin: origin(url).to_owned(),
        })
    }

    async fn page(&self, url: &Url, expected: Expected) -> Result<Page, CrawlError> {
        let language = expected.language.clone().unwrap_or_default();
        let response = self.get(url.as_str(), &language).await?;
        let relative = url.as_str().strip_prefix(&self.public_origin).unwrap_or(url.as_str());
        Ok(Page::new(relative.to_owned(), expected, &response))
    }

    async fn file(&self, url: &str) -> Result<File, CrawlError> {
        let Response { status, content_type, text, .. } = self.get(url, "").await?;
        Ok(File { url: url.to_owned(), status, content_type, text })
    }

    /// Fetches an absolute URL, or one relative to the site.
    async fn get(&self, url: &str, language: &str) -> Result<Response, CrawlError> {
        let failed = |error| CrawlError { url: url.to_owned(), error };
        let relative = url.strip_prefix(&self.public_origin).unwrap_or(url);
        let target = if relative.starts_with('/') {
            format!("{}{relative}", self.origin)
        } else {
            url.to_owned()
        };
        let response =
            self.http.get(target).header(ACCEPT_LANGUAGE, language).send().await.map_err(failed)?;
        let headers = response.headers().clone();
        let header = |name: &str| {
            let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
            values.collect::<Vec<_>>().join(", ")
        };
        Ok(Response {
            status: response.status().as_u16(),
            content_type: header("content-type"),
            content_language: header("content-language"),
            link: header("link"),
            // The text of a picture is never used.
            text: response.text().await.map_err(failed)?,
        })
    }
}

/// A response to a request.
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) content_type: String,
    pub(crate) content_language: String,
    pub(crate) link: String,
    pub(crate) text: String,
}

/// A URL's scheme, host and port.
fn origin(url: &Url) -> &str {
    &url[..url::Position::BeforePath]
}

fn with_path(url: &Url, path: &str) -> Url {
    let mut url = url.clone();
    url.set_path(path);
    url.set_query(None);
    url
}
