//! Fetches a deployment: the pages that its sitemap names, in every language, and the files that
//! they need.

use std::collections::BTreeSet;

use url::Url;

use crate::fetch::{BROWSER, CRAWLERS, FetchError, Fetcher, Response};
use crate::page::{Expected, Kind, Page};
use crate::sitemap::{self, Entry};

/// RFC 9309.
pub(crate) const ROBOTS: &str = "/robots.txt";

pub(crate) const SITEMAP: &str = "/sitemap.xml";

/// The `hreflang` of the URL whose language is negotiated.
pub(crate) const X_DEFAULT: &str = "x-default";

/// A path without a page.
const MISSING: &str = "/no/such/page";

/// A query parameter that campaigns add to a URL, and a canonical URL leaves out.
const TRACKING: (&str, &str) = ("utm_source", "elsewhere");

/// Attempts to fetch a page with every user agent within one time window.
const ATTEMPTS: usize = 3;

/// Why a deployment could not be checked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CheckError {
    #[error(transparent)]
    Fetch(#[from] FetchError),
    #[error("{0}: its status is {1}")]
    Status(Url, u16),
    #[error("{0}: {1}")]
    Xml(Url, roxmltree::Error),
    #[error("{0}: it names no translations (hreflang), as that of Marquee does")]
    NoTranslations(Url),
    #[error("the report cannot be written: {0}")]
    Report(#[from] std::io::Error),
}

/// The fetched pages and files of a deployment.
pub(crate) struct Deployment {
    /// Its URL, as its documents name it.
    pub(crate) public_url: Url,
    pub(crate) robots: Response,
    pub(crate) sitemap: Vec<Entry>,
    /// Every page in every language, at each kind of URL.
    pub(crate) pages: Vec<Page>,
    /// The files that pages need.
    pub(crate) files: Vec<File>,
}

/// A file that pages need.
pub(crate) struct File {
    /// As the pages name it if it is no URL.
    pub(crate) url: Result<Url, String>,
    /// Or why there is none.
    pub(crate) response: Result<Response, String>,
}

impl Deployment {
    /// Fetches the deployment whose documents name it by `public_url`.
    ///
    /// # Errors
    /// [`CheckError`] when there is no response to a request, or no sitemap with translations.
    pub(crate) async fn fetch(fetcher: &Fetcher, public_url: Url) -> Result<Self, CheckError> {
        let at = |path| with_path(&public_url, path);
        let robots = fetcher.get(&at(ROBOTS), "", BROWSER).await?;
        let sitemap = fetcher.get(&at(SITEMAP), "", BROWSER).await?;
        if sitemap.status != 200 {
            return Err(CheckError::Status(at(SITEMAP), sitemap.status));
        }
        let sitemap =
            sitemap::parse(&sitemap.text).map_err(|error| CheckError::Xml(at(SITEMAP), error))?;
        let languages = languages(&sitemap);
        if languages.is_empty() {
            return Err(CheckError::NoTranslations(at(SITEMAP)));
        }

        let mut pages = Vec::new();
        for entry in &sitemap {
            let Some(url) =
                Url::parse(&entry.loc).ok().filter(|url| is_same_site(url, &public_url))
            else {
                continue;
            };
            let own = entry.alternates.iter().filter(|(_, named)| *named == entry.loc);
            let own: BTreeSet<_> = own
                .map(|(hreflang, _)| hreflang)
                .filter(|hreflang| *hreflang != X_DEFAULT)
                .collect();
            let is_negotiated = own.is_empty();
            let other_for = crawlers_with_another_page(fetcher, &url).await?;
            for language in if is_negotiated { &languages } else { &own } {
                let expected = |kind| Expected {
                    language: (*language).clone(),
                    is_negotiated,
                    canonical_url: url.clone(),
                    kind,
                };
                let mut canonical = page(fetcher, &url, expected(Kind::Canonical)).await?;
                canonical.other_for.clone_from(&other_for);
                pages.push(canonical);
                let tracked = with_query(&url, TRACKING);
                pages.push(page(fetcher, &tracked, expected(Kind::Tracked)).await?);
            }
        }
        let missing = at(MISSING);
        for language in languages {
            let expected = Expected {
                language: language.clone(),
                is_negotiated: true,
                canonical_url: missing.clone(),
                kind: Kind::NotFound,
            };
            pages.push(page(fetcher, &missing, expected).await?);
        }
        let files = files(fetcher, &pages).await;
        Ok(Self { public_url, robots, sitemap, pages, files })
    }

    pub(crate) fn absolute(&self, path: &str) -> Url {
        with_path(&self.public_url, path)
    }

    /// Whether a URL is the site's own.
    pub(crate) fn has(&self, url: &Url) -> bool {
        is_same_site(url, &self.public_url)
    }
}

pub(crate) fn languages(sitemap: &[Entry]) -> BTreeSet<&String> {
    let named = sitemap.iter().flat_map(|entry| &entry.alternates);
    named.map(|(hreflang, _)| hreflang).filter(|hreflang| *hreflang != X_DEFAULT).collect()
}

fn is_same_site(url: &Url, public_url: &Url) -> bool {
    url.origin() == public_url.origin()
}

async fn page(fetcher: &Fetcher, url: &Url, expected: Expected) -> Result<Page, FetchError> {
    let response = fetcher.get(url, &expected.language, BROWSER).await?;
    Ok(Page::new(url.clone(), expected, &response))
}

/// Fetches the files that pages need. Another origin than the site's may not respond.
async fn files(fetcher: &Fetcher, pages: &[Page]) -> Vec<File> {
    let urls: BTreeSet<_> = pages.iter().flat_map(Page::files).collect();
    let mut files = Vec::new();
    for url in urls {
        let response = match &url {
            Ok(url) => {
                fetcher.get(url, "", BROWSER).await.map_err(|error| error.reason.to_string())
            }
            Err(_) => Err("is no URL".into()),
        };
        files.push(File { url, response });
    }
    files
}

/// The names of the crawlers that get another page than a browser. Nothing can be
/// said where the page changes faster than it is fetched.
async fn crawlers_with_another_page(
    fetcher: &Fetcher,
    url: &Url,
) -> Result<Vec<&'static str>, FetchError> {
    let mut before = fetcher.get(url, "", BROWSER).await?.text;
    for _ in 0..ATTEMPTS {
        let mut others = Vec::new();
        for (name, agent) in CRAWLERS {
            if fetcher.get(url, "", agent).await?.text != before {
                others.push(name);
            }
        }
        let after = fetcher.get(url, "", BROWSER).await?.text;
        if before == after {
            return Ok(others);
        }
        before = after;
    }
    Ok(Vec::new())
}

fn with_path(url: &Url, path: &str) -> Url {
    let mut url = url.clone();
    url.set_path(path);
    url.set_query(None);
    url
}

fn with_query(url: &Url, (name, value): (&str, &str)) -> Url {
    let mut url = url.clone();
    url.query_pairs_mut().append_pair(name, value);
    url
}
