//! Context-sensitive dynamic partial-order reduction, word by word: an oracle for the engine's own.
//!
//! Albert, Arenas, García de la Banda, Gómez-Zamalloa, Stuckey: *Context-Sensitive Dynamic Partial Order Reduction*
//! (CAV 2017), Algorithm 1 and Section 6.2. The recursion is the paper's, nothing is remembered that could be computed
//! again, and whatever the paper says of an execution E'.v.u is found out by running it. It shares the accesses of steps
//! and the table of what conflicts (`event`) with the engine, and nothing else.
//!
//! Numbered deviations:
//!
//! 1. A process is a thread, and its next step may have several branches. Sleeping sequences are sequences of choices, so
//!    that each branch sleeps for itself; backtrack sets are sets of threads and stand for all their branches.
//! 2. Line 10 and line 13 need executions that the paper takes for granted. If some step of E'.v is not possible, the race
//!    cannot be reversed; if some step of E'.v.u is not, the states differ.
//! 3. Of what waits the model knows joins and what actors await only. Locks and conditions need races of another kind
//!    ([`Outcome::waits`]).
//!
//! **It is not sound.** When an execution is cut, the races of what would have followed are not looked for. Theorem 1 says
//! that an execution that is missing must have been cut itself; but it may also never have been planned, since the
//! execution whose race would have planned it was cut. `tests/context_model/threads.rs` has small programs of loads and
//! stores of which [`Variant::Eager`] (as printed), [`Variant::Completed`] (which looks for the races of the last step, too)
//! and [`Variant::Lazy`] (Section 6.2) lose final states. It takes such a program, or some luck, to see it.
//!
//! [`Variant::Expanded`] does not depend on races where something was cut: from all states along an execution that is
//! abandoned at a known state everybody is explored. Argument, for states in the order in which they are left: what can
//! be reached from a state without a cut behind it is reached as without context; from a state with a cut behind it
//! everybody is explored who is not asleep; and what can be reached from the known state itself can be reached from the
//! equal one, which was left before.
//!
//! Start at [`explore()`]. `search` is the algorithm, `trace` happens-before, `state` what is compared.

mod search;
mod state;
mod trace;

pub use state::State;

use event::{Fault, System, ThreadId};
use search::Search;
use std::collections::BTreeSet;

/// Which algorithm.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Variant {
    /// Without context: lines 11 to 14 and 16 are left out.
    Source,
    /// As printed: the reversal of a race is run, and sleeps if it leads to the same state.
    Eager,
    /// As printed, and where all of a sleeping sequence but its last step has been run, the races of that step are looked
    /// for: see `search`.
    Completed,
    /// Section 6.2: the reversal sleeps together with the state that it is expected to lead to; who has run all of it and
    /// is there is abandoned.
    Lazy,
    /// Lazy, and everybody is explored from all states along an execution that is abandoned because it has led where it was
    /// expected to.
    Expanded,
    /// A mistake, for tests that have to notice it: lazy, and who comes to a state to which a sleeping reversal leads is
    /// abandoned, although it is not known yet whether that sleeps for a reason.
    Unsound,
}

impl Variant {
    /// All of them.
    pub const ALL: [Variant; 6] =
        [Variant::Source, Variant::Eager, Variant::Completed, Variant::Lazy, Variant::Expanded, Variant::Unsound];
}

/// What the algorithm leaves open: who is taken where there is a choice (lines 3, 5 and 10).
pub struct Selection<'a, S> {
    /// The threads with the lowest rank are taken first; of equal ones the one that was created first.
    pub rank: &'a mut dyn FnMut(&mut S, ThreadId) -> u64,
    /// Line 5 takes threads in the order in which they have got into the backtrack set.
    pub queues: bool,
}

/// What an exploration has seen.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Outcome {
    /// Complete executions.
    pub executions: u64,
    /// Executions that were abandoned.
    pub blocked: u64,
    /// Calls of the recursion: all states that were come to, the first one included.
    pub nodes: u64,
    /// The states at the end of complete executions.
    pub finals: BTreeSet<State>,
    /// Those of them that are deadlocks.
    pub deadlocks: BTreeSet<State>,
    /// Everything that went wrong.
    pub faults: BTreeSet<Fault>,
    /// Somebody waited for something that the model does not know: the rest may be too little.
    pub waits: bool,
}

/// Explores a system that is at its start; who was created first is taken first.
pub fn explore<S: System>(system: &mut S, variant: Variant) -> Outcome {
    explore_in_order(system, variant, Selection { rank: &mut |_, _| 0, queues: false })
}

/// Explores a system that is at its start.
pub fn explore_in_order<S: System>(system: &mut S, variant: Variant, selection: Selection<'_, S>) -> Outcome {
    assert_eq!(system.depth(), 0, "the system is at its start");
    let mut search = Search::new(system, variant, selection);
    search.explore(Vec::new());
    search.outcome
}
