//! What is known to happen after a state, as far as earlier events can race with it.
//!
//! A state that has been explored need not be explored again when another execution leads to it. But events of that other
//! execution race with what follows the state. So for each event f that follows, in some execution from the state, the
//! summary says what f touches, what the events touch that f depends on, whose they are, and who comes first among them.
//! That is what it takes to find out which events before the state could change places with f, and who has to be
//! explored to get there.

use super::sets::{SetId, Sets};
use event::{Access, Choice, ThreadId};
use rustc_hash::FxHashSet;

/// An event that follows a state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Future {
    /// What it touches.
    pub touches: SetId,
    /// What the events touch that come after the state and that it depends on.
    pub past: SetId,
    /// Whose events these are, and who does it, as far as they exist at the state.
    pub threads: SetId,
    /// Whose event is the first of them all.
    pub first: ThreadId,
    /// It waits for something: it may have to come before several conflicting events.
    pub waits: bool,
    /// It is what its thread does next.
    pub is_next: bool,
}

/// What follows a state.
pub(crate) type Summary = FxHashSet<Future>;

/// The sets that futures speak of.
#[derive(Debug, Default)]
pub(crate) struct Vocabulary {
    pub accesses: Sets<Access>,
    pub threads: Sets<ThreadId>,
}

impl Vocabulary {
    /// An event that follows at once; `waits`: it could happen only because of what was there.
    pub fn next(&mut self, thread: ThreadId, accesses: &[Access], waits: bool) -> Future {
        let matter = accesses.iter().copied().filter(|&it| is_shared(it));
        Future {
            touches: self.accesses.of(matter),
            past: self.accesses.of(std::iter::empty()),
            threads: self.threads.of(std::iter::once(thread)),
            first: thread,
            waits: waits || accesses.iter().any(|&it| can_wait(it)),
            is_next: true,
        }
    }

    /// The same as far as what it touches exists; `None` if it touches nothing of that.
    pub fn restrict(&mut self, future: Future, exists: &dyn Fn(Access) -> bool) -> Option<Future> {
        let touches = self.restrict_set(future.touches, exists);
        let past = self.restrict_set(future.past, exists);
        (!self.accesses.get(touches).is_empty()).then_some(Future { touches, past, ..future })
    }

    fn restrict_set(&mut self, set: SetId, exists: &dyn Fn(Access) -> bool) -> SetId {
        let accesses = self.accesses.get(set);
        if accesses.iter().all(|&it| exists(it)) {
            return set;
        }
        let kept: Vec<Access> = accesses.iter().copied().filter(|&it| exists(it)).collect();
        self.accesses.of(kept.into_iter())
    }

    /// Forgets all sets but those of some summaries.
    pub fn forget_unused(&mut self, summaries: &mut dyn Iterator<Item = &mut Summary>) {
        let old = std::mem::take(self);
        for summary in summaries {
            let renewed = summary.iter().map(|it| Future {
                touches: self.accesses.copy(&old.accesses, it.touches),
                past: self.accesses.copy(&old.accesses, it.past),
                threads: self.threads.copy(&old.threads, it.threads),
                ..*it
            });
            *summary = renewed.collect();
        }
    }

    /// Whether some access waits for the end of a thread.
    fn follows(&self, set: SetId, thread: ThreadId) -> bool {
        let accesses = self.accesses.get(set);
        accesses.contains(&Access::Follow(thread)) || accesses.contains(&Access::Join(thread))
    }

    /// What follows the state before an event, given what follows the state after it: the same, after the event if it
    /// depends on that. What waits need not have been possible right before an event that it conflicts with, but may be
    /// before more of them, so it also stays as it is, unless it `could_run` before the event: then it is explored there.
    pub fn before(
        &mut self,
        (choice, accesses): (Choice, &[Access]),
        future: Future,
        could_run: bool,
    ) -> impl Iterator<Item = Future> + use<> {
        let thread = choice.thread;
        let is_spawned = |it: &ThreadId| accesses.contains(&Access::Spawn(*it));
        let threads = self.threads.get(future.threads);
        let must_follow = threads.iter().any(|it| *it == thread || is_spawned(it))
            || event::conflict(accesses, self.accesses.get(future.past))
            || self.follows(future.touches, thread)
            || self.follows(future.past, thread);
        let conflicts = event::conflict(accesses, self.accesses.get(future.touches));
        let may_stay = !must_follow && (!conflicts || future.waits && !could_run);
        let threads: Vec<ThreadId> = threads.iter().copied().filter(|it| !is_spawned(it)).chain([thread]).collect();
        let follows = (must_follow || conflicts).then(|| {
            let past: Vec<Access> = self.accesses.get(future.past).to_vec();
            let shared = accesses.iter().copied().filter(|&it| is_shared(it));
            Future {
                past: self.accesses.of(past.into_iter().chain(shared)),
                threads: self.threads.of(threads.into_iter()),
                first: thread,
                is_next: false,
                ..future
            }
        });
        follows.into_iter().chain(may_stay.then_some(future))
    }
}

/// Whether others can conflict with it.
pub(crate) fn is_shared(access: Access) -> bool {
    access.place().is_some() || matches!(access, Access::Join(_) | Access::Detach(_) | Access::Follow(_))
}

/// Whether an event with this access can be kept from happening by conflicting ones.
fn can_wait(access: Access) -> bool {
    matches!(access, Access::Expect(_) | Access::Lock(_))
}
