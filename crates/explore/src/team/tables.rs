//! Reduction by states, by several workers.
//!
//! What is worth sharing is not tasks but what is known: a state that somebody has explored, with the summary of what follows
//! it, need not be explored by anybody else. One worker *leads*: it explores the program as if it were alone. The others run
//! *errands* for it ([`Errand`]): each goes to a state that the leader will come to later, explores what follows, and writes it
//! into a common [`Library`]. What the way there has to do with it is none of their business: the leader finds that out from the
//! summary. When the leader comes to a state that somebody else is still at, it calls that one back, finds in the library
//! what has been explored by then, and goes on; whoever is called back is sent ahead again, to what is left. Whoever is sent ahead
//! keeps away from the leader: it takes last what the leader has begun with, or both would come to the same states at the same
//! time, and explore each of them twice.
//!
//! **Counts.** An execution is complete if it ends in a state that nobody has ended in before ([`Library::claim`]), so there are
//! as many as with one worker. How many are abandoned, and which states are met, depends on who is how fast.
//!
//! **Memory.** All states are in the library; a worker has only those of its execution at hand (`toolbox/visits.rs`). If states may
//! take so much memory only (`--state-memory`), the library takes half of it, and the workers share the rest for what has no room
//! there: that is not shared, and forgotten at times, and explored again.

use super::pool::{Board, Keep, Pool, Stop};
use super::work::{Outcome, merged, start_over};
use super::{Figures, Snapshot, Team, Work};
use crate::algorithms::state::{Interrupted, State};
use crate::explorer::{Explorer, Run};
use crate::toolbox::clock::Clock;
use crate::toolbox::history::Trouble;
use crate::toolbox::sets::hash;
use crate::toolbox::sources::Level;
use crate::toolbox::vocabulary::{SummaryId, Vocabulary};
use crate::{Options, Reduction, Strategy};
use event::{Choice, Lexicon, Shareable, Stats, System, ThreadId};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What all know about states. Nobody waits long: it has many shelves.
#[derive(Debug)]
pub(crate) struct Library {
    shelves: Vec<Mutex<Shelf>>,
    /// What summaries speak of: copies of the vocabularies of those who have written them.
    vocabularies: Mutex<Vec<Arc<Mutex<Vocabulary>>>>,
    /// What states consist of.
    parts: Mutex<Parts>,
    bytes: AtomicU64,
    most_bytes: Option<u64>,
}

/// Parts of states.
type Parts = crate::toolbox::sets::Pool<u64>;

/// States, by the numbers of their parts.
#[derive(Debug, Default)]
struct Shelf {
    states: crate::toolbox::sets::Pool<u32>,
    /// What is known of each of them.
    known: Vec<Known>,
}

/// What is known of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    /// Somebody has come there.
    Met,
    /// Somebody has, and nobody goes on from there.
    Claimed,
    /// This follows.
    Explored(Told),
}

/// A summary as somebody has written it down: in which vocabulary, and its number there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Told {
    pub whose: u32,
    pub summary: SummaryId,
}

/// Where a state is: its number on the shelf, and which shelf that is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Mark {
    shelf: u32,
    number: u32,
}

const SHELVES: usize = 64;
/// What a state takes besides the numbers of its parts.
const OVERHEAD: usize = 28;

impl Library {
    fn new(vocabularies: Vec<Vocabulary>, parts: Parts, most_bytes: Option<u64>) -> Self {
        let vocabularies = vocabularies.into_iter().map(|it| Arc::new(Mutex::new(it))).collect();
        Library {
            shelves: (0..SHELVES).map(|_| Mutex::default()).collect(),
            vocabularies: Mutex::new(vocabularies),
            parts: Mutex::new(parts),
            bytes: AtomicU64::new(0),
            most_bytes,
        }
    }

    /// Room for one more to write down summaries, and which it is.
    pub fn add_vocabulary(&self) -> (u32, Arc<Mutex<Vocabulary>>) {
        let new = Arc::<Mutex<Vocabulary>>::default();
        let mut all = lock(&self.vocabularies);
        all.push(new.clone());
        (all.len() as u32 - 1, new)
    }

    /// Writes down all that somebody speaks of.
    pub fn write(&self, copy: &Mutex<Vocabulary>, words: &Vocabulary) {
        let mut copy = lock(copy);
        let before = copy.bytes();
        copy.follow(words);
        self.bytes.fetch_add((copy.bytes() - before) as u64, Ordering::Relaxed);
    }

    /// Reads what somebody has written down.
    pub fn read<R>(&self, whose: u32, read: impl FnOnce(&Vocabulary) -> R) -> R {
        let copy = lock(&self.vocabularies)[whose as usize].clone();
        let copy = lock(&copy);
        read(&copy)
    }

    /// The number of a part of states.
    pub fn part(&self, part: &[u64]) -> u32 {
        lock(&self.parts).of(part)
    }

    fn shelf(&self, shelf: u32) -> MutexGuard<'_, Shelf> {
        lock(&self.shelves[shelf as usize])
    }

    /// Where a state is, from now on if it has not been met, and what follows it, if it has been explored. `None`: it is
    /// nowhere, and there is no room for it.
    pub fn meet(&self, state: &[u32]) -> Option<(Mark, Option<Told>)> {
        self.find_or_add(state, |size| {
            self.most_bytes.is_none_or(|most| self.bytes.load(Ordering::Relaxed) + size <= most)
        })
    }

    /// Where a state is, with or without room for it.
    pub fn make_room(&self, state: &[u32]) -> Mark {
        self.find_or_add(state, |_| true).expect("there is room").0
    }

    fn find_or_add(&self, state: &[u32], fits: impl FnOnce(u64) -> bool) -> Option<(Mark, Option<Told>)> {
        let hash = hash(state);
        // The lower bits choose the place on the shelf.
        let number = (hash >> 26) % SHELVES as u32;
        let shelf = &mut *self.shelf(number);
        if let Some(known) = shelf.states.find(state, hash) {
            let told = match shelf.known[known as usize] {
                Known::Explored(told) => Some(told),
                Known::Met | Known::Claimed => None,
            };
            return Some((Mark { shelf: number, number: known }, told));
        }
        let size = (size_of_val(state) + OVERHEAD) as u64;
        fits(size).then(|| {
            self.bytes.fetch_add(size, Ordering::Relaxed);
            shelf.known.push(Known::Met);
            (Mark { shelf: number, number: shelf.states.add(state, hash) }, None)
        })
    }

    /// A state has been explored.
    pub fn close(&self, mark: Mark, told: Told) {
        let known = &mut self.shelf(mark.shelf).known[mark.number as usize];
        if !matches!(known, Known::Explored(_)) {
            *known = Known::Explored(told);
        }
    }

    /// Whether nobody has come to a state from which nobody goes on.
    pub fn claim(&self, mark: Mark) -> bool {
        let known = &mut self.shelf(mark.shelf).known[mark.number as usize];
        let is_first = *known == Known::Met;
        if is_first {
            *known = Known::Claimed;
        }
        is_first
    }

    /// How many states are known.
    fn len(&self) -> u64 {
        let is_known = |it: &&Known| **it != Known::Met;
        (0..SHELVES as u32).map(|it| self.shelf(it).known.iter().filter(is_known).count() as u64).sum()
    }
}

/// What is left: where the leader was, if it had begun, and what all know.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Left {
    leader: Option<Box<Interrupted>>,
    vocabularies: Vec<Vocabulary>,
    parts: Parts,
    known: Contents,
}

/// States by their parts, and what follows those that have been explored.
type Contents = Vec<(Box<[u32]>, Option<Told>)>;

/// A state that somebody else will come to, to be explored for them.
#[derive(Debug)]
pub(crate) struct Errand {
    /// What leads there.
    way: Vec<Choice>,
    /// Who has been waiting there to be run, in the eyes of who will come.
    pub delayed: Vec<ThreadId>,
    is_cancelled: Arc<AtomicBool>,
}

impl Errand {
    /// How many events lead there.
    pub fn len(&self) -> usize {
        self.way.len()
    }

    /// Whether nobody is interested any more.
    pub fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }
}

/// What the leader has others do.
#[derive(Debug)]
pub(crate) struct Errands {
    pool: Arc<Pool<Duties, Trouble>>,
    /// After how many events, by whom it goes on there, and how to call off who was sent. Those with more events come last.
    sent: Vec<(usize, ThreadId, Arc<AtomicBool>)>,
}

impl Errands {
    /// Whether somebody has nothing to do.
    pub fn are_wanted(&self) -> bool {
        self.pool.is_hungry()
    }

    /// Whether somebody was sent to what a thread does after so many events.
    pub fn has(&self, depth: usize, thread: ThreadId) -> bool {
        self.sent.iter().any(|it| (it.0, it.1) == (depth, thread))
    }

    /// Sends somebody to what a thread does after so many events.
    pub fn send(&mut self, depth: usize, thread: ThreadId, way: Vec<Choice>, delayed: Vec<ThreadId>) {
        let is_cancelled = Arc::new(AtomicBool::new(false));
        self.sent.push((depth, thread, is_cancelled.clone()));
        self.sent.sort_by_key(|it| it.0);
        self.pool.put(|duties| duties.errands.push(Errand { way, delayed, is_cancelled }));
    }

    /// The leader is back at the state after so many events, and goes on with what is next there.
    pub fn cancel_from(&mut self, depth: usize, levels: &[Level]) {
        while let Some((_, _, is_cancelled)) = self.sent.pop_if(|it| it.0 > depth) {
            is_cancelled.store(true, Ordering::Relaxed);
        }
        let next = levels[depth].threads[levels[depth].now];
        self.sent.retain(|(at, thread, is_cancelled)| {
            let is_next = (*at, *thread) == (depth, next);
            if is_next {
                is_cancelled.store(true, Ordering::Relaxed);
            }
            !is_next
        });
    }
}

/// What there is to do.
#[derive(Debug)]
pub(crate) struct Duties {
    /// Nobody leads: whoever does begins here, or at the start.
    lead: Option<Option<Box<Interrupted>>>,
    errands: Vec<Errand>,
}

/// What somebody does.
pub(crate) enum Duty {
    Lead(Option<Box<Interrupted>>),
    Run(Errand),
}

impl Board for Duties {
    type Task = Duty;
    type Place = ();

    fn is_empty(&self) -> bool {
        self.lead.is_none()
    }

    fn take(&mut self, _: Option<&()>) -> Option<Duty> {
        if let Some(interrupted) = self.lead.take() {
            return Some(Duty::Lead(interrupted));
        }
        self.errands.retain(|it| !it.is_cancelled());
        self.errands.pop().map(Duty::Run)
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
    let Left { leader, vocabularies, parts, known: states } = match left.map(|it| &it.work) {
        Some(Work::Tables(left)) => Left::clone(left),
        _ => Left::default(),
    };
    // One worker alone needs no library, unless there were more before.
    let is_shared = team.jobs > 1 || !states.is_empty();
    let library = Arc::new(Library::new(vocabularies, parts, options.state_memory.map(|it| it / 2)));
    for (state, closed) in states {
        match closed {
            Some(closed) => library.close(library.make_room(&state), closed),
            None => _ = library.claim(library.make_room(&state)),
        }
    }
    if let Some(leader) = leader.as_ref().filter(|_| is_shared) {
        leader.tell(&library);
    }
    let own_memory = options.state_memory.map(|it| it / if is_shared { 2 * team.jobs as u64 } else { 1 });
    let own_options = Options { state_memory: own_memory, ..options.clone() };
    let figures = left.map(|it| it.figures.clone()).unwrap_or_default();
    let lexicon = Arc::new(Lexicon::new(left.map(|it| it.names.clone()).unwrap_or_default()));
    let duties = Duties { lead: Some(leader), errands: Vec::new() };
    let pool: Arc<Pool<Duties, Trouble>> = Arc::new(Pool::new(duties, figures, team.jobs));
    let lessons = Mutex::new(vec![known.to_vec()]);
    let snapshot = |duties: &Duties, figures: &Figures| {
        let leader = duties.lead.clone().flatten();
        // First the states, and then what is needed to speak of them.
        let known = contents(&library);
        let vocabularies = lock(&library.vocabularies).iter().map(|it| lock(it).clone()).collect();
        let parts = lock(&library.parts).clone();
        Snapshot {
            reduction: reduction.name().to_owned(),
            names: lexicon.names(),
            lesson: merged(make, &lessons).lesson(),
            figures: figures.clone(),
            work: Work::Tables(Box::new(Left { leader, vocabularies, parts, known })),
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..team.jobs {
            let (pool, lessons, lexicon, library, options) = (&pool, &lessons, &lexicon, &library, &own_options);
            scope.spawn(move || {
                let _presence = pool.presence();
                let mut system = make();
                system.take_lesson(known);
                assert!(system.share_names(lexicon), "all systems are of one program");
                let library = is_shared.then_some(library);
                work::<S, C>(&mut system, options, pool, library);
                lock(lessons).push(system.lesson());
            });
        }
        let mut keep = |duties: &Duties, figures: &Figures| {
            if let Some((_, keeper)) = team.keeper {
                keeper(&snapshot(duties, figures));
            }
        };
        let keep: Option<Keep<'_, Duties>> = team.keeper.map(|(period, _)| (period, &mut keep as _));
        pool.watch(show, keep);
    });
    let pool = Arc::into_inner(pool).expect("all workers have gone home");
    let (duties, mut figures, stop) = pool.finish();
    let mut system = merged(make, &lessons);
    let is_exhausted = stop.is_none();
    let limit = match stop {
        Some(Stop::Late) => return Outcome::Late(start_over(&mut system)),
        Some(Stop::Trouble(trouble)) => return Outcome::Troubled(trouble),
        Some(Stop::Limit(limit)) => {
            if let Some((_, keeper)) = team.keeper {
                keeper(&snapshot(&duties, &figures));
            }
            Some(limit)
        }
        Some(Stop::Enough) | None => None,
    };
    if is_shared {
        figures.stats.states = library.len();
    }
    Outcome::Explored(crate::Exploration { reduction, limit, is_exhausted, ..figures.into_exploration() }, system)
}

/// Takes a lock. Whoever had it when something went wrong has left nothing half done that matters.
fn lock<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Everything that is known about states.
fn contents(library: &Library) -> Contents {
    let mut all = Contents::new();
    for shelf in 0..SHELVES as u32 {
        let shelf = library.shelf(shelf);
        all.extend(shelf.states.iter().zip(&shelf.known).filter_map(|(state, known)| match *known {
            Known::Met => None,
            Known::Claimed => Some((state.into(), None)),
            Known::Explored(told) => Some((state.into(), Some(told))),
        }));
    }
    // The order in which they are on the shelves is nobody's business.
    all.sort_unstable_by(|one, two| one.0.cmp(&two.0));
    all
}

/// Leads, or runs errands, until the leader is done, or everybody is to stop.
fn work<S: Shareable, C: Clock>(
    system: &mut S,
    options: &Options,
    pool: &Arc<Pool<Duties, Trouble>>,
    library: Option<&Arc<Library>>,
) {
    let mut explorer = Explorer::new(system, options, Some(&**pool));
    explorer.look_for_failures();
    let mut strategy = newcomer::<S, C>(options, library);
    while let Some(duty) = pool.take(None) {
        let is_leader = matches!(duty, Duty::Lead(_));
        let run = match duty {
            Duty::Lead(interrupted) => {
                if library.is_some() {
                    strategy.lead(Errands { pool: pool.clone(), sent: Vec::new() });
                }
                let run = match interrupted {
                    Some(interrupted) => go_to(&mut explorer, &mut strategy, *interrupted, library),
                    None => Some(0),
                };
                run.map(|new_from| explorer.run_from(&mut strategy, &mut (), new_from))
            }
            Duty::Run(errand) => {
                let is_new = go_ahead(&mut explorer, &mut strategy, errand);
                is_new.then(|| explorer.run_from(&mut strategy, &mut (), explorer.execution.len()))
            }
        };
        let trouble = Strategy::<S>::trouble(&strategy);
        if let Some(trouble) = trouble {
            pool.stop(Stop::Trouble(trouble));
        } else if explorer.result.is_late {
            pool.stop(Stop::Late);
        } else if let Some(limit) = explorer.result.limit {
            pool.stop(Stop::Limit(limit));
        }
        let Explorer { execution, result, .. } = &mut explorer;
        let is_useless = trouble.is_some() || result.is_late;
        let is_done = is_leader && !is_useless && matches!(run, Some(Run::Exhausted));
        if is_done {
            Strategy::<S>::figures(&strategy, &mut result.stats);
        } else if !is_leader {
            strategy.take_figures(&mut result.stats);
            strategy.come_back();
        }
        pool.rest(result, |duties| {
            if let Some(Run::Stopped(new_from)) = run
                && is_leader
                && !is_useless
            {
                duties.errands.clear();
                duties.lead = Some(Some(Box::new(strategy.interrupt(execution, new_from))));
                strategy = newcomer::<S, C>(options, library);
            }
        });
        if is_done {
            // That counts more than that a limit may have been reached by it.
            pool.stop(Stop::Enough);
        }
        pool.tell(result, options);
        explorer.back_to(0);
    }
}

/// Somebody who knows nothing but the library.
fn newcomer<S: System, C: Clock>(options: &Options, library: Option<&Arc<Library>>) -> State<C> {
    let mut strategy = State::<C>::default();
    Strategy::<S>::configure(&mut strategy, Reduction::State, options);
    if let Some(library) = library {
        strategy.join(library);
    }
    strategy
}

/// Runs the execution again at which the leader was interrupted. Says from where on nobody has learned from it; `None` if that
/// is not possible.
fn go_to<S: System, C: Clock>(
    explorer: &mut Explorer<'_, S>,
    strategy: &mut State<C>,
    interrupted: Interrupted,
    library: Option<&Arc<Library>>,
) -> Option<usize> {
    let (choices, new_from) = (interrupted.choices.clone(), interrupted.new_from);
    let levels = strategy.go_on(interrupted);
    if let Some(library) = library {
        strategy.join(library);
    }
    for (choice, level) in choices.into_iter().zip(levels) {
        if !strategy.follow(explorer.system, &explorer.execution, level) {
            return None;
        }
        explorer.follow(choice, false);
    }
    Some(new_from)
}

/// Goes to where somebody is sent. Says whether there is something to do.
fn go_ahead<S: System, C: Clock>(explorer: &mut Explorer<'_, S>, strategy: &mut State<C>, errand: Errand) -> bool {
    for &choice in &errand.way {
        if !strategy.pass(explorer.system, &explorer.execution, choice) {
            return false;
        }
        explorer.follow(choice, false);
    }
    strategy.run_errand(&explorer.execution, errand);
    true
}
