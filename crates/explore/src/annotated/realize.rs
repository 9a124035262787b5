//! From a closed order to an execution: the root as early as possible (Lemma 4.1).
//!
//! For each root event in turn, first exactly those leaf events that come before it, then it; at last the other leaf
//! events. Not every linearization of a closed order agrees with the annotation, but this one does.

use super::order::{EventId, Order};
use crate::toolbox::clock::Clock;

/// The first `count` events of an order, in that order.
pub(crate) fn realize<C: Clock>(order: &Order<C>, count: usize) -> Vec<EventId> {
    let mut walk = Walk { order, count, done: vec![0; order.thread_count()], result: Vec::new(), open: Vec::new() };
    for &event in order.of_thread(order.root) {
        walk.add(event);
    }
    for thread in 0..order.thread_count() {
        for &event in order.of_thread(thread) {
            walk.add(event);
        }
    }
    walk.result
}

struct Walk<'a, C> {
    order: &'a Order<C>,
    count: usize,
    /// How many events of each thread are in the result.
    done: Vec<u32>,
    result: Vec<EventId>,
    open: Vec<EventId>,
}

impl<C: Clock> Walk<'_, C> {
    /// Adds an event after all that come before it, unless it is there already.
    fn add(&mut self, event: EventId) {
        if event as usize >= self.count {
            return;
        }
        self.open.push(event);
        while let Some(&event) = self.open.last() {
            let it = self.order.event(event);
            if self.done[it.thread] > it.index {
                self.open.pop();
                continue;
            }
            let missing =
                (0..self.done.len()).find(|&thread| self.done[thread] < self.order.count_before(event, thread));
            match missing {
                Some(thread) => self.open.push(self.order.of_thread(thread)[self.done[thread] as usize]),
                None => {
                    self.done[it.thread] += 1;
                    self.result.push(event);
                    self.open.pop();
                }
            }
        }
    }
}
