//! What the server reads from outside, taken out of it: its own files, without
//! the JavaScript engine, which would take minutes to build for a fuzzer.

#[path = "../../../server/src/page/url.rs"]
pub mod language;
#[path = "../../../server/src/locale/mod.rs"]
pub mod locale;
pub mod operator;
#[path = "../../../server/src/routes.rs"]
pub mod routes;
pub mod site;
pub mod visit;
