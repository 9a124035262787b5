//! Operations that wait for a value.
//!
//! `x=1; y=1; x=0; y=2; x=1 ‖ await(x==1); r=y`: the await conflicts with the last store, but cannot come right before
//! it, since x is 0 there. It can come before the store of 0. So from a place where it is not enabled one has to walk
//! back, change by change, to one where it is; from the execution in which it comes there the walk goes on. An await that
//! is still waiting at the end of an execution is a case of the same kind.
//!
//! An operation can look at several places. Then whatever changes any of them is ordered with whatever else does (that is
//! what [`System::expects`] asks for), so that there is one way to walk back.

use super::clock::Clock;
use super::history::History;
use super::probe;
use event::{Access, Execution, Place, System, ThreadId, Variation};

/// An operation that waits for a value.
#[derive(Clone, Debug)]
pub(crate) struct Await {
    pub thread: ThreadId,
    /// What it looks at.
    pub places: Vec<Place>,
    /// Its number, or the end of the execution if it is still waiting.
    pub event: usize,
}

impl Await {
    /// An event, if it is one.
    pub fn of_event(execution: &Execution, event: usize, varies: Variation) -> Option<Await> {
        if varies != Variation::Enabled {
            return None;
        }
        let accesses = execution.accesses(event);
        let expects = |it: &Access| matches!(it, Access::Expect(_));
        let mut places: Vec<Place> = accesses.iter().filter(|it| expects(it)).filter_map(|it| it.place()).collect();
        if places.is_empty() {
            places.extend(accesses.iter().find_map(|it| it.place()));
        }
        let thread = execution.events()[event].choice.thread;
        (!places.is_empty()).then_some(Await { thread, places, event })
    }

    /// A thread that waits for values at the end of an execution.
    pub fn at_end<S: System>(system: &S, thread: ThreadId, execution: &Execution) -> Await {
        let mut places = Vec::new();
        system.expects(thread, &mut places);
        Await { thread, places, event: execution.len() }
    }

    /// The latest event before `before` that can come after the await, because the await is enabled if everything that
    /// happens after that event is left out; and what the await then touches. `sequence` becomes what it leaves of the rest.
    pub fn latest<S: System, C: Clock>(
        &self,
        system: &mut S,
        history: &mut History<C>,
        execution: &Execution,
        before: usize,
        sequence: &mut Vec<u32>,
    ) -> Option<(usize, Vec<Access>)> {
        for first in history.changes(&self.places, before).into_iter().filter(|_| !planted::bug!(AwaitsNotWalkedBack)) {
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
