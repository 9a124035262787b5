//! Random concurrent C programs as texts: what the front end is given, and everything behind it.
//!
//! The programs of [`crate::random`] begin at `ir`. These begin where users do, and so also test how C becomes `ir` and what
//! passes make of it: integers of all widths, arrays, records, pointers and the heap, mutexes and condition variables, C11
//! atomics of all orders, threads that any thread starts, inputs, and loops that end, wait, or go on for ever.
//!
//! * [`program`]: the program of a seed, as a tree ([`tree`]). `generate` says how it comes about.
//! * [`text`]: the tree as C.
//! * [`features`]: what a text makes use of.
//! * [`shrink`]: the smallest tree that still fails.

mod features;
mod generate;
mod print;
mod shrink;
pub mod tree;

pub use features::{FEATURES, NESTED, features};
pub use generate::{Size, program};
pub(crate) use print::types;
pub use print::{Form, text};
pub use shrink::shrink;
