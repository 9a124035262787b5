//! Exploration along wakeup trees: what optimal exploration and its variant with observers have in common.
//!
//! It runs what the trees ask for, and where a tree has ended the first thread that is awake. Which sequences are to be
//! explored is found by the algorithms, from races; [`Guided::plan`] adds them to the trees.

mod team;

use super::awaits::Await;
use super::clock::Clock;
use super::estimate::explored;
use super::history::{History, Trouble};
use super::probe;
use super::sleep::{Mood, Sleep, Sleeper, Step};
use super::wakeup::{Fate, Forest, NONE, Relation, Steps, TwigId, relation};
use crate::team::desk::Desk;
use crate::team::wakeups::Wakeups;
use event::{Access, Choice, Execution, Obstacle, Place, Readiness, System, ThreadId, Variation};
use std::marker::PhantomData;

/// When the order of two events counts.
pub(crate) trait Dependence {
    /// Whether stores to the same bytes are ordered only if one of them is read.
    const OBSERVES: bool;

    /// What becomes of a sleeper when an event is run; `None` if it is woken.
    fn after(sleeper: &Sleeper, event: Step<'_>) -> Option<Sleeper>;
}

/// Whatever touches common bytes and is not a look.
#[derive(Debug)]
pub(crate) struct Always;

impl Dependence for Always {
    const OBSERVES: bool = false;

    #[inline]
    fn after(sleeper: &Sleeper, event: Step<'_>) -> Option<Sleeper> {
        sleeper.after(event)
    }
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Guided<C, D> {
    pub history: History<C>,
    pub sleep: Sleep,
    forest: Forest,
    levels: Vec<Level>,
    /// The tree that follows the choice that was made last.
    coming: TwigId,
    pub trouble: Option<Trouble>,
    /// When nobody could be chosen: somebody is enabled, but asleep.
    is_blocked: bool,
    /// Somebody may be waiting at the end of the execution.
    is_waited: bool,
    /// So many states on the way are on a board that others have a say in.
    shared: usize,
    desk: Option<Box<Desk<Wakeups>>>,
    dependence: PhantomData<D>,
}

/// A state on the way, and the event that was chosen there.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// What is still to be explored from here.
    tree: TwigId,
    /// What about the event depends on what it finds.
    varies: Variation,
    /// How many branches have been explored.
    done: u32,
    /// Whether the event was not the last one of a sequence of a tree.
    leads_on: bool,
}

impl<C, D> Default for Guided<C, D> {
    fn default() -> Self {
        Guided {
            history: History::default(),
            sleep: Sleep::new(),
            forest: Forest::default(),
            levels: Vec::new(),
            coming: NONE,
            trouble: None,
            is_blocked: false,
            is_waited: true,
            shared: 0,
            desk: None,
            dependence: PhantomData,
        }
    }
}

impl<C: Clock, D: Dependence> Guided<C, D> {
    /// The next step: what the tree asks for, or anybody who is awake.
    #[inline]
    pub fn choose<S: System>(&mut self, system: &mut S, execution: &Execution) -> Option<Choice> {
        self.absorb(execution);
        if self.trouble.is_some() {
            return None;
        }
        if D::OBSERVES && self.sleep.is_in_vain(false) {
            self.is_blocked = true;
            return None;
        }
        let depth = execution.len();
        if self.levels.len() == depth {
            self.levels.push(Level { tree: self.coming, varies: Variation::Never, done: 0, leads_on: false });
        }
        let (choice, readiness) = if self.levels[depth].tree == NONE {
            self.coming = NONE;
            self.levels[depth].leads_on = false;
            match first_awake(system, &self.sleep, execution) {
                Ok(ready) => ready,
                Err(rest) => {
                    self.is_blocked = rest.is_asleep;
                    self.is_waited = rest.waits;
                    return None;
                }
            }
        } else {
            let (choice, coming) = self.forest.take(&mut self.levels[depth].tree);
            self.coming = coming;
            self.levels[depth].leads_on = coming != NONE;
            (choice, system.readiness(choice.thread))
        };
        match readiness {
            Readiness::Plain => self.levels[depth].varies = Variation::Never,
            Readiness::Special => {
                self.add_branches(system, choice, depth);
                self.levels[depth].varies = system.varies(choice.thread);
            }
            Readiness::Waiting | Readiness::Ended => {
                self.trouble = Some(Trouble::Waiting);
                return None;
            }
        }
        Some(choice)
    }

    /// How much of the execution is kept: up to the last state from which something is still to be explored.
    pub fn backtrack(&mut self, execution: &Execution) -> Option<usize> {
        if self.trouble().is_some() {
            return None;
        }
        self.is_waited = true;
        self.levels.truncate(execution.len());
        while let Some(level) = self.levels.last_mut() {
            if level.tree != NONE {
                level.done += 1;
                let depth = self.levels.len() - 1;
                self.sleep.truncate(depth + 1);
                if !planted::bug!(ExploredNotAsleep) {
                    self.sleep.add(execution.events()[depth].choice, execution.accesses(depth).into());
                }
                if self.desk.is_some() && self.give_away(execution, depth) {
                    return None;
                }
                self.history.truncate(depth);
                return Some(depth);
            }
            self.levels.pop();
        }
        None
    }

    /// Whether the execution, in which nobody could be chosen, is a repetition.
    pub fn is_redundant(&self) -> bool {
        self.is_blocked || D::OBSERVES && !planted::bug!(OwedReadsForgiven) && self.sleep.is_in_vain(true)
    }

    /// What has gone wrong, if anything.
    pub fn trouble(&self) -> Option<Trouble> {
        self.trouble.or(self.history.trouble())
    }

    /// About which part of all executions has been run.
    pub fn explored(&self) -> f64 {
        explored(self.levels.iter().map(|it| (it.done, it.done + 1 + self.forest.width(it.tree))))
    }

    /// Takes note of the event that was added, if one was.
    #[inline(always)]
    pub fn absorb(&mut self, execution: &Execution) {
        let depth = self.history.len();
        if depth == execution.len() {
            return;
        }
        let Some((choice, accesses)) = execution.last() else { return };
        if D::OBSERVES {
            self.history.push_observing(choice.thread, accesses);
        } else {
            self.history.push(choice.thread, accesses);
        }
        self.sleep.push(choice, accesses, D::after);
    }

    /// Has a sequence explored from the state before an event (`origin`), unless something that leads to it is explored or
    /// planned.
    #[inline]
    pub fn plan(&mut self, level: usize, origin: Choice, sequence: &mut Vec<u32>, steps: &impl Steps) {
        if level < self.shared {
            return self.ask(level, origin, sequence, steps);
        }
        if planted::bug!(SleepIgnoredByPlans)
            || !self.sleep.at(level).iter().any(|it| would_come_first(it, origin, sequence, steps))
        {
            self.forest.insert(&mut self.levels[level].tree, Some(origin), sequence, steps);
        }
    }

    /// When a branch of an operation is explored for the first time, the others have to be as well.
    #[inline(never)]
    fn add_branches<S: System>(&mut self, system: &mut S, choice: Choice, depth: usize) {
        let branches = system.branches(choice.thread);
        if branches == 1 {
            return;
        }
        let mut accesses = Vec::new();
        for branch in (0..branches).filter(|&it| it != choice.branch).skip(planted::bug!(RivalForgotten).into()) {
            let rival = Choice { branch, ..choice };
            accesses.clear();
            system.pending_branch(if planted::bug!(RivalsAreAlike) { choice } else { rival }, &mut accesses);
            self.plan(depth, choice, &mut vec![0], &Rival(rival, &accesses));
        }
    }

    /// What an event would touch after the first `keep` events and then a sequence of others, if that may be something
    /// else than in the execution. `None`: it would wait.
    pub fn foresee<S: System>(
        &self,
        system: &mut S,
        execution: &Execution,
        (keep, sequence): (usize, &[u32]),
        event: usize,
    ) -> Option<Foreseen> {
        let choice = execution.events()[event].choice;
        let failed = self.history.last_of(choice.thread) == Some(event) && probe::has_failed(system, choice.thread);
        if self.levels[event].varies == Variation::Never && !failed {
            return Some(Foreseen { choice, changed: None });
        }
        let (choice, accesses) = probe::foresee(system, execution, keep, sequence, choice)?;
        Some(Foreseen { choice, changed: Some(accesses) })
    }

    /// Whether an event waited for a value, and for what.
    pub fn awaited(&self, execution: &Execution, event: usize) -> Option<Await> {
        Await::of_event(execution, event, self.levels[event].varies)
    }

    /// Who waits at the end of an execution: the locks, with the events before which they could have been taken, and
    /// the others.
    pub fn waiting<S: System>(&mut self, system: &mut S, execution: &Execution) -> (Vec<WaitingLock>, Vec<Await>) {
        let (mut locks, mut awaits) = (Vec::new(), Vec::new());
        if !self.is_waited {
            return (locks, awaits);
        }
        for (thread, obstacle) in probe::waiting(system) {
            match obstacle {
                Obstacle::Mutex(mutex) => locks.push((thread, mutex, self.history.probe(thread, mutex))),
                Obstacle::Value(_) => awaits.push(Await::at_end(system, thread, execution)),
                Obstacle::Thread | Obstacle::Itself => {}
                Obstacle::Several => self.trouble = Some(Trouble::Waiting),
            }
        }
        (locks, awaits)
    }
}

/// Who waits for which mutex, and the events before which it could have been taken.
pub(crate) type WaitingLock = (ThreadId, Place, Vec<u32>);

/// An event in another order.
pub(crate) struct Foreseen {
    /// By which branch.
    pub choice: Choice,
    /// What it touches, unless that is what it touched in the execution.
    changed: Option<Vec<Access>>,
}

impl Foreseen {
    /// The accesses, given those of the execution.
    pub fn accesses<'a>(&'a self, same: &'a [Access]) -> &'a [Access] {
        self.changed.as_deref().unwrap_or(same)
    }
}

/// Another branch of the operation that is about to run.
struct Rival<'a>(Choice, &'a [Access]);

impl Steps for Rival<'_> {
    fn step(&self, _: u32) -> Step<'_> {
        (self.0, self.1)
    }
}

/// The first enabled choice that is not asleep: preferably of the thread that was last to run, so that there are few
/// switches. If there is none: how the threads stand.
#[inline(always)]
fn first_awake<S: System>(system: &mut S, sleep: &Sleep, execution: &Execution) -> Result<Ready, Standstill> {
    let mut rest = Standstill { is_asleep: false, waits: false };
    if let Some(last) = execution.events().last() {
        if let Some(ready) = awake(system, sleep, last.choice.thread, &mut rest) {
            return Ok(ready);
        }
    }
    for index in 0..system.threads().len() {
        let thread = system.threads()[index];
        if let Some(ready) = awake(system, sleep, thread, &mut rest) {
            return Ok(ready);
        }
    }
    Err(rest)
}

/// A choice that can be made.
type Ready = (Choice, Readiness);

/// Why nobody goes on.
struct Standstill {
    /// Somebody is enabled, but asleep.
    is_asleep: bool,
    /// Somebody has not ended, and is not enabled.
    waits: bool,
}

/// The first choice of a thread that is not asleep.
#[inline(always)]
fn awake<S: System>(system: &mut S, sleep: &Sleep, thread: ThreadId, rest: &mut Standstill) -> Option<Ready> {
    let readiness = system.readiness(thread);
    match readiness {
        Readiness::Ended => return None,
        Readiness::Waiting => {
            rest.waits = true;
            return None;
        }
        Readiness::Plain | Readiness::Special => {}
    }
    let first = Choice { thread, branch: 0 };
    if !sleep.contains(first) {
        return Some((first, readiness));
    }
    rest.is_asleep = true;
    let others = (1..system.branches(thread)).map(|branch| Choice { thread, branch });
    others.into_iter().find(|&it| !sleep.contains(it)).map(|it| (it, readiness))
}

/// Whether a sleeper is a weak initial of a sequence that is to be followed by `origin`: it occurs there and can come first, or could be put first.
#[inline]
fn would_come_first(sleeper: &Sleeper, origin: Choice, sequence: &[u32], steps: &impl Steps) -> bool {
    if sleeper.mood == Mood::Failed || sleeper.mood == Mood::Owes {
        return sleeper.mood == Mood::Failed || steps.fate(sleeper.touched.accesses(), sequence) == Fate::Overwritten;
    }
    match relation((sleeper.choice, sleeper.touched.accesses()), Some(origin), sequence, steps) {
        Relation::Conflicts => false,
        // If it is read it conflicts with a store that was run before the sequence. What is not known yet shows later.
        Relation::Occurs(index) if sleeper.mood == Mood::Overtaken => {
            steps.fate(sleeper.touched.accesses(), &sequence[index + 1..]) == Fate::Overwritten
        }
        Relation::Occurs(_) => true,
        Relation::Independent => true,
    }
}
