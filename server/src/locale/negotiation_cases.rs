//! The expected locale for each `Accept-Language` header on a site in English, Chinese
//! and Malay, with the reason.

use super::*;

/// The site's locales, with the aliases that the build adds.
fn locales() -> Locales {
    let mut locales = Locales::new(["en", "zh", "ms"]).expect("some");
    locales.add_names("en", ["eng", "en-Latn"]);
    locales.add_names("zh", ["chi", "cmn", "zho", "zh-Hans"]);
    locales.add_names("ms", ["may", "msa", "zsm", "ms-Latn"]);
    locales
}

/// A header, the expected locale, and the reason.
type Case = (&'static str, &'static str, &'static str);

const CASES: &[(&str, &[Case])] = &[
    (
        "what browsers send",
        &[
            ("en-US,en;q=0.9", "en", "Chrome in English"),
            ("en-GB,en;q=0.5", "en", "Firefox in British English"),
            ("zh-CN,zh;q=0.9,en;q=0.8", "zh", "Chrome in Simplified Chinese"),
            ("zh-TW,zh;q=0.8,en-US;q=0.5,en;q=0.3", "zh", "Firefox in Traditional Chinese"),
            ("zh-MY,zh;q=0.9,ms;q=0.8,en;q=0.7", "zh", "a Malaysian who reads Chinese first"),
            ("ms-MY,ms;q=0.9,en-US;q=0.8,en;q=0.7", "ms", "a Malaysian who reads Malay first"),
            ("ms", "ms", "Safari sends no more than it must"),
            ("id-ID,id;q=0.9,en-US;q=0.8,en;q=0.7", "en", "Indonesian with English behind it"),
            ("ta-MY,ta;q=0.9,ms;q=0.8", "ms", "a Tamil reader whose second language is Malay"),
        ],
    ),
    (
        "no match",
        &[
            ("", "en", "an empty header"),
            (" \t ", "en", "only white space"),
            ("fr", "en", "an unsupported language"),
            ("fr-CA, de;q=0.9, ja;q=0.8", "en", "several unsupported languages"),
            ("id", "en", "Indonesian is not Malay"),
            ("ind", "en", "nor by its ISO 639-2 code"),
            ("in", "en", "nor by its deprecated code"),
            ("min", "en", "Minangkabau is a language of Indonesia"),
            ("und", "en", "an undetermined language"),
            ("mul", "en", "several languages"),
            ("x-zh", "en", "private use is not Chinese"),
            ("i-default", "en", "the default language tag"),
        ],
    ),
    (
        "quality",
        &[
            ("en;q=0.1, zh;q=0.9", "zh", "quality takes precedence over order"),
            ("ms, zh", "ms", "the first of equals"),
            ("zh, ms", "zh", "and the other way round"),
            ("zh;q=0.5, ms;q=0.5", "zh", "equals need not be whole"),
            ("zh;q=0.8, ms", "ms", "no quality is the highest"),
            ("ms;q=0.801, zh;q=0.802", "zh", "three digits count"),
            ("ms;q=0.8, zh;q=0.80", "ms", "trailing zeros do not"),
            ("zh;q=0.001", "zh", "the lowest quality above zero"),
            ("fr, ms;q=0.3", "ms", "the lower quality matches"),
            ("fr;q=1, de;q=0.9, zh;q=0.1", "zh", "the lowest of them"),
            ("zh;q=1.000, ms", "zh", "one with all its digits"),
            ("zh;q=0., ms;q=0.1", "ms", "`0.` is a zero"),
            ("ms;q=0.5, zh;q=1.", "zh", "`1.` is a one"),
            ("ms;q=0.5, zh;Q=0.9", "zh", "the letter may be large"),
            ("ms;q=0.5 ,\tzh \t;\t q=0.9", "zh", "spaces and tabs around the signs"),
            ("en-US;q=0.2, en-GB;q=0.9, zh;q=0.5", "en", "the best of two kinds of English"),
        ],
    ),
    (
        "exclusions",
        &[
            ("zh;q=0", "en", "not Chinese"),
            ("en;q=0", "en", "English is still the default"),
            ("en;q=0, ms;q=0, zh;q=0", "en", "also if everything is excluded"),
            ("en;q=0, zh;q=0.1", "zh", "an accepted language comes before the default"),
            ("zh;q=0, *", "en", "anything but Chinese"),
            ("en;q=0, *", "zh", "anything but English"),
            ("en;q=0, zh;q=0, *;q=0.1", "ms", "anything but two of them"),
            ("en;q=0.000, *", "zh", "a zero with all its digits"),
            ("EN;q=0, *", "zh", "exclusions ignore case"),
            ("eng;q=0, *", "zh", "nor which code it uses"),
            ("cmn;q=0, zh-TW, ms;q=0.5", "ms", "Chinese is excluded by its alias"),
            ("zh, zh;q=0, ms;q=0.1", "ms", "an exclusion takes precedence"),
            ("zh-CN, zh;q=0, ms;q=0.1", "ms", "an excluded locale is no fallback"),
            ("zh-TW;q=0, zh-CN, ms;q=0.5", "zh", "only one kind of Chinese is excluded"),
            ("en-US;q=0, *", "en", "only one kind of English is excluded"),
            ("zh-Hans;q=0, zh-Hant, ms;q=0.5", "ms", "simplified is what the site has"),
            ("zh-Hant;q=0, zh, ms;q=0.5", "zh", "and traditional what it has not"),
            ("zh-*;q=0, *;q=0.1, ms;q=0.05", "ms", "an exclusion with a wildcard"),
            ("*;q=0", "en", "everything is excluded"),
            ("ms;q=0.1, *;q=0", "ms", "everything but Malay"),
            ("*;q=0, zh-TW", "zh", "everything but Chinese"),
        ],
    ),
    (
        "exclusions of related languages do not exclude a locale",
        &[
            ("zh, yue;q=0", "zh", "Chinese, not Cantonese"),
            ("zh-HK, yue;q=0, en;q=0.5", "zh", "Chinese of Hong Kong, not Cantonese"),
            ("zh, nan;q=0, ms;q=0.5", "zh", "not Hokkien"),
            ("zh, lzh;q=0, ms;q=0.5", "zh", "not classical Chinese"),
            ("zh, i-hak;q=0, ms;q=0.5", "zh", "not Hakka by its old tag"),
            ("ms, kxd;q=0, zh;q=0.5", "ms", "Malay, not that of Brunei"),
            ("ms, zlm-MY;q=0, zh;q=0.5", "ms", "with a region"),
            ("en, i-default;q=0, zh;q=0.5", "en", "English, not whatever is the default"),
            ("*, yue;q=0, en;q=0", "zh", "anything but Cantonese and English"),
            ("yue, nan;q=0", "zh", "another related language is excluded"),
            ("yue, zh;q=0, ms;q=0.5", "ms", "the locale itself is excluded"),
            ("yue, cmn;q=0, ms;q=0.5", "ms", "or by its alias"),
            ("yue;q=0", "en", "an exclusion selects nothing"),
        ],
    ),
    (
        "any language",
        &[
            ("*", "en", "the default is one"),
            ("*;q=0.5", "en", "at any quality"),
            ("fr, *;q=0.5", "en", "no match, then any"),
            ("zh, *;q=0.5", "zh", "a match"),
            ("*, ms;q=0.5", "ms", "a named language comes before any (RFC 4647, section 3.4)"),
            ("*-CH, ms;q=0.5", "ms", "`*-CH` is any language (RFC 4647, section 3.2)"),
            ("*-CH, en;q=0", "zh", "it matches any"),
            ("zh-*", "zh", "a wildcard behind a language adds nothing"),
            ("ms-*-MY", "ms", "nor in its middle"),
        ],
    ),
    (
        "ranges and what they fall back to",
        &[
            ("MS-my", "ms", "case does not matter"),
            ("zH-hAnS-Cn", "zh", "nowhere in a range"),
            ("ms-BN", "ms", "Malay of Brunei"),
            ("ms-SG", "ms", "Malay of Singapore"),
            ("ms-Arab", "ms", "Malay in Jawi"),
            ("en-029", "en", "a region of digits"),
            ("en-GB-oed", "en", "a grandfathered tag"),
            ("en-US-u-hc-h12", "en", "an extension"),
            ("en-x-pirate", "en", "private use behind a language"),
            ("zh-CN-x-a-b-c-d-e-f-g-h-i-j, ms", "zh", "more subtags than are parsed"),
            ("zhx", "en", "no match on a part of a subtag"),
            ("z, ms;q=0.1", "ms", "nor on its beginning"),
            ("english", "en", "a name is no code"),
            ("malay, zh;q=0.1", "zh", "nor is any other"),
        ],
    ),
    (
        "names of system locales",
        &[
            ("zh_CN", "zh", "POSIX, Java, Android"),
            ("zh_CN, ms;q=0.2", "zh", "before others"),
            ("zh_Hans_CN", "zh", "iOS"),
            ("zh-hans_CN", "zh", "with one hyphen"),
            ("ms_MY,en_US;q=0.5", "ms", "Malay"),
            ("zh_CN;q=0, ms;q=0.1", "ms", "excluded"),
            ("in_ID,en;q=0.5", "en", "Java's name of Indonesian"),
        ],
    ),
    (
        "tags of Chinese",
        &[
            ("zh-Hans", "zh", "simplified"),
            ("zh-Hant", "zh", "traditional: better than a foreign language"),
            ("zh-TW", "zh", "Taiwan"),
            ("zh-HK", "zh", "Hong Kong"),
            ("zh-MO", "zh", "Macau"),
            ("zh-SG", "zh", "Singapore"),
            ("zh-Hans-MY", "zh", "script and region"),
            ("zh-Hant-HK-x-private", "zh", "and private use"),
            ("zh-Latn-pinyin", "zh", "a variant"),
            ("zho", "zh", "ISO 639-2, terminology"),
            ("chi", "zh", "ISO 639-2, bibliography"),
            ("cmn", "zh", "Mandarin is written Chinese"),
            ("cmn-Hans-CN", "zh", "with script and region"),
            ("zh-cmn-Hant-TW", "zh", "as an extended language"),
            ("yue-Hant-HK", "zh", "Cantonese readers read written Chinese"),
            ("zh-yue", "zh", "as an extended language"),
            ("nan-TW", "zh", "Hokkien"),
            ("hak", "zh", "Hakka"),
            ("wuu", "zh", "Wu"),
            ("lzh", "zh", "classical Chinese"),
            ("zh-min-nan", "zh", "a grandfathered tag, as are those that follow"),
            ("zh-guoyu", "zh", "Mandarin"),
            ("zh-xiang", "zh", "Xiang"),
            ("zh-hakka", "zh", "Hakka"),
            ("i-hak", "zh", "Hakka, older still"),
        ],
    ),
    (
        "tags of Malay and English",
        &[
            ("msa", "ms", "ISO 639-2, terminology"),
            ("may", "ms", "ISO 639-2, bibliography"),
            ("zsm", "ms", "Standard Malay"),
            ("zlm-MY", "ms", "Malay at large"),
            ("meo", "ms", "Kedah Malay"),
            ("kxd-BN", "ms", "Brunei Malay"),
            ("zh;q=0.5, eng", "en", "ISO 639-2"),
        ],
    ),
    (
        "malformed ranges are ignored",
        &[
            (",,, ,ms", "ms", "empty ranges"),
            (";;;,,ms", "ms", "only separators"),
            ("zh;q=1.5, ms;q=0.2", "ms", "a quality above one"),
            ("zh;q=1.001, ms;q=0.2", "ms", "hardly above"),
            ("zh;q=-1, ms;q=0.2", "ms", "below zero"),
            ("zh;q=.9, ms;q=0.2", "ms", "without its zero"),
            ("zh;q=0.1234, ms;q=0.01", "ms", "with a fourth digit"),
            ("zh;q=0,5, ms;q=0.2", "ms", "a comma for a point: `q=0`, and a range `5`"),
            ("zh;q=high, ms;q=0.2", "ms", "in words"),
            ("zh;q=, ms;q=0.2", "ms", "missing"),
            ("zh;q, ms;q=0.2", "ms", "without its sign"),
            ("zh;, ms;q=0.2", "ms", "without anything"),
            ("zh;q = 0.9, ms;q=0.2", "ms", "no space may stand inside"),
            ("zh;level=1, ms;q=0.2", "ms", "another parameter"),
            ("zh;q=0.9;level=1, ms;q=0.2", "ms", "or one more"),
            ("zh ms, ms;q=0.2", "ms", "two ranges without a comma"),
            ("_zh, ms;q=0.2", "ms", "an underscore at the beginning"),
            ("zh-, ms;q=0.2", "ms", "a subtag too few"),
            ("-zh, ms;q=0.2", "ms", "at the beginning"),
            ("zh--CN, ms;q=0.2", "ms", "or in the middle"),
            ("zh-Simplified, ms;q=0.2", "ms", "a subtag of ten letters"),
            ("2zh, ms;q=0.2", "ms", "a digit in the language"),
            ("zh**, ms;q=0.2", "ms", "a wildcard that is none"),
            ("中文, ms;q=0.2", "ms", "letters beyond ASCII"),
            ("zh\u{a0}, ms;q=0.2", "ms", "a space beyond ASCII"),
            ("zh\0, ms;q=0.2", "ms", "a byte that no header holds"),
            ("\"zh\", ms;q=0.2", "ms", "quotation marks"),
            ("zh;q=\"1\", ms;q=0.2", "ms", "around the quality"),
        ],
    ),
];

#[test]
fn each_header_negotiates_the_expected_locale() {
    let locales = locales();
    assert!(CASES.iter().map(|(_, cases)| cases.len()).sum::<usize>() >= 80);
    for (what, cases) in CASES {
        for (header, expected, reason) in *cases {
            assert_eq!(
                locales.negotiate(header.split(',')).code(),
                *expected,
                "{what}: {header:?}: {reason}"
            );
        }
    }
}

#[test]
fn ranges_beyond_the_limit_are_ignored() {
    let locales = locales();
    let many = "fr;q=0.9,".repeat(MAX_RANGES - 1);
    assert_eq!(locales.negotiate(format!("{many}zh").split(',')).code(), "zh");
    assert_eq!(locales.negotiate(format!("{many}fr,zh").split(',')).code(), "en");
    let commas = ",".repeat(MAX_RANGES - 1);
    assert_eq!(locales.negotiate(format!("{commas}zh").split(',')).code(), "zh");
    assert_eq!(locales.negotiate(format!("{commas},zh").split(',')).code(), "en");
    for (subtags, expected) in [("-Hans", "zh"), ("-waytoolong", "ms")] {
        let long = format!("zh{},ms;q=0.5", subtags.repeat(100_000));
        assert_eq!(locales.negotiate(long.split(',')).code(), expected);
    }
    assert_eq!(locales.negotiate(["z".repeat(1 << 20).as_str()]).code(), "en");
}
