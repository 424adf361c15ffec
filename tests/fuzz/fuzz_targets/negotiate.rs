//! The language of any request. The input's first line is the address's query,
//! each further line an `Accept-Language` field.

#![no_main]

use libfuzzer_sys::fuzz_target;
use marquee_fuzz::language::Language;
use marquee_fuzz::visit::{request, site};

fuzz_target!(|input: &str| {
    let site = site();
    let locales = &site.locales;
    let mut lines = input.lines();
    let query = lines.next().unwrap_or_default();
    let fields: Vec<_> = lines.collect();
    let Some(asked) = request(&format!("/?{query}"), fields.iter().copied()) else { return };

    let language = Language::of(&asked, &site);
    assert!(locales.iter().any(|known| known == language.locale()), "nobody speaks {language:?}");
    let canonical = language.canonical_query();
    assert!(language.is_canonical_in(&canonical), "a redirect to {canonical} leads to another");
    if let Language::Fixed(locale) = &language {
        let named = query.to_ascii_lowercase();
        assert!(named.contains("lang") || named.contains('%'), "{locale:?} comes from nowhere");
        let Some(asked) = request(&format!("/?{canonical}"), []) else { unreachable!() };
        assert_eq!(Language::of(&asked, &site), language, "{canonical} gives another language");
        return;
    }

    let header = fields.join(",");
    let chosen = locales.negotiate(&header);
    assert_eq!(language.locale(), chosen, "fields mean the same as one list");
    assert_eq!(locales.negotiate(&header.to_ascii_uppercase()), chosen, "case does not matter");
    let more = format!("{header}, fr-x-nowhere;q=0.001");
    assert_eq!(locales.negotiate(&more), chosen, "a language that nobody speaks changes nothing");
    // Ranges beyond the sixty-fourth are not looked at.
    if chosen != locales.default() && header.split(',').count() < 64 {
        let refusal = format!("{header}, {};q=0", chosen.code());
        assert_ne!(locales.negotiate(&refusal), chosen, "a refused language stays away");
    }
});
