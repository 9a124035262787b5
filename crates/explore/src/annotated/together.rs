//! Exploration by annotated orders with several workers, and in several runs: who explores which part of the tree.
//!
//! A task is a [`Path`]: where somebody was, and what is left from there. A worker follows it, goes on as if it were alone, and
//! gives away a part of what is left when somebody else has nothing to do. When everybody is to put back what they have,
//! each goes on until what it tries has been tried to the end, and puts back its own path: so the board is complete.
//!
//! Whatever is counted is counted by whoever tries the alternative, once; so the figures are those of one worker, however many
//! there are, and wherever they were interrupted. Numbers of threads and objects, which are values of the program, are
//! common to all ([`Lexicon`]). What threads find out on the way they tell at the end, and it must not be a
//! contradiction ([`ShareableThreads::contradiction`]).

use super::Grouping;
use super::run::{find_root, run_annotated};
use super::search::path::Path;
use super::search::{Search, Settings, Trouble, Watcher};
use crate::algorithms::data::Data;
use crate::algorithms::value::Value;
use crate::explorer::{Exploration, Options};
use crate::registry::Reduction;
use crate::team::pool::{Board, Pool, Stop};
use crate::team::{Figures, Snapshot, Team, Work};
use crate::toolbox::clock::{Clock, Narrow, Tiny, Wide};
use event::{Budget, Lexicon, ShareableThreads, Stats, Unsupported};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::sync::Arc;

/// Some decisions pass between two questions whether somebody has nothing to do.
const DECISIONS_PER_QUESTION: u64 = 128;
/// So many pass between two looks at the budget, at most: the first look is at once.
const DECISIONS_PER_LOOK: u64 = 1024;

/// What is left of an exploration by annotated orders.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Orders {
    /// How it goes; the root is known.
    settings: Settings,
    /// Which clocks are large enough.
    clocks: Clocks,
    /// What is left to do.
    paths: Vec<Path>,
}

/// Sizes of clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Clocks {
    Tiny,
    Narrow,
    Wide,
}

impl Clocks {
    fn larger(self) -> Option<Self> {
        match self {
            Clocks::Tiny => Some(Clocks::Narrow),
            Clocks::Narrow => Some(Clocks::Wide),
            Clocks::Wide => None,
        }
    }
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The program cannot be explored by answers.
    Unsupported(Unsupported),
    /// What is to be continued is not an exploration of this program, or one that goes differently.
    Foreign,
}

/// As [`run_annotated`], by as many workers as there are in the team, each with threads of its own. What an earlier exploration
/// has left is continued, and what there is so far is kept now and then, and when the budget is used up. Also returns threads
/// that know what the workers have found out.
///
/// Orders that are counted [as the authors do](Settings::authors) depend on all that was explored before: there is one worker,
/// nothing is kept, and nothing can be continued.
pub fn run_annotated_together<T, F>(
    reduction: Reduction,
    make: &F,
    options: &Options,
    settings: Settings,
    team: &Team<'_>,
    progress: &mut dyn FnMut(&Stats, Option<f64>),
) -> Result<(Exploration, T), Refusal>
where
    T: ShareableThreads,
    F: Fn() -> T + Sync,
{
    if team.left.is_none() && (settings.authors || team.jobs == 1 && team.keeper.is_none()) {
        let mut threads = make();
        let exploration = run_annotated(reduction, &mut threads, options, settings, &mut Shown(progress));
        return exploration.map(|it| (it, threads)).map_err(Refusal::Unsupported);
    }
    let mut threads = make();
    let names = team.left.as_ref().map(|it| it.names.clone()).unwrap_or_default();
    let lexicon = Arc::new(Lexicon::new(names));
    let (beginning, figures) = match &team.left {
        None => (None, Figures::default()),
        Some(left) => {
            let orders = continued(left, reduction, settings).ok_or(Refusal::Foreign)?;
            threads.take_lesson(&left.lesson);
            (Some(orders.clone()), left.figures.clone())
        }
    };
    if !threads.share_names(&lexicon) {
        return Err(Refusal::Foreign);
    }
    let crew = Crew { reduction, make, options, team, lexicon };
    let exploration = crew.run(&mut threads, settings, beginning, figures, progress)?;
    match threads.contradiction() {
        Some(why) => Err(Refusal::Unsupported(why)),
        None => Ok((Exploration { reduction, ..exploration }, threads)),
    }
}

/// What is left of an exploration, if it is one of this kind.
fn continued(left: &Snapshot, reduction: Reduction, settings: Settings) -> Option<&Orders> {
    let Work::Orders(orders) = &left.work else { return None };
    // If no root is asked for, it is the one that was found then.
    let same = Settings { root: settings.root.and(orders.settings.root), ..orders.settings };
    (left.reduction == reduction.name() && settings == same && !settings.authors).then_some(orders)
}

/// Who is shown the figures.
struct Shown<'a>(&'a mut dyn FnMut(&Stats, Option<f64>));

impl<T> Watcher<T> for Shown<'_> {
    fn is_interested(&self) -> bool {
        false
    }

    fn progress(&mut self, stats: &Stats, explored: f64) {
        (self.0)(stats, Some(explored));
    }
}

/// What is the same for all workers.
struct Crew<'a, F> {
    reduction: Reduction,
    make: &'a F,
    options: &'a Options,
    team: &'a Team<'a>,
    lexicon: Arc<Lexicon>,
}

/// What is in the way of a worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hindrance {
    Outgrown,
    Refused(Refusal),
}

impl From<Trouble> for Hindrance {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Outgrown => Hindrance::Outgrown,
            Trouble::Unsupported(why) => Hindrance::Refused(Refusal::Unsupported(why)),
        }
    }
}

/// What is left to do, and what workers have found out.
#[derive(Debug, Default)]
struct Tasks {
    paths: VecDeque<Path>,
    /// For each worker.
    lessons: Vec<Vec<u64>>,
}

impl Board for Tasks {
    type Task = Path;
    type Place = ();

    fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    fn take(&mut self, _near: Option<&()>) -> Option<Path> {
        self.paths.pop_front()
    }
}

impl<F> Crew<'_, F> {
    fn jobs(&self) -> usize {
        self.team.jobs.max(1)
    }

    /// Tries small clocks, then larger ones, but none smaller than those of what is to be continued.
    fn run<T: ShareableThreads>(
        &self,
        threads: &mut T,
        settings: Settings,
        mut beginning: Option<Orders>,
        mut figures: Figures,
        progress: &mut dyn FnMut(&Stats, Option<f64>),
    ) -> Result<Exploration, Refusal>
    where
        F: Fn() -> T + Sync,
    {
        let mut clocks = beginning.as_ref().map_or(Clocks::Tiny, |it| it.clocks);
        loop {
            let (begin, found) = (beginning.take(), std::mem::take(&mut figures));
            let ended = match (self.reduction, clocks) {
                (Reduction::Data, Clocks::Tiny) => {
                    self.run_with::<T, Tiny, Data>(threads, settings, clocks, begin, found, progress)
                }
                (Reduction::Data, Clocks::Narrow) => {
                    self.run_with::<T, Narrow, Data>(threads, settings, clocks, begin, found, progress)
                }
                (Reduction::Data, Clocks::Wide) => {
                    self.run_with::<T, Wide, Data>(threads, settings, clocks, begin, found, progress)
                }
                (_, Clocks::Tiny) => self.run_with::<T, Tiny, Value>(threads, settings, clocks, begin, found, progress),
                (_, Clocks::Narrow) => {
                    self.run_with::<T, Narrow, Value>(threads, settings, clocks, begin, found, progress)
                }
                (_, Clocks::Wide) => self.run_with::<T, Wide, Value>(threads, settings, clocks, begin, found, progress),
            };
            match ended {
                Ok(exploration) => return Ok(exploration),
                Err(Hindrance::Refused(why)) => return Err(why),
                Err(Hindrance::Outgrown) => {
                    clocks = clocks.larger().ok_or(Refusal::Unsupported(Unsupported::Size))?;
                }
            }
        }
    }

    /// Lets the workers work, and watches them.
    fn run_with<T: ShareableThreads, C: Clock, G: Grouping>(
        &self,
        threads: &mut T,
        settings: Settings,
        clocks: Clocks,
        beginning: Option<Orders>,
        figures: Figures,
        progress: &mut dyn FnMut(&Stats, Option<f64>),
    ) -> Result<Exploration, Hindrance>
    where
        F: Fn() -> T + Sync,
    {
        let (settings, paths) = match beginning {
            Some(Orders { settings, paths, .. }) => (settings, paths),
            None => {
                let root = match settings.root {
                    Some(root) => root,
                    // That is short, and whoever goes on when there is more time goes on from the same root.
                    None => {
                        let options = Options { budget: Budget::default(), ..self.options.clone() };
                        find_root::<T, C, G>(threads, &options, settings)?
                    }
                };
                (Settings { root: Some(root), ..settings }, vec![Path::default()])
            }
        };
        let tasks = Tasks { paths: paths.into(), lessons: vec![Vec::new(); self.jobs()] };
        let pool = Pool::new(tasks, figures, self.jobs());
        let mut snapshot = |tasks: &Tasks, figures: &Figures| {
            tasks.lessons.iter().for_each(|it| threads.take_lesson(it));
            let paths = tasks.paths.iter().cloned().collect();
            Snapshot {
                reduction: self.reduction.name().to_owned(),
                names: self.lexicon.names(),
                lesson: threads.lesson(),
                figures: figures.clone(),
                work: Work::Orders(Orders { settings, clocks, paths }),
            }
        };
        std::thread::scope(|scope| {
            for number in 0..self.jobs() {
                let pool = &pool;
                scope.spawn(move || self.work::<T, C, G>(number, settings, pool));
            }
            let mut show = |stats: &Stats| progress(stats, None);
            match self.team.keeper {
                None => pool.watch(&mut show, None),
                Some((period, keeper)) => {
                    let mut keep = |tasks: &Tasks, figures: &Figures| keeper(&snapshot(tasks, figures));
                    pool.watch(&mut show, Some((period, &mut keep)));
                }
            }
        });
        let (tasks, figures, stop) = pool.finish();
        // The threads know now what the workers have found out.
        let last = snapshot(&tasks, &figures);
        let is_exhausted = stop.is_none();
        let limit = match stop {
            Some(Stop::Trouble(why)) => return Err(why),
            Some(Stop::Limit(limit)) if !tasks.paths.is_empty() => Some(limit),
            Some(Stop::Limit(_) | Stop::Enough | Stop::Late) | None => None,
        };
        if let (Some(_), Some((_, keeper))) = (limit, self.team.keeper) {
            keeper(&last);
        }
        Ok(Exploration { limit, is_exhausted, ..figures.into_exploration() })
    }

    /// One worker, until there is nothing to do.
    fn work<T: ShareableThreads, C: Clock, G: Grouping>(
        &self,
        number: usize,
        settings: Settings,
        pool: &Pool<Tasks, Hindrance>,
    ) where
        F: Fn() -> T + Sync,
    {
        let _presence = pool.presence();
        let mut threads = (self.make)();
        if !threads.share_names(&self.lexicon) {
            return pool.stop(Stop::Trouble(Hindrance::Refused(Refusal::Foreign)));
        }
        let mut search = Search::<T, C, G>::new(threads, self.options.clone(), settings);
        let mut told = 0;
        while let Some(path) = pool.take(None) {
            let left = self.explore(&mut search, &path, pool);
            pool.tell(&mut search.result, self.options);
            let facts = search.threads.facts();
            let lesson = (facts != told).then(|| search.threads.lesson());
            told = facts;
            let left = left.unwrap_or_else(|why| {
                pool.stop(Stop::Trouble(why));
                None
            });
            pool.rest(&mut search.result, |tasks| {
                if let Some(lesson) = lesson {
                    tasks.lessons[number] = lesson;
                }
                tasks.paths.extend(left);
            });
        }
    }

    /// Does a task, or a part of it: says what is left.
    fn explore<T: ShareableThreads, C: Clock, G: Grouping>(
        &self,
        search: &mut Search<T, C, G>,
        path: &Path,
        pool: &Pool<Tasks, Hindrance>,
    ) -> Result<Option<Path>, Hindrance> {
        if !search.follow(path)? {
            return Err(Hindrance::Refused(Refusal::Foreign));
        }
        let steps = u64::from(self.options.steps_per_look).max(1);
        let (most, per_question) = (DECISIONS_PER_LOOK.min(steps), DECISIONS_PER_QUESTION.min(steps));
        let (mut decisions, mut next_look) = (0_u64, 1);
        loop {
            if search.is_going_back() && pool.halts() {
                return Ok(search.path());
            }
            if !search.advance(&mut ())? {
                return Ok(None);
            }
            decisions += 1;
            if decisions.is_multiple_of(per_question) && pool.is_hungry() && pool.with(|it| it.paths.is_empty()) {
                if let Some(path) = search.divide() {
                    pool.put(|tasks| tasks.paths.push_back(path));
                }
            }
            if decisions == next_look || !search.result.found.is_empty() {
                next_look = decisions + decisions.min(most);
                pool.tell(&mut search.result, self.options);
                if let Some(limit) = self.options.budget.exceeded() {
                    pool.stop(Stop::Limit(limit));
                }
            }
        }
    }
}
