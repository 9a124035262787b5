//! The states along an execution, and what is known to follow each of them.
//!
//! When a state is met that has been explored, its summary stands for what is not explored again: events before the state
//! are in races with what the summary says.

use super::clock::Clock;
use super::probe;
use super::sets::{Pool, SetId};
use super::sources::Sources;
use super::summary::{Future, StepBack};
use super::table::{Entry, Table, name_of};
use super::vocabulary::{FutureId, SummaryId};
use crate::team::tables::Library;
use event::{Access, Execution, Obstacle, System, ThreadId};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// See the module.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Trail {
    table: Table,
    marks: Vec<Mark>,
    /// The steps back that were made, if names are what they are.
    #[serde(skip)]
    steps: Steps,
    /// Room for what follows.
    #[serde(skip)]
    list: Vec<FutureId>,
    #[serde(skip)]
    sorted: Vec<Future>,
}

/// Steps back that were made.
#[derive(Clone, Debug, Default)]
struct Steps {
    /// Over whole summaries.
    summaries: FxHashMap<Step, SummaryId>,
    /// Over one future: what becomes of it.
    futures: FxHashMap<(u32, FutureId), [FutureId; 2]>,
    /// What decides what becomes of a future: whose event it is, what that touches, and who was enabled before it.
    events: Pool<u32>,
}

/// A step back over an event, and everything that decides what comes of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Step {
    event: u32,
    /// It could happen only because of what was there.
    waits: bool,
    /// What follows it.
    behind: SummaryId,
}

/// No future.
const NONE: FutureId = FutureId::MAX;

impl Steps {
    /// About how much memory they take.
    fn bytes(&self) -> usize {
        let summaries = 2 * self.summaries.len() * size_of::<(Step, SummaryId)>();
        summaries + 2 * self.futures.len() * size_of::<((u32, FutureId), [FutureId; 2])>() + self.events.bytes()
    }
}

/// A state along the execution.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Mark {
    key: u32,
    /// What follows it, as far as it has been explored.
    summary: SummaryId,
    /// Who is not explored from it because of what was explored before.
    asleep: Vec<ThreadId>,
}

impl Trail {
    /// Nothing is known; whether results that nobody can get any more are left out of states, and how much memory may be
    /// used.
    pub fn new(live: bool, most_bytes: Option<u64>) -> Self {
        Trail { table: Table::new(live, most_bytes), ..Trail::default() }
    }

    /// From now on others are told what is known here, and asked.
    pub fn share(&mut self, library: Arc<Library>) {
        self.table.share(library);
    }

    /// Tells others all that is known.
    pub fn tell(&self, library: &Library) {
        self.table.tell(library);
    }

    /// Whether a state from which nobody goes on is met for the first time by anybody.
    pub fn claim(&mut self, key: u32) -> bool {
        self.table.claim(key)
    }

    /// How many states along the execution are being explored.
    pub fn len(&self) -> usize {
        self.marks.len()
    }

    /// How many states have been met.
    pub fn met(&self) -> u64 {
        self.table.met()
    }

    /// The number of the current state, and what is known about it.
    pub fn look_up<S: System>(&mut self, system: &mut S) -> (u32, Entry) {
        let key = self.table.key(system);
        (key, self.table.get(key))
    }

    /// The current state is explored, but for what some threads would do next.
    pub fn open(&mut self, key: u32, asleep: Vec<ThreadId>) {
        self.table.open(key, self.marks.len());
        let summary = self.table.words.nothing();
        self.marks.push(Mark { key, summary, asleep });
    }

    /// The state after so many events, which is the current one, is being explored again.
    pub fn reopen<S: System>(&mut self, system: &mut S, depth: usize) {
        if self.table.is_shared() && depth < self.marks.len() {
            let key = self.table.key(system);
            self.table.open(key, depth);
            self.marks[depth].key = key;
        }
    }

    /// Adds to what follows the current state.
    pub fn add(&mut self, summary: SummaryId) {
        if let Some(mark) = self.marks.last_mut() {
            mark.summary = self.table.words.union(mark.summary, summary);
        }
    }

    /// What follows a state from which nobody goes on.
    pub fn nothing(&mut self) -> SummaryId {
        self.table.words.nothing()
    }

    /// Who was not explored from a state that is known.
    pub fn asleep<S: System>(&self, system: &S, key: u32) -> Vec<ThreadId> {
        self.table.asleep(key).iter().filter_map(|&it| system.thread_by_name(it)).collect()
    }

    /// The execution has come to a state that is known: its events are in races with what follows there, which is returned.
    pub fn arrive<S: System, C: Clock>(
        &mut self,
        system: &mut S,
        execution: &Execution,
        sources: &mut Sources<C>,
        key: u32,
    ) -> SummaryId {
        self.table.note_return(key);
        let summary = self.table.recall(system, key);
        let Trail { table: Table { words, .. }, sorted, .. } = self;
        sorted.clear();
        sorted.extend(words.summary(summary).iter().map(|&it| words.future(it)));
        // What differs only in who comes first is then next to each other.
        sorted.sort_unstable();
        let mut races = Vec::new();
        let mut last = None;
        for future in self.sorted.iter().filter(|_| !planted::bug!(SummaryIgnored)) {
            let words = &self.table.words;
            let what = (future.touches, future.past, future.threads, future.waits);
            if last.replace(what) != Some(what) {
                sources.history.races_of_future(
                    words.threads.get(future.threads).iter().copied(),
                    words.accesses.get(future.past),
                    words.accesses.get(future.touches),
                    future.waits,
                    &mut races,
                );
            }
            for &first in &races {
                let first = first as usize;
                let is_enabled = self.was_enabled(system, first, future.first);
                let is_led_to = sources.lead_to(execution, first, is_enabled.then_some(future.first));
                // What waits may have to come before several events, and then it is not known who comes first.
                if !is_led_to && future.waits {
                    self.expand(system, sources, first);
                }
            }
        }
        summary
    }

    /// An event would touch other things if it came before the event `first`: what follows a known state and conflicts with
    /// these is led to from before that event, too.
    pub fn learn_other<S: System, C: Clock>(
        &self,
        system: &S,
        execution: &Execution,
        sources: &mut Sources<C>,
        (first, touched): (usize, &[Access]),
        summary: SummaryId,
    ) {
        let words = &self.table.words;
        let (thread, accesses) = (execution.events()[first].choice.thread, execution.accesses(first));
        for future in words.summary(summary).iter().map(|&it| words.future(it)) {
            let sets = [future.touches, future.past].map(|it| words.accesses.get(it));
            let conflicts = |with: &[Access]| sets.iter().any(|it| event::conflict(it, with));
            let is_after = words.threads.get(future.threads).contains(&thread) || conflicts(accesses);
            if is_after || !conflicts(touched) {
                continue;
            }
            let is_enabled = self.was_enabled(system, first, future.first);
            if !sources.lead_to(execution, first, is_enabled.then_some(future.first)) {
                self.expand(system, sources, first);
            }
        }
    }

    /// Somebody waits before each of some events for an end that may follow a known state: what follows there, and not the
    /// event, is led to from before that event, too.
    pub fn learn_ends<S: System, C: Clock>(
        &self,
        system: &S,
        execution: &Execution,
        sources: &mut Sources<C>,
        held_up: &[usize],
        summary: SummaryId,
    ) {
        let words = &self.table.words;
        for &first in held_up.iter().filter(|_| !planted::bug!(KnownEndsIgnored)) {
            let (thread, accesses) = (execution.events()[first].choice.thread, execution.accesses(first));
            for future in words.summary(summary).iter().map(|&it| words.future(it)) {
                let conflicts =
                    [future.touches, future.past].map(|it| event::conflict(accesses, words.accesses.get(it)));
                if conflicts.contains(&true) || words.threads.get(future.threads).contains(&thread) {
                    continue;
                }
                let is_enabled = self.was_enabled(system, first, future.first);
                let is_led_to = sources.lead_to(execution, first, is_enabled.then_some(future.first));
                if !is_led_to && future.waits {
                    self.expand(system, sources, first);
                }
            }
        }
    }

    /// Has everybody explored from a state.
    pub fn expand<S: System, C: Clock>(&self, system: &S, sources: &mut Sources<C>, depth: usize) {
        if sources.is_shared(depth) {
            return;
        }
        for &thread in system.threads() {
            let is_known = sources.levels[depth].threads.contains(&thread);
            if !is_known && self.was_enabled(system, depth, thread) {
                sources.levels[depth].threads.push(thread);
            }
        }
    }

    /// Threads that wait at the end of an execution, as what they would do.
    pub fn waiting<S: System>(&mut self, system: &mut S) -> SummaryId {
        let mut found = Vec::new();
        for (thread, obstacle) in probe::waiting(system).into_iter().filter(|_| !planted::bug!(WaitersLeaveNoTrace)) {
            let mut places = Vec::new();
            match obstacle {
                Obstacle::Mutex(mutex) => places.push(Access::Lock(mutex)),
                Obstacle::Value(_) => {
                    let mut expected = Vec::new();
                    system.expects(thread, &mut expected);
                    places.extend(expected.into_iter().map(Access::Expect));
                }
                Obstacle::Thread | Obstacle::Itself | Obstacle::Several => continue,
            }
            let next = self.table.words.next(thread, &places, true);
            found.push(self.table.words.number(next));
        }
        self.table.words.summarise(found)
    }

    /// An event, with what follows it, is known to follow the state before it. `waits`: it could happen only because of what
    /// was there.
    pub fn extend<S: System>(
        &mut self,
        system: &S,
        execution: &Execution,
        depth: usize,
        waits: bool,
        behind: SummaryId,
    ) {
        let Mark { key, summary, .. } = self.marks[depth];
        let Trail { table, steps, .. } = self;
        let enabled = table.enabled(key);
        let accesses = table.words.accesses.of(execution.accesses(depth).iter().copied());
        let event = steps.events.of(&[execution.events()[depth].choice.thread.0, accesses, enabled]);
        let step = Step { event, waits, behind };
        let known = if system.renames() { None } else { steps.summaries.get(&step).copied() };
        let follows = known.unwrap_or_else(|| self.step_back(system, execution, depth, (step, enabled)));
        self.marks[depth].summary = self.table.words.union(summary, follows);
    }

    /// What follows the state before an event, as far as it is the event and what follows that.
    fn step_back<S: System>(
        &mut self,
        system: &S,
        execution: &Execution,
        depth: usize,
        (step, enabled): (Step, SetId),
    ) -> SummaryId {
        let exists = |it: Access| name_of(system, it, depth).is_some();
        let event = (execution.events()[depth].choice, execution.accesses(depth));
        let names = self.table.threads_of(enabled).to_vec();
        let Trail { table: Table { words, .. }, steps, list, .. } = self;
        list.clear();
        let mut back = StepBack::new(words, event, &exists);
        if let Some(itself) = back.event(step.waits) {
            list.push(back.words.number(itself));
        }
        for index in 0..back.words.summary(step.behind).len() {
            let number = back.words.summary(step.behind)[index];
            let known = if system.renames() { None } else { steps.futures.get(&(step.event, number)).copied() };
            let becomes = known.unwrap_or_else(|| {
                let future = back.words.future(number);
                let could_run = future.is_next && is_one_of(&names, system, future.first);
                let mut becomes = [NONE; 2];
                for (place, future) in becomes.iter_mut().zip(back.future(future, could_run)) {
                    *place = back.words.number(future);
                }
                if !system.renames() {
                    steps.futures.insert((step.event, number), becomes);
                }
                becomes
            });
            list.extend(becomes.into_iter().filter(|&it| it != NONE));
        }
        let follows = words.summarise(list.iter().copied());
        if !system.renames() {
            steps.summaries.insert(step, follows);
        }
        follows
    }

    /// Everything that has to be explored from the last state has been; `behind` follows it too. Returns what follows it in
    /// all. The state is known from now on, or it is not (`is_known`).
    pub fn close<S: System>(&mut self, system: &S, behind: SummaryId, is_known: bool) -> SummaryId {
        let Some(Mark { key, summary, asleep }) = self.marks.pop() else { return self.table.words.nothing() };
        let summary = self.table.words.union(summary, behind);
        if is_known {
            self.table.close(system, self.marks.len(), (key, &asleep), summary);
        } else {
            self.table.forget(key);
        }
        summary
    }

    /// There is no execution; states that have not been explored are as if they had not been met.
    pub fn abandon(&mut self) {
        for mark in self.marks.drain(..) {
            self.table.forget(mark.key);
        }
    }

    /// Forgets some states if there are too many. Summaries that somebody else has at hand get other numbers.
    pub fn relieve<'a>(&'a mut self, others: impl Iterator<Item = &'a mut SummaryId>) {
        if self.table.is_full(self.steps.bytes()) {
            let open = &mut self.marks.iter_mut().map(|it| (&mut it.key, &mut it.summary));
            self.table.forget_some(open, &mut others.into_iter());
            self.steps = Steps::default();
        }
    }

    /// Whether a thread was enabled at a state of the current execution.
    pub fn was_enabled<S: System>(&self, system: &S, depth: usize, thread: ThreadId) -> bool {
        is_one_of(self.table.threads_of(self.table.enabled(self.marks[depth].key)), system, thread)
    }
}

/// Whether a thread of the current execution has one of some names.
fn is_one_of<S: System>(names: &[ThreadId], system: &S, thread: ThreadId) -> bool {
    system.name_of_thread(thread, usize::MAX).is_some_and(|it| names.contains(&it))
}
