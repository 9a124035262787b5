//! States that have been met, compared exactly, and what follows those that have been explored.
//!
//! States are kept under names that do not depend on how they were reached; so are the summaries.
//!
//! If memory is limited, states that have been explored are forgotten at times, and explored again if they are met again:
//! all those that nobody has come back to since the last time, and if that is not enough the others too.

use super::sets::SetId;
use super::states::States;
use super::summary::is_shared;
use super::visits::{Abroad, Visits};
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
    /// What is shared with others, if anything is. Then only states are here that have no room there.
    #[serde(skip)]
    visits: Option<Visits>,
    /// Summaries that speak of the current execution, under names; and the other way round.
    #[serde(skip)]
    named: Renaming,
    #[serde(skip)]
    recalled: Renaming,
}

/// What is known of a state.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Stored {
    pub(super) entry: Entry,
    summary: SummaryId,
    /// The names of the threads that are enabled.
    enabled: SetId,
    /// Those of the threads that were not explored from it because of what had been explored before.
    asleep: SetId,
    /// Somebody has come back to it.
    is_recent: bool,
}

/// From here on, the numbers of states are those of [`Visits`].
const SHARED: u32 = 1 << 31;

impl Table {
    /// A table of no states; whether results that nobody can get any more are left out, and how much memory may be used.
    pub fn new(live: bool, most_bytes: Option<u64>) -> Self {
        Table { states: States::new(live), most_bytes, ..Table::default() }
    }

    /// The number of the current state. It may be another one's when the next state is looked up, unless it has been
    /// [opened](Table::open).
    pub fn key(&mut self, system: &mut impl System) -> u32 {
        self.states.read(system);
        let Table { states, entries, words, visits, met, .. } = self;
        let shared = visits.as_mut().and_then(|it| {
            it.look_up(states, words, |words, summary| {
                *met += 1;
                stored(system, words, summary)
            })
        });
        if let Some(index) = shared {
            return SHARED | index;
        }
        let key = states.number_now();
        if key as usize == entries.len() {
            entries.push(stored(system, words, None));
            *met += 1;
        }
        key
    }

    /// From now on what is known is shared with others. Only the states along the execution are of interest, and they are to
    /// be looked up anew.
    pub fn share(&mut self, library: Arc<Library>) {
        match &mut self.visits {
            Some(visits) if Arc::ptr_eq(&visits.library, &library) => visits.forget_execution(),
            _ => {
                self.visits = Some(Visits::new(library));
                self.states = self.states.emptied();
                self.entries.clear();
            }
        }
    }

    /// Whether what is known is shared with others.
    pub fn is_shared(&self) -> bool {
        self.visits.is_some()
    }

    /// Whether a state from which nobody goes on is met for the first time by anybody.
    pub fn claim(&mut self, key: u32) -> bool {
        let Table { visits: Some(visits), states, .. } = self else { return true };
        match index_of(key) {
            Some(index) => visits.library.claim(visits.list[index as usize].mark),
            None => visits.claim(states, states.parts_of(key)),
        }
    }

    /// Tells others all that is known.
    pub fn tell(&self, library: &Library) {
        let mut abroad = Abroad::default();
        for (key, stored) in self.entries.iter().enumerate() {
            if stored.entry == Entry::Closed {
                let parts = self.states.parts_of(key as u32);
                if let Some((mark, _)) = library.meet(abroad.state(&self.states, parts, library)) {
                    library.close(mark, abroad.lend(stored.summary, &self.words, library));
                }
            }
        }
    }

    pub fn get(&self, key: u32) -> Entry {
        self.stored(key).entry
    }

    fn stored(&self, key: u32) -> &Stored {
        match (index_of(key), &self.visits) {
            (Some(index), Some(visits)) => &visits.list[index as usize].stored,
            _ => &self.entries[key as usize],
        }
    }

    /// A state is being explored.
    pub fn open(&mut self, key: u32, depth: usize) {
        match (index_of(key), &mut self.visits) {
            (Some(index), Some(visits)) => visits.open(index, depth),
            _ => self.entries[key as usize].entry = Entry::Open(depth),
        }
    }

    /// A state is as if it had not been met.
    pub fn forget(&mut self, key: u32) {
        match (index_of(key), &mut self.visits) {
            (Some(index), Some(visits)) => visits.leave(index),
            _ => self.entries[key as usize].entry = Entry::New,
        }
    }

    /// The last state that is being explored, after so many steps of the current execution, has been.
    pub fn close<S: System>(
        &mut self,
        system: &S,
        depth: usize,
        (key, asleep): (u32, &[ThreadId]),
        summary: SummaryId,
    ) {
        if system.renames() {
            self.named.start_anew();
        }
        let summary = self.named.rename(summary, None, &mut self.words, &AtDepth { system, depth });
        if let (Some(index), Some(visits)) = (index_of(key), &mut self.visits) {
            visits.close(index, summary, &self.words);
            return;
        }
        let asleep = asleep.iter().filter_map(|&it| system.name_of_thread(it, depth));
        let asleep = self.words.threads.of(asleep);
        let entry = &mut self.entries[key as usize];
        (entry.entry, entry.summary, entry.asleep) = (Entry::Closed, summary, asleep);
    }

    /// The names of the threads that were not explored from a state.
    pub fn asleep(&self, key: u32) -> &[ThreadId] {
        self.words.threads.get(self.stored(key).asleep)
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
        let mut visits = self.visits.take();
        let old = std::mem::replace(self, Table { states, most_bytes, met, ..Table::default() });
        let mut renaming = Renaming::default();
        if let Some(visits) = &mut visits {
            visits.renumber(|it| *it = self.copy_stored(&old, it, &mut renaming));
        }
        self.visits = visits;
        for (key, summary) in open {
            if index_of(*key).is_none() {
                *key = self.copy(&old, *key, &mut renaming);
            }
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
        let stored = self.copy_stored(old, &old.entries[key as usize], renaming);
        let new = self.states.copy(&old.states, key);
        debug_assert_eq!(self.entries.len(), new as usize, "states are taken over one by one");
        self.entries.push(Stored { is_recent: false, ..stored });
        new
    }

    /// What another table knows of a state, by the numbers here.
    fn copy_stored(&mut self, old: &Table, stored: &Stored, renaming: &mut Renaming) -> Stored {
        let summary = renaming.rename(stored.summary, Some(&old.words), &mut self.words, &Same);
        let enabled = self.words.threads.copy(&old.words.threads, stored.enabled);
        let asleep = self.words.threads.copy(&old.words.threads, stored.asleep);
        Stored { summary, enabled, asleep, ..*stored }
    }

    /// Somebody has come back to a state.
    pub fn note_return(&mut self, key: u32) {
        if index_of(key).is_none() {
            self.entries[key as usize].is_recent = true;
        }
    }

    /// What follows a state, in terms of the current execution.
    pub fn recall<S: System>(&mut self, system: &S, key: u32) -> SummaryId {
        let summary = self.stored(key).summary;
        if !system.renames() {
            return summary;
        }
        self.recalled.start_anew();
        self.recalled.rename(summary, None, &mut self.words, &Now { system })
    }

    /// The names of those who were enabled at a state.
    pub fn enabled(&self, key: u32) -> SetId {
        self.stored(key).enabled
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

/// Which of the states that are shared has a number, if one has.
fn index_of(key: u32) -> Option<u32> {
    key.checked_sub(SHARED)
}

/// What is known of the current state, which has been explored and is followed by this, or is new.
fn stored(system: &mut impl System, words: &mut Vocabulary, summary: Option<SummaryId>) -> Stored {
    let mut enabled = Vec::new();
    for index in 0..if summary.is_none() { system.threads().len() } else { 0 } {
        let thread = system.threads()[index];
        if system.enabled(thread) {
            enabled.extend(system.name_of_thread(thread, system.depth()));
        }
    }
    let entry = if summary.is_some() { Entry::Closed } else { Entry::New };
    let summary = summary.unwrap_or_else(|| words.nothing());
    let enabled = words.threads.of(enabled.into_iter());
    let asleep = words.threads.of(std::iter::empty());
    Stored { entry, summary, enabled, asleep, is_recent: false }
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
