//! Summaries, the futures in them, and the sets that these speak of, by number; and the same under other names.

use super::sets::{Memo, Pool, SetId, Sets};
use super::summary::{Future, Steps, can_wait, is_shared};
use event::{Access, ThreadId};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::hash::Hash;

/// What follows a state, by number.
pub(crate) type SummaryId = SetId;

/// Something that follows a state, by number.
pub(crate) type FutureId = u32;

/// See the module.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Vocabulary {
    pub accesses: Sets<Access>,
    pub threads: Sets<ThreadId>,
    /// Each alone in its sequence.
    futures: Pool<Future>,
    summaries: Sets<FutureId>,
    /// Pairs of summaries that were put together.
    #[serde(skip)]
    unions: FxHashMap<(SummaryId, SummaryId), SummaryId>,
    #[serde(skip)]
    pub(super) steps: Steps,
}

/// About what a pair of summaries takes.
const PAIR: usize = 2 * size_of::<(SummaryId, SummaryId, SummaryId)>();

impl Vocabulary {
    /// The number of something that follows.
    pub fn number(&mut self, future: Future) -> FutureId {
        self.futures.of(&[future])
    }

    /// What has a number.
    pub fn future(&self, future: FutureId) -> Future {
        self.futures.get(future)[0]
    }

    /// What follows a state from which nobody goes on.
    pub fn nothing(&mut self) -> SummaryId {
        self.summarise([])
    }

    /// The number of what follows.
    pub fn summarise(&mut self, futures: impl IntoIterator<Item = FutureId>) -> SummaryId {
        self.summaries.of(futures.into_iter())
    }

    /// How many summaries there are.
    pub fn len(&self) -> usize {
        self.summaries.len()
    }

    /// Adds what another one has got since this was the same, to be read by others.
    pub fn follow(&mut self, other: &Vocabulary) {
        self.accesses.follow(&other.accesses);
        self.threads.follow(&other.threads);
        self.futures.follow(&other.futures);
        self.summaries.follow(&other.summaries);
    }

    /// What follows.
    pub fn summary(&self, summary: SummaryId) -> &[FutureId] {
        self.summaries.get(summary)
    }

    /// What follows if the one does, and the other.
    pub fn union(&mut self, one: SummaryId, two: SummaryId) -> SummaryId {
        let Vocabulary { summaries, unions, .. } = self;
        if one == two || summaries.get(two).is_empty() {
            return one;
        }
        if summaries.get(one).is_empty() {
            return two;
        }
        let pair = (one.min(two), one.max(two));
        *unions.entry(pair).or_insert_with(|| summaries.union(one, two))
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
        let sets = self.accesses.bytes() + self.threads.bytes();
        sets + self.futures.bytes() + self.summaries.bytes() + self.unions.len() * PAIR
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

/// The numbers elsewhere of sets, futures and summaries.
#[derive(Clone, Debug, Default)]
pub(crate) struct Renaming {
    accesses: Memo<SetId>,
    threads: Memo<SetId>,
    futures: Memo<Option<FutureId>>,
    summaries: Memo<SummaryId>,
    /// Room for a summary.
    list: Vec<FutureId>,
}

impl Renaming {
    /// From now on, things have other names.
    pub fn start_anew(&mut self) {
        self.accesses.start_anew();
        self.threads.start_anew();
        self.futures.start_anew();
        self.summaries.start_anew();
    }

    /// The number of a summary elsewhere, if it was asked for before.
    #[inline]
    pub fn known(&self, summary: SummaryId) -> Option<SummaryId> {
        self.summaries.get(summary)
    }

    /// The number in `new` of a summary of `old`; without that, of one of `new` itself.
    pub fn rename(
        &mut self,
        summary: SummaryId,
        old: Option<&Vocabulary>,
        new: &mut Vocabulary,
        names: &impl Names,
    ) -> SummaryId {
        if let Some(known) = self.known(summary) {
            return known;
        }
        let mut list = std::mem::take(&mut self.list);
        list.clear();
        for index in 0..old.unwrap_or(new).summary(summary).len() {
            let future = old.unwrap_or(new).summary(summary)[index];
            list.extend(self.rename_future(future, old, new, names));
        }
        let number = new.summarise(list.iter().copied());
        self.list = list;
        self.summaries.set(summary, number);
        number
    }

    fn rename_future(
        &mut self,
        number: FutureId,
        old: Option<&Vocabulary>,
        new: &mut Vocabulary,
        names: &impl Names,
    ) -> Option<FutureId> {
        if let Some(known) = self.futures.get(number) {
            return known;
        }
        let Renaming { accesses, threads, futures, .. } = self;
        let future = old.unwrap_or(new).future(number);
        let access = |it| names.access(it);
        let thread = |it| names.thread(it);
        let (old_accesses, old_threads) = (old.map(|it| &it.accesses), old.map(|it| &it.threads));
        let touches = renamed(accesses, future.touches, old_accesses, &mut new.accesses, access);
        let first = names.thread(future.first).filter(|_| names.matters(new.accesses.get(touches)));
        let renamed = first.map(|first| {
            let past = renamed(accesses, future.past, old_accesses, &mut new.accesses, access);
            let threads = renamed(threads, future.threads, old_threads, &mut new.threads, thread);
            new.number(Future { touches, past, threads, first, ..future })
        });
        futures.set(number, renamed);
        renamed
    }
}

/// The number among `new` of a set of `old`, or of `new` itself, of which each member has got another name.
fn renamed<T: Copy + Ord + Hash>(
    known: &mut Memo<SetId>,
    set: SetId,
    old: Option<&Sets<T>>,
    new: &mut Sets<T>,
    name: impl Fn(T) -> Option<T>,
) -> SetId {
    known.get_or(set, || match old {
        Some(old) => new.of(old.get(set).iter().filter_map(|&it| name(it))),
        None => {
            let members: Vec<T> = new.get(set).iter().filter_map(|&it| name(it)).collect();
            new.of(members.into_iter())
        }
    })
}
