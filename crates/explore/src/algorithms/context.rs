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
//! **Not as printed.** In the paper the last step of v.u sleeps, and neither it nor what follows is run. *That loses states*,
//! depending on who is selected in lines 3 and 10: what is not run would be a repetition, but its races with the events of
//! E'.v.u would not. They call for somebody to be explored after E', and in the other order they have called for it
//! elsewhere, or not at all. (The proof of Theorem 1 says that an execution that is missing must have been cut. It may also
//! never have been asked for.) The smallest example: threads P = `r = x; y = r`, Q = `y = 1` and S = `x = 0`, with x = 1 at
//! first. S.P.P.Q leads to the state of P.P.Q.S, so after S.P.P the last step sleeps, the race of P and Q is not seen there, and
//! the execution S.P.Q.P, which ends with y = 0, is lost. Running the last step is not enough: the races of what follows it
//! are lost as well (`docs/algorithms.md` has a program).
//!
//! So here the last step is run, and the state after it is looked up among those that have been explored, each with the
//! summary of what follows it (`toolbox/summary.rs`). The races of the summary are learned in place of those that
//! are not run, exactly as in `state.rs`, where the argument is. Beyond that there are sleep sets here: who was asleep at the
//! state when it was explored, and is not now, is missing from the summary, and is explored (as Godefroid does when he
//! combines sleep sets with known states); nobody else is, at first: what the others do was explored without what is missing,
//! and is explored again behind it. If nobody is missing, somebody else is explored from the state
//! before the last step in its place, as the paper does by leaving that step asleep there.
//!
//! What an event would touch in another order is found out by running that order (`probe.rs`), with all that the execution
//! has after it. An execution that ends at a known state lacks what follows there, so the summary is asked for those that conflict
//! with what the event would touch ([`Trail::learn_other`]). Without sleep sets the event itself would be explored earlier, and
//! its races found then; here it may be asleep.
//!
//! **Printed or lazy.** As printed, line 13 runs E'.v.u to see whether to add it. The lazy form (Section 6.2) adds it in any
//! case, and compares when the search has come to its end by itself. The paper attaches the state to the sequence; here all
//! explored states are in a table, so it is looked up there. Steps that depend on nothing in v.u may then be mixed in.
//!
//! **Cuts (optimisation 1).** If nothing that can still happen depends on the last step of a sequence that has led to a known
//! state, everything else from the state before it is in vain too, as that step sleeps for good. In the paper such a cut loses
//! states as well (`a = 1; x += 1` and `x += 1; b = a`: nobody finds out that `b = a` could come first); the races
//! are in the summary.
//!
//! **Guiding (optimisation 2).** In lines 3, 5, and 10, whoever begins the shortest sequence comes first.
//!
//! Sequences in which somebody has several ways to go on are not compared. Locks and awaits: v.u may not be possible in that
//! order; then nobody comes to its end.

use crate::toolbox::clock::Clock;
use crate::toolbox::history::{Race, Trouble};
use crate::toolbox::sequences::{Planned, Sequences};
use crate::toolbox::sources::Sources;
use crate::toolbox::table::Entry;
use crate::toolbox::trail::Trail;
use crate::toolbox::vocabulary::SummaryId;
use crate::{Contextual, Options, Reduction, Strategy};
use event::{Choice, Execution, Stats, System, ThreadId};

/// See the module.
#[derive(Debug)]
pub(crate) struct Context<C> {
    variant: Contextual,
    /// Backtrack sets and races: lines 4 to 10.
    sources: Sources<C>,
    /// sleep(E) of each state on the way.
    sleep: Sequences,
    /// s[E] of each state on the way, and what follows it.
    trail: Trail,
    /// For each state on the way, how many of the steps from it have led to a known state.
    arrivals: Vec<usize>,
    /// If the execution has come to the end of a sequence and to a known state: what follows that.
    arrived: Option<SummaryId>,
    /// The known states on the way, after so many events, and what follows each.
    known: Vec<(usize, SummaryId)>,
    /// How much of the execution is kept.
    keep: Option<usize>,
    /// Events so far that others can conflict with.
    transitions: u64,
}

impl<C> Default for Context<C> {
    fn default() -> Self {
        Context {
            variant: Contextual::default(),
            sources: Sources::without_sleep(),
            sleep: Sequences::default(),
            trail: Trail::default(),
            arrivals: Vec::new(),
            arrived: None,
            known: Vec::new(),
            keep: None,
            transitions: 0,
        }
    }
}

impl<S: System, C: Clock> Strategy<S> for Context<C> {
    fn configure(&mut self, reduction: Reduction, options: &Options) {
        self.trail = Trail::new(options.live_states, options.state_memory);
        if let Reduction::Context(variant) = reduction {
            self.variant = variant;
        }
    }

    fn choose(&mut self, system: &mut S, execution: &Execution) -> Option<Choice> {
        self.absorb(system, execution);
        if self.sources.trouble.is_some() || self.arrived.is_some() {
            return None;
        }
        let depth = execution.len();
        if self.sources.levels.len() == depth {
            // Lines 3 and 4.
            let thread = self.first_awake(system, depth)?;
            self.sources.begin(thread);
            self.arrivals.push(0);
        }
        self.sources.choose(system, execution)
    }

    fn learn(&mut self, system: &mut S, execution: &Execution, new_from: usize) {
        self.absorb(system, execution);
        self.transitions += execution.count_shared(new_from);
        for index in 0..self.sources.history.races_from(new_from).len() {
            let race = self.sources.history.races_from(new_from)[index];
            self.learn_race(system, execution, race);
            self.learn_other(system, execution, race);
        }
        self.sources.learn_ends(system, execution, new_from);
        for first in self.sources.missed_by_sleepers(execution, new_from, &self.sleep) {
            self.sources.lead_past(execution, first);
        }
        self.learn_sleepers(system, execution, new_from);
        if !self.known.is_empty() {
            let held_up = self.sources.held_up(system, execution);
            for &(_, futures) in &self.known {
                self.trail.learn_ends(system, execution, &mut self.sources, &held_up, futures);
            }
        }
        self.keep = None;
        let has_arrived = self.arrived.is_some();
        let mut behind = match self.arrived.take() {
            Some(known) => known,
            None => {
                self.sources.learn_waits(system, execution);
                self.trail.waiting(system)
            }
        };
        if self.sources.trouble.is_some() {
            return;
        }
        if has_arrived {
            self.go_on_otherwise(system, execution);
        } else {
            behind = self.trail.close(system, behind, true);
        }
        for depth in (0..execution.len()).rev() {
            self.trail.extend(system, execution, depth, self.sources.is_await(depth), behind);
            if !self.is_exhausted(depth) {
                self.keep = Some(depth);
                return;
            }
            let nothing = self.trail.nothing();
            behind = self.trail.close(system, nothing, true);
        }
    }

    fn backtrack(&mut self, execution: &Execution) -> Option<usize> {
        if self.sources.trouble.is_some() {
            return None;
        }
        self.trail.relieve(self.known.iter_mut().map(|it| &mut it.1));
        self.sources.levels.truncate(execution.len());
        while let Some(depth) = self.sources.levels.len().checked_sub(1) {
            self.arrivals.truncate(depth + 1);
            self.sleep.truncate(depth + 1);
            while self.known.pop_if(|it| it.0 > depth).is_some() {}
            let level = &mut self.sources.levels[depth];
            let is_same = level.next_branch(execution.accesses(depth));
            if is_same || self.next_thread(execution, depth) {
                self.sources.history.truncate(depth);
                debug_assert_eq!(self.keep, Some(depth), "states are closed when nobody is left to explore");
                return Some(depth);
            }
            self.sources.levels.pop();
        }
        None
    }

    fn is_redundant(&self, system: &mut S) -> bool {
        self.arrived.is_some()
            || (0..system.threads().len()).any(|index| {
                let thread = system.threads()[index];
                system.enabled(thread)
            })
    }

    fn figures(&self, stats: &mut Stats) {
        stats.states = self.trail.met();
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
    /// Takes note of the event that was added, if one was, and of the state after it.
    fn absorb<S: System>(&mut self, system: &mut S, execution: &Execution) {
        let depth = execution.len();
        let mut is_at_end = false;
        if self.sources.history.len() < depth {
            self.sources.absorb(execution);
            // Lines 15 and 16.
            let step = (execution.events()[depth - 1].choice, execution.accesses(depth - 1));
            is_at_end = self.sleep.push(step, self.sources.levels[depth - 1].is_plain());
        }
        if self.trail.len() > depth || self.arrived.is_some() {
            return;
        }
        let (key, entry) = self.trail.look_up(system);
        if !is_at_end || entry != Entry::Closed || !has_one_way(system) {
            self.trail.open(key, self.sleep.asleep(depth).collect());
            return;
        }
        let known = self.trail.arrive(system, execution, &mut self.sources, key);
        self.known.push((depth, known));
        let was_asleep = self.trail.asleep(system, key);
        let (is_asleep, missing): (Vec<_>, Vec<_>) =
            was_asleep.into_iter().partition(|&it| self.sleep.is_asleep(depth, it));
        if missing.is_empty() {
            self.arrived = Some(known);
            return;
        }
        // Only those are explored first who were asleep then and are not now. What the others do has been explored, but without what
        // these do later, so after these the others are awake.
        self.trail.open(key, is_asleep);
        self.trail.add(known);
        for index in 0..system.threads().len() {
            let thread = system.threads()[index];
            if !missing.contains(&thread) && system.enabled(thread) {
                let mut touched = Vec::new();
                system.pending(thread, &mut touched);
                let choice = Choice { thread, branch: 0 };
                self.sleep.put_to_rest(depth, Planned { choice, touched: touched.as_slice().into() });
            }
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
            let first = initials.first();
            if guided { initials.iter().min_by_key(shortest).or(first) } else { first }.copied()
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
        if self.variant.lazy || self.leads_to(system, execution, (first, &mut steps), second + 1) {
            self.sleep.add(first, steps);
        }
    }

    /// Has explored what the second event of a race would be in a race with if it came first, and what is not explored here
    /// because it follows a known state.
    fn learn_other<S: System>(&mut self, system: &mut S, execution: &Execution, race: Race) {
        if self.known.is_empty() || self.sources.trouble.is_some() {
            return;
        }
        let Some(touched) = self.sources.foresee(system, execution, race) else { return };
        for &(_, futures) in &self.known {
            self.trail.learn_other(system, execution, &mut self.sources, (race.first as usize, &touched), futures);
        }
    }

    /// The same of those who sleep: what conflicts with them, where they sleep, may follow a known state that is new.
    fn learn_sleepers<S: System>(&mut self, system: &S, execution: &Execution, new_from: usize) {
        for &(_, futures) in self.known.iter().filter(|it| it.0 > new_from) {
            let woken: Vec<_> = self.sources.woken(execution, &self.sleep).collect();
            for other in woken {
                self.trail.learn_other(system, execution, &mut self.sources, other, futures);
            }
        }
    }

    /// Line 13: whether the first events and some steps lead to the state after other events; notes what they touch. The
    /// system is then where it was.
    fn leads_to<S: System>(
        &mut self,
        system: &mut S,
        execution: &Execution,
        (keep, steps): (usize, &mut [Planned]),
        other: usize,
    ) -> bool {
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
        let reached = is_possible.then(|| self.trail.look_up(system).0);
        system.back_to(keep);
        let mut wanted = None;
        for (depth, event) in execution.events().iter().enumerate().skip(keep) {
            accesses.clear();
            system.step(event.choice, &mut accesses);
            if depth + 1 == other {
                wanted = Some(self.trail.look_up(system).0);
            }
        }
        reached.is_some() && reached == wanted
    }

    /// The last event has led to a known state: somebody else is explored in its place, if nobody has been, and unless that
    /// is in vain.
    fn go_on_otherwise<S: System>(&mut self, system: &mut S, execution: &Execution) {
        let Some(last) = execution.len().checked_sub(1) else { return };
        self.arrivals[last] += 1;
        self.sleep.truncate(last + 1);
        let choice = execution.events()[last].choice;
        self.sleep.put_to_sleep(last, Planned { choice, touched: execution.accesses(last).into() });
        let level = &self.sources.levels[last];
        let (explored, waiting) = level.threads.split_at(level.now + 1);
        let has_other = waiting.iter().any(|it| !self.sleep.is_asleep(last, *it));
        if self.arrivals[last] < explored.len() || has_other {
            return;
        }
        system.back_to(last);
        if let Some(thread) = self.first_awake(system, last) {
            // Optimisation 1.
            let mut may_wake = || system.may_conflict_later(choice.thread, execution.accesses(last));
            if !self.variant.cuts || may_wake() {
                self.sources.levels[last].threads.push(thread);
            }
        }
        system.step(choice, &mut Vec::new());
    }

    /// Whether nobody is left to explore from a state.
    fn is_exhausted(&self, depth: usize) -> bool {
        let level = &self.sources.levels[depth];
        let waiting = &level.threads[level.now + 1..];
        level.is_last_branch() && waiting.iter().all(|&it| self.sleep.is_asleep(depth, it))
    }

    /// Lines 18 and 5: whether somebody is left to explore from a state.
    fn next_thread(&mut self, execution: &Execution, depth: usize) -> bool {
        let choice = execution.events()[depth].choice;
        let level = &mut self.sources.levels[depth];
        let touched = level.next_thread(execution.accesses(depth));
        self.sleep.put_to_sleep(depth, Planned { choice, touched });
        let waiting = level.threads[level.now..].iter().copied();
        let awake: Vec<ThreadId> = waiting.filter(|&it| !self.sleep.is_asleep(depth, it)).collect();
        let Some(next) = self.prefer(depth, &awake).or(awake.first().copied()) else { return false };
        let level = &mut self.sources.levels[depth];
        if let Some(index) = level.threads.iter().rposition(|it| *it == next) {
            level.threads.swap(level.now, index);
        }
        true
    }
}

/// Whether no enabled thread has several ways to go on.
fn has_one_way<S: System>(system: &mut S) -> bool {
    (0..system.threads().len()).all(|index| {
        let thread = system.threads()[index];
        !system.enabled(thread) || system.branches(thread) == 1
    })
}
