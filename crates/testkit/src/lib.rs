//! What the semantics and the engines are tested with: small programs with known answers, random programs, a
//! brute-force oracle that knows every interleaving of them, and a shrinker for those that fail.
//!
//! * [`actors`]: the same for actor programs: a generator, a reference semantics, the comparison.
//! * [`agree`]: compares the machine under every reduction with the oracle.
//! * [`build`]: ir programs in a few lines of Rust.
//! * [`cegar`]: the engine that refines abstractions, compared with the oracle.
//! * [`context_model`]: context-sensitive reduction as it is printed, to compare the engine's with.
//! * [`front`]: what holds for every text that the C front end is given, and a fuzzer for it.
//! * [`later`]: what others may still do, compared with what they do.
//! * [`oracle`]: an independent reading of `docs/semantics.md` that enumerates everything. It shares no code with `vm`,
//!   `event` and `explore`; only the syntax in `ir` is common.
//! * [`ordering`]: the engine that reasons about orders of events, compared with the oracle.
//! * [`peephole`]: the interleavings that peephole reduction leaves, compared with classes of all of them.
//! * [`random`]: random concurrent programs, small enough for the oracle.
//! * [`replays`]: whether violations can be repeated.
//! * [`sequential`]: random C programs of one thread, compared with what a C compiler makes of them.
//! * [`states`]: reductions that match states, compared by final states and verdicts.
//! * [`values`]: explorations of annotated orders, in the words of the oracle.
//! * [`waiting`]: programs that wait in loops, with and without the loops.
//! * [`shrink`]: makes a failing program small.

pub mod actors;
pub mod agree;
pub mod build;
pub mod cegar;
pub mod context_model;
pub mod front;
pub mod later;
pub mod oracle;
pub mod ordering;
pub mod peephole;
pub mod random;
pub mod replays;
pub mod sequential;
mod shrink;
pub mod states;
pub mod values;
pub mod waiting;

pub use shrink::shrink;
