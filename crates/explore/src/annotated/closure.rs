//! Closure: the orderings without which no execution agrees with the annotation, added until none is missing.
//!
//! An annotated order can be realized if and only if it has a closure (Lemma 4.3). Here are fewer rules than the paper's
//! three, enough for the execution in which the root comes as early as possible ([`super::realize`]):
//!
//! * A root read finds what comes before it in the order, and of two writes that are not ordered the leaf's. So it needs
//!   a good write before it (Rule 1); and if that is one of its own thread, then leaf writes before the read have to be
//!   before that write (Rule 3).
//! * A leaf read finds, of the root's writes, the last one that is not after it, unless the last leaf write before the read
//!   is not before that one. So bad root writes at the end have to be after it (Rule 2), and a bad leaf write before a good
//!   root write (Rule 3).
//!
//! Reads that also write (read-modify-writes, locks) need nothing of their own: an event is one step, so what it observes
//! is the last write before it whether or not it writes itself. In the arguments for the rules a read is nowhere assumed
//! not to be a write. Leaf writes of which no pair can be good and bad for the same read may be unordered
//! ([`super::pairs`]); where two are that must be ordered before anything can be said, nothing is said yet.
//!
//! [`literal`] has the rules as printed, to compare with.

pub(crate) mod literal;

use super::order::{EventId, Order, Reading, Side};
use crate::toolbox::clock::Clock;

/// Which rules are applied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rules {
    /// Those above.
    Few,
    /// Those of the paper: more events are ordered.
    Literal,
}

impl<C: Clock> Order<C> {
    /// Adds what is missing; whether there is a closure.
    pub fn close(&mut self, rules: Rules) -> bool {
        while let Some(cell) = self.next_dirty() {
            for position in 0..self.reads(cell).len() {
                let read = self.reads(cell)[position];
                // Taken out for the time being, so that the order can be changed.
                let Some(reading) = self.reading(read).cloned() else { continue };
                let holds = match rules {
                    Rules::Literal => self.close_literally(read, &reading),
                    Rules::Few => match reading.side {
                        Side::Local => self.close_local(read),
                        Side::Remote => self.close_remote(read, &reading),
                        Side::Any => self.close_leaf(read, &reading),
                    },
                };
                if !holds {
                    return false;
                }
            }
        }
        true
    }

    /// A root read that observes its own thread: whatever leaf write comes before it comes before what it observes.
    fn close_local(&mut self, read: EventId) -> bool {
        let (cell, index, root) = (self.event(read).cell, self.event(read).index, self.root);
        let own = self.last_write(cell, root, index);
        for thread in (0..self.writers(cell)).filter(|&it| it != root) {
            let Some(leaf) = self.last_write(cell, thread, self.clock(read).get(thread)) else { continue };
            if !own.is_some_and(|own| self.add_edge(leaf, own)) {
                return false;
            }
        }
        true
    }

    /// A root read that observes a leaf: it needs a good leaf write before it that nothing hides.
    fn close_remote(&mut self, read: EventId, reading: &Reading<C>) -> bool {
        let (cell, index) = (self.event(read).cell, self.event(read).index);
        let own = self.last_write(cell, self.root, index);
        let mut first: Option<EventId> = None;
        for thread in (0..self.writers(cell)).filter(|&it| it != self.root) {
            let count = self.clock(read).get(thread);
            if let Some(write) = self.last_write(cell, thread, count) {
                if self.is_good(reading, write) && self.is_visible(write, read, own) {
                    return true;
                }
            }
            // The first good one that is not before the read.
            let good = |&&it: &&EventId| self.event(it).index >= count && self.is_good(reading, it);
            let Some(&write) = self.writes(cell, thread).iter().find(good) else { continue };
            if self.is_before(read, write) {
                continue;
            }
            match first {
                Some(other) if self.is_before(other, write) => {}
                Some(other) if !self.is_before(write, other) => return true,
                Some(_) | None => first = Some(write),
            }
        }
        first.is_some_and(|first| self.add_edge(first, read))
    }

    /// Whether a write that comes before a root read is not hidden by another one.
    fn is_visible(&self, write: EventId, read: EventId, own: Option<EventId>) -> bool {
        let cell = self.event(read).cell;
        if own.is_some_and(|own| self.is_before(write, own)) {
            return false;
        }
        (0..self.writers(cell)).filter(|&it| it != self.root).all(|thread| {
            let other = self.last_write(cell, thread, self.clock(read).get(thread));
            other.is_none_or(|other| !self.is_before(write, other))
        })
    }

    /// A leaf read.
    fn close_leaf(&mut self, read: EventId, reading: &Reading<C>) -> bool {
        let (cell, root) = (self.event(read).cell, self.root);
        let leaf = self.last_leaf_writes(read, reading);
        let mut rest = self.writes(cell, root).len();
        loop {
            // The last root write that is not after the read.
            while rest > 0 && self.is_before(read, self.writes(cell, root)[rest - 1]) {
                rest -= 1;
            }
            let hidden = |it: EventId| match leaf {
                Last::Initial => false,
                Last::One(leaf, _) => self.is_before(it, leaf),
                Last::Bad | Last::Unclear => self.is_hidden_by_leaf(it, read),
            };
            let last = (rest > 0).then(|| self.writes(cell, root)[rest - 1]).filter(|&it| !hidden(it));
            let leaf_is_good = match leaf {
                Last::Unclear => return true,
                Last::Initial => reading.initial,
                Last::One(_, is_good) => is_good,
                Last::Bad => false,
            };
            let Some(last) = last else { return leaf_is_good };
            if self.is_good(reading, last) {
                return leaf_is_good || self.order_leaf_writes_before(read, last);
            }
            let is_shadowed = match leaf {
                Last::Initial => true,
                Last::One(leaf, _) => self.is_before(leaf, last),
                Last::Bad | Last::Unclear => true,
            };
            if leaf_is_good && !is_shadowed {
                return true;
            }
            if !self.add_edge(read, last) {
                return false;
            }
        }
    }

    /// The last leaf write before a leaf read.
    fn last_leaf_writes(&self, read: EventId, reading: &Reading<C>) -> Last {
        let cell = self.event(read).cell;
        let mut last = Last::Initial;
        let mut is_total = true;
        for thread in (0..self.writers(cell)).filter(|&it| it != self.root) {
            let Some(write) = self.last_write(cell, thread, self.count_before(read, thread)) else { continue };
            match last {
                Last::One(other, _) if self.is_before(write, other) => {}
                Last::One(other, _) if !self.is_before(other, write) => is_total = false,
                _ => last = Last::One(write, self.is_good(reading, write)),
            }
        }
        if is_total {
            return last;
        }
        // Several: all of them are bad, or it is not clear yet which is last.
        let mut writes = (0..self.writers(cell)).filter(|&it| it != self.root).filter_map(|thread| {
            let write = self.last_write(cell, thread, self.count_before(read, thread))?;
            (!self.is_hidden_by_leaf(write, read)).then_some(write)
        });
        if writes.any(|it| self.is_good(reading, it)) { Last::Unclear } else { Last::Bad }
    }

    /// Whether a write is before a leaf write that is before a leaf read.
    fn is_hidden_by_leaf(&self, write: EventId, read: EventId) -> bool {
        let cell = self.event(read).cell;
        (0..self.writers(cell)).filter(|&it| it != self.root).any(|thread| {
            self.last_write(cell, thread, self.count_before(read, thread)).is_some_and(|it| self.is_before(write, it))
        })
    }

    /// Orders the last leaf writes before a leaf read before a root write.
    fn order_leaf_writes_before(&mut self, read: EventId, write: EventId) -> bool {
        let (cell, root) = (self.event(read).cell, self.root);
        for thread in (0..self.writers(cell)).filter(|&it| it != root) {
            if let Some(leaf) = self.last_write(cell, thread, self.count_before(read, thread)) {
                if !self.add_edge(leaf, write) {
                    return false;
                }
            }
        }
        true
    }
}

/// The last leaf write before a leaf read.
#[derive(Clone, Copy)]
enum Last {
    /// There is none.
    Initial,
    /// This one; whether it is good.
    One(EventId, bool),
    /// Several that are not ordered, all of them bad.
    Bad,
    /// Several that are not ordered yet.
    Unclear,
}
