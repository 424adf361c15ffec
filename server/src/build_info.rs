//! What this binary was built from.

/// Version of the server.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Commit that it was built from, where the build was told (`MARQUEE_COMMIT`).
pub const COMMIT: &str = match option_env!("MARQUEE_COMMIT") {
    Some(commit) => commit,
    None => "unknown",
};
