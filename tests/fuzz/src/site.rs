//! The site's languages, as the server knows them; what else it knows of a site
//! is not read from outside.

use crate::locale::Locales;

/// See the module's documentation.
pub struct Site {
    /// The languages it speaks.
    pub locales: Locales,
    /// Those that `?lang=` may name.
    pub nameable: Locales,
}
