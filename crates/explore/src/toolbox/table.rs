//! States that have been met, compared exactly, and what follows those that have been explored.
//!
//! States are kept under names that do not depend on how they were reached; so are the summaries.
//!
//! If memory is limited, states that have been explored are forgotten at times, and explored again if they are met again:
//! all those that nobody has come back to since the last time, and if that is not enough the others too.

use super::sets::{Memo, SetId, Sets};
use super::states::States;
use super::summary::{Future, Summary, Vocabulary, is_shared};
use crate::team::tables::{Closed, Library, Translation};
use event::{Access, System, ThreadId};
use serde::{Deserialize, Serialize};
use std::hash::Hash;
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
    /// Sets under names.
    accesses: Sets<Access>,
    threads: Sets<ThreadId>,
    /// About how much memory the summaries take.
    bytes: usize,
    /// About how many bytes may be used.
    most_bytes: Option<u64>,
    /// How many states have been met.
    met: u64,
    /// What others know.
    #[serde(skip)]
    library: Option<Arc<Library>>,
    #[serde(skip)]
    abroad: Abroad,
    #[serde(skip)]
    renaming: Renaming,
}

/// The numbers that sets, and parts of states, have here and in the library.
#[derive(Clone, Debug, Default)]
struct Abroad {
    accesses: Translation,
    threads: Translation,
    parts: Translation,
    /// The state that was spoken of last.
    state: Vec<u32>,
}

impl Abroad {
    /// A state as the library knows it.
    fn state(&mut self, states: &States, key: u32, library: &Library) -> &[u32] {
        let Abroad { parts, state, .. } = self;
        state.clear();
        state.extend(states.parts_of(key).iter().map(|&it| parts.known_outward(it, || library.part(states.part(it)))));
        state.sort_unstable();
        state
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Stored {
    entry: Entry,
    summary: Box<[Future]>,
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
                if let Some(closed) = library.look_up(self.abroad.state(&self.states, key, &library)) {
                    self.borrow(key, &closed, &library);
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
        let enabled = self.threads.of(enabled.into_iter());
        let asleep = self.threads.of(std::iter::empty());
        self.entries.push(Stored { entry: Entry::New, summary: Box::default(), enabled, asleep, is_recent: false });
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
    fn borrow(&mut self, key: u32, closed: &Closed, library: &Library) {
        let Table { abroad, accesses, threads, .. } = self;
        let mut translate = |it: &Future| Future {
            touches: abroad.accesses.inward(it.touches, accesses, &library.accesses),
            past: abroad.accesses.inward(it.past, accesses, &library.accesses),
            threads: abroad.threads.inward(it.threads, threads, &library.threads),
            ..*it
        };
        let summary: Box<[Future]> = closed.futures.iter().map(&mut translate).collect();
        self.bytes += size_of_val(&*summary);
        let entry = &mut self.entries[key as usize];
        (entry.entry, entry.summary) = (Entry::Closed, summary);
    }

    /// Tells others all that is known.
    pub fn tell(&self, library: &Library) {
        let mut abroad = Abroad::default();
        for (key, stored) in self.entries.iter().enumerate() {
            if stored.entry == Entry::Closed {
                let closed = self.translated(key as u32, library, &mut abroad);
                library.add(abroad.state(&self.states, key as u32, library), closed);
            }
        }
    }

    /// Tells others what is known about a state.
    fn lend(&mut self, key: u32) {
        let Some(library) = self.library.clone() else { return };
        let mut abroad = std::mem::take(&mut self.abroad);
        let closed = self.translated(key, &library, &mut abroad);
        library.add(abroad.state(&self.states, key, &library), closed);
        self.abroad = abroad;
    }

    /// What is known about a state, in the words of all.
    fn translated(&self, key: u32, library: &Library, abroad: &mut Abroad) -> Closed {
        let mut translate = |it: &Future| Future {
            touches: abroad.accesses.outward(it.touches, &self.accesses, &library.accesses),
            past: abroad.accesses.outward(it.past, &self.accesses, &library.accesses),
            threads: abroad.threads.outward(it.threads, &self.threads, &library.threads),
            ..*it
        };
        Closed { futures: self.entries[key as usize].summary.iter().map(&mut translate).collect() }
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
        summary: &Summary,
        words: &Vocabulary,
    ) {
        let asleep = asleep.iter().filter_map(|&it| system.name_of_thread(it, depth));
        let asleep = self.threads.of(asleep);
        let name = |access: Access| name_of(system, access, depth);
        self.renaming.start_anew();
        let Renaming { accesses, threads, summary: stored } = &mut self.renaming;
        for future in summary.list() {
            let touches = renamed(accesses, future.touches, &words.accesses, &mut self.accesses, name);
            // What did not exist at the state cannot have been touched before.
            let is_early = |it: &Access| it.place().is_some() || matches!(it, Access::Join(_) | Access::Detach(_));
            if !self.accesses.get(touches).iter().any(is_early) {
                continue;
            }
            let Some(first) = system.name_of_thread(future.first, depth) else { continue };
            let past = renamed(accesses, future.past, &words.accesses, &mut self.accesses, name);
            let name = |it: ThreadId| system.name_of_thread(it, depth);
            let threads = renamed(threads, future.threads, &words.threads, &mut self.threads, name);
            stored.extend([Future { touches, past, threads, first, ..*future }]);
        }
        let stored = stored.take_list();
        let entry = &mut self.entries[key as usize];
        self.bytes += size_of_val(stored.as_slice());
        entry.entry = Entry::Closed;
        entry.summary = stored.into();
        entry.asleep = asleep;
        self.lend(key);
    }

    /// The names of the threads that were not explored from a state.
    pub fn asleep(&self, key: u32) -> &[ThreadId] {
        self.threads.get(self.entries[key as usize].asleep)
    }

    /// Whether more memory is used than may be.
    pub fn is_full(&self) -> bool {
        self.most_bytes.is_some_and(|most| self.bytes() as u64 > most)
    }

    /// About how much memory is used.
    fn bytes(&self) -> usize {
        let sets = self.accesses.bytes() + self.threads.bytes();
        self.states.bytes() + sets + self.bytes + self.entries.len() * size_of::<Stored>()
    }

    /// Forgets states that have been explored. Those that are being explored, which are given, stay, under other numbers.
    pub fn forget_some(&mut self, open: &mut dyn Iterator<Item = &mut u32>) {
        let states = self.states.emptied();
        let (most_bytes, met) = (self.most_bytes, self.met);
        let library = self.library.clone();
        let old = std::mem::replace(self, Table { states, most_bytes, met, library, ..Table::default() });
        for key in open {
            *key = self.copy(&old, *key);
        }
        let half = most_bytes.unwrap_or(u64::MAX) / 2;
        for (key, stored) in old.entries.iter().enumerate() {
            if stored.entry == Entry::Closed && stored.is_recent && (self.bytes() as u64) < half {
                self.copy(&old, key as u32);
            }
        }
    }

    /// Takes over a state of another table.
    fn copy(&mut self, old: &Table, key: u32) -> u32 {
        let stored = &old.entries[key as usize];
        let summary: Box<[Future]> = stored
            .summary
            .iter()
            .map(|it| Future {
                touches: self.accesses.copy(&old.accesses, it.touches),
                past: self.accesses.copy(&old.accesses, it.past),
                threads: self.threads.copy(&old.threads, it.threads),
                ..*it
            })
            .collect();
        let enabled = self.threads.copy(&old.threads, stored.enabled);
        let asleep = self.threads.copy(&old.threads, stored.asleep);
        self.bytes += size_of_val(&*summary);
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
    pub fn recall<S: System>(&mut self, system: &S, key: u32, words: &mut Vocabulary) -> Vec<Future> {
        self.renaming.start_anew();
        let Renaming { accesses, threads, .. } = &mut self.renaming;
        let mut recalled = Vec::new();
        for future in &self.entries[key as usize].summary {
            let Some(first) = system.thread_by_name(future.first) else { continue };
            let access = |it: Access| by_name(system, it);
            let touches = renamed(accesses, future.touches, &self.accesses, &mut words.accesses, access);
            let past = renamed(accesses, future.past, &self.accesses, &mut words.accesses, access);
            let thread = |it: ThreadId| system.thread_by_name(it);
            let threads = renamed(threads, future.threads, &self.threads, &mut words.threads, thread);
            recalled.push(Future { touches, past, threads, first, ..*future });
        }
        recalled
    }

    /// Whether a thread was enabled at a state of the current execution.
    pub fn was_enabled<S: System>(&self, key: u32, system: &S, thread: ThreadId) -> bool {
        let enabled = self.threads.get(self.entries[key as usize].enabled);
        system.name_of_thread(thread, usize::MAX).is_some_and(|it| enabled.contains(&it))
    }

    /// How many states have been met.
    pub fn met(&self) -> u64 {
        self.met
    }
}

/// The numbers of sets of which each member has got another name. Sets occur many times.
#[derive(Clone, Debug, Default)]
struct Renaming {
    accesses: Memo<SetId>,
    threads: Memo<SetId>,
    /// Room for a summary.
    summary: Summary,
}

impl Renaming {
    fn start_anew(&mut self) {
        self.accesses.start_anew();
        self.threads.start_anew();
    }
}

/// The number among `new` of a set of `old` of which each member has got another name.
fn renamed<T: Copy + Ord + Hash>(
    known: &mut Memo<SetId>,
    set: SetId,
    old: &Sets<T>,
    new: &mut Sets<T>,
    name: impl Fn(T) -> Option<T>,
) -> SetId {
    if let Some(known) = known.get(set) {
        return known;
    }
    let number = new.of(old.get(set).iter().filter_map(|&it| name(it)));
    known.set(set, number);
    number
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
