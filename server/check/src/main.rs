//! The `marquee-check` command: fetches every page of a deployment of Marquee in every language as
//! crawlers do, without JavaScript, and reports what its settings, proxies and caches made wrong.
//! What the code alone decides is tested with the code.

mod deployment;
mod fetch;
mod page;
mod rules;
mod sitemap;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use url::Url;

use deployment::{CheckError, Deployment};
use fetch::Fetcher;

/// Fetches every page of a deployment of Marquee in every language as crawlers do, without
/// JavaScript, prints what is wrong with it, and exits with status 1 if anything is, and with 2 if
/// it could not be checked.
///
/// Follows the sitemap and its translations (hreflang).
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    /// URL of the deployment
    #[arg(value_parser = http_url)]
    url: Url,
    /// The URL that its documents name [default: the URL that is checked]
    #[arg(long, env = "PUBLIC_URL", value_parser = http_url)]
    public_url: Option<Url>,
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

/// Checks the deployment and prints its findings. Returns whether there are none.
async fn run(Cli { url, public_url }: Cli) -> Result<bool, CheckError> {
    let public_url = public_url.unwrap_or_else(|| url.clone());
    let fetcher = Fetcher::new(url, public_url.clone())?;
    let deployment = Deployment::fetch(&fetcher, public_url).await?;
    let findings = rules::findings(&deployment);
    let mut output = std::io::stdout().lock();
    for finding in &findings {
        writeln!(output, "{finding}")?;
    }
    let (pages, files) = (deployment.pages.len(), deployment.files.len());
    writeln!(output, "{pages} pages and {files} files checked, {} findings", findings.len())?;
    Ok(findings.is_empty())
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
