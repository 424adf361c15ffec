//! The `marquee-check` command: fetches every page of a site in every language as
//! crawlers do, and reports what is wrong with it.

mod crawl;
mod page;
mod report;
mod rules;
mod server;
mod sitemap;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use url::Url;

use crawl::{Crawl, CrawlError, Fetcher};
use report::Report;
use server::{LocalServer, LocalServerError};

/// The public URL of a server that is started for the check.
const LOCAL_PUBLIC_URL: &str = "http://127.0.0.1:8080/";

/// Fetches every page of a site in every language as crawlers do, prints what is
/// wrong with it, and exits with status 1 if anything is.
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    /// URL of the site's home page
    #[arg(required_unless_present = "server")]
    url: Option<Url>,
    /// Starts this `marquee` binary on a free port, with pseudo-locales, and checks it
    #[arg(long, value_name = "BINARY", conflicts_with = "url")]
    server: Option<PathBuf>,
    /// The URL that the site's documents name [default: the URL that is checked]
    #[arg(long, env = "PUBLIC_URL")]
    public_url: Option<Url>,
}

/// Why nothing could be checked.
#[derive(Debug, thiserror::Error)]
enum CheckError {
    #[error("name a URL or --server")]
    NoSite,
    #[error(transparent)]
    Server(#[from] LocalServerError),
    #[error(transparent)]
    Crawl(#[from] CrawlError),
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run(Cli::parse()).await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            // Standard error may be closed.
            let _ = writeln!(std::io::stderr(), "marquee-check: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Checks the site and prints the report. Returns whether there are no findings.
async fn run(cli: Cli) -> Result<bool, CheckError> {
    let report = match (cli.server, cli.url) {
        (Some(binary), _) => {
            let public_url = match cli.public_url {
                Some(url) => url,
                None => Url::parse(LOCAL_PUBLIC_URL).map_err(LocalServerError::Url)?,
            };
            let server = LocalServer::start(&binary, &public_url).await?;
            check(&server.url, public_url).await?
        }
        (None, Some(url)) => {
            let public_url = cli.public_url.unwrap_or_else(|| url.clone());
            check(&url, public_url).await?
        }
        (None, None) => return Err(CheckError::NoSite),
    };
    write!(std::io::stdout(), "{report}")?;
    Ok(report.is_clean())
}

/// Checks the site at `url`, whose documents name it by `public_url`.
async fn check(url: &Url, public_url: Url) -> Result<Report, CrawlError> {
    let crawl = Crawl::of(&Fetcher::new(url, &public_url)?, public_url).await?;
    Ok(rules::apply(&crawl))
}
