//! Summaries and the sets that they speak of, by number, and the same under other names.

use super::sets::{Memo, Pool, SetId, Sets};
use super::summary::{Future, Steps, can_wait, is_shared};
use event::{Access, ThreadId};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::hash::Hash;

/// What follows a state, by number.
pub(crate) type SummaryId = SetId;

/// See the module.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Vocabulary {
    pub accesses: Sets<Access>,
    pub threads: Sets<ThreadId>,
    summaries: Pool<Future>,
    /// Pairs of summaries that were put together.
    #[serde(skip)]
    unions: FxHashMap<(SummaryId, SummaryId), SummaryId>,
    #[serde(skip)]
    pub(super) steps: Steps,
    /// Room for a summary that is being made.
    #[serde(skip)]
    list: Vec<Future>,
}

/// About what a pair of summaries takes.
const PAIR: usize = 2 * size_of::<(SummaryId, SummaryId, SummaryId)>();

impl Vocabulary {
    /// What follows a state from which nobody goes on.
    pub fn nothing(&mut self) -> SummaryId {
        self.summaries.of(&[])
    }

    /// What follows.
    pub fn summary(&self, summary: SummaryId) -> &[Future] {
        self.summaries.get(summary)
    }

    /// The number of what follows.
    pub fn summarise(&mut self, futures: impl IntoIterator<Item = Future>) -> SummaryId {
        self.start_list();
        futures.into_iter().for_each(|it| self.list(it));
        self.end_list()
    }

    /// From now on, what is [listed](Vocabulary::list) becomes a summary.
    pub(super) fn start_list(&mut self) {
        self.list.clear();
    }

    /// This follows.
    pub(super) fn list(&mut self, future: Future) {
        self.list.push(future);
    }

    /// What was listed since the start.
    pub(super) fn end_list(&mut self) -> SummaryId {
        // However it was found: or else what is the same would have many numbers.
        self.list.sort_unstable();
        self.list.dedup();
        self.summaries.of(&self.list)
    }

    /// What follows if the one does, and the other.
    pub fn union(&mut self, one: SummaryId, two: SummaryId) -> SummaryId {
        if one == two || self.summary(two).is_empty() {
            return one;
        }
        if self.summary(one).is_empty() {
            return two;
        }
        let pair = (one.min(two), one.max(two));
        if let Some(&known) = self.unions.get(&pair) {
            return known;
        }
        self.start_list();
        for summary in [one, two] {
            self.list.extend_from_slice(self.summaries.get(summary));
        }
        let union = self.end_list();
        self.unions.insert(pair, union);
        union
    }

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

    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        self.accesses.bytes() + self.threads.bytes() + self.summaries.bytes() + self.unions.len() * PAIR
    }

    /// Forgets everything but some summaries, which get other numbers.
    pub fn forget_unused(&mut self, summaries: &mut dyn Iterator<Item = &mut SummaryId>) {
        let old = std::mem::take(self);
        let mut renaming = Renaming::default();
        for summary in summaries {
            *summary = renaming.rename(*summary, &old, self, &Same);
        }
    }
}

/// What things are called elsewhere.
pub(crate) trait Names {
    /// The same access, elsewhere; `None` if there is nothing that it could touch.
    fn access(&self, access: Access) -> Option<Access>;

    /// The same thread, elsewhere.
    fn thread(&self, thread: ThreadId) -> Option<ThreadId>;

    /// Whether something that touches this, elsewhere, is of any interest there.
    fn matters(&self, touches: &[Access]) -> bool;
}

/// As here.
pub(crate) struct Same;

impl Names for Same {
    fn access(&self, access: Access) -> Option<Access> {
        Some(access)
    }

    fn thread(&self, thread: ThreadId) -> Option<ThreadId> {
        Some(thread)
    }

    fn matters(&self, _: &[Access]) -> bool {
        true
    }
}

/// The numbers elsewhere of sets and summaries.
#[derive(Clone, Debug, Default)]
pub(crate) struct Renaming {
    accesses: Memo<SetId>,
    threads: Memo<SetId>,
    summaries: Memo<SummaryId>,
}

impl Renaming {
    /// From now on, things have other names.
    pub fn start_anew(&mut self) {
        self.accesses.start_anew();
        self.threads.start_anew();
        self.summaries.start_anew();
    }

    /// The number of a summary elsewhere, if it was asked for before.
    #[inline]
    pub fn known(&self, summary: SummaryId) -> Option<SummaryId> {
        self.summaries.get(summary)
    }

    /// The number in `new` of a summary of `old`.
    pub fn rename(
        &mut self,
        summary: SummaryId,
        old: &Vocabulary,
        new: &mut Vocabulary,
        names: &impl Names,
    ) -> SummaryId {
        if let Some(known) = self.known(summary) {
            return known;
        }
        let Renaming { accesses, threads, summaries } = self;
        let access = |it| names.access(it);
        let thread = |it| names.thread(it);
        new.start_list();
        for future in old.summary(summary) {
            let touches = renamed(accesses, future.touches, &old.accesses, &mut new.accesses, access);
            if !names.matters(new.accesses.get(touches)) {
                continue;
            }
            let Some(first) = names.thread(future.first) else { continue };
            let past = renamed(accesses, future.past, &old.accesses, &mut new.accesses, access);
            let threads = renamed(threads, future.threads, &old.threads, &mut new.threads, thread);
            new.list(Future { touches, past, threads, first, ..*future });
        }
        let number = new.end_list();
        summaries.set(summary, number);
        number
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
    known.get_or(set, || new.of(old.get(set).iter().filter_map(|&it| name(it))))
}
