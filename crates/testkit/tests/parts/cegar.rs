//! The combinations of the engine that refines abstractions.

use testkit::cegar::{COMBINATIONS, combination};

#[test]
fn every_combination_has_its_turn() {
    let all: Vec<_> = (0..COMBINATIONS).map(combination).collect();
    for (index, it) in all.iter().enumerate() {
        assert!(!all[..index].contains(it), "{it:?} is used twice");
    }
}
