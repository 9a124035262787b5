//! What is known to happen after a state, as far as earlier events can race with it.
//!
//! A state that has been explored need not be explored again when another execution leads to it. But events of that other
//! execution race with what follows the state. So for each event f that follows, in some execution from the state, the
//! summary says what f touches, what the events touch that f depends on, whose they are, and who comes first among them.
//! That is what it takes to find out which events before the state could change places with f, and who has to be
//! explored to get there.
//!
//! What f touches has nothing to do with the values that variables have, so there are far fewer summaries than states, and
//! [steps back](StepBack) repeat themselves. Futures and summaries have numbers ([`Vocabulary`]), and so a step back that was made
//! before, over a summary or over a future in it, costs no more than to find it again (`toolbox/trail.rs`).

use super::sets::{Memo, SetId};
use super::vocabulary::Vocabulary;
use event::{Access, Choice, ThreadId};
use serde::{Deserialize, Serialize};

/// An event that follows a state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
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

/// What is found out about sets in a step back.
#[derive(Clone, Debug, Default)]
pub(super) struct Steps {
    /// For each set of accesses.
    relations: Memo<Relation>,
    /// Each set of accesses, with those of the event.
    extended: Memo<SetId>,
    /// For each set of threads whether the event is one of theirs, or has started one; and the same with that of the event.
    owners: Memo<(bool, SetId)>,
}

/// A step back: what follows the state before an event, given what follows the state after it. Sets occur in many futures, so
/// what is found out about one is kept.
pub(crate) struct StepBack<'a> {
    pub words: &'a mut Vocabulary,
    thread: ThreadId,
    accesses: &'a [Access],
    /// Whether what an access touches exists before the event.
    exists: &'a dyn Fn(Access) -> bool,
}

/// How a set of accesses stands to the event.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Relation {
    conflicts: bool,
    /// Something waits for the end of the thread.
    follows: bool,
    /// As far as it exists before the event.
    existing: SetId,
}

impl<'a> StepBack<'a> {
    /// A step back over an event.
    pub fn new(
        words: &'a mut Vocabulary,
        (choice, accesses): (Choice, &'a [Access]),
        exists: &'a dyn Fn(Access) -> bool,
    ) -> Self {
        let Steps { relations, extended, owners } = &mut words.steps;
        relations.start_anew();
        extended.start_anew();
        owners.start_anew();
        StepBack { words, thread: choice.thread, accesses, exists }
    }

    /// The event itself; `waits`: it could happen only because of what was there.
    pub fn event(&mut self, waits: bool) -> Option<Future> {
        let next = self.words.next(self.thread, self.accesses, waits);
        self.restrict(next)
    }

    /// The same, after the event if it depends on that. What waits need not have been possible right before an event that it
    /// conflicts with, but may be before more of them, so it also stays as it is, unless it `could_run` before the event:
    /// then it is explored there.
    pub fn future(&mut self, future: Future, could_run: bool) -> impl Iterator<Item = Future> + use<> {
        let (is_owned, threads) = self.owners(future.threads);
        let (touches, past) = (self.relation(future.touches), self.relation(future.past));
        let must_follow = is_owned || past.conflicts || touches.follows || past.follows;
        let may_stay = !must_follow && (!touches.conflicts || future.waits && !could_run);
        let follows = (must_follow || touches.conflicts).then(|| Future {
            past: self.extended(future.past),
            threads,
            first: self.thread,
            is_next: false,
            ..future
        });
        let follows = follows.and_then(|it| self.restrict(it));
        let stays = may_stay.then_some(future).and_then(|it| self.restrict(it));
        follows.into_iter().chain(stays)
    }

    /// The same as far as what it touches exists; `None` if it touches nothing of that.
    fn restrict(&mut self, future: Future) -> Option<Future> {
        let (touches, past) = (self.relation(future.touches).existing, self.relation(future.past).existing);
        (!self.words.accesses.get(touches).is_empty()).then_some(Future { touches, past, ..future })
    }

    fn relation(&mut self, set: SetId) -> Relation {
        if let Some(known) = self.words.steps.relations.get(set) {
            return known;
        }
        let accesses = self.words.accesses.get(set);
        let follows = [Access::Follow(self.thread), Access::Join(self.thread)];
        let mut relation = Relation {
            conflicts: event::conflict(self.accesses, accesses),
            follows: follows.iter().any(|it| accesses.contains(it)),
            existing: set,
        };
        if !accesses.iter().all(|&it| (self.exists)(it)) {
            let kept: Vec<Access> = accesses.iter().copied().filter(|&it| (self.exists)(it)).collect();
            relation.existing = self.words.accesses.of(kept.into_iter());
        }
        self.words.steps.relations.set(set, relation);
        relation
    }

    fn extended(&mut self, set: SetId) -> SetId {
        if planted::bug!(PastNotExtended) {
            return set;
        }
        if let Some(known) = self.words.steps.extended.get(set) {
            return known;
        }
        let mut accesses = self.words.accesses.get(set).to_vec();
        accesses.extend(self.accesses.iter().copied().filter(|&it| is_shared(it)));
        let extended = self.words.accesses.of(accesses.into_iter());
        self.words.steps.extended.set(set, extended);
        extended
    }

    fn owners(&mut self, set: SetId) -> (bool, SetId) {
        if let Some(known) = self.words.steps.owners.get(set) {
            return known;
        }
        let is_spawned = |it: &ThreadId| self.accesses.contains(&Access::Spawn(*it));
        let threads = self.words.threads.get(set);
        let is_owned = threads.iter().any(|it| *it == self.thread || is_spawned(it));
        let all: Vec<_> = threads.iter().copied().filter(|it| !is_spawned(it)).chain([self.thread]).collect();
        let owners = (is_owned, self.words.threads.of(all.into_iter()));
        self.words.steps.owners.set(set, owners);
        owners
    }
}

/// Whether others can conflict with it.
pub(crate) fn is_shared(access: Access) -> bool {
    access.place().is_some() || matches!(access, Access::Join(_) | Access::Detach(_) | Access::Follow(_))
}

/// Whether an event with this access can be kept from happening by conflicting ones.
pub(super) fn can_wait(access: Access) -> bool {
    matches!(access, Access::Expect(_) | Access::Lock(_))
}
