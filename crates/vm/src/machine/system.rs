//! The machine as explorers see it.

use super::{MOST_BRANCHES, Machine, NO_FRAME, TEMPORARY, Trail};
use crate::forgotten::Forgotten;
use crate::hang::{self, Judgement};
use crate::thread::{self, Outcome, Request};
use event::{
    Access, Choice, End, Failure, Fault, Hang, Mark, Marks, Obstacle, Place, Readiness, Schedule, Status, System,
    ThreadId, Variation,
};
use ir::Update;
use std::sync::Arc;

impl System for Machine<'_> {
    fn threads(&self) -> &[ThreadId] {
        &self.threads
    }

    #[inline]
    fn status(&self, thread: ThreadId) -> Status {
        match *self.outcome(thread) {
            Outcome::At(_) | Outcome::Watching(_) | Outcome::Spinning(_) => Status::Waiting,
            Outcome::Ended(end) => Status::Ended(end),
        }
    }

    #[inline(always)]
    fn enabled(&mut self, thread: ThreadId) -> bool {
        match self.outcome(thread) {
            Outcome::Ended(_) | Outcome::Spinning(_) => false,
            Outcome::At(Request::AtomicBegin | Request::Lock { .. } | Request::Join { .. }) => self.can_go_on(thread),
            Outcome::At(_) => true,
            Outcome::Watching(_) => !self.would_come_back(thread),
        }
    }

    #[inline]
    fn branches(&mut self, thread: ThreadId) -> u32 {
        match *self.outcome(thread) {
            Outcome::At(Request::Choose { .. }) if self.code.inputs.is_some() => 1,
            Outcome::At(Request::Choose { count, .. }) if count <= MOST_BRANCHES => count as u32,
            Outcome::At(Request::AtomicBegin) => self.probe(thread).branches(),
            Outcome::At(request @ (Request::Allocate { .. } | Request::Reallocate { .. })) => {
                self.reuse_branches(thread, request)
            }
            Outcome::At(_) | Outcome::Watching(_) | Outcome::Spinning(_) | Outcome::Ended(_) => 1,
        }
    }

    fn pending(&mut self, thread: ThreadId, accesses: &mut Vec<Access>) {
        match self.request(thread) {
            None => {}
            Some((_, Request::AtomicBegin)) => accesses.extend_from_slice(self.probe(thread).accesses()),
            Some((_, request)) => {
                let access = self.access(thread, request);
                if let Access::Spawn(_) = access {
                    accesses.extend(self.stored_handle(request));
                }
                let first = accesses.len();
                accesses.push(access);
                if !self.code.reuses.is_empty() {
                    let created = thread::created(self.words_of(thread), 0);
                    self.reuse_accesses(thread, created, request, accesses);
                    if access == Access::Nothing && accesses.len() > first + 1 {
                        accesses.remove(first);
                    }
                }
                if let Access::Join(child) = access {
                    self.joined_accesses(child, accesses);
                }
            }
        }
    }

    #[inline(always)]
    fn readiness(&mut self, thread: ThreadId) -> Readiness {
        match self.outcome(thread) {
            Outcome::Ended(_) => Readiness::Ended,
            Outcome::Spinning(_) => Readiness::Waiting,
            Outcome::At(
                Request::Load { .. }
                | Request::Store { .. }
                | Request::Update {
                    update:
                        Update::Exchange
                        | Update::Add
                        | Update::Subtract
                        | Update::And
                        | Update::Or
                        | Update::Xor
                        | Update::Nand,
                    ..
                }
                | Request::Fence
                | Request::InitMutex { .. }
                | Request::Spawn { .. }
                | Request::CloseSlot { .. },
            ) => Readiness::Plain,
            &Outcome::At(Request::Join { handle }) => {
                if self.can_join(handle) {
                    Readiness::Plain
                } else {
                    Readiness::Waiting
                }
            }
            &Outcome::At(request @ Request::Lock { .. }) => {
                if self.locks_again(thread, request) {
                    Readiness::Special
                } else if self.can_go_on(thread) {
                    Readiness::Plain
                } else {
                    Readiness::Waiting
                }
            }
            Outcome::At(_) | Outcome::Watching(_) => {
                if self.enabled(thread) {
                    Readiness::Special
                } else {
                    Readiness::Waiting
                }
            }
        }
    }

    #[inline]
    fn varies(&self, thread: ThreadId) -> Variation {
        match self.outcome(thread) {
            Outcome::Watching(_) => Variation::Enabled,
            &Outcome::At(request) if request.varies() || self.locks_again(thread, request) => Variation::Accesses,
            Outcome::At(_) | Outcome::Ended(_) | Outcome::Spinning(_) => Variation::Never,
        }
    }

    fn may_conflict_later(&mut self, thread: ThreadId, accesses: &[Access]) -> bool {
        self.may_conflict(thread, accesses)
    }

    fn goes_on(&mut self, thread: ThreadId) -> Option<bool> {
        self.would_go_on(thread)
    }

    fn waits_for(&self, thread: ThreadId) -> Obstacle {
        match *self.outcome(thread) {
            Outcome::Spinning(_) => return Obstacle::Itself,
            Outcome::Watching(request) => {
                return self.watched_place(request).map_or(Obstacle::Several, Obstacle::Value);
            }
            Outcome::At(_) | Outcome::Ended(_) => {}
        }
        match self.request(thread) {
            Some((_, Request::Join { .. })) => Obstacle::Thread,
            Some((_, Request::Lock { mutex })) => match self.memory.locate(mutex, 4, true) {
                Ok(at) => Obstacle::Mutex(at.place),
                Err(_) => Obstacle::Several,
            },
            _ => Obstacle::Several,
        }
    }

    #[inline]
    fn step(&mut self, choice: Choice, accesses: &mut Vec<Access>) {
        let Choice { thread, branch } = choice;
        debug_assert!(self.enabled(thread), "only enabled threads are stepped");
        let id = self.current[thread.index()];
        if self.step_quickly(thread, id, accesses) {
            return;
        }
        let (Outcome::At(request) | Outcome::Watching(request)) = self.at(id).outcome else {
            unreachable!("an ended thread is never enabled");
        };
        if request == Request::AtomicBegin {
            self.step_section(choice, accesses);
            return;
        }
        let mut expected = Vec::new();
        if cfg!(debug_assertions) {
            self.pending(thread, &mut expected);
        }
        let first = accesses.len();
        self.push_step(self.mark());
        let finds_unset = self.code.uninitialised && self.unset_bits(request) != 0;
        if finds_unset || request.needs_frame() || self.is_watched_closely() {
            self.step_slowly(choice, request, accesses);
        } else {
            match self.serve(thread, NO_FRAME, request, branch, accesses) {
                Ok(answer) => match (id & TEMPORARY == 0).then(|| self.kept.next(id, answer)).flatten() {
                    Some(next) => self.go(thread, next),
                    None => self.advance(thread, request, answer),
                },
                Err(end) => {
                    let base = self.copy_version(thread);
                    self.finish(thread, base, Outcome::Ended(end), Trail::Effect);
                }
            }
            if !self.to_start.is_empty() {
                self.start_new_threads();
            }
        }
        debug_assert!(expected.first().is_none_or(|it| *it == accesses[first]), "pending accesses come true");
    }

    fn depth(&self) -> usize {
        self.steps.len()
    }

    #[inline]
    fn back_to(&mut self, depth: usize) {
        if let Some(&mark) = self.steps.get(depth) {
            self.restore(mark);
            self.steps.truncate(depth);
            self.stamp += 1;
        }
    }

    fn failures(&self) -> &[Failure] {
        &self.failures
    }

    fn final_fault(&self) -> Option<Fault> {
        self.leaked().map(|_| Fault::Leak)
    }

    fn may_race(&self) -> bool {
        self.may_race
    }

    fn left_behind(&mut self, thread: ThreadId) -> Option<(Vec<Place>, usize)> {
        Machine::left_behind(self, thread)
    }

    fn leaves_behind(&self) -> bool {
        self.code.takes_retries()
    }

    fn give_up_left_behind(&mut self) {
        self.is_watched = true;
    }

    fn must_start_over(&self) -> bool {
        self.mixed.is_found
    }

    fn knows_more(&self) -> bool {
        self.has_found_reuse()
    }

    fn start_over(&mut self) {
        self.back_to(0);
        if self.mixed.is_found || self.is_watched || self.has_found_reuse() {
            let mut code = self.code.clone();
            code.reuses = Arc::new(self.all_reuses());
            code.awaits &= !self.mixed.is_found;
            code.keeps_rounds |= self.mixed.is_found;
            if self.is_watched {
                code.give_up_retries();
            }
            let may_race = self.may_race;
            *self = Machine { may_race, ..Machine::new(self.program, code) };
        }
    }

    fn marks(&self, thread: ThreadId, accesses: &[Access], marks: &mut Marks) {
        self.marks_of_last_step(thread, accesses, marks);
    }

    fn awaited(&mut self, thread: ThreadId) -> Option<Mark> {
        self.awaited_by(thread).map(|it| it.1)
    }

    fn encode(&mut self, live: bool, part: &mut dyn FnMut(&[u64])) {
        let mut words = Vec::new();
        for number in 0..self.current.len() {
            let thread = ThreadId(number as u32);
            let Some(version) = self.version(thread) else { continue };
            words.clear();
            words.extend([THREAD, number as u64]);
            words.extend(self.code.tells_steps_apart.then_some(u64::from(version.steps)));
            let own = self.words_of(thread);
            match version.outcome {
                Outcome::At(_) | Outcome::Watching(_) => thread::encode(&self.code, own, &mut words),
                // It is where it was, but goes no further.
                Outcome::Spinning(_) => {
                    words.push(u64::MAX - 1);
                    thread::encode(&self.code, own, &mut words);
                }
                // How it ended matters for deadlocks and joins.
                Outcome::Ended(end) => {
                    let is_forgotten = live && self.joined.contains(&thread);
                    let end = if planted::bug!(EndsNotCompared) { End::Returned } else { end };
                    words.extend([u64::MAX, end_code(end), if is_forgotten { 0 } else { own[0] }]);
                }
            }
            part(&words);
            if self.joined.contains(&thread) && !planted::bug!(JoinsNotCompared) {
                part(&[HANDLE, number as u64]);
            }
        }
        self.memory.encode(MEMORY, true, &mut words, part);
    }

    fn is_deadlock(&mut self) -> bool {
        self.only_waits() && self.may_hang()
    }

    fn hangs(&mut self, schedule: &Schedule) -> Hang {
        let can_go_on = (0..self.threads.len()).any(|it| self.enabled(self.threads[it]));
        if !can_go_on && self.waits_at_operations() && self.is_deadlock() {
            return Hang::At(schedule.clone());
        }
        match hang::judge(self.program, &self.code, schedule) {
            (Judgement::Hangs(_), short) => Hang::At(short),
            (Judgement::Free, _) => Hang::No,
            (Judgement::Unknown, _) => Hang::Unknown,
        }
    }
}

impl Machine<'_> {
    /// The current state without what nothing can depend on any more: counters that name new threads and objects, objects that
    /// have ended, threads that were joined, and what is [`Forgotten`].
    ///
    /// Where memory may be used again, what happens depends on the first three: they are not left out.
    pub(crate) fn encode_anonymously(&self, forgotten: &mut Forgotten<'_>, state: &mut Vec<u64>) {
        let is_whole = !self.code.reuses.is_empty() && !self.code.fixes_reuse;
        for number in 0..self.current.len() {
            let thread = ThreadId(number as u32);
            let Some(version) = self.version(thread) else { continue };
            let is_joined = self.joined.contains(&thread);
            let own = self.words_of(thread);
            match version.outcome {
                Outcome::At(_) | Outcome::Watching(_) | Outcome::Spinning(_) => {
                    state.extend([THREAD, number as u64, u64::from(is_joined), own.len() as u64]);
                    let start = state.len();
                    let mut own = own.to_vec();
                    forgotten.clear(&self.code, &mut own);
                    thread::encode(&self.code, &own, state);
                    if !is_whole {
                        thread::forget_counters(&mut state[start..]);
                    }
                }
                Outcome::Ended(End::Returned) if is_joined => {}
                Outcome::Ended(end) => {
                    state.extend([THREAD, number as u64, u64::MAX, end_code(end), u64::from(is_joined), own[0]]);
                }
            }
        }
        self.memory.encode(MEMORY, is_whole, &mut Vec::new(), &mut |part| {
            if forgotten.is_faint_object(part[1]) {
                return;
            }
            state.push(part.len() as u64);
            state.extend_from_slice(part);
        });
    }
}

/// What kind of part of a state it is.
const THREAD: u64 = 0;
const MEMORY: u64 = 1;
/// A thread that has been joined or detached, which may still run.
const HANDLE: u64 = 2;

fn end_code(end: End) -> u64 {
    match end {
        End::Returned => 0,
        End::MainReturned => 1,
        End::Stopped(kind) => 2 + kind as u64,
        End::Failed(fault) => 16 + fault as u64,
    }
}
