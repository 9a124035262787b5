//! Write extension: threads run up to their next reads, and everything that they do on the way becomes an event.
//!
//! What others see more of than values is checked here: that nobody uses an object that has ended, or a mutex that is being
//! made or ended, and that each thread is joined once.

use super::{Change, Kind, Phase, Search, Trouble, Watcher};
use crate::annotated::Grouping;
use crate::annotated::order::{Event, EventId, NO_CELL};
use crate::toolbox::clock::Clock;
use event::{CellId, End, ObjectId, Pending, StateId, StopKind, ThreadId, Threads, Unsupported};

impl<T: Threads, C: Clock, G: Grouping> Search<T, C, G> {
    /// Runs threads up to their next reads.
    pub(super) fn extend(&mut self, watcher: &mut dyn Watcher<T>) -> Result<Phase, Trouble> {
        let stats = &mut self.result.stats;
        stats.threads = stats.threads.max(self.created.len() as u64);
        while let Some(thread) = self.awake.pop() {
            loop {
                let state = self.state(thread);
                if watcher.is_interested() {
                    watcher.reached(&self.threads, state);
                }
                match self.threads.pending(state) {
                    Pending::Read { .. } | Pending::Choose(_) | Pending::Spinning => break,
                    Pending::Unsupported(why) => return Err(Trouble::Unsupported(why)),
                    Pending::Ended(end) => {
                        self.note_end(thread, end);
                        break;
                    }
                    Pending::Write(cell, value) => {
                        let event = self.push(thread, cell.0, Some(value), 0, None)?;
                        self.check_access(cell, event)?;
                        self.tell(thread, state, 0);
                    }
                    Pending::Reset(cell, value) => {
                        let event = self.push(thread, cell.0, Some(value), 0, None)?;
                        self.check_access(cell, event)?;
                        self.check_reset(cell, event)?;
                        self.tell(thread, state, 0);
                    }
                    Pending::Spawn(stored) => {
                        // Clocks have a number for every thread, also for one that never does anything.
                        if !C::fits(self.created.len(), 0) {
                            return Err(Trouble::Outgrown);
                        }
                        let (cell, handle) = stored.map_or((NO_CELL, None), |it| (it.0.0, Some(it.1)));
                        let event = self.push(thread, cell, handle, 0, None)?;
                        if let Some((cell, _)) = stored {
                            self.check_access(cell, event)?;
                        }
                        let (child, beginning) = self.threads.child(state);
                        self.tell(thread, state, 0);
                        self.create(child, beginning, Some(event));
                    }
                    Pending::Join(child) => match self.joinable(child)? {
                        None => break,
                        Some(result) => {
                            let last = self.number(child).and_then(|it| self.order.last(it));
                            let event = self.push(thread, NO_CELL, None, 0, last)?;
                            self.joined.push((child, event));
                            self.tell(thread, state, result);
                        }
                    },
                    Pending::Detach(child) => {
                        self.check_joined(child)?;
                        let event = self.push(thread, NO_CELL, None, 0, None)?;
                        self.joined.push((child, event));
                        self.tell(thread, state, 0);
                    }
                    Pending::End(object) => {
                        let event = self.push(thread, NO_CELL, None, 0, None)?;
                        self.check_end(object, event)?;
                        self.ended.push((object, event));
                        self.tell(thread, state, 0);
                    }
                    Pending::Local => {
                        self.push(thread, NO_CELL, None, 0, None)?;
                        self.tell(thread, state, 0);
                    }
                }
            }
        }
        // Nothing else depends on a nondeterministic value.
        for thread in 0..self.created.len() {
            if let Pending::Choose(count) = self.threads.pending(self.state(thread)) {
                // Which reads are to be looked at is forgotten when a choice is taken back, so none may be left.
                if !self.order.close() {
                    return Ok(Phase::Back);
                }
                self.push_frame(count, Kind::Choose(thread));
                self.choose(thread, 0)?;
                return Ok(Phase::Extend);
            }
        }
        self.last_node += 1;
        self.node = self.last_node;
        // New writes are bad for all reads that there are.
        Ok(if self.order.close() { Phase::Order } else { Phase::Back })
    }

    pub(super) fn create(&mut self, name: ThreadId, state: StateId, by: Option<EventId>) {
        let thread = self.created.len();
        if self.states.len() == thread {
            self.states.push(None);
            self.considered.push(None);
        }
        if name == self.root {
            self.order.root = thread;
        }
        self.order.set_birth(thread, by);
        self.go(thread, state);
        self.created.push(name);
        self.changes.push(Change::Created);
        self.awake.push(thread);
    }

    /// The thread that the program calls so, if it exists.
    fn number(&self, name: ThreadId) -> Option<usize> {
        self.created.iter().position(|&it| it == name)
    }

    /// Tells a thread the answer to an operation that does not wait.
    pub(super) fn tell(&mut self, thread: usize, state: StateId, answer: u64) {
        if let Some(next) = self.threads.resume(state, answer) {
            self.go(thread, next);
        }
    }

    pub(super) fn choose(&mut self, thread: usize, branch: u32) -> Result<(), Trouble> {
        let state = self.state(thread);
        self.push(thread, NO_CELL, None, branch, None)?;
        self.tell(thread, state, branch.into());
        self.awake.push(thread);
        Ok(())
    }

    pub(super) fn push(
        &mut self,
        thread: usize,
        cell: u32,
        writes: Option<u64>,
        branch: u32,
        after: Option<EventId>,
    ) -> Result<EventId, Trouble> {
        self.result.stats.events += 1;
        let index = self.order.of_thread(thread).len() as u32;
        let event = Event { writes, branch, ..Event::new(thread, index, cell) };
        self.order.push(event, after).ok_or(Trouble::Outgrown)
    }

    /// The result of a thread that can be joined; none if it has not ended.
    pub(super) fn joinable(&mut self, child: ThreadId) -> Result<Option<u64>, Trouble> {
        let Some(number) = self.number(child) else {
            return Err(Trouble::Unsupported(Unsupported::Join));
        };
        let Some(result) = self.threads.result(self.state(number)) else { return Ok(None) };
        self.check_joined(child)?;
        Ok(Some(result))
    }

    /// Only one thread may join or detach another one, once.
    pub(super) fn check_joined(&self, child: ThreadId) -> Result<(), Trouble> {
        if self.joined.iter().any(|it| it.0 == child) {
            return Err(Trouble::Unsupported(Unsupported::Join));
        }
        Ok(())
    }

    /// A new access: the object must not have ended, the mutex must not be about to be reset by somebody else.
    pub(super) fn check_access(&self, cell: CellId, event: EventId) -> Result<(), Trouble> {
        if !self.ended.is_empty() {
            if let Some(object) = self.threads.object(cell) {
                if self.ended.iter().any(|it| it.0 == object) {
                    return Err(Trouble::Unsupported(Unsupported::Lifetime));
                }
            }
        }
        if self.resets.iter().any(|it| it.0 == cell.0 && !self.order.is_before(it.1, event)) {
            return Err(Trouble::Unsupported(Unsupported::Mutex));
        }
        Ok(())
    }

    /// A mutex is made or ended: everybody else is done with it, and nobody holds it.
    pub(super) fn check_reset(&mut self, cell: CellId, event: EventId) -> Result<(), Trouble> {
        for thread in 0..self.order.writers(cell.0) {
            let writes = self.order.writes(cell.0, thread);
            let Some(&last) = writes.iter().rev().find(|&&it| it != event) else { continue };
            if !self.order.is_before(last, event) || self.order.event(last).writes != Some(0) {
                return Err(Trouble::Unsupported(Unsupported::Mutex));
            }
        }
        if self.order.reads(cell.0).iter().any(|&it| !self.order.is_before(it, event)) {
            return Err(Trouble::Unsupported(Unsupported::Mutex));
        }
        self.resets.push((cell.0, event));
        Ok(())
    }

    /// An object ends: everybody else is done with it.
    pub(super) fn check_end(&self, object: ObjectId, event: EventId) -> Result<(), Trouble> {
        let is_late = self.ended.iter().any(|it| it.0 == object)
            || (0..self.order.len() as EventId).any(|it| {
                let cell = self.order.event(it).cell;
                cell != NO_CELL && !self.order.is_before(it, event) && self.threads.object(CellId(cell)) == Some(object)
            });
        if is_late { Err(Trouble::Unsupported(Unsupported::Lifetime)) } else { Ok(()) }
    }

    /// A thread has ended.
    pub(super) fn note_end(&mut self, thread: usize, end: End) {
        match end {
            End::Returned | End::MainReturned => {
                let name = self.created[thread];
                for other in 0..self.created.len() {
                    if other != thread && self.threads.pending(self.state(other)) == Pending::Join(name) {
                        self.awake.push(other);
                    }
                }
            }
            End::Failed(fault) => self.report(fault.property()),
            End::Stopped(StopKind::Cut) => self.result.cut_loops = true,
            End::Stopped(StopKind::Steps) => self.result.cut_steps = true,
            End::Stopped(StopKind::Unexplored) => self.result.unexplored = true,
            End::Stopped(StopKind::Assume | StopKind::Exit | StopKind::Mistake) => {}
        }
    }
}
