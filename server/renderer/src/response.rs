use serde::{Deserialize, Serialize};

/// Size limit of all headers, in bytes.
const MAX_HEADER_BYTES: usize = 8 << 10;

/// Headers of the connection, and those that say where a body ends: the server's alone.
const FRAMING: [&str; 8] = [
    "connection",
    "content-length",
    "keep-alive",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// The status and the headers that the bundle gave `page.head`, to send the page with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
#[non_exhaustive]
pub struct Response {
    /// From 200 to 599; 200 if the bundle gave none.
    pub status: u16,
    /// Names, which are tokens of HTTP (RFC 9110, section 5.6.2), and values, which are printable ASCII; together
    /// 8 KiB at most. None of them is of the connection, or says how long the page is.
    pub headers: Vec<(String, String)>,
}

impl Default for Response {
    fn default() -> Self {
        Self { status: 200, headers: Vec::new() }
    }
}

/// What an engine sends, or a bundle gives.
#[derive(Deserialize)]
struct Unchecked {
    status: u16,
    headers: Vec<(String, String)>,
}

impl TryFrom<Unchecked> for Response {
    type Error = String;

    fn try_from(Unchecked { status, headers }: Unchecked) -> Result<Self, String> {
        if !(200..600).contains(&status) {
            return Err(format!("{status} is no status from 200 to 599"));
        }
        for (name, value) in &headers {
            if !is_token(name) || FRAMING.iter().any(|known| name.eq_ignore_ascii_case(known)) {
                return Err(format!("a page cannot have a header `{name}`"));
            }
            if !value.bytes().all(|byte| matches!(byte, b'\t' | b' '..=b'~')) {
                return Err(format!("the header `{name}` is not printable ASCII"));
            }
        }
        let bytes: usize = headers.iter().map(|(name, value)| name.len() + value.len()).sum();
        if bytes > MAX_HEADER_BYTES {
            return Err(format!("the headers are longer than {} KiB", MAX_HEADER_BYTES >> 10));
        }
        Ok(Self { status, headers })
    }
}

fn is_token(name: &str) -> bool {
    let is_in_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !name.is_empty() && name.bytes().all(is_in_token)
}
