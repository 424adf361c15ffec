//! One part of an `Accept-Language` header: a language range and its quality.

/// Length limit of a range, in bytes, of which the rest is ignored. The tags of locales are shorter,
/// so lookup would only truncate it, too.
const MAX_LENGTH: usize = 64;

/// A language range (RFC 4647, section 2) with its quality.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Range {
    /// As in the header, at most [`MAX_LENGTH`] of it; `*` is any language. An underscore is read
    /// as a hyphen, as some apps send the names of their system's locales.
    pub(super) tag: String,
    /// In thousandths, 0 to 1000.
    pub(super) quality: u16,
}

impl Range {
    /// Parses one element of the list: `zh-TW;q=0.8`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (tag, quality) = match text.split_once(';') {
            Some((tag, weight)) => (tag, parse_weight(trim(weight))?),
            None => (text, 1000),
        };
        let tag = parse_tag(&trim(tag).replace('_', "-"))?.to_owned();
        Some(Self { tag, quality })
    }

    /// Whether it matches any language.
    pub(super) fn is_any(&self) -> bool {
        self.tag == "*"
    }
}

/// Trims optional white space (RFC 9110, section 5.6.3).
fn trim(text: &str) -> &str {
    text.trim_matches([' ', '\t'])
}

/// Parses a range, simplified as in RFC 4647, section 3.2: `*-CH` is `*`, and `zh-*` is
/// `zh`.
fn parse_tag(text: &str) -> Option<&str> {
    let mut subtags = text.as_bytes().split(|byte| *byte == b'-');
    let language = subtags.next()?;
    let is_range = (language == b"*" || is_subtag(language, u8::is_ascii_alphabetic))
        && subtags.all(|subtag| subtag == b"*" || is_subtag(subtag, u8::is_ascii_alphanumeric));
    if !is_range {
        return None;
    }
    let tag = &text[..text.len().min(MAX_LENGTH)];
    match tag.find('*') {
        Some(0) => Some("*"),
        Some(wildcard) => Some(&tag[..wildcard - 1]),
        None => Some(tag),
    }
}

fn is_subtag(text: &[u8], is_allowed: fn(&u8) -> bool) -> bool {
    (1..=8).contains(&text.len()) && text.iter().all(is_allowed)
}

/// Parses a weight, `q=0.8`, in thousandths (RFC 9110, section 12.4.2).
fn parse_weight(text: &str) -> Option<u16> {
    let value = text.strip_prefix(['q', 'Q'])?.strip_prefix('=')?;
    let (whole, fraction) = value.split_once('.').unwrap_or((value, ""));
    if fraction.len() > 3 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digits = fraction.bytes().chain(std::iter::repeat(b'0')).take(3);
    let thousandths = digits.fold(0, |number, digit| number * 10 + u16::from(digit - b'0'));
    match (whole, thousandths) {
        ("0", thousandths) => Some(thousandths),
        ("1", 0) => Some(1000),
        _ => None,
    }
}
