//! The actor system as explorers see it.

use super::comparable::Naming;
use super::{Actors, Wait};
use crate::run::Exception;
use event::{Access, Choice, End, Failure, Fault, Obstacle, Place, Readiness, Status, System, ThreadId, Variation};

impl System for Actors {
    fn threads(&self) -> &[ThreadId] {
        &self.threads
    }

    fn status(&self, thread: ThreadId) -> Status {
        match self.task(thread).wait {
            Wait::Ended(end) => Status::Ended(end),
            Wait::Ready | Wait::Future(_) | Wait::Get(_) | Wait::Condition(_) | Wait::Choose(_) => Status::Waiting,
        }
    }

    fn enabled(&mut self, thread: ThreadId) -> bool {
        let task = self.task(thread);
        let is_free = self.keeper(task.group).is_none();
        match task.wait {
            Wait::Ended(_) => false,
            Wait::Choose(_) => true,
            Wait::Get(future) => self.is_resolved(future),
            Wait::Ready => is_free,
            Wait::Future(future) => is_free && self.is_resolved(future),
            Wait::Condition(_) => is_free && (planted::bug!(ConditionsNotChecked) || self.holds(thread)),
        }
    }

    fn branches(&mut self, thread: ThreadId) -> u32 {
        match self.task(thread).wait {
            Wait::Choose(most) => most,
            Wait::Ready | Wait::Future(_) | Wait::Get(_) | Wait::Condition(_) | Wait::Ended(_) => 1,
        }
    }

    fn pending(&mut self, thread: ThreadId, accesses: &mut Vec<Access>) {
        self.pending_branch(Choice { thread, branch: 0 }, accesses);
    }

    fn pending_branch(&mut self, choice: Choice, accesses: &mut Vec<Access>) {
        self.make_step(choice.thread, choice.branch, accesses);
        self.take_back();
    }

    fn readiness(&mut self, thread: ThreadId) -> Readiness {
        if matches!(self.task(thread).wait, Wait::Ended(_)) {
            Readiness::Ended
        } else if !self.enabled(thread) {
            Readiness::Waiting
        } else if self.varies(thread) == Variation::Never && self.branches(thread) == 1 {
            Readiness::Plain
        } else {
            Readiness::Special
        }
    }

    fn varies(&self, thread: ThreadId) -> Variation {
        let task = self.task(thread);
        if !self.conditions(task).is_empty() {
            let guard = if let Wait::Condition(pc) = task.wait { self.code.footprints.guard(pc) } else { None };
            let asks = guard.is_some_and(|it| it.looks);
            return if asks { Variation::EnabledByEnds } else { Variation::Enabled };
        }
        let footprints = &self.code.footprints.bodies;
        let mut bodies = task.calls.frames.iter().map(|it| &footprints[it.body.0 as usize]);
        let is_kept = self.is_kept(task);
        let varies = self.code.dynamic || bodies.any(|it| it.locks || it.looks || is_kept && it.pauses);
        if varies { Variation::Accesses } else { Variation::Never }
    }

    fn is_local(&self, thread: ThreadId) -> bool {
        let task = self.task(thread);
        let touches = |body: &crate::footprint::Footprint| !body.cells.is_empty() || body.locks || body.looks;
        let footprints = &self.code.footprints.bodies;
        !self.is_kept(task)
            && self.conditions(task).is_empty()
            && !task.calls.frames.iter().any(|it| touches(&footprints[it.body.0 as usize]))
    }

    fn may_conflict_later(&mut self, thread: ThreadId, accesses: &[Access]) -> bool {
        self.may_conflict(thread, accesses)
    }

    fn waits_for(&self, thread: ThreadId) -> Obstacle {
        let task = self.task(thread);
        match task.wait {
            Wait::Get(_) => return Obstacle::Thread,
            Wait::Future(future) if !self.is_resolved(future) => return Obstacle::Thread,
            Wait::Ready | Wait::Future(_) | Wait::Condition(_) | Wait::Choose(_) | Wait::Ended(_) => {}
        }
        match self.conditions(task).last() {
            Some(&place) => Obstacle::Value(place),
            // A condition on futures and on what never changes.
            None => Obstacle::Thread,
        }
    }

    fn expects(&self, thread: ThreadId, places: &mut Vec<Place>) {
        places.extend(self.conditions(self.task(thread)));
    }

    fn step(&mut self, choice: Choice, accesses: &mut Vec<Access>) {
        self.make_step(choice.thread, choice.branch, accesses);
    }

    fn depth(&self) -> usize {
        self.marks.len()
    }

    fn back_to(&mut self, depth: usize) {
        while self.marks.len() > depth {
            self.take_back();
        }
    }

    fn failures(&self) -> &[Failure] {
        &self.failures
    }

    /// An exception that ended a task, and that nobody has got although its future was kept. Where something was cut,
    /// somebody might have got it later.
    fn final_fault(&self) -> Option<Fault> {
        let is_cut = |it: &ThreadId| matches!(self.task(*it).wait, Wait::Ended(End::Stopped(_)));
        if self.threads.iter().any(is_cut) {
            return None;
        }
        self.lost_exception().map(|_| Fault::Exception)
    }

    fn is_deadlock(&mut self) -> bool {
        let status = |it: &ThreadId| self.status(*it);
        let is_stopped = |it: &ThreadId| matches!(status(it), Status::Ended(End::Stopped(_)));
        !self.threads.iter().any(is_stopped) && self.threads.iter().any(|it| status(it) == Status::Waiting)
    }

    fn encode(&mut self, live: bool, part: &mut dyn FnMut(&[u64])) {
        self.compares_states = true;
        self.encode_state(self.naming, live, part);
    }

    fn confuses_states(&self) -> bool {
        self.confuses_names()
    }

    fn start_over(&mut self) {
        self.back_to(0);
        if self.confuses_states() {
            self.naming = Naming::Path;
        }
    }

    fn renames(&self) -> bool {
        true
    }

    fn name_of_thread(&self, thread: ThreadId, depth: usize) -> Option<ThreadId> {
        let task = self.tasks[thread.index()].as_ref()?;
        (task.born as usize <= depth).then(|| ThreadId(self.name_of_task(thread, self.naming)))
    }

    fn thread_by_name(&self, name: ThreadId) -> Option<ThreadId> {
        self.task_by_name(name.0)
    }

    fn name_of_place(&self, place: Place, depth: usize) -> Option<Place> {
        self.comparable_place(place, depth)
    }

    fn place_by_name(&self, name: Place) -> Option<Place> {
        self.place_of_comparable(name)
    }
}

impl Actors {
    /// Whether some task can make a step.
    pub(crate) fn can_go_on(&mut self) -> bool {
        (0..self.threads.len()).any(|it| self.enabled(self.threads[it]))
    }

    /// Whether states were compared under names that are not enough to tell them apart.
    pub(super) fn confuses_names(&self) -> bool {
        self.compares_states && self.naming == Naming::Comparable && self.finds_out_names.get()
    }

    /// A task that ended by an exception that nobody has got.
    pub(crate) fn lost_exception(&self) -> Option<ThreadId> {
        self.threads.iter().copied().find(|&it| {
            let task = self.task(it);
            let is_lost = |it: &Exception| !task.received && !self.is_told(self.code.spans[it.origin as usize]);
            matches!(&task.result, Some(Err(it)) if is_lost(it)) && task.wait == Wait::Ended(End::Returned)
        })
    }
}
