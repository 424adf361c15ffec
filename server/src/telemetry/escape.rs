//! Escapes control characters in logged values, some of which are untrusted: a line
//! break would forge a log line, and an escape sequence would control the terminal that
//! shows it (CWE-117, CWE-150).

use std::borrow::Cow;
use std::fmt::{self, Debug, Write as _};
use std::io;

use tracing::field::{Field, Visit};
use tracing_subscriber::field::RecordFields;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::{FormatFields, MakeWriter};

/// Whether a character affects more than its own position in a line.
fn is_control(character: char) -> bool {
    character.is_control()
        // The line and paragraph separators, and the bidirectional formatting
        // characters (UAX #9, section 2).
        || matches!(character, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The fields of an event as text: `message name=value`.
pub(super) struct TextFields;

impl<'writer> FormatFields<'writer> for TextFields {
    fn format_fields<R: RecordFields>(&self, writer: Writer<'writer>, fields: R) -> fmt::Result {
        let mut visitor = TextVisitor { writer, separator: "", result: Ok(()) };
        fields.record(&mut visitor);
        visitor.result
    }
}

struct TextVisitor<'writer> {
    writer: Writer<'writer>,
    separator: &'static str,
    result: fmt::Result,
}

impl TextVisitor<'_> {
    fn write(&mut self, name: &str, value: &dyn Debug) -> fmt::Result {
        self.writer.write_str(std::mem::replace(&mut self.separator, " "))?;
        if name != "message" {
            write!(self.writer, "{name}=")?;
        }
        write!(Escaping(&mut self.writer), "{value:?}")
    }
}

impl Visit for TextVisitor<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        // Records of the crate `log` have metadata among their fields.
        if self.result.is_ok() && !field.name().starts_with("log.") {
            self.result = self.write(field.name(), value);
        }
    }
}

/// Writes control characters as Rust's escape sequences.
struct Escaping<W>(W);

impl<W: fmt::Write> fmt::Write for Escaping<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text;
        while let Some((start, character)) = rest.char_indices().find(|(_, c)| is_control(*c)) {
            write!(self.0, "{}{}", &rest[..start], character.escape_default())?;
            rest = &rest[start + character.len_utf8()..];
        }
        self.0.write_str(rest)
    }
}

/// Writes lines of JSON, in which the control characters that JSON allows in a
/// string (RFC 8259, section 7) are escaped as well.
#[derive(Debug, Clone)]
pub(super) struct JsonLines<M>(pub(super) M);

impl<'a, M: MakeWriter<'a>> MakeWriter<'a> for JsonLines<M> {
    type Writer = JsonLines<M::Writer>;

    fn make_writer(&'a self) -> Self::Writer {
        JsonLines(self.0.make_writer())
    }
}

impl<W: io::Write> io::Write for JsonLines<W> {
    /// Writes one whole line, as the log's layer passes it.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.0.write_all(&json_escaped(line))?;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

fn json_escaped(line: &[u8]) -> Cow<'_, [u8]> {
    // JSON has escaped those below 0x20; nearly all lines are ASCII.
    if line.is_ascii() && !line.contains(&0x7f) {
        return line.into();
    }
    let mut escaped = String::with_capacity(line.len() + 16);
    for character in String::from_utf8_lossy(line).chars() {
        if is_control(character) && character != '\n' {
            // Writing to a `String` cannot fail.
            let _ = write!(escaped, "\\u{:04x}", u32::from(character));
        } else {
            escaped.push(character);
        }
    }
    escaped.into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "a\nb\r\u{1b}[2J\u{7f}\u{9b}31m\u{2028}\u{202e}例";

    #[test]
    fn control_characters_are_escaped_in_text() {
        let mut text = String::new();
        write!(Escaping(&mut text), "{HOSTILE}").expect("a string takes everything");
        assert_eq!(text, r"a\nb\r\u{1b}[2J\u{7f}\u{9b}31m\u{2028}\u{202e}例");
    }

    #[test]
    fn control_characters_are_escaped_in_json_and_mean_the_same() {
        let line = serde_json::json!({ "report": HOSTILE }).to_string() + "\n";
        let escaped = json_escaped(line.as_bytes());
        let text = str::from_utf8(&escaped).expect("UTF-8");
        assert!(!text.trim_end_matches('\n').chars().any(is_control), "{text:?}");
        let value: serde_json::Value = serde_json::from_str(text).expect("JSON");
        assert_eq!(value["report"], HOSTILE);
    }
}
