//! What each request does: the meaning of every visible operation, once.
//!
//! [`Machine::can_serve`] says whether it is enabled, [`Machine::serve`] does it, [`Machine::access`] says beforehand what it
//! will touch. `docs/semantics.md` has the table.

use crate::arithmetic;
use crate::machine::{MOST_BRANCHES, Machine, NO_FRAME, Observed, Version};
use crate::memory::{BadAccess, Kind, Located, State};
use crate::mutex::Life;
use crate::thread::{self, Outcome, Request};
use event::{Access, End, Fault, Place, StopKind, System, ThreadId};
use ir::{MutexKind, Update, Width};

/// What `trylock` answers if the mutex is held.
pub(crate) const EBUSY: u64 = 16;
/// What `unlock` answers if another thread holds the mutex.
pub(crate) const EPERM: u64 = 1;

impl Machine<'_> {
    /// Whether a request can be served now.
    pub(crate) fn can_serve(&self, thread: ThreadId, request: Request) -> bool {
        match request {
            Request::Lock { mutex } => match self.memory.locate(mutex, 4, true) {
                Ok(at) => {
                    self.memory.read(at) == 0 || self.is_again(thread, mutex, at) || !self.memory.is_initialised(at)
                }
                Err(_) => true,
            },
            Request::Join { handle } => self.can_join(handle),
            Request::Load { .. }
            | Request::Store { .. }
            | Request::Update { .. }
            | Request::CompareExchange { .. }
            | Request::Fence
            | Request::TryLock { .. }
            | Request::Unlock { .. }
            | Request::InitMutex { .. }
            | Request::DestroyMutex { .. }
            | Request::Spawn { .. }
            | Request::Detach { .. }
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
            | Request::Reallocate { .. }
            | Request::Free { .. }
            | Request::OpenSlot { .. }
            | Request::CloseSlot { .. } => true,
        }
    }

    /// Whether the thread with this handle need not be waited for.
    #[inline]
    pub(crate) fn can_join(&self, handle: u64) -> bool {
        match self.joined(handle).map(|it| &it.outcome) {
            Some(Outcome::Ended(End::Returned | End::MainReturned)) | None => true,
            Some(
                Outcome::Ended(End::Stopped(_) | End::Failed(_))
                | Outcome::At(_)
                | Outcome::Watching(_)
                | Outcome::Spinning(_),
            ) => false,
        }
    }

    /// Whether two handles may be equal though they are of different threads: one was joined or detached, and the other thread may have
    /// been started since. The first thread is there from the beginning.
    pub(crate) fn may_share_handle(&self, left: u64, right: u64) -> bool {
        let thread = |it: u64| {
            let thread = ThreadId(u32::try_from(it.checked_sub(1)?).ok()?);
            let is_about_to_start = self.to_start.iter().any(|it| it.0 == thread);
            (thread != ThreadId(0) && (is_about_to_start || self.version(thread).is_some())).then_some(thread)
        };
        let (Some(left), Some(right)) = (thread(left), thread(right)) else { return false };
        self.joined.contains(&left) || self.joined.contains(&right)
    }

    /// The thread with this handle, if it exists or is about to start.
    fn joined(&self, handle: u64) -> Option<&Version> {
        let thread = ThreadId(u32::try_from(handle.checked_sub(1)?).ok()?);
        self.version(thread)
    }

    /// Joins the thread with this handle; which one it is, and its result. What decided that, if that must not be.
    #[inline]
    pub(crate) fn join(&mut self, handle: u64) -> Result<(ThreadId, u64), Access> {
        let child = self.joined(handle).map(|it| it.thread).ok_or(Access::Nothing)?;
        if self.joined.contains(&child) {
            return Err(Access::Join(child));
        }
        self.before_rare_change();
        self.joined.push(child);
        Ok((child, self.words_of(child)[0]))
    }

    /// What a request that [can be watched](Request::can_watch) would be answered now; nothing if it would fail.
    pub(crate) fn peek(&self, thread: ThreadId, request: Request) -> Option<u64> {
        match request {
            Request::Load { address, size } => self.memory.look_up(address, size, false),
            Request::Update { address, size, .. } | Request::CompareExchange { address, size, .. } => {
                self.memory.look_up(address, size, true)
            }
            Request::TryLock { mutex } => {
                let at = self.memory.look_up(mutex, 4, true).filter(|_| !self.is_destroyed(mutex))?;
                let is_free = self.memory.read(at) == 0 || self.is_taken_again(thread, mutex, at);
                return Some(if is_free { 0 } else { EBUSY });
            }
            _ => None,
        }
        .filter(|&it| self.memory.is_initialised(it))
        .map(|it| self.memory.read(it))
    }

    /// Does what a request asks for and appends what that touches. `base` is where the thread runs now, `branch` the
    /// value to choose. The request can be served.
    #[inline]
    pub(crate) fn serve(
        &mut self,
        thread: ThreadId,
        base: usize,
        request: Request,
        branch: u32,
        accesses: &mut Vec<Access>,
    ) -> Result<u64, End> {
        if self.observed.is_some() || !self.code.reuses.is_empty() {
            return self.serve_closely(thread, base, request, branch, accesses);
        }
        match self.try_serve(thread, base, request, branch) {
            Ok((access @ Access::Spawn(_), answer)) => {
                self.push_spawn(access, request, accesses);
                Ok(answer)
            }
            Ok((access @ Access::Join(child), answer)) => {
                accesses.push(access);
                if !self.code.thread_locals.is_empty() {
                    self.end_thread_locals(child, accesses);
                }
                Ok(answer)
            }
            Ok((access, answer)) => {
                accesses.push(access);
                Ok(answer)
            }
            Err(refusal) => {
                let (access, end) = self.refused(refusal, base);
                accesses.push(access);
                Err(end)
            }
        }
    }

    /// The same where memory may be used again, or where what is served is written down.
    #[inline(never)]
    fn serve_closely(
        &mut self,
        thread: ThreadId,
        base: usize,
        request: Request,
        branch: u32,
        accesses: &mut Vec<Access>,
    ) -> Result<u64, End> {
        let before = match request {
            Request::Store { address, size, .. } => self.memory.locate(address, size, true).ok(),
            Request::Spawn { place, stored: true, .. } => self.memory.locate(place, self.handle_bytes(), true).ok(),
            _ => None,
        };
        let before = before.map(|it| self.memory.read(it));
        let mut lives = Vec::new();
        let created = self.created_by(thread, base);
        self.reuse_accesses(thread, created, request, &mut lives);
        let (access, answer) = match self.try_serve(thread, base, request, branch) {
            Ok((access, answer)) => (access, Ok(answer)),
            Err(refusal) => {
                let (access, end) = self.refused(refusal, base);
                (access, Err(end))
            }
        };
        let start = accesses.len();
        // An allocation is a step for the sake of other memory only.
        if lives.is_empty() || access != Access::Nothing {
            self.push_spawn(access, request, accesses);
        }
        let first = start + usize::from(accesses.len() > start + 1);
        accesses.append(&mut lives);
        let access = accesses[first];
        if let (Access::Join(child), Ok(_), false) = (access, answer, self.code.thread_locals.is_empty()) {
            self.end_thread_locals(child, accesses);
        }
        if let Some(observed) = &mut self.observed {
            let (pc, stack) = (thread::pc(&self.words, base), thread::stack(&self.words, base));
            let also = accesses[first + 1..].to_vec();
            let earlier = accesses[start..first].to_vec();
            observed.push(Observed { pc, stack, request, before, answer, access, earlier, also });
        }
        answer
    }

    /// What a request touches that is refused, and how its thread ends.
    #[cold]
    fn refused(&mut self, refusal: Refusal, base: usize) -> (Access, End) {
        match refusal {
            Refusal::Fault(fault, access) => (access, self.code.end_by(fault)),
            Refusal::End(end) => (Access::Nothing, end),
            Refusal::Unexplored => {
                self.unexplored.insert(thread::pc(&self.words, base));
                (Access::Choose, End::Stopped(StopKind::Unexplored))
            }
        }
    }

    /// Appends what a request touches; before the start of a thread, the place of its handle.
    #[inline(never)]
    fn push_spawn(&self, access: Access, request: Request, accesses: &mut Vec<Access>) {
        let start = accesses.len();
        if let Access::Spawn(_) = access {
            accesses.extend(self.stored_handle(request));
        }
        accesses.push(access);
        if planted::bug!(HandleStoredLate) {
            accesses[start..].reverse();
        }
    }

    #[inline(never)]
    fn try_serve(
        &mut self,
        thread: ThreadId,
        base: usize,
        request: Request,
        branch: u32,
    ) -> Result<(Access, u64), Refusal> {
        match request {
            Request::Load { address, size } => {
                let at = self.memory.locate(address, size, false)?;
                Ok((Access::Read(at.place), self.memory.read(at)))
            }
            Request::Store { address, size, value } => {
                let at = self.memory.locate(address, size, true)?;
                self.memory.write(at, value);
                Ok((Access::Write(at.place), 0))
            }
            Request::Update { address, size, update, operand } => {
                let at = self.memory.locate(address, size, true)?;
                self.check_initialised(at)?;
                let old = self.memory.read(at);
                let new = arithmetic::update(update, Width(size * 8), old, operand);
                if new == old && may_only_look(update) {
                    return Ok((Access::Read(at.place), old));
                }
                self.memory.write(at, new);
                Ok((Access::Update(at.place), old))
            }
            Request::CompareExchange { address, size, expected, desired } => {
                let at = self.memory.locate(address, size, true)?;
                self.check_initialised(at)?;
                let old = self.memory.read(at);
                if old != expected {
                    if !planted::bug!(FailedExchangesCompareNothing) {
                        self.compare(expected, old);
                    }
                    return Ok((Access::Read(at.place), old));
                }
                self.memory.write(at, desired);
                Ok((Access::Update(at.place), old))
            }
            Request::Fence => Ok((Access::Fence, 0)),
            Request::Lock { mutex } => {
                let at = self.memory.locate(mutex, 4, true)?;
                self.check_mutex(at)?;
                if self.is_again(thread, mutex, at) {
                    return Ok((Access::FailedTryLock(at.place), self.lock_again(mutex)));
                }
                if self.is_destroyed(mutex) {
                    return Err(Refusal::Fault(Fault::BadMutex, Access::Read(at.place)));
                }
                self.memory.write(at, handle(thread));
                Ok((Access::Lock(at.place), 0))
            }
            Request::TryLock { mutex } => {
                let at = self.memory.locate(mutex, 4, true)?;
                self.check_mutex(at)?;
                if self.is_taken_again(thread, mutex, at) {
                    return Ok((Access::FailedTryLock(at.place), self.lock_again(mutex)));
                }
                if self.memory.read(at) != 0 && !planted::bug!(TryLockNeverFails) {
                    return Ok((Access::FailedTryLock(at.place), EBUSY));
                }
                if self.is_destroyed(mutex) {
                    return Err(Refusal::Fault(Fault::BadMutex, Access::Read(at.place)));
                }
                self.memory.write(at, handle(thread));
                Ok((Access::TryLock(at.place), 0))
            }
            Request::Unlock { mutex } => {
                let at = self.memory.locate(mutex, 4, true)?;
                self.check_mutex(at)?;
                let found = self.memory.read(at);
                if found != handle(thread) && !(planted::bug!(StrangersUnlock) && found != 0) {
                    let access = look_at_mutex(found, at.place);
                    return match self.mutex_state(mutex).kind {
                        MutexKind::Recursive | MutexKind::ErrorCheck if !self.is_destroyed(mutex) => {
                            Ok((access, EPERM))
                        }
                        MutexKind::Normal | MutexKind::Recursive | MutexKind::ErrorCheck => {
                            Err(Refusal::Fault(Fault::BadMutex, access))
                        }
                    };
                }
                if self.unlock_inner(mutex) {
                    return Ok((Access::FailedTryLock(at.place), 0));
                }
                self.memory.write(at, 0);
                Ok((Access::Unlock(at.place), 0))
            }
            Request::InitMutex { mutex, kind } => {
                let at = self.memory.locate(mutex, 4, true)?;
                let found = self.memory.read(at);
                if !self.initialise_mutex(mutex, kind) {
                    return Err(Refusal::Fault(Fault::BadMutex, look_at_mutex(found, at.place)));
                }
                self.memory.write(at, 0);
                Ok((Access::ResetMutex(at.place), 0))
            }
            Request::DestroyMutex { mutex } => {
                let at = self.memory.locate(mutex, 4, true)?;
                self.check_mutex(at)?;
                let found = self.memory.read(at);
                if found != 0 || !self.destroy_mutex(mutex) {
                    return Err(Refusal::Fault(Fault::BadMutex, look_at_mutex(found, at.place)));
                }
                Ok((Access::ResetMutex(at.place), 0))
            }
            Request::Spawn { function, argument, place, stored } => {
                let function = self.thread_function(function)?;
                let at = if stored { Some(self.memory.locate(place, self.handle_bytes(), true)?) } else { None };
                // Without a frame the thread counts its children when it goes on.
                let index = if base == NO_FRAME {
                    thread::spawned(self.words_of(thread), 0)
                } else {
                    thread::next_spawn(&mut self.words, base)
                };
                let child = self.child(thread, index);
                if let Some(at) = at {
                    self.memory.write(at, handle(child));
                }
                self.to_start.push((child, function, argument));
                Ok((Access::Spawn(child), handle(child)))
            }
            Request::Join { handle } => {
                let (child, result) = self.join(handle).map_err(|it| Refusal::Fault(Fault::BadJoin, it))?;
                Ok((Access::Join(child), result))
            }
            Request::Detach { handle } => {
                let Some(child) = self.joined(handle).map(|it| it.thread) else {
                    return Err(Refusal::Fault(Fault::BadJoin, Access::Nothing));
                };
                if self.joined.contains(&child) {
                    return Err(Refusal::Fault(Fault::BadJoin, Access::Detach(child)));
                }
                self.before_rare_change();
                self.joined.push(child);
                Ok((Access::Detach(child), 0))
            }
            Request::Choose { low, count, width } if self.code.inputs.is_some() => {
                let value = self.next_input(thread, low) & Width(width).mask();
                self.domains_log.push((low, count, Width(width)));
                let is_one = value.wrapping_sub(low) & Width(width).mask() < count || count == u64::MAX;
                if is_one { Ok((Access::Choose, value)) } else { Err(Refusal::Unexplored) }
            }
            Request::Choose { low, count, width } => {
                if count > MOST_BRANCHES {
                    return Err(Refusal::Unexplored);
                }
                Ok((Access::Choose, low.wrapping_add(branch.into()) & Width(width).mask()))
            }
            Request::Free { address } => {
                let object = self.freed(address)?;
                Ok(match object {
                    None => (Access::Nothing, 0),
                    Some(object) => {
                        let whole = self.memory.whole(object);
                        self.memory.end(object);
                        self.note_freed(object);
                        (Access::EndObject(whole), 0)
                    }
                })
            }
            Request::Reallocate { address, size } => {
                let old = self.freed(address)?;
                let place = self.place_of_branch(thread, base, request, branch);
                let new = self.create(thread, base, size, Kind::Heap, false).map_err(Refusal::End)?;
                // An allocation that fails leaves the old object as it is.
                let ended = old.filter(|_| new != 0).map(|old| {
                    let whole = self.memory.whole(old);
                    self.memory.copy(old, new);
                    self.memory.end(old);
                    self.note_freed(old);
                    self.note_moved(old, new);
                    whole
                });
                let new = self.put(new, place);
                Ok((ended.map_or(Access::Nothing, Access::EndObject), self.address(new)))
            }
            Request::Allocate { size, zeroed, .. } => {
                let place = self.place_of_branch(thread, base, request, branch);
                let new = self.create(thread, base, size, Kind::Heap, zeroed).map_err(Refusal::End)?;
                let new = self.put(new, place);
                Ok((Access::Nothing, self.address(new)))
            }
            Request::CloseSlot { object } => {
                let whole = self.memory.whole(object as u32);
                self.memory.end(object as u32);
                Ok((Access::EndObject(whole), 0))
            }
            Request::AtomicBegin
            | Request::AtomicEnd
            | Request::CurrentThread
            | Request::Extent { .. }
            | Request::Doubt { .. }
            | Request::Unset { .. }
            | Request::Forget { .. }
            | Request::Compare { .. }
            | Request::OpenSlot { .. } => {
                // Sections are run by `atomic`, silent requests served by `run_to_request`. An end without a begin
                // has no effect.
                Ok((Access::Nothing, 0))
            }
        }
    }

    /// Puts a new object where it belongs; its number from now on.
    fn put(&mut self, new: u32, place: Option<u32>) -> u32 {
        match place.filter(|_| new != 0) {
            None => new,
            Some(place) => {
                self.use_again(place, new);
                if self.observed.is_some() {
                    self.used_again.push((place, new));
                }
                if let Some(last) = self.created.last_mut().filter(|it| it.0 == new) {
                    last.0 = place;
                }
                place
            }
        }
    }

    /// How many objects a thread has created that runs at `base`, or waits.
    fn created_by(&self, thread: ThreadId, base: usize) -> u32 {
        if base == NO_FRAME { thread::created(self.words_of(thread), 0) } else { thread::created(&self.words, base) }
    }

    /// The next of a thread's inputs, which are fixed.
    fn next_input(&mut self, thread: ThreadId, otherwise: u64) -> u64 {
        let position = self.threads().iter().position(|it| *it == thread).unwrap_or(0);
        if self.inputs_used.len() <= position {
            self.inputs_used.resize(position + 1, 0);
        }
        self.before_rare_change();
        self.inputs_log.push(position as u32);
        let used = &mut self.inputs_used[position];
        *used += 1;
        let inputs = self.code.inputs.as_ref().and_then(|it| it.get(position));
        inputs.and_then(|it| it.get(*used - 1)).copied().unwrap_or(otherwise)
    }

    /// Ends the thread-local objects of a thread that is joined.
    fn end_thread_locals(&mut self, thread: ThreadId, accesses: &mut Vec<Access>) {
        for index in 0..self.code.thread_locals.len() {
            let object = self.thread_local_object(thread, index);
            accesses.push(Access::EndObject(self.memory.whole(object)));
            self.memory.end(object);
        }
    }

    /// How many bytes the handle of a thread has in memory.
    pub(crate) fn handle_bytes(&self) -> u8 {
        self.program.model.pointer_bytes() as u8
    }

    /// What starting a thread touches besides it: where its handle is stored.
    pub(crate) fn stored_handle(&self, request: Request) -> Option<Access> {
        let Request::Spawn { place, stored: true, .. } = request else { return None };
        let at = self.memory.locate(place, self.handle_bytes(), true).ok();
        at.filter(|_| !planted::bug!(HandleIsNoAccess)).map(|it| Access::Write(it.place))
    }

    /// What joining a thread touches besides it.
    pub(crate) fn joined_accesses(&mut self, thread: ThreadId, accesses: &mut Vec<Access>) {
        if self.joined.contains(&thread) {
            return;
        }
        for index in 0..self.code.thread_locals.len() {
            let object = self.thread_local_object(thread, index);
            accesses.push(Access::EndObject(self.memory.whole(object)));
        }
    }

    /// The object of a thread-local global: these are the first that a thread creates.
    fn thread_local_object(&mut self, thread: ThreadId, index: usize) -> u32 {
        self.names.object(thread, index as u32)
    }

    /// A mutex that was never initialised must not be used.
    fn check_mutex(&self, at: Located) -> Result<(), Refusal> {
        if self.memory.is_initialised(at) {
            return Ok(());
        }
        Err(Refusal::Fault(Fault::Uninitialised, Access::FailedTryLock(at.place)))
    }

    fn check_initialised(&self, at: Located) -> Result<(), Refusal> {
        if self.memory.is_initialised(at) {
            return Ok(());
        }
        Err(Refusal::Fault(Fault::Uninitialised, Access::Read(at.place)))
    }

    fn thread_function(&self, address: u64) -> Result<u32, Refusal> {
        let function = self.code.function_at(address).ok_or(Fault::BadCall)?;
        match self.code.functions[function as usize].parameter_widths[..] {
            [] => Ok(function),
            // As machines do it: a narrower parameter gets the lower bits.
            [width] if width <= self.program.model.pointer_bits() => Ok(function),
            _ => Err(Fault::BadCall.into()),
        }
    }

    /// The object that a free ends; none for null.
    fn freed(&self, address: u64) -> Result<Option<u32>, Refusal> {
        if address == 0 {
            return Ok(None);
        }
        let (object, offset) = self.program.model.unpack(address);
        match self.memory.state(object) {
            State::Live(Kind::Heap) if offset == 0 => Ok(Some(object)),
            State::Ended(Kind::Heap) if offset == 0 => {
                Err(Refusal::Fault(Fault::DoubleFree, self.memory.looked_at(object)))
            }
            State::Live(_) | State::Ended(_) | State::Absent | State::Function => {
                Err(Refusal::Fault(Fault::InvalidFree, self.memory.looked_at(object)))
            }
        }
    }

    /// The live object of the heap at an address.
    pub(crate) fn freed_object(&self, address: u64) -> Option<u32> {
        self.freed(address).ok().flatten()
    }

    /// What freeing the object at an address touches.
    fn freed_access(&self, address: u64) -> Access {
        match self.freed(address) {
            Ok(Some(object)) => Access::EndObject(self.memory.whole(object)),
            Ok(None) | Err(Refusal::Unexplored | Refusal::End(_)) => Access::Nothing,
            Err(Refusal::Fault(_, access)) => access,
        }
    }

    /// What a request other than an atomic section would touch now.
    pub(crate) fn access(&mut self, thread: ThreadId, request: Request) -> Access {
        let place = |at: Result<Located, BadAccess>, access: fn(Place) -> Access| match at {
            Ok(at) => access(at.place),
            Err(bad) => bad.looked_at,
        };
        match request {
            Request::Load { address, size } => place(self.memory.locate(address, size, false), Access::Read),
            Request::Store { address, size, .. } => place(self.memory.locate(address, size, true), Access::Write),
            Request::Update { address, size, update, operand } => {
                let at = self.memory.locate(address, size, true);
                let looks = |it| {
                    let old = self.memory.read(it);
                    may_only_look(update) && arithmetic::update(update, Width(size * 8), old, operand) == old
                };
                let fails = at.is_ok_and(|it| !self.memory.is_initialised(it) || looks(it));
                place(at, if fails { Access::Read } else { Access::Update })
            }
            Request::CompareExchange { address, size, expected, .. } => {
                let at = self.memory.locate(address, size, true);
                let fails = at.is_ok_and(|it| self.memory.read(it) != expected || !self.memory.is_initialised(it));
                place(at, if fails { Access::Read } else { Access::Update })
            }
            Request::Lock { mutex } => {
                let at = self.memory.locate(mutex, 4, true);
                let fails = at.is_ok_and(|it| self.is_again(thread, mutex, it) || !self.memory.is_initialised(it));
                let lock = if self.is_destroyed(mutex) { Access::Read } else { Access::Lock };
                place(at, if fails { Access::FailedTryLock } else { lock })
            }
            Request::TryLock { mutex } => {
                let at = self.memory.locate(mutex, 4, true);
                let fails = at.is_ok_and(|it| self.memory.read(it) != 0 || !self.memory.is_initialised(it));
                let lock = if self.is_destroyed(mutex) { Access::Read } else { Access::TryLock };
                place(at, if fails { Access::FailedTryLock } else { lock })
            }
            Request::Unlock { mutex } => match self.memory.locate(mutex, 4, true) {
                Err(bad) => bad.looked_at,
                Ok(at) if !self.memory.is_initialised(at) => Access::FailedTryLock(at.place),
                Ok(at) => match self.memory.read(at) {
                    found if found == handle(thread) => match self.mutex_state(mutex).times {
                        0 => Access::Unlock(at.place),
                        _ => Access::FailedTryLock(at.place),
                    },
                    found => look_at_mutex(found, at.place),
                },
            },
            Request::InitMutex { mutex, kind } => {
                let at = self.memory.locate(mutex, 4, true);
                let fails = kind & ir::INIT_BY_CALL != 0 && self.mutex_state(mutex).life == Life::Initialised;
                self.reset_or_look(at, fails)
            }
            Request::DestroyMutex { mutex } => {
                let at = self.memory.locate(mutex, 4, true);
                match at {
                    Ok(at) if !self.memory.is_initialised(at) => Access::FailedTryLock(at.place),
                    at => {
                        let is_held = at.is_ok_and(|it| self.memory.read(it) != 0);
                        self.reset_or_look(at, is_held || self.is_destroyed(mutex))
                    }
                }
            }
            Request::Spawn { function, place, stored, .. } => match self.thread_function(function) {
                Err(_) => Access::Nothing,
                Ok(_) => {
                    if let (true, Err(bad)) = (stored, self.memory.locate(place, self.handle_bytes(), true)) {
                        return bad.looked_at;
                    }
                    let index = thread::spawned(self.words_of(thread), 0);
                    Access::Spawn(self.child(thread, index))
                }
            },
            Request::Join { handle } => self.joined(handle).map_or(Access::Nothing, |it| Access::Join(it.thread)),
            Request::Detach { handle } => self.joined(handle).map_or(Access::Nothing, |it| Access::Detach(it.thread)),
            Request::Choose { .. } => Access::Choose,
            Request::Fence => Access::Fence,
            Request::Free { address } => self.freed_access(address),
            Request::Reallocate { address, size } => match self.freed_access(address) {
                Access::EndObject(_) if size > self.program.model.max_object_size() => Access::Nothing,
                access => access,
            },
            Request::CloseSlot { object } => Access::EndObject(self.memory.whole(object as u32)),
            Request::AtomicBegin
            | Request::AtomicEnd
            | Request::CurrentThread
            | Request::Extent { .. }
            | Request::Doubt { .. }
            | Request::Unset { .. }
            | Request::Forget { .. }
            | Request::Compare { .. }
            | Request::Allocate { .. }
            | Request::OpenSlot { .. } => Access::Nothing,
        }
    }
}

impl Machine<'_> {
    /// What making or ending a mutex touches, which is a mistake if it `fails`.
    fn reset_or_look(&self, at: Result<Located, BadAccess>, fails: bool) -> Access {
        match at {
            Ok(at) if fails => look_at_mutex(self.memory.read(at), at.place),
            Ok(at) => Access::ResetMutex(at.place),
            Err(bad) => bad.looked_at,
        }
    }
}

/// Whether an update changes nothing if it does not fit: then it has only looked.
pub(crate) fn may_only_look(update: Update) -> bool {
    match update {
        Update::AddIfFits | Update::SubtractIfFits => true,
        Update::Exchange | Update::Add | Update::Subtract | Update::And | Update::Or | Update::Xor | Update::Nand => {
            false
        }
    }
}

/// A mistake with a mutex that holds this looks at it only; whether it is free matters to those who wait for it.
fn look_at_mutex(found: u64, mutex: Place) -> Access {
    if found == 0 { Access::Read(mutex) } else { Access::FailedTryLock(mutex) }
}

/// The handle of a thread; also what a mutex holds while the thread has it.
pub(crate) fn handle(thread: ThreadId) -> u64 {
    u64::from(thread.0) + 1
}

/// Why a request was not served.
#[derive(Clone, Copy, Debug)]
enum Refusal {
    /// It is wrong; what it touched nevertheless.
    Fault(Fault, Access),
    Unexplored,
    /// It cannot be served for want of addresses.
    End(End),
}

impl From<BadAccess> for Refusal {
    fn from(bad: BadAccess) -> Self {
        Refusal::Fault(bad.fault, bad.looked_at)
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        Refusal::Fault(fault, Access::Nothing)
    }
}
