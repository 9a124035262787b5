//! Symbolic semantics of `ir`.
