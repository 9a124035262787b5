//! How many classes of equivalent executions there are, counted without enumerating the executions.
//!
//! Two maximal executions are equivalent if they have the same events (thread, index in the thread, branch) and the
//! same happens-before: the transitive closure of the order of dependent events, see `touch`. The search goes breadth
//! first over the prefixes of executions up to equivalence (`trace`): equivalent prefixes lead to the same state, so
//! one of them is followed. Two prefixes that are not equivalent are both followed even if their states are the same.
//!
//! That equivalent prefixes lead to the same state is what makes a dependence a dependence. It is asserted each time
//! that a trace is met again, so a definition that forgets something does not go unnoticed; [`commutation`] looks for
//! such a gap more thoroughly.
//!
//! [`commutation`]: super::commutation()

use super::observers::Observers;
use super::report::Options;
use super::state::{Path, State};
use super::step::{Oracle, Step};
use super::touch::{Touched, are_dependent};
use super::trace::{EventId, Histories, Trace};
use ir::Program;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// How many classes of maximal executions a program has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Classes {
    /// With the order of all dependent events.
    pub mazurkiewicz: u64,
    /// Without the order of stores to the same bytes of which neither is read.
    pub observers: u64,
}

/// The number of classes of a valid program; none if it has more than `limit` traces, prefixes included, which is so
/// if it has infinitely many. The limit on states in the options does not count.
///
/// # Panics
/// If two equivalent executions lead to different states: the dependence is then wrong.
pub fn classes(program: &Program, options: &Options, limit: usize) -> Option<Classes> {
    let (mut oracle, initial) = Oracle::begin(program, options);
    let mut events = Events::default();
    let mut observers = Observers::default();
    let mut mazurkiewicz = 0;
    let mut met = 1;
    // All traces with the same number of events.
    let mut layer = BTreeMap::from([(Trace::new(), initial)]);
    while !layer.is_empty() {
        let mut next = BTreeMap::new();
        for (trace, state) in &layer {
            if extend(&mut oracle, &mut events, trace, state, &mut next) {
                mazurkiewicz += 1;
                observers.add(&events, trace);
            }
            if met + next.len() > limit {
                return None;
            }
        }
        met += next.len();
        layer = next;
    }
    Some(Classes { mazurkiewicz, observers: observers.count() })
}

/// Adds the traces with one event more; whether there are none.
fn extend(
    oracle: &mut Oracle,
    events: &mut Events,
    trace: &Trace,
    state: &State,
    next: &mut BTreeMap<Trace, State>,
) -> bool {
    let mut is_maximal = true;
    for path in state.threads.keys() {
        let Step { states, touched, deeds: _ } = oracle.step(state, path);
        for (branch, reached) in states.into_iter().enumerate() {
            is_maximal = false;
            let longer = events.append(trace, path, branch, &touched);
            match next.entry(longer) {
                Entry::Vacant(entry) => {
                    entry.insert(reached);
                }
                Entry::Occupied(entry) => {
                    assert!(*entry.get() == reached, "the dependence has a gap: equivalent executions, unequal states");
                }
            }
        }
    }
    is_maximal
}

/// The events of all executions.
#[derive(Default)]
pub(super) struct Events {
    pub histories: Histories,
    /// What each of them touches.
    touched: Vec<Touched>,
}

impl Events {
    pub fn touched(&self, event: EventId) -> &Touched {
        &self.touched[event.index()]
    }

    /// Whether the order of two events counts.
    pub fn are_dependent(&self, one: EventId, other: EventId) -> bool {
        let part = |event| (&self.histories.get(event).thread, self.touched(event));
        are_dependent(part(one), part(other))
    }

    /// The trace with an event more at its end.
    pub fn append(&mut self, trace: &Trace, thread: &Path, branch: usize, touched: &Touched) -> Trace {
        let mut past = Trace::new();
        for &last in trace.values() {
            if let Some(event) = self.latest_dependent(last, thread, touched) {
                self.histories.include(&mut past, event);
            }
        }
        let event = self.histories.event(thread, branch, past);
        if event.index() == self.touched.len() {
            self.touched.push(touched.clone());
        }
        assert!(self.touched(event) == touched, "the dependence has a gap: one past, but another event");
        let mut longer = trace.clone();
        longer.insert(thread.clone(), event);
        longer
    }

    /// The last event of a thread, from `last` back, that a new event depends on.
    fn latest_dependent(&self, last: EventId, thread: &Path, touched: &Touched) -> Option<EventId> {
        let other = &self.histories.get(last).thread;
        let is_dependent = |event: &EventId| are_dependent((other, self.touched(*event)), (thread, touched));
        self.histories.thread_back_from(last).find(is_dependent)
    }
}
