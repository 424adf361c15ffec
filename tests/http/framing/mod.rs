//! Request smuggling: where a request ends, and which requests there are.

mod grammar;
mod parsers;

use std::fs;

use grammar::pieces;
use parsers::compare;

const CASES: u64 = 2000;

#[test]
fn no_request_is_served_that_other_parsers_do_not_see() {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fuzz/corpus/framing");
    for input in fs::read_dir(corpus).unwrap() {
        compare(&pieces(&fs::read(input.unwrap().path()).unwrap()));
    }
    for seed in 0..CASES {
        let mut random = fastrand::Rng::with_seed(seed);
        let length = random.usize(0..200);
        compare(&pieces(&(0..length).map(|_| random.u8(..)).collect::<Vec<_>>()));
    }
}
