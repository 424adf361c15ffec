//! Any connection: the server sees no request that other parsers do not see.

#![no_main]

use libfuzzer_sys::fuzz_target;
use marquee_fuzz::framing::{compare, pieces};

fuzz_target!(|input: &[u8]| compare(&pieces(input)));
