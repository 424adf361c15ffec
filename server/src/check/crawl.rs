//! Fetches the pages that are checked.

use std::net::SocketAddr;

use url::Url;

use super::page::{Page, Standing};
use crate::crawlers::{ROBOTS, SITEMAP};
use crate::http_client;
use crate::locale::Locale;
use crate::page::Language;
use crate::public_url;
use crate::site::{LocaleEntry, Site};

/// No page of the site: what a mistyped link leads to.
const NOWHERE: &str = "/no/such/page";

/// What links out there add to an address, and a canonical address leaves out.
const TRACKING: &str = "utm_source=elsewhere";

/// An address cannot be fetched.
#[derive(Debug, thiserror::Error)]
#[error("{address}: {error}")]
pub struct CrawlError {
    address: String,
    error: reqwest::Error,
}

/// The site as crawlers see it.
pub(super) struct Crawl {
    pub(super) site: Site,
    /// What absolute addresses begin with.
    pub(super) public_url: Url,
    /// Every page in every language, at each kind of address.
    pub(super) pages: Vec<Page>,
    /// What stands under other addresses that the pages, or crawlers, name.
    pub(super) files: Vec<File>,
}

/// An answer that is not looked into as a page.
pub(super) struct File {
    /// Relative to the site.
    pub(super) address: String,
    pub(super) status: u16,
    pub(super) content_type: String,
    pub(super) text: String,
}

impl Crawl {
    /// Fetches everything from the server at `server`, which has been told that
    /// it is reached at `public_url`.
    pub(super) async fn of(
        site: Site,
        public_url: Url,
        server: SocketAddr,
    ) -> Result<Self, CrawlError> {
        let fetcher = Fetcher::new(server)?;
        let mut pages = Vec::new();
        for path in site.routes.pages() {
            for locale in site.locales.iter() {
                pages.push(fetcher.page(path, &Language::Negotiated(locale.clone()), "").await?);
                for more in ["", TRACKING] {
                    let language = Language::Fixed(locale.clone());
                    pages.push(fetcher.page(path, &language, more).await?);
                }
            }
        }
        for locale in site.locales.iter() {
            pages.push(fetcher.page(NOWHERE, &Language::Fixed(locale.clone()), "").await?);
        }
        let mut crawl = Self { site, public_url, pages, files: Vec::new() };
        let mut addresses: Vec<String> = crawl.pages.iter().flat_map(Page::files).collect();
        addresses.extend([ROBOTS, SITEMAP].map(str::to_owned));
        addresses.sort();
        addresses.dedup();
        for address in addresses {
            let file = fetcher.file(&crawl.relative(&address)).await?;
            crawl.files.push(file);
        }
        Ok(crawl)
    }

    /// Fetches every page in one language alone.
    pub(super) async fn pages_in(
        locale: &Locale,
        site: &Site,
        server: SocketAddr,
    ) -> Result<Vec<Page>, CrawlError> {
        let fetcher = Fetcher::new(server)?;
        let language = Language::Fixed(locale.clone());
        let mut pages = Vec::new();
        for path in site.routes.pages().chain([NOWHERE]) {
            pages.push(fetcher.page(path, &language, "").await?);
        }
        Ok(pages)
    }

    /// The address as visitors and crawlers see it.
    pub(super) fn absolute(&self, address: &str) -> String {
        format!("{}{address}", public_url::base(&self.public_url))
    }

    /// An address of the site without what absolute ones begin with.
    pub(super) fn relative(&self, address: &str) -> String {
        address.strip_prefix(public_url::base(&self.public_url)).unwrap_or(address).to_owned()
    }

    /// The language that a page is in, as the build describes it.
    pub(super) fn language_of(&self, page: &Page) -> Option<&LocaleEntry> {
        self.site.languages.iter().find(|known| known.code == page.code())
    }

    /// The file at this address.
    pub(super) fn file(&self, address: &str) -> Option<&File> {
        let address = self.relative(address);
        self.files.iter().find(|file| file.address == address)
    }

    /// The pages that search engines may keep, as their own addresses give them.
    pub(super) fn indexable(&self) -> impl Iterator<Item = &Page> {
        self.pages.iter().filter(|page| page.standing == Standing::Indexable && !page.has_tracking)
    }
}

struct Fetcher {
    server: SocketAddr,
    http: reqwest::Client,
}

impl Fetcher {
    fn new(server: SocketAddr) -> Result<Self, CrawlError> {
        let http = http_client::builder()
            .build()
            .map_err(|error| CrawlError { address: server.to_string(), error })?;
        Ok(Self { server, http })
    }

    async fn get(&self, address: &str, language: &str) -> Result<Answer, CrawlError> {
        let failed = |error| CrawlError { address: address.to_owned(), error };
        let request = self
            .http
            .get(format!("http://{}{address}", self.server))
            .header(reqwest::header::ACCEPT_LANGUAGE, language);
        let response = request.send().await.map_err(failed)?;
        let status = response.status().as_u16();
        let headers = response.headers().clone();
        let header = |name: &str| {
            let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
            values.collect::<Vec<_>>().join(", ")
        };
        Ok(Answer {
            status,
            content_type: header("content-type"),
            content_language: header("content-language"),
            link: header("link"),
            // A picture is no text, but its beginning does no harm.
            text: response.text().await.map_err(failed)?,
        })
    }

    async fn page(&self, path: &str, language: &Language, more: &str) -> Result<Page, CrawlError> {
        let own_address = language.url_of(path);
        let separator = if own_address.contains('?') { '&' } else { '?' };
        let address = match more {
            "" => own_address.clone(),
            more => format!("{own_address}{separator}{more}"),
        };
        let answer = self.get(&address, language.locale().code()).await?;
        let standing = if path == NOWHERE { Standing::NotFound } else { Standing::Indexable };
        Ok(Page::new(address, own_address, !more.is_empty(), language.clone(), standing, &answer))
    }

    async fn file(&self, address: &str) -> Result<File, CrawlError> {
        let Answer { status, content_type, text, .. } = self.get(address, "").await?;
        Ok(File { address: address.to_owned(), status, content_type, text })
    }
}

/// What the server sent.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) content_type: String,
    pub(super) content_language: String,
    pub(super) link: String,
    pub(super) text: String,
}
