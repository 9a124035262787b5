//! Counterexample-guided abstraction refinement over the automata of a program: proofs without a bound.
//!
//! Cs. Telbisz: thesis (2024), chapters 2 to 4. An abstract state knows where all threads are, and of the data only what is
//! tracked ([`Domain`]). If no failing assertion can be reached, the program is safe, however long its executions are. If
//! one can, the way there is an execution, or it says what else has to be tracked.
//!
//! Start at `engine.rs` (the loop). `graph.rs` explores abstract states, `cover.rs` knows which are covered, `state.rs` says what becomes of one, `source_sets.rs`
//! whose steps are needed, `cone.rs` which assignments are, `refine.rs` what a counterexample teaches, `facts.rs` what
//! is known of the program beforehand. What a step *does* is in `encode::blocks`.

mod bits;
mod cone;
mod cover;
mod engine;
mod facts;
mod graph;
mod precision;
mod refine;
mod settings;
mod solver;
mod source_sets;
mod state;
#[cfg(test)]
mod tests;

pub use engine::{Use, abstract_error, check};
pub use settings::{Cone, Domain, Figures, Found, Initial, Order, Reduction, Settings};
