//! What the metrics say.

use std::fmt::Debug;
use std::str::FromStr;

/// The value of the first sample that begins so: a name, and as much of its
/// labels as matters.
pub fn sample<T: FromStr<Err: Debug>>(metrics: &str, begins: &str) -> T {
    let line = metrics.lines().find(|line| line.starts_with(begins));
    let line = line.unwrap_or_else(|| panic!("no {begins} in {metrics}"));
    line.rsplit(' ').next().unwrap().parse().unwrap()
}
