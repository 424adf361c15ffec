//! Links to the operator, checked where they come in: a value of these types is
//! always an absolute `http` or `https` address that is safe to put in a page.

use std::fmt;

use url::{Host, Url};

/// Longer addresses are nobody's real link.
const MOST_BYTES: usize = 2048;

/// Why a text is not accepted as a link.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// It is no absolute address at all.
    #[error("it is not an absolute address: {0}")]
    NotAbsolute(#[from] url::ParseError),
    /// `javascript:`, `data:` and the like.
    #[error("only http and https links are accepted")]
    Scheme,
    /// The URL Standard lets a host hold quotes and braces; no domain has any.
    #[error("its host is no domain name")]
    Host,
    /// User and password would show in every page.
    #[error("a link must not carry a user or password")]
    Credentials,
    /// Longer than any real link.
    #[error("it is longer than {MOST_BYTES} bytes")]
    TooLong,
    /// Paths such as `winbox-signup/` are appended to a base address.
    #[error("a base address cannot have a `?` or `#` part")]
    NotABase,
}

/// An absolute `http` or `https` address, normalised (WHATWG URL Standard).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorLink(Url);

impl OperatorLink {
    /// Accepts an absolute `http(s)` address.
    ///
    /// # Errors
    /// Every [`LinkError`] but [`LinkError::NotABase`].
    pub fn parse(text: &str) -> Result<Self, LinkError> {
        if text.len() > MOST_BYTES {
            return Err(LinkError::TooLong);
        }
        let url = Url::parse(text)?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(LinkError::Scheme);
        }
        if let Some(Host::Domain(name)) = url.host()
            && !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte))
        {
            return Err(LinkError::Host);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(LinkError::Credentials);
        }
        Ok(Self(url))
    }

    /// The address as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl fmt::Display for OperatorLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The operator's base address: an [`OperatorLink`] that ends in `/`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseLink(OperatorLink);

impl BaseLink {
    /// Accepts an absolute `http(s)` address and gives it a trailing slash.
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
        Ok(Self(OperatorLink(url)))
    }

    /// The address as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl fmt::Display for BaseLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_address_ends_in_a_slash() {
        for (given, expected) in [
            ("https://play.example", "https://play.example/"),
            ("https://play.example/my", "https://play.example/my/"),
            ("http://play.example/my/", "http://play.example/my/"),
            ("https://[::1]:8080", "https://[::1]:8080/"),
            ("https://例子.example", "https://xn--fsqu00a.example/"),
        ] {
            assert_eq!(BaseLink::parse(given).expect("a good link").as_str(), expected);
        }
    }

    #[test]
    fn what_is_no_safe_link_is_refused() {
        for (text, expected) in [
            ("javascript:alert(1)", LinkError::Scheme),
            ("data:text/html,x", LinkError::Scheme),
            (r#"https://play"onclick="alert(1)".example/"#, LinkError::Host),
            ("https://play%22.example/", LinkError::Host),
            ("https://me:secret@play.example/", LinkError::Credentials),
            ("https://play.example/?a=b", LinkError::NotABase),
            ("https://play.example/#a", LinkError::NotABase),
        ] {
            assert_eq!(BaseLink::parse(text), Err(expected), "{text}");
        }
        assert!(matches!(BaseLink::parse("/relative"), Err(LinkError::NotAbsolute(_))));
        assert!(matches!(BaseLink::parse(""), Err(LinkError::NotAbsolute(_))));
        let long = format!("https://play.example/{}", "a".repeat(MOST_BYTES));
        assert_eq!(BaseLink::parse(&long), Err(LinkError::TooLong));
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_refused_or_made_harmless(text in "(https?://[a-z.]{1,20}/)?.*") {
            if let Ok(link) = BaseLink::parse(&text) {
                let link = link.as_str();
                assert!(link.starts_with("http://") || link.starts_with("https://"));
                assert!(link.ends_with('/'));
                assert!(!link.contains(['"', '<', '>', ' ', '\n']), "{link}");
            }
        }
    }

    #[test]
    fn markup_in_a_link_is_escaped_by_its_parsing() {
        let link = OperatorLink::parse(r#"https://x.example/"></script><script>alert(1)</script>"#)
            .expect("an address, if an odd one");
        assert!(!link.as_str().contains(['"', '<', '>']), "{link}");
    }
}
