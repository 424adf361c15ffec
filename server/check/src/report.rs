//! The report of a check.

use std::fmt;

/// A violation of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    /// The URL or file.
    pub(crate) place: String,
    /// What is wrong with it.
    pub(crate) what: String,
}

/// All rules with their findings.
#[derive(Debug, Default)]
pub(crate) struct Report {
    rows: Vec<Row>,
}

#[derive(Debug)]
struct Row {
    rule: &'static str,
    checked: usize,
    findings: Vec<Finding>,
}

impl Report {
    pub(crate) fn add(
        &mut self,
        rule: &'static str,
        checked: usize,
        findings: impl Iterator<Item = Finding>,
    ) {
        self.rows.push(Row { rule, checked, findings: findings.collect() });
    }

    /// Whether nothing is wrong.
    pub(crate) fn is_clean(&self) -> bool {
        self.rows.iter().all(|row| row.findings.is_empty())
    }
}

impl fmt::Display for Report {
    /// A table of the checks, and below it one line for each finding.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:40} {:>9} {:>8}", "rule", "checked", "findings")?;
        for Row { rule, checked, findings } in &self.rows {
            writeln!(f, "{rule:40} {checked:>9} {:>8}", findings.len())?;
        }
        for Row { rule, findings, .. } in &self.rows {
            for Finding { place, what } in findings {
                writeln!(f, "{place}: {rule}: {what}")?;
            }
        }
        Ok(())
    }
}
