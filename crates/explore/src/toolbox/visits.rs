//! What a worker has of the library that all share: the states of the current execution that are there.
//!
//! Parts of states have numbers of their own in the library; what they are is found out once. A worker writes its summaries down
//! there as they are, in a copy of its own vocabulary. Only who meets a state that somebody else has explored translates.

use super::sets::Memo;
use super::states::States;
use super::table::{Entry, Stored};
use super::vocabulary::{Renaming, Same, SummaryId, Vocabulary};
use crate::team::tables::{Library, Mark, Told};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex};

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct Visits {
    pub library: Arc<Library>,
    /// The states that are being explored, in the order of the execution, and perhaps the one that was looked up last.
    pub list: Vec<Visit>,
    /// Those that are being explored, and which of the list they are.
    open: FxHashMap<Mark, u32>,
    abroad: Abroad,
}

/// A state of the library.
#[derive(Clone, Debug)]
pub(super) struct Visit {
    pub mark: Mark,
    pub stored: Stored,
}

/// How to speak with the library.
#[derive(Clone, Debug, Default)]
pub(super) struct Abroad {
    /// The copy of the worker's vocabulary, which one it is, and how many summaries have been written down there.
    own: Option<(u32, Arc<Mutex<Vocabulary>>)>,
    written: usize,
    /// For each vocabulary, the numbers that its summaries have here.
    borrowed: Vec<Renaming>,
    parts: Memo<u32>,
    /// The state that was spoken of last.
    state: Vec<u32>,
}

impl Abroad {
    /// A state as the library knows it, by the numbers of its parts.
    pub fn state(&mut self, states: &States, parts: &[u32], library: &Library) -> &[u32] {
        let Abroad { parts: known, state, .. } = self;
        state.clear();
        state.extend(parts.iter().map(|&it| known.get_or(it, || library.part(states.part(it)))));
        state.sort_unstable();
        state
    }

    /// Writes down a summary, if it has not been.
    pub fn lend(&mut self, summary: SummaryId, words: &Vocabulary, library: &Library) -> Told {
        let (whose, copy) = self.own.get_or_insert_with(|| library.add_vocabulary());
        if summary as usize >= self.written {
            library.write(copy, words);
            self.written = words.len();
        }
        Told { whose: *whose, summary }
    }

    /// A summary that somebody has written down.
    fn borrow(&mut self, told: Told, words: &mut Vocabulary, library: &Library) -> SummaryId {
        let Told { whose, summary } = told;
        if self.own.as_ref().is_some_and(|it| it.0 == whose) {
            return summary;
        }
        if self.borrowed.len() <= whose as usize {
            self.borrowed.resize_with(whose as usize + 1, Renaming::default);
        }
        let borrowed = &mut self.borrowed[whose as usize];
        let known = borrowed.known(summary);
        known.unwrap_or_else(|| library.read(whose, |theirs| borrowed.rename(summary, Some(theirs), words, &Same)))
    }
}

impl Visits {
    /// No states.
    pub fn new(library: Arc<Library>) -> Self {
        Visits { library, list: Vec::new(), open: FxHashMap::default(), abroad: Abroad::default() }
    }

    /// Looks up the state that was read last; says which of the list it is. If it is new there, `stored` makes an entry for it, given
    /// what follows it, if it has been explored. `None`: there is no room for it in the library.
    pub fn look_up(
        &mut self,
        states: &States,
        words: &mut Vocabulary,
        stored: impl FnOnce(&mut Vocabulary, Option<SummaryId>) -> Stored,
    ) -> Option<u32> {
        let Visits { library, list, open, abroad } = self;
        let (mark, told) = library.meet(abroad.state(states, states.now(), library))?;
        if let Some(&known) = open.get(&mark) {
            return Some(known);
        }
        list.pop_if(|it| !matches!(it.stored.entry, Entry::Open(_)));
        let summary = told.map(|it| abroad.borrow(it, words, library));
        list.push(Visit { mark, stored: stored(words, summary) });
        Some(list.len() as u32 - 1)
    }

    /// Whether a state that has no room in the library, and from which nobody goes on, is met for the first time by anybody.
    pub fn claim(&mut self, states: &States, parts: &[u32]) -> bool {
        let mark = self.library.make_room(self.abroad.state(states, parts, &self.library));
        self.library.claim(mark)
    }

    /// A state is being explored, after so many events.
    pub fn open(&mut self, index: u32, depth: usize) {
        let visit = &mut self.list[index as usize];
        visit.stored.entry = Entry::Open(depth);
        self.open.insert(visit.mark, index);
    }

    /// A state, the last one that was being explored, has been.
    pub fn close(&mut self, index: u32, summary: SummaryId, words: &Vocabulary) {
        let told = self.abroad.lend(summary, words, &self.library);
        self.library.close(self.list[index as usize].mark, told);
        self.leave(index);
    }

    /// A state is not being explored any more, and neither are those after it.
    pub fn leave(&mut self, index: u32) {
        for visit in self.list.drain((index as usize).min(self.list.len())..) {
            self.open.remove(&visit.mark);
        }
    }

    /// There is no execution.
    pub fn forget_execution(&mut self) {
        self.leave(0);
    }

    /// Summaries, sets and parts have other numbers here from now on; `renumber` knows those of an entry.
    pub fn renumber(&mut self, mut renumber: impl FnMut(&mut Stored)) {
        self.abroad = Abroad::default();
        self.list.iter_mut().for_each(|it| renumber(&mut it.stored));
    }
}
