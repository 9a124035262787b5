//! Annotated partial orders against all their linearizations, on random orders and on small ones by hand.
//!
//! * [`sketch`]: an order as it is written down, with a relation and a sense of good writes of its own
//! * [`brute`]: what all linearizations say about it
//! * [`random`]: where sketches come from
//!
//! How many orders, and from which seed on, can be set: `RADDLE_SEED=1000 RADDLE_COUNT=1000000 cargo test -p explore
//! annotated`.

mod brute;
mod by_hand;
mod closing;
mod random;
mod sketch;
mod splitting;
mod undoing;
mod visible;

use random::Kind;
use sketch::Sketch;
use std::panic::{AssertUnwindSafe, catch_unwind};

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default)
}

/// Checks the sketches of so many seeds, or of those that are asked for, and shows the smallest that fails.
fn check_all(count: u64, kind: Kind, mut check: impl FnMut(u64, &Sketch) -> Result<(), String>) {
    let first = number("RADDLE_SEED", 1);
    let mut smallest: Option<(Sketch, String)> = None;
    let mut failed = 0;
    for seed in first..first + number("RADDLE_COUNT", count) {
        let sketch = random::sketch(seed, kind);
        let checked = catch_unwind(AssertUnwindSafe(|| check(seed, &sketch)));
        if let Err(complaint) = checked.unwrap_or_else(|_| Err("a panic".to_owned())) {
            failed += 1;
            if smallest.as_ref().is_none_or(|it| it.0.steps.len() > sketch.steps.len()) {
                smallest = Some((sketch, format!("seed {seed}: {complaint}")));
            }
        }
    }
    if let Some((sketch, complaint)) = smallest {
        panic!("{failed} orders fail, the smallest with {complaint}\n{sketch}");
    }
}

/// Complains unless something holds.
fn ensure(holds: bool, complaint: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(complaint()) }
}
