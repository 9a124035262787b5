//! The concrete semantics of `ir`: resumable threads, and the sequentially consistent machine that holds them.
//!
//! ```text
//! ir::Program ── compile ──▶ Code ──▶ thread (runs local code, stops at each visible operation, touches no memory)
//!                                        │ Request        ▲ answer
//!                                        ▼                │
//!                                     machine = threads + memory, implements event::System, goes back at the cost of
//!                                     what changed
//! ```
//!
//! `docs/semantics.md` is the specification, `serve` the meaning of each operation. Start at [`Machine`]; [`Thread`] is the same interpreter without a machine.
//! [`replay`] turns a schedule into a counterexample in words.

mod arithmetic;
mod atomic;
mod code;
mod compile;
mod cut;
mod deadlock;
mod describe;
mod forgotten;
mod hang;
mod inspect;
mod kept;
mod machine;
mod memory;
mod mutex;
mod names;
mod reachable;
pub mod replay;
mod resumable;
mod serve;
mod thread;

pub use code::{Code, Site};
pub use compile::{compile, compile_bounded, compile_keeping_registers};
pub use cut::cut_off;
pub use inspect::Root;
pub use machine::{MOST_BRANCHES, Machine, NO_STRETCH, TURN, Turn, Visit, Visits};
pub use resumable::Resumable;
pub use thread::{Fuel, Outcome, Request, Thread};
