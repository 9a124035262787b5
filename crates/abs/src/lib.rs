//! Actor programs in ABS: from text to a system of tasks that can be explored.
//!
//! ```text
//! text ── parse ──▶ syntax ── check ──▶ program ── compile ──▶ code ── Actors (a System)
//! ```
//!
//! Start at [`syntax`] for what was written, at [`program`] for what it means and at [`Actors`] for what happens. The
//! library of the language is text in the language itself: [`prelude`].

mod actors;
mod arithmetic;
mod builtin;
pub mod check;
mod code;
mod compile;
mod footprint;
mod lexer;
mod load;
mod parser;
pub mod prelude;
pub mod program;
mod reachable;
mod replay;
mod run;
mod show;
pub mod syntax;
mod value;

pub use actors::{Actors, FinalState, Hangs, find_hang};
pub use code::Code;
pub use compile::compile;
pub use load::{Options, check_only, load};
pub use parser::{parse, parse_expression};
pub use replay::{narrate, repeat, replay};
