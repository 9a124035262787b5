//! What a walk through a program is made of: the graph in the making, and the thread that is unrolled.

use super::access::Candidate;
use super::graph::{Cell, Error, Event, Place, Slip, Step, Stuck, Thread};
use super::happens_before::Sync;
use ir::FunctionId;
use smt::{Term, Terms};
use source::Span;

/// What becomes of the graph.
pub(super) struct Parts {
    pub events: Vec<Event>,
    pub cells: Vec<Cell>,
    pub clocks: u32,
    pub order: Vec<(u32, u32)>,
    pub conditional: Vec<(u32, u32, Term)>,
    pub constraints: Vec<Term>,
    pub threads: Vec<Option<Thread>>,
    pub steps: Vec<Step>,
    pub errors: Vec<Error>,
    pub cuts: Vec<Term>,
    pub is_bounded: bool,
    pub most_bytes: Option<u64>,
    pub mistakes: Vec<Slip>,
    pub stuck: Vec<Stuck>,
    pub deadlock: Term,
    pub leak: Term,
    pub race: Term,
    pub may_miss_races: bool,
    pub second: Vec<(Term, u32)>,
    pub finals: Vec<(Place, Term)>,
    /// Joins of threads that were not at their end when they were met.
    pub open_joins: Vec<OpenJoin>,
}

impl Parts {
    /// Nothing yet.
    pub fn new(terms: &mut Terms) -> Parts {
        let never = terms.truth(false);
        Parts {
            events: Vec::new(),
            cells: Vec::new(),
            clocks: 0,
            order: Vec::new(),
            conditional: Vec::new(),
            constraints: Vec::new(),
            threads: Vec::new(),
            steps: Vec::new(),
            errors: Vec::new(),
            cuts: Vec::new(),
            is_bounded: false,
            most_bytes: None,
            mistakes: Vec::new(),
            stuck: Vec::new(),
            deadlock: never,
            leak: never,
            race: never,
            may_miss_races: false,
            second: Vec::new(),
            finals: Vec::new(),
            open_joins: Vec::new(),
        }
    }
}

/// A join of a thread that is unrolled later.
pub(super) struct OpenJoin {
    pub child: u32,
    /// Unknowns for whether it comes to its end, and for its result.
    pub finished: Term,
    pub result: Term,
    /// The unit of the join, and when it is made.
    pub clock: u32,
    pub when: Term,
}

/// The thread that is unrolled.
pub(super) struct Running {
    pub thread: u32,
    /// How many threads and objects it has made.
    pub starts: u32,
    pub made: u32,
    /// Its own instances of globals.
    pub thread_locals: Vec<(ir::GlobalId, u32)>,
    /// How many locations it has visited.
    pub visits: u64,
    /// How many states wait to be gone on with.
    pub waiting: usize,
    /// What it has done that others can notice.
    pub effects: Vec<Effect>,
    /// The functions that have been called, each with the condition under which it was.
    pub calls: Vec<(FunctionId, Term)>,
    /// Where it has ended.
    pub ends: Vec<Ending>,
    /// The inputs that it has asked for: the unknown, and the largest number that it can be.
    pub inputs: Vec<(Term, u64)>,
    /// What the operation that is being performed means for races.
    pub sync: Sync,
    /// The address that it accesses.
    pub address: Option<Term>,
    /// The bytes there, as in [`Event::extent`].
    pub extent: (u32, u8),
    /// What came with the values that it has found.
    pub carried: Vec<Term>,
    /// The same of a read-modify-write that has not written yet: when, and what.
    pub found: Vec<(Term, Vec<Term>)>,
    /// Where the last load has looked.
    pub candidates: Vec<Candidate>,
    /// Which bits of what is being stored count as never written, if not none.
    pub stores_unset: Option<Term>,
    /// Whether it is required that everything was written that the operation accesses.
    pub requires_set: bool,
    /// Whether an operation on a mutex is being performed.
    pub in_mutex: bool,
    /// When the access that is being made goes to what cannot leave the thread.
    pub silent: Option<Term>,
    /// Where it is.
    pub span: Span,
}

impl Running {
    /// A thread at its beginning.
    pub fn new(thread: u32) -> Running {
        Running {
            thread,
            starts: 0,
            made: 0,
            thread_locals: Vec::new(),
            visits: 0,
            waiting: 0,
            effects: Vec::new(),
            calls: Vec::new(),
            ends: Vec::new(),
            inputs: Vec::new(),
            sync: Sync::Plain,
            address: None,
            extent: (0, 0),
            carried: Vec::new(),
            found: Vec::new(),
            candidates: Vec::new(),
            stores_unset: None,
            requires_set: false,
            in_mutex: false,
            silent: None,
            span: Span::NONE,
        }
    }
}

/// An end of a thread.
pub(super) struct Ending {
    pub when: Term,
    pub result: Term,
    /// Whether it has returned from its first function.
    pub returns: bool,
    /// Its last units.
    pub last: Vec<u32>,
}

/// Something that others can notice.
#[derive(Clone, Copy)]
pub(super) struct Effect {
    /// When it happens.
    pub guard: Term,
    /// When it leaves everything as it is.
    pub silent: Term,
    /// The mutex that was locked, or surely held and unlocked, if nobody can tell that it was held for a while.
    pub mutex: Option<Place>,
}
