//! Bit-vector terms, rewriting, bit-blasting, and a SAT solver with a propagator.
//!
//! Knows nothing of programs and threads. A query goes this way:
//! 1. [`Terms`] builds terms, which are rewritten while they are built (`term.rs` and the files below it, one for each kind
//!    of operation; `float.rs` for floating-point numbers);
//! 2. [`Blaster`] turns them into clauses (`blast.rs`);
//! 3. a [`Sat`] solver answers, possibly together with a [`Propagator`] (`sat.rs`; the only one is [`Cadical`]);
//! 4. [`Blaster::model_value`] and an [`Evaluator`] give the values of terms in the model.
//!
//! [`write_smt2`] and [`Cadical::write_dimacs`] write a query for others.

mod blast;
mod float;
mod sat;
mod smt2;
mod term;

pub use blast::Blaster;
pub use float::Rounding;
pub use sat::{Answer, Cadical, Lit, Propagator, Sat, SatStatistics};
pub use smt2::{Smt2Texts, write_smt2};
pub use term::{Evaluator, Node, Term, Terms};
