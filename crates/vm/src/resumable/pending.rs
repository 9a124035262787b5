//! What a thread is about to do, in terms of cells: the counterpart of the machine's `serve`.

use super::cells::Owner;
use super::{NONE, Resumable, State, unsupported};
use crate::code::{Instruction, OperationKind};
use crate::memory::{Kind, Located, State as ObjectState};
use crate::mutex::STATE;
use crate::serve::handle;
use crate::thread::{self, Request};
use event::{CellId, Fault, ObjectId, Pending, ThreadId, Unsupported};
use ir::Width;

impl Resumable<'_> {
    /// What a thread that runs at `base` is about to do, and what is wrong with it. The state before and the answer to it
    /// have led here.
    pub(super) fn look_at(
        &mut self,
        thread: ThreadId,
        base: usize,
        from: u32,
        answer: u64,
        request: Request,
    ) -> (Pending, Option<Fault>) {
        let here = Here { thread, base, from, answer };
        match request {
            Request::Store { address, .. }
            | Request::Update { address, .. }
            | Request::CompareExchange { address, .. }
                if self.is_mutex(address) =>
            {
                unsupported(Unsupported::Mutex)
            }
            Request::Spawn { place, stored: true, .. } if self.is_mutex(place) => unsupported(Unsupported::Mutex),
            // What is behind it is known to each thread by itself, and in no cell.
            Request::Load { address, .. } if self.is_mutex(address.wrapping_sub(STATE)) => {
                unsupported(Unsupported::Mutex)
            }
            Request::Load { address, size } => {
                let waits = self.code.awaits && self.repeats(&self.words[base..]);
                self.access(here, address, size, false, |cell| Pending::Read {
                    cell,
                    any_other: false,
                    waits,
                    takes: false,
                })
            }
            Request::Store { address, size, value } => {
                let value = value & Width(size * 8).mask();
                if value != 0 {
                    self.note_plain(address);
                }
                self.access(here, address, size, true, |cell| Pending::Write(cell, value))
            }
            Request::Update { address, size, .. } | Request::CompareExchange { address, size, .. } => {
                self.note_plain(address);
                let waits = self.code.awaits && self.repeats(&self.words[base..]);
                self.access(here, address, size, true, |cell| Pending::Read {
                    cell,
                    any_other: false,
                    waits,
                    takes: false,
                })
            }
            Request::Lock { .. }
            | Request::TryLock { .. }
            | Request::Unlock { .. }
            | Request::InitMutex { .. }
            | Request::DestroyMutex { .. } => self.look_at_mutex(here, request),
            Request::Spawn { function, place, stored, .. } => match self.thread_function(function) {
                Ok(()) if stored => {
                    let child = self.names.child(thread, thread::spawned(&self.words, base));
                    self.note_plain(place);
                    let size = self.program.model.pointer_bytes() as u8;
                    self.access(here, place, size, true, |cell| Pending::Spawn(Some((cell, handle(child)))))
                }
                Ok(()) => (Pending::Spawn(None), None),
                Err(fault) => (Pending::Local, Some(fault)),
            },
            Request::Join { handle } => self.handle(here, handle, Pending::Join),
            Request::Detach { handle } => self.handle(here, handle, Pending::Detach),
            Request::Choose { count, .. } => match u32::try_from(count) {
                Ok(count) if u64::from(count) <= crate::machine::MOST_BRANCHES => (Pending::Choose(count), None),
                // It stops there.
                Ok(_) | Err(_) => (Pending::Local, None),
            },
            Request::Fence => (Pending::Local, None),
            Request::Free { address } => self.free(here, address),
            Request::CloseSlot { object } => (Pending::End(ObjectId(object as u32)), None),
            Request::Reallocate { .. } => unsupported(Unsupported::Reallocation),
            Request::AtomicBegin => self.look_at_section(here),
            // An end without a begin has no effect; the others are served at once.
            Request::AtomicEnd
            | Request::CurrentThread
            | Request::Allocate { .. }
            | Request::OpenSlot { .. }
            | Request::Compare { .. } => (Pending::Local, None),
            Request::Extent { .. } => unsupported(Unsupported::Pointer),
            Request::Doubt { .. } => unsupported(Unsupported::Handles),
            Request::Unset { .. } | Request::Forget { .. } => unsupported(Unsupported::Unset),
        }
    }

    /// An access to so many bytes.
    pub(super) fn access(
        &mut self,
        here: Here,
        address: u64,
        size: u8,
        write: bool,
        pending: impl FnOnce(CellId) -> Pending,
    ) -> (Pending, Option<Fault>) {
        match self.cell(here, address, size, write) {
            Ok(cell) => (pending(cell), None),
            Err(Obstacle::Fault(fault)) => (Pending::Local, Some(fault)),
            Err(Obstacle::Unsupported(why)) => unsupported(why),
        }
    }

    /// The cell at an address.
    pub(super) fn cell(&mut self, here: Here, address: u64, size: u8, write: bool) -> Result<CellId, Obstacle> {
        let (object, _) = self.program.model.unpack(address);
        self.check_known(here, object)?;
        self.cells.note_use(object);
        let at: Located = match self.memory.locate(address, size, write) {
            Ok(at) => at,
            // What is wrong depends on whether it is alive, if it belongs to somebody else.
            Err(bad) => {
                return Err(match self.cells.owner(object) {
                    Owner::Thread(creator, _) if creator != here.thread => Obstacle::Unsupported(Unsupported::Lifetime),
                    Owner::Thread(..) | Owner::Program | Owner::Unclear => Obstacle::Fault(bad.fault),
                });
            }
        };
        if self.code.uninitialised && !self.memory.is_initialised(at) && self.asks_for_unset(here) {
            return Err(Obstacle::Unsupported(Unsupported::Unset));
        }
        self.cells.at(&self.memory, address, at).ok_or(Obstacle::Unsupported(Unsupported::Pieces))
    }

    /// Whether it matters for what a thread is about to do which bytes were never written.
    fn asks_for_unset(&self, here: Here) -> bool {
        let Instruction::Visible { operation } = self.code.instructions[thread::pc(&self.words, here.base) as usize]
        else {
            return true;
        };
        let operation = &self.code.operations[operation as usize];
        match operation.kind {
            OperationKind::Load { .. } => operation.unset.is_some(),
            OperationKind::Store { .. } | OperationKind::Spawn { .. } | OperationKind::InitMutex { .. } => false,
            _ => true,
        }
    }

    /// Whether an object is there whenever the thread gets here: it created it itself, or was told its address by somebody
    /// who was told.
    fn check_known(&self, here: Here, object: u32) -> Result<(), Obstacle> {
        let unknown = Err(Obstacle::Unsupported(Unsupported::Pointer));
        let owner = self.cells.owner(object);
        if owner != Owner::Program && self.earlier(here.from).any(|it| it.pending == Pending::End(ObjectId(object))) {
            return Err(Obstacle::Fault(Fault::UseAfterFree));
        }
        match owner {
            Owner::Program => Ok(()),
            Owner::Unclear => unknown,
            Owner::Thread(creator, index) if creator == here.thread => {
                let created = thread::created(&self.words, here.base);
                if index < created { Ok(()) } else { unknown }
            }
            Owner::Thread(..) => {
                // It ends when its thread is joined.
                if self.memory.state(object) == ObjectState::Live(Kind::ThreadLocal) {
                    return Err(Obstacle::Unsupported(Unsupported::Lifetime));
                }
                let is_it = |answer: u64| self.program.model.unpack(answer).0 == object;
                if is_it(here.answer) || self.earlier(here.from).any(|it| is_it(it.answer)) { Ok(()) } else { unknown }
            }
        }
    }

    /// The states from one back to the first of its thread.
    pub(super) fn earlier(&self, state: u32) -> impl Iterator<Item = &State> {
        let mut next = state;
        std::iter::from_fn(move || {
            let state = (next != NONE).then(|| &self.states[next as usize])?;
            next = state.from;
            Some(state)
        })
    }

    fn thread_function(&self, address: u64) -> Result<(), Fault> {
        let function = self.code.function_at(address).ok_or(Fault::BadCall)?;
        match self.code.functions[function as usize].parameter_widths[..] {
            [] => Ok(()),
            [width] if width <= self.program.model.pointer_bits() => Ok(()),
            _ => Err(Fault::BadCall),
        }
    }

    /// An operation on a thread by its handle. Threads are known by those who made them and those who were told.
    fn handle(
        &mut self,
        here: Here,
        handle: u64,
        pending: impl FnOnce(ThreadId) -> Pending,
    ) -> (Pending, Option<Fault>) {
        let number = handle.checked_sub(1).and_then(|it| u32::try_from(it).ok());
        let Some(thread) = number.filter(|&it| (it as usize) < self.names.thread_count()).map(ThreadId) else {
            return (Pending::Local, Some(Fault::BadJoin));
        };
        let is_own = self.names.parent(thread) == Some(here.thread)
            && self.names.index(thread) < thread::spawned(&self.words, here.base);
        let is_told = here.answer == handle || self.earlier(here.from).any(|it| it.answer == handle);
        if !is_own && !is_told && thread != here.thread {
            return unsupported(Unsupported::Pointer);
        }
        let pending = pending(thread);
        let has = |pending: Pending| self.earlier(here.from).any(|it| it.pending == pending);
        match pending {
            // It would wait for the end of a thread first that was detached.
            Pending::Join(_) if has(Pending::Detach(thread)) => unsupported(Unsupported::Join),
            _ if has(Pending::Join(thread)) || has(Pending::Detach(thread)) => (Pending::Local, Some(Fault::BadJoin)),
            _ => (pending, None),
        }
    }

    fn free(&mut self, here: Here, address: u64) -> (Pending, Option<Fault>) {
        if address == 0 {
            return (Pending::Local, None);
        }
        let (object, offset) = self.program.model.unpack(address);
        match self.check_known(here, object) {
            Ok(()) => self.cells.note_use(object),
            Err(Obstacle::Fault(_)) => {
                let is_heap = self.memory.state(object) == ObjectState::Live(Kind::Heap);
                let fault = if is_heap && offset == 0 { Fault::DoubleFree } else { Fault::InvalidFree };
                return (Pending::Local, Some(fault));
            }
            Err(Obstacle::Unsupported(why)) => return unsupported(why),
        }
        match self.memory.state(object) {
            ObjectState::Live(Kind::Heap) if offset == 0 => (Pending::End(ObjectId(object)), None),
            ObjectState::Live(_) | ObjectState::Ended(_) | ObjectState::Absent | ObjectState::Function => {
                (Pending::Local, Some(Fault::InvalidFree))
            }
        }
    }
}

/// A thread that runs: where its words begin, and what has led here.
#[derive(Clone, Copy)]
pub(super) struct Here {
    pub thread: ThreadId,
    pub base: usize,
    pub from: u32,
    pub answer: u64,
}

/// Why there is no cell.
pub(super) enum Obstacle {
    Fault(Fault),
    Unsupported(Unsupported),
}
