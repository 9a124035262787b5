//! ExtendRoot and ExtendLeaf: a read is placed among the writes of leaves, and observes one group of writes after the other.

use super::{Change, Choice, Group, Kind, Phase, Search, Trouble, Watcher};
use crate::annotated::Grouping;
use crate::annotated::order::{Event, EventId, Reading, Side};
use crate::annotated::pairs::Upcoming;
use crate::toolbox::clock::Clock;
use event::{CellId, Pending, StateId, Threads, Unsupported};

impl<T: Threads, C: Clock, G: Grouping> Search<T, C, G> {
    /// All threads are at reads, or do not go on.
    pub(super) fn read(&mut self, watcher: &mut dyn Watcher<T>) -> Result<Phase, Trouble> {
        // The root first, then the leaves.
        let (start, root) = (self.readers.len(), self.order.root);
        for thread in 0..self.created.len() {
            if let Pending::Read { .. } = self.threads.pending(self.state(thread)) {
                self.readers.push(thread);
            }
        }
        self.readers[start..].sort_unstable_by_key(|&it| (it != root, it));
        let count = self.readers.len() - start;
        if count == 0 {
            if self.settings.authors {
                self.done.push(self.choice);
            }
            self.complete(watcher);
            return Ok(Phase::Back);
        }
        if self.is_hopeless(start) {
            self.readers.truncate(start);
            self.result.stats.redundant += 1;
            return Ok(Phase::Back);
        }
        self.push_frame(count as u32, Kind::Reads { first: start, progressed: false, withheld: false, probing: false });
        self.try_read(self.readers[start])
    }

    /// Goes on with the read that a thread is at.
    pub(super) fn try_read(&mut self, own: usize) -> Result<Phase, Trouble> {
        let Pending::Read { cell, takes, .. } = self.threads.pending(self.state(own)) else {
            return Ok(Phase::Back);
        };
        let owner = if takes { self.last_owner(cell.0) } else { None };
        if let Some((owner, _)) = owner {
            self.check_released(cell.0, owner)?;
        }
        if let Some((_, None)) = owner {
            // It is held.
            return Ok(Phase::Back);
        }
        let index = self.order.of_thread(own).len() as u32;
        let event = Event { reads: true, ..Event::new(own, index, cell.0) };
        let read = self.order.push(event, None).ok_or(Trouble::Outgrown)?;
        self.check_access(cell, read)?;
        self.result.stats.events += 1;
        Ok(match owner {
            Some((_, Some(released))) => self.take(read, released),
            Some((_, None)) | None if own == self.order.root => Phase::Annotate(read),
            Some((_, None)) | None => Phase::Place(read),
        })
    }

    /// Takes a mutex, after all who have had it.
    ///
    /// Whoever comes to the mutex next after a new owner observes that one's release, which is none of the writes that were
    /// there when the others were annotated; so in every execution the new owner comes after them. The owners of a mutex
    /// form a chain, in the order in which they were added.
    pub(super) fn take(&mut self, read: EventId, released: EventId) -> Phase {
        if (planted::bug!(MutexTakenUnordered) || self.order.add_edge(released, read)) && self.order.close() {
            Phase::Annotate(read)
        } else {
            Phase::Back
        }
    }

    /// Nobody but its owner may have written to a mutex since, other than to make or end it.
    fn check_released(&self, cell: u32, owner: EventId) -> Result<(), Trouble> {
        let Event { thread, reads, .. } = *self.order.event(owner);
        if !reads {
            return Err(Trouble::Unsupported(Unsupported::Mutex));
        }
        let others = (0..self.order.writers(cell)).filter(|&it| it != thread);
        let is_foreign = |it: EventId| !self.order.is_before(it, owner) && !self.resets.contains(&(cell, it));
        if others.filter_map(|it| self.order.writes(cell, it).last().copied()).any(is_foreign) {
            return Err(Trouble::Unsupported(Unsupported::Mutex));
        }
        Ok(())
    }

    /// Who has had a mutex last, and the release, if there has been one.
    pub(super) fn last_owner(&self, cell: u32) -> Option<(EventId, Option<EventId>)> {
        let writers = 0..self.order.writers(cell);
        let takes = |it: &&EventId| self.order.event(**it).writes.is_some_and(|it| it != 0);
        let owner = writers.filter_map(|it| self.order.writes(cell, it).iter().rev().find(takes)).max().copied()?;
        let thread = self.order.event(owner).thread;
        Some((owner, self.order.writes(cell, thread).last().copied().filter(|&it| it != owner)))
    }

    /// Orders a read of a leaf with the writes of the others.
    pub(super) fn place(&mut self, read: EventId) -> Phase {
        match self.order.unordered_write(read) {
            // Nothing is closed: the read is not annotated yet.
            Some(write) => self.split(read, write, Phase::Place(read)),
            None => Phase::Annotate(read),
        }
    }

    /// Finds what a read may observe.
    pub(super) fn annotate(&mut self, read: EventId) -> Phase {
        let first = self.groups.len();
        self.find_groups(read);
        let count = self.groups.len() - first;
        if count == 0 {
            return Phase::Back;
        }
        let groups = self.groups.len();
        self.push_frame(count as u32, Kind::Groups(read, first));
        // The groups belong to the frame.
        if let Some(frame) = self.frames.last_mut() {
            frame.mark.groups = groups;
        }
        self.observe(read, self.groups[first])
    }

    /// Appends the groups of writes that a read may observe.
    pub(super) fn find_groups(&mut self, read: EventId) {
        let Event { thread: own, cell, index, .. } = *self.order.event(read);
        let state = self.state(own);
        let Pending::Read { any_other, .. } = self.threads.pending(state) else { return };
        let first = self.groups.len();
        let mut withheld = false;
        let is_root = own == self.order.root;
        for writer in 0..self.order.writers(cell) {
            let count = self.order.count_before(read, writer);
            let limit = self.considered[own].as_ref().map_or(0, |it| it.get(writer));
            for position in 0..self.order.writes(cell, writer).len() {
                let write = self.order.writes(cell, writer)[position];
                let event = *self.order.event(write);
                if write == read || writer == own && event.index >= index || !self.order.may_observe(read, write, count)
                {
                    continue;
                }
                let value = normal(event.writes.unwrap_or(0), any_other);
                if event.index < limit + u32::from(planted::bug!(ConsideredTooMuch) && limit > 0) {
                    withheld |= self.threads.resume(state, value).is_some();
                    continue;
                }
                let side = match is_root {
                    false => Side::Any,
                    true if writer == own => Side::Local,
                    true => Side::Remote,
                };
                self.add_group(
                    first,
                    own,
                    state,
                    Group { side, value, only: Some(write), initial: false, size: 1, next: state },
                );
            }
        }
        if self.order.may_observe_initial(read) {
            let value = normal(self.threads.initial(CellId(cell)), any_other);
            if self.considered[own].is_some() {
                withheld |= self.threads.resume(state, value).is_some();
            } else {
                let side = if is_root { Side::Local } else { Side::Any };
                self.add_group(
                    first,
                    own,
                    state,
                    Group { side, value, only: None, initial: true, size: 1, next: state },
                );
            }
        }
        if withheld {
            self.innermost_reads(|_, withheld, _| *withheld = true);
        }
    }

    /// Adds a group, or a write to the group that it belongs to.
    pub(super) fn add_group(&mut self, first: usize, thread: usize, state: StateId, group: Group) {
        let same = |it: &&mut Group| G::is_same(it, &group);
        if let Some(known) = self.groups[first..].iter_mut().find(same) {
            known.initial |= group.initial;
            known.size += 1;
            return;
        }
        let choice = self.choice_of(thread, &group);
        if self.settings.authors && self.done.contains(&choice) {
            return;
        }
        if let Some(next) = self.threads.resume(state, group.value) {
            self.groups.push(Group { next, ..group });
        }
    }

    /// What a thread chooses with a group, at this node.
    fn choice_of(&self, thread: usize, group: &Group) -> Choice {
        let write = group.only.filter(|_| G::IS_EXACT);
        Choice { node: self.node, thread, value: group.value, write }
    }

    /// A read observes one of the writes of a group.
    pub(super) fn observe(&mut self, read: EventId, group: Group) -> Phase {
        let Event { thread: own, cell, index, .. } = *self.order.event(read);
        let any_other = matches!(self.threads.pending(self.state(own)), Pending::Read { any_other: true, .. });
        let mut until = self.extents();
        until.set(own, index);
        let reading = Reading {
            value: group.value,
            any_other,
            side: group.side,
            from: self.considered[own].clone().unwrap_or_default(),
            until,
            initial: group.initial,
            is_exact: G::IS_EXACT,
            only: group.only,
        };
        if self.settings.relaxed {
            let root = self.order.root;
            for writer in (0..self.order.writers(cell)).filter(|&it| it != root) {
                let count = self.order.count_before(read, writer);
                for position in 0..self.order.writes(cell, writer).len() {
                    let write = self.order.writes(cell, writer)[position];
                    if self.order.may_observe(read, write, count) && self.order.is_good(&reading, write) {
                        self.order.note_good(write);
                    }
                }
            }
        }
        self.weight *= f64::from(group.size);
        self.choice = self.choice_of(own, &group);
        let wrote = self.threads.wrote(group.next);
        self.order.annotate(read, reading, wrote);
        self.go(own, group.next);
        if self.considered[own].is_some() {
            let old = self.considered[own].take();
            self.changes.push(Change::Considered(own, old));
        }
        if self.order.close() { Phase::Settle(read) } else { Phase::Back }
    }

    /// Orders leaf events that matter now that a read has been annotated.
    pub(super) fn settle(&mut self, read: EventId) -> Phase {
        if self.settings.authors && self.done.contains(&self.choice) {
            return Phase::Back;
        }
        let Event { cell, thread, .. } = *self.order.event(read);
        let pair = self.unordered_pair(Some(cell));
        if let Some((one, two)) = pair {
            return self.split(one, two, Phase::Settle(read));
        }
        let mut is_probing = false;
        self.innermost_reads(|progressed, _, probing| {
            *progressed = true;
            is_probing = probing;
        });
        if is_probing {
            return Phase::Back;
        }
        self.settled = self.order.len();
        self.awake.push(thread);
        Phase::Extend
    }

    /// Orders leaf events on cells that were written to since the order was complete.
    pub(super) fn order_new(&mut self) -> Phase {
        let pair = self.unordered_pair(None);
        match pair {
            Some((one, two)) => self.split(one, two, Phase::Order),
            None => Phase::Read,
        }
    }

    /// A pair of leaf events that has to be ordered, on any cell or on this one.
    pub(super) fn unordered_pair(&self, cell: Option<u32>) -> Option<(EventId, EventId)> {
        let open = self.order.open_cells();
        if open.is_empty() || cell.is_some_and(|it| !open.contains(&it)) {
            return None;
        }
        let relaxed = self.settings.relaxed;
        let upcoming = if relaxed { self.upcoming() } else { Vec::new() };
        match cell {
            Some(cell) => self.order.unordered_pair(cell, relaxed, &upcoming),
            None => open.iter().find_map(|&it| self.order.unordered_pair(it, relaxed, &upcoming)),
        }
    }

    pub(super) fn upcoming(&self) -> Vec<Upcoming> {
        let read = |thread: usize| match self.threads.pending(self.state(thread)) {
            Pending::Read { cell, .. } => Some(Upcoming { thread, cell: cell.0 }),
            _ => None,
        };
        (0..self.created.len()).filter_map(read).collect()
    }

    /// Tries both orders of two events.
    pub(super) fn split(&mut self, one: EventId, two: EventId, phase: Phase) -> Phase {
        self.push_frame(2, Kind::Pair(one, two, phase));
        self.try_pair(one, two, phase)
    }

    pub(super) fn try_pair(&mut self, one: EventId, two: EventId, phase: Phase) -> Phase {
        if self.order.add_edge(one, two) && self.order.close() { phase } else { Phase::Back }
    }
}

/// A value as a read sees it that may only tell 0 from the rest.
fn normal(value: u64, any_other: bool) -> u64 {
    if any_other || planted::bug!(ValuesMerged) { u64::from(value != 0) } else { value }
}
