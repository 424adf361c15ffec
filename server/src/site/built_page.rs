//! What each page has in this build, so that a blank one is not served as whole.

use serde::Deserialize;

/// A page in one locale as the build rendered it (`pages` in `site.json`).
#[derive(Debug, Clone, Deserialize)]
pub struct BuiltPage {
    /// Its path.
    pub path: String,
    /// Code of its locale.
    pub locale: String,
    /// Size of its HTML.
    pub bytes: usize,
    /// What its HTML contains: the tags of its landmarks, and the state for hydration.
    parts: Vec<String>,
}

impl BuiltPage {
    /// Checks that a later render is whole: it has one heading, all parts, and at least half of
    /// the size, of which settings and generated rows change little.
    ///
    /// # Errors
    /// What is missing.
    pub fn check(&self, html: &[u8]) -> Result<(), String> {
        // A copy only if it is no UTF-8, which no engine writes.
        let text = String::from_utf8_lossy(html);
        if let Some(part) = self.parts.iter().find(|part| !text.contains(*part)) {
            return Err(format!("it has no `{part}`"));
        }
        match text.matches("<h1").count() {
            0 => Err("it has no `<h1`".into()),
            1 if html.len() < self.bytes / 2 => {
                Err(format!("it has {} bytes, and in the build {}", html.len(), self.bytes))
            }
            1 => Ok(()),
            _ => Err("it has several `<h1`".into()),
        }
    }
}
