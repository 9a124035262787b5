//! The oracle: every interleaving of a small program, by brute force; and the small programs.
//!
//! It is an independent reading of `docs/semantics.md`, written to be obviously right and not to be fast. A state is a
//! plain value; a step clones it; the search keeps every state that it has seen. There is no undo and no compiled form,
//! and [`explore()`] uses no dependence relation: nothing that it could get wrong together with the code that it judges.
//!
//! Start at [`explore()`]. `search` walks the graph of states, `step` performs one step of the system, `local` the code
//! between two visible operations, `hang` which threads hang, `memory` the accesses, `mutex` the mutexes, `value` the expressions, `state` says what a state is, and
//! `show` which part of a final state is reported.
//!
//! [`classes()`] counts executions up to the order of independent events, as reductions do, with a dependence of its
//! own: `touch` defines it, `trace` says what equivalent executions have in common, `observers` is the coarser
//! equivalence. [`commutation()`] checks the definition.
//!
//! [`linear`] gives the executions one by one, with the values that are read and written, and equivalences that go by these.
//!
//! [`guarded`] gives all steps of a program, and which of them may be swapped where.
//!
//! [`has_race()`] looks for data races, by the definition, in every interleaving.
//!
//! Programs come from [`build`] (in a few lines of Rust) and from [`random`]; [`shrink()`] makes one small that shows something.
//!
//! What is deliberately absent is any knowledge of `vm`, `event`, `encode`, and of the engines, which are judged by this: only the
//! syntax of programs in `ir` is common.
//!
//! # What the page leaves open, and how it is read here
//!
//! 1. Numbers are stored little-endian.
//! 2. Only loads, stores, updates and compare-exchanges of private slots are local. Every other operation is visible
//!    even if it is certain to fault (a load through null is a step of the system), and so is a mutex operation on a
//!    private slot. Whether an access is local is decided by the address at run time: the object of the address counts,
//!    also when the offset is out of bounds.
//! 3. An operation whose address is bad is enabled and faults, `lock` included.
//! 4. Mutex operations, updates and compare-exchanges count as writes for the *read-only* check, also when nothing
//!    would be written. A mutex is held if the 4 bytes at its address are not 0.
//! 5. `init` frees a mutex whoever holds it; after `destroy` it can be locked again, and is of the same kind. What has no
//!    second word is a normal mutex.
//! 6. *Null pointer* is an access through object 0 at any offset, but `free` does nothing only for the word 0.
//! 7. `free` of offset 0 of a heap object that has ended is a *double free*; all other bad frees are *invalid*.
//! 8. A function is called or spawned by its address at offset 0. It fits a call if the number and the widths of the
//!    parameters agree. A result that is missing is 0, one of another width is cut or extended by zeros; the same
//!    holds for the result of a thread where it is joined.
//! 9. Private slots end when their function returns; escaping slots only when they are closed. The address of an
//!    escaping slot that was never opened is null plus the offset, and closing it does nothing; opening a slot again
//!    makes a new object, and closing a closed one does nothing.
//! 10. A thread that joins itself waits for ever.
//! 11. With choices inside an atomic section, each combination of values is a branch of the section of its own, in the
//!     order of the choices; those that meet a disabled operation are not branches. A stop ends one branch only.
//! 12. The end of a thread inside a section by return or thread exit ends the section. An `AtomicEnd` outside of a
//!     section does nothing. Threads that a section spawns run up to their first visible operation within it.
//! 13. The budget of local steps counts edges since the last visible operation, for a section all edges within it.
//! 14. A shift by the width or more is a *bad shift* before anything else about it is looked at.
//! 15. Without the check of overflow, the smallest number divided by -1 gives itself, and the remainder is 0.
//! 16. A heap object that is larger than the data model allows is not created: the address is null.
//! 17. A violation counts in whatever state some thread has failed, final or not.
//! 18. A choice from more than 256 values is enabled and has one branch.
//! 19. Object numbers never run out.
//! 20. An `…_if_fits` update by 0 leaves the number as it is and counts as a read.

pub mod build;
mod classes;
mod commutation;
pub mod guarded;
mod hang;
pub mod linear;
mod local;
mod memory;
mod mutex;
mod observers;
mod races;
pub mod random;
mod report;
mod search;
mod show;
mod shrink;
mod state;
mod step;
mod touch;
mod trace;
mod unset;
mod value;

#[cfg(test)]
mod tests;

pub use classes::{Classes, classes};
pub use commutation::commutation;
pub use races::has_race;
pub use report::{End, FaultKind, FinalState, Options, Property, Report, StopKind};
pub use search::explore;
pub use show::shown_bytes;
pub use shrink::shrink;
