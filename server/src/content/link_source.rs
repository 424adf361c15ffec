//! The content service that has the operator's links (Strapi).

use std::time::Duration;

use arc_swap::ArcSwap;
use serde::Deserialize;
use url::Url;

use super::client::{ContentError, JsonClient};
use super::known::Content;
use super::links::Field;
use super::response::field_text;
use super::{HostPattern, Token};
use crate::metrics::METRICS;
use crate::telemetry::with_causes;

/// Where the content service has the links, as the build of the site states it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ContentApi {
    /// Path of the resource, here and in the content service.
    pub path: String,
    fields: FieldNames,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FieldNames {
    link: String,
    blog_link: String,
}

impl ContentApi {
    /// The name of a field.
    #[must_use]
    pub fn name(&self, field: Field) -> &str {
        match field {
            Field::Base => &self.fields.link,
            Field::Blog => &self.fields.blog_link,
        }
    }
}

/// The content service that has the operator's links.
#[derive(Debug, Clone)]
pub struct LinkSource {
    pub(super) client: JsonClient,
    endpoint: Url,
    api: ContentApi,
    /// The hosts to which its links may lead; any if there are none.
    hosts: Vec<HostPattern>,
    /// Time between two refreshes.
    pub(super) interval: Duration,
}

impl LinkSource {
    /// A source of `api` at the service at `base`, whose path is a prefix of all requests.
    /// `timeout` is the limit from connecting to the last byte of a response. Links to other
    /// hosts than `hosts`, if there are any, are rejected.
    ///
    /// # Errors
    /// When `base` needs certificates, and the system has none to trust.
    pub fn new(
        base: &Url,
        api: ContentApi,
        token: Token,
        timeout: Duration,
        hosts: Vec<HostPattern>,
        interval: Duration,
    ) -> reqwest::Result<Self> {
        let client = JsonClient::new(base, Some(token), timeout)?;
        let mut endpoint = base.clone();
        endpoint.set_path(&format!("{}{}", base.path().trim_end_matches('/'), api.path));
        Ok(Self { client, endpoint, api, hosts, interval })
    }

    /// Fetches one field. Returns its text, empty if an editor cleared it.
    async fn fetch(&self, field: Field) -> Result<String, ContentError> {
        let name = self.api.name(field);
        let mut url = self.endpoint.clone();
        url.query_pairs_mut().append_pair("fields[0]", name);
        let read = |body: &_| {
            field_text(body, name).ok_or(ContentError::NoField("text field of this name"))
        };
        self.client.get(url, read).await
    }

    /// Requests both fields concurrently and stores each valid one, independently of the
    /// other.
    ///
    /// # Errors
    /// Unless both were valid: the time that the service asked to wait.
    pub(super) async fn refresh(&self, content: &ArcSwap<Content>) -> Result<(), Duration> {
        let (base, blog) = tokio::join!(self.fetch(Field::Base), self.fetch(Field::Blog));
        let before = content.load_full();
        let before = &before.links;
        let mut known = before.clone();
        let mut failures = Vec::new();
        let mut retry_after = Duration::ZERO;
        for (field, fetched) in [(Field::Base, base), (Field::Blog, blog)] {
            let accepted = fetched.and_then(|text| {
                known.accept(field, &text, &self.hosts).map_err(ContentError::BadLink)
            });
            if let Err(error) = accepted {
                failures.push(format!("{}: {}", self.api.name(field), with_causes(&error)));
                retry_after = retry_after.max(error.retry_after());
            }
        }
        if known != *before {
            for field in Field::ALL {
                let (old, new) = (before.field(field), known.field(field));
                if old == new {
                    continue;
                }
                // An editor of the field decides where every button leads.
                tracing::info!(field = self.api.name(field), old, new, "operator link changed");
                if old.is_some() {
                    METRICS.marquee_operator_link_changes.at([field.label()]).inc();
                }
            }
            known.export();
            content.rcu(|now| Content { links: known.clone(), data: now.data.clone() });
        }
        if failures.is_empty() {
            return Ok(());
        }
        not_refreshed(&failures.join("; "));
        Err(retry_after)
    }
}

pub(super) fn not_refreshed(reason: &str) {
    tracing::warn!(reason, "operator links not refreshed, keeping the last known good ones");
}
