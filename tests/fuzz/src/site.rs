//! The site's languages, as the server knows them; what else it knows of a site
//! is not read from outside.

use crate::locale::Locales;

/// The site, as far as a request for a language needs it.
pub struct Site {
    /// The languages it speaks.
    pub locales: Locales,
    /// Those that `?lang=` may name.
    pub selectable: Locales,
}
