//! Bounded model checking.

pub mod ordering;
