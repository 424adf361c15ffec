//! Parsing of metrics.

use std::fmt::Debug;
use std::str::FromStr;

/// The sample of requests with GET in flight, up to its value.
pub const ACTIVE: &str =
    "http_server_active_requests{http_request_method=\"GET\",url_scheme=\"http\"} ";

/// Returns the value of the first sample with this prefix: a name, and optionally labels.
pub fn sample<T: FromStr<Err: Debug>>(metrics: &str, prefix: &str) -> T {
    let line = metrics.lines().find(|line| line.starts_with(prefix));
    let line = line.unwrap_or_else(|| panic!("no {prefix} in {metrics}"));
    // An exemplar follows the value.
    let line = line.split_once(" # {").map_or(line, |(sample, _)| sample);
    line.rsplit(' ').next().unwrap().parse().unwrap()
}
