//! From a program to its symbolic event graph.
//!
//! [`build`] walks through the program as if it ran it, with terms for values and all paths at once, and leaves behind
//! guarded reads and writes, their order, and what must hold. [`Graph`] is what it leaves behind.

mod access;
mod build;
mod finals;
mod graph;
mod happens_before;
mod implied;
mod knowledge;
mod leaks;
mod parts;
mod races;
mod rounds;
mod state;
mod threads;
mod unset;
mod waits;
mod walk;
mod world;

pub use build::{MOST_UNITS, Options, Purpose, build};
pub use graph::{Cell, Error, Event, Graph, Place, Slip, Step, Stuck, Thread};
pub use implied::{Implications, implied};
