//! The command as a library: load a program, check it, and say how it went.
//!
//! `main.rs` parses arguments and prints; everything that can be tested without a process is here. Start at
//! [`load()`] and [`check()`].

pub mod actors;
pub mod bench;
pub mod cegar;
pub mod check;
pub mod checkpoint;
mod deepen;
pub mod explain;
pub mod files;
pub mod guard;
pub mod load;
pub mod native;
pub mod ordering;
pub mod output;
pub mod peephole;
mod polish;
pub mod portfolio;
pub mod progress;
pub mod property_file;
pub mod replay;
mod rivals;
pub mod saved;
pub mod search;
pub mod support;
mod threads;
pub mod tree;
pub mod units;
pub mod witness;

pub use check::{CheckOptions, Outcome, check};
pub use load::{LoadError, LoadOptions, Loaded, load, load_files, reading_of_unset};

/// Exit codes, those of CBMC where it has one.
pub mod exit {
    /// Nothing is violated, in all executions.
    pub const SAFE: u8 = 0;
    /// The command line is wrong.
    pub const USAGE: u8 = 1;
    /// The input cannot be read or is not supported.
    pub const INPUT: u8 = 2;
    /// No answer, or one for a bounded part of the executions only.
    pub const UNKNOWN: u8 = 5;
    /// A bug in Raddle.
    pub const INTERNAL: u8 = 6;
    /// Something is violated.
    pub const UNSAFE: u8 = 10;
    /// The same with `--exit-42`: what Nidhugg and GenMC say.
    pub const UNSAFE_ELSEWHERE: u8 = 42;
}
