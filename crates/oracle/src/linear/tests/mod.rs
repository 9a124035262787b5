//! Programs whose classes are known by hand or from the literature.

mod bench;
mod counts;
mod covers;
mod events;
mod programs;

use super::*;
use crate::Options;
use ir::Program;

const LIMIT: usize = 1_000_000;

/// One execution of each trace.
fn traces(program: &Program) -> Vec<Linear> {
    representatives(program, &Options::default(), LIMIT).expect("the program is small")
}

/// The numbers of classes by order, by what reads observe, and by values with each of the first threads that main
/// spawns as the root.
fn counts<const ROOTS: usize>(program: &Program) -> (usize, usize, [usize; ROOTS]) {
    let traces = traces(program);
    let by_order = order_classes(&traces).count;
    assert_eq!(by_order, traces.len(), "representatives are not equivalent");
    let by_value = std::array::from_fn(|it| value_classes(&traces, &[it as u32]).count);
    (by_order, reads_from_classes(&traces).count, by_value)
}
