//! The report of a check.

use std::fmt;

use serde::Serialize;

/// How a report is written.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub(crate) enum Format {
    /// A table of the rules, and a line for each finding
    Text,
    /// An object with `pages` and `rules`
    Json,
}

/// A violation of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Finding {
    /// The URL or file.
    pub(crate) place: String,
    /// What is wrong with it.
    pub(crate) what: String,
}

/// All rules with their findings.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    /// Number of fetched pages.
    pages: usize,
    /// Whether there were more pages than are checked.
    is_partial: bool,
    rules: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    rule: &'static str,
    checked: usize,
    findings: Vec<Finding>,
}

impl Report {
    pub(crate) fn new(pages: usize, is_partial: bool) -> Self {
        Self { pages, is_partial, rules: Vec::new() }
    }

    pub(crate) fn add(
        &mut self,
        rule: &'static str,
        checked: usize,
        findings: impl Iterator<Item = Finding>,
    ) {
        self.rules.push(Row { rule, checked, findings: findings.collect() });
    }

    /// Whether nothing is wrong.
    pub(crate) fn is_clean(&self) -> bool {
        self.rules.iter().all(|row| row.findings.is_empty())
    }

    /// Returns the report in a format, which ends with a line break.
    ///
    /// # Errors
    /// When it cannot be serialized.
    pub(crate) fn format(&self, format: Format) -> serde_json::Result<String> {
        Ok(match format {
            Format::Text => self.to_string(),
            Format::Json => serde_json::to_string_pretty(self)? + "\n",
        })
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:40} {:>9} {:>8}", "rule", "checked", "findings")?;
        for Row { rule, checked, findings } in &self.rules {
            writeln!(f, "{rule:40} {checked:>9} {:>8}", findings.len())?;
        }
        for Row { rule, findings, .. } in &self.rules {
            for Finding { place, what } in findings {
                writeln!(f, "{place}: {rule}: {what}")?;
            }
        }
        if self.is_partial {
            writeln!(f, "only the first {} pages were checked", self.pages)?;
        }
        Ok(())
    }
}
