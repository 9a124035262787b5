//! Workers that run executions, and whoever makes them work together.

use super::pool::{Board, Keep, Pool, Stop};
use super::task::{NodeId, Task};
use super::{Figures, Snapshot, Team, Work};
use crate::explorer::{Explorer, Run};
use crate::toolbox::history::Trouble;
use crate::{Exploration, Options, Reduction, Strategy};
use event::{Choice, Execution, Lexicon, Property, Shareable, Stats, System};
use std::sync::{Arc, Mutex, PoisonError};

/// A strategy that can do a part of the work.
pub(crate) trait Member<S: System>: Strategy<S> {
    /// Where its tasks come from.
    type Board: Board<Task = Task, Place = Vec<NodeId>> + Send;

    /// All that there is to do.
    fn everything() -> Self::Board;

    /// Has others to work with, and gives something away not more often than every so many executions.
    fn join(&mut self, pool: &Arc<Pool<Self::Board, Trouble>>, rarely: u32);

    /// How many events of the current execution it knows all about.
    fn known(&self) -> usize;

    /// Begins a task; the first `keep` events on the way are those of the current execution.
    fn begin(&mut self, task: &Task, keep: usize);

    /// An event on the way to what is to be explored is about to be run, for the first time (`is_new`) or not. Says whether it
    /// can be.
    fn follow(&mut self, system: &mut S, execution: &Execution, choice: Choice, is_new: bool) -> bool;

    /// All events on the way have been run; `is_new`: the last one for the first time.
    fn set_out(&mut self, execution: &Execution, is_new: bool);

    /// The states on the board that it has been at.
    fn path(&self) -> Option<&Vec<NodeId>>;

    /// Puts everything back: the execution is to be continued, and nobody has learned from its events from `new_from` on.
    fn put_back(&mut self, board: &mut Self::Board, execution: &Execution, new_from: usize);

    /// Everything that belongs to the task has been explored, or is on the board.
    fn done(&mut self, board: &mut Self::Board, execution: &Execution);

    /// What is left to do, to be kept.
    fn pack(board: &Self::Board) -> Work;

    /// What is left to do, if it is of this kind.
    fn unpack(work: &Work) -> Option<Self::Board>;
}

/// Nothing is given away after fewer executions than there are of these in the steps between two looks.
pub(super) const STEPS_PER_GIFT: u32 = 256;

/// How a team has ended.
pub(crate) enum Outcome<S> {
    /// With a result, and a system that knows what all have found out.
    Explored(Exploration, S),
    /// What was explored counts for nothing: this is to be known from the start.
    Late(Vec<u64>),
    /// The strategy cannot do it.
    Troubled(Trouble),
}

/// Explores the program of the systems that `make` makes, by so many strategies of a kind.
pub(crate) fn explore_together<S: Shareable, M: Member<S> + Default>(
    reduction: Reduction,
    make: &(dyn Fn() -> S + Sync),
    options: &Options,
    team: &Team<'_>,
    known: &[u64],
    show: &mut dyn FnMut(&Stats),
) -> Outcome<S> {
    let left = team.left.as_ref();
    let board = left.and_then(|it| M::unpack(&it.work)).unwrap_or_else(M::everything);
    let figures = left.map(|it| it.figures.clone()).unwrap_or_default();
    let lexicon = Arc::new(Lexicon::new(left.map(|it| it.names.clone()).unwrap_or_default()));
    let pool = Arc::new(Pool::new(board, figures, team.jobs));
    let lessons = Mutex::new(vec![known.to_vec()]);
    let snapshot = |board: &M::Board, figures: &Figures| Snapshot {
        reduction: reduction.name().to_owned(),
        names: lexicon.names(),
        lesson: merged(make, &lessons).lesson(),
        figures: figures.clone(),
        work: M::pack(board),
    };
    std::thread::scope(|scope| {
        for _ in 0..team.jobs {
            scope.spawn(|| {
                let _presence = pool.presence();
                let mut system = make();
                system.take_lesson(known);
                assert!(system.share_names(&lexicon), "all systems are of one program");
                let mut strategy = M::default();
                strategy.configure(reduction, options);
                strategy.join(&pool, (options.steps_per_look / STEPS_PER_GIFT).max(1));
                work(&mut system, &mut strategy, options, &pool, &|lesson| {
                    lessons.lock().unwrap_or_else(PoisonError::into_inner).push(lesson);
                });
            });
        }
        let mut keep = |board: &M::Board, figures: &Figures| {
            if let Some((_, keeper)) = team.keeper {
                keeper(&snapshot(board, figures));
            }
        };
        let keep: Option<Keep<'_, M::Board>> = team.keeper.map(|(period, _)| (period, &mut keep as _));
        pool.watch(show, keep);
    });
    let pool = Arc::into_inner(pool).expect("all workers have gone home");
    let (board, figures, stop) = pool.finish();
    assert!(stop.is_some() || board.is_empty(), "what is begun is done in the end");
    let mut system = merged(make, &lessons);
    let wants_race = options.properties.contains(Property::Race);
    let is_found = figures.found.iter().any(|it| it.property == Property::Race);
    // Nobody may have seen enough to notice, but all together.
    let is_late = wants_race && !is_found && system.must_start_over() || system.knows_more();
    let is_exhausted = stop.is_none();
    let limit = match stop {
        Some(Stop::Late) => return Outcome::Late(start_over(&mut system)),
        Some(Stop::Enough | Stop::Limit(_)) | None if is_late => return Outcome::Late(start_over(&mut system)),
        Some(Stop::Trouble(trouble)) => return Outcome::Troubled(trouble),
        Some(Stop::Limit(limit)) => {
            if let Some((_, keeper)) = team.keeper {
                keeper(&snapshot(&board, &figures));
            }
            Some(limit)
        }
        Some(Stop::Enough) | None => None,
    };
    Outcome::Explored(Exploration { reduction, limit, is_exhausted, ..figures.into_exploration() }, system)
}

/// A system that knows what several have found out.
pub(super) fn merged<S: Shareable>(make: &(dyn Fn() -> S + Sync), lessons: &Mutex<Vec<Vec<u64>>>) -> S {
    let mut system = make();
    for lesson in lessons.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        system.take_lesson(lesson);
    }
    system
}

/// What is to be known from the start next time.
pub(super) fn start_over<S: Shareable>(system: &mut S) -> Vec<u64> {
    system.start_over();
    system.lesson()
}

/// Does tasks until there are none.
fn work<S: Shareable, M: Member<S>>(
    system: &mut S,
    strategy: &mut M,
    options: &Options,
    pool: &Pool<M::Board, Trouble>,
    teach: &dyn Fn(Vec<u64>),
) {
    let mut explorer = Explorer::new(system, options, Some(pool));
    explorer.look_for_failures();
    let mut taught = explorer.system.lesson();
    while let Some(task) = pool.take(strategy.path()) {
        let run = match go_to(&mut explorer, strategy, &task) {
            true => explorer.run_from(strategy, &mut (), task.new_from),
            false => Run::Stopped(task.new_from),
        };
        if let Some(trouble) = strategy.trouble() {
            pool.stop(Stop::Trouble(trouble));
        } else if explorer.result.is_late {
            pool.stop(Stop::Late);
        } else if let Some(limit) = explorer.result.limit {
            pool.stop(Stop::Limit(limit));
        }
        let lesson = explorer.system.lesson();
        if lesson != taught {
            teach(lesson.clone());
            taught = lesson;
        }
        let Explorer { execution, result, .. } = &mut explorer;
        let is_useless = strategy.trouble().is_some() || result.is_late;
        pool.rest(result, |board| match run {
            _ if is_useless => {}
            Run::Exhausted => strategy.done(board, execution),
            Run::Stopped(new_from) => strategy.put_back(board, execution, new_from),
        });
        pool.tell(result, options);
    }
}

/// Runs the events that lead to a task. Says whether that is possible.
fn go_to<S: System, M: Member<S>>(explorer: &mut Explorer<'_, S>, strategy: &mut M, task: &Task) -> bool {
    let now = explorer.execution.events().iter().map(|it| it.choice);
    let common = now.zip(&task.prefix).take_while(|(one, other)| one == *other).count();
    let keep = common.min(task.asleep_at).min(strategy.known());
    explorer.back_to(keep);
    strategy.begin(task, keep);
    for (depth, &choice) in task.prefix.iter().enumerate().skip(keep) {
        let is_new = depth >= task.known;
        if !strategy.follow(explorer.system, &explorer.execution, choice, is_new) {
            return false;
        }
        explorer.follow(choice, is_new);
    }
    strategy.set_out(&explorer.execution, task.prefix.len() > task.known);
    true
}
