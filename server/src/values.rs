//! Parsers of the values of settings. Each error is the end of a line that starts
//! with the variable's name.

use std::borrow::Cow;
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use ipnet::IpNet;
use secrecy::SecretString;
use tracing::level_filters::{LevelFilter, ParseLevelFilterError};
use url::Url;

/// An invalid value as it may be printed: `***` replaces what can be a user
/// and password (all before the last `@`) or a token (a query or fragment). It need
/// not be a valid URL.
pub(crate) fn without_secrets(value: &str) -> Cow<'_, str> {
    let (userinfo, rest) = match value.rsplit_once('@') {
        Some((_, rest)) => ("***@", rest),
        None => ("", value),
    };
    match rest.split_once(['?', '#']) {
        Some((url, _)) => format!("{userinfo}{url}?***").into(),
        None if userinfo.is_empty() => value.into(),
        None => format!("{userinfo}{rest}").into(),
    }
}

pub(crate) fn parse_public_url(value: &str) -> Result<Url, String> {
    let url = parse_service_url(value)?;
    if url.path() != "/" {
        return Err("the site is served at the root of its host: give no path".into());
    }
    Ok(url)
}

pub(crate) fn parse_service_url(value: &str) -> Result<Url, String> {
    let url = Url::parse(value).map_err(|error| error.to_string())?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err("only http and https URLs can be used".into());
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err("give the URL without `?` and `#`".into());
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("give the URL without a user or password".into());
    }
    Ok(url)
}

/// Parses an IP address, or a block in CIDR notation (RFC 4632, section 3.1).
pub(crate) fn parse_network(value: &str) -> Result<IpNet, &'static str> {
    let value = value.trim();
    let network = value.parse().or_else(|_| value.parse::<IpAddr>().map(IpNet::from));
    network.map_err(|_| "give IP addresses or blocks like `10.0.0.0/8`, separated by commas")
}

/// Parses the name of something and a file, joined by `=`.
pub(crate) fn parse_named_file(value: &str) -> Result<(String, PathBuf), &'static str> {
    match value.trim().split_once('=') {
        Some((name, file)) if !name.is_empty() && !file.is_empty() => {
            Ok((name.into(), file.into()))
        }
        _ => Err("give a name and a file each, such as `rates=/run/secrets/rates`"),
    }
}

/// Parses a token, which must fit an HTTP header (RFC 9110, section 5.5: visible ASCII).
pub(crate) fn parse_token(value: &str) -> Result<SecretString, &'static str> {
    match value {
        "" => Err("it is empty"),
        value if value.bytes().all(|byte| byte.is_ascii_graphic()) => Ok(value.into()),
        _ => Err("only visible ASCII characters can be sent in a header"),
    }
}

/// Parses a duration in whole seconds, the resolution of HTTP headers.
pub(crate) fn parse_seconds(value: &str) -> Result<Duration, String> {
    parse_duration(value).and_then(whole_seconds)
}

/// Parses the `max-age` of a header: whole seconds, also none, and as many as there are.
pub(crate) fn parse_max_age(value: &str) -> Result<Duration, String> {
    parse_any_duration(value).and_then(whole_seconds)
}

fn whole_seconds(duration: Duration) -> Result<Duration, String> {
    if duration.subsec_nanos() == 0 { Ok(duration) } else { Err("give whole seconds".into()) }
}

pub(crate) fn parse_switch(value: &str) -> Result<bool, &'static str> {
    match value {
        "on" | "1" => Ok(true),
        "off" | "0" => Ok(false),
        _ => Err("give on or off"),
    }
}

pub(crate) fn parse_share(value: &str) -> Result<f64, &'static str> {
    match value.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("give a number from 0 to 1"),
    }
}

pub(crate) fn parse_count(value: &str) -> Result<usize, String> {
    match value.parse() {
        Ok(0) | Err(_) => Err("give a whole number, 1 or more".into()),
        Ok(count) => Ok(count),
    }
}

/// Parses a timeout or an interval: shorter ones would keep the site from working.
pub(crate) fn parse_duration(value: &str) -> Result<Duration, String> {
    const SHORTEST: Duration = Duration::from_millis(100);
    match parse_duration_or_zero(value)? {
        duration if duration < SHORTEST => Err("it must be 100 ms at least".into()),
        duration => Ok(duration),
    }
}

/// Parses a log level. The library takes an empty one for `off`.
pub(crate) fn parse_log_level(value: &str) -> Result<LevelFilter, String> {
    match value {
        "" => Err("it is empty".into()),
        value => value.parse().map_err(|error: ParseLevelFilterError| error.to_string()),
    }
}

/// Parses a duration that may be zero.
pub(crate) fn parse_duration_or_zero(value: &str) -> Result<Duration, String> {
    const LONGEST: Duration = Duration::from_hours(24);
    let duration = parse_any_duration(value)?;
    if duration > LONGEST { Err("it must be 24 h at most".into()) } else { Ok(duration) }
}

fn parse_any_duration(value: &str) -> Result<Duration, String> {
    humantime::parse_duration(value)
        .map_err(|error| format!("{error}; write it like `500ms`, `2s` or `1m`"))
}

pub(crate) fn parse_threads(value: &str) -> Result<NonZeroUsize, String> {
    const MOST: usize = 256;
    match value.parse::<NonZeroUsize>() {
        Ok(threads) if threads.get() <= MOST => Ok(threads),
        _ => Err(format!("give a whole number from 1 to {MOST}")),
    }
}

pub(crate) fn parse_heap_limit(value: &str) -> Result<usize, String> {
    const LEAST: bytesize::ByteSize = bytesize::ByteSize::mib(16);
    const MOST: bytesize::ByteSize = bytesize::ByteSize::gib(4);
    let size: bytesize::ByteSize = value.parse().map_err(|_| "write it like `64MiB`".to_owned())?;
    if size < LEAST {
        return Err(format!("an engine needs {LEAST} at least"));
    }
    if size > MOST {
        return Err(format!("it must be {MOST} at most"));
    }
    usize::try_from(size.as_u64()).map_err(|_| "it is more than this machine can address".into())
}
