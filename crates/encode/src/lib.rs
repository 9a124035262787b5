//! Symbolic semantics of `ir`: what an operation means as a transformer of terms, and the symbolic event graph.
//!
//! Nothing here solves anything.

pub mod blocks;
pub mod clauses;
pub mod edge;
pub mod events;
mod flow;
pub mod frames;
mod memory;
pub mod order;
mod path;
mod ranges;
pub mod reads_from;
pub mod slice;
pub mod smt2;
mod symmetry;
