//! The states along an execution, and what is known to follow each of them.
//!
//! When a state is met that has been explored, its summary stands for what is not explored again: events before the state
//! are in races with what the summary says.

use super::clock::Clock;
use super::probe;
use super::sources::Sources;
use super::summary::{Future, StepBack, Summary, Vocabulary};
use super::table::{Entry, Table, name_of};
use crate::team::tables::Library;
use event::{Access, Execution, Obstacle, System, ThreadId};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// See the module.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Trail {
    table: Table,
    words: Vocabulary,
    marks: Vec<Mark>,
    /// Room for summaries, used before.
    #[serde(skip)]
    spare: Vec<Summary>,
}

/// A state along the execution.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Mark {
    key: u32,
    /// What follows it, as far as it has been explored.
    summary: Summary,
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
        let summary = self.spare.pop().unwrap_or_default();
        self.marks.push(Mark { key, summary, asleep });
    }

    /// Adds to what follows the current state.
    pub fn add(&mut self, futures: &[Future]) {
        if let Some(mark) = self.marks.last_mut() {
            mark.summary.extend(futures.iter().copied());
        }
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
    ) -> Vec<Future> {
        self.table.note_return(key);
        let futures = self.table.recall(system, key, &mut self.words);
        for future in futures.iter().filter(|_| !planted::bug!(SummaryIgnored)) {
            let threads: Vec<ThreadId> = self.words.threads.get(future.threads).to_vec();
            let races = sources.history.races_of_future(
                threads.into_iter(),
                self.words.accesses.get(future.past),
                self.words.accesses.get(future.touches),
                future.waits,
            );
            for first in races {
                let first = first as usize;
                let is_enabled = self.was_enabled(system, first, future.first);
                let is_led_to = sources.lead_to(execution, first, is_enabled.then_some(future.first));
                // What waits may have to come before several events, and then it is not known who comes first.
                if !is_led_to && future.waits {
                    self.expand(system, sources, first);
                }
            }
        }
        futures
    }

    /// An event would touch other things if it came before the event `first`: what follows a known state and conflicts with
    /// these is led to from before that event, too.
    pub fn learn_other<S: System, C: Clock>(
        &self,
        system: &S,
        execution: &Execution,
        sources: &mut Sources<C>,
        (first, touched): (usize, &[Access]),
        futures: &[Future],
    ) {
        for future in futures {
            let sets = [future.touches, future.past].map(|it| self.words.accesses.get(it));
            if !sets.iter().any(|it| event::conflict(it, touched)) {
                continue;
            }
            let is_enabled = self.was_enabled(system, first, future.first);
            if !sources.lead_to(execution, first, is_enabled.then_some(future.first)) {
                self.expand(system, sources, first);
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
    pub fn waiting<S: System>(&mut self, system: &mut S) -> Vec<Future> {
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
            found.push(self.words.next(thread, &places, true));
        }
        found
    }

    /// An event, with what follows it, is known to follow the state before it. `waits`: it could happen only because of what
    /// was there.
    pub fn extend<S: System>(
        &mut self,
        system: &S,
        execution: &Execution,
        depth: usize,
        waits: bool,
        behind: Vec<Future>,
    ) {
        let exists = |it: Access| name_of(system, it, depth).is_some();
        let event = (execution.events()[depth].choice, execution.accesses(depth));
        let Mark { key, summary, .. } = &mut self.marks[depth];
        let mut back = StepBack::new(&mut self.words, event, &exists);
        summary.extend(back.event(waits));
        for future in behind {
            let could_run = future.is_next && self.table.was_enabled(*key, system, future.first);
            summary.extend(back.future(future, could_run));
        }
    }

    /// Everything that has to be explored from the last state has been; `behind` follows it too. Returns what follows it in
    /// all. The state is known from now on, or it is not (`is_known`).
    pub fn close<S: System>(&mut self, system: &S, behind: Vec<Future>, is_known: bool) -> Vec<Future> {
        let Some(Mark { key, mut summary, asleep }) = self.marks.pop() else { return Vec::new() };
        summary.extend(behind);
        if is_known {
            self.table.close(system, self.marks.len(), (key, &asleep), &summary, &self.words);
        } else {
            self.table.forget(key);
        }
        let behind = summary.take_list();
        self.spare.push(summary);
        behind
    }

    /// There is no execution; states that have not been explored are as if they had not been met.
    pub fn abandon(&mut self) {
        for mark in self.marks.drain(..) {
            self.table.forget(mark.key);
        }
    }

    /// Forgets some states if there are too many.
    pub fn relieve(&mut self) {
        if self.table.is_full() {
            self.table.forget_some(&mut self.marks.iter_mut().map(|it| &mut it.key));
            self.words.forget_unused(&mut self.marks.iter_mut().map(|it| &mut it.summary));
        }
    }

    /// Whether a thread was enabled at a state of the current execution.
    pub fn was_enabled<S: System>(&self, system: &S, depth: usize, thread: ThreadId) -> bool {
        self.table.was_enabled(self.marks[depth].key, system, thread)
    }
}
