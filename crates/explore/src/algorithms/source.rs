//! Source dynamic partial-order reduction: at least one execution of each class. Some executions are begun in vain: all
//! that could go on is asleep.
//!
//! Abdulla, Aronis, Jonsson, Sagonas: *Optimal Dynamic Partial Order Reduction* (POPL 2014), Algorithm 1.
//!
//! | paper | here |
//! |---|---|
//! | E' = pre(E, e), the state before e | level `first` |
//! | backtrack(E') | `levels[first].threads` |
//! | sleep(E') | `sleep.at(first)` |
//! | v = notdep(e, E).e' | the events from `first + 1` to `second` that do not happen after `first` |
//! | I(v) | [`Source::initials`] |
//!
//! Beyond the paper: what the second event touches can differ from what it touched in E, and so can the events that it
//! depends on (an atomic section that fails early has seen less). If it can, v ranges over the whole execution and is
//! run, as in `optimal.rs`.
//!
//! A thread stands for all branches of its operation: they are explored one after the other. Locks: see
//! [`crate::toolbox::history`]. Operations that wait for a value: [`crate::toolbox::awaits`].

use crate::Strategy;
use crate::toolbox::awaits::Await;
use crate::toolbox::clock::Clock;
use crate::toolbox::estimate::explored;
use crate::toolbox::history::{History, Trouble};
use crate::toolbox::probe;
use crate::toolbox::sleep::{Sleep, Sleeper};
use event::{Access, Choice, Execution, Obstacle, System, ThreadId, Variation};

/// See the module.
#[derive(Debug)]
pub(crate) struct Source<C> {
    history: History<C>,
    sleep: Sleep,
    levels: Vec<Level>,
    trouble: Option<Trouble>,
}

/// A state on the way.
#[derive(Clone, Debug)]
struct Level {
    /// Who is explored from here, in this order.
    threads: Vec<ThreadId>,
    /// Which of them is explored now.
    now: usize,
    /// The branch of its operation that is explored now, and how many there are.
    branch: u32,
    branches: u32,
    /// What about the event depends on what it finds.
    varies: Variation,
}

/// The second event of a race, as it would be if it came earlier.
#[derive(Clone, Copy)]
struct Later<'a> {
    thread: ThreadId,
    /// Its number, or the end of the execution if it has not happened.
    second: usize,
    /// How far v ranges.
    end: usize,
    /// What it would touch.
    accesses: &'a [Access],
}

impl<C> Default for Source<C> {
    fn default() -> Self {
        Source { history: History::default(), sleep: Sleep::new(), levels: Vec::new(), trouble: None }
    }
}

impl<S: System, C: Clock> Strategy<S> for Source<C> {
    fn choose(&mut self, system: &mut S, execution: &Execution) -> Option<Choice> {
        self.absorb(execution);
        if self.trouble.is_some() {
            return None;
        }
        let depth = execution.len();
        if self.levels.len() == depth {
            let thread = self.first_awake(system)?;
            self.levels.push(Level { threads: vec![thread], now: 0, branch: 0, branches: 1, varies: Variation::Never });
        }
        let level = &mut self.levels[depth];
        let thread = level.threads[level.now];
        if !system.enabled(thread) {
            self.trouble = Some(Trouble::Waiting);
            return None;
        }
        level.branches = system.branches(thread);
        level.varies = system.varies(thread);
        Some(Choice { thread, branch: level.branch })
    }

    fn learn(&mut self, system: &mut S, execution: &Execution, new_from: usize) {
        self.absorb(execution);
        for index in 0..self.history.races_from(new_from).len() {
            let race = self.history.races_from(new_from)[index];
            let (first, second) = (race.first as usize, race.second as usize);
            let thread = execution.events()[second].choice.thread;
            if !self.varies(system, second, thread) {
                let accesses = execution.accesses(second);
                self.reverse(execution, first, Later { thread, second, end: second, accesses });
                continue;
            }
            let sequence = self.not_after(first, execution.len());
            let sequence: Vec<u32> = sequence.map(|it| it as u32).collect();
            match probe::foresee(system, execution, first, &sequence, thread) {
                Some(accesses) => {
                    let later = Later { thread, second, end: execution.len(), accesses: &accesses };
                    self.reverse(execution, first, later);
                }
                None => match Await::of_event(execution, second, self.levels[second].varies) {
                    Some(waiting) => self.walk_back(system, execution, &waiting, first),
                    None => self.trouble = Some(Trouble::Waiting),
                },
            }
        }
        for (thread, obstacle) in probe::waiting(system) {
            let end = execution.len();
            let mutex = match obstacle {
                Obstacle::Mutex(mutex) => mutex,
                Obstacle::Value(_) => {
                    let waiting = Await::at_end(system, thread, execution);
                    self.walk_back(system, execution, &waiting, end);
                    continue;
                }
                Obstacle::Thread | Obstacle::Itself => continue,
                Obstacle::Several => {
                    self.trouble = Some(Trouble::Waiting);
                    return;
                }
            };
            for first in self.history.probe(thread, mutex) {
                let accesses = &[Access::Lock(mutex)];
                self.reverse(execution, first as usize, Later { thread, second: end, end, accesses });
            }
        }
    }

    fn backtrack(&mut self, execution: &Execution) -> Option<usize> {
        if self.trouble.is_some() {
            return None;
        }
        self.levels.truncate(execution.len());
        while !self.levels.is_empty() {
            let depth = self.levels.len() - 1;
            let level = &mut self.levels[depth];
            if level.branch + 1 < level.branches {
                level.branch += 1;
                self.sleep.truncate(depth + 1);
                self.history.truncate(depth);
                return Some(depth);
            }
            if level.now + 1 < level.threads.len() {
                level.now += 1;
                level.branch = 0;
                self.sleep.truncate(depth + 1);
                self.sleep.add(execution.events()[depth].choice, execution.accesses(depth));
                self.history.truncate(depth);
                return Some(depth);
            }
            self.levels.pop();
        }
        None
    }

    fn explored(&self) -> Option<f64> {
        let branches = |it: &Level| (it.now as u32 * it.branches + it.branch, it.threads.len() as u32 * it.branches);
        Some(explored(self.levels.iter().map(branches)))
    }

    fn trouble(&self) -> Option<Trouble> {
        self.trouble
    }
}

impl<C: Clock> Source<C> {
    /// Takes note of the event that was added, if one was.
    fn absorb(&mut self, execution: &Execution) {
        let depth = self.history.len();
        if depth < execution.len() {
            let choice = execution.events()[depth].choice;
            self.history.push(choice.thread, execution.accesses(depth));
            self.sleep.push(choice, execution.accesses(depth), Sleeper::after);
            self.trouble = self.trouble.or(self.history.trouble());
        }
    }

    /// The first enabled thread that is not asleep.
    fn first_awake<S: System>(&self, system: &mut S) -> Option<ThreadId> {
        for index in 0..system.threads().len() {
            let thread = system.threads()[index];
            if !self.sleep.contains_thread(thread) && system.enabled(thread) {
                return Some(thread);
            }
        }
        None
    }

    /// Has an await explored as late as it can be before some event.
    fn walk_back<S: System>(&mut self, system: &mut S, execution: &Execution, waiting: &Await, before: usize) {
        let mut sequence = Vec::new();
        if let Some((first, accesses)) = waiting.latest(system, &mut self.history, execution, before, &mut sequence) {
            let Await { thread, event, .. } = *waiting;
            let later = Later { thread, second: event, end: execution.len(), accesses: &accesses };
            self.reverse(execution, first, later);
        }
    }

    /// Has somebody explored before the first event of a race who leads to the second one, unless somebody is already.
    fn reverse(&mut self, execution: &Execution, first: usize, later: Later<'_>) {
        let initials = self.initials(execution, first, later);
        let known = |it: &ThreadId| {
            self.levels[first].threads.contains(it) || self.sleep.at(first).iter().any(|s| s.choice.thread == *it)
        };
        if !initials.iter().any(known) {
            self.levels[first].threads.extend(initials.last());
        }
        self.trouble = self.trouble.or(self.history.trouble());
    }

    /// notdep(first), up to some event.
    fn not_after(&self, first: usize, end: usize) -> impl Iterator<Item = usize> {
        (first + 1..end).filter(move |&it| !self.history.happens_before(first, it))
    }

    /// Whether an event may touch something else if it comes earlier.
    fn varies<S: System>(&self, system: &S, event: usize, thread: ThreadId) -> bool {
        self.levels[event].varies != Variation::Never
            || self.history.last_of(thread) == Some(event) && probe::has_failed(system, thread)
    }

    /// The threads whose first event in v = notdep(first).second has nothing of v before it.
    fn initials(&self, execution: &Execution, first: usize, later: Later<'_>) -> Vec<ThreadId> {
        let Later { thread, second, end, accesses } = later;
        let mut initials = Vec::new();
        let mut seen: Vec<usize> = Vec::new();
        for event in self.not_after(first, end) {
            if !seen.iter().any(|&it| self.history.happens_before(it, event)) {
                initials.push(execution.events()[event].choice.thread);
            }
            seen.push(event);
        }
        let leads_to_second = |&event: &usize| {
            self.history.is_before_next(event, second, thread)
                || event::conflict(execution.accesses(event), accesses)
                || accesses.contains(&Access::Join(execution.events()[event].choice.thread))
                || accesses.contains(&Access::Follow(execution.events()[event].choice.thread))
        };
        if !seen.iter().any(leads_to_second) {
            initials.push(thread);
        }
        initials
    }
}
