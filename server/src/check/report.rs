//! What a check has looked at, and what it has found.

use std::fmt;

/// Something that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The address or the file that it is wrong with.
    pub place: String,
    /// What is wrong with it.
    pub what: String,
}

/// Everything that was looked at.
#[derive(Debug, Default)]
pub struct Report {
    rows: Vec<Row>,
}

#[derive(Debug)]
struct Row {
    check: &'static str,
    looked_at: usize,
    findings: Vec<Finding>,
}

impl Report {
    pub(super) fn add(
        &mut self,
        check: &'static str,
        looked_at: usize,
        findings: impl Iterator<Item = Finding>,
    ) {
        self.rows.push(Row { check, looked_at, findings: findings.collect() });
    }

    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.rows.iter().all(|row| row.findings.is_empty())
    }
}

impl fmt::Display for Report {
    /// A table of the checks, and below it one line for each finding.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:40} {:>9} {:>8}", "check", "looked at", "findings")?;
        for Row { check, looked_at, findings } in &self.rows {
            writeln!(f, "{check:40} {looked_at:>9} {:>8}", findings.len())?;
        }
        for Row { check, findings, .. } in &self.rows {
            for Finding { place, what } in findings {
                writeln!(f, "{place}: {check}: {what}")?;
            }
        }
        Ok(())
    }
}
