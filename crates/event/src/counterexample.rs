//! A replayed execution in words: what is needed to show it, and nothing that needs the program.

use crate::{Access, Diagram, Fault, Schedule, ThreadId};
use source::Span;

/// An execution that violates a property, as it was replayed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counterexample {
    /// The decisions; enough to repeat it.
    pub schedule: Schedule,
    /// The threads, in the order of their creation.
    pub actors: Vec<Actor>,
    /// The events.
    pub steps: Vec<Step>,
    /// What is wrong at the end, one sentence.
    pub summary: String,
    /// More about it: who waits for what, where the object was freed; with a position where there is one.
    pub details: Vec<Line>,
    /// What failed; `None` for a deadlock.
    pub fault: Option<Fault>,
    /// Where it failed, or where each waiting thread waits.
    pub position: Span,
    /// Who failed; `None` for a deadlock.
    pub culprit: Option<ThreadId>,
    /// The same as messages between actors, if that is what the program is made of.
    pub diagram: Option<Diagram>,
}

/// A thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Actor {
    /// Its number.
    pub thread: ThreadId,
    /// A short name that does not depend on the interleaving: `main`, `T1`, `T1.2`.
    pub name: String,
    /// The function it runs.
    pub function: String,
}

/// One event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Who.
    pub thread: ThreadId,
    /// Where.
    pub position: Span,
    /// The function it happens in.
    pub function: String,
    /// What it touched.
    pub accesses: Vec<Access>,
    /// What it did, in words; one per operation (several in an atomic section), then what the thread did by itself.
    pub effects: Vec<Effect>,
    /// Whether it is needed to understand the failure.
    pub matters: bool,
}

/// What an operation did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effect {
    /// Where.
    pub position: Span,
    /// In words: `x = 1`, `reads x: 0`, `locks m`.
    pub text: String,
}

/// A sentence with a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Where, or [`Span::NONE`].
    pub position: Span,
    /// What.
    pub text: String,
}
