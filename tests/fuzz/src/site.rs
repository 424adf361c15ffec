//! The part of the server's `Site` that the parsers use.

use crate::locale::Locales;

/// The locales of a site.
pub struct Site {
    /// The locales of the site.
    pub locales: Locales,
    /// Those that `?lang=` may name.
    pub selectable: Locales,
}
