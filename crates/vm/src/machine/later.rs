//! What threads may still touch while one of them does nothing.
//!
//! What a thread is about to touch is known exactly, what it may touch afterwards as far as its code says so
//! (`reachable`). Threads that wait for the end of the one that does nothing, or of others that do so, touch nothing.

use super::Machine;
use crate::memory::{Kind, State};
use crate::reachable::{self, Reachable, Touch};
use crate::thread::{self, Request};
use event::{Access, Status, System, ThreadId};

impl Machine<'_> {
    /// See [`System::may_conflict_later`].
    pub(super) fn may_conflict(&mut self, threads: &[ThreadId], asleep: ThreadId, accesses: &[Access]) -> bool {
        let is_there = self.version(asleep).is_some() && self.status(asleep) == Status::Waiting;
        if !is_there || accesses.iter().any(|it| self.follows_others(*it)) {
            return true;
        }
        let is_noticed = |it: &Access| it.place().is_some() || reachable::is_handle(*it);
        let accesses: Vec<Access> = accesses.iter().copied().filter(is_noticed).collect();
        if accesses.is_empty() {
            return false;
        }
        let held_up = self.held_up_by(asleep);
        let mut known = std::mem::take(&mut self.reachable);
        let mut others = threads.iter().filter(|it| !held_up.contains(it));
        let found = others.any(|&it| self.may_touch(it, &accesses, &mut known));
        self.reachable = known;
        found
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

    /// A thread, all that have ended, and all that wait for the end of one that will not return before it goes on.
    fn held_up_by(&self, thread: ThreadId) -> Vec<ThreadId> {
        let has_ended = |it: &ThreadId| matches!(self.status(*it), Status::Ended(_));
        let mut held_up = vec![thread];
        loop {
            let waits = |it: &ThreadId| match self.request(*it) {
                Some((_, Request::Join { handle })) => {
                    !self.can_join(handle) && held_up.iter().any(|it| crate::serve::handle(*it) == handle)
                }
                _ => false,
            };
            let next = self.threads.iter().find(|it| !held_up.contains(it) && (has_ended(it) || waits(it)));
            match next {
                Some(&next) => held_up.push(next),
                None => return held_up,
            }
        }
    }

    /// Whether a thread may touch what conflicts with some access.
    fn may_touch(&self, thread: ThreadId, accesses: &[Access], known: &mut Reachable) -> bool {
        let Some((_, request)) = self.request(thread) else { return false };
        if accesses.iter().any(|it| self.touches(request, *it)) {
            return true;
        }
        let mut starts: Vec<u32> = thread::stack(self.words_of(thread), 0).iter().map(|it| it.1 + 1).collect();
        if let Request::Spawn { function, .. } = request {
            reachable::push_started(&self.code, Some(function), &mut starts);
        }
        starts.iter().any(|&start| {
            let touches = known.from(&self.code, &self.memory, start);
            accesses.iter().any(|&it| touches.conflict(it, self.is_global(it)))
        })
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
            Request::Fence
            | Request::Spawn { .. }
            | Request::CurrentThread
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
