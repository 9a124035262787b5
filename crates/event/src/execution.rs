//! Executions: the events so far, and the choices that lead to them.

use crate::{Access, ThreadId};
use serde::{Deserialize, Serialize};

/// One decision: which thread goes on, and which of the branches of its operation is taken (0 if there is one only).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// Who.
    pub thread: ThreadId,
    /// Which nondeterministic value.
    pub branch: u32,
}

/// A [`Choice`] in words that do not depend on the system that made it: thread numbers stand for names only within one
/// system, the order of creation is the same wherever the schedule is run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Decision {
    /// How many threads were created before the one that goes on.
    pub thread: u32,
    /// Which nondeterministic value.
    pub branch: u32,
}

/// The decisions that lead from the start to some state.
pub type Schedule = Vec<Decision>;

/// A schedule, and what the threads choose on it, by the order of their creation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// Who goes on.
    pub schedule: Schedule,
    /// What they choose.
    pub inputs: Vec<Vec<u64>>,
    /// The memory that is used again, and for what.
    pub reused: Vec<Reuse>,
}

/// An object that a thread allocates, by a name that does not depend on the interleaving.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct ObjectName {
    /// Who makes it: the spawn indices that lead from the first thread to it.
    pub thread: Vec<u32>,
    /// How many objects that thread has made before.
    pub index: u32,
}

/// The memory of an object, once that is freed, is used again for another one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Reuse {
    /// The object whose memory it is.
    pub place: ObjectName,
    /// The object that gets it.
    pub new: ObjectName,
}

/// One event of an execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// The decision that caused it.
    pub choice: Choice,
    accesses: u32,
}

/// A sequence of events. A stack: events come and go at the end.
#[derive(Clone, Debug, Default)]
pub struct Execution {
    events: Vec<Event>,
    // The accesses of all events in a row; an event knows where its own begin, the next one where they end.
    accesses: Vec<Access>,
}

impl Execution {
    /// No events.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many events.
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// The events in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// What event `index` touched: one access, more for an atomic section.
    pub fn accesses(&self, index: usize) -> &[Access] {
        let start = self.events[index].accesses as usize;
        let end = self.events.get(index + 1).map_or(self.accesses.len(), |it| it.accesses as usize);
        &self.accesses[start..end]
    }

    /// How many events from `from` on touch something that others could touch too.
    pub fn count_shared(&self, from: usize) -> u64 {
        let is_shared = |index: &usize| self.accesses(*index).iter().any(|it| it.place().is_some());
        (from..self.len()).filter(is_shared).count() as u64
    }

    /// The last event and what it touched.
    #[inline]
    pub fn last(&self) -> Option<(Choice, &[Access])> {
        self.events.last().map(|it| (it.choice, &self.accesses[it.accesses as usize..]))
    }

    /// Adds an event; `fill` writes its accesses behind those that are there.
    pub fn push(&mut self, choice: Choice, fill: impl FnOnce(&mut Vec<Access>)) {
        self.events.push(Event { choice, accesses: self.accesses.len() as u32 });
        fill(&mut self.accesses);
    }

    /// Drops all but the first `length` events.
    pub fn truncate(&mut self, length: usize) {
        if let Some(first) = self.events.get(length) {
            self.accesses.truncate(first.accesses as usize);
            self.events.truncate(length);
        }
    }

    /// The decisions alone; `threads` are those of the system at the end of this execution, in the order of creation.
    pub fn schedule(&self, threads: &[ThreadId]) -> Schedule {
        let position = |thread| threads.iter().position(|&it| it == thread).expect("the thread was created");
        let decision = |it: &Event| Decision { thread: position(it.choice.thread) as u32, branch: it.choice.branch };
        self.events.iter().map(decision).collect()
    }
}
