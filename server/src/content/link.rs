//! Links to the operator, validated when they are parsed: a value of these types is
//! always an absolute `http` or `https` URL that is safe in a page.

use std::fmt;
use std::net::IpAddr;

use url::{Host, Url};

/// Length limit of a URL in bytes, as it is sent: normalised, with percent-encoding
/// and Punycode.
const MAX_URL_BYTES: usize = 2048;

/// Longest host name, and longest label of one (RFC 1035, section 2.3.4).
const LONGEST_NAME: usize = 253;
const LONGEST_LABEL: usize = 63;

/// Why a text is not accepted as a link.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// It is not an absolute URL.
    #[error("it is not an absolute address: {0}")]
    NotAbsolute(#[from] url::ParseError),
    /// `javascript:`, `data:` and the like.
    #[error("only http and https links are accepted")]
    Scheme,
    /// The URL Standard allows quotes and braces in a host; domain names have none.
    #[error("its host is no domain name")]
    Host,
    /// No server listens on port 0.
    #[error("port 0 cannot be connected to")]
    Port,
    /// No address has the character, written like this: it was copied along.
    #[error("it has a character that no address has (U+{:04X}); type the address again", u32::from(*.0))]
    Character(char),
    /// A comma or semicolon that was copied along, or a second address.
    #[error("something follows the address: give one alone")]
    NotAlone,
    /// A host that others do not reach.
    #[error("its host is reachable only from some networks; give a public one")]
    NotPublic,
    /// Visitors would leave HTTPS.
    #[error("the known link is an https link")]
    Insecure,
    /// A host that `OPERATOR_HOSTS` does not have.
    #[error("its host is not one of OPERATOR_HOSTS")]
    HostNotListed,
    /// A user and password would be visible in every page.
    #[error("a link must not carry a user or password")]
    Credentials,
    /// Longer than any real link.
    #[error("it is longer than {MAX_URL_BYTES} bytes")]
    TooLong,
    /// Paths such as `sign-up/` are appended to a base URL.
    #[error("a base URL cannot have a `?` or `#` part")]
    NotABase,
}

/// An absolute `http` or `https` URL, normalised (WHATWG URL Standard).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorLink(Url);

impl OperatorLink {
    /// Parses an absolute `http(s)` URL.
    ///
    /// # Errors
    /// Any [`LinkError`] of the text alone, but [`LinkError::NotABase`].
    pub fn parse(text: &str) -> Result<Self, LinkError> {
        let url = Url::parse(text)?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(LinkError::Scheme);
        }
        if let Some(Host::Domain(name)) = url.host()
            && !is_domain_name(name)
        {
            return Err(LinkError::Host);
        }
        if url.port() == Some(0) {
            return Err(LinkError::Port);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(LinkError::Credentials);
        }
        if let Some(character) = text.chars().find(|it| !is_of_address(*it)) {
            return Err(LinkError::Character(character));
        }
        let mut following = text.split([',', ';']).skip(1);
        if following.any(|rest| rest.is_empty() || rest.starts_with("http")) {
            return Err(LinkError::NotAlone);
        }
        Self(url).within_length()
    }

    /// Checks that the host is publicly reachable.
    ///
    /// # Errors
    /// [`LinkError::NotPublic`] for a host that [`is_public`] does not accept.
    pub fn require_public(&self) -> Result<(), LinkError> {
        if is_public(&self.0) { Ok(()) } else { Err(LinkError::NotPublic) }
    }

    /// Whether the host is a [placeholder](is_placeholder).
    #[must_use]
    pub fn is_placeholder(&self) -> bool {
        is_placeholder(&self.0)
    }

    fn within_length(self) -> Result<Self, LinkError> {
        if self.as_str().len() > MAX_URL_BYTES { Err(LinkError::TooLong) } else { Ok(self) }
    }

    /// The URL as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Whether visitors reach the URL over HTTPS.
    #[must_use]
    pub fn is_secure(&self) -> bool {
        self.0.scheme() == "https"
    }

    /// The host of the URL.
    #[must_use]
    pub fn host(&self) -> &str {
        self.0.host_str().unwrap_or_default()
    }
}

impl fmt::Display for OperatorLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The operator's base URL: an [`OperatorLink`] that ends in `/`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseLink(OperatorLink);

impl BaseLink {
    /// Parses an absolute `http(s)` URL, and adds a trailing slash.
    ///
    /// # Errors
    /// Any [`LinkError`].
    pub fn parse(text: &str) -> Result<Self, LinkError> {
        let OperatorLink(mut url) = OperatorLink::parse(text)?;
        if url.query().is_some() || url.fragment().is_some() {
            return Err(LinkError::NotABase);
        }
        if !url.path().ends_with('/') {
            url.set_path(&format!("{}/", url.path()));
        }
        OperatorLink(url).within_length().map(Self)
    }

    /// The URL as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl AsRef<OperatorLink> for BaseLink {
    fn as_ref(&self) -> &OperatorLink {
        &self.0
    }
}

/// Whether each label has a character and none that only the URL Standard allows;
/// the root's empty label may end the name.
pub(super) fn is_domain_name(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    name.len() <= LONGEST_NAME
        && name.split('.').all(|label| {
            (1..=LONGEST_LABEL).contains(&label.len())
                && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
        })
}

/// Whether an address may be written with this character: one of RFC 3986, or a letter or digit
/// of any script, which is encoded.
fn is_of_address(character: char) -> bool {
    match character {
        ' ' | '"' | '<' | '>' | '\\' | '^' | '`' | '{' | '|' | '}' => false,
        _ => character.is_ascii_graphic() || character.is_alphanumeric(),
    }
}

/// Whether other networks know the host of a URL: it is no name of one label, no `localhost` (RFC
/// 6761, section 6.3), and no loopback, link-local, private, shared or unspecified address (RFC 6890).
#[must_use]
pub fn is_public(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => !is_local(address.into()),
        Some(Host::Ipv6(address)) => !is_local(address.into()),
        Some(Host::Domain(name)) => {
            let name = name.strip_suffix('.').unwrap_or(name);
            name.contains('.') && !name.ends_with(".localhost")
        }
        None => false,
    }
}

/// Whether the host of a URL is one that documents use and nobody has (RFC 2606).
#[must_use]
pub fn is_placeholder(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    ["example", "example.com", "example.net", "example.org"].iter().any(|reserved| {
        host.strip_suffix(reserved).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    })
}

/// Whether an address is reachable only from some networks.
fn is_local(address: IpAddr) -> bool {
    match address.to_canonical() {
        // 0.0.0.0/8 is "this network" (RFC 791, section 3.2), 100.64.0.0/10 a provider's (RFC
        // 6598).
        IpAddr::V4(v4) => {
            let [first, second, ..] = v4.octets();
            let is_shared = first == 100 && second & 0xc0 == 64;
            v4.is_loopback() || v4.is_link_local() || v4.is_private() || first == 0 || is_shared
        }
        IpAddr::V6(v6) => {
            let is_link_local = v6.is_unicast_link_local();
            v6.is_loopback() || v6.is_unspecified() || is_link_local || v6.is_unique_local()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_url_ends_in_a_slash() {
        for (given, expected) in [
            ("https://play.example", "https://play.example/"),
            ("https://play.example/my", "https://play.example/my/"),
            ("http://play.example/my/", "http://play.example/my/"),
            ("https://[::1]:8080", "https://[::1]:8080/"),
            ("https://例子.example", "https://xn--fsqu00a.example/"),
            ("https://play.example/注册,1", "https://play.example/%E6%B3%A8%E5%86%8C,1/"),
            ("https://play.example.", "https://play.example./"),
        ] {
            assert_eq!(BaseLink::parse(given).expect("a good link").as_str(), expected);
        }
    }

    #[test]
    fn unsafe_link_is_rejected() {
        for (text, expected) in [
            ("javascript:alert(1)", LinkError::Scheme),
            ("data:text/html,x", LinkError::Scheme),
            (r#"https://play"onclick="alert(1)".example/"#, LinkError::Host),
            ("https://play%22.example/", LinkError::Host),
            ("https://.example/", LinkError::Host),
            ("https://play..example/", LinkError::Host),
            ("https://play.example../", LinkError::Host),
            ("https://./", LinkError::Host),
            ("https://play.example:0/", LinkError::Port),
            ("https://me:secret@play.example/", LinkError::Credentials),
            ("https://play.example/?a=b", LinkError::NotABase),
            ("https://play.example/#a", LinkError::NotABase),
            ("https://play.example/\u{200b}", LinkError::Character('\u{200b}')),
            ("https://play.example/\u{200e}", LinkError::Character('\u{200e}')),
            ("https://play.example/my。", LinkError::Character('。')),
            ("https://play.example/，", LinkError::Character('，')),
            ("https://play.example/my https://other.example/", LinkError::Character(' ')),
            ("https://play.example/,", LinkError::NotAlone),
            ("https://play.example/,https://other.example/", LinkError::NotAlone),
        ] {
            assert_eq!(BaseLink::parse(text), Err(expected), "{text}");
        }
        assert!(matches!(BaseLink::parse("/relative"), Err(LinkError::NotAbsolute(_))));
        assert!(matches!(BaseLink::parse(""), Err(LinkError::NotAbsolute(_))));
    }

    #[test]
    fn length_limit_counts_encoded_bytes() {
        let origin = "https://play.example/";
        let fits = format!("{origin}{}/", "a".repeat(MAX_URL_BYTES - origin.len() - 1));
        assert_eq!(BaseLink::parse(&fits).expect("a good link").as_str().len(), MAX_URL_BYTES);
        for long in [
            format!("{fits}a"),
            // The slash at its end counts, too.
            fits.replacen("a/", "aa", 1),
            // Nine bytes each once they are encoded.
            format!("{origin}{}", "例".repeat(MAX_URL_BYTES / 9)),
        ] {
            assert_eq!(BaseLink::parse(&long), Err(LinkError::TooLong), "{long}");
        }
    }

    #[test]
    fn host_that_others_do_not_reach_is_not_public() {
        for local in [
            "http://127.0.0.1/",
            "http://127.1.2.3:8080/",
            "http://0x7f.1/",
            "http://2130706433/",
            "http://0.0.0.0/",
            "http://169.254.169.254/",
            "http://[::1]/",
            "http://[::]/",
            "http://[::ffff:127.0.0.1]/",
            "http://[fe80::1]/",
            "http://localhost:8080/",
            "http://LOCALHOST./",
            "http://play.localhost/",
            "http://play/",
            "http://10.0.0.1/",
            "http://100.64.0.1/",
            "http://192.168.1.1/",
            "http://[fd00::1]/",
        ] {
            let link = OperatorLink::parse(local).expect("a URL");
            assert_eq!(link.require_public(), Err(LinkError::NotPublic), "{local}");
        }
        for public in ["https://play.example/", "https://localhost.example/", "http://100.128.0.1/"]
        {
            let link = OperatorLink::parse(public).expect("a URL");
            assert!(link.require_public().is_ok(), "{public}");
        }
    }
}
