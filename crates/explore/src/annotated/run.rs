//! From a name to a search: clocks that are large enough, and a root that is likely to be good.

use super::Grouping;
use super::search::{Maximal, Progress, Search, Settings, Trouble, Watcher};
use crate::algorithms::data::Data;
use crate::algorithms::value::Value;
use crate::toolbox::clock::{Clock, Narrow, Tiny, Wide};
use crate::{Exploration, Options, Reduction};
use event::{StateId, Stats, ThreadId, Threads, Unsupported};

/// So many decisions show how large what is to be explored from a root is.
const TRIAL: u64 = 2_000;
/// So many roots are tried.
const MOST_ROOTS: usize = 4;

/// Explores the threads of a program under a reduction that [takes annotated orders](Reduction::is_annotated), another one
/// being the same as [`Reduction::Value`]. An error says what about the program is in the way.
pub fn run_annotated<T: Threads>(
    reduction: Reduction,
    threads: &mut T,
    options: &Options,
    settings: Settings,
    watcher: &mut dyn Watcher<T>,
) -> Result<Exploration, Unsupported> {
    let exploration = match reduction {
        Reduction::Data => run::<T, Data>(threads, options, settings, watcher),
        Reduction::Value
        | Reduction::Optimal
        | Reduction::Observers
        | Reduction::Source
        | Reduction::Context(_)
        | Reduction::State
        | Reduction::Naive => run::<T, Value>(threads, options, settings, watcher),
    };
    exploration.map(|it| Exploration { reduction, ..it })
}

/// Tries small clocks, then larger ones.
fn run<T: Threads, G: Grouping>(
    threads: &mut T,
    options: &Options,
    settings: Settings,
    watcher: &mut dyn Watcher<T>,
) -> Result<Exploration, Unsupported> {
    let mut tried = run_with::<T, Tiny, G>(threads, options, settings, watcher);
    if let Err(Trouble::Outgrown) = tried {
        tried = run_with::<T, Narrow, G>(threads, options, settings, watcher);
    }
    if let Err(Trouble::Outgrown) = tried {
        tried = run_with::<T, Wide, G>(threads, options, settings, watcher);
    }
    tried.map_err(|it| match it {
        Trouble::Outgrown => Unsupported::Size,
        Trouble::Unsupported(why) => why,
    })
}

fn run_with<T: Threads, C: Clock, G: Grouping>(
    threads: &mut T,
    options: &Options,
    settings: Settings,
    watcher: &mut dyn Watcher<T>,
) -> Result<Exploration, Trouble> {
    let root = match settings.root {
        Some(root) => root,
        None => find_root::<T, C, G>(threads, options, settings)?,
    };
    let mut search = Search::<&mut T, C, G>::new(threads, options.clone(), Settings { root: Some(root), ..settings });
    while search.run(TRIAL, &mut Through(watcher))? == Progress::More {
        watcher.progress(&search.result.stats, search.explored());
    }
    Ok(search.result)
}

/// A watcher of threads that are borrowed.
struct Through<'a, T>(&'a mut dyn Watcher<T>);

impl<T> Watcher<&mut T> for Through<'_, T> {
    fn is_interested(&self) -> bool {
        self.0.is_interested()
    }

    fn reached(&mut self, threads: &&mut T, state: StateId) {
        self.0.reached(threads, state);
    }

    fn maximal(&mut self, threads: &&mut T, order: &dyn Maximal, states: &[(ThreadId, StateId)]) {
        self.0.maximal(threads, order, states);
    }
}

/// An exploration by values that is made in turns with something else.
pub struct Turns<T> {
    search: Search<T, Tiny, Value>,
    decisions: u64,
}

impl<T: Threads> Turns<T> {
    /// An exploration that has not begun; `None` if the program is not one for it.
    pub fn new(mut threads: T, options: &Options, settings: Settings) -> Option<Self> {
        let root = match settings.root {
            Some(root) => root,
            None => find_root::<T, Tiny, Value>(&mut threads, options, settings).ok()?,
        };
        let settings = Settings { root: Some(root), ..settings };
        Some(Turns { search: Search::new(threads, options.clone(), settings), decisions: 0 })
    }

    /// Goes on for so many decisions; whether it is done. `None` if the program is not one for it after all.
    pub fn run(&mut self, decisions: u64) -> Option<bool> {
        self.decisions += decisions;
        self.search.run(decisions, &mut ()).ok().map(|it| it == Progress::Done)
    }

    /// How many have been made.
    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    /// How many ways to read each complete order has stood for, on average, and how many decisions it has taken.
    pub fn merit(&self) -> Option<(f64, f64)> {
        let Stats { executions, stuck, .. } = self.search.result.stats;
        let orders = (executions + stuck) as f64;
        (orders > 0.0).then(|| (self.search.total_weight / orders, self.decisions as f64 / orders))
    }

    /// The figures so far.
    pub fn stats(&self) -> &Stats {
        &self.search.result.stats
    }

    /// About which part is done.
    pub fn explored(&self) -> f64 {
        self.search.explored()
    }

    /// The threads, and what was found.
    pub fn finish(self) -> (T, Exploration) {
        (self.search.threads, Exploration { reduction: Reduction::Value, ..self.search.result })
    }
}

/// The root from which a short exploration gets furthest. Where it gets to the end, the first one that does.
pub(super) fn find_root<T: Threads, C: Clock, G: Grouping>(
    threads: &mut T,
    options: &Options,
    settings: Settings,
) -> Result<ThreadId, Trouble> {
    let first = ThreadId(1);
    let mut best = (first, 0.0);
    let mut candidates = vec![first];
    let mut next = 0;
    while let Some(&root) = candidates.get(next) {
        let mut search =
            Search::<&mut T, C, G>::new(threads, options.clone(), Settings { root: Some(root), ..settings });
        if search.run(TRIAL, &mut ())? == Progress::Done {
            return Ok(root);
        }
        if next == 0 {
            candidates.extend(search.busy_threads().into_iter().filter(|&it| it != first).take(MOST_ROOTS - 1));
        }
        let explored = search.explored();
        if explored > best.1 {
            best = (root, explored);
        }
        next += 1;
    }
    Ok(best.0)
}
