//! From a model to a schedule: the steps of the threads in the order of the units that they are.
//!
//! Steps that are ordered with nothing (nobody looks at what they touch) are made when their thread gets to them. A step
//! of a thread comes after the one that starts it, and what a join waits for comes before the join; where the order of
//! units does not say so because nothing happens in these units, it is seen to here.
//!
//! An operation that fails has done nothing. Where another thread's fails it is left out: what is shown does without it. A section
//! that fails has done what comes before that in it.

use encode::events::{Graph, Step};
use event::{Decision, Plan};
use rustc_hash::FxHashSet;
use smt::Term;

/// How far a schedule goes.
#[derive(Clone, Debug)]
pub enum Goal {
    /// Until this thread has come to its end.
    EndOf(u32),
    /// Until all threads have, but for what these do from a step on.
    EndOfAll(Vec<(u32, usize)>),
    /// Until one of these units was performed.
    Units(Vec<u32>),
}

/// The schedule of a model. `value` evaluates terms in it, `clocks` are units of the graph in their order.
pub fn plan(graph: &Graph, clocks: &[u32], goal: &Goal, value: &mut dyn FnMut(Term) -> u64) -> Plan {
    let failures = graph.errors.iter().map(|it| (it.guard, it.step));
    let failures = failures.chain(graph.mistakes.iter().map(|it| (it.guard, it.step)));
    let failed: FxHashSet<usize> = failures.filter(|it| value(it.0) == 1).filter_map(|it| it.1).collect();
    let mut steps: Vec<Vec<usize>> = vec![Vec::new(); graph.threads.len()];
    let mut starter: Vec<Option<usize>> = vec![None; graph.threads.len()];
    let mut by_clock: Vec<Vec<usize>> = vec![Vec::new(); graph.clocks as usize];
    for (index, step) in graph.steps.iter().enumerate() {
        if value(step.guard) == 0 || goal.leaves_out(step.thread, index) {
            continue;
        }
        if failed.contains(&index) && !step.is_section && !goal.is_about(step) {
            continue;
        }
        steps[step.thread as usize].push(index);
        if let Some(clock) = step.clock {
            by_clock[clock as usize].push(index);
        }
        for &(when, child) in &step.starts {
            if value(when) == 1 {
                starter[child as usize] = Some(index);
            }
        }
    }
    let mut planner = Planner {
        graph,
        steps,
        starter,
        done: vec![0; graph.threads.len()],
        positions: vec![u32::MAX; graph.threads.len()],
        created: 1,
        plan: Plan { schedule: Vec::new(), inputs: vec![Vec::new()], reused: Vec::new() },
    };
    planner.positions[0] = 0;
    for &clock in clocks {
        for &step in &by_clock[clock as usize] {
            planner.advance(graph.steps[step].thread, Some(step), value);
        }
        if matches!(goal, Goal::Units(units) if units.contains(&clock)) {
            return planner.plan;
        }
    }
    match *goal {
        Goal::EndOf(thread) => planner.advance(thread, None, value),
        Goal::EndOfAll(_) => (0..graph.threads.len() as u32).for_each(|it| planner.advance(it, None, value)),
        Goal::Units(_) => {}
    }
    planner.plan
}

impl Goal {
    /// Whether a step may be what is shown.
    fn is_about(&self, step: &Step) -> bool {
        match self {
            Goal::EndOf(thread) => step.thread == *thread,
            Goal::EndOfAll(_) => true,
            Goal::Units(units) => step.clock.is_some_and(|it| units.contains(&it)),
        }
    }

    fn leaves_out(&self, thread: u32, step: usize) -> bool {
        match self {
            Goal::EndOfAll(stuck) => stuck.iter().any(|it| it.0 == thread && step >= it.1),
            Goal::EndOf(_) | Goal::Units(_) => false,
        }
    }
}

struct Planner<'a> {
    graph: &'a Graph,
    /// The steps that each thread makes.
    steps: Vec<Vec<usize>>,
    /// The step that starts each thread.
    starter: Vec<Option<usize>>,
    /// How many of its steps each thread has made.
    done: Vec<usize>,
    /// The order of creation.
    positions: Vec<u32>,
    created: u32,
    plan: Plan,
}

impl Planner<'_> {
    /// A thread goes on until it has made this step, or to its end.
    fn advance(&mut self, thread: u32, until: Option<usize>, value: &mut dyn FnMut(Term) -> u64) {
        let at = thread as usize;
        if self.positions[at] == u32::MAX {
            // A thread that is never started has no steps.
            let Some(start) = self.starter[at] else { return };
            self.advance(self.graph.steps[start].thread, Some(start), value);
        }
        while let Some(&step) = self.steps[at].get(self.done[at]) {
            if until.is_some_and(|it| step > it) {
                break;
            }
            self.done[at] += 1;
            self.make(step, value);
        }
    }

    fn make(&mut self, index: usize, value: &mut dyn FnMut(Term) -> u64) {
        let step = &self.graph.steps[index];
        for &(when, child) in &step.joins {
            if value(when) == 1 {
                self.advance(child, None, value);
            }
        }
        let position = self.positions[step.thread as usize];
        self.plan.schedule.push(Decision { thread: position, branch: 0 });
        for &(when, input) in &step.inputs {
            if value(when) == 1 {
                let input = value(input);
                self.plan.inputs[position as usize].push(input);
            }
        }
        for &(when, child) in &step.starts {
            if value(when) == 1 {
                self.positions[child as usize] = self.created;
                self.created += 1;
                self.plan.inputs.push(Vec::new());
            }
        }
    }
}
