//! The `marquee-check` command: fetches every page of a deployment of Marquee in every
//! language as crawlers do, without JavaScript, and reports what is wrong with it.

mod crawl;
mod fetch;
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

use crawl::{Crawl, CrawlError};
use fetch::Fetcher;
use report::{Format, Report};
use server::{LocalServer, LocalServerError};

/// The public URL of a server that is started for the check.
const LOCAL_PUBLIC_URL: &str = "http://127.0.0.1:8080/";

/// Fetches every page of a deployment of Marquee in every language as crawlers do, without
/// JavaScript, prints what is wrong with it, and exits with status 1 if anything is.
///
/// Follows the home page, the sitemap and translations (hreflang).
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    /// URL of the deployment
    #[arg(required_unless_present = "server", value_parser = http_url)]
    url: Option<Url>,
    /// Starts this `marquee` binary on a free port, with pseudo-locales, and checks it
    #[arg(long, value_name = "BINARY", conflicts_with = "url")]
    server: Option<PathBuf>,
    /// The URL that its documents name [default: the URL that is checked]
    #[arg(long, env = "PUBLIC_URL", value_parser = http_url)]
    public_url: Option<Url>,
    /// How the report is written
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
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
    #[error("the report cannot be written: {0}")]
    Report(serde_json::Error),
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// Exit status when the site could not be checked.
const NOT_CHECKED: u8 = 2;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run(Cli::parse()).await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            // Standard error may be closed.
            let _ = writeln!(std::io::stderr(), "marquee-check: {error}");
            ExitCode::from(NOT_CHECKED)
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
    let text = report.format(cli.format).map_err(CheckError::Report)?;
    write!(std::io::stdout(), "{text}")?;
    Ok(report.is_clean())
}

/// Checks the deployment at `url`, whose documents name it by `public_url`.
async fn check(url: &Url, public_url: Url) -> Result<Report, CrawlError> {
    let fetcher = Fetcher::new(url, &public_url)?;
    Ok(rules::apply(&Crawl::of(&fetcher, public_url).await?))
}

/// Parses the URL of a deployment.
fn http_url(text: &str) -> Result<Url, String> {
    let url = Url::parse(text).map_err(|error| error.to_string())?;
    if matches!(url.scheme(), "http" | "https") {
        Ok(url)
    } else {
        Err("begin it with https:// or http://".into())
    }
}
