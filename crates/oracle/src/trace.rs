//! Traces: executions up to the order of independent events, in a form that can be compared.
//!
//! An event is named by its [`History`]: its thread, its branch, and its causal past. The past is the last event of
//! each thread that happens before it; by induction these stand for everything that happens before it, in order. Equal
//! histories get equal numbers, so a [`Trace`] is no more than the number of the last event of each thread, and two
//! traces are equal if and only if they have the same events and the same happens-before.

use super::state::Path;
use std::collections::{BTreeMap, HashMap};

/// The number of a history.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct EventId(usize);

impl EventId {
    /// As an index into tables.
    pub fn index(self) -> usize {
        self.0
    }
}

/// The last event of each thread that has made a step, in a set of events with everything that happens before them.
pub(super) type Trace = BTreeMap<Path, EventId>;

/// An event with all that happens before it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct History {
    pub thread: Path,
    /// How many events of this thread come before.
    pub index: usize,
    pub branch: usize,
    /// Without the event itself.
    pub past: Trace,
}

/// All histories that were met, numbered.
#[derive(Default)]
pub(super) struct Histories {
    ids: HashMap<History, EventId>,
    all: Vec<History>,
}

impl Histories {
    pub fn get(&self, event: EventId) -> &History {
        &self.all[event.0]
    }

    /// The number of the event with this past, a new one if it was not met before. The past has the event's
    /// predecessor in its own thread.
    pub fn event(&mut self, thread: &Path, branch: usize, past: Trace) -> EventId {
        let index = past.get(thread).map_or(0, |&it| self.get(it).index + 1);
        let history = History { thread: thread.clone(), index, branch, past };
        if let Some(&known) = self.ids.get(&history) {
            return known;
        }
        let id = EventId(self.all.len());
        self.ids.insert(history.clone(), id);
        self.all.push(history);
        id
    }

    /// Adds an event and all that happens before it.
    pub fn include(&self, trace: &mut Trace, event: EventId) {
        let History { thread, past, .. } = self.get(event);
        for (thread, &last) in past.iter().chain([(thread, &event)]) {
            let is_later = |known: &EventId| self.get(*known).index >= self.get(last).index;
            if !trace.get(thread).is_some_and(is_later) {
                trace.insert(thread.clone(), last);
            }
        }
    }

    /// This event and those before it in its thread, the last one first.
    pub fn thread_back_from(&self, event: EventId) -> impl Iterator<Item = EventId> {
        std::iter::successors(Some(event), |&it| {
            let History { thread, past, .. } = self.get(it);
            past.get(thread).copied()
        })
    }

    /// The events of a trace, each one behind those that happen before it.
    pub fn linearization(&self, trace: &Trace) -> Vec<EventId> {
        let mut events: Vec<EventId> = trace.values().flat_map(|&it| self.thread_back_from(it)).collect();
        // The past of an event is larger than that of the events in it.
        let past = |event: &EventId| self.get(*event).past.values().map(|&it| self.get(it).index + 1).sum::<usize>();
        events.sort_by_cached_key(past);
        events
    }
}
