//! Fetches a site: the pages that its home page, its sitemaps, and the pages themselves
//! name, in every language, and the files that these need.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use reqwest::header::{ACCEPT_LANGUAGE, LOCATION, USER_AGENT};
use reqwest::redirect;
use url::Url;

use crate::page::{Expected, Page, Standing, words_of};
use crate::robots::Robots;
use crate::sitemap::Sitemap;

/// RFC 9309.
pub(crate) const ROBOTS: &str = "/robots.txt";

/// Path of the sitemap where `robots.txt` names none.
const SITEMAP: &str = "/sitemap.xml";

/// A path without a page.
const MISSING: &str = "/no/such/page";

/// A query parameter that campaigns add to a URL, and a canonical URL leaves out.
const TRACKING: (&str, &str) = ("utm_source", "elsewhere");

/// The query of the pseudo-locale with accents, where the site serves it.
const PSEUDO_LOCALE: (&str, &str) = ("lang", "en-XA");

/// Longest time for one response.
const TIMEOUT: Duration = Duration::from_mins(1);

/// Limit of the pages that are fetched.
const MAX_PAGES: usize = 200;

/// Limit of the sitemaps that are fetched.
const MAX_SITEMAPS: usize = 50;

/// Limit of the redirects of the home page.
const MAX_REDIRECTS: usize = 5;

/// The `hreflang` of the URL whose language is negotiated.
pub(crate) const X_DEFAULT: &str = "x-default";

/// User agent of all other requests: that of a browser, and the name of this tool.
const BROWSER: &str = concat!(
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 ",
    "Safari/537.36 marquee-check/",
    env!("CARGO_PKG_VERSION")
);

/// Crawlers that must get what a browser gets.
const CRAWLERS: [(&str, &str); 3] = [
    ("Googlebot", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"),
    ("Bingbot", "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)"),
    (
        "facebookexternalhit",
        "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    ),
];

/// Attempts to fetch a page with every user agent while it does not change by itself.
const ATTEMPTS: usize = 3;

/// A URL could not be fetched.
#[derive(Debug, thiserror::Error)]
#[error("{url}: {error}")]
pub(crate) struct CrawlError {
    url: String,
    error: reqwest::Error,
}

/// The fetched pages and files of a site.
pub(crate) struct Crawl {
    /// The URL of the site, as its documents name it.
    pub(crate) public_url: Url,
    /// Whether it is built with Marquee, whose own rules apply to it.
    pub(crate) is_marquee: bool,
    /// The languages that the site's pages name, in their order.
    pub(crate) languages: Vec<String>,
    pub(crate) robots: Robots,
    /// Every sitemap, also those that are no sitemaps.
    pub(crate) sitemaps: Vec<File>,
    /// URLs of pages that `robots.txt` forbids, and that were not fetched.
    pub(crate) forbidden: BTreeSet<String>,
    /// Every page in every language, at each kind of URL.
    pub(crate) pages: Vec<Page>,
    /// Whether there are more pages than are fetched.
    pub(crate) is_partial: bool,
    /// The pages in the pseudo-locale, if the site serves it.
    pub(crate) pseudo_pages: Vec<Page>,
    /// The files that pages, or crawlers, name.
    pub(crate) files: Vec<File>,
}

/// A response that is not read as a page.
pub(crate) struct File {
    /// Relative to the site.
    pub(crate) url: String,
    /// Zero if there was no response.
    pub(crate) status: u16,
    pub(crate) content_type: String,
    /// Its content, or why there was no response.
    pub(crate) text: String,
}

impl Crawl {
    /// Fetches the site that is reached at `public_url`.
    ///
    /// # Errors
    /// [`CrawlError`] when there is no HTTP response to a request.
    pub(crate) async fn of(
        fetcher: &Fetcher,
        public_url: Url,
        is_marquee: bool,
    ) -> Result<Self, CrawlError> {
        let robots_file = fetcher.file(ROBOTS).await?;
        let robots = match robots_file.status {
            200 => Robots::parse(&robots_file.text),
            _ => Robots::default(),
        };
        let mut crawl = Self {
            languages: Vec::new(),
            sitemaps: fetcher.sitemaps(&robots).await?,
            robots,
            forbidden: BTreeSet::new(),
            pages: Vec::new(),
            is_partial: false,
            pseudo_pages: Vec::new(),
            files: vec![robots_file],
            public_url,
            is_marquee,
        };
        let found = crawl.discover(fetcher).await?;
        crawl.fetch_pages(fetcher, found).await?;
        if is_marquee {
            crawl.fetch_pseudo_pages(fetcher).await?;
        }
        let mut urls: Vec<_> = crawl.pages.iter().flat_map(Page::files).collect();
        urls.sort();
        urls.dedup();
        for url in urls {
            let url = crawl.relative(&url);
            // Another origin than the site's may not respond.
            let file = fetcher.file(&url).await.unwrap_or_else(|CrawlError { error, .. }| File {
                url,
                status: 0,
                content_type: String::new(),
                text: error.to_string(),
            });
            crawl.files.push(file);
        }
        Ok(crawl)
    }

    /// Follows the home page, the sitemaps, translations and canonical URLs to every page.
    async fn discover(&mut self, fetcher: &Fetcher) -> Result<Discovered, CrawlError> {
        let mut found = Discovered::default();
        let mut queue = VecDeque::from([fetcher.home(&self.public_url).await?]);
        for sitemap in &self.sitemaps {
            for entry in Sitemap::parse(&sitemap.text).unwrap_or_default().entries {
                queue.extend(Url::parse(&entry.loc));
                queue.extend(found.name_all(entry.alternates(), &self.public_url));
            }
        }
        while let Some(mut url) = queue.pop_front() {
            url.set_fragment(None);
            if url.origin() != self.public_url.origin() || found.responses.contains_key(&url) {
                continue;
            }
            if self.robots.forbidding(&self.relative(url.as_str())).is_some() {
                self.forbidden.insert(url.to_string());
                continue;
            }
            if found.responses.len() == MAX_PAGES {
                self.is_partial = true;
                break;
            }
            let response = fetcher.get(url.as_str(), "", BROWSER).await?;
            let page = Page::new(url.to_string(), Expected::page("", None, &url), &response);
            queue.extend(found.name_all(page.alternates(), &url));
            let canonical = page.attributes("link[rel='canonical']", "href");
            queue.extend(canonical.iter().filter_map(|href| url.join(href).ok()));
            found.responses.insert(url, response);
        }
        Ok(found)
    }

    /// Adds every page in every language, with a tracking parameter too, and the page at a
    /// path without one.
    async fn fetch_pages(
        &mut self,
        fetcher: &Fetcher,
        found: Discovered,
    ) -> Result<(), CrawlError> {
        let Discovered { names, responses } = found;
        self.languages =
            distinct(names.iter().map(|(hreflang, _)| hreflang).filter(|it| *it != X_DEFAULT));
        let missing = with_path(&self.public_url, MISSING);
        let not_found = |language| Expected {
            standing: Standing::NotFound,
            ..Expected::page(X_DEFAULT, language, &missing)
        };
        for (url, response) in responses {
            let own =
                distinct(names.iter().filter(|(_, named)| *named == url).map(|(name, _)| name));
            let of_languages: Vec<_> = own.iter().filter(|name| *name != X_DEFAULT).collect();
            if of_languages.is_empty() && self.is_marquee {
                for language in &self.languages {
                    let expected = Expected::page(X_DEFAULT, Some(language), &url);
                    self.pages.push(fetcher.page(&url, expected).await?);
                }
                continue;
            }
            let expected = match &of_languages[..] {
                [language] => Expected::page(language, Some(language), &url),
                // One URL for several regions, or for all.
                [language, ..] => Expected::page(language, None, &url),
                [] => Expected::page(own.first().map_or("", String::as_str), None, &url),
            };
            let mut page = Page::new(self.relative(url.as_str()), expected.clone(), &response);
            page.other_for = fetcher.crawlers_with_another_page(&url).await?;
            self.pages.push(page);
            let mut tracked = url.clone();
            tracked.query_pairs_mut().append_pair(TRACKING.0, TRACKING.1);
            let expected = Expected { has_tracking: true, ..expected };
            self.pages.push(fetcher.page(&tracked, expected).await?);
        }
        if self.is_marquee {
            for language in &self.languages {
                self.pages.push(fetcher.page(&missing, not_found(Some(language))).await?);
            }
        } else {
            self.pages.push(fetcher.page(&missing, not_found(None)).await?);
        }
        Ok(())
    }

    async fn fetch_pseudo_pages(&mut self, fetcher: &Fetcher) -> Result<(), CrawlError> {
        let urls = self.pages.iter().map(|page| &page.expected.canonical_url);
        let paths: BTreeSet<_> =
            urls.filter_map(|url| Some(Url::parse(url).ok()?.path().to_owned())).collect();
        for path in paths {
            let mut url = with_path(&self.public_url, &path);
            url.query_pairs_mut().append_pair(PSEUDO_LOCALE.0, PSEUDO_LOCALE.1);
            let page = fetcher.page(&url, Expected::page(X_DEFAULT, None, &url)).await?;
            if page.attributes("html", "lang") == [PSEUDO_LOCALE.1] {
                self.pseudo_pages.push(page);
            }
        }
        Ok(())
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

    /// Iterates over the indexable pages, at their canonical URLs.
    pub(crate) fn indexable(&self) -> impl Iterator<Item = &Page> {
        self.pages.iter().filter(|page| {
            page.expected.standing == Standing::Indexable && !page.expected.has_tracking
        })
    }
}

/// What the documents of a site name.
#[derive(Default)]
struct Discovered {
    /// URLs by the `hreflang` by which a page or a sitemap names them, in their order.
    names: Vec<(String, Url)>,
    responses: BTreeMap<Url, Response>,
}

impl Discovered {
    /// Records URLs by `hreflang`, and returns them.
    fn name_all(&mut self, alternates: Vec<(String, String)>, base: &Url) -> Vec<Url> {
        let named = alternates
            .into_iter()
            .filter_map(|(hreflang, href)| Some((hreflang, base.join(&href).ok()?)));
        let urls_before = self.names.len();
        for name in named {
            if !self.names.contains(&name) {
                self.names.push(name);
            }
        }
        self.names[urls_before..].iter().map(|(_, url)| url.clone()).collect()
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

    /// Returns the URL of the home page: many sites redirect to one of their languages.
    async fn home(&self, public_url: &Url) -> Result<Url, CrawlError> {
        let mut url = public_url.clone();
        for _ in 0..MAX_REDIRECTS {
            let response = self.get(url.as_str(), "", BROWSER).await?;
            let target = response.location.and_then(|location| url.join(&location).ok());
            match target {
                Some(target) if target.origin() == public_url.origin() => url = target,
                _ => break,
            }
        }
        Ok(url)
    }

    /// Fetches the sitemaps that `robots.txt` names, or the one at the usual path, and those
    /// that they name.
    async fn sitemaps(&self, robots: &Robots) -> Result<Vec<File>, CrawlError> {
        let mut queue = VecDeque::from(robots.sitemaps.clone());
        if queue.is_empty() {
            queue.push_back(SITEMAP.to_owned());
        }
        let mut files: Vec<File> = Vec::new();
        while let Some(url) = queue.pop_front() {
            let relative = url.strip_prefix(&self.public_origin).unwrap_or(&url);
            if files.len() == MAX_SITEMAPS || files.iter().any(|file| file.url == relative) {
                continue;
            }
            let file = self.file(relative).await?;
            if let Ok(sitemap) = Sitemap::parse(&file.text) {
                queue.extend(sitemap.nested().map(str::to_owned));
            }
            files.push(file);
        }
        Ok(files)
    }

    async fn page(&self, url: &Url, expected: Expected) -> Result<Page, CrawlError> {
        let language = expected.language.clone().unwrap_or_default();
        let response = self.get(url.as_str(), &language, BROWSER).await?;
        let relative = url.as_str().strip_prefix(&self.public_origin).unwrap_or(url.as_str());
        Ok(Page::new(relative.to_owned(), expected, &response))
    }

    async fn file(&self, url: &str) -> Result<File, CrawlError> {
        let Response { status, content_type, text, .. } = self.get(url, "", BROWSER).await?;
        Ok(File { url: url.to_owned(), status, content_type, text })
    }

    /// Returns the names of the crawlers that get another page than a browser. Where every
    /// response has other bytes, only the words count; where these change as well, nothing
    /// can be said.
    async fn crawlers_with_another_page(&self, url: &Url) -> Result<Vec<&'static str>, CrawlError> {
        let mut differing = Vec::new();
        for attempt in 1..=ATTEMPTS {
            let before = self.get(url.as_str(), "", BROWSER).await?.text;
            let mut texts = Vec::new();
            for (name, agent) in CRAWLERS {
                texts.push((name, self.get(url.as_str(), "", agent).await?.text));
            }
            let after = self.get(url.as_str(), "", BROWSER).await?.text;
            let others = |is_other: &dyn Fn(&str) -> bool| -> Vec<_> {
                texts.iter().filter(|(_, text)| is_other(text)).map(|(name, _)| *name).collect()
            };
            if before == after {
                return Ok(others(&|text| text != before));
            }
            if attempt == ATTEMPTS && words_of(&before) == words_of(&after) {
                differing = others(&|text| words_of(text) != words_of(&before));
            }
        }
        Ok(differing)
    }

    /// Fetches an absolute URL, or one relative to the site.
    async fn get(&self, url: &str, language: &str, agent: &str) -> Result<Response, CrawlError> {
        let failed = |error| CrawlError { url: url.to_owned(), error };
        let relative = url.strip_prefix(&self.public_origin).unwrap_or(url);
        let target = if relative.starts_with('/') {
            format!("{}{relative}", self.origin)
        } else {
            url.to_owned()
        };
        let request = self.http.get(target).header(ACCEPT_LANGUAGE, language);
        let response = request.header(USER_AGENT, agent).send().await.map_err(failed)?;
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
            location: response.status().is_redirection().then(|| header(LOCATION.as_str())),
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
    /// Where a redirect leads.
    location: Option<String>,
    pub(crate) text: String,
}

/// Returns each text once, in their order.
fn distinct<'a>(texts: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for text in texts {
        if !found.contains(text) {
            found.push(text.clone());
        }
    }
    found
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
