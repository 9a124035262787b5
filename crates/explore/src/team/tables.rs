//! Reduction by states, by several workers.
//!
//! What is worth sharing is not tasks but what is known: a state that somebody has explored, with the summary of what follows
//! it, need not be explored by anybody else. So every worker explores the whole program, from its start, with a table of its own; it
//! tells the others which states it has explored, and asks them before it explores one. Workers prefer different threads, so they
//! begin at different ends, and meet. Whoever gets to the end first has everything explored, in part by the others.
//!
//! **Counts.** An execution is complete if it ends in a state that nobody has ended in before ([`Library::claim`]), so there are
//! as many as with one worker. How many are abandoned, and which states are met, depends on who is how fast.
//!
//! **Memory.** Each worker has a table, and the library has what all have explored. If states may take so much memory only
//! (`--state-memory`), the library takes half of it, and the workers share the rest; what does not fit is not shared, or
//! forgotten, and explored again.

use super::pool::{Board, Keep, Pool, Stop};
use super::work::{Outcome, merged, start_over};
use super::{Figures, Snapshot, Team, Work};
use crate::algorithms::state::{Interrupted, State};
use crate::explorer::{Explorer, Run};
use crate::toolbox::clock::Clock;
use crate::toolbox::history::Trouble;
use crate::toolbox::sets::{SetId, Sets};
use crate::toolbox::summary::{Future, Vocabulary};
use crate::{Options, Reduction, Strategy};
use event::{Access, Lexicon, Shareable, Stats, System, ThreadId};
use rustc_hash::{FxBuildHasher, FxHashMap};
use serde::{Deserialize, Serialize};
use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A state that has been explored, under names that mean the same to all. Sets are those of the library.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Closed {
    pub futures: Box<[Future]>,
}

/// The numbers that sets have in one table and in the library. Few sets occur in very many states.
#[derive(Clone, Debug, Default)]
pub(crate) struct Translation {
    outward: Vec<SetId>,
    inward: Vec<SetId>,
}

/// Not known yet.
const UNKNOWN: SetId = SetId::MAX;

impl Translation {
    /// The number in the library of a set that has one here.
    pub fn outward<T: Copy + Ord + Hash>(&mut self, own: SetId, here: &Sets<T>, there: &Mutex<Sets<T>>) -> SetId {
        known(&mut self.outward, own, || {
            let mut there = there.lock().unwrap_or_else(PoisonError::into_inner);
            there.of(here.get(own).iter().copied())
        })
    }

    /// The number here of a set that has one in the library.
    pub fn inward<T: Copy + Ord + Hash>(&mut self, its: SetId, here: &mut Sets<T>, there: &Mutex<Sets<T>>) -> SetId {
        known(&mut self.inward, its, || {
            let there = there.lock().unwrap_or_else(PoisonError::into_inner);
            here.of(there.get(its).iter().copied())
        })
    }
}

/// What is known of a number, or found out now.
fn known(list: &mut Vec<SetId>, number: SetId, find: impl FnOnce() -> SetId) -> SetId {
    let index = number as usize;
    if list.len() <= index {
        list.resize(index + 1, UNKNOWN);
    }
    if list[index] == UNKNOWN {
        list[index] = find();
    }
    list[index]
}

/// What all know about states. Nobody waits long: it has many shelves.
#[derive(Debug)]
pub(crate) struct Library {
    shelves: Vec<Mutex<Shelf>>,
    /// What summaries speak of.
    pub accesses: Mutex<Sets<Access>>,
    pub threads: Mutex<Sets<ThreadId>>,
    bytes: AtomicU64,
    most_bytes: Option<u64>,
}

/// For each state what is known, if more than that it was claimed.
type Shelf = FxHashMap<Box<[u64]>, Option<Arc<Closed>>>;

const SHELVES: usize = 64;
/// What a state takes besides its words and its summary.
const OVERHEAD: usize = 80;

impl Library {
    fn new(words: Vocabulary, most_bytes: Option<u64>) -> Self {
        Library {
            shelves: (0..SHELVES).map(|_| Mutex::default()).collect(),
            accesses: Mutex::new(words.accesses),
            threads: Mutex::new(words.threads),
            bytes: AtomicU64::new(0),
            most_bytes,
        }
    }

    /// What summaries speak of.
    fn words(&self) -> Vocabulary {
        Vocabulary {
            accesses: self.accesses.lock().unwrap_or_else(PoisonError::into_inner).clone(),
            threads: self.threads.lock().unwrap_or_else(PoisonError::into_inner).clone(),
        }
    }

    fn shelf(&self, state: &[u64]) -> MutexGuard<'_, Shelf> {
        // The lower bits choose the place on the shelf.
        let number = (FxBuildHasher.hash_one(state) >> 48) as usize % SHELVES;
        self.shelves[number].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known about a state, if it has been explored.
    pub fn look_up(&self, state: &[u64]) -> Option<Arc<Closed>> {
        self.shelf(state).get(state).cloned().flatten()
    }

    /// A state has been explored.
    pub fn add(&self, state: &[u64], closed: Closed) {
        let size = size_of_val(state) + size_of_val(&*closed.futures) + OVERHEAD;
        let before = self.bytes.fetch_add(size as u64, Ordering::Relaxed);
        let is_full = self.most_bytes.is_some_and(|most| before + size as u64 > most);
        let mut shelf = self.shelf(state);
        match shelf.get_mut(state) {
            Some(known @ None) if !is_full => *known = Some(Arc::new(closed)),
            None if !is_full => {
                shelf.insert(state.into(), Some(Arc::new(closed)));
            }
            _ => {
                self.bytes.fetch_sub(size as u64, Ordering::Relaxed);
            }
        }
    }

    /// Whether nobody has come to a state from which nobody goes on.
    pub fn claim(&self, state: &[u64]) -> bool {
        let mut shelf = self.shelf(state);
        let is_first = !shelf.contains_key(state);
        if is_first {
            shelf.insert(state.into(), None);
        }
        is_first
    }

    /// How many states are known.
    fn len(&self) -> u64 {
        self.shelves.iter().map(|it| it.lock().unwrap_or_else(PoisonError::into_inner).len() as u64).sum()
    }
}

/// What is left: where each worker was, and what all know.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Left {
    workers: Vec<Interrupted>,
    words: Vocabulary,
    known: Vec<(Box<[u64]>, Option<Closed>)>,
}

/// Where each worker is that has been interrupted, or is to begin.
#[derive(Debug)]
struct Places {
    interrupted: Vec<Interrupted>,
    beginners: usize,
}

impl Board for Places {
    type Task = Option<Interrupted>;
    type Place = ();

    fn is_empty(&self) -> bool {
        // Whoever is not done does not matter if somebody is.
        true
    }

    fn take(&mut self, _: Option<&()>) -> Option<Option<Interrupted>> {
        if let Some(interrupted) = self.interrupted.pop() {
            return Some(Some(interrupted));
        }
        self.beginners = self.beginners.checked_sub(1)?;
        Some(None)
    }
}

/// Explores the program of the systems that `make` makes, by so many workers.
pub(crate) fn explore_states<S: Shareable, C: Clock>(
    make: &(dyn Fn() -> S + Sync),
    options: &Options,
    team: &Team<'_>,
    known: &[u64],
    show: &mut dyn FnMut(&Stats),
) -> Outcome<S> {
    let reduction = Reduction::State;
    let left = team.left.as_ref();
    let Left { workers, words, known: states } = match left.map(|it| &it.work) {
        Some(Work::Tables(left)) => left.clone(),
        _ => Left::default(),
    };
    // One worker alone needs no library, unless there were more before.
    let is_shared = team.jobs > 1 || !states.is_empty();
    let library = Arc::new(Library::new(words, options.state_memory.map(|it| it / 2)));
    for (state, closed) in states {
        match closed {
            Some(closed) => library.add(&state, closed),
            None => _ = library.claim(&state),
        }
    }
    if is_shared {
        workers.iter().for_each(|it| it.tell(&library));
    }
    let own_memory = options.state_memory.map(|it| it / if is_shared { 2 * team.jobs as u64 } else { 1 });
    let own_options = Options { state_memory: own_memory, ..options.clone() };
    let figures = left.map(|it| it.figures.clone()).unwrap_or_default();
    let lexicon = Arc::new(Lexicon::new(left.map(|it| it.names.clone()).unwrap_or_default()));
    let beginners = team.jobs.saturating_sub(workers.len());
    let pool: Pool<Places, Trouble> = Pool::new(Places { interrupted: workers, beginners }, figures, team.jobs);
    let lessons = Mutex::new(vec![known.to_vec()]);
    let snapshot = |places: &Places, figures: &Figures| Snapshot {
        reduction: reduction.name().to_owned(),
        names: lexicon.names(),
        lesson: merged(make, &lessons).lesson(),
        figures: figures.clone(),
        work: Work::Tables(Left {
            workers: places.interrupted.clone(),
            words: library.words(),
            known: contents(&library),
        }),
    };
    std::thread::scope(|scope| {
        for taste in 0..team.jobs {
            let (pool, lessons, lexicon, library, options) = (&pool, &lessons, &lexicon, &library, &own_options);
            scope.spawn(move || {
                let _presence = pool.presence();
                let mut system = make();
                system.take_lesson(known);
                assert!(system.share_names(lexicon), "all systems are of one program");
                let mut strategy = State::<C>::default();
                Strategy::<S>::configure(&mut strategy, reduction, options);
                let library = is_shared.then_some(library);
                work(&mut system, &mut strategy, options, pool, (library, taste));
                lessons.lock().unwrap_or_else(PoisonError::into_inner).push(system.lesson());
            });
        }
        let mut keep = |places: &Places, figures: &Figures| {
            if let Some((_, keeper)) = team.keeper {
                keeper(&snapshot(places, figures));
            }
        };
        let keep: Option<Keep<'_, Places>> = team.keeper.map(|(period, _)| (period, &mut keep as _));
        pool.watch(show, keep);
    });
    let (places, mut figures, stop) = pool.finish();
    let mut system = merged(make, &lessons);
    let limit = match stop {
        Some(Stop::Late) => return Outcome::Late(start_over(&mut system)),
        Some(Stop::Trouble(trouble)) => return Outcome::Troubled(trouble),
        Some(Stop::Limit(limit)) => {
            if let Some((_, keeper)) = team.keeper {
                keeper(&snapshot(&places, &figures));
            }
            Some(limit)
        }
        Some(Stop::Enough) | None => None,
    };
    if is_shared {
        figures.stats.states = library.len();
    }
    Outcome::Explored(crate::Exploration { reduction, limit, ..figures.into_exploration() }, system)
}

/// Everything that is known about states.
fn contents(library: &Library) -> Vec<(Box<[u64]>, Option<Closed>)> {
    let mut all = Vec::new();
    for shelf in &library.shelves {
        let shelf = shelf.lock().unwrap_or_else(PoisonError::into_inner);
        all.extend(shelf.iter().map(|(state, closed)| (state.clone(), closed.as_deref().cloned())));
    }
    // The order in which they are on the shelves is nobody's business.
    all.sort_unstable_by(|one, two| one.0.cmp(&two.0));
    all
}

/// Explores until somebody is done, or everybody is to stop.
fn work<S: Shareable, C: Clock>(
    system: &mut S,
    strategy: &mut State<C>,
    options: &Options,
    pool: &Pool<Places, Trouble>,
    (library, taste): (Option<&Arc<Library>>, usize),
) {
    let mut explorer = Explorer::new(system, options, Some(pool));
    explorer.look_for_failures();
    while let Some(task) = pool.take(None) {
        let mut run = Some(0);
        if let Some(interrupted) = task {
            run = go_to(&mut explorer, strategy, interrupted);
        }
        if let Some(library) = library {
            strategy.join(library, taste);
        }
        let run = match run {
            Some(new_from) => explorer.run_from(strategy, &mut (), new_from),
            None => Run::Stopped(0),
        };
        let trouble = Strategy::<S>::trouble(strategy);
        if let Some(trouble) = trouble {
            pool.stop(Stop::Trouble(trouble));
        } else if explorer.result.is_late {
            pool.stop(Stop::Late);
        } else if let Some(limit) = explorer.result.limit {
            pool.stop(Stop::Limit(limit));
        }
        let is_done = trouble.is_none() && matches!(run, Run::Exhausted);
        let Explorer { execution, result, .. } = &mut explorer;
        let figures = (trouble.is_none() && !result.is_late).then(|| {
            let mut stats = Stats::default();
            Strategy::<S>::figures(strategy, &mut stats);
            stats
        });
        pool.rest(result, |places| {
            if let (Run::Stopped(new_from), Some(_)) = (&run, &figures) {
                places.interrupted.push(strategy.interrupt(execution, *new_from));
            }
        });
        if is_done {
            if let Some(Stats { states, transitions, .. }) = figures {
                // Those of the others are not known yet, and need not be.
                result.stats.states = states;
                result.stats.transitions = transitions;
            }
            // That counts more than that a limit may have been reached by it.
            pool.stop(Stop::Enough);
        }
        pool.tell(result, options);
    }
}

/// Runs the execution again at which somebody was interrupted. Says from where on nobody has learned from it; `None` if that
/// is not possible.
fn go_to<S: System, C: Clock>(
    explorer: &mut Explorer<'_, S>,
    strategy: &mut State<C>,
    interrupted: Interrupted,
) -> Option<usize> {
    explorer.back_to(0);
    let (choices, new_from) = (interrupted.choices.clone(), interrupted.new_from);
    let levels = strategy.go_on(interrupted);
    for (choice, level) in choices.into_iter().zip(levels) {
        if !strategy.follow(explorer.system, &explorer.execution, level) {
            return None;
        }
        explorer.follow(choice, false);
    }
    Some(new_from)
}
