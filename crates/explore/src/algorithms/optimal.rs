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
use crate::toolbox::wakeup::{Forest, NONE, Step, Steps, TwigId};
use event::{Access, Choice, End, Execution, Obstacle, Status, System, ThreadId};

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
    /// The sequence that is planned; kept for its memory.
    sequence: Vec<u32>,
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
        let mut sleep = Sleep::default();
        sleep.push(None);
        Optimal {
            history: History::default(),
            sleep,
            forest: Forest::default(),
            levels: Vec::new(),
            coming: NONE,
            trouble: None,
            sequence: Vec::new(),
        }
    }
}

impl<S: System, C: Clock> Strategy<S> for Optimal<C> {
    fn choose(&mut self, system: &mut S, execution: &Execution) -> Option<Choice> {
        self.absorb(execution);
        if self.trouble.is_some() {
            return None;
        }
        let depth = execution.len();
        if self.levels.len() == depth {
            self.levels.push(Level { tree: self.coming, varies: false });
        }
        let choice = if self.levels[depth].tree == NONE {
            self.coming = NONE;
            first_awake(system, &self.sleep, execution)?
        } else {
            let (choice, coming) = self.forest.take(&mut self.levels[depth].tree);
            self.coming = coming;
            if !system.enabled(choice.thread) {
                self.trouble = Some(Trouble::Waiting);
                return None;
            }
            choice
        };
        if system.is_plain(choice.thread) {
            self.levels[depth].varies = false;
        } else {
            self.add_branches(system, choice, depth);
            self.levels[depth].varies = system.varies(choice.thread);
        }
        Some(choice)
    }

    fn learn(&mut self, system: &mut S, execution: &Execution, new_from: usize) {
        self.absorb(execution);
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
    #[inline]
    fn absorb(&mut self, execution: &Execution) {
        let depth = self.history.len();
        if depth == execution.len() {
            return;
        }
        let choice = execution.events()[depth].choice;
        let accesses = execution.accesses(depth);
        self.history.push(choice.thread, accesses);
        self.sleep.push(Some((choice, accesses)));
        self.trouble = self.trouble.or(self.history.trouble());
    }

    /// When a branch of an operation is explored for the first time, the others have to be as well.
    #[inline(never)]
    fn add_branches<S: System>(&mut self, system: &mut S, choice: Choice, depth: usize) {
        let branches = system.branches(choice.thread);
        if branches == 1 {
            return;
        }
        let mut accesses = Vec::new();
        system.pending(choice.thread, &mut accesses);
        for branch in (0..branches).filter(|&it| it != choice.branch) {
            let rival = Rival(Choice { branch, ..choice }, &accesses);
            self.sequence.clear();
            self.sequence.push(0);
            if !self.sleep.at(depth).iter().any(|it| would_come_first(it, &self.sequence, &rival)) {
                self.forest.insert(&mut self.levels[depth].tree, &mut self.sequence, &rival);
            }
        }
    }

    /// Plans an execution in which the second event of a race comes before the first, unless one like it is explored
    /// or planned.
    fn reverse<S: System>(&mut self, system: &mut S, execution: &Execution, first: usize, second: Later) {
        self.sequence.clear();
        for event in first + 1..execution.len() {
            if !self.history.happens_before(first, event) {
                self.sequence.push(event as u32);
            }
        }
        let foreseen;
        let (last, accesses): (Choice, &[Access]) = match second {
            Later::Probe(choice, ref accesses) => (choice, accesses),
            Later::Event(event) => {
                let last = Choice { branch: 0, ..execution.events()[event].choice };
                if self.varies(system, event, last.thread) {
                    match probe::foresee(system, execution, first, &self.sequence, last.thread) {
                        Some(it) => foreseen = it,
                        None => {
                            self.trouble = Some(Trouble::Waiting);
                            return;
                        }
                    }
                    (last, &foreseen)
                } else {
                    (last, execution.accesses(event))
                }
            }
        };
        self.sequence.push(LAST);
        let steps = Reversal { execution, last, accesses };
        if !self.sleep.at(first).iter().any(|it| would_come_first(it, &self.sequence, &steps)) {
            self.forest.insert(&mut self.levels[first].tree, &mut self.sequence, &steps);
        }
    }

    /// Whether an event may touch something else if it comes earlier. One that failed could have gone well before what
    /// made it fail.
    fn varies<S: System>(&self, system: &S, event: usize, thread: ThreadId) -> bool {
        self.levels[event].varies
            || self.history.last_of(thread) == Some(event)
                && matches!(system.status(thread), Status::Ended(End::Failed(_) | End::Stopped(_)))
    }
}

/// The number of the last event of a [`Reversal`].
const LAST: u32 = u32::MAX;

/// Events of an execution by their numbers, and one more.
struct Reversal<'a> {
    execution: &'a Execution,
    last: Choice,
    accesses: &'a [Access],
}

impl Steps for Reversal<'_> {
    #[inline]
    fn step(&self, number: u32) -> Step<'_> {
        if number == LAST {
            return (self.last, self.accesses);
        }
        (self.execution.events()[number as usize].choice, self.execution.accesses(number as usize))
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
/// switches.
#[inline]
fn first_awake<S: System>(system: &mut S, sleep: &Sleep, execution: &Execution) -> Option<Choice> {
    let last = execution.events().last().map(|it| it.choice.thread);
    if let Some(choice) = last.and_then(|it| awake(system, sleep, it)) {
        return Some(choice);
    }
    for index in 0..system.threads().len() {
        let thread = system.threads()[index];
        let choice = awake(system, sleep, thread);
        if choice.is_some() {
            return choice;
        }
    }
    None
}

/// The first choice of a thread that is not asleep.
#[inline]
fn awake<S: System>(system: &mut S, sleep: &Sleep, thread: ThreadId) -> Option<Choice> {
    if !system.enabled(thread) {
        return None;
    }
    let first = Choice { thread, branch: 0 };
    if !sleep.contains(first) {
        return Some(first);
    }
    (1..system.branches(thread)).map(|branch| Choice { thread, branch }).find(|&it| !sleep.contains(it))
}

/// Whether a sleeper is a weak initial of a sequence: it occurs there and can come first, or could be put first.
#[inline]
fn would_come_first(sleeper: &Sleeper, sequence: &[u32], steps: &impl Steps) -> bool {
    for &number in sequence {
        let (choice, accesses) = steps.step(number);
        if choice.thread == sleeper.choice.thread {
            return choice == sleeper.choice;
        }
        if event::conflict(sleeper.touched.accesses(), accesses) {
            return false;
        }
    }
    true
}
