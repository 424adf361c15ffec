//! Settings that are lists of `name=value`, with percent-encoded values, as in W3C Baggage.

use std::collections::HashMap;

use actix_web::http::header::{HeaderName, HeaderValue};
use percent_encoding::percent_decode_str;
use secrecy::{ExposeSecret, SecretString};

/// Headers of requests to the collector. Their values may be secret.
#[derive(Debug, Clone)]
pub struct Headers(Vec<(HeaderName, SecretString)>);

impl Headers {
    pub(super) fn parse(list: &str) -> Result<Self, String> {
        let headers = pairs(list)?.into_iter().zip(1..).map(|((name, value), number)| {
            let name: HeaderName = name.parse().map_err(|_| {
                format!("element {number} does not begin with the name of a header")
            })?;
            HeaderValue::from_str(&value)
                .map_err(|_| format!("the value of element {number} cannot be sent in a header"))?;
            Ok((name, value.into()))
        });
        headers.collect::<Result<_, String>>().map(Self)
    }

    pub(super) fn to_map(&self) -> HashMap<String, String> {
        let exposed = |(name, value): &(HeaderName, SecretString)| {
            (name.to_string(), value.expose_secret().to_owned())
        };
        self.0.iter().map(exposed).collect()
    }
}

/// Attributes of the process in traces.
#[derive(Debug, Clone)]
pub struct ResourceAttributes(Vec<(String, String)>);

impl ResourceAttributes {
    pub(super) fn parse(list: &str) -> Result<Self, String> {
        pairs(list).map(Self)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &(String, String)> {
        self.0.iter()
    }
}

/// Parses a list. An error contains nothing of it: the whole list may be secret, and what
/// looks like a name may be a token with the wrong separator before it.
fn pairs(list: &str) -> Result<Vec<(String, String)>, String> {
    list.split(',')
        .zip(1..)
        .map(|(pair, number)| {
            let (name, value) = pair
                .split_once('=')
                .map(|(name, value)| (name.trim(), value.trim()))
                .filter(|(name, _)| !name.is_empty())
                .ok_or_else(|| format!("element {number} is not `name=value`"))?;
            let value = percent_decode_str(value)
                .decode_utf8()
                .map_err(|_| format!("the value of element {number} is not UTF-8"))?;
            Ok((name.to_owned(), value.into_owned()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_percent_decoded() {
        let parsed = pairs("a=1, b.c = x%2Cy%3D%20z,d=").expect("a list");
        let expected = [("a", "1"), ("b.c", "x,y= z"), ("d", "")];
        assert_eq!(parsed, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }
}
