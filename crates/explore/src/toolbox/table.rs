//! States that have been met, compared exactly, and what follows those that have been explored.
//!
//! States are kept under names that do not depend on how they were reached; so are the summaries.
//!
//! If memory is limited, states that have been explored are forgotten at times, and explored again if they are met again:
//! all those that nobody has come back to since the last time, and if that is not enough the others too.

use super::sets::{Memo, SetId};
use super::states::States;
use super::summary::is_shared;
use super::vocabulary::{Names, Renaming, Same, SummaryId, Vocabulary};
use crate::team::tables::Library;
use event::{Access, System, ThreadId};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How far a state is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Entry {
    /// Not met before, or forgotten.
    New,
    /// On the current execution, after so many events.
    Open(usize),
    /// Explored.
    Closed,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Table {
    states: States,
    /// For each state.
    entries: Vec<Stored>,
    /// What summaries speak of: those of states under names, and those of the execution as it is.
    pub words: Vocabulary,
    /// About how many bytes may be used.
    most_bytes: Option<u64>,
    /// How many states have been met.
    met: u64,
    /// What others know.
    #[serde(skip)]
    library: Option<Arc<Library>>,
    #[serde(skip)]
    abroad: Abroad,
    /// Summaries that speak of the current execution, under names; and the other way round.
    #[serde(skip)]
    named: Renaming,
    #[serde(skip)]
    recalled: Renaming,
}

/// The numbers that summaries, and parts of states, have in the library, and those that its summaries have here.
#[derive(Clone, Debug, Default)]
struct Abroad {
    lent: Renaming,
    borrowed: Renaming,
    parts: Memo<u32>,
    /// The state that was spoken of last.
    state: Vec<u32>,
}

impl Abroad {
    /// A state as the library knows it.
    fn state(&mut self, states: &States, key: u32, library: &Library) -> &[u32] {
        let Abroad { parts, state, .. } = self;
        state.clear();
        state.extend(states.parts_of(key).iter().map(|&it| parts.get_or(it, || library.part(states.part(it)))));
        state.sort_unstable();
        state
    }

    /// A summary as the library knows it.
    fn summary(&mut self, summary: SummaryId, words: &Vocabulary, library: &Library) -> SummaryId {
        let known = self.lent.known(summary);
        known.unwrap_or_else(|| library.teach(|theirs| self.lent.rename(summary, Some(words), theirs, &Same)))
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Stored {
    entry: Entry,
    summary: SummaryId,
    /// The names of the threads that are enabled.
    enabled: SetId,
    /// Those of the threads that were not explored from it because of what had been explored before.
    asleep: SetId,
    /// Somebody has come back to it.
    is_recent: bool,
}

impl Table {
    /// A table of no states; whether results that nobody can get any more are left out, and how much memory may be used.
    pub fn new(live: bool, most_bytes: Option<u64>) -> Self {
        Table { states: States::new(live), most_bytes, ..Table::default() }
    }

    /// The number of the current state.
    pub fn key(&mut self, system: &mut impl System) -> u32 {
        let key = self.states.number(system);
        if key as usize == self.entries.len() {
            self.meet(system);
        }
        if self.get(key) == Entry::New {
            if let Some(library) = self.library.clone() {
                if let Some(summary) = library.look_up(self.abroad.state(&self.states, key, &library)) {
                    self.borrow(key, summary, &library);
                }
            }
        }
        key
    }

    /// Adds the current state, which is new.
    fn meet(&mut self, system: &mut impl System) {
        let mut enabled = Vec::new();
        for index in 0..system.threads().len() {
            let thread = system.threads()[index];
            if system.enabled(thread) {
                enabled.extend(system.name_of_thread(thread, system.depth()));
            }
        }
        let enabled = self.words.threads.of(enabled.into_iter());
        let asleep = self.words.threads.of(std::iter::empty());
        let summary = self.words.nothing();
        self.entries.push(Stored { entry: Entry::New, summary, enabled, asleep, is_recent: false });
        self.met += 1;
    }

    /// From now on others are told what is known here, and asked.
    pub fn share(&mut self, library: Arc<Library>) {
        self.library = Some(library);
    }

    /// Whether a state from which nobody goes on is met for the first time by anybody.
    pub fn claim(&mut self, key: u32) -> bool {
        let Table { library, abroad, states, .. } = self;
        library.as_ref().is_none_or(|it| it.claim(abroad.state(states, key, it)))
    }

    /// Knows about a state what somebody else knows.
    fn borrow(&mut self, key: u32, summary: SummaryId, library: &Library) {
        let Table { abroad, words, .. } = self;
        let borrowed = &mut abroad.borrowed;
        let known = borrowed.known(summary);
        let summary =
            known.unwrap_or_else(|| library.teach(|theirs| borrowed.rename(summary, Some(theirs), words, &Same)));
        let entry = &mut self.entries[key as usize];
        (entry.entry, entry.summary) = (Entry::Closed, summary);
    }

    /// Tells others all that is known.
    pub fn tell(&self, library: &Library) {
        let mut abroad = Abroad::default();
        for (key, stored) in self.entries.iter().enumerate() {
            if stored.entry == Entry::Closed {
                let summary = abroad.summary(stored.summary, &self.words, library);
                library.add(abroad.state(&self.states, key as u32, library), summary);
            }
        }
    }

    /// Tells others what is known about a state.
    fn lend(&mut self, key: u32) {
        let Table { library: Some(library), abroad, words, states, entries, .. } = self else { return };
        let summary = abroad.summary(entries[key as usize].summary, words, library);
        library.add(abroad.state(states, key, library), summary);
    }

    pub fn get(&self, key: u32) -> Entry {
        self.entries[key as usize].entry
    }

    /// A state is being explored.
    pub fn open(&mut self, key: u32, depth: usize) {
        self.entries[key as usize].entry = Entry::Open(depth);
    }

    /// A state is as if it had not been met.
    pub fn forget(&mut self, key: u32) {
        self.entries[key as usize].entry = Entry::New;
    }

    /// A state after so many steps of the current execution has been explored.
    pub fn close<S: System>(
        &mut self,
        system: &S,
        depth: usize,
        (key, asleep): (u32, &[ThreadId]),
        summary: SummaryId,
    ) {
        let asleep = asleep.iter().filter_map(|&it| system.name_of_thread(it, depth));
        let asleep = self.words.threads.of(asleep);
        if system.renames() {
            self.named.start_anew();
        }
        let summary = self.named.rename(summary, None, &mut self.words, &AtDepth { system, depth });
        let entry = &mut self.entries[key as usize];
        (entry.entry, entry.summary, entry.asleep) = (Entry::Closed, summary, asleep);
        self.lend(key);
    }

    /// The names of the threads that were not explored from a state.
    pub fn asleep(&self, key: u32) -> &[ThreadId] {
        self.words.threads.get(self.entries[key as usize].asleep)
    }

    /// Whether more memory is used than may be, with what somebody else uses.
    pub fn is_full(&self, others: usize) -> bool {
        self.most_bytes.is_some_and(|most| (self.bytes() + others) as u64 > most)
    }

    /// About how much memory is used.
    fn bytes(&self) -> usize {
        self.states.bytes() + self.words.bytes() + self.entries.len() * size_of::<Stored>()
    }

    /// Forgets states that have been explored. Those that are being explored, which are given, stay, and so do some summaries;
    /// all get other numbers.
    pub fn forget_some(
        &mut self,
        open: &mut dyn Iterator<Item = (&mut u32, &mut SummaryId)>,
        summaries: &mut dyn Iterator<Item = &mut SummaryId>,
    ) {
        let states = self.states.emptied();
        let (most_bytes, met) = (self.most_bytes, self.met);
        let library = self.library.clone();
        let old = std::mem::replace(self, Table { states, most_bytes, met, library, ..Table::default() });
        let mut renaming = Renaming::default();
        for (key, summary) in open {
            *key = self.copy(&old, *key, &mut renaming);
            *summary = renaming.rename(*summary, Some(&old.words), &mut self.words, &Same);
        }
        for summary in summaries {
            *summary = renaming.rename(*summary, Some(&old.words), &mut self.words, &Same);
        }
        let half = most_bytes.unwrap_or(u64::MAX) / 2;
        for (key, stored) in old.entries.iter().enumerate() {
            if stored.entry == Entry::Closed && stored.is_recent && (self.bytes() as u64) < half {
                self.copy(&old, key as u32, &mut renaming);
            }
        }
    }

    /// Takes over a state of another table.
    fn copy(&mut self, old: &Table, key: u32, renaming: &mut Renaming) -> u32 {
        let stored = &old.entries[key as usize];
        let summary = renaming.rename(stored.summary, Some(&old.words), &mut self.words, &Same);
        let enabled = self.words.threads.copy(&old.words.threads, stored.enabled);
        let asleep = self.words.threads.copy(&old.words.threads, stored.asleep);
        let new = self.states.copy(&old.states, key);
        debug_assert_eq!(self.entries.len(), new as usize, "states are taken over one by one");
        self.entries.push(Stored { entry: stored.entry, summary, enabled, asleep, is_recent: false });
        new
    }

    /// Somebody has come back to a state.
    pub fn note_return(&mut self, key: u32) {
        self.entries[key as usize].is_recent = true;
    }

    /// What follows a state, in terms of the current execution.
    pub fn recall<S: System>(&mut self, system: &S, key: u32) -> SummaryId {
        let summary = self.entries[key as usize].summary;
        if !system.renames() {
            return summary;
        }
        self.recalled.start_anew();
        self.recalled.rename(summary, None, &mut self.words, &Now { system })
    }

    /// The names of those who were enabled at a state.
    pub fn enabled(&self, key: u32) -> SetId {
        self.entries[key as usize].enabled
    }

    /// Names by the number of their set.
    pub fn threads_of(&self, names: SetId) -> &[ThreadId] {
        self.words.threads.get(names)
    }

    /// How many states have been met.
    pub fn met(&self) -> u64 {
        self.met
    }
}

/// The names of what exists after so many steps.
struct AtDepth<'a, S> {
    system: &'a S,
    depth: usize,
}

impl<S: System> Names for AtDepth<'_, S> {
    fn access(&self, access: Access) -> Option<Access> {
        name_of(self.system, access, self.depth)
    }

    fn thread(&self, thread: ThreadId) -> Option<ThreadId> {
        self.system.name_of_thread(thread, self.depth)
    }

    /// What did not exist at the state cannot have been touched before.
    fn matters(&self, touches: &[Access]) -> bool {
        touches.iter().any(|it| it.place().is_some() || matches!(it, Access::Join(_) | Access::Detach(_)))
    }
}

/// What has a name now.
struct Now<'a, S> {
    system: &'a S,
}

impl<S: System> Names for Now<'_, S> {
    fn access(&self, access: Access) -> Option<Access> {
        by_name(self.system, access)
    }

    fn thread(&self, thread: ThreadId) -> Option<ThreadId> {
        self.system.thread_by_name(thread)
    }

    fn matters(&self, _: &[Access]) -> bool {
        true
    }
}

/// An access under names; `None` if what it touches did not exist after so many steps.
pub(crate) fn name_of<S: System>(system: &S, access: Access, depth: usize) -> Option<Access> {
    rename(access, |it| system.name_of_place(it, depth), |it| system.name_of_thread(it, depth))
}

fn by_name<S: System>(system: &S, access: Access) -> Option<Access> {
    rename(access, |it| system.place_by_name(it), |it| system.thread_by_name(it))
}

/// An access to something else.
fn rename(
    access: Access,
    place: impl Fn(event::Place) -> Option<event::Place>,
    thread: impl Fn(ThreadId) -> Option<ThreadId>,
) -> Option<Access> {
    debug_assert!(is_shared(access), "others are left out");
    Some(match access {
        Access::Read(it) => Access::Read(place(it)?),
        Access::Expect(it) => Access::Expect(place(it)?),
        Access::Write(it) => Access::Write(place(it)?),
        Access::Update(it) => Access::Update(place(it)?),
        Access::Lock(it) => Access::Lock(place(it)?),
        Access::TryLock(it) => Access::TryLock(place(it)?),
        Access::FailedTryLock(it) => Access::FailedTryLock(place(it)?),
        Access::Unlock(it) => Access::Unlock(place(it)?),
        Access::ResetMutex(it) => Access::ResetMutex(place(it)?),
        Access::EndObject(it) => Access::EndObject(place(it)?),
        Access::Spawn(it) => Access::Spawn(thread(it)?),
        Access::Join(it) => Access::Join(thread(it)?),
        Access::Follow(it) => Access::Follow(thread(it)?),
        Access::Detach(it) => Access::Detach(thread(it)?),
        Access::Choose | Access::Fence | Access::Nothing => access,
    })
}
