//! One part of an `Accept-Language` header: a language range and its quality.

use std::borrow::Cow;

/// Limit of subtags of a range that are parsed. No locale of the site has as many, so
/// lookup would only truncate them again.
const MAX_SUBTAGS: usize = 8;

/// A language range (RFC 4647, section 2) with its quality.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Range<'a> {
    /// As in the header, at most [`MAX_SUBTAGS`] of it; `*` is any
    /// language. An underscore is read as a hyphen, as some apps send the names of their system's
    /// locales.
    pub(super) tag: Cow<'a, str>,
    /// In thousandths, 0 to 1000.
    pub(super) quality: u16,
}

impl<'a> Range<'a> {
    /// Parses one element of the list: `zh-TW;q=0.8`.
    pub(super) fn parse(text: &'a str) -> Option<Self> {
        let (tag, quality) = match text.split_once(';') {
            Some((tag, weight)) => (tag, parse_weight(trim(weight))?),
            None => (text, 1000),
        };
        let tag = match trim(tag) {
            tag if tag.contains('_') => parse_tag(&tag.replace('_', "-"))?.to_owned().into(),
            tag => parse_tag(tag)?.into(),
        };
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
    let mut subtags = text.split('-');
    let language = subtags.next()?;
    let is_range = (language == "*" || is_subtag(language, u8::is_ascii_alphabetic))
        && subtags.all(|subtag| subtag == "*" || is_subtag(subtag, u8::is_ascii_alphanumeric));
    if !is_range {
        return None;
    }
    if language == "*" {
        return Some("*");
    }
    let end = text.match_indices('-').nth(MAX_SUBTAGS - 1).map_or(text.len(), |(end, _)| end);
    Some(text[..end].trim_end_matches("-*"))
}

fn is_subtag(text: &str, is_allowed: fn(&u8) -> bool) -> bool {
    (1..=8).contains(&text.len()) && text.as_bytes().iter().all(is_allowed)
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
