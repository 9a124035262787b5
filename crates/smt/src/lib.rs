//! Bit-vector terms, rewriting, bit-blasting, and a SAT solver with a propagator.
//!
//! Knows nothing of programs and threads.

mod sat;

pub use sat::{Answer, Cadical, Lit, Propagator, Sat, SatStatistics};
