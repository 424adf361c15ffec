//! The hosts to which the operator's links may lead.

use url::Host;

use super::link::{LinkError, OperatorLink, is_domain_name};

/// A host, or every host below a domain, in the normalised form of the URL Standard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HostPattern {
    /// This host alone.
    Exact(String),
    /// The hosts below a domain, which ends this text after its first dot; not the domain itself.
    Below(String),
}

impl HostPattern {
    /// Parses a host such as `play.example`, or `*.play.example` for those below it.
    ///
    /// # Errors
    /// A hint for the user.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        const HINT: &str = "give hosts like `play.example`, or `*.play.example` for all below it, \
                            separated by commas";
        let text = text.trim();
        let (name, is_below) = match text.strip_prefix("*.") {
            Some(domain) => (domain, true),
            None => (text, false),
        };
        match Host::parse(name) {
            Ok(Host::Domain(domain)) if !is_domain_name(&domain) => Err(HINT),
            Ok(Host::Domain(domain)) if is_below => Ok(Self::Below(format!(".{domain}"))),
            Ok(host) if !is_below => Ok(Self::Exact(host.to_string())),
            _ => Err(HINT),
        }
    }

    fn matches(&self, host: &str) -> bool {
        match self {
            Self::Exact(known) => host == known,
            Self::Below(suffix) => host.ends_with(suffix),
        }
    }
}

/// Checks that the host of a link matches one of the patterns, if there are any.
///
/// # Errors
/// [`LinkError::HostNotListed`] for any other.
pub fn require_host(link: &OperatorLink, patterns: &[HostPattern]) -> Result<(), LinkError> {
    // The root's empty label may end a name.
    let host = link.host().strip_suffix('.').unwrap_or(link.host());
    if patterns.is_empty() || patterns.iter().any(|pattern| pattern.matches(host)) {
        Ok(())
    } else {
        Err(LinkError::HostNotListed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_allowed(link: &str, patterns: &[&str]) -> bool {
        let patterns: Vec<_> =
            patterns.iter().map(|text| HostPattern::parse(text).expect("a pattern")).collect();
        require_host(&OperatorLink::parse(link).expect("a URL"), &patterns).is_ok()
    }

    #[test]
    fn only_listed_hosts_are_allowed() {
        let hosts = ["play.example", "*.brand.example", "192.0.2.1", "例子.example"];
        for link in [
            "https://play.example/my/",
            "https://PLAY.example.:8443/",
            "https://my.brand.example/",
            "https://a.b.brand.example/",
            "http://192.0.2.1/",
            "https://xn--fsqu00a.example/",
        ] {
            assert!(is_allowed(link, &hosts), "{link}");
            assert!(is_allowed(link, &[]), "{link}");
        }
        for link in [
            "https://evil.example/",
            "https://play.example.evil.example/",
            "https://evilplay.example/",
            "https://my.play.example/",
            "https://brand.example/",
            "https://evilbrand.example/",
            "https://evil.example/?play.example#play.example",
            "http://192.0.2.10/",
        ] {
            assert!(!is_allowed(link, &hosts), "{link}");
        }
    }

    #[test]
    fn anything_but_a_host_is_no_pattern() {
        for text in
            ["", "*", "*.", "*.*", "https://play.example", "play.example/", "a:443", "*.192.0.2.1"]
        {
            assert!(HostPattern::parse(text).is_err(), "{text}");
        }
    }
}
