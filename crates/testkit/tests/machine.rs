//! The machine goes back to exactly where it was, and what it says is pending comes true.

use testkit::walk::there_and_back;

#[test]
fn going_back_restores_every_state() {
    for seed in 0..1_000 {
        there_and_back(seed).unwrap_or_else(|it| panic!("seed {seed}: {it}"));
    }
}
