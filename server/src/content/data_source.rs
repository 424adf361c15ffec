//! The site's data sources: values in the JSON of other services that pages show, as the site's
//! configuration lists them.

use std::collections::BTreeMap;
use std::time::Duration;

use arc_swap::ArcSwap;
use serde::Deserialize;
use serde_json::{Map, Value};
use url::Url;

use super::client::{ContentError, JsonClient};
use super::known::Content;
use super::{OperatorLink, Token};
use crate::telemetry::with_causes;

/// Longest text of a field, in characters.
const LONGEST_TEXT: usize = 1_000;

/// A data source as `site.json` has it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DataApi {
    url: Url,
    refresh_seconds: u64,
    /// By the names that pages know them by.
    fields: BTreeMap<String, DataField>,
}

/// A value in the JSON of a service.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct DataField {
    /// Names of members and indexes of items, from the outermost, joined by dots: `rates.MYR`.
    at: String,
    r#type: DataType,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum DataType {
    /// A text that is not empty, of at most [`LONGEST_TEXT`] characters, without spaces around it.
    Text,
    /// A number.
    Number,
    /// An absolute `http(s)` URL.
    Link,
}

impl DataField {
    fn read(&self, body: &Value) -> Result<Value, ContentError> {
        let value = body.pointer(&format!("/{}", self.at.replace('.', "/")));
        let text = || value.and_then(Value::as_str).map(str::trim);
        let (found, wanted) = match self.r#type {
            DataType::Number => (value.filter(|it| it.is_number()).cloned(), "number there"),
            DataType::Text => {
                let is_short = |it: &&str| (1..=LONGEST_TEXT).contains(&it.chars().count());
                (text().filter(is_short).map(Value::from), "text there")
            }
            DataType::Link => {
                let link = text().map(OperatorLink::parse).transpose();
                let link = link.map_err(ContentError::BadLink)?;
                (link.map(|link| link.as_str().into()), "link there")
            }
        };
        found.ok_or(ContentError::NoField(wanted))
    }
}

/// A data source that is asked.
#[derive(Debug)]
pub struct DataSource {
    pub(super) name: String,
    pub(super) client: JsonClient,
    /// Time between two refreshes.
    pub(super) interval: Duration,
    url: Url,
    fields: BTreeMap<String, DataField>,
}

impl DataSource {
    /// The source `api`, with a token if it needs one. `timeout` is the limit from connecting to the
    /// last byte of a response.
    ///
    /// # Errors
    /// When its URL needs certificates, and the system has none to trust.
    pub fn new(
        name: &str,
        api: &DataApi,
        token: Option<Token>,
        timeout: Duration,
    ) -> reqwest::Result<Self> {
        Ok(Self {
            name: name.to_owned(),
            client: JsonClient::new(&api.url, token, timeout)?,
            interval: Duration::from_secs(api.refresh_seconds),
            url: api.url.clone(),
            fields: api.fields.clone(),
        })
    }

    /// Requests the values and stores them, all or none.
    ///
    /// # Errors
    /// The time that the service asked to wait.
    pub(super) async fn refresh(&self, content: &ArcSwap<Content>) -> Result<(), Duration> {
        let mut reading = None;
        let read = |body: &Value| {
            let values = self.fields.iter().map(|(name, field)| {
                reading = Some(&field.at);
                Ok((name.clone(), field.read(body)?))
            });
            values.collect::<Result<Map<_, _>, _>>()
        };
        match self.client.get(self.url.clone(), read).await {
            Ok(values) => {
                let values = Value::Object(values);
                if content.load().data.get(&self.name) != Some(&values) {
                    content.rcu(|now| {
                        let mut next = Content::clone(now);
                        next.data.insert(self.name.clone(), values.clone());
                        next
                    });
                }
                Ok(())
            }
            Err(error) => {
                let place = reading.map(|at| format!("{at}: ")).unwrap_or_default();
                not_refreshed(&self.name, &format!("{place}{}", with_causes(&error)));
                Err(error.retry_after())
            }
        }
    }
}

pub(super) fn not_refreshed(source: &str, reason: &str) {
    tracing::warn!(source, reason, "data not refreshed, keeping the last known good values");
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(at: &str, r#type: DataType, body: &Value) -> Option<Value> {
        DataField { at: at.into(), r#type }.read(body).ok()
    }

    #[test]
    fn values_are_found_by_their_place_and_only_of_their_type() {
        let body = json!({
            "rates": { "MYR": 4.72, "note": " as of today " },
            "items": [{ "url": "https://news.example/1" }],
            "empty": "",
            "long": "x".repeat(LONGEST_TEXT + 1),
            "script": "javascript:alert(1)",
        });
        for (at, r#type, expected) in [
            ("rates.MYR", DataType::Number, Some(json!(4.72))),
            ("rates.note", DataType::Text, Some(json!("as of today"))),
            ("items.0.url", DataType::Link, Some(json!("https://news.example/1"))),
            ("rates.MYR", DataType::Text, None),
            ("rates.note", DataType::Number, None),
            ("rates.EUR", DataType::Number, None),
            ("rates", DataType::Text, None),
            ("items.1.url", DataType::Link, None),
            ("empty", DataType::Text, None),
            ("long", DataType::Text, None),
            ("script", DataType::Link, None),
        ] {
            assert_eq!(read(at, r#type, &body), expected, "{at}");
        }
    }
}
