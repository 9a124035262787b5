//! The command, and what is behind it: one program for all tests that can be run side by side, since it takes longer to link
//! forty than to run most of them. `cargo test -p raddle --test command orders` runs those of `orders.rs`.
//!
//! Tests that need the machine for themselves are programs of their own, and so are those that can be told what to try.

#[path = "../common/mod.rs"]
mod common;
mod markup;
mod shapes;

mod abstractions;
mod actor_counts;
mod actors;
mod allow;
mod architecture;
mod auto;
mod bench;
mod bench_programs;
mod cegar;
mod commuting;
mod counts;
mod dump;
mod examples;
mod explain;
mod findings;
mod formats;
mod habits;
mod html;
mod jobs;
mod later;
mod names;
mod ordering;
mod orders;
mod output;
mod papers;
mod peephole;
#[cfg(unix)]
mod peers;
mod replay;
mod replay_corpus;
#[cfg(target_os = "linux")]
mod replay_terminal;
mod short;
mod states;
mod support;
mod svcomp;
mod usage;
mod waiting;
mod witness;
mod witness_command;
mod words;
