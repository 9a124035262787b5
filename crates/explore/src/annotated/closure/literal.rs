//! Algorithms 1-4 as printed: whatever violates one of the three items of the definition of closed orders is repaired.
//!
//! The initial value counts as a write that is before everything, on the side of whoever reads.

use super::Verdict;
use crate::annotated::order::{EventId, Order, Reading};
use crate::toolbox::clock::Clock;

/// A write, or the initial value.
type Source = Option<EventId>;

impl<C: Clock> Order<C> {
    /// What is wrong with a read.
    pub(super) fn look_literally(&self, read: EventId, reading: &Reading<C>) -> Verdict {
        let visible = self.visible(read);
        if visible.iter().flatten().any(|&it| self.is_undecided(read, reading, it, &visible)) {
            return Verdict::Closed;
        }
        let is_good = |order: &Self, it: Source| it.map_or(reading.initial, |it| order.is_good(reading, it));
        let precedes = |order: &Self, it: Source| it.is_none_or(|it| order.is_before(it, read));
        let less = |order: &Self, one: Source, two: Source| match (one, two) {
            (_, None) => false,
            (None, Some(_)) => true,
            (Some(one), Some(two)) => order.is_before(one, two),
        };
        let minimal: Vec<Source> =
            visible.iter().copied().filter(|&it| !visible.iter().any(|&other| less(self, other, it))).collect();
        let maximal: Vec<Source> =
            visible.iter().copied().filter(|&it| !visible.iter().any(|&other| less(self, it, other))).collect();
        let is_remote = |order: &Self, one: EventId, two: EventId| {
            (order.event(one).thread == order.root) != (order.event(two).thread == order.root)
        };
        // Rule 1.
        if !minimal.iter().any(|&it| is_good(self, it) && precedes(self, it)) {
            let good: Vec<Source> = visible.iter().copied().filter(|&it| is_good(self, it)).collect();
            let Some(&first) = good.iter().find(|&&it| !good.iter().any(|&other| less(self, other, it))) else {
                return Verdict::Impossible;
            };
            return first.map_or(Verdict::Impossible, |first| Verdict::Missing(first, read));
        }
        // Rule 2. The event is unique once the leaves are ordered; before that it is one that all good writes are before.
        if !maximal.iter().any(|&it| is_good(self, it)) {
            let mut remote = maximal.iter().flatten().copied().filter(|&it| is_remote(self, it, read)).peekable();
            if remote.peek().is_none() {
                return Verdict::Impossible;
            }
            let is_last =
                |it: &EventId| visible.iter().all(|&good| !is_good(self, good) || less(self, good, Some(*it)));
            return remote.find(is_last).map_or(Verdict::Closed, |remote| Verdict::Missing(read, remote));
        }
        // Rule 3.
        for &bad in &minimal {
            let is_covered = visible.iter().any(|&it| is_good(self, it) && less(self, bad, it));
            if is_good(self, bad) || !precedes(self, bad) || is_covered {
                continue;
            }
            let Some(bad) = bad else { return Verdict::Impossible };
            let remote =
                maximal.iter().flatten().copied().find(|&it| is_remote(self, it, bad) && is_good(self, Some(it)));
            return remote.map_or(Verdict::Impossible, |remote| Verdict::Missing(bad, remote));
        }
        Verdict::Closed
    }

    /// Whether a leaf write is not ordered yet, with the read of a leaf, or though it is good with another leaf write.
    fn is_undecided(&self, read: EventId, reading: &Reading<C>, write: EventId, visible: &[Source]) -> bool {
        let is_leaf = |it: EventId| self.event(it).thread != self.root;
        let is_rival = |it: EventId| is_leaf(it) && !self.are_ordered(it, write);
        is_leaf(write)
            && (is_rival(read) || self.is_good(reading, write) && visible.iter().flatten().any(|&it| is_rival(it)))
    }

    /// What a read could observe in some linearization.
    pub fn visible(&self, read: EventId) -> Vec<Source> {
        let cell = self.event(read).cell;
        let mut visible = Vec::new();
        let mut is_initial = true;
        for thread in 0..self.writers(cell) {
            let count = self.count_before(read, thread);
            let before = self.last_write(cell, thread, count);
            is_initial &= before.is_none();
            let is_hidden = |it: EventId| {
                (0..self.writers(cell)).any(|other| {
                    self.last_write(cell, other, self.count_before(read, other))
                        .is_some_and(|by| self.is_before(it, by))
                })
            };
            visible.extend(before.filter(|&it| !is_hidden(it)).map(Some));
            let later = self.writes(cell, thread).iter().copied();
            visible.extend(
                later.filter(|&it| it != read && self.event(it).index >= count && !self.is_before(read, it)).map(Some),
            );
        }
        if is_initial {
            visible.push(None);
        }
        visible
    }
}
