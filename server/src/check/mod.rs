//! `marquee check`: looks at every page in every language as crawlers get it,
//! through the real server, and tells what is wrong with it.

mod addresses;
mod body;
mod cards;
mod crawl;
mod data;
mod files;
mod page;
mod report;
mod sitemap;

mod titles;
mod words;

use std::net::{Ipv4Addr, SocketAddr};

use crate::server::SiteServer;
use crate::settings::Settings;
use crate::signals::Signals;
use crate::site::{Site, SiteError};
use crate::start_error::StartError;
use crawl::{Crawl, CrawlError};
use page::Page;

pub use report::{Finding, Report};

/// Why nothing could be checked.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// `DIST_DIR` holds no usable site.
    #[error(transparent)]
    Site(#[from] SiteError),
    /// The server does not start.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The server does not answer.
    #[error(transparent)]
    Crawl(#[from] CrawlError),
}

/// A check of single pages: gives what is wrong with one of them.
type PageCheck = fn(&Page, &Crawl) -> Vec<String>;

/// A check of the site as a whole: gives where something is wrong, and what.
type SiteCheck = fn(&Crawl) -> Vec<Finding>;

/// The pseudo-locale in which every translated text has accents.
const ACCENTED: &str = "en-XA";

const PAGE_CHECKS: [(&str, PageCheck); 14] = [
    ("status", addresses::status),
    ("language", addresses::language),
    ("canonical address", addresses::canonical),
    ("translations (hreflang)", addresses::alternates),
    ("title", titles::title),
    ("description", titles::description),
    ("social cards", cards::cards),
    ("linked data (JSON-LD)", data::linked_data),
    ("state", data::state),
    ("headings", body::headings),
    ("images", body::images),
    ("links", body::links),
    ("script", words::script),
    ("untranslated text", words::untranslated),
];

const SITE_CHECKS: [(&str, SiteCheck); 5] = [
    ("titles and descriptions of their own", titles::distinct),
    ("missing translations", words::missing),
    ("site map", sitemap::sitemap),
    ("robots.txt", sitemap::robots),
    ("files that pages name", files::files),
];

/// Checks the built site with these settings, whatever ports they name.
///
/// # Errors
/// [`CheckError`] when the site cannot be looked at; what is wrong with it stands
/// in the report.
pub async fn check(settings: &Settings) -> Result<Report, CheckError> {
    let dist = Site::find(settings.dist_dir.as_deref())?;
    let server = serve(Settings { pseudo_locales: false, ..settings.clone() }).await?;
    let crawl = Crawl::of(Site::load(&dist)?, settings.public_url.clone(), server).await?;

    let site = Site::load_with_pseudo_locales(&dist)?;
    let disguised = match site.selectable.get(ACCENTED) {
        Some(locale) => {
            let server = serve(Settings { pseudo_locales: true, ..settings.clone() }).await?;
            Crawl::pages_in(locale, &site, server).await?
        }
        None => Vec::new(),
    };

    let mut report = Report::default();
    for (name, check) in PAGE_CHECKS {
        let looked_at = &crawl.pages;
        let findings = looked_at.iter().flat_map(|page| {
            check(page, &crawl).into_iter().map(|what| Finding { place: page.name(), what })
        });
        report.add(name, looked_at.len(), findings);
    }
    let hard_coded = disguised.iter().flat_map(|page| {
        words::hard_coded(page).into_iter().map(|what| Finding { place: page.name(), what })
    });
    report.add("text that is in no locale file", disguised.len(), hard_coded);
    for (name, check) in SITE_CHECKS {
        report.add(name, 1, check(&crawl).into_iter());
    }
    Ok(report)
}

/// Serves the site on a free port for as long as the process runs.
async fn serve(settings: Settings) -> Result<SocketAddr, StartError> {
    let anywhere = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let settings = Settings { listen_addr: anywhere, admin_addr: anywhere, ..settings };
    let application = SiteServer::build(&settings).await?;
    let address = application.public_address();
    actix_web::rt::spawn(application.run(Signals::listen()?));
    Ok(address)
}
