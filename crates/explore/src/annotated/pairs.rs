//! Which pairs of leaf events have to be ordered, one way and the other, before more can be said.
//!
//! As printed, all conflicting pairs: then leaves are explored up to the order of all their dependent events. But the order
//! of two leaf writes matters only if some read can tell: if at least one of them is good for some read (*ever good*; two
//! bad ones are equally bad), and each of them can be observed by some read that there is, annotated or about to be
//! (*observable*; what is hidden for everybody may be anywhere). What matters later is ordered later: this is asked at
//! every node, over all leaf writes. Reads of leaves are always ordered with leaf writes.

use super::order::{EventId, Order};
use crate::toolbox::clock::Clock;

/// A read that a thread is about to make.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Upcoming {
    pub thread: usize,
    pub cell: u32,
}

impl<C: Clock> Order<C> {
    /// Two leaf events on a cell that have to be ordered; at least one is a write. `relaxed`: only if it matters.
    pub fn unordered_pair(&self, cell: u32, relaxed: bool, upcoming: &[Upcoming]) -> Option<(EventId, EventId)> {
        let is_leaf = |&it: &usize| it != self.root;
        let writers = self.writers(cell);
        for thread in (0..writers).filter(is_leaf) {
            for &write in self.writes(cell, thread) {
                for other in (0..writers).filter(is_leaf).filter(|&it| it > thread) {
                    for &rival in self.concurrent(write, self.writes(cell, other)) {
                        if !relaxed || self.is_order_of_interest(write, rival, upcoming) {
                            return Some((write, rival));
                        }
                    }
                }
            }
        }
        for &read in self.reads(cell) {
            let own = self.event(read).thread;
            if own == self.root || self.reading(read).is_none() {
                continue;
            }
            if let Some(write) = self.unordered_write(read) {
                return Some((read, write));
            }
        }
        None
    }

    /// A leaf write that a leaf read is not ordered with.
    pub fn unordered_write(&self, read: EventId) -> Option<EventId> {
        let (cell, own) = (self.event(read).cell, self.event(read).thread);
        let others = (0..self.writers(cell)).filter(|&it| it != self.root && it != own);
        others.filter_map(|thread| self.concurrent(read, self.writes(cell, thread)).last().copied()).next()
    }

    /// Those of a thread's events that are not ordered with an event of another thread.
    fn concurrent<'a>(&self, event: EventId, others: &'a [EventId]) -> &'a [EventId] {
        let Some(&first) = others.first() else { return others };
        let count = self.clock(event).get(self.event(first).thread);
        let earlier = others.len() - others.iter().rev().take_while(|&&it| self.event(it).index >= count).count();
        let later = others[earlier..].iter().take_while(|&&it| !self.is_before(event, it)).count();
        &others[earlier..earlier + later]
    }

    fn is_order_of_interest(&self, one: EventId, two: EventId, upcoming: &[Upcoming]) -> bool {
        (self.event(one).ever_good || self.event(two).ever_good)
            && (!planted::bug!(LeafPairsUnordered) || self.event(one).ever_good && self.event(two).ever_good)
            && self.is_observable(one, upcoming)
            && self.is_observable(two, upcoming)
    }

    /// Whether some read can observe a write.
    fn is_observable(&self, write: EventId, upcoming: &[Upcoming]) -> bool {
        let cell = self.event(write).cell;
        let reads = self.reads(cell).iter().any(|&read| {
            read != write
                && self.reading(read).is_some()
                && !self.is_before(read, write)
                && !self.is_hidden(write, cell, |thread| self.count_before(read, thread))
        });
        reads
            || upcoming.iter().filter(|it| it.cell == cell).any(|it| {
                let last = self.last(it.thread);
                !self.is_hidden(write, cell, |thread| last.map_or(0, |last| self.clock(last).get(thread)))
            })
    }

    /// Whether a write is before another one that is among the first so many events of its thread.
    pub fn is_hidden(&self, write: EventId, cell: u32, count: impl Fn(usize) -> u32) -> bool {
        (0..self.writers(cell))
            .any(|thread| self.last_write(cell, thread, count(thread)).is_some_and(|it| self.is_before(write, it)))
    }
}
