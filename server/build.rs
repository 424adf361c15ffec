//! Options of the linker.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is_linux = env::var("CARGO_CFG_TARGET_OS").is_ok_and(|name| name == "linux");
    if is_linux && env::var_os("CARGO_FEATURE_QUICKJS").is_some() {
        // Calls of `JS_NewRuntime` go to `server/renderer/src/heap.rs`.
        println!("cargo::rustc-link-arg=-Wl,--wrap=JS_NewRuntime");
    }
}
