//! The intermediate representation: a program is a set of control-flow automata over bit-vectors and one shared,
//! byte-addressed memory.
//!
//! Front ends write it, semantics read it; nothing here runs or solves. Start at [`syntax`] (data types only), then
//! [`validate`] (the rules a program obeys, i.e. the specification), [`text`] (printed and parsed form), [`passes`].

pub mod address;
pub mod float;
pub mod misuse;
pub mod passes;
pub mod syntax;
pub mod text;
pub mod validate;

pub use address::DataModel;
pub use misuse::{Misuse, Tolerance};
pub use syntax::*;
