//! `robots.txt` (RFC 9309), as far as rules for every crawler go.

/// The rules for every crawler, and the sitemaps.
#[derive(Debug, Default)]
pub(crate) struct Robots {
    rules: Vec<Rule>,
    /// URLs of the sitemaps, as they are written.
    pub(crate) sitemaps: Vec<String>,
}

#[derive(Debug)]
struct Rule {
    allows: bool,
    pattern: String,
}

impl Robots {
    /// Parses a file; lines that are no rules are ignored (section 2.2).
    pub(crate) fn parse(text: &str) -> Self {
        let mut robots = Self::default();
        let (mut is_for_all, mut is_in_names) = (false, false);
        let lines = text.lines().filter_map(|line| line.split('#').next()?.split_once(':'));
        for (name, value) in lines {
            let (name, value) = (name.trim().to_ascii_lowercase(), value.trim());
            match &*name {
                "user-agent" => {
                    is_for_all = value == "*" || (is_in_names && is_for_all);
                    is_in_names = true;
                }
                "allow" | "disallow" => {
                    is_in_names = false;
                    if is_for_all && !value.is_empty() {
                        let allows = name == "allow";
                        robots.rules.push(Rule { allows, pattern: value.to_owned() });
                    }
                }
                "sitemap" => robots.sitemaps.push(value.to_owned()),
                _ => {}
            }
        }
        robots
    }

    /// Returns the pattern that forbids a path with its query: that of the longest rule
    /// that matches, unless one of this length allows it (section 2.2.2).
    pub(crate) fn forbidding(&self, path: &str) -> Option<&str> {
        self.rules
            .iter()
            .filter(|rule| matches(&rule.pattern, path))
            .max_by_key(|rule| (rule.pattern.len(), rule.allows))
            .filter(|rule| !rule.allows)
            .map(|rule| &*rule.pattern)
    }
}

/// Whether a pattern matches the start of a path: `*` is any text, and `$` the end of the
/// path (section 2.2.3).
fn matches(pattern: &str, path: &str) -> bool {
    let (pattern, is_whole) =
        pattern.strip_suffix('$').map_or((pattern, false), |pattern| (pattern, true));
    let mut parts = pattern.split('*');
    let Some(mut rest) = path.strip_prefix(parts.next().unwrap_or_default()) else {
        return false;
    };
    let parts: Vec<_> = parts.collect();
    let Some((last, middle)) = parts.split_last() else {
        return !is_whole || rest.is_empty();
    };
    for part in middle {
        let Some((_, after)) = rest.split_once(part) else { return false };
        rest = after;
    }
    if is_whole { rest.ends_with(last) } else { rest.contains(last) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longest_matching_rule_for_every_crawler_decides() {
        let robots = Robots::parse(
            "User-agent: BadBot\nDisallow: /\n\nuser-agent: Other\nUser-Agent: *\n\
             disallow: /assets/ # scripts\nAllow: /assets/*.css$\nDisallow: /?lang=*&x\nDisallow:\n\
             Sitemap: https://site.example/a.xml\n",
        );
        assert_eq!(robots.sitemaps, ["https://site.example/a.xml"]);
        for (path, expected) in [
            ("/", None),
            ("/assets/a.js", Some("/assets/")),
            ("/assets/a.css", None),
            ("/assets/a.css?x", Some("/assets/")),
            ("/?lang=ms", None),
            ("/?lang=ms&x", Some("/?lang=*&x")),
        ] {
            assert_eq!(robots.forbidding(path), expected, "{path}");
        }
    }

    #[test]
    fn allow_wins_over_a_disallow_of_the_same_length() {
        let robots = Robots::parse("User-agent: *\nDisallow: /a\nAllow: /a\nDisallow: /b*c$");
        assert_eq!(robots.forbidding("/a"), None);
        assert_eq!(robots.forbidding("/bxc"), Some("/b*c$"));
        assert_eq!(robots.forbidding("/bxcx"), None);
    }
}
