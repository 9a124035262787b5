//! States that have been seen, compared exactly, and which of them are on the current execution.
//!
//! An execution that comes back to one of its own states has closed a circle. If some thread hangs in a state and others go on,
//! then all that can follow is finitely many states that lead to one another; when the search comes there for the first time, it
//! goes on until it closes a circle among them. So it is enough to ask [`System::hangs`] where circles are closed, and where
//! executions end.

use crate::toolbox::states::States;
use event::System;

#[derive(Debug, Default)]
pub(crate) struct Visited {
    states: States,
    /// The states of the current execution, by number.
    path: Vec<u32>,
    /// For each state whether it is one of them.
    is_open: Vec<bool>,
}

/// Whether a state was seen before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    New,
    Known {
        /// Whether the current execution has come back to it.
        is_open: bool,
    },
}

impl Visited {
    /// Records the current state, to which so many events lead.
    pub fn insert(&mut self, system: &mut impl System, depth: usize) -> Entry {
        let known = self.states.len();
        let number = self.states.number(system);
        if (number as usize) < known {
            return Entry::Known { is_open: self.is_open[number as usize] };
        }
        self.back_to(depth.saturating_sub(1));
        self.path.push(number);
        self.is_open.push(true);
        Entry::New
    }

    /// Only so many events of the execution are kept.
    pub fn back_to(&mut self, depth: usize) {
        while self.path.len() > depth + 1 {
            let closed = self.path.pop().expect("there are more than that");
            self.is_open[closed as usize] = false;
        }
    }
}
