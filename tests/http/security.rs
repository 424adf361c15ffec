//! What neither a page nor a visitor can do.

use serde_json::Value;

use crate::support::bundles::{get, renderer};

/// Globals beyond ECMAScript: the place to write to, what the engines bring
/// along for text and time, and `QuickJS`'s stand-ins for parts of V8.
const HARMLESS: [&str; 18] = [
    "marquee",
    "atob",
    "btoa",
    "console",
    "gc",
    "performance",
    "queueMicrotask",
    "DOMException",
    "InternalError",
    "__v8xAtomicsCancelWaiter",
    "__v8xAtomicsNotifyWaiters",
    "__v8xAtomicsNumUnresolvedAsyncPromisesForTesting",
    "__v8xAtomicsNumWaitersForTesting",
    "__v8xAtomicsRegisterWaiter",
    "__v8xPostForegroundTask",
    "__v8xTemporalTimeZone",
    "__v8x_import_source",
    "__v8x_snapshot_intrinsics",
];

async fn found_by(address: &str) -> Value {
    let (_, found) = get(&renderer("prying.js"), address).await.unwrap();
    serde_json::from_str(&found).unwrap()
}

#[tokio::test]
async fn a_page_has_the_language_and_a_place_to_write_to_and_nothing_else() {
    let found = found_by("/globals").await;
    assert_eq!(found["operations"], serde_json::json!(["drained", "head", "write"]));
    for global in found["others"].as_array().unwrap() {
        let global = global.as_str().unwrap();
        assert!(HARMLESS.contains(&global), "{global} is within a page's reach");
    }
}

#[tokio::test]
async fn a_page_can_load_no_other_code() {
    assert_eq!(found_by("/imports").await, serde_json::json!([]));
}

#[tokio::test]
async fn no_detour_leads_a_page_to_the_process() {
    let nothing = serde_json::json!(["undefined", "undefined", "undefined", "undefined"]);
    assert_eq!(found_by("/constructors").await, nothing);
}
