//! Languages whose readers are served best by a language of the site, though
//! they are not the same: other tags of the same language come with the built
//! site, from Unicode's CLDR.

/// A language of the site, and the tags of those related to it: in lower case,
/// since tags are compared without regard to it.
pub(super) const RELATED: [(&str, &[&str]); 3] = [
    // For people who have set no language; "in English" by its definition
    // (RFC 2277, section 4.5).
    ("en", &["i-default"]),
    // The members of the macrolanguage `zho` (ISO 639-3) beside Mandarin. They
    // are spoken apart, but who reads them reads the one written Chinese;
    // `lzh` is its classical form. `i-hak` is the old tag of `hak` (BCP 47,
    // grandfathered); `zh-min-nan`, `zh-xiang` and the others of their kind
    // need no mention, since lookup shortens them to `zh`.
    (
        "zh",
        &[
            "cdo", "cjy", "cnp", "cpx", "csp", "czh", "czo", "gan", "hak", "hnm", "hsn", "i-hak",
            "luh", "lzh", "mnp", "nan", "sjc", "wuu", "yue",
        ],
    ),
    // The members of the macrolanguage `msa` that are spoken where Standard
    // Malay is the language of schools: Malay at large and its kinds of Brunei,
    // Kedah, Sabah and Negeri Sembilan. Not Indonesian (`id`) and the languages
    // of Indonesia: its readers stumble over Malay, and many know English.
    ("ms", &["kxd", "meo", "msi", "zlm", "zmi"]),
];
