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
    pub fn close(&mut self) -> bool {
        while let Some(read) = self.next_suspect() {
            let Some(reading) = self.reading(read) else { continue };
            let verdict = match self.rules {
                Rules::Literal => self.look_literally(read, reading),
                Rules::Few => match reading.side {
                    Side::Local => self.look_local(read),
                    Side::Remote => self.look_remote(read, reading),
                    Side::Any => self.look_leaf(read, reading),
                },
            };
            let holds = match verdict {
                Verdict::Closed => true,
                Verdict::Impossible => false,
                Verdict::Missing(first, then) => {
                    // There may be more.
                    self.add_edge(first, then) && {
                        self.suspect(read);
                        true
                    }
                }
            };
            if !holds {
                return false;
            }
        }
        true
    }

    /// A root read that observes its own thread: whatever leaf write comes before it comes before what it observes.
    fn look_local(&self, read: EventId) -> Verdict {
        if planted::bug!(LocalReadsNotClosed) {
            return Verdict::Closed;
        }
        let (cell, index) = (self.event(read).cell, self.event(read).index);
        let own = self.last_write(cell, self.root, index);
        for thread in (0..self.writers(cell)).filter(|&it| it != self.root) {
            let Some(leaf) = self.last_write(cell, thread, self.clock(read).get(thread)) else { continue };
            match own {
                Some(own) if self.is_before(leaf, own) => {}
                Some(own) => return Verdict::Missing(leaf, own),
                None => return Verdict::Impossible,
            }
        }
        Verdict::Closed
    }

    /// A root read that observes a leaf: it needs a good leaf write before it that nothing hides.
    fn look_remote(&self, read: EventId, reading: &Reading<C>) -> Verdict {
        let (cell, index) = (self.event(read).cell, self.event(read).index);
        let own = self.last_write(cell, self.root, index);
        let mut first: Option<EventId> = None;
        for thread in (0..self.writers(cell)).filter(|&it| it != self.root) {
            let count = self.clock(read).get(thread);
            if let Some(write) = self.last_write(cell, thread, count) {
                if self.is_good(reading, write) && self.is_visible(write, read, own) {
                    return Verdict::Closed;
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
                Some(other) if !self.is_before(write, other) => return Verdict::Closed,
                Some(_) | None => first = Some(write),
            }
        }
        first.map_or(Verdict::Impossible, |first| Verdict::Missing(first, read))
    }

    /// Whether a write that comes before a root read is not hidden by another one.
    fn is_visible(&self, write: EventId, read: EventId, own: Option<EventId>) -> bool {
        let cell = self.event(read).cell;
        if planted::bug!(HiddenWritesSeen) {
            return true;
        }
        if own.is_some_and(|own| self.is_before(write, own)) {
            return false;
        }
        (0..self.writers(cell)).filter(|&it| it != self.root).all(|thread| {
            let other = self.last_write(cell, thread, self.clock(read).get(thread));
            other.is_none_or(|other| !self.is_before(write, other))
        })
    }

    /// A leaf read.
    fn look_leaf(&self, read: EventId, reading: &Reading<C>) -> Verdict {
        let (cell, root) = (self.event(read).cell, self.root);
        // The last root write that is not after the read.
        let last = self.writes(cell, root).iter().rev().find(|&&it| !self.is_before(read, it)).copied();
        let leaf = self.last_leaf_writes(read, reading);
        let (leaf_is_good, is_hidden) = match (leaf, last) {
            (Last::Unclear, _) => return Verdict::Closed,
            (Last::Initial, _) => (reading.initial, false),
            (Last::One(leaf, is_good), Some(last)) => (is_good, self.is_before(last, leaf)),
            (Last::One(_, is_good), None) => (is_good, false),
            (Last::Bad, Some(last)) => (false, self.is_hidden_by_leaf(last, read)),
            (Last::Bad, None) => (false, false),
        };
        let Some(last) = last.filter(|_| !is_hidden) else {
            return if leaf_is_good { Verdict::Closed } else { Verdict::Impossible };
        };
        if self.is_good(reading, last) {
            // A bad leaf write must be before it.
            let missing = if leaf_is_good { None } else { self.leaf_write_not_before(read, last) };
            return missing.map_or(Verdict::Closed, |leaf| Verdict::Missing(leaf, last));
        }
        match leaf {
            Last::One(leaf, true) if planted::bug!(BadRootWriteLeft) || !self.is_before(leaf, last) => Verdict::Closed,
            Last::One(..) | Last::Initial | Last::Bad | Last::Unclear => Verdict::Missing(read, last),
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
        // Several: only those count that nothing hides, not even the root. They are all bad, or it is not clear yet which
        // is last.
        let mut found: Option<EventId> = None;
        let mut last = Last::Bad;
        for thread in (0..self.writers(cell)).filter(|&it| it != self.root) {
            let Some(write) = self.last_write(cell, thread, self.count_before(read, thread)) else { continue };
            if !self.may_observe(read, write, self.count_before(read, thread)) {
                continue;
            }
            let is_good = self.is_good(reading, write);
            last = match (found, last) {
                (None, _) => Last::One(write, is_good),
                (Some(_), Last::One(_, true) | Last::Unclear) => Last::Unclear,
                (Some(_), Last::One(_, false) | Last::Bad | Last::Initial) if is_good => Last::Unclear,
                (Some(_), Last::One(_, false) | Last::Bad | Last::Initial) => Last::Bad,
            };
            found = Some(write);
        }
        last
    }

    /// Whether a write is before a leaf write that is before a leaf read.
    fn is_hidden_by_leaf(&self, write: EventId, read: EventId) -> bool {
        let cell = self.event(read).cell;
        (0..self.writers(cell)).filter(|&it| it != self.root).any(|thread| {
            self.last_write(cell, thread, self.count_before(read, thread)).is_some_and(|it| self.is_before(write, it))
        })
    }

    /// A leaf write before a leaf read that is not before a root write.
    fn leaf_write_not_before(&self, read: EventId, write: EventId) -> Option<EventId> {
        let cell = self.event(read).cell;
        (0..self.writers(cell)).filter(|&it| it != self.root).find_map(|thread| {
            let leaf = self.last_write(cell, thread, self.count_before(read, thread))?;
            (!self.is_before(leaf, write)).then_some(leaf)
        })
    }
}

/// What is to be done about a read.
pub(crate) enum Verdict {
    /// Nothing.
    Closed,
    /// This event comes before that one, and then it is to be looked at again.
    Missing(EventId, EventId),
    /// Nothing helps.
    Impossible,
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
