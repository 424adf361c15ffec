//! Fetches a deployment: the pages that its sitemap and their translations (`hreflang`)
//! name, in every language, and the files that these need.

use std::collections::{BTreeSet, VecDeque};

use url::Url;

use crate::fetch::{BROWSER, CRAWLERS, FetchError, Fetcher, Response};
use crate::page::{Expected, Kind, Page, X_DEFAULT};
use crate::sitemap;

/// RFC 9309.
pub(crate) const ROBOTS: &str = "/robots.txt";

pub(crate) const SITEMAP: &str = "/sitemap.xml";

/// A path without a page.
const MISSING: &str = "/no/such/page";

/// A query parameter that campaigns add to a URL, and a canonical URL leaves out.
const TRACKING: (&str, &str) = ("utm_source", "elsewhere");

/// The query of the pseudo-locale with accents, where the deployment serves it.
const PSEUDO_LOCALE: (&str, &str) = ("lang", "en-XA");

/// Limit of the URLs of pages that are fetched.
const MAX_URLS: usize = 200;

/// Attempts to fetch a page with every user agent within one time window.
const ATTEMPTS: usize = 3;

/// Why a deployment could not be checked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CrawlError {
    #[error(transparent)]
    Fetch(#[from] FetchError),
    #[error(
        "{0}: neither the home page nor the sitemap lists translations (hreflang), as those of Marquee do"
    )]
    NoTranslations(Url),
}

/// The fetched pages and files of a deployment.
pub(crate) struct Crawl {
    /// The URL of the site, as its documents name it.
    pub(crate) public_url: Url,
    /// The languages of the pages, in the order in which they are named.
    pub(crate) languages: Vec<String>,
    pub(crate) robots: Response,
    pub(crate) sitemap: Response,
    /// Every page in every language, at each kind of URL.
    pub(crate) pages: Vec<Page>,
    /// Whether there are more pages than are fetched.
    pub(crate) is_partial: bool,
    /// The pages in the pseudo-locale, if the deployment serves it.
    pub(crate) pseudo_pages: Vec<Page>,
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

impl Crawl {
    /// Fetches the deployment whose documents name it by `public_url`.
    ///
    /// # Errors
    /// [`CrawlError`] when there is no HTTP response to a request, or there are no
    /// translations.
    pub(crate) async fn of(fetcher: &Fetcher, public_url: Url) -> Result<Self, CrawlError> {
        let at = |path| with_path(&public_url, path);
        let robots = fetcher.get(&at(ROBOTS), "", BROWSER).await?;
        let sitemap = fetcher.get(&at(SITEMAP), "", BROWSER).await?;
        let Discovered { names, urls, is_partial } =
            discover(fetcher, &public_url, &sitemap).await?;
        let languages = languages(names.iter().map(|(hreflang, _)| hreflang));
        if languages.is_empty() {
            return Err(CrawlError::NoTranslations(public_url));
        }

        let mut pages = Vec::new();
        for url in &urls {
            let own = names.iter().filter(|(_, named)| named == url).map(|(hreflang, _)| hreflang);
            let own = self::languages(own);
            let is_negotiated = own.is_empty();
            let other_for = crawlers_with_another_page(fetcher, url).await?;
            for language in if is_negotiated { &languages } else { &own } {
                let expected = |kind| Expected {
                    language: language.clone(),
                    is_negotiated,
                    canonical_url: url.clone(),
                    kind,
                };
                let mut canonical = page(fetcher, url, expected(Kind::Canonical)).await?;
                canonical.other_for.clone_from(&other_for);
                pages.push(canonical);
                let tracked = with_query(url, TRACKING);
                pages.push(page(fetcher, &tracked, expected(Kind::Tracked)).await?);
            }
        }
        let missing = at(MISSING);
        for language in &languages {
            let expected = Expected {
                language: language.clone(),
                is_negotiated: true,
                canonical_url: missing.clone(),
                kind: Kind::NotFound,
            };
            pages.push(page(fetcher, &missing, expected).await?);
        }
        Ok(Self {
            pseudo_pages: pseudo_pages(fetcher, &pages).await?,
            files: files(fetcher, &pages).await,
            public_url,
            languages,
            robots,
            sitemap,
            pages,
            is_partial,
        })
    }

    /// Returns the absolute URL of a path of the site.
    pub(crate) fn absolute(&self, path: &str) -> Url {
        with_path(&self.public_url, path)
    }

    /// Whether a URL is the site's own.
    pub(crate) fn has(&self, url: &Url) -> bool {
        url.origin() == self.public_url.origin()
    }

    /// Iterates over the pages that search engines should index, at their canonical URLs.
    pub(crate) fn indexable(&self) -> impl Iterator<Item = &Page> {
        self.pages.iter().filter(|page| page.expected.kind == Kind::Canonical)
    }
}

/// What the documents of a deployment name.
struct Discovered {
    /// URLs by the `hreflang` by which a page or the sitemap names them, in their order.
    names: Vec<(String, Url)>,
    /// The URLs of the site's pages.
    urls: BTreeSet<Url>,
    is_partial: bool,
}

/// Follows the home page, the sitemap and translations to every page.
async fn discover(
    fetcher: &Fetcher,
    public_url: &Url,
    sitemap: &Response,
) -> Result<Discovered, FetchError> {
    let mut found = Discovered { names: Vec::new(), urls: BTreeSet::new(), is_partial: false };
    let mut queue = VecDeque::from([with_path(public_url, "/")]);
    let mut name_all = |alternates: Vec<(String, String)>, base: &Url| {
        let mut urls = Vec::new();
        for (hreflang, href) in alternates {
            let Ok(url) = base.join(&href) else { continue };
            let name = (hreflang, url.clone());
            if !found.names.contains(&name) {
                found.names.push(name);
                urls.push(url);
            }
        }
        urls
    };
    // Another rule reports what is not XML.
    for entry in sitemap::parse(&sitemap.text).unwrap_or_default() {
        queue.extend(Url::parse(&entry.loc));
        queue.extend(name_all(entry.alternates, public_url));
    }
    while let Some(url) = queue.pop_front() {
        if url.origin() != public_url.origin() || found.urls.contains(&url) {
            continue;
        }
        if found.urls.len() == MAX_URLS {
            found.is_partial = true;
            break;
        }
        let response = fetcher.get(&url, "", BROWSER).await?;
        queue.extend(name_all(Page::alternates_of(&response), &url));
        found.urls.insert(url);
    }
    Ok(found)
}

async fn page(fetcher: &Fetcher, url: &Url, expected: Expected) -> Result<Page, FetchError> {
    let response = fetcher.get(url, &expected.language, BROWSER).await?;
    Ok(Page::new(url.clone(), expected, &response))
}

/// Fetches each path of the other pages in the pseudo-locale.
async fn pseudo_pages(fetcher: &Fetcher, others: &[Page]) -> Result<Vec<Page>, FetchError> {
    let urls = others.iter().map(|page| &page.expected.canonical_url);
    let paths: BTreeSet<_> = urls.map(|url| with_path(url, url.path())).collect();
    let mut pages = Vec::new();
    for path in paths {
        let url = with_query(&path, PSEUDO_LOCALE);
        let expected = Expected {
            language: PSEUDO_LOCALE.1.to_owned(),
            is_negotiated: false,
            canonical_url: path,
            kind: Kind::Canonical,
        };
        let page = page(fetcher, &url, expected).await?;
        if page.attributes("html", "lang") == [PSEUDO_LOCALE.1] {
            pages.push(page);
        }
    }
    Ok(pages)
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

/// Returns the names of the crawlers that get another page than a browser. Nothing can be
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

/// Returns each language once, in their order.
fn languages<'a>(hreflangs: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for hreflang in hreflangs {
        if hreflang != X_DEFAULT && !found.contains(hreflang) {
            found.push(hreflang.clone());
        }
    }
    found
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
