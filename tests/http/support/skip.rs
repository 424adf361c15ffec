//! Tests that some machines cannot run.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::thread;

/// Ends a test that this machine cannot run, with the reason. Where `CI` is set, it fails: a test
/// that is skipped there as well never runs.
macro_rules! skip {
    ($reason:literal) => {{
        $crate::support::skip::report($reason);
        return;
    }};
}
pub(crate) use skip;

/// Adds the running test to those that `make` lists after all others.
pub fn report(reason: &str) {
    let is_ci = std::env::var_os("CI").is_some_and(|value| !value.is_empty());
    assert!(!is_ci, "not skipped in CI: {reason}");
    let line = format!("SKIPPED {}: {reason}\n", thread::current().name().unwrap_or_default());
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target");
    fs::create_dir_all(&target).unwrap();
    let list = target.join("skipped-tests");
    let mut list = OpenOptions::new().create(true).append(true).open(list).unwrap();
    list.write_all(line.as_bytes()).unwrap();
}
