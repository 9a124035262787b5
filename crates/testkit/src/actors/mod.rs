//! Random actor programs: the engine under every reduction against brute force.
//!
//! * [`generate`]: programs as text, by seed.
//! * [`mod@reference`]: what they mean, in all interleavings.
//! * [`agree`]: the comparison: final states, verdicts, classes of executions, dependence.
//! * [`subject`]: the engine as it is compared, with or without a mistake put into it.
//! * [`shrink`]: makes a failing program small.

pub mod agree;
mod classes;
mod commute;
pub mod generate;
pub mod reference;
mod shrink;
pub mod subject;

pub use shrink::shrink;
