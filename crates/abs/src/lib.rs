//! Actor programs in ABS: from text to a system of tasks that can be explored.
//!
//! ```text
//! text ── parse ──▶ syntax ── check ──▶ program ── compile ──▶ code ── Actors (a System)
//! ```
//!
//! Start at [`syntax`] for what was written and at [`program`] for what it means. The library of
//! the language is text in the language itself: [`prelude`].

mod lexer;
mod parser;
pub mod prelude;
pub mod program;
pub mod syntax;

pub use parser::{parse, parse_expression};
