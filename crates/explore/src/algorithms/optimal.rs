//! Optimal dynamic partial-order reduction: one execution of each class, and no execution that is abandoned.
//!
//! Abdulla, Aronis, Jonsson, Sagonas: *Optimal Dynamic Partial Order Reduction* (POPL 2014), Algorithm 2.
//!
//! | paper | here |
//! |---|---|
//! | E' = pre(E, e), the state before e | level `first` |
//! | sleep(E') | `sleep.at(first)`, explored choices included |
//! | wut(E') | `levels[first].tree`, without the branch that is being explored |
//! | v = notdep(e, E).e' | [`Optimal::reversal`] |
//! | p ∈ WI(v) | [`would_come_first`] |
//! | insert(v, wut(E')) | [`Forest::insert`] |
//!
//! Beyond the paper:
//! * v ranges over the *whole* execution, so the races of a kept prefix are looked at again when something new does not
//!   happen after their first event.
//! * A choice of a value is an event of its own for each value: the branches of a thread are rivals, and when one of them is
//!   explored from a state all the others are inserted there.
//! * What the last event of v touches can differ from what it touched in E (a compare-exchange that failed may succeed).
//!   It is found out by running v.
//! * Locks: see [`crate::toolbox::history`].

use crate::Strategy;
use crate::toolbox::clock::Clock;
use crate::toolbox::history::{History, Trouble};
use crate::toolbox::probe;
use crate::toolbox::sleep::{Sleep, Sleeper};
use crate::toolbox::wakeup::{Forest, NONE, Step, TwigId};
use event::{Access, Choice, End, Execution, Obstacle, Status, System};

/// See the module.
#[derive(Debug)]
pub(crate) struct Optimal<C> {
    history: History<C>,
    sleep: Sleep,
    forest: Forest,
    levels: Vec<Level>,
    /// The tree that follows the choice that was made last.
    coming: TwigId,
    trouble: Option<Trouble>,
    /// What can not happen before the event in question; kept for its memory.
    rest: Vec<u32>,
}

/// A state on the way, and the event that was chosen there.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// What is still to be explored from here.
    tree: TwigId,
    /// Whether what the event touches depends on what it finds.
    varies: bool,
}

impl<C> Default for Optimal<C> {
    fn default() -> Self {
        Optimal {
            history: History::default(),
            sleep: Sleep::default(),
            forest: Forest::default(),
            levels: Vec::new(),
            coming: NONE,
            trouble: None,
            rest: Vec::new(),
        }
    }
}

impl<S: System, C: Clock> Strategy<S> for Optimal<C> {
    fn choose(&mut self, system: &mut S, execution: &Execution) -> Option<Choice> {
        self.absorb(system, execution);
        if self.trouble.is_some() {
            return None;
        }
        let depth = execution.len();
        if self.levels.len() == depth {
            self.levels.push(Level { tree: self.coming, varies: false });
        }
        let choice = if self.levels[depth].tree == NONE {
            self.coming = NONE;
            first_awake(system, &self.sleep)?
        } else {
            let (choice, coming) = self.forest.take(&mut self.levels[depth].tree);
            self.coming = coming;
            choice
        };
        if !system.enabled(choice.thread) {
            self.trouble = Some(Trouble::Waiting);
            return None;
        }
        self.add_branches(system, choice, depth);
        self.levels[depth].varies = system.varies(choice.thread);
        Some(choice)
    }

    fn learn(&mut self, system: &mut S, execution: &Execution, new_from: usize) {
        self.absorb(system, execution);
        let mut lowest = None;
        for event in new_from..execution.len() {
            let clock = self.history.clock(event);
            lowest.get_or_insert_with(|| clock.clone()).meet(clock);
        }
        for index in 0..self.history.races().len() {
            if self.trouble.is_some() {
                return;
            }
            let race = self.history.races()[index];
            let (first, second) = (race.first as usize, race.second as usize);
            let is_new = second >= new_from
                || lowest.as_ref().is_some_and(|it| it.get(self.history.thread(first)) < self.history.number(first));
            if is_new {
                self.reverse(system, execution, first, Later::Event(second));
            }
        }
        for (thread, obstacle) in probe::waiting(system) {
            let Obstacle::Mutex(mutex) = obstacle else {
                self.trouble = Some(Trouble::Waiting);
                return;
            };
            for first in self.history.probe(thread, mutex) {
                let last = Choice { thread, branch: 0 };
                self.reverse(system, execution, first as usize, Later::Probe(last, [Access::Lock(mutex)]));
            }
        }
        self.trouble = self.trouble.or(self.history.trouble());
    }

    fn backtrack(&mut self, execution: &Execution) -> Option<usize> {
        if self.trouble.is_some() {
            return None;
        }
        self.levels.truncate(execution.len());
        while let Some(level) = self.levels.last() {
            let depth = self.levels.len() - 1;
            if level.tree != NONE {
                self.sleep.truncate(depth + 1);
                self.sleep.add(execution.events()[depth].choice, execution.accesses(depth));
                self.history.truncate(depth);
                return Some(depth);
            }
            self.levels.pop();
        }
        None
    }

    fn trouble(&self) -> Option<Trouble> {
        self.trouble
    }
}

/// The second event of a race.
#[derive(Clone, Copy)]
enum Later {
    Event(usize),
    /// One that has not happened: a lock that waits at the end.
    Probe(Choice, [Access; 1]),
}

impl<C: Clock> Optimal<C> {
    /// Takes note of the event that was added, if one was.
    fn absorb<S: System>(&mut self, system: &S, execution: &Execution) {
        if self.sleep.len() == 0 {
            self.sleep.push(None);
        }
        let depth = self.history.len();
        if depth == execution.len() {
            return;
        }
        let choice = execution.events()[depth].choice;
        let accesses = execution.accesses(depth);
        self.history.push(choice.thread, accesses);
        self.sleep.push(Some((choice, accesses)));
        // An operation that failed could have gone well before what made it fail.
        self.levels[depth].varies |=
            matches!(system.status(choice.thread), Status::Ended(End::Failed(_) | End::Stopped(_)));
        self.trouble = self.trouble.or(self.history.trouble());
    }

    /// When a branch of an operation is explored for the first time, the others have to be as well.
    fn add_branches<S: System>(&mut self, system: &mut S, choice: Choice, depth: usize) {
        let branches = system.branches(choice.thread);
        if branches == 1 {
            return;
        }
        let mut accesses = Vec::new();
        system.pending(choice.thread, &mut accesses);
        for branch in (0..branches).filter(|&it| it != choice.branch) {
            let mut steps: Vec<Step<'_>> = vec![(Choice { branch, ..choice }, &accesses)];
            if !self.sleep.at(depth).iter().any(|it| would_come_first(it, &steps)) {
                self.forest.insert(&mut self.levels[depth].tree, &mut steps);
            }
        }
    }

    /// Plans an execution in which the second event of a race comes before the first, unless one like it is explored
    /// or planned.
    fn reverse<S: System>(&mut self, system: &mut S, execution: &Execution, first: usize, second: Later) {
        self.rest.clear();
        for event in first + 1..execution.len() {
            if !self.history.happens_before(first, event) {
                self.rest.push(event as u32);
            }
        }
        let (last, foreseen);
        let accesses: &[Access] = match second {
            Later::Event(event) => {
                last = Choice { branch: 0, ..execution.events()[event].choice };
                if self.levels[event].varies {
                    match probe::foresee(system, execution, first, &self.rest, last.thread) {
                        Some(it) => foreseen = it,
                        None => {
                            self.trouble = Some(Trouble::Waiting);
                            return;
                        }
                    }
                    &foreseen
                } else {
                    execution.accesses(event)
                }
            }
            Later::Probe(choice, ref accesses) => {
                last = choice;
                accesses
            }
        };
        let step = |&event: &u32| (execution.events()[event as usize].choice, execution.accesses(event as usize));
        let mut steps: Vec<Step<'_>> = self.rest.iter().map(step).collect();
        steps.push((last, accesses));
        if self.sleep.at(first).iter().any(|it| would_come_first(it, &steps)) {
            return;
        }
        self.forest.insert(&mut self.levels[first].tree, &mut steps);
    }
}

/// The first enabled choice that is not asleep.
fn first_awake<S: System>(system: &mut S, sleep: &Sleep) -> Option<Choice> {
    for index in 0..system.threads().len() {
        let thread = system.threads()[index];
        if system.enabled(thread) {
            let awake =
                (0..system.branches(thread)).map(|branch| Choice { thread, branch }).find(|&it| !sleep.contains(it));
            if awake.is_some() {
                return awake;
            }
        }
    }
    None
}

/// Whether a sleeper is a weak initial of a sequence: it occurs there and can come first, or could be put first.
fn would_come_first(sleeper: &Sleeper, steps: &[Step<'_>]) -> bool {
    for &(choice, accesses) in steps {
        if choice.thread == sleeper.choice.thread {
            return choice == sleeper.choice;
        }
        if event::conflict(sleeper.touched.accesses(), accesses) {
            return false;
        }
    }
    true
}
