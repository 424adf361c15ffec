//! Stops a build that cannot succeed with one sentence, above what its dependencies print. Cargo runs this when a
//! core has nothing else to do, since nothing waits for it: with few cores, after minutes.

use std::env;
use std::net::ToSocketAddrs;
use std::process::{Command, Stdio};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CMAKE_TOOLCHAIN_FILE");
    if let Some(reason) = obstacle() {
        println!("cargo::error={reason}");
    }
}

fn obstacle() -> Option<&'static str> {
    let is_set = |name| env::var_os(name).is_some();
    if !is_set("CARGO_CFG_UNIX") {
        return Some(
            "marquee-renderer does not build for Windows, since its engines need the pipes, limits and signals \
             of Unix: use WSL, or a container with Linux",
        );
    }
    match (is_set("CARGO_FEATURE_QUICKJS"), is_set("CARGO_FEATURE_V8")) {
        (true, true) => Some(
            "a program has one engine, and both `quickjs` and `v8` of marquee-renderer are on: `cargo tree \
             --edges features --invert marquee-renderer` shows who asks for them; `quickjs` is the default, \
             and off with `default-features = false`",
        ),
        (false, false) => Some(
            "marquee-renderer has no engine: turn its feature `quickjs` on, which is the default, or `v8`",
        ),
        (false, true) => None,
        (true, false) => {
            let cmake = Command::new("cmake").arg("--version").stdout(Stdio::null()).status();
            // What CMake would do then is not known here.
            let is_changed = ["CMAKE_TOOLCHAIN_FILE", "WAMR_LIB_DIR"].into_iter().any(is_set);
            let proxies = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"];
            let is_online =
                || proxies.into_iter().any(is_set) || ("github.com", 443).to_socket_addrs().is_ok();
            if cmake.is_err() {
                Some("CMake builds QuickJS, and is not installed: `apt-get install cmake`")
            } else if is_changed || is_online() {
                None
            } else {
                Some(
                    "CMake would download the headers of simde from github.com, which is out of reach: `apt-get \
                     install libsimde-dev`, and set CMAKE_TOOLCHAIN_FILE to a file with the line \
                     `set(FETCHCONTENT_SOURCE_DIR_SIMDE /usr/include CACHE PATH simde)`",
                )
            }
        }
    }
}
