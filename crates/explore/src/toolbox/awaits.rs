//! Operations that wait for a value.
//!
//! `x=1; y=1; x=0; y=2; x=1 ‖ await(x==1); r=y`: the await conflicts with the last store, but cannot come right before
//! it, since x is 0 there. It can come before the store of 0. So from a place where it is not enabled one has to walk
//! back, change by change, to one where it is; from the execution in which it comes there the walk goes on. An await that
//! is still waiting at the end of an execution is a case of the same kind.

use super::clock::Clock;
use super::history::History;
use super::probe;
use event::{Access, Execution, Place, System, ThreadId};

/// An operation that waits for a value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Await {
    pub thread: ThreadId,
    /// What it looks at.
    pub place: Place,
    /// Its number, or the end of the execution if it is still waiting.
    pub event: usize,
}

impl Await {
    /// The latest event before `before` that can come after the await, because the await is enabled if everything that
    /// happens after that event is left out; and what the await then touches. `sequence` becomes what it leaves of the rest.
    pub fn latest<S: System, C: Clock>(
        self,
        system: &mut S,
        history: &mut History<C>,
        execution: &Execution,
        before: usize,
        sequence: &mut Vec<u32>,
    ) -> Option<(usize, Vec<Access>)> {
        for first in history.changes(self.place, before) {
            let first = first as usize;
            if history.is_before_next(first, self.event, self.thread) {
                continue;
            }
            let later = first + 1..execution.len();
            sequence.clear();
            sequence.extend(later.filter(|&it| !history.happens_before(first, it)).map(|it| it as u32));
            if let Some(accesses) = probe::foresee(system, execution, first, sequence, self.thread) {
                return Some((first, accesses));
            }
        }
        None
    }
}
