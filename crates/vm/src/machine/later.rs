//! What threads may still touch while one of them does nothing.
//!
//! What a thread is about to touch is known exactly, what it may touch afterwards as far as its code says so
//! (`reachable`). Threads that wait for the end of the one that does nothing, or for a mutex that it holds, touch nothing;
//! nor do those that wait for them.

use super::Machine;
use crate::code::Pc;
use crate::memory::{Kind, State};
use crate::reachable::{self, Mutexes, Reachable, Touch};
use crate::thread::{self, Request};
use event::{Access, Place, Status, System, ThreadId};

impl Machine<'_> {
    /// See [`System::may_conflict_later`].
    pub(super) fn may_conflict(&mut self, thread: ThreadId, accesses: &[Access]) -> bool {
        let is_there = self.version(thread).is_some() && self.status(thread) == Status::Waiting;
        if !is_there || accesses.iter().any(|it| self.follows_others(*it)) {
            return true;
        }
        let is_noticed = |it: &Access| it.place().is_some() || reachable::is_handle(*it);
        let accesses: Vec<Access> = accesses.iter().copied().filter(is_noticed).collect();
        if accesses.is_empty() {
            return false;
        }
        // What allocations may touch is not followed.
        if !self.code.reuses.is_empty() && accesses.iter().any(|it| it.place().is_some() && !self.is_global(*it)) {
            return true;
        }
        let mut known = std::mem::take(&mut self.reachable);
        known.prepare(&self.code, &self.memory);
        let found = self.some_may_touch(thread, &accesses, &mut known);
        self.reachable = known;
        found
    }

    /// Whether some other thread may touch what conflicts with some access.
    fn some_may_touch(&self, thread: ThreadId, accesses: &[Access], known: &mut Reachable) -> bool {
        let (held_up, held) = self.held_up_by(thread, known.mutexes());
        let mut others = self.threads.iter().filter(|it| !held_up.contains(it));
        if others.clone().any(|&it| self.may_touch(it, accesses, held, known)) {
            return true;
        }
        if held == 0 || !others.any(|&it| self.may_overwrite(it, held, known)) {
            return false;
        }
        // Who holds the mutexes may change by mistake.
        let (held_up, held) = self.held_up_by(thread, &[]);
        let mut others = self.threads.iter().filter(|it| !held_up.contains(it));
        others.any(|&it| self.may_touch(it, accesses, held, known))
    }

    /// Whether an access comes after what some thread has not done yet, or before what it has.
    fn follows_others(&self, access: Access) -> bool {
        let exists = |thread| self.version(thread).is_some();
        match access {
            Access::Join(other) | Access::Follow(other) => !exists(other) || self.status(other) == Status::Waiting,
            Access::Spawn(new) => exists(new),
            Access::Read(_)
            | Access::Expect(_)
            | Access::Write(_)
            | Access::Update(_)
            | Access::Lock(_)
            | Access::TryLock(_)
            | Access::FailedTryLock(_)
            | Access::Unlock(_)
            | Access::ResetMutex(_)
            | Access::EndObject(_)
            | Access::Detach(_)
            | Access::Choose
            | Access::Fence
            | Access::Nothing => false,
        }
    }

    /// A thread, all that have ended, and all that wait for the end of one that will not return before it goes on, or for
    /// one of these mutexes that such a thread holds; and the mutexes that they hold.
    fn held_up_by(&self, thread: ThreadId, mutexes: &[Place]) -> (Vec<ThreadId>, Mutexes) {
        let has_ended = |it: &ThreadId| matches!(self.status(*it), Status::Ended(_));
        let mut held_up = vec![thread];
        loop {
            let is_held_up = |handle: u64| held_up.iter().any(|it| crate::serve::handle(*it) == handle);
            let is_held = |it: &Place| self.memory.value(*it).is_some_and(is_held_up);
            let held = mutexes.iter().enumerate().map(|(index, it)| Mutexes::from(is_held(it)) << index);
            let waits = |it: &ThreadId| match self.request(*it) {
                Some((_, Request::Join { handle })) => !self.can_join(handle) && is_held_up(handle),
                Some((_, Request::Lock { mutex })) => {
                    let at = self.memory.locate_global(mutex, 4, true).map(|it| it.place);
                    at.is_some_and(|at| mutexes.contains(&at) && is_held(&at))
                }
                _ => false,
            };
            let next = self.threads.iter().find(|it| !held_up.contains(it) && (has_ended(it) || waits(it)));
            match next {
                Some(&next) => held_up.push(next),
                None => return (held_up.clone(), held.fold(0, |all, it| all | it)),
            }
        }
    }

    /// Where the code begins that a thread may run after its request.
    fn starts(&self, thread: ThreadId, request: Request) -> Vec<Pc> {
        let mut starts: Vec<Pc> = thread::stack(self.words_of(thread), 0).iter().map(|it| it.1 + 1).collect();
        if let Request::Spawn { function, .. } = request {
            reachable::push_started(&self.code, Some(function), &mut starts);
        }
        starts
    }

    /// Whether a thread may touch what conflicts with some access, while some mutexes stay held.
    fn may_touch(&self, thread: ThreadId, accesses: &[Access], held: Mutexes, known: &mut Reachable) -> bool {
        let Some((_, request)) = self.request(thread) else { return false };
        if accesses.iter().any(|it| self.touches(request, *it)) {
            return true;
        }
        self.starts(thread, request).iter().any(|&start| {
            let touches = known.from(&self.code, &self.memory, start, held);
            accesses.iter().any(|&it| touches.conflict(it, self.is_global(it)))
        })
    }

    /// Whether a thread may overwrite one of these mutexes while they stay held.
    fn may_overwrite(&self, thread: ThreadId, held: Mutexes, known: &mut Reachable) -> bool {
        let Some((_, request)) = self.request(thread) else { return false };
        let is_use = matches!(
            request,
            Request::Lock { .. } | Request::TryLock { .. } | Request::Unlock { .. } | Request::DestroyMutex { .. }
        );
        let is_one = |index: &usize| held >> index & 1 == 1;
        let mut ones = (0..known.mutexes().len()).filter(is_one).map(|it| Access::Read(known.mutexes()[it]));
        if !is_use && ones.any(|it| self.touches(request, it)) {
            return true;
        }
        let starts = self.starts(thread, request);
        starts.iter().any(|&start| known.from(&self.code, &self.memory, start, held).overwritten & held != 0)
    }

    /// Whether an access is one to a global.
    fn is_global(&self, access: Access) -> bool {
        let state = access.place().map(|it| self.memory.state(it.object.0));
        matches!(state, Some(State::Live(Kind::Global | Kind::Constant)))
    }

    /// Whether a request may touch what conflicts with an access, now or later.
    fn touches(&self, request: Request, access: Access) -> bool {
        let touches = |address: u64, size: u8, touch: Touch| {
            let at = self.memory.locate_global(address, size, touch == Touch::Change).map(|it| it.place);
            // What is no global may be ended or made before.
            let own = at.unwrap_or_else(|| reachable::all_of(self.memory.object_at(address)));
            access.place().is_some_and(|it| it.overlaps(own)) && touch.conflicts(access)
        };
        let ends = |object: u32| access.place().is_some_and(|it| it.overlaps(reachable::all_of(object)));
        match request {
            Request::Load { address, size } => touches(address, size, Touch::Look),
            Request::Store { address, size, .. }
            | Request::Update { address, size, .. }
            | Request::CompareExchange { address, size, .. } => touches(address, size, Touch::Change),
            Request::Lock { mutex }
            | Request::TryLock { mutex }
            | Request::Unlock { mutex }
            | Request::InitMutex { mutex, .. }
            | Request::DestroyMutex { mutex } => touches(mutex, 4, Touch::Change),
            Request::Free { address } | Request::Reallocate { address, .. } => ends(self.memory.object_at(address)),
            Request::CloseSlot { object } => ends(object as u32),
            Request::Join { handle } => self.touches_thread(handle, access) || self.ends_locals(access),
            Request::Detach { handle } => self.touches_thread(handle, access),
            Request::Spawn { place, stored: true, .. } => touches(place, self.handle_bytes(), Touch::Change),
            Request::Fence
            | Request::Spawn { stored: false, .. }
            | Request::CurrentThread
            | Request::Extent { .. }
            | Request::Doubt { .. }
            | Request::Unset { .. }
            | Request::Forget { .. }
            | Request::Compare { .. }
            | Request::AtomicBegin
            | Request::AtomicEnd
            | Request::Choose { .. }
            | Request::Allocate { .. }
            | Request::OpenSlot { .. } => false,
        }
    }

    /// Whether an access changes the handle of the same thread.
    fn touches_thread(&self, handle: u64, access: Access) -> bool {
        matches!(access, Access::Join(it) | Access::Detach(it) if crate::serve::handle(it) == handle)
    }

    /// Whether an access may be one to a thread-local object, which ends when its thread is joined.
    fn ends_locals(&self, access: Access) -> bool {
        !self.code.thread_locals.is_empty() && access.place().is_some() && !self.is_global(access)
    }
}
