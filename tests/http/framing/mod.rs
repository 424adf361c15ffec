//! Request smuggling: where a request ends, and which requests there are.

mod grammar;
mod parsers;

use std::fs;

use proptest::prelude::{ProptestConfig, any};
use proptest::test_runner::{RngSeed, TestRunner};

use grammar::pieces;
use parsers::compare;

/// Further ones: `PROPTEST_CASES`, `PROPTEST_RNG_SEED`.
const CASES: u32 = 2000;

#[test]
fn no_request_is_served_that_other_parsers_do_not_see() {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fuzz/corpus/framing");
    for input in fs::read_dir(corpus).unwrap() {
        compare(&pieces(&fs::read(input.unwrap().path()).unwrap()));
    }
    let mut config = ProptestConfig::default();
    config.cases = config.cases.max(CASES);
    if matches!(config.rng_seed, RngSeed::Random) {
        config.rng_seed = RngSeed::Fixed(0);
    }
    let seed = config.rng_seed;
    let inputs = proptest::collection::vec(any::<u8>(), 0..200);
    TestRunner::new(config)
        .run(&inputs, |input| {
            compare(&pieces(&input));
            Ok(())
        })
        .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
}
