//! The recursion.
//!
//! | paper | here |
//! |---|---|
//! | E | `trace`; the system is there too |
//! | sleep(E'), backtrack(E') | `levels`, by the length of E' |
//! | next(p) | the last event of `trace`, once p has been run |

use super::state::{Expected, State};
use super::trace::Trace;
use super::{Outcome, Selection, Variant};
use event::{Choice, Obstacle, Status, System, ThreadId};

/// A sequence that is asleep.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sleeper {
    sequence: Vec<Choice>,
    /// The state to which it has to lead, as long as that has not been found out.
    expected: Option<Expected>,
    /// Nobody has looked for the races of its last step where it comes last.
    is_unseen: bool,
}

impl Sleeper {
    fn is_asleep(&self) -> bool {
        self.expected.is_none()
    }
}

/// What is known of one E'.
#[derive(Default)]
struct Level {
    sleep: Vec<Sleeper>,
    backtrack: Vec<ThreadId>,
    /// enabled(s[E'])
    enabled: Vec<ThreadId>,
}

impl Level {
    /// Line 3 and line 5 ask for sequences of one step only.
    fn is_asleep(&self, choice: Choice) -> bool {
        self.sleep.iter().any(|it| it.is_asleep() && it.sequence == [choice])
    }

    /// Everybody is explored.
    fn expand(&mut self) {
        for &thread in &self.enabled {
            if !self.backtrack.contains(&thread) {
                self.backtrack.push(thread);
            }
        }
    }
}

/// How a call of the recursion ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    Explored,
    /// The state is one that has been explored.
    Known,
}

pub(super) struct Search<'s, 'r, S: System> {
    system: &'s mut S,
    variant: Variant,
    selection: Selection<'r, S>,
    trace: Trace,
    levels: Vec<Level>,
    pub outcome: Outcome,
}

impl<'s, 'r, S: System> Search<'s, 'r, S> {
    pub fn new(system: &'s mut S, variant: Variant, selection: Selection<'r, S>) -> Self {
        let (trace, outcome) = (Trace::default(), Outcome::default());
        Search { system, variant, selection, trace, levels: Vec::new(), outcome }
    }

    /// EXPLORE(E, Sleep), line 1.
    pub fn explore(&mut self, mut sleep: Vec<Sleeper>) -> Ending {
        self.outcome.nodes += 1;
        self.note_faults();
        if self.is_known(&mut sleep) {
            self.outcome.blocked += 1;
            if self.variant == Variant::Expanded {
                self.levels.iter_mut().for_each(Level::expand);
            }
            return Ending::Known;
        }
        let depth = self.levels.len();
        let enabled = self.enabled();
        self.levels.push(Level { sleep, backtrack: Vec::new(), enabled: enabled.clone() }); // line 2
        if self.variant == Variant::Completed {
            self.look_ahead(depth);
        }
        match self.awake(&enabled) {
            None if enabled.is_empty() => self.complete(),
            None => self.outcome.blocked += 1,
            // line 3
            Some(first) => {
                self.levels[depth].backtrack.push(first.thread); // line 4
                // line 5
                while let Some(next) = self.awake_in_backtrack(depth) {
                    let ending = self.extend(next); // lines 6 to 17
                    self.system.back_to(depth);
                    self.trace.truncate(depth);
                    let done = Sleeper { sequence: vec![next], expected: None, is_unseen: false };
                    self.levels[depth].sleep.push(done); // line 18
                    if ending == Ending::Known {
                        self.take_another(depth);
                    }
                }
            }
        }
        self.levels.pop();
        Ending::Explored
    }

    /// Runs a step and explores what follows: the body of the loop but its last line.
    fn extend(&mut self, next: Choice) -> Ending {
        let before = self.expects().then(|| State::of(self.system));
        assert!(self.step(next), "who is taken can go on");
        let mut is_known = false;
        // line 6
        for first in self.trace.races() {
            is_known |= self.reverse(first);
        }
        if is_known {
            self.outcome.nodes += 1;
            self.outcome.blocked += 1;
            self.note_faults();
            return Ending::Known;
        }
        let sleep = self.sleep_after(next, before.as_ref());
        self.explore(sleep) // line 17
    }

    /// Lines 7 to 14 for a race of the event `first` and the last one. Whether the state after the last one is taken for a
    /// known one, which is a mistake.
    fn reverse(&mut self, first: usize) -> bool {
        let (mut v, u) = self.trace.reversal(first); // lines 7, 8 and 11
        if !self.plan(first, &v) {
            return false;
        }
        v.extend(u);
        self.put_to_sleep(first, v)
    }

    /// Lines 9 and 10. False: v cannot be run, and there is nothing to reverse.
    fn plan(&mut self, first: usize, v: &[Choice]) -> bool {
        let Some(initials) = self.instead(first, v, |it| it.trace.initials(first)) else {
            self.outcome.waits = true;
            return false;
        };
        // line 9
        if !initials.iter().any(|it| self.levels[first].backtrack.contains(it)) {
            let chosen = self.preferred(&initials);
            self.levels[first].backtrack.extend(chosen); // line 10
        }
        true
    }

    /// Lines 6 to 10 for the last steps of sleeping sequences, which will not be run.
    fn look_ahead(&mut self, depth: usize) {
        for index in 0..self.levels[depth].sleep.len() {
            let sleeper = &mut self.levels[depth].sleep[index];
            if !sleeper.is_unseen || sleeper.sequence.len() > 1 {
                continue;
            }
            sleeper.is_unseen = false;
            let last = sleeper.sequence[0];
            if self.step(last) {
                self.note_faults();
                for first in self.trace.races() {
                    let (v, _) = self.trace.reversal(first);
                    self.plan(first, &v);
                }
                self.system.back_to(depth);
                self.trace.truncate(depth);
            }
        }
    }

    /// Lines 12 to 14, or what is done in their place.
    fn put_to_sleep(&mut self, first: usize, reversal: Vec<Choice>) -> bool {
        // line 12
        let sleeping = |it: &&Sleeper| reversal.starts_with(&it.sequence);
        let is_sleeping = self.levels[first].sleep.iter().any(|it| sleeping(&it));
        let is_asleep = self.levels[first].sleep.iter().filter(sleeping).any(Sleeper::is_asleep);
        match self.variant {
            Variant::Source => false,
            Variant::Eager | Variant::Completed => {
                if !is_asleep && self.leads_here(first, &reversal) {
                    let new = Sleeper { sequence: reversal, expected: None, is_unseen: true };
                    self.levels[first].sleep.push(new); // line 14
                }
                false
            }
            Variant::Lazy | Variant::Expanded => {
                if !is_asleep {
                    self.expect(first, reversal);
                }
                false
            }
            Variant::Unsound if is_sleeping => self.leads_here(first, &reversal),
            Variant::Unsound => {
                self.expect(first, reversal);
                false
            }
        }
    }

    /// Line 13: s[E.p] = s[E'.v.u].
    fn leads_here(&mut self, first: usize, reversal: &[Choice]) -> bool {
        let here = State::of(self.system);
        let there = self.instead(first, reversal, |it| {
            it.note_faults();
            State::of(it.system)
        });
        there == Some(here)
    }

    /// Line 14 as in Section 6.2: the reversal sleeps if it leads here.
    fn expect(&mut self, first: usize, reversal: Vec<Choice>) {
        let here = State::of(self.system);
        let start = self.instead(first, &[], |it| State::of(it.system)).expect("nothing is run");
        let new = Sleeper { sequence: reversal, expected: Some(Expected::new(here, start)), is_unseen: false };
        let sleep = &mut self.levels[first].sleep;
        if !sleep.contains(&new) {
            sleep.push(new);
        }
    }

    /// Sleep' of lines 15 and 16, where p has been run.
    fn sleep_after(&mut self, next: Choice, before: Option<&State>) -> Vec<Sleeper> {
        let depth = self.trace.len() - 1;
        let after = before.map(|_| State::of(self.system));
        let mut found: Vec<Sleeper> = Vec::new();
        for index in 0..self.levels[depth].sleep.len() {
            let mut sleeper = self.levels[depth].sleep[index].clone();
            if sleeper.sequence[0] == next {
                sleeper.sequence.remove(0); // line 16
            } else if self.is_independent(&sleeper.sequence) {
                // line 15
                let change = before.zip(after.as_ref());
                if let (Some(expected), Some((from, to))) = (&sleeper.expected, change) {
                    let Some(expected) = expected.after(from, to) else { continue };
                    sleeper.expected = Some(expected);
                }
            } else {
                continue;
            }
            if !found.contains(&sleeper) {
                found.push(sleeper);
            }
        }
        found
    }

    /// E ⊨ p ◇ w: the last event, p, happens before no event of w in E.p.w.
    fn is_independent(&mut self, sequence: &[Choice]) -> bool {
        let last = self.trace.len() - 1;
        let independent = |it: &mut Self| !(last + 1..it.trace.len()).any(|event| it.trace.happens_before(last, event));
        self.instead(last + 1, sequence, independent) == Some(true)
    }

    /// Whether some sequence has been run to its end and has led where it was expected to.
    fn is_known(&mut self, sleep: &mut Vec<Sleeper>) -> bool {
        let (done, rest): (Vec<_>, Vec<_>) = std::mem::take(sleep).into_iter().partition(|it| it.sequence.is_empty());
        *sleep = rest;
        if done.is_empty() {
            return false;
        }
        let here = State::of(self.system);
        done.iter().any(|it| it.expected.as_ref().is_some_and(|it| it.is(&here)))
    }

    /// Somebody else is explored in place of who was abandoned at once.
    fn take_another(&mut self, depth: usize) {
        let enabled = self.enabled();
        let Some(other) = self.awake(&enabled) else { return };
        let backtrack = &mut self.levels[depth].backtrack;
        if !backtrack.contains(&other.thread) {
            backtrack.push(other.thread);
        }
    }

    /// An execution has ended.
    fn complete(&mut self) {
        let state = State::of(self.system);
        self.outcome.executions += 1;
        self.outcome.faults.extend(self.system.final_fault());
        if self.system.is_deadlock() {
            self.outcome.deadlocks.insert(state.clone());
        }
        self.outcome.finals.insert(state);
        for thread in self.system.threads().to_vec() {
            let waits = self.system.status(thread) == Status::Waiting;
            self.outcome.waits |= waits && self.system.waits_for(thread) != Obstacle::Thread;
        }
    }

    fn note_faults(&mut self) {
        self.outcome.faults.extend(self.system.failures().iter().map(|it| it.fault));
    }

    /// Whether sleeping sequences have expected states.
    fn expects(&self) -> bool {
        match self.variant {
            Variant::Source | Variant::Eager | Variant::Completed => false,
            Variant::Lazy | Variant::Expanded | Variant::Unsound => true,
        }
    }

    /// Runs E'.w in place of the current execution, has a look there, and comes back. `None`: some step is not possible.
    fn instead<R>(&mut self, keep: usize, then: &[Choice], look: impl FnOnce(&mut Self) -> R) -> Option<R> {
        let rest = self.trace.split_off(keep);
        self.system.back_to(keep);
        let is_possible = then.iter().all(|&it| self.step(it));
        let found = is_possible.then(|| look(self));
        self.system.back_to(keep);
        self.trace.truncate(keep);
        for event in &rest {
            self.system.step(event.choice, &mut Vec::new());
        }
        self.trace.append(rest);
        found
    }

    /// Runs a step, if it is possible.
    fn step(&mut self, choice: Choice) -> bool {
        if !self.choices(choice.thread).contains(&choice) {
            return false;
        }
        let mut accesses = Vec::new();
        self.system.step(choice, &mut accesses);
        self.trace.push(choice, accesses);
        true
    }

    /// The ways in which a thread can go on.
    fn choices(&mut self, thread: ThreadId) -> Vec<Choice> {
        let can_run = self.system.threads().contains(&thread)
            && self.system.status(thread) == Status::Waiting
            && self.system.enabled(thread);
        let branches = if can_run { self.system.branches(thread) } else { 0 };
        (0..branches).map(|branch| Choice { thread, branch }).collect()
    }

    /// The threads that can go on.
    fn enabled(&mut self) -> Vec<ThreadId> {
        let mut threads = self.system.threads().to_vec();
        threads.retain(|&it| !self.choices(it).is_empty());
        threads
    }

    /// Some p in enabled(s[E]) \ sleep(E), at the end of the execution.
    fn awake(&mut self, threads: &[ThreadId]) -> Option<Choice> {
        let mut awake = threads.to_vec();
        awake.retain(|&it| self.first_awake(it).is_some());
        let thread = self.preferred(&awake)?;
        self.first_awake(thread)
    }

    /// The first branch of a thread that is not asleep.
    fn first_awake(&mut self, thread: ThreadId) -> Option<Choice> {
        let depth = self.trace.len();
        self.choices(thread).into_iter().find(|&it| !self.levels[depth].is_asleep(it))
    }

    /// Some p in backtrack(E) \ sleep(E).
    fn awake_in_backtrack(&mut self, depth: usize) -> Option<Choice> {
        let backtrack = self.levels[depth].backtrack.clone();
        if !self.selection.queues {
            return self.awake(&backtrack);
        }
        backtrack.into_iter().find_map(|it| self.first_awake(it))
    }

    /// The thread that is taken first.
    fn preferred(&mut self, threads: &[ThreadId]) -> Option<ThreadId> {
        let age = |system: &S, thread| system.threads().iter().position(|it| *it == thread);
        let mut ranked: Vec<_> =
            threads.iter().map(|&it| ((self.selection.rank)(self.system, it), age(self.system, it), it)).collect();
        ranked.sort_unstable();
        ranked.first().map(|it| it.2)
    }
}
