//! Going back: the next alternative of the last decision, and when there is no use in trying more.

use super::{Change, Frame, Kind, Phase, Search, Trouble, Watcher};
use crate::annotated::Grouping;
use crate::toolbox::clock::Clock;
use event::{Pending, Threads};

impl<T: Threads, C: Clock, G: Grouping> Search<T, C, G> {
    /// Takes back the last decision that has another alternative, and tries that.
    pub(super) fn back(&mut self, watcher: &mut dyn Watcher<T>) -> Result<Option<Phase>, Trouble> {
        loop {
            let Some(frame) = self.frames.last_mut() else { return Ok(None) };
            frame.at += 1;
            let (at, mark) = (frame.at, frame.mark);
            if frame.at == frame.count {
                if let Kind::Reads { first, progressed, withheld, probing } = frame.kind {
                    self.back_to(mark);
                    match (probing, progressed) {
                        (false, true) => {}
                        (false, false) if withheld && self.is_waiting(first) => {
                            return self.probe(first).map(Some);
                        }
                        (false, false) if withheld => self.result.stats.redundant += 1,
                        (true, true) => self.result.stats.redundant += 1,
                        (false, false) | (true, false) => self.complete(watcher),
                    }
                    self.readers.truncate(first);
                }
                self.frames.pop();
                continue;
            }
            self.back_to(mark);
            let Some(frame) = self.frames.last() else { return Ok(None) };
            if let Kind::Reads { first, probing, .. } = frame.kind {
                if !probing {
                    self.consider(self.readers[first + at as usize - 1]);
                }
                let mark = self.mark();
                let is_hopeless = !probing && self.is_hopeless(first);
                if let Some(frame) = self.frames.last_mut() {
                    frame.mark = mark;
                    if let (true, Kind::Reads { progressed, .. }) = (is_hopeless, &mut frame.kind) {
                        // What is left leads nowhere.
                        frame.at = frame.count - 1;
                        self.result.stats.redundant += u64::from(!*progressed);
                        *progressed = true;
                    }
                }
                if is_hopeless {
                    continue;
                }
            }
            return self.attempt().map(Some);
        }
    }

    /// Tries the alternative of the last decision that is to be tried.
    pub(super) fn attempt(&mut self) -> Result<Phase, Trouble> {
        let Some(&Frame { at, ref kind, .. }) = self.frames.last() else { return Ok(Phase::Back) };
        Ok(match *kind {
            Kind::Choose(thread) => {
                self.choose(thread, at)?;
                Phase::Extend
            }
            Kind::Pair(one, two, phase) if at == 0 => self.try_pair(one, two, phase),
            Kind::Pair(one, two, phase) => self.try_pair(two, one, phase),
            Kind::Groups(read, first) => self.observe(read, self.groups[first + at as usize]),
            Kind::Reads { first, .. } => self.try_read(self.readers[first + at as usize])?,
        })
    }

    /// Looks at, and changes, the innermost choice of a read: whether some read has progressed, whether something was
    /// withheld, whether it is only to be found out.
    pub(super) fn innermost_reads(&mut self, change: impl FnOnce(&mut bool, &mut bool, bool)) {
        for frame in self.frames.iter_mut().rev() {
            if let Kind::Reads { progressed, withheld, probing, .. } = &mut frame.kind {
                return change(progressed, withheld, *probing);
            }
        }
    }

    /// Whether some read will never be annotated any more, though it could: everything that it could observe has been
    /// considered, and nobody will write more.
    ///
    /// Those who have something to observe that was not considered may go on, and so may those who wait for the end of
    /// another thread; then those who read what these may write; and so on. The others never do. If one of them could all
    /// the same, the rest is a repetition: a read that does not wait can always go on, and so can one who takes a mutex that
    /// is free.
    pub(super) fn is_hopeless(&self, first: usize) -> bool {
        let readers = &self.readers[first..];
        if !readers.iter().any(|&it| self.is_starved(it)) {
            return false;
        }
        let mut starved: Vec<usize> = readers.iter().copied().filter(|&it| self.is_starved(it)).collect();
        loop {
            let before = starved.len();
            for position in (0..starved.len()).rev() {
                let Pending::Read { cell, .. } = self.threads.pending(self.state(starved[position])) else {
                    return false;
                };
                let is_fed = (0..self.created.len()).any(|it| {
                    it != starved[position] && !starved.contains(&it) && self.threads.may_write(self.state(it), cell)
                });
                if is_fed {
                    starved.swap_remove(position);
                }
            }
            if starved.len() == before {
                break;
            }
        }
        starved.iter().any(|&it| match self.threads.pending(self.state(it)) {
            Pending::Read { waits: false, .. } => true,
            Pending::Read { takes: true, cell, .. } => self.last_owner(cell.0).is_none_or(|it| it.1.is_some()),
            _ => false,
        })
    }

    /// Whether everything that a thread could read has been considered.
    pub(super) fn is_starved(&self, thread: usize) -> bool {
        let Some(considered) = &self.considered[thread] else { return false };
        let Pending::Read { cell, .. } = self.threads.pending(self.state(thread)) else { return false };
        (0..self.order.writers(cell.0)).all(|writer| {
            let last = self.order.writes(cell.0, writer).last();
            last.is_none_or(|&it| self.order.event(it).index < considered.get(writer))
        })
    }

    /// Whether all threads that could go on may wait, and so may never go on.
    pub(super) fn is_waiting(&self, first: usize) -> bool {
        self.readers[first..]
            .iter()
            .all(|&it| matches!(self.threads.pending(self.state(it)), Pending::Read { waits: true, .. }))
    }

    /// Finds out whether some read can be annotated at all: takes the place of a choice that has led to nothing.
    pub(super) fn probe(&mut self, first: usize) -> Result<Phase, Trouble> {
        self.forget_considered(first);
        let mark = self.mark();
        if let Some(frame) = self.frames.last_mut() {
            frame.at = 0;
            frame.mark = mark;
            frame.kind = Kind::Reads { first, progressed: false, withheld: false, probing: true };
        }
        self.try_read(self.readers[first])
    }

    /// Nothing has been considered for the reads that threads are at.
    pub(super) fn forget_considered(&mut self, first: usize) {
        for position in first..self.readers.len() {
            let thread = self.readers[position];
            if let Some(old) = self.considered[thread].take() {
                self.changes.push(Change::Considered(thread, Some(old)));
            }
        }
    }

    /// Everything that there is has been considered for the read that a thread is at.
    pub(super) fn consider(&mut self, thread: usize) {
        let extents = self.extents();
        let old = self.considered[thread].replace(extents);
        self.changes.push(Change::Considered(thread, old));
    }

    /// How many events each thread has.
    pub(super) fn extents(&self) -> C {
        let mut extents = C::default();
        for thread in 0..self.order.thread_count() {
            extents.set(thread, self.order.of_thread(thread).len() as u32);
        }
        extents
    }
}
