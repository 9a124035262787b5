//! The symbolic event graph: everything that a program's executions can do, as events with guards.

use super::implied::Implications;
use crate::edge::MistakeKind;
use smt::{Term, Terms};
use source::Span;
use std::ops::Range;

/// The events of a program, unrolled.
pub struct Graph {
    /// Where the terms live.
    pub terms: Terms,
    /// What is known of conditions.
    pub implications: Implications,
    /// The reads and writes of shared cells.
    pub events: Vec<Event>,
    /// What cells there are.
    pub cells: Vec<Cell>,
    /// How many atomic units there are. Unit 0 comes before everything: it writes the initial values.
    pub clocks: u32,
    /// Units that follow each other in every execution in which both are: program order and the start of threads.
    pub order: Vec<(u32, u32)>,
    /// Units that follow each other if the condition holds: joins.
    pub conditional: Vec<(u32, u32, Term)>,
    /// What holds in every execution.
    pub constraints: Vec<Term>,
    /// The threads, in the order in which they were met; the first one is the program's.
    pub threads: Vec<Thread>,
    /// The steps of the threads, each thread's in an order that its executions follow.
    pub steps: Vec<Step>,
    /// Where an assertion fails, and when.
    pub errors: Vec<Error>,
    /// Where a bound has cut an execution off.
    pub cuts: Vec<Term>,
    /// Whether it was the bound on loops and recursion, so that more would be seen with a larger one.
    pub is_bounded: bool,
    /// The bytes that objects of unknown size have at most, if there are such.
    pub most_bytes: Option<u64>,
    /// Where a thread may end by a mistake.
    pub mistakes: Vec<Slip>,
    /// Where threads may be stuck in the end, if deadlocks were asked for.
    pub stuck: Vec<Stuck>,
    /// Holds if the execution ends in a deadlock, if that was asked for.
    pub deadlock: Term,
    /// Holds if allocated memory is lost in the end, if that was asked for.
    pub leak: Term,
    /// Holds if two accesses race, if that was asked for.
    pub race: Term,
    /// Whether an atomic section synchronises and accesses memory of others plainly, before or after that. Units happen before
    /// each other as a whole: a race of such a section may be missed.
    pub may_miss_races: bool,
    /// The accesses that may be the second of two that race, each with when it is.
    pub second: Vec<(Term, u32)>,
    /// What is in cells at the end, if that was asked for, by the place.
    pub finals: Vec<(Place, Term)>,
    /// Holds if every thread that was started has come to its end.
    pub finished: Term,
}

/// A place that can be read and written as a whole.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// Bytes of an object.
    Bytes {
        /// The number of the object.
        object: u32,
        /// Where they begin.
        offset: u32,
        /// How many they are.
        length: u8,
    },
    /// Which bits of the same bytes were never written, in an object of which that is known.
    Unset {
        /// The number of the object.
        object: u32,
        /// Where they begin.
        offset: u32,
        /// How many they are.
        length: u8,
    },
    /// Whether an object is alive (one bit).
    Alive(u32),
    /// Whether a thread was joined or detached (one bit).
    Joined(u32),
    /// The result of a thread. Nobody reads or writes it; it is only known what it can be.
    Result(u32),
}

/// A shared place.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// Where it is.
    pub place: Place,
    /// What is in it at first.
    pub initial: Term,
}

/// A read or a write.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// Whether it is a write.
    pub is_write: bool,
    /// The index in [`Graph::cells`].
    pub cell: u32,
    /// The unit that it is part of. Its reads come before its writes.
    pub clock: u32,
    /// When it happens.
    pub guard: Term,
    /// What is written, or found.
    pub value: Term,
    /// Who does it: the index in [`Graph::threads`].
    pub thread: u32,
    /// For a read that must find a certain value: the unknown that says whether it is waited for.
    pub taken: Option<Term>,
    /// One bit that goes with the value, if races were asked for: if the write has it, so has the read that sees it, if both
    /// access the same bytes.
    pub carried: Option<Term>,
    /// The bytes that are accessed at once: where they begin and how many they are.
    pub extent: (u32, u8),
}

/// A thread.
#[derive(Clone, Debug)]
pub struct Thread {
    /// Who has started it, and with the how-manieth of its starts.
    pub parent: Option<(u32, u32)>,
    /// When it is started.
    pub guard: Term,
    /// When it comes to its end.
    pub finished: Term,
    /// When it does so otherwise than by returning from its first function.
    pub left: Term,
    /// Its result, at its end.
    pub result: Term,
    /// The last units, from which those who join it go on.
    pub last: Vec<u32>,
    /// Its units, and those of the threads that it starts.
    pub clocks: Range<u32>,
    /// The numbers of its unknowns, and of those of the threads that it starts.
    pub variables: Range<u32>,
}

/// A step of a thread, as the machine makes them.
#[derive(Clone, Debug)]
pub struct Step {
    /// Whose.
    pub thread: u32,
    /// When it is made.
    pub guard: Term,
    /// The unit, if it is ordered with what other threads do.
    pub clock: Option<u32>,
    /// The threads that it starts, each with when it does.
    pub starts: Vec<(Term, u32)>,
    /// The threads that it waits for, each with when it does.
    pub joins: Vec<(Term, u32)>,
    /// The inputs that it asks for, each with when it does.
    pub inputs: Vec<(Term, Term)>,
    /// Whether it is a section of several operations.
    pub is_section: bool,
    /// Where.
    pub span: Span,
}

/// A failing assertion.
#[derive(Clone, Copy, Debug)]
pub struct Error {
    /// When it fails.
    pub guard: Term,
    /// Whose.
    pub thread: u32,
    /// The step that it ends, if it is in the middle of one.
    pub step: Option<usize>,
    /// Where.
    pub span: Span,
}

/// A mistake: the thread ends there.
#[derive(Clone, Copy, Debug)]
pub struct Slip {
    /// When it is made.
    pub guard: Term,
    /// What it is.
    pub kind: MistakeKind,
    /// Whose.
    pub thread: u32,
    /// The step that it ends, if it is in the middle of one.
    pub step: Option<usize>,
    /// Where.
    pub span: Span,
}

/// A thread that waits for ever.
#[derive(Clone, Copy, Debug)]
pub struct Stuck {
    /// When it does.
    pub when: Term,
    /// Who.
    pub thread: u32,
    /// The steps from this one on, by their index, it makes in vain.
    pub first_step: usize,
}
