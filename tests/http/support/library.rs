//! Libraries in C, loaded before all others (`LD_PRELOAD`), whose functions replace those of the system.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles a library in this folder. Returns its path.
pub fn compile(folder: &Path, source: &str) -> PathBuf {
    let [file, library] = ["library.c", "library.so"].map(|name| folder.join(name));
    fs::write(&file, source).unwrap();
    let mut cc = Command::new("cc");
    cc.args(["-shared", "-fPIC", "-o"]).args([&library, &file]);
    assert!(cc.status().unwrap().success());
    library
}

/// Returns the library that gives a process a separate clock (Debian's package
/// `faketime`).
pub fn fake_clock() -> String {
    let found = fs::read_dir("/usr/lib")
        .unwrap()
        .map(|entry| entry.unwrap().path().join("faketime/libfaketimeMT.so.1"))
        .find(|library| library.exists());
    found.expect("Debian's package `faketime` is installed").display().to_string()
}
