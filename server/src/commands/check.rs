//! `marquee check`.

use std::io::{self, Write};

use marquee::settings::Settings;

use super::CommandError;

/// Checks the site as crawlers get it, and prints the findings.
pub(crate) async fn run(settings: &Settings) -> Result<(), CommandError> {
    let report = marquee::check::check(settings).await?;
    write!(io::stdout(), "{report}")?;
    if report.is_clean() { Ok(()) } else { Err(CommandError::Faults) }
}
