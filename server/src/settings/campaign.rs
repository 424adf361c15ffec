//! Campaign attribution: the URL parameters of a visit that links to the operator's site
//! carry on, and the sources that visits are counted by. The browser adds the parameters to
//! the links; the server passes on their names alone.

use crate::locale::LANG;

/// Names of URL parameters, in the order in which links have them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CampaignParameters(Vec<String>);

impl CampaignParameters {
    /// Parses at most 32 names, of which each page has the list.
    pub(crate) fn parse(value: &str) -> Result<Self, String> {
        let names = parse_names(value, 32)?;
        if names.iter().any(|name| name.eq_ignore_ascii_case(LANG)) {
            return Err("`lang` selects the language of this site".into());
        }
        Ok(Self(names))
    }

    pub(crate) fn names(&self) -> &[String] {
        &self.0
    }
}

/// Values of `utm_source` that visits are counted by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CampaignSources(Vec<String>);

impl CampaignSources {
    /// Parses at most 16 names, of which each language has time series.
    pub(crate) fn parse(value: &str) -> Result<Self, String> {
        parse_names(value, 16).map(Self)
    }

    /// The name that a visit is counted by: of a listed source, whatever its case, or
    /// `other`; `none` for an empty one.
    pub(crate) fn name_of(&self, source: &str) -> &str {
        let listed = self.0.iter().find(|name| name.eq_ignore_ascii_case(source));
        listed.map_or(if source.is_empty() { "none" } else { "other" }, String::as_str)
    }
}

/// Parses at most `limit` names separated by commas, or `none`.
fn parse_names(value: &str, limit: usize) -> Result<Vec<String>, String> {
    if value == "none" {
        return Ok(Vec::new());
    }
    let names: Vec<_> = value.split(',').map(|name| name.trim().to_owned()).collect();
    if names.len() > limit {
        return Err(format!("give {limit} names at most"));
    }
    for (index, name) in names.iter().enumerate() {
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
        if name.is_empty() || name.len() > 64 || !name.bytes().all(is_allowed) {
            return Err(format!(
                "`{name}` is not a name of 1 to 64 letters, digits, `_`, `-` and `.`"
            ));
        }
        if names[..index].contains(name) {
            return Err(format!("`{name}` is there twice"));
        }
    }
    Ok(names)
}
