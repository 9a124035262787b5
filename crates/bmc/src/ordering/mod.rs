//! Ordering consistency: which executions of concurrent events can happen (Telbisz, chapter 5; He et al. 2021; Sun et
//! al. 2022; Zennou et al. 2019).
//!
//! Knows events only: a [`Problem`] says which clocks are ordered, what they read and write, and which literals say who
//! reads from whom. A [`Decider`] finds a model of the solver's clauses that is a sequentially consistent execution.
//!
//! Where to start reading: `theory` has the axioms, `order` the happens-before relation under them, `explain` the
//! reasons, `prevent` what is seen coming, `wish` what to try next. `decide` puts it together with a solver, by `basic` or `propagate`;
//! `conflicts` is Algorithm 3; `linear` turns a model into an execution.

mod basic;
mod bits;
mod check;
mod conflicts;
mod decide;
mod explain;
mod linear;
mod lists;
mod open;
mod order;
mod prevent;
mod problem;
mod propagate;
mod propagator;
mod slots;
mod statistics;
mod tables;
mod theory;
mod wish;

#[cfg(test)]
mod tests;

pub use decide::{Config, Decider, Decision, Method};
pub use problem::{Problem, Read, ReadsFrom, Write};
pub use statistics::Statistics;
