//! Context-sensitive reduction: source sets, where a race is not explored the other way round to its end if both orders lead
//! to the same state.
//!
//! Albert, Arenas, Garcia de la Banda, Gómez-Zamalloa, Stuckey: *Context-Sensitive Dynamic Partial Order Reduction*
//! (CAV 2017), Algorithm 1. The lines of it are named where they are:
//!
//! ```text
//!  1 Explore(E, Sleep)
//!  2   sleep(E) := Sleep
//!  3   if there is p in enabled(s[E]) \ Sleep
//!  4     backtrack(E) := {p}
//!  5     while there is p in backtrack(E) \ sleep(E)
//!  6       for all e in E that are in a race with next[E](p)
//!  7         let E' = pre(E, e)
//!  8         let v = notdep(e, E).p
//!  9         if I[E'](v) and backtrack(E') are disjoint
//! 10           add some q' in I[E'](v) to backtrack(E')
//! 11         let u = dep(e, E)
//! 12         if no w in sleep(E') is a beginning of v.u
//! 13           if s[E.p] = s[E'.v.u]
//! 14             add v.u to sleep(E')
//! 15       Sleep' := {v in sleep(E) | E |= p <> v}
//! 16                 ∪ {v | p.v in sleep(E)}
//! 17       Explore(E.p, Sleep')
//! 18       sleep(E) := sleep(E) ∪ {p}
//! ```
//!
//! The paper looks for the races of an event before it is made, we at the end of the execution; what they add is needed only
//! when the search comes back, so nothing is different. Source reduction is what is left without lines 11-14 and 16.
//!
//! **What is preserved.** Every final state is reached, not every class: E'.v.u ends in the state of E.p, so whatever follows
//! it follows E.p, which comes earlier. What fails on the way is a part of the state: a thread that has failed stays there.
//!
//! **Not quite as printed.** In the paper the last step of v.u sleeps, and is not made. *That loses states*, depending on who
//! is selected in lines 3 and 10: the races of that step are not found in the new order, and they may call for somebody to
//! be explored after E' that they did not call for in the old one. (The proof takes for granted that what is cut would have
//! been a mere repetition, races included.) Threads `x = 1`, `r = x; x = 0`, and `s = x`, called M, A1 A2, and B. After M.A1.A2.B
//! (the states are equal after B.A2) and M.A1.B (equal after B.M.A1), A is to be explored first, as A1 and M are in a race.
//! Let a step of A that matters to nobody come first; then guided by the sequence B.M.A1 the search runs B and M, and A1
//! sleeps. Nobody finds the race of M and A1 here, and an execution that ends with `x = 1` is lost. So here the last step is
//! made, its races are learned, and only what follows is not explored. The number of complete executions is the same.
//!
//! **Printed or lazy.** As printed, line 13 runs E'.v.u. The lazy form (Section 6.2) adds v.u with s[E.p] attached, and
//! compares when the search has come to the end of v.u by itself. In either case it goes back one step then, and has somebody
//! else explored there. The paper keeps only states of actors that v.u touches; here the attached state is a whole one, and
//! a step in between that depends on nothing in v.u makes the same change to it ([`States::with_change`]).
//!
//! **Cuts (optimisation 1).** If nothing that can still happen depends on the last step of a sleeping sequence, that step
//! sleeps for good, and every execution from here is in vain. As the paper has it, the search stops there. *That loses
//! states*: such executions are in vain, but the races in them are not. `a = 1; x += 1` and `x += 1; b = a`: after the
//! first thread and then the second, there is no race of `a = 1` and `b = a`, since the updates of x are in between. After
//! `a = 1` and the second thread's update, the first thread's sleeps for good, and if the search stops here nobody finds
//! out that `b = a` could come first. So we stop only if nothing that may happen and may conflict with an event that the
//! sleeping step depends on comes after that event anyway. (Other races are those of the execution that leads to the same
//! state: all that has changed is that v comes before u.)
//!
//! **Guiding (optimisation 2).** In lines 3, 5, and 10, whoever begins the shortest sleeping sequence comes first.
//!
//! Sequences in which somebody has several ways to go on are not compared. Locks and awaits: v.u may not be possible in that
//! order; then it is no different from another state.

use crate::toolbox::clock::Clock;
use crate::toolbox::history::{Race, Trouble};
use crate::toolbox::sequences::{Planned, Sequence, Sequences};
use crate::toolbox::sets::SetId;
use crate::toolbox::sources::Sources;
use crate::toolbox::states::States;
use crate::{Contextual, Options, Reduction, Strategy};
use event::{Access, Choice, Execution, Stats, Status, System, ThreadId};

/// See the module.
#[derive(Debug)]
pub(crate) struct Context<C> {
    variant: Contextual,
    /// Backtrack sets and races: lines 4 to 10.
    sources: Sources<C>,
    /// sleep(E) of each state on the way.
    sleep: Sequences,
    states: States,
    /// s[E] of each state on the way.
    numbers: Vec<SetId>,
    /// For each state on the way, how many of the steps from it have led to an expected state.
    arrivals: Vec<usize>,
    /// The execution has come to the end of a sequence, and to the expected state.
    has_arrived: bool,
    /// Events so far that others can conflict with.
    transitions: u64,
}

impl<C> Default for Context<C> {
    fn default() -> Self {
        Context {
            variant: Contextual::default(),
            sources: Sources { sleeps: false, ..Sources::default() },
            sleep: Sequences::default(),
            states: States::default(),
            numbers: Vec::new(),
            arrivals: Vec::new(),
            has_arrived: false,
            transitions: 0,
        }
    }
}

impl<S: System, C: Clock> Strategy<S> for Context<C> {
    fn configure(&mut self, reduction: Reduction, _: &Options) {
        if let Reduction::Context(variant) = reduction {
            self.variant = variant;
        }
    }

    fn choose(&mut self, system: &mut S, execution: &Execution) -> Option<Choice> {
        self.absorb(system, execution);
        if self.sources.trouble.is_some() || self.has_arrived {
            return None;
        }
        let depth = execution.len();
        if self.sources.levels.len() == depth {
            // Lines 3 and 4.
            let thread = self.first_awake(system, depth)?;
            if self.is_in_vain(system, execution, depth) {
                return None;
            }
            self.sources.begin(thread);
            self.arrivals.push(0);
        }
        self.sources.choose(system, execution)
    }

    fn learn(&mut self, system: &mut S, execution: &Execution, new_from: usize) {
        self.absorb(system, execution);
        let touches = |it: &usize| execution.accesses(*it).iter().any(|it| it.place().is_some());
        self.transitions += (new_from..execution.len()).filter(touches).count() as u64;
        for index in 0..self.sources.history.races_from(new_from).len() {
            let race = self.sources.history.races_from(new_from)[index];
            self.learn_race(system, execution, race);
        }
        self.sources.learn_waits(system, execution);
        if self.has_arrived && self.sources.trouble.is_none() {
            self.go_on_otherwise(system, execution);
        }
    }

    fn backtrack(&mut self, execution: &Execution) -> Option<usize> {
        if self.sources.trouble.is_some() {
            return None;
        }
        self.sources.levels.truncate(execution.len());
        while let Some(depth) = self.sources.levels.len().checked_sub(1) {
            self.arrivals.truncate(depth + 1);
            self.sleep.truncate(depth + 1);
            let level = &mut self.sources.levels[depth];
            let is_same = level.next_branch(execution.accesses(depth));
            if is_same || self.next_thread(execution, depth) {
                self.numbers.truncate(depth + 1);
                self.sources.history.truncate(depth);
                self.has_arrived = false;
                return Some(depth);
            }
            self.sources.levels.pop();
        }
        None
    }

    fn is_redundant(&self, system: &mut S) -> bool {
        self.has_arrived
            || (0..system.threads().len()).any(|index| {
                let thread = system.threads()[index];
                system.enabled(thread)
            })
    }

    fn figures(&self, stats: &mut Stats) {
        stats.states = self.states.len() as u64;
        stats.transitions = self.transitions;
    }

    fn explored(&self) -> Option<f64> {
        Some(self.sources.explored())
    }

    fn trouble(&self) -> Option<Trouble> {
        self.sources.trouble
    }
}

impl<C: Clock> Context<C> {
    /// Takes note of the event that was added, if one was.
    fn absorb<S: System>(&mut self, system: &mut S, execution: &Execution) {
        if self.numbers.is_empty() {
            self.numbers.push(self.states.number(system));
        }
        let depth = self.sources.history.len();
        if depth < execution.len() {
            self.sources.absorb(execution);
            let (before, after) = (self.numbers[depth], self.states.number(system));
            self.numbers.push(after);
            // Lines 15 and 16.
            let step = (execution.events()[depth].choice, execution.accesses(depth));
            let is_plain = self.sources.levels[depth].is_plain();
            self.has_arrived = self.sleep.push(step, is_plain, (before, after), &mut self.states);
        }
    }

    /// Who is explored first from the current state.
    fn first_awake<S: System>(&self, system: &mut S, depth: usize) -> Option<ThreadId> {
        let mut awake = Vec::new();
        for index in 0..system.threads().len() {
            let thread = system.threads()[index];
            if !self.sleep.is_asleep(depth, thread) && system.enabled(thread) {
                awake.push(thread);
            }
        }
        self.prefer(depth, &awake).or(awake.first().copied())
    }

    /// Optimisation 2: who begins the shortest sequence. Without it, whoever would come to the end of one, if there may be a
    /// cut then.
    fn prefer(&self, depth: usize, threads: &[ThreadId]) -> Option<ThreadId> {
        let longest = match self.variant {
            Contextual { guided: true, .. } => usize::MAX,
            Contextual { cuts: true, .. } => 1,
            Contextual { .. } => return None,
        };
        let shortest = |it: &ThreadId| self.sleep.shortest(depth, *it).unwrap_or(usize::MAX);
        let preferred = threads.iter().copied().min_by_key(shortest)?;
        let length = self.sleep.shortest(depth, preferred)?;
        (length <= longest).then_some(preferred)
    }

    /// Has a race explored the other way round, but not to its end if that leads to the same state.
    fn learn_race<S: System>(&mut self, system: &mut S, execution: &Execution, race: Race) {
        // Lines 7 to 10.
        let (sleep, guided) = (&self.sleep, self.variant.guided);
        let pick = |level: usize, initials: &[ThreadId]| {
            let shortest = |it: &&ThreadId| sleep.shortest(level, **it).unwrap_or(usize::MAX);
            let last = initials.first();
            if guided { initials.iter().min_by_key(shortest).or(last) } else { last }.copied()
        };
        self.sources.learn_race(system, execution, race, &pick);
        if self.sources.trouble.is_some() {
            return;
        }
        // Lines 8 and 11.
        let (first, second) = (race.first as usize, race.second as usize);
        let mut order: Vec<usize> = self.sources.not_after(first, second).collect();
        order.push(second);
        order.extend((first..second).filter(|&it| self.sources.history.happens_before(first, it)));
        if !order.iter().all(|&it| self.sources.levels[it].is_plain()) {
            return;
        }
        let plan =
            |&it: &usize| Planned { choice: execution.events()[it].choice, touched: execution.accesses(it).into() };
        let mut steps: Vec<Planned> = order.iter().map(plan).collect();
        // Lines 12 to 14.
        if self.sleep.cover(first, &steps) {
            return;
        }
        let state = self.numbers[second + 1];
        if self.variant.lazy {
            self.sleep.add(first, Sequence::new(steps, Some(state)));
        } else if self.run(system, execution, first, &mut steps) == Some(state) {
            self.sleep.add(first, Sequence::new(steps, None));
        }
    }

    /// The state after the first events and some steps; notes what they really touch. `None` if they cannot be made. The
    /// system is then where it was.
    fn run<S: System>(
        &mut self,
        system: &mut S,
        execution: &Execution,
        keep: usize,
        steps: &mut [Planned],
    ) -> Option<SetId> {
        let mut accesses = Vec::new();
        let mut is_possible = true;
        system.back_to(keep);
        for step in steps {
            let Choice { thread, .. } = step.choice;
            is_possible = system.threads().contains(&thread) && system.enabled(thread) && system.branches(thread) == 1;
            if !is_possible {
                break;
            }
            accesses.clear();
            system.step(step.choice, &mut accesses);
            step.touched = accesses.as_slice().into();
        }
        let state = is_possible.then(|| self.states.number(system));
        system.back_to(keep);
        for event in &execution.events()[keep..] {
            accesses.clear();
            system.step(event.choice, &mut accesses);
        }
        state
    }

    /// The last event has led to an expected state, so it is asleep: somebody else is explored in its place, if nobody
    /// has been.
    fn go_on_otherwise<S: System>(&mut self, system: &mut S, execution: &Execution) {
        let Some(last) = execution.len().checked_sub(1) else { return };
        self.arrivals[last] += 1;
        self.sleep.truncate(last + 1);
        let choice = execution.events()[last].choice;
        let sleeper = Planned { choice, touched: execution.accesses(last).into() };
        self.sleep.add(last, Sequence::asleep(sleeper, true));
        let level = &self.sources.levels[last];
        let (explored, waiting) = level.threads.split_at(level.now + 1);
        let has_other = waiting.iter().any(|it| !self.sleep.is_asleep(last, *it));
        if self.arrivals[last] < explored.len() || has_other {
            return;
        }
        system.back_to(last);
        self.sources.history.truncate(last);
        if let Some(thread) = self.first_awake(system, last) {
            if !self.is_in_vain(system, execution, last) {
                self.sources.levels[last].threads.push(thread);
            }
        }
    }

    /// Lines 18 and 5: whether somebody is left to explore from a state.
    fn next_thread(&mut self, execution: &Execution, depth: usize) -> bool {
        let choice = execution.events()[depth].choice;
        let level = &mut self.sources.levels[depth];
        let touched = level.next_thread(execution.accesses(depth));
        if !self.sleep.is_asleep(depth, choice.thread) {
            self.sleep.add(depth, Sequence::asleep(Planned { choice, touched }, false));
        }
        let level = &self.sources.levels[depth];
        let awake = level.threads[level.now..].iter().copied().filter(|&it| !self.sleep.is_asleep(depth, it));
        let awake: Vec<ThreadId> = awake.collect();
        let next = self.prefer(depth, &awake).or(awake.first().copied());
        let level = &mut self.sources.levels[depth];
        let next = next.and_then(|next| level.threads.iter().rposition(|it| *it == next));
        match next {
            Some(index) => level.threads.swap(level.now, index),
            None => level.now -= 1,
        }
        next.is_some()
    }

    /// Optimisation 1: whether a step that states have put to sleep sleeps for good, and nothing else is to be learned.
    fn is_in_vain<S: System>(&mut self, system: &mut S, execution: &Execution, depth: usize) -> bool {
        if !self.variant.cuts {
            return false;
        }
        let asleep = self.sleep.at(depth).iter().filter(|it| it.is_context).filter_map(Sequence::sleeper);
        let asleep: Vec<Planned> = asleep.cloned().collect();
        asleep.into_iter().any(|it| self.sleeps_for_good(system, execution, &it))
    }

    fn sleeps_for_good<S: System>(&mut self, system: &mut S, execution: &Execution, asleep: &Planned) -> bool {
        let sleeper = asleep.choice.thread;
        let others = system.threads().iter().copied();
        let others = others.filter(|&it| it != sleeper && system.status(it) == Status::Waiting);
        let others: Vec<ThreadId> = others.collect();
        if system.may_conflict_later(&others, sleeper, asleep.touched.accesses()) {
            return false;
        }
        let history = &mut self.sources.history;
        let past = history.past_of_next(sleeper, asleep.touched.accesses());
        others.into_iter().all(|other| {
            let known = history.past_of(other);
            let new = (0..history.len()).filter(|&it| history.is_in(it, &past) && !history.is_in(it, &known));
            let touched = new.flat_map(|it| execution.accesses(it)).copied();
            let touched: Vec<Access> =
                touched.filter(|it| !matches!(it, Access::Spawn(_) | Access::Follow(_))).collect();
            touched.is_empty() || !system.may_conflict_later(&[other], sleeper, &touched)
        })
    }
}
