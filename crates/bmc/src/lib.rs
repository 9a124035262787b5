//! Bounded model checking.
