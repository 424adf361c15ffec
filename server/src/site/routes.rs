//! The site's paths. `client/site/pages.ts` has the list; the build writes it to
//! `site.json`.

use std::collections::BTreeMap;

use serde::Deserialize;
use url::Url;

/// One entry of the list.
#[derive(Debug, Clone, Deserialize)]
pub struct Route {
    /// Path, matched byte for byte.
    pub path: String,
    /// The target of a redirect, for a path that is no page.
    pub redirect: Option<String>,
}

/// What a requested path leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target<'a> {
    /// The page at this path.
    Page(&'a str),
    /// Another path of the site.
    Redirect(&'a str),
    /// No page: the not-found page.
    NotFound,
}

impl Target<'_> {
    /// The path of the not-found page, the same for every unknown path.
    pub const NOT_FOUND_PATH: &'static str = "/404";
}

/// The list itself.
#[derive(Debug, Clone, Deserialize)]
#[serde(from = "Vec<Route>")]
pub struct Routes {
    /// The pages, then the redirects.
    list: Vec<Route>,
    positions: BTreeMap<String, usize>,
}

impl From<Vec<Route>> for Routes {
    fn from(mut list: Vec<Route>) -> Self {
        list.sort_by_key(|route| route.redirect.is_some());
        let paths = list.iter().map(|route| route.path.clone());
        // Of a path that is there twice, the first one counts.
        Self {
            positions: paths.enumerate().map(|(position, path)| (path, position)).rev().collect(),
            list,
        }
    }
}

impl Routes {
    /// Validates the list.
    ///
    /// # Errors
    /// The reason: there is no page, a path that no request has, or a redirect whose target is
    /// not a page.
    pub fn check(&self) -> Result<(), String> {
        if self.pages().next().is_none() {
            return Err("`routes` names no page".into());
        }
        for Route { path, .. } in &self.list {
            // As browsers send it: other characters are escaped (WHATWG URL Standard).
            let sent = Url::parse("http://x").and_then(|site| site.join(path));
            match sent.as_ref().map(Url::as_str) {
                Ok(url) if url.strip_prefix("http://x") == Some(path) => {}
                Ok(url) => {
                    return Err(format!("`routes` has {path:?}, which is requested as {url}"));
                }
                Err(error) => return Err(format!("`routes` has {path:?}: {error}")),
            }
        }
        let mut targets = self.list.iter().filter_map(|route| route.redirect.as_deref());
        match targets.find(|to| !matches!(self.resolve(to), Target::Page(_))) {
            Some(to) => Err(format!("`routes` redirects to {to}, which is no page")),
            None => Ok(()),
        }
    }

    /// Iterates over the paths of the pages, without the not-found page.
    pub fn pages(&self) -> impl Iterator<Item = &str> {
        self.list.iter().filter(|route| route.redirect.is_none()).map(|route| route.path.as_str())
    }

    /// The position of `path` in the list: the pages come first, in their order.
    #[must_use]
    pub fn position(&self, path: &str) -> Option<usize> {
        self.positions.get(path).copied()
    }

    /// What the path at this position leads to.
    #[must_use]
    pub fn target(&self, position: Option<usize>) -> Target<'_> {
        match position.and_then(|position| self.list.get(position)) {
            Some(Route { redirect: Some(to), .. }) => Target::Redirect(to),
            Some(Route { path, redirect: None }) => Target::Page(path),
            None => Target::NotFound,
        }
    }

    /// What a path leads to.
    #[must_use]
    pub fn resolve(&self, path: &str) -> Target<'_> {
        self.target(self.position(path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_that_no_request_has_is_rejected() {
        for (path, is_valid) in [
            ("/", true),
            ("/promo", true),
            ("/%E4%BC%98", true),
            ("/a b", false),
            ("/\u{4f18}", false),
            ("promo", false),
            ("//other.example/", false),
            ("/a/../b", false),
        ] {
            let routes = Routes::from(vec![Route { path: path.into(), redirect: None }]);
            assert_eq!(routes.check().is_ok(), is_valid, "{path:?}: {:?}", routes.check());
        }
    }
}
