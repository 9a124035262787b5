//! Operations that wait for a value.
//!
//! `x=1; y=1; x=0; y=2; x=1 ‖ await(x==1); r=y`: the await conflicts with the last store, but cannot come right before
//! it, since x is 0 there. It can come before the store of 0. So from a place where it is not enabled one has to walk
//! back, change by change, to one where it is; from the execution in which it comes there the walk goes on. An await that
//! is still waiting at the end of an execution is a case of the same kind.
//!
//! An operation can look at several places. Then whatever changes any of them is ordered with whatever else does (that is
//! what [`System::expects`] asks for), so that there is one way to walk back.
//!
//! What it finds at a place can also say whose end it waits for (`await f?`, where f is a field:
//! [`Variation::EnabledByEnds`]). That end has no order with the changes of the place: `f = null`, after which the await fails at
//! once, and then the end of the task that f named. Whether the await could have come before the change shows only when the end
//! has come, which may be in another execution than the one in which the await and the change were new, or behind a known state.
//! So these awaits are walked back in every execution, and at a known state whatever follows it is led to from before each
//! change that the await would have to wait at ([`Await::held_up`]).

use super::clock::Clock;
use super::history::History;
use super::probe;
use event::{Access, Choice, Execution, Place, System, ThreadId, Variation};

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
        if !varies.waits() {
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
        self.changes(history, before).into_iter().filter(|_| !planted::bug!(AwaitsNotWalkedBack)).find_map(|first| {
            let accesses = self.before(system, history, execution, first, sequence)?;
            Some((first, accesses))
        })
    }

    /// The events before `before` that it could come before if it were enabled there, from the latest back to the one
    /// that it can come before.
    pub fn held_up<S: System, C: Clock>(
        &self,
        system: &mut S,
        history: &mut History<C>,
        execution: &Execution,
        before: usize,
    ) -> Vec<usize> {
        let changes = self.changes(history, before).into_iter();
        let mut sequence = Vec::new();
        changes.take_while(|&it| self.before(system, history, execution, it, &mut sequence).is_none()).collect()
    }

    /// The events before `before` that change what it looks at and that need not come before it, latest first.
    fn changes<C: Clock>(&self, history: &mut History<C>, before: usize) -> Vec<usize> {
        let changes = history.changes(&self.places, before).into_iter().map(|it| it as usize);
        changes.filter(|&it| !history.is_before_next(it, self.event, self.thread)).collect()
    }

    /// What it touches before an event, after all that does not happen after that, which becomes the `sequence`. `None`: it
    /// would wait.
    fn before<S: System, C: Clock>(
        &self,
        system: &mut S,
        history: &History<C>,
        execution: &Execution,
        first: usize,
        sequence: &mut Vec<u32>,
    ) -> Option<Vec<Access>> {
        let later = first + 1..execution.len();
        sequence.clear();
        sequence.extend(later.filter(|&it| !history.happens_before(first, it)).map(|it| it as u32));
        let own = Choice { thread: self.thread, branch: 0 };
        probe::foresee(system, execution, first, sequence, own).map(|it| it.1)
    }
}
