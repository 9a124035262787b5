//! From a program to its symbolic event graph.
//!
//! [`build`] walks through the program as if it ran it, with terms for values and all paths at once, and leaves behind
//! guarded reads and writes, their order, and what must hold. [`Graph`] is what it leaves behind.

mod access;
mod build;
mod finals;
mod graph;
mod happens_before;
mod knowledge;
mod leaks;
mod objects;
mod parts;
mod path;
mod races;
mod rounds;
mod state;
mod threads;
mod values;
mod waits;
mod walk;
mod world;

pub use build::{MOST_UNITS, Options, Purpose, build};
pub use graph::{Cell, Error, Event, Graph, Place, Slip, Step, Stuck, Thread};
pub use values::{Implications, implied};
