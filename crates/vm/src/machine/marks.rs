//! Memory orders of what was done, for whoever looks for data races. Threads and memory know nothing of them: they are found
//! in the code, by way of the state in which the thread was before its step.

use super::{Machine, TEMPORARY};
use crate::code::{Instruction, OperationCode, OperationKind, Pc};
use crate::memory::LIFE;
use crate::thread::{self, Outcome, Request};
use event::{Access, Mark, Marks, ObjectId, Place, System, ThreadId};
use ir::{Action, Operation, Order};

impl Machine<'_> {
    fn operation(&self, pc: Pc) -> &OperationCode {
        match self.code.instructions[pc as usize] {
            Instruction::Visible { operation } => &self.code.operations[operation as usize],
            ref other => unreachable!("{other:?} is no request"),
        }
    }

    /// The mark of a request that was served, given what it touched.
    pub(crate) fn mark_of(&self, pc: Pc, access: Access) -> Mark {
        let &OperationCode { kind, order, failure, .. } = self.operation(pc);
        match (kind, access) {
            (OperationKind::CompareExchange { .. }, Access::Read(_)) => mark(access, failure),
            // A slot that was never opened.
            (
                OperationKind::CloseSlot(_) | OperationKind::Release(_),
                Access::EndObject(Place { object: ObjectId(0), .. }),
            ) => Mark::plain(Access::Nothing),
            // Models look at each other's locals, in sections, and not after their ends: their orders say nothing about that.
            (OperationKind::CloseSlot(_) | OperationKind::Release(_), _) if self.is_in_library(pc) => {
                Mark::plain(Access::Nothing)
            }
            (
                OperationKind::Load { .. }
                | OperationKind::Store { .. }
                | OperationKind::Update { .. }
                | OperationKind::CompareExchange { .. }
                | OperationKind::Fence,
                _,
            ) => mark(access, order),
            // To those who lock and unlock it, it is a plain write.
            (OperationKind::InitMutex { .. }, _) => Mark { atomic: false, ..Mark::plain(access) },
            (
                OperationKind::Lock(_)
                | OperationKind::TryLock(_)
                | OperationKind::Unlock(_)
                | OperationKind::DestroyMutex(_)
                | OperationKind::Spawn { .. }
                | OperationKind::Join(_)
                | OperationKind::Detach(_)
                | OperationKind::CurrentThread
                | OperationKind::Extent { .. }
                | OperationKind::Doubt { .. }
                | OperationKind::Unset { .. }
                | OperationKind::Forget { .. }
                | OperationKind::Compare { .. }
                | OperationKind::AtomicBegin
                | OperationKind::AtomicEnd
                | OperationKind::Choose { .. }
                | OperationKind::Allocate { .. }
                | OperationKind::Reallocate { .. }
                | OperationKind::Free(_)
                | OperationKind::Release(_)
                | OperationKind::OpenSlot(_)
                | OperationKind::CloseSlot(_),
                _,
            ) => Mark::plain(access),
        }
    }

    /// Whether no other thread has been started yet.
    fn is_alone(&self) -> bool {
        self.threads().len() <= 1 && self.to_start.iter().all(|it| it.0 == ThreadId(0))
    }

    /// Notes whether a thread has come to something that can race; `stores_handle`: a start of a thread whose handle others can see.
    #[inline(never)]
    pub(super) fn look_at_order(&mut self, pc: Pc, stores_handle: bool) {
        let operation = self.operation(pc);
        let can_race = match operation.kind {
            OperationKind::Load { .. }
            | OperationKind::Store { .. }
            | OperationKind::Update { .. }
            | OperationKind::CompareExchange { .. } => {
                operation.order == Order::NonAtomic || operation.failure == Order::NonAtomic
            }
            OperationKind::Reallocate { .. } | OperationKind::Free(_) => true,
            OperationKind::Release(_) | OperationKind::CloseSlot(_) => !self.is_in_library(pc),
            OperationKind::Join(_) => !self.code.thread_locals.is_empty(),
            // What comes before the first spawn happens before all that others do.
            OperationKind::InitMutex { .. } => !self.is_alone(),
            OperationKind::Fence
            | OperationKind::Lock(_)
            | OperationKind::TryLock(_)
            | OperationKind::Unlock(_)
            | OperationKind::DestroyMutex(_)
            | OperationKind::Detach(_)
            | OperationKind::CurrentThread
            | OperationKind::Extent { .. }
            | OperationKind::Doubt { .. }
            | OperationKind::Unset { .. }
            | OperationKind::Forget { .. }
            | OperationKind::Compare { .. }
            | OperationKind::AtomicBegin
            | OperationKind::AtomicEnd
            | OperationKind::Choose { .. }
            | OperationKind::Allocate { .. }
            | OperationKind::OpenSlot(_) => false,
            OperationKind::Spawn { .. } => stores_handle,
        };
        self.may_race = can_race && self.code.spawns;
    }

    /// Notes what a request in an atomic section did.
    pub(crate) fn note_in_section(&mut self, pc: Pc, request: Request, accesses: &[Access]) {
        let [access, ref rest @ ..] = *accesses else { return };
        if !self.code.reuses.is_empty() {
            return self.note_reuse_in_section(pc, request, accesses);
        }
        let mark = self.mark_of(pc, access);
        let is_init = matches!(access, Access::ResetMutex(_));
        let can_race = !(mark.atomic && rest.is_empty() || is_init && self.is_alone());
        self.may_race |= self.code.spawns && can_race;
        if !mark.atomic && !is_init && self.looks_for_mixed() {
            self.note_plain_access(access);
        }
        self.section.list.push(mark);
        self.section.list.extend(rest.iter().copied().map(Mark::plain));
    }

    /// The same where memory may be used again.
    fn note_reuse_in_section(&mut self, pc: Pc, request: Request, accesses: &[Access]) {
        let mut list = std::mem::take(&mut self.section.list);
        let first = list.len();
        self.push_marks(pc, request, accesses, &mut list);
        let is_init = matches!(request, Request::InitMutex { .. });
        let can_race = list[first..].iter().any(|it| !it.atomic) && !(is_init && self.is_alone());
        self.may_race |= self.code.spawns && can_race;
        for mark in list[first..].iter().filter(|it| !it.atomic && !is_init) {
            if self.looks_for_mixed() {
                self.note_plain_access(mark.access);
            }
        }
        self.section.list = list;
    }

    /// The marks of a request that was served.
    pub(crate) fn push_marks(&self, pc: Pc, request: Request, accesses: &[Access], marks: &mut Vec<Mark>) {
        let [access, ref rest @ ..] = *accesses else { return };
        if self.code.reuses.is_empty() {
            marks.push(self.mark_of(pc, access));
            marks.extend(rest.iter().copied().map(Mark::plain));
            return;
        }
        let is_life = access.place().is_some_and(|it| it.offset == LIFE);
        let own = if is_life { self.reuse_mark(request, access, accesses) } else { Some(self.mark_of(pc, access)) };
        marks.extend(own);
        marks.extend(rest.iter().filter_map(|&it| self.reuse_mark(request, it, accesses)));
    }

    /// See [`event::System::marks`].
    pub(super) fn marks_of_last_step(&self, thread: ThreadId, accesses: &[Access], marks: &mut Marks) {
        let Some(step) = self.steps.last() else { return };
        let before = self.moves[step.moves as usize..].iter().find(|it| it.0 == thread);
        let Some(&(_, before)) = before else { return };
        let version = self.at(before);
        let (Outcome::At(request) | Outcome::Watching(request)) = version.outcome else { return };
        if request == Request::AtomicBegin {
            marks.is_section = self.section.is_section && !self.orders_nothing(before);
            marks.list.extend_from_slice(&self.section.list);
            return;
        }
        let Some(&access) = accesses.first() else { return };
        if self.was_refused(request, access) {
            return;
        }
        let words = if before & TEMPORARY == 0 {
            self.kept.words(before)
        } else {
            &self.words[version.start..version.start + version.length]
        };
        self.push_marks(thread::pc(words, 0), request, accesses, &mut marks.list);
    }

    /// Whether a version is at a section that orders nothing by itself.
    fn orders_nothing(&self, id: u32) -> bool {
        let pc = thread::pc(self.words_at(id), 0);
        self.is_in_library(pc) || self.is_quiet(pc) && !planted::bug!(QuietSectionsOrder)
    }

    /// Whether a quiet section begins at an instruction.
    pub(crate) fn is_quiet(&self, pc: Pc) -> bool {
        let site = self.code.site(pc);
        let edge = &self.program.functions[site.function.index()].edges[site.edge as usize];
        matches!(edge.action, Action::Visible(Operation::AtomicBegin { quiet: true }))
    }

    fn is_in_library(&self, pc: Pc) -> bool {
        self.program.functions[self.code.site(pc).function.index()].library
    }

    /// Whether a request was refused: then an access to bytes would be refused again, and other requests have only looked.
    fn was_refused(&self, request: Request, access: Access) -> bool {
        if access.place().is_some_and(|it| it.offset == LIFE) {
            return false;
        }
        let (address, size) = match request {
            // What was never written can be read, and stored.
            Request::Load { address, size } => return self.memory.locate(address, size, false).is_err(),
            Request::Store { address, size, .. } => return self.memory.locate(address, size, true).is_err(),
            Request::Update { address, size, .. } | Request::CompareExchange { address, size, .. } => (address, size),
            Request::Fence
            | Request::Lock { .. }
            | Request::TryLock { .. }
            | Request::Unlock { .. }
            | Request::InitMutex { .. }
            | Request::DestroyMutex { .. }
            | Request::Spawn { .. }
            | Request::Join { .. }
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
            | Request::CloseSlot { .. } => return matches!(access, Access::Read(_)),
        };
        self.memory.locate(address, size, true).map_or(true, |at| !self.memory.is_initialised(at))
    }

    /// See [`event::System::awaited`].
    pub(crate) fn awaited_by(&mut self, thread: ThreadId) -> Option<(Pc, Mark)> {
        let (pc, request) = self.request(thread)?;
        if request == Request::AtomicBegin {
            return None;
        }
        let access = self.access(thread, request);
        matches!(access, Access::Read(_) | Access::Update(_)).then(|| (pc, self.mark_of(pc, access)))
    }
}

/// An access or a fence with a memory order. Sequential consistency is no more than acquire and release here, consume no less
/// than acquire; an order that does not fit the access is relaxed.
fn mark(access: Access, order: Order) -> Mark {
    let (acquires, releases) = match order {
        Order::NonAtomic | Order::Relaxed | Order::Unset => (false, false),
        Order::Consume | Order::Acquire => (true, false),
        Order::Release => (false, true),
        Order::AcquireRelease | Order::SequentiallyConsistent => (true, true),
    };
    let (reads, writes) = match access {
        Access::Read(_) => (true, false),
        Access::Write(_) => (false, true),
        Access::Update(_) | Access::Fence => (true, true),
        Access::EndObject(_)
        | Access::Expect(_)
        | Access::Follow(_)
        | Access::Lock(_)
        | Access::TryLock(_)
        | Access::FailedTryLock(_)
        | Access::Unlock(_)
        | Access::ResetMutex(_)
        | Access::Spawn(_)
        | Access::Join(_)
        | Access::Detach(_)
        | Access::Choose
        | Access::Nothing => (false, false),
    };
    let atomic = order != Order::NonAtomic || access == Access::Fence;
    Mark { access, atomic, acquires: acquires && reads, releases: releases && writes }
}
