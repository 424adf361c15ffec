//! The comparison of parsers of the server's HTTP tests.

#[path = "../../http/framing/grammar.rs"]
mod grammar;
#[path = "../../http/framing/parsers.rs"]
mod parsers;

pub use grammar::pieces;
pub use parsers::compare;
