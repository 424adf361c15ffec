//! The language of any request. The input's first line is the query, each further line an
//! `Accept-Language` field.

#![no_main]

use libfuzzer_sys::fuzz_target;
use marquee_fuzz::locale::Language;
use marquee_fuzz::request::{locales, request};

fuzz_target!(|input: &str| {
    let locales = &locales();
    let mut lines = input.lines();
    let query = lines.next().unwrap_or_default();
    let fields: Vec<_> = lines.collect();
    let Some(received) = request(&format!("/?{query}"), fields.iter().copied()) else { return };

    let language = Language::of(&received, locales, locales);
    assert!(
        locales.iter().any(|known| known == language.locale()),
        "{language:?} is not supported"
    );
    let canonical = language.canonical_query(received.query_string());
    assert!(language.is_canonical_in(&canonical), "{canonical} is redirected again");
    if let Language::Fixed(locale) = &language {
        let named = query.to_ascii_lowercase();
        assert!(named.contains("lang") || named.contains('%'), "{locale:?} comes from nowhere");
        let Some(redirected) = request(&format!("/?{canonical}"), []) else { unreachable!() };
        assert_eq!(
            Language::of(&redirected, locales, locales),
            language,
            "{canonical} gives another language"
        );
        return;
    }

    let header = fields.join(",");
    let chosen = locales.negotiate(header.split(','));
    assert_eq!(language.locale(), chosen, "fields are equivalent to one list");
    assert_eq!(
        locales.negotiate(header.to_ascii_uppercase().split(',')),
        chosen,
        "case does not matter"
    );
    let more = format!("{header}, fr-x-nowhere;q=0.001");
    assert_eq!(
        locales.negotiate(more.split(',')),
        chosen,
        "an unsupported language changes nothing"
    );
    // Ranges beyond the sixty-fourth are ignored.
    if chosen != locales.default() && header.split(',').count() < 64 {
        let exclusion = format!("{header}, {};q=0", chosen.code());
        assert_ne!(
            locales.negotiate(exclusion.split(',')),
            chosen,
            "an excluded language is not chosen"
        );
    }
});
