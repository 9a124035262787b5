//! The coarser equivalence: the order of two stores counts only if somebody reads what one of them wrote.
//!
//! A write is *observed* in a complete execution if some event reads a byte of which the write is the last writer at
//! that moment. Two stores to exactly the same bytes by different threads are dependent only if one of them is
//! observed; all else is as in `touch`. Two executions are equivalent if they have the same events and the transitive
//! closures of the order of the pairs that are dependent in this sense are the same.
//!
//! One linearization of each trace is enough to look at. Two linearizations of a trace have the same order of all
//! events that are dependent in the sense of `touch`. All writers of a byte are dependent on each other and on all its
//! readers, so that each reader of a byte has the same last writer in both, and the same writes are observed. Which
//! pairs are dependent in the weaker sense depends on that and on what the events touch, so it is the same for both; and
//! since all these pairs are dependent in the stronger sense too, they are in the same order. So the weaker relation is
//! a function of the trace, and the number of its values is the number of classes.

use super::classes::Events;
use super::memory::Place;
use super::touch::{How, Touch, Touched};
use super::trace::{EventId, Histories, Trace};
use std::collections::{BTreeMap, BTreeSet};

/// The classes of the complete executions that were added.
#[derive(Default)]
pub(super) struct Observers {
    /// The events with their pasts in the weaker sense.
    histories: Histories,
    classes: BTreeSet<Trace>,
}

impl Observers {
    pub fn count(&self) -> u64 {
        self.classes.len() as u64
    }

    /// Adds the class of a complete execution, given by its trace in the stronger sense.
    pub fn add(&mut self, events: &Events, trace: &Trace) {
        let execution = events.histories.linearization(trace);
        let observed = observed(events, &execution);
        let mut weak: Vec<EventId> = Vec::new();
        let mut class = Trace::new();
        for (position, &event) in execution.iter().enumerate() {
            let mut past = Trace::new();
            for (earlier, &weak_event) in weak.iter().enumerate() {
                let is_observed = observed[earlier] || observed[position];
                if is_ordered(events, execution[earlier], event, is_observed) {
                    self.histories.include(&mut past, weak_event);
                }
            }
            let history = events.histories.get(event);
            let weak_event = self.histories.event(&history.thread, history.branch, past);
            weak.push(weak_event);
            class.insert(history.thread.clone(), weak_event);
        }
        self.classes.insert(class);
    }
}

/// Whether the order of two events counts, if one of them is observed or not.
fn is_ordered(events: &Events, one: EventId, other: EventId, is_observed: bool) -> bool {
    let is_of_one_thread = events.histories.get(one).thread == events.histories.get(other).thread;
    let stores = (plain_store(events.touched(one)), plain_store(events.touched(other)));
    let are_same_stores = stores.0.is_some() && stores.0 == stores.1;
    events.are_dependent(one, other) && (is_of_one_thread || is_observed || !are_same_stores)
}

/// The bytes of an event that does nothing but one store.
fn plain_store(touched: &Touched) -> Option<Place> {
    match touched.first() {
        Some(Touch::Bytes(place, How::Store)) if touched.len() == 1 => Some(*place),
        Some(Touch::Bytes(..) | Touch::Spawn(_) | Touch::Join(_) | Touch::Detach(_)) | None => None,
    }
}

/// For each event of an execution whether it wrote something that was read.
fn observed(events: &Events, execution: &[EventId]) -> Vec<bool> {
    let mut last_writer: BTreeMap<(u32, usize), usize> = BTreeMap::new();
    let mut observed = vec![false; execution.len()];
    for (position, &event) in execution.iter().enumerate() {
        for byte in bytes(events.touched(event), How::reads) {
            if let Some(&writer) = last_writer.get(&byte) {
                observed[writer] = true;
            }
        }
        for byte in bytes(events.touched(event), How::writes) {
            last_writer.insert(byte, position);
        }
    }
    observed
}

/// The bytes that are touched in such a way.
fn bytes(touched: &Touched, such: impl Fn(How) -> bool) -> impl Iterator<Item = (u32, usize)> {
    let place = move |touch: &Touch| match touch {
        Touch::Bytes(place, how) => such(*how).then_some(*place),
        Touch::Spawn(_) | Touch::Join(_) | Touch::Detach(_) => None,
    };
    touched.iter().filter_map(place).flat_map(Place::bytes)
}
