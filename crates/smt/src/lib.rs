//! Bit-vector terms, rewriting, bit-blasting, and a SAT solver with a propagator.
//!
//! Knows nothing of programs and threads.

mod blast;
mod float;
mod sat;
mod smt2;
mod term;

pub use blast::Blaster;
pub use float::Rounding;
pub use sat::{Answer, Cadical, Lit, Propagator, Sat, SatStatistics};
pub use smt2::write_smt2;
pub use term::{Evaluator, Node, Term, Terms};
