//! Files that are generated from what the server reports.

use std::fs;
use std::path::Path;

/// Fails if a file of the repository is stale, that is, if `generate` makes something else of
/// its content. With `UPDATE_GENERATED` set, as by `make generated`, writes it instead.
pub fn assert_up_to_date(file: &str, generate: impl FnOnce(&str) -> String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
    let current = fs::read_to_string(&path).unwrap();
    let expected = generate(&current);
    if std::env::var_os("UPDATE_GENERATED").is_some() {
        fs::write(&path, expected).unwrap();
    } else {
        assert_eq!(current, expected, "{file} is stale: run `make generated`");
    }
}
