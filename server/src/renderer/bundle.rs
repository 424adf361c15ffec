use std::sync::Arc;

/// What an engine thread evaluates once, before its first render: the ES module
/// that exports `render(id, request)` and, optionally, `shell(id, request)` and
/// `configure(site)`.
#[derive(Debug, Clone)]
pub struct Bundle {
    /// Source text of the module, with no imports left in it.
    pub source: Arc<str>,
    /// The one argument of `configure`: what all pages share (assets, languages
    /// with their messages, public address). Shape: `Site` in
    /// `ssr-bundle/site.ts`.
    pub site: serde_json::Value,
}
