//! What an event touches: the oracle's own idea of which steps depend on each other.
//!
//! It is decided in the state in which the step is made, operation by operation, and written down as a set of
//! [`Touch`]es. What an atomic section touches is put together in `step`, from all ways through it. Two events are
//! dependent ([`are_dependent`]) if they are of one thread, if one of them spawns or joins the thread of the other, if
//! they join or detach the same thread, or if they touch a common byte and not both only read it.

use super::memory::{Access, Place};
use super::state::{Object, ObjectKind, Path, Pending, State, Thread};
use super::step::Oracle;
use super::value::updated;
use ir::MutexKind;
use std::collections::BTreeSet;

/// One thing that an event touches.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Touch {
    Bytes(Place, How),
    Spawn(Path),
    Join(Path),
    Detach(Path),
}

/// What is done to bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum How {
    Read,
    /// Overwritten by a store.
    Store,
    /// Read and overwritten.
    Update,
    /// A mutex is made or destroyed.
    Reset,
    /// The object ends.
    End,
}

/// Everything that an event touches.
pub(super) type Touched = BTreeSet<Touch>;

impl How {
    pub fn reads(self) -> bool {
        match self {
            // What a reallocation ends is copied.
            How::Read | How::Update | How::Reset | How::End => true,
            How::Store => false,
        }
    }

    pub fn writes(self) -> bool {
        match self {
            How::Read => false,
            How::Store | How::Update | How::Reset | How::End => true,
        }
    }
}

impl Touch {
    /// What is left of it if the section that it belongs to is taken back: whether the section gets that far can still
    /// depend on what it read, on whether it could store (the object may have ended), and on the thread it joined.
    pub fn taken_back(&self) -> Option<Touch> {
        match self {
            Touch::Bytes(place, _) => Some(Touch::Bytes(*place, How::Read)),
            Touch::Join(_) | Touch::Detach(_) => Some(self.clone()),
            Touch::Spawn(_) => None,
        }
    }

    /// The same if it is uncertain whether it is done at all: what was there before may stay.
    pub fn perhaps(self) -> Touch {
        match self {
            Touch::Bytes(place, How::Store) => Touch::Bytes(place, How::Update),
            touch => touch,
        }
    }

    fn conflicts(&self, other: &Touch) -> bool {
        match (self, other) {
            (Touch::Bytes(place, how), Touch::Bytes(other_place, other_how)) => {
                place.overlaps(*other_place) && (how.writes() || other_how.writes())
            }
            (Touch::Join(thread) | Touch::Detach(thread), Touch::Join(other) | Touch::Detach(other)) => thread == other,
            _ => false,
        }
    }

    fn names(&self, thread: &Path) -> bool {
        match self {
            // Whether a thread has ended does not matter to who detaches it.
            Touch::Bytes(..) | Touch::Detach(_) => false,
            Touch::Spawn(named) | Touch::Join(named) => named == thread,
        }
    }
}

/// Whether the order of two events counts. An event is given by its thread and what it touches.
pub(super) fn are_dependent(one: (&Path, &Touched), other: (&Path, &Touched)) -> bool {
    one.0 == other.0
        || one.1.iter().any(|it| it.names(other.0))
        || other.1.iter().any(|it| it.names(one.0))
        || one.1.iter().any(|it| other.1.iter().any(|other| it.conflicts(other)))
}

impl State {
    /// All of an object, live or ended; nothing for null, functions, and what does not exist. An empty object counts as
    /// one byte: it can be freed once only.
    fn whole(&self, object: u32, how: How) -> Vec<Touch> {
        let size = self.objects.get(&object).map(|it| it.size.max(1));
        size.map(|size| Touch::Bytes(Place { object, offset: 0, size }, how)).into_iter().collect()
    }
}

impl Oracle<'_> {
    /// What an operation of a thread touches if it is performed in this state. Of one that is not enabled, it is what
    /// it waits for.
    pub fn touched(&mut self, state: &State, path: &Path, pending: &Pending) -> Vec<Touch> {
        match *pending {
            Pending::Load { address, size, .. } => {
                self.accessed(state, address, size, Access::Read, |_, place| vec![Touch::Bytes(place, How::Read)])
            }
            Pending::Store { address, size, .. } => {
                self.accessed(state, address, size, Access::Write, |_, place| vec![Touch::Bytes(place, How::Store)])
            }
            Pending::Update { address, size, update, operand, .. } => {
                self.accessed(state, address, size, Access::Write, |oracle, place| {
                    let writes = updated(update, size, state.read(place), operand).is_some();
                    oracle.read_or_updated(state, place, writes)
                })
            }
            Pending::CompareExchange { address, expected, size, .. } => {
                self.accessed(state, address, size, Access::Write, |oracle, place| {
                    oracle.read_or_updated(state, place, state.read(place) == expected)
                })
            }
            Pending::Lock { mutex, .. }
            | Pending::TryLock { mutex, .. }
            | Pending::Unlock { mutex, .. }
            | Pending::InitMutex { mutex, .. }
            | Pending::DestroyMutex { mutex }
                if self.is_mistimed(state, pending) =>
            {
                self.mutex(state, mutex, |_| How::Read)
            }
            Pending::Lock { mutex, .. } => {
                // Who holds it already changes nothing that others could notice.
                let again = self.own_mutex(state, path, mutex).is_some_and(|it| it.kind != MutexKind::Normal);
                self.mutex(state, mutex, |_| if again { How::Read } else { How::Update })
            }
            Pending::TryLock { mutex, .. } => {
                self.mutex(state, mutex, |word| if word == 0 { How::Update } else { How::Read })
            }
            Pending::Unlock { mutex, .. } => {
                let frees = self.own_mutex(state, path, mutex).is_some_and(|it| it.besides == 0);
                self.mutex(state, mutex, |_| if frees { How::Update } else { How::Read })
            }
            Pending::InitMutex { mutex, .. } => match state.check_mutex(self.program.model, mutex) {
                Ok(place) => vec![Touch::Bytes(place, How::Reset)],
                Err(_) => state.whole(self.program.model.unpack(mutex).0, How::Read),
            },
            Pending::DestroyMutex { mutex } => {
                self.mutex(state, mutex, |word| if word == 0 { How::Reset } else { How::Read })
            }
            Pending::Spawn { function, place, .. } => {
                let started = self.spawned(state, path, function);
                let (model, size) = (self.program.model, self.program.model.pointer_bytes() as u8);
                match place.filter(|_| !started.is_empty()) {
                    Some(place) if state.is_private(model, place) => {
                        let is_good = state.check(model, place, size, Access::Write).is_ok();
                        if is_good { started } else { Vec::new() }
                    }
                    Some(place) => {
                        self.accessed(state, place, size, Access::Write, |_, place| {
                            // The handle is stored before the thread starts.
                            let stored = Touch::Bytes(place, How::Store);
                            std::iter::once(stored).chain(started).collect()
                        })
                    }
                    None => started,
                }
            }
            Pending::Join { handle, .. } => self.joined_things(state, handle),
            Pending::Detach { handle } => {
                let target = self.names.thread(handle).filter(|it| state.threads.contains_key(*it));
                target.map(|it| Touch::Detach(it.clone())).into_iter().collect()
            }
            Pending::Reallocate { address, size, .. } => {
                self.ended(state, address, size <= self.program.model.max_object_size())
            }
            Pending::Free { address } => self.ended(state, address, true),
            Pending::Release { address } => state.whole(self.program.model.unpack(address).0, How::End),
            Pending::CloseSlot(slot) => {
                let Thread::Running(running) = &state.threads[path] else {
                    panic!("only a running thread makes steps")
                };
                let frame = running.stack.last().expect("a running thread has a frame");
                state.whole(frame.slots[slot.index()], How::End)
            }
            Pending::Fence { .. }
            | Pending::CurrentThread { .. }
            | Pending::Extent { .. }
            | Pending::Doubt { .. }
            | Pending::Choose { .. }
            | Pending::Allocate { .. }
            | Pending::OpenSlot(_)
            | Pending::AtomicBegin { .. }
            | Pending::AtomicEnd => Vec::new(),
        }
    }

    /// What an access touches: what `good` says if its address is good, else it looks at the object, if there is one.
    fn accessed(
        &self,
        state: &State,
        address: u64,
        size: u8,
        access: Access,
        good: impl FnOnce(&Self, Place) -> Vec<Touch>,
    ) -> Vec<Touch> {
        match state.check(self.program.model, address, size, access) {
            Ok(place) => good(self, place),
            Err(_) => state.whole(self.program.model.unpack(address).0, How::Read),
        }
    }

    /// An update, which is only a read if it writes nothing or fails because of bytes that were never written.
    fn read_or_updated(&self, state: &State, place: Place, writes: bool) -> Vec<Touch> {
        let fails = !self.is_written(state, place);
        vec![Touch::Bytes(place, if writes && !fails { How::Update } else { How::Read })]
    }

    /// A mutex operation, which does to the word what `how` says, and only looks at one that was never written.
    fn mutex(&self, state: &State, address: u64, how: impl FnOnce(u64) -> How) -> Vec<Touch> {
        match state.check_mutex(self.program.model, address) {
            Ok(place) if !self.is_written(state, place) => vec![Touch::Bytes(place, How::Read)],
            Ok(place) => vec![Touch::Bytes(place, how(state.read(place)))],
            Err(_) => state.whole(self.program.model.unpack(address).0, How::Read),
        }
    }

    /// Free and reallocate: the end of a live heap object if it `ends`, else a look at what is there.
    fn ended(&self, state: &State, address: u64, ends: bool) -> Vec<Touch> {
        if address == 0 {
            return Vec::new();
        }
        let (number, offset) = self.program.model.unpack(address);
        let is_good = match state.objects.get(&number) {
            Some(Object { kind: ObjectKind::Heap, is_live, .. }) => *is_live && offset == 0,
            Some(_) | None => false,
        };
        state.whole(number, if is_good && ends { How::End } else { How::Read })
    }

    fn spawned(&self, state: &State, path: &Path, function: u64) -> Vec<Touch> {
        if self.spawnable(function).is_none() {
            return Vec::new();
        }
        let Thread::Running(running) = &state.threads[path] else { panic!("only a running thread makes steps") };
        let mut child = path.clone();
        child.push(running.spawned);
        vec![Touch::Spawn(child)]
    }

    /// A join that succeeds touches the thread and ends its thread-local objects; one that waits or comes too late
    /// touches the thread.
    fn joined_things(&mut self, state: &State, handle: u64) -> Vec<Touch> {
        let Some(target) = self.names.thread(handle).cloned() else { return Vec::new() };
        let Some(thread) = state.threads.get(&target) else { return Vec::new() };
        let mut touched = vec![Touch::Join(target.clone())];
        if thread.is_joinable() {
            for index in 0..self.thread_locals() {
                let number = self.names.object(&target, index);
                touched.extend(state.whole(number, How::End));
            }
        }
        touched
    }
}
