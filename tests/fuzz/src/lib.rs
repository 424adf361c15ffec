//! The parts of the server that parse untrusted input: its own source files, without the
//! JavaScript engine, which would take minutes to build for a fuzzer.

#[path = "../../../server/src/connection/mod.rs"]
pub mod connection;
pub mod framing;
#[path = "../../../server/src/http"]
mod http {
    mod parsed_fields;
    pub(crate) use parsed_fields::ParsedFields;
}
#[path = "../../../server/src/locale/mod.rs"]
pub mod locale;
pub mod operator;
pub mod request;
