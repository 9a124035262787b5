//! Constant folding in `ir` and the operators of `vm` are two definitions of the same thing: they agree.

use testkit::folding::{floats, integers};

#[test]
fn folding_and_running_floating_point_give_the_same() {
    for seed in 0..1_000 {
        floats(seed).unwrap_or_else(|it| panic!("seed {seed}: {it}"));
    }
}

#[test]
fn folding_and_running_give_the_same() {
    for seed in 0..3_000 {
        integers(seed).unwrap_or_else(|it| panic!("seed {seed}: {it}"));
    }
}
