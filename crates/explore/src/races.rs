//! Data races by C11's happens-before, on every execution that is run.
//!
//! Two accesses to common bytes race if at least one is a write, at least one is not atomic, and neither happens before the
//! other. Happens-before is the order of each thread together with what synchronises:
//!
//! * the spawn of a thread with its start, its end with the join;
//! * the unlock of a mutex with each later lock;
//! * a release with an acquire that reads from it or from its *release sequence*: the stores that follow it to the same bytes,
//!   as far as they are of the same thread or read-modify-write operations; where the order of a store or load is too weak,
//!   a fence of its thread before or after it does instead;
//! * the end of an atomic section with the beginning of each later one that *depends* on it (`toolbox::history`), be it by way
//!   of others. That of sections in general is that of a mutex which all of them take. But sections that do not depend on each
//!   other can change places, and no reduction runs both orders: what only the accidental order of such sections keeps apart
//!   does race in an equivalent execution, and is a race here.
//!
//! This is less than what explorers order: they order all conflicts. An order of accesses to other bytes does not make the
//! bytes of a load: a load that overlaps the last store to some of its bytes without being at the same place reads from no
//! release.
//!
//! The detector is a stack like the execution. It is not asked any more once it has found a race, so all earlier accesses to
//! a place are in order, and from a new access it looks back no further than to the last plain write.
//!
//! What a thread knows changes only when it acquires something, so there is a vector clock per acquire, not per event; they
//! lie in a row.

mod knowledge;
mod places;
#[cfg(test)]
mod tests;

use crate::toolbox::clock::Wide;
use crate::toolbox::history::History;
use event::{Access, Execution, Mark, Marks, Place, System, ThreadId};
use knowledge::{Clock, Clocks, Knowledge};
use places::Places;
use std::ops::Range;

#[derive(Debug, Default)]
pub(crate) struct Races {
    clocks: Clocks,
    places: Places,
    threads: Vec<Thread>,
    /// States of threads that were changed, to go back to.
    changes: Vec<(ThreadId, Thread)>,
    /// For each event how much there was of everything before it.
    events: Vec<Sizes>,
    /// The order of dependent events, once there is an atomic section.
    dependence: Option<History<Wide>>,
    /// The sections so far, in order.
    sections: Vec<Section>,
    marks: Marks,
}

/// What is known of a thread.
#[derive(Clone, Copy, Debug, Default)]
struct Thread {
    /// How many operations it has made.
    count: u32,
    /// What happens before its next one, apart from its own.
    known: Clock,
    /// What its last release fence makes known.
    released: Option<Knowledge>,
    /// What an acquire fence would make known to it.
    read: Clock,
}

#[derive(Clone, Copy, Debug)]
struct Sizes {
    changes: u32,
    clocks: u32,
    sections: u32,
    places: places::Sizes,
}

#[derive(Clone, Copy, Debug)]
struct Section {
    event: u32,
    end: Knowledge,
}

impl Races {
    /// Forgets all events but the first `length`.
    pub fn truncate(&mut self, length: usize) {
        let Some(&sizes) = self.events.get(length) else { return };
        for &(thread, state) in self.changes[sizes.changes as usize..].iter().rev() {
            self.threads[thread.index()] = state;
        }
        self.changes.truncate(sizes.changes as usize);
        self.clocks.truncate(sizes.clocks);
        self.sections.truncate(sizes.sections as usize);
        self.places.truncate(sizes.places);
        if let Some(dependence) = &mut self.dependence {
            dependence.truncate(length);
        }
        self.events.truncate(length);
    }

    /// Adds the last event of an execution, the step that the system has just made. Whether it races with an earlier one.
    pub fn push(&mut self, system: &impl System, execution: &Execution) -> bool {
        let Some((choice, accesses)) = execution.last() else { return false };
        let mut marks = std::mem::take(&mut self.marks);
        marks.list.clear();
        marks.is_section = false;
        system.marks(choice.thread, accesses, &mut marks);
        let races = self.add(execution, choice.thread, &marks);
        self.marks = marks;
        races
    }

    fn add(&mut self, execution: &Execution, thread: ThreadId, marks: &Marks) -> bool {
        let event = self.events.len();
        self.events.push(Sizes {
            changes: self.changes.len() as u32,
            clocks: self.clocks.len(),
            sections: self.sections.len() as u32,
            places: self.places.sizes(),
        });
        self.change(thread);
        self.depend(execution, marks.is_section);
        if marks.is_section {
            self.begin_section(event, thread);
        }
        for &mark in &marks.list {
            self.threads[thread.index()].count += 1;
            if self.perform(thread, mark) {
                return true;
            }
        }
        if marks.is_section {
            self.threads[thread.index()].count += 1;
            self.sections.push(Section { event: event as u32, end: self.knowledge(thread) });
        }
        false
    }

    /// Whether an access that a thread keeps trying at the end of an execution races.
    pub fn awaited(&mut self, thread: ThreadId, mark: Mark) -> bool {
        self.room_for(thread);
        let Some(place) = mark.access.place() else { return false };
        let (before, clocks) = (self.threads[thread.index()], self.clocks.len());
        let sequence = self.places.sequence(place);
        self.read(thread, mark, sequence);
        let races = self.places.races(place, mark, self.knowledge(thread), &self.clocks);
        self.threads[thread.index()] = before;
        self.clocks.truncate(clocks);
        races
    }

    /// One operation; whether it races with an earlier one.
    fn perform(&mut self, thread: ThreadId, mark: Mark) -> bool {
        match mark.access {
            Access::Read(place) | Access::Write(place) | Access::Update(place) | Access::EndObject(place) => {
                // An acquire happens after the release that it reads from, and so is in order with what was before that.
                let sequence = self.places.sequence(place);
                self.read(thread, mark, sequence.clone());
                if self.places.races(place, mark, self.knowledge(thread), &self.clocks) {
                    return true;
                }
                self.write(thread, place, mark, sequence);
            }
            Access::Lock(place) | Access::TryLock(place) => {
                match self.places.last_unlock(place).filter(|_| !planted::bug!(LockTeachesNothing)) {
                    // All that came before it happens before it.
                    Some((known, true)) if !self.clocks.is_before(known, self.knowledge(thread)) => {
                        return init_races();
                    }
                    Some((known, _)) => self.learn(thread, known),
                    None => {}
                }
                // Of interest to who initialises it now; the next to lock it comes after an unlock.
                let known = self.knowledge(thread);
                self.places.unlock(place, known, false);
            }
            Access::Unlock(place) => {
                let known = self.knowledge(thread);
                self.places.unlock(place, known, false);
            }
            Access::ResetMutex(place) if !mark.atomic => {
                let known = self.knowledge(thread);
                let last = self.places.last_unlock(place);
                if last.is_some_and(|it| !self.clocks.is_before(it.0, known)) {
                    return init_races();
                }
                self.places.unlock(place, known, true);
            }
            Access::Spawn(child) => {
                self.change(child);
                self.threads[child.index()] = Thread::default();
                let known = self.knowledge(thread);
                self.learn(child, known);
            }
            Access::Join(child) => {
                self.room_for(child);
                let known = self.knowledge(child);
                self.learn(thread, known);
            }
            Access::Fence => {
                if mark.acquires {
                    let Thread { known, read, .. } = self.threads[thread.index()];
                    self.threads[thread.index()].known = self.clocks.join(known, read);
                }
                if mark.releases {
                    self.threads[thread.index()].released = Some(self.knowledge(thread));
                }
            }
            Access::Expect(_)
            | Access::Follow(_)
            | Access::FailedTryLock(_)
            | Access::ResetMutex(_)
            | Access::Detach(_)
            | Access::Choose
            | Access::Nothing => {}
        }
        false
    }

    /// An atomic read makes known what heads the release sequences that it reads from, at once or at the next fence.
    fn read(&mut self, thread: ThreadId, mark: Mark, sequence: Range<u32>) {
        if !(mark.atomic && matches!(mark.access, Access::Read(_) | Access::Update(_))) {
            return;
        }
        for index in sequence {
            let head = self.places.head(index);
            if mark.acquires || planted::bug!(RelaxedReadsAcquire) {
                self.learn(thread, head);
            } else {
                let read = self.threads[thread.index()].read;
                self.threads[thread.index()].read = self.clocks.join_knowledge(read, head);
            }
        }
    }

    /// An access to bytes that does not race; `sequence` are the release sequences that end there.
    fn write(&mut self, thread: ThreadId, place: Place, mark: Mark, sequence: Range<u32>) {
        let heads = if mark.writes() && mark.atomic {
            let released =
                if mark.releases { Some(self.knowledge(thread)) } else { self.threads[thread.index()].released };
            self.places.go_on(
                sequence,
                thread,
                matches!(mark.access, Access::Update(_)) && !planted::bug!(UpdatesEndSequences),
                released,
            )
        } else {
            0..0
        };
        self.places.touch(place, mark, self.knowledge(thread), heads);
    }

    /// Sections that depend on each other are in order.
    fn begin_section(&mut self, event: usize, thread: ThreadId) {
        let dependence = self.dependence.as_ref().filter(|it| it.trouble().is_none());
        for index in 0..self.sections.len() {
            let section = self.sections[index];
            // Without an order of events every section counts: no reduction goes on then but `naive`, which has them all.
            let known = self.threads[thread.index()].known;
            if !self.clocks.knows(known, section.end)
                && dependence.is_none_or(|it| it.happens_before(section.event as usize, event))
            {
                self.threads[thread.index()].known = self.clocks.join_knowledge(known, section.end);
            }
        }
    }

    /// Follows the order of dependent events, from the first section on.
    fn depend(&mut self, execution: &Execution, is_section: bool) {
        if self.dependence.is_none() && !is_section {
            return;
        }
        let dependence = self.dependence.get_or_insert_with(History::default);
        for event in dependence.len()..execution.len() {
            dependence.push(execution.events()[event].choice.thread, execution.accesses(event));
        }
    }

    /// What happens before the end of the operation that a thread is at, or has made last.
    fn knowledge(&self, thread: ThreadId) -> Knowledge {
        let Thread { known, count, .. } = self.threads[thread.index()];
        Knowledge { thread, count, known }
    }

    fn learn(&mut self, thread: ThreadId, what: Knowledge) {
        let known = self.threads[thread.index()].known;
        self.threads[thread.index()].known = self.clocks.join_knowledge(known, what);
    }

    fn room_for(&mut self, thread: ThreadId) {
        if self.threads.len() <= thread.index() {
            self.threads.resize_with(thread.index() + 1, Thread::default);
        }
    }

    /// To be called before the state of a thread changes.
    fn change(&mut self, thread: ThreadId) {
        self.room_for(thread);
        self.changes.push((thread, self.threads[thread.index()]));
    }
}

/// Whether to initialise a mutex races with using it.
fn init_races() -> bool {
    !planted::bug!(InitRacesNot)
}
