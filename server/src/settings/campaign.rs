//! Campaign attribution: the URL parameters of a visit that links to the operator's site
//! carry on. The browser does that; the server passes on their names alone.

/// Names of URL parameters, in the order in which links have them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CampaignParameters(Vec<String>);

/// Longest list; each page has it.
const MAX_NAMES: usize = 32;

impl CampaignParameters {
    /// Parses names separated by commas, or `none`.
    pub(crate) fn parse(value: &str) -> Result<Self, String> {
        if value == "none" {
            return Ok(Self(Vec::new()));
        }
        let names: Vec<_> = value.split(',').map(|name| name.trim().to_owned()).collect();
        if names.len() > MAX_NAMES {
            return Err(format!("give {MAX_NAMES} names at most"));
        }
        for (index, name) in names.iter().enumerate() {
            let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
            if name.is_empty() || name.len() > 64 || !name.bytes().all(is_allowed) {
                return Err(format!(
                    "`{name}` is not a name of 1 to 64 letters, digits, `_`, `-` and `.`"
                ));
            }
            if name.eq_ignore_ascii_case("lang") {
                return Err("`lang` selects the language of this site".into());
            }
            if names[..index].contains(name) {
                return Err(format!("`{name}` is there twice"));
            }
        }
        Ok(Self(names))
    }

    pub(crate) fn names(&self) -> &[String] {
        &self.0
    }
}
