//! Byte ranges (RFC 9110, section 14).
//!
//! Positions may have any number of digits, since the RFC sets no limit: one beyond the
//! end of the file means its end.

use std::ops::Range;
use std::str::FromStr;

/// One range of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ByteRange {
    /// From a first position to a last one, or to the end of the file.
    From {
        /// Zero-based.
        first: u64,
        /// Inclusive.
        last: Option<u64>,
    },
    /// Number of bytes at the end of the file.
    Suffix(u64),
}

/// The result of a range for a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Selected {
    /// At least one byte.
    Bytes(Range<usize>),
    /// No byte: 416.
    Unsatisfiable,
}

/// A `Range` header that is ignored (section 14.2): of another unit, with more than one
/// range, which a server may ignore, or with invalid syntax.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Ignored;

impl FromStr for ByteRange {
    type Err = Ignored;

    fn from_str(header: &str) -> Result<Self, Ignored> {
        let (unit, range) = header.split_once('=').ok_or(Ignored)?;
        if !unit.eq_ignore_ascii_case("bytes") {
            return Err(Ignored);
        }
        let (first, last) = range.trim_matches([' ', '\t']).split_once('-').ok_or(Ignored)?;
        match (position(first)?, position(last)?) {
            (Some(first), Some(last)) if last < first => Err(Ignored),
            (Some(first), last) => Ok(Self::From { first, last }),
            (None, Some(length)) => Ok(Self::Suffix(length)),
            (None, None) => Err(Ignored),
        }
    }
}

impl ByteRange {
    /// Resolves the range for a file of `length` bytes.
    pub(super) fn of(self, length: u64) -> Selected {
        let (first, end) = match self {
            Self::From { first, last: None } => (first, length),
            Self::From { first, last: Some(last) } => (first, last.saturating_add(1).min(length)),
            Self::Suffix(bytes) => (length.saturating_sub(bytes), length),
        };
        match (usize::try_from(first), usize::try_from(end)) {
            (Ok(first), Ok(end)) if first < end => Selected::Bytes(first..end),
            _ => Selected::Unsatisfiable,
        }
    }
}

/// Parses an optional position. One that overflows is beyond the end of any file.
fn position(digits: &str) -> Result<Option<u64>, Ignored> {
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Ignored);
    }
    Ok((!digits.is_empty()).then(|| digits.parse().unwrap_or(u64::MAX)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selected(header: &str, length: u64) -> Option<Selected> {
        header.parse().ok().map(|range: ByteRange| range.of(length))
    }

    #[test]
    fn ranges_select_bytes_as_in_rfc_9110() {
        let bytes = |range| Some(Selected::Bytes(range));
        for (header, expected) in [
            ("bytes=0-0", bytes(0..1)),
            ("bytes=2-4", bytes(2..5)),
            ("bytes=2-", bytes(2..10)),
            ("bytes=-3", bytes(7..10)),
            ("bytes=-30", bytes(0..10)),
            ("Bytes= 0-9 ", bytes(0..10)),
            ("bytes=0-18446744073709551615", bytes(0..10)),
            ("bytes=0-18446744073709551616", bytes(0..10)),
            ("bytes=-18446744073709551616", bytes(0..10)),
            ("bytes=10-", Some(Selected::Unsatisfiable)),
            ("bytes=-0", Some(Selected::Unsatisfiable)),
            ("bytes=18446744073709551616-", Some(Selected::Unsatisfiable)),
            ("bytes=4-2", None),
            ("bytes=0-1,3-4", None),
            ("bytes=-", None),
            ("bytes=+1-2", None),
            ("bytes=1-x", None),
            ("bytes 0-1", None),
            ("lines=0-1", None),
        ] {
            assert_eq!(selected(header, 10), expected, "{header}");
        }
        assert_eq!(selected("bytes=0-", 0), Some(Selected::Unsatisfiable));
    }

    proptest::proptest! {
        #[test]
        fn any_range_lies_within_the_file(header in "(bytes=)?[0-9]{0,22}-?[0-9]{0,22}", length in 0_u64..50) {
            if let Some(Selected::Bytes(range)) = selected(&header, length) {
                assert!(range.start < range.end && range.end as u64 <= length, "{header}: {range:?}");
            }
        }
    }
}
