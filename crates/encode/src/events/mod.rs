//! From a program to its symbolic event graph.
//!
//! [`build`] walks through the program as if it ran it, with terms for values and all paths at once, and leaves behind
//! guarded reads and writes, their order, and what must hold. [`Graph`] is what it leaves behind.

mod access;
mod build;
mod graph;
mod knowledge;
mod objects;
mod path;
mod rounds;
mod state;
mod threads;
mod values;
mod walk;
mod world;

pub use build::{Options, build};
pub use graph::{Cell, Error, Event, Graph, Place, Slip, Step, Thread};
pub use values::{Implications, implied};
