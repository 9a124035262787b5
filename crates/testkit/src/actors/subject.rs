//! The engine as it is compared. A mistake can be put between it and the explorers, to see that the comparison notices.

use abs::Actors;
use event::{Access, Choice, Failure, Fault, Obstacle, Place, Readiness, Status, System, ThreadId, Variation};

/// Something that goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mistake {
    /// Looks at fields are not reported.
    FieldReads,
    /// Changes of fields are not reported.
    FieldWrites,
    /// That a step needs its group free, or a condition, is not reported.
    Expects,
    /// Keeping a group and letting it go is not reported.
    GroupWrites,
    /// The end of a task is no change of its future.
    FutureWrites,
    /// Looks at futures are not reported.
    FutureReads,
    /// That a step comes after the end of a task is not reported.
    Follows,
    /// That a step starts a task is not reported.
    Spawns,
    /// Steps are said to touch the same, whatever they find.
    NeverVaries,
    /// What decides whether a step is possible is not said.
    ForgetsExpects,
    /// A task that waits for a condition is said to wait for the end of another one.
    WaitsForThread,
    /// Only the first way of a choice is tried.
    OneBranch,
    /// A task that waits for a condition never goes on.
    NeverResumes,
    /// Tasks that wait for ever are no deadlock.
    NoDeadlocks,
    /// Exceptions that nobody gets are forgotten.
    NoFinalFault,
}

impl Mistake {
    /// All of them.
    pub const ALL: [Mistake; 15] = [
        Mistake::FieldReads,
        Mistake::FieldWrites,
        Mistake::Expects,
        Mistake::GroupWrites,
        Mistake::FutureWrites,
        Mistake::FutureReads,
        Mistake::Follows,
        Mistake::Spawns,
        Mistake::NeverVaries,
        Mistake::ForgetsExpects,
        Mistake::WaitsForThread,
        Mistake::OneBranch,
        Mistake::NeverResumes,
        Mistake::NoDeadlocks,
        Mistake::NoFinalFault,
    ];

    /// Whether it hides an access.
    fn hides(self, access: Access) -> bool {
        // Objects have even numbers, futures and groups odd ones.
        let place = access.place();
        let is_field = place.is_some_and(|it| it.object.0 % 2 == 0);
        let is_future = place.is_some_and(|it| it.object.0 % 2 == 1 && it.offset == 0);
        let is_group = place.is_some_and(|it| it.object.0 % 2 == 1 && it.offset == 1);
        match self {
            Mistake::FieldReads => is_field && matches!(access, Access::Read(_)),
            Mistake::FieldWrites => is_field && matches!(access, Access::Write(_)),
            Mistake::Expects => matches!(access, Access::Expect(_)),
            Mistake::GroupWrites => is_group && matches!(access, Access::Write(_)),
            Mistake::FutureWrites => is_future && matches!(access, Access::Write(_)),
            Mistake::FutureReads => is_future && matches!(access, Access::Read(_)),
            Mistake::Follows => matches!(access, Access::Follow(_)),
            Mistake::Spawns => matches!(access, Access::Spawn(_)),
            Mistake::NeverVaries
            | Mistake::ForgetsExpects
            | Mistake::WaitsForThread
            | Mistake::OneBranch
            | Mistake::NeverResumes
            | Mistake::NoDeadlocks
            | Mistake::NoFinalFault => false,
        }
    }
}

/// Actors, perhaps with a mistake.
#[derive(Debug)]
pub struct Subject {
    /// The engine.
    pub actors: Actors,
    mistake: Option<Mistake>,
}

impl Subject {
    /// At the start.
    pub fn new(actors: Actors, mistake: Option<Mistake>) -> Subject {
        Subject { actors, mistake }
    }

    /// All of the state, under names that do not depend on the order of steps.
    pub fn encode_by_path(&self) -> Vec<Vec<u64>> {
        let mut parts = Vec::new();
        self.actors.encode_by_path(&mut |part| parts.push(part.to_vec()));
        parts
    }

    fn is(&self, mistake: Mistake) -> bool {
        self.mistake == Some(mistake)
    }

    fn hide(&self, accesses: &mut Vec<Access>, from: usize) {
        let Some(mistake) = self.mistake else { return };
        let mut kept = accesses.split_off(from);
        kept.retain(|it| !mistake.hides(*it));
        if kept.is_empty() {
            kept.push(Access::Nothing);
        }
        accesses.append(&mut kept);
    }
}

impl System for Subject {
    fn threads(&self) -> &[ThreadId] {
        self.actors.threads()
    }

    fn status(&self, thread: ThreadId) -> Status {
        self.actors.status(thread)
    }

    fn enabled(&mut self, thread: ThreadId) -> bool {
        let is_held = self.is(Mistake::NeverResumes)
            && matches!(self.actors.waits_for(thread), Obstacle::Value(it) if it.object.0 % 2 == 0);
        self.actors.enabled(thread) && !is_held
    }

    fn branches(&mut self, thread: ThreadId) -> u32 {
        if self.is(Mistake::OneBranch) { 1 } else { self.actors.branches(thread) }
    }

    fn pending(&mut self, thread: ThreadId, accesses: &mut Vec<Access>) {
        let from = accesses.len();
        self.actors.pending(thread, accesses);
        self.hide(accesses, from);
    }

    fn pending_branch(&mut self, choice: Choice, accesses: &mut Vec<Access>) {
        let from = accesses.len();
        self.actors.pending_branch(choice, accesses);
        self.hide(accesses, from);
    }

    fn readiness(&mut self, thread: ThreadId) -> Readiness {
        if self.mistake.is_none() {
            return self.actors.readiness(thread);
        }
        match self.status(thread) {
            Status::Ended(_) => Readiness::Ended,
            Status::Waiting if !self.enabled(thread) => Readiness::Waiting,
            Status::Waiting if self.varies(thread) == Variation::Never && self.branches(thread) == 1 => {
                Readiness::Plain
            }
            Status::Waiting => Readiness::Special,
        }
    }

    fn varies(&self, thread: ThreadId) -> Variation {
        if self.is(Mistake::NeverVaries) { Variation::Never } else { self.actors.varies(thread) }
    }

    fn waits_for(&self, thread: ThreadId) -> Obstacle {
        if self.is(Mistake::WaitsForThread) { Obstacle::Thread } else { self.actors.waits_for(thread) }
    }

    fn expects(&self, thread: ThreadId, places: &mut Vec<Place>) {
        if !self.is(Mistake::ForgetsExpects) && !self.is(Mistake::WaitsForThread) {
            self.actors.expects(thread, places);
        }
    }

    fn step(&mut self, choice: Choice, accesses: &mut Vec<Access>) {
        let from = accesses.len();
        self.actors.step(choice, accesses);
        self.hide(accesses, from);
    }

    fn depth(&self) -> usize {
        self.actors.depth()
    }

    fn back_to(&mut self, depth: usize) {
        self.actors.back_to(depth);
    }

    fn failures(&self) -> &[Failure] {
        self.actors.failures()
    }

    fn final_fault(&self) -> Option<Fault> {
        if self.is(Mistake::NoFinalFault) { None } else { self.actors.final_fault() }
    }

    fn encode(&mut self, live: bool, part: &mut dyn FnMut(&[u64])) {
        self.actors.encode(live, part);
    }

    fn is_deadlock(&mut self) -> bool {
        !self.is(Mistake::NoDeadlocks) && self.actors.is_deadlock()
    }
}
