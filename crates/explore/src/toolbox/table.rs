//! States that have been met, compared exactly, and what follows those that have been explored.
//!
//! States are kept under names that do not depend on how they were reached; so are the summaries.

use super::sets::{SetId, Sets};
use super::summary::{Future, Summary, Vocabulary, is_shared};
use event::{Access, System, ThreadId};
use rustc_hash::FxHashMap;

/// How far a state is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    /// Not met before, or forgotten.
    New,
    /// On the current execution, after so many events.
    Open(usize),
    /// Explored.
    Closed,
}

#[derive(Debug, Default)]
pub(crate) struct Table {
    parts: FxHashMap<Box<[u64]>, u32>,
    states: FxHashMap<Box<[u32]>, u32>,
    entries: Vec<Stored>,
    /// Sets under names.
    accesses: Sets<Access>,
    threads: Sets<ThreadId>,
    scratch: Vec<u32>,
    /// Whether results that nobody can get any more are left out.
    pub live: bool,
}

#[derive(Debug)]
struct Stored {
    entry: Entry,
    summary: Box<[Future]>,
    /// The names of the threads that are enabled.
    enabled: SetId,
}

impl Table {
    /// The number of the current state.
    pub fn key(&mut self, system: &mut impl System) -> u32 {
        self.scratch.clear();
        let (parts, scratch) = (&mut self.parts, &mut self.scratch);
        system.encode_by_name(self.live, &mut |part| {
            let next = parts.len() as u32;
            let number = match parts.get(part) {
                Some(&number) => number,
                None => {
                    parts.insert(part.into(), next);
                    next
                }
            };
            scratch.push(number);
        });
        if let Some(&known) = self.states.get(self.scratch.as_slice()) {
            return known;
        }
        let mut enabled = Vec::new();
        for index in 0..system.threads().len() {
            let thread = system.threads()[index];
            if system.enabled(thread) {
                enabled.extend(system.name_of_thread(thread, system.depth()));
            }
        }
        let enabled = self.threads.of(enabled.into_iter());
        let key = self.entries.len() as u32;
        self.entries.push(Stored { entry: Entry::New, summary: Box::default(), enabled });
        self.states.insert(self.scratch.as_slice().into(), key);
        key
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
    pub fn close<S: System>(&mut self, system: &S, depth: usize, key: u32, summary: &Summary, words: &Vocabulary) {
        let mut stored: Vec<Future> = Vec::new();
        for future in summary {
            let name = |access: &Access| name_of(system, *access, depth);
            let touches: Vec<Access> = words.accesses.get(future.touches).iter().filter_map(name).collect();
            // What did not exist at the state cannot have been touched before.
            if !touches.iter().any(|it| it.place().is_some() || matches!(it, Access::Join(_) | Access::Detach(_))) {
                continue;
            }
            let past: Vec<Access> = words.accesses.get(future.past).iter().filter_map(name).collect();
            let threads = words.threads.get(future.threads).iter().filter_map(|&it| system.name_of_thread(it, depth));
            let Some(first) = system.name_of_thread(future.first, depth) else { continue };
            let named = Future {
                touches: self.accesses.of(touches.into_iter()),
                past: self.accesses.of(past.into_iter()),
                threads: self.threads.of(threads),
                first,
                ..*future
            };
            if !stored.contains(&named) {
                stored.push(named);
            }
        }
        let entry = &mut self.entries[key as usize];
        entry.entry = Entry::Closed;
        entry.summary = stored.into();
    }

    /// What follows a state, under names.
    pub fn summary(&self, key: u32) -> &[Future] {
        &self.entries[key as usize].summary
    }

    /// The same in terms of the current execution.
    pub fn recall<S: System>(&self, system: &S, named: Future, words: &mut Vocabulary) -> Option<Future> {
        let access = |it: &Access| by_name(system, *it);
        let touches = words.accesses.of(self.accesses.get(named.touches).iter().filter_map(access));
        let past = words.accesses.of(self.accesses.get(named.past).iter().filter_map(access));
        let threads = self.threads.get(named.threads).iter().filter_map(|&it| system.thread_by_name(it));
        let threads = words.threads.of(threads);
        Some(Future { touches, past, threads, first: system.thread_by_name(named.first)?, ..named })
    }

    /// Whether a thread was enabled at a state of the current execution.
    pub fn was_enabled<S: System>(&self, key: u32, system: &S, thread: ThreadId) -> bool {
        let enabled = self.threads.get(self.entries[key as usize].enabled);
        system.name_of_thread(thread, usize::MAX).is_some_and(|it| enabled.contains(&it))
    }

    /// How many states have been met.
    pub fn len(&self) -> usize {
        self.entries.len()
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
