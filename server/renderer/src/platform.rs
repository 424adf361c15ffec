//! The engine that this binary has, and what all its runtimes share.

use deno_core::JsRuntime;
#[cfg(feature = "v8")]
use deno_core::v8;

/// The name of the engine: `quickjs` or `v8`.
pub const ENGINE: &str = if cfg!(feature = "v8") { "v8" } else { "quickjs" };

/// Initialises the engine. V8 wants this done on a thread that is an ancestor of
/// every engine thread.
pub(crate) fn init() {
    // V8 15.0 drops the check for termination from some loops that it unrolls,
    // and a script in such a loop could never be stopped.
    #[cfg(feature = "v8")]
    v8::V8::set_flags_from_string("--no-turboshaft-loop-unrolling");
    // Each page is half a MiB of short-lived objects. A young generation of 1 MiB, as
    // derived from the heap limit, takes 16 % more CPU time, one of 16 MiB 7 %. In MiB.
    #[cfg(feature = "v8")]
    v8::V8::set_flags_from_string("--min-semi-space-size=4 --max-semi-space-size=4");
    JsRuntime::init_platform(None);
}
