//! A replayed execution in words: what is needed to show it, and nothing that needs the program.

use crate::{Access, Diagram, Fault, Plan, ThreadId};
use source::Span;

/// An execution that violates a property, as it was replayed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counterexample {
    /// Who goes on, and what threads choose: enough to repeat it.
    pub plan: Plan,
    /// The threads, in the order of their creation.
    pub actors: Vec<Actor>,
    /// The events.
    pub steps: Vec<Step>,
    /// What is wrong at the end, one sentence.
    pub summary: String,
    /// More about it: who waits for what, where the object was freed; with a position where there is one.
    pub details: Vec<Line>,
    /// What the condition that failed is made of, if it is one.
    pub operands: Vec<Operand>,
    /// The two steps that race, if that is what is wrong.
    pub racing: Option<(usize, usize)>,
    /// The run most like this one in which nothing is violated, if one was found.
    pub passing: Option<Passing>,
    /// What failed; `None` for a deadlock.
    pub fault: Option<Fault>,
    /// The code of what failed where there are several kinds of the fault.
    pub misuse: Option<&'static str>,
    /// Where it failed, or where each waiting thread waits.
    pub position: Span,
    /// Who failed; `None` for a deadlock.
    pub culprit: Option<ThreadId>,
    /// The same as messages between actors, if that is what the program is made of.
    pub diagram: Option<Diagram>,
}

impl Counterexample {
    /// The name of what failed that stays the same, whatever is said about it.
    pub fn code(&self) -> Option<&'static str> {
        self.misuse.or(self.fault.map(Fault::word))
    }
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
    /// What it did to which variable, if it was one.
    pub touch: Option<Touch>,
}

/// What an operation did to a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Touch {
    /// Its name: `queue.slots[2]`.
    pub variable: String,
    /// How.
    pub manner: Manner,
    /// What was in it before, where that is known.
    pub before: Option<String>,
    /// What is in it afterwards, where that is known.
    pub after: Option<String>,
}

/// How a variable was touched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// Looked at.
    Read,
    /// Overwritten, maybe with what was there.
    Write,
    /// Looked at and overwritten in one step.
    Update,
    /// A mutex, taken (or tried).
    Lock,
    /// A mutex, given back.
    Unlock,
    /// An object that ended.
    End,
}

impl Manner {
    /// The name in machine-readable output.
    pub fn name(self) -> &'static str {
        match self {
            Manner::Read => "read",
            Manner::Write => "write",
            Manner::Update => "update",
            Manner::Lock => "lock",
            Manner::Unlock => "unlock",
            Manner::End => "end",
        }
    }

    /// What a thread did: `T1 wrote`.
    pub fn past(self) -> &'static str {
        match self {
            Manner::Read => "read",
            Manner::Write => "wrote",
            Manner::Update => "updated",
            Manner::Lock => "locked",
            Manner::Unlock => "unlocked",
            Manner::End => "ended",
        }
    }

    /// What a thread had done: `T1 had written`.
    pub fn perfect(self) -> &'static str {
        match self {
            Manner::Write => "written",
            Manner::Read | Manner::Update | Manner::Lock | Manner::Unlock | Manner::End => self.past(),
        }
    }
}

impl Touch {
    /// Whether the variable has another value than before.
    pub fn changes(&self) -> bool {
        matches!(self.manner, Manner::Write | Manner::Update) && self.before != self.after
    }
}

/// A part of a condition, and what it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operand {
    /// As it is written.
    pub name: String,
    /// As people read it.
    pub value: String,
}

/// A run in which nothing is violated, and what makes the difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passing {
    /// Who goes on, and what threads choose.
    pub plan: Plan,
    /// The steps of the counterexample that happen in the other order there.
    pub reversed: (usize, usize),
    /// In words: `T2 reads x (line 14) before T1 writes it (line 9)`.
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
