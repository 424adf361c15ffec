//! Related languages, for whose readers a locale of the site is the best choice. Aliases
//! of the same language come with the built site, from Unicode's CLDR.

/// Locales, each with the tags of related languages.
pub(super) const RELATED: [(&str, &[&str]); 3] = [
    // The default language tag; "in English" by its definition
    // (RFC 2277, section 4.5).
    ("en", &["i-default"]),
    // The members of the macrolanguage `zho` (ISO 639-3) beside Mandarin. Their
    // spoken forms differ, but share written Chinese;
    // `lzh` is its classical form. `i-hak` is the old tag of `hak` (BCP 47,
    // grandfathered); `zh-min-nan`, `zh-xiang` and the others of their kind
    // are not needed, since lookup truncates them to `zh`.
    (
        "zh",
        &[
            "cdo", "cjy", "cnp", "cpx", "csp", "czh", "czo", "gan", "hak", "hnm", "hsn", "i-hak",
            "luh", "lzh", "mnp", "nan", "sjc", "wuu", "yue",
        ],
    ),
    // The members of the macrolanguage `msa` that are spoken where Standard
    // Malay is the language of schools: Malay in general and its varieties of Brunei,
    // Kedah, Sabah and Negeri Sembilan. Not Indonesian (`id`) and the languages
    // of Indonesia: its readers stumble over Malay, and many know English.
    ("ms", &["kxd", "meo", "msi", "zlm", "zmi"]),
];
