//! Who knows what: vector clocks in a row, which come and go at its end.

use event::ThreadId;

/// For each thread how many of its operations happen before something: a stretch of [`Clocks`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Clock {
    start: u32,
    length: u32,
}

/// What happens before the end of an operation: that operation, those of its thread before it, and what was known to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Knowledge {
    pub thread: ThreadId,
    /// It is the so-and-so-many-th operation of its thread, counted from 1.
    pub count: u32,
    pub known: Clock,
}

#[derive(Debug, Default)]
pub(super) struct Clocks {
    counts: Vec<u32>,
}

impl Clocks {
    pub fn len(&self) -> u32 {
        self.counts.len() as u32
    }

    pub fn truncate(&mut self, length: u32) {
        self.counts.truncate(length as usize);
    }

    fn counts(&self, clock: Clock) -> &[u32] {
        &self.counts[clock.start as usize..][..clock.length as usize]
    }

    /// How many operations of a thread are known.
    fn get(&self, clock: Clock, thread: ThreadId) -> u32 {
        self.counts(clock).get(thread.index()).copied().unwrap_or(0)
    }

    /// Whether an operation is known, and so what happens before it.
    pub fn knows(&self, clock: Clock, what: Knowledge) -> bool {
        self.get(clock, what.thread) >= what.count
    }

    /// Whether the operation with the first knowledge happens before the one with the second.
    pub fn is_before(&self, first: Knowledge, second: Knowledge) -> bool {
        first.thread == second.thread || self.knows(second.known, first)
    }

    /// Whatever one of them knows.
    pub fn join(&mut self, one: Clock, two: Clock) -> Clock {
        let includes = |large: Clock, small: Clock| {
            small.length <= large.length
                && self.counts(small).iter().zip(self.counts(large)).all(|(small, large)| small <= large)
        };
        if includes(one, two) {
            return one;
        }
        if includes(two, one) {
            return two;
        }
        let start = self.len();
        for index in 0..one.length.max(two.length) {
            let thread = ThreadId(index);
            let two = if planted::bug!(ClocksNotJoined) { one } else { two };
            let count = self.get(one, thread).max(self.get(two, thread));
            self.counts.push(count);
        }
        Clock { start, length: self.len() - start }
    }

    /// The same with all that happens before the end of an operation.
    pub fn join_knowledge(&mut self, clock: Clock, what: Knowledge) -> Clock {
        let joined = self.join(clock, what.known);
        if self.knows(joined, what) {
            return joined;
        }
        let start = self.len();
        for index in 0..joined.length.max(what.thread.0 + 1) {
            let count = self.get(joined, ThreadId(index));
            self.counts.push(if index == what.thread.0 { what.count } else { count });
        }
        Clock { start, length: self.len() - start }
    }
}
