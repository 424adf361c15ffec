//! The operator's links, as far as they are known.

use super::{BaseLink, HostPattern, LinkError, OperatorLink, require_host};
use crate::metrics::METRICS;

/// A link's field in the content service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// The operator's base URL.
    Base,
    /// The operator's blog.
    Blog,
}

impl Field {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Base, Self::Blog];

    pub(super) fn label(self) -> &'static str {
        match self {
            Self::Base => "base",
            Self::Blog => "blog",
        }
    }
}

/// The operator's links, as far as they are known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Links {
    /// The base URL, to which the paths of sign-up and log-in are appended.
    pub base: Option<BaseLink>,
    /// The operator's blog.
    pub blog: Option<OperatorLink>,
}

impl Links {
    /// The URL of one field, if it is known.
    #[must_use]
    pub fn field(&self, field: Field) -> Option<&str> {
        self.link(field).map(OperatorLink::as_str)
    }

    fn link(&self, field: Field) -> Option<&OperatorLink> {
        match field {
            Field::Base => self.base.as_ref().map(AsRef::as_ref),
            Field::Blog => self.blog.as_ref(),
        }
    }

    /// Whether every link is known, so that pages have no disabled anchors.
    #[must_use]
    pub fn are_complete(&self) -> bool {
        self.base.is_some() && self.blog.is_some()
    }

    /// Exports the links that are known.
    pub fn export(&self) {
        METRICS.marquee_operator_link_known.clear();
        for field in Field::ALL {
            let url = self.field(field);
            let labels = [field.label().to_owned(), url.unwrap_or_default().to_owned()];
            METRICS.marquee_operator_link_known.at(labels).set(url.is_some().into());
            // Exported from the start, so that the first change is an increase.
            drop(METRICS.marquee_operator_link_changes.at([field.label()]));
        }
    }

    /// Sets a link to the text of its field in the content service, if that is publicly
    /// reachable, at one of `hosts`, and not `http` in the place of `https`; clears it if the
    /// field was cleared.
    ///
    /// # Errors
    /// Why any other text is not accepted; the link is not changed.
    pub(super) fn accept(
        &mut self,
        field: Field,
        text: &str,
        hosts: &[HostPattern],
    ) -> Result<(), LinkError> {
        let check = |link: &OperatorLink| {
            if !link.is_secure() && self.link(field).is_some_and(OperatorLink::is_secure) {
                return Err(LinkError::Insecure);
            }
            link.require_public()?;
            require_host(link, hosts)
        };
        match field {
            Field::Base if text.is_empty() => self.base = None,
            Field::Blog if text.is_empty() => self.blog = None,
            Field::Base => {
                let link = BaseLink::parse(text)?;
                check(link.as_ref())?;
                self.base = Some(link);
            }
            Field::Blog => {
                let link = OperatorLink::parse(text)?;
                check(&link)?;
                self.blog = Some(link);
            }
        }
        Ok(())
    }
}
