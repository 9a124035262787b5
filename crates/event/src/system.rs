//! What an explorer needs of a concurrent program, and no more.

use crate::{Access, Choice, Fault, Mark, Marks, Place, Schedule, ThreadId};

/// A concurrent program that can be stepped and taken back. The C machine is one, the actor system another.
///
/// The system is at some point of an execution; [`System::depth`] steps lead there. Every thread that has not ended
/// waits at a *pending* operation, which is known before it runs.
pub trait System {
    /// The threads that exist now, in the order of their creation.
    fn threads(&self) -> &[ThreadId];

    /// Where a thread is.
    fn status(&self, thread: ThreadId) -> Status;

    /// Whether the pending operation of a thread can run now. False for ended threads.
    ///
    /// Takes `&mut self` because what an atomic section needs is found by running it ahead and taking it back.
    fn enabled(&mut self, thread: ThreadId) -> bool;

    /// How many ways the pending, enabled operation has to run (nondeterministic values); at least 1.
    fn branches(&mut self, thread: ThreadId) -> u32;

    /// Appends what the pending operation would touch if it ran now; its first branch, if they differ.
    fn pending(&mut self, thread: ThreadId, accesses: &mut Vec<Access>);

    /// Appends what a branch of the pending operation would touch if it ran now.
    fn pending_branch(&mut self, choice: Choice, accesses: &mut Vec<Access>) {
        self.pending(choice.thread, accesses);
    }

    /// Whether the pending operation can run now, and whether it is a plain one. A quick answer to several questions.
    fn readiness(&mut self, thread: ThreadId) -> Readiness {
        match self.status(thread) {
            Status::Ended(_) => Readiness::Ended,
            Status::Waiting if self.enabled(thread) => Readiness::Special,
            Status::Waiting => Readiness::Waiting,
        }
    }

    /// What about the pending operation depends on what it finds: a compare-exchange changes memory or only looks at it.
    fn varies(&self, thread: ThreadId) -> Variation;

    /// Whether the next step of an enabled thread conflicts with nothing, whatever others do. False if that is not known.
    fn is_local(&self, _thread: ThreadId) -> bool {
        false
    }

    /// Whether some step that others than `thread` may still make from here, in whatever order and as long as `thread` does
    /// nothing, could conflict with these accesses. True where that is not known.
    fn may_conflict_later(&mut self, _thread: ThreadId, _accesses: &[Access]) -> bool {
        true
    }

    /// Whether a thread that is not enabled because it has come back to where it was would do something by now. (It
    /// [waits for itself](Obstacle::Itself), and the executions in which it came later are others.) `None`: that takes
    /// too long to find out.
    fn goes_on(&mut self, _thread: ThreadId) -> Option<bool> {
        Some(false)
    }

    /// What keeps a waiting thread whose operation is not enabled from going on.
    fn waits_for(&self, thread: ThreadId) -> Obstacle;

    /// Appends the places that decide whether the pending operation of a thread is enabled, if it
    /// [waits for values](Obstacle::Value). Whatever changes any of them is ordered with whatever else does.
    fn expects(&self, thread: ThreadId, places: &mut Vec<Place>) {
        if let Obstacle::Value(place) = self.waits_for(thread) {
            places.push(place);
        }
    }

    /// Runs the pending operation of an enabled thread up to that thread's next one; appends what it touched.
    fn step(&mut self, choice: Choice, accesses: &mut Vec<Access>);

    /// How many steps lead to the current state.
    fn depth(&self) -> usize;

    /// Takes back all but the first `depth` steps. Costs what they changed.
    fn back_to(&mut self, depth: usize);

    /// What failed on the way to the current state, in order.
    fn failures(&self) -> &[Failure];

    /// What is wrong with a state in which no thread is enabled, other than a deadlock.
    fn final_fault(&self) -> Option<Fault> {
        None
    }

    /// Whether some thread has come to an access that could race with another. Once true, it stays so.
    fn may_race(&self) -> bool {
        false
    }

    /// What a thread that [waits for itself](Obstacle::Itself) has written in its last round and would overwrite in the
    /// next, if it has; and how many of its last steps there are from the first of these writes on. That is not taken for
    /// an effect, as long as nobody else touches it in the meantime.
    fn left_behind(&mut self, _thread: ThreadId) -> Option<(Vec<Place>, usize)> {
        None
    }

    /// Whether [`System::left_behind`] ever says anything.
    fn leaves_behind(&self) -> bool {
        false
    }

    /// Somebody else does: all exploration so far counts for nothing. To be followed by [`System::start_over`].
    fn give_up_left_behind(&mut self) {}

    /// Whether the system has found out something that makes races be missed, and that it will avoid when it has
    /// [started over](System::start_over).
    fn must_start_over(&self) -> bool {
        false
    }

    /// Whether the system has found out that the program can do more than it has shown so far, and will show when it has
    /// [started over](System::start_over).
    fn knows_more(&self) -> bool {
        false
    }

    /// Whether [`System::encode`] was asked for states and may have told some alike that are not, since the program
    /// has found out something about names. It will not when it has [started over](System::start_over).
    fn confuses_states(&self) -> bool {
        false
    }

    /// Goes back to the start for another exploration.
    fn start_over(&mut self) {
        self.back_to(0);
    }

    /// The operations of the step that was made last, by this thread, with these accesses, for whoever looks for races.
    fn marks(&self, _thread: ThreadId, _accesses: &[Access], _marks: &mut Marks) {}

    /// What a waiting thread that is not enabled goes on reading, if that is what it does.
    fn awaited(&mut self, _thread: ThreadId) -> Option<Mark> {
        None
    }

    /// Passes on an encoding of the current state, part by part, under names that do not depend on how it was reached, where
    /// that is possible. Two states of one system behave alike if all their parts are equal; no two parts of a state are.
    /// Parts (a thread, an object) recur in many states and are worth sharing. With `live`, results that nobody can get any
    /// more are left out.
    fn encode(&mut self, live: bool, part: &mut dyn FnMut(&[u64]));

    /// Whether threads and places have other names in [`System::encode`] than their numbers, or did not always exist. If not,
    /// each is its own name.
    fn renames(&self) -> bool {
        false
    }

    /// The name of a thread in [`System::encode`]; `None` if it did not exist after so many steps.
    fn name_of_thread(&self, thread: ThreadId, _depth: usize) -> Option<ThreadId> {
        Some(thread)
    }

    /// The thread that has a name now.
    fn thread_by_name(&self, name: ThreadId) -> Option<ThreadId> {
        Some(name)
    }

    /// A place under the names of [`System::encode`]; `None` if it did not exist after so many steps.
    fn name_of_place(&self, place: Place, _depth: usize) -> Option<Place> {
        Some(place)
    }

    /// The place that has a name now.
    fn place_by_name(&self, name: Place) -> Option<Place> {
        Some(name)
    }

    /// Whether this may be a deadlock: no thread is enabled, some thread waits, none was stopped other than by its own end,
    /// and the process has not exited. To be asked only when no thread is enabled. [`System::hangs`] decides.
    fn is_deadlock(&mut self) -> bool {
        self.only_waits()
    }

    /// Whether some thread waits, none would go on, and none was stopped other than by its own end.
    fn only_waits(&mut self) -> bool {
        let mut waiting = false;
        for index in 0..self.threads().len() {
            let thread = self.threads()[index];
            match self.status(thread) {
                Status::Waiting if self.goes_on(thread) != Some(false) => return false,
                Status::Waiting => waiting = true,
                Status::Ended(End::Returned) => {}
                Status::Ended(End::Stopped(_)) if planted::bug!(AssumptionDeadlocks) => {}
                Status::Ended(End::MainReturned | End::Stopped(_) | End::Failed(_)) => return false,
            }
        }
        waiting
    }

    /// Whether some thread hangs in the current state, to which this schedule leads: no continuation lets it past the operation
    /// at which it waits, or out of a loop that has an exit, or ends the program. Threads need not be blocked for that.
    fn hangs(&mut self, schedule: &Schedule) -> Hang {
        let goes_on = (0..self.threads().len()).any(|it| self.enabled(self.threads()[it]));
        if !goes_on && self.is_deadlock() { Hang::At(schedule.clone()) } else { Hang::No }
    }
}

/// Whether some thread hangs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hang {
    /// None does.
    No,
    /// One does in a state to which this schedule leads.
    At(Schedule),
    /// There are too many states to tell.
    Unknown,
}

/// What about an operation depends on what it finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variation {
    /// Nothing: it touches the same whenever it runs.
    Never,
    /// What it touches.
    Accesses,
    /// Whether it is enabled at all, and what it touches then: it waits for values. It has one access, or says with
    /// [`Access::Expect`] which of them decide.
    Enabled,
    /// The same, and these values say for whose end it waits as well. That end need not be ordered with what changes the
    /// values.
    EnabledByEnds,
}

impl Variation {
    /// Whether an operation may have to wait for values.
    pub fn waits(self) -> bool {
        matches!(self, Variation::Enabled | Variation::EnabledByEnds)
    }
}

/// Whether a thread can go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Readiness {
    /// It has ended.
    Ended,
    /// It has not, but is not [enabled](System::enabled).
    Waiting,
    /// It is enabled, has one way to run, and does not [vary](System::varies).
    Plain,
    /// It is enabled, and nothing is said about the rest.
    Special,
}

/// What a thread waits for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Obstacle {
    /// A mutex that is held.
    Mutex(Place),
    /// Bytes that have another value than it needs.
    Value(Place),
    /// It has come back to where it was without having done anything, and is not run further.
    Itself,
    /// A thread that has not ended.
    Thread,
    /// More than one thing, as an atomic section with a lock in it may.
    Several,
}

/// Where a thread is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Status {
    /// At an operation that has not run.
    Waiting,
    /// At its end.
    Ended(End),
}

/// How a thread ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum End {
    /// It returned, or called thread exit.
    Returned,
    /// The entry function returned: the process is over. Otherwise the same as `Returned`.
    MainReturned,
    /// It was stopped without having done anything wrong.
    Stopped(StopKind),
    /// It did something wrong.
    Failed(Fault),
}

/// Why a thread was stopped.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum StopKind {
    /// An assumption failed.
    Assume,
    /// A bound on loops, local steps or call depth was reached.
    Cut,
    /// It has made as many steps as a thread may.
    Steps,
    /// The process exited.
    Exit,
    /// It did something wrong that nobody checks for. Otherwise the same as `Exit`.
    Mistake,
    /// A nondeterministic value with too many possibilities to try.
    Unexplored,
}

/// A thread that did something wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Failure {
    /// Who.
    pub thread: ThreadId,
    /// What.
    pub fault: Fault,
}
