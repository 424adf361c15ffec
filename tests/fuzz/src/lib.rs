//! The parts of the server that parse untrusted input: its own source files, without the
//! JavaScript engine, which would take minutes to build for a fuzzer.

#[path = "../../../server/src/locale/mod.rs"]
pub mod locale;
pub mod operator;
#[path = "../../../server/src/page/url.rs"]
pub mod page_url;
pub mod request;
#[path = "../../../server/src/routes.rs"]
pub mod routes;
pub mod site;
