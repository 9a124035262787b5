//! From a name to a search: clocks that are large enough, and a root that is likely to be good.

use super::Grouping;
use super::search::{Progress, Search, Settings, Trouble, Watcher};
use crate::algorithms::data::Data;
use crate::algorithms::value::Value;
use crate::toolbox::clock::{Clock, Narrow, Tiny, Wide};
use crate::{Exploration, Options, Reduction};
use event::{ThreadId, Threads, Unsupported};

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
        Reduction::Value | Reduction::Optimal | Reduction::Observers | Reduction::Source | Reduction::Naive => {
            run::<T, Value>(threads, options, settings, watcher)
        }
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
    let mut search = Search::<T, C, G>::new(threads, options, Settings { root: Some(root), ..settings });
    while search.run(TRIAL, watcher)? == Progress::More {
        watcher.progress(&search.result.stats, search.explored());
    }
    Ok(search.result)
}

/// The root from which a short exploration gets furthest. Where it gets to the end, the first one that does.
fn find_root<T: Threads, C: Clock, G: Grouping>(
    threads: &mut T,
    options: &Options,
    settings: Settings,
) -> Result<ThreadId, Trouble> {
    let first = ThreadId(1);
    let mut best = (first, 0.0);
    let mut candidates = vec![first];
    let mut next = 0;
    while let Some(&root) = candidates.get(next) {
        let mut search = Search::<T, C, G>::new(threads, options, Settings { root: Some(root), ..settings });
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
