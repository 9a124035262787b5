//! What the semantics and the engines are tested with: whatever they say of small programs, of random ones and of texts is
//! compared with the [`oracle`], which knows every interleaving.
//!
//! * [`actors`]: the same for actor programs: a generator, a reference semantics, the comparison.
//! * [`agree`]: compares the machine under every reduction with the oracle.
//! * [`annotated`]: explorations of annotated orders, compared with the oracle.
//! * [`cegar`]: the engine that refines abstractions, compared with the oracle.
//! * [`concurrent`]: random concurrent C programs as texts.
//! * [`context_model`]: context-sensitive reduction as it is printed, to compare the engine's with.
//! * [`folding`]: constant folding, compared with the machine.
//! * [`front`]: what holds for every text that the C front end is given, and a fuzzer for it.
//! * [`fuzz`]: random programs through every engine, for as long as one likes: `cargo run --release -p testkit -- fuzz`.
//! * [`known`]: C programs whose answer is known when they are written.
//! * [`later`]: what others may still do, compared with what they do.
//! * [`library`]: sequences of calls on one object of the library, compared with what POSIX says of each.
//! * [`ordering`]: the engine that reasons about orders of events, compared with the oracle.
//! * [`panics`]: what is done about panics of what is tested.
//! * [`passes`]: programs before and after the passes, compared by the oracle.
//! * [`peephole`]: the interleavings that peephole reduction leaves, compared with classes of all of them.
//! * [`replays`]: whether violations can be repeated.
//! * [`reuse`]: memory that is used again where addresses are compared, and at every allocation.
//! * [`seeded`]: whether mistakes that are put into the engines are noticed by all this.
//! * [`sequential`]: random C programs of one thread, compared with what a C compiler makes of them.
//! * [`states`]: reductions that match states, compared by final states and verdicts.
//! * [`team`]: explorations by several workers, and in pieces, compared with those by one in one go.
//! * [`unsequenced`]: expressions of C whose operands are in no order, compared with all orders.
//! * [`values`]: explorations of annotated orders, in the words of the oracle.
//! * [`waiting`]: programs that wait in loops, with and without the loops.
//! * [`walk`]: the machine, forth and back.

pub mod actors;
pub mod agree;
pub mod annotated;
pub mod cegar;
pub mod concurrent;
pub mod context_model;
pub mod folding;
pub mod front;
pub mod fuzz;
pub mod known;
pub mod later;
pub mod library;
pub mod ordering;
pub mod panics;
pub mod passes;
pub mod peephole;
pub mod replays;
pub mod reuse;
pub mod seeded;
pub mod sequential;
pub mod states;
pub mod team;
pub mod unsequenced;
pub mod values;
pub mod waiting;
pub mod walk;

pub use oracle;
pub use oracle::{build, random, shrink};
