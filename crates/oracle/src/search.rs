//! The graph of all states, and what can be read off it.

use super::hang::some_thread_hangs;
use super::report::{End, FaultKind, FinalState, Options, Report, StopKind};
use super::show::shown_bytes;
use super::state::{Pending, State, Thread};
use super::step::Oracle;
use ir::{GlobalId, Program};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The numbers of the states that can follow without anything that happens for no reason; nothing if these are all.
fn calm_successors(oracle: &mut Oracle<'_>, graph: &mut Graph, state: &State) -> Option<Vec<usize>> {
    let chooses = |thread: &Thread| match thread {
        Thread::Running(running) => matches!(running.pending, Some(Pending::Choose { spurious: true, .. })),
        Thread::Ended { .. } => false,
    };
    if !state.threads.values().any(chooses) {
        return None;
    }
    oracle.is_calm = true;
    let next: Vec<State> = state.threads.keys().flat_map(|it| oracle.step(state, it).states).collect();
    oracle.is_calm = false;
    Some(next.into_iter().map(|it| graph.number(it)).collect())
}

/// Everything that a valid program can do, by trying it all.
pub fn explore(program: &Program, options: &Options) -> Report {
    let (mut oracle, initial) = Oracle::begin(program, options);
    let mut graph = Graph::default();
    let mut report = Report::default();
    graph.number(initial);
    // Breadth first: states are numbered in the order in which they are found.
    while let Some(state) = graph.states.get(graph.successors.len()).cloned() {
        if graph.states.len() > options.state_limit {
            report.incomplete = true;
            break;
        }
        let mut next = Vec::new();
        for path in state.threads.keys() {
            next.extend(oracle.step(&state, path).states);
        }
        report.violations.extend(failures(&state));
        report.is_cut |= state.threads.values().any(is_cut);
        if next.is_empty() {
            let last = final_state(program, &state);
            let regular = last.threads.values().all(|it| matches!(it, End::Returned(_)));
            if regular && options.check_memory && !program.may_leak && state.has_lost_object(program.model) {
                report.violations.insert(FaultKind::Leak);
            }
            report.finals.insert(last);
        }
        let next = next.into_iter().map(|it| graph.number(it)).collect();
        graph.successors.push(next);
        let calm = calm_successors(&mut oracle, &mut graph, &state);
        graph.calm.push(calm);
    }
    if !report.incomplete {
        oracle.is_calm = true;
        report.deadlock = graph.bottom_components().iter().any(|it| some_thread_hangs(&mut oracle, it));
    }
    report.states = graph.states.len();
    report.paths = if report.incomplete { 0 } else { graph.paths() };
    report
}

#[derive(Default)]
struct Graph {
    states: Vec<Rc<State>>,
    numbers: FxHashMap<Rc<State>, usize>,
    /// The successors of the first so many states. A state that two steps lead to is there twice.
    successors: Vec<Vec<usize>>,
    /// Those of them that follow without anything that happens for no reason, if these are fewer.
    calm: Vec<Option<Vec<usize>>>,
}

impl Graph {
    /// The number of a state, a new one if it was not seen before.
    fn number(&mut self, state: State) -> usize {
        if let Some(&number) = self.numbers.get(&state) {
            return number;
        }
        let state = Rc::new(state);
        self.numbers.insert(Rc::clone(&state), self.states.len());
        self.states.push(state);
        self.states.len() - 1
    }

    /// The sets of states that lead to one another and to nothing else, as long as nothing happens for no reason; final states
    /// are such sets.
    fn bottom_components(&self) -> Vec<Vec<Rc<State>>> {
        let calm = |state: usize| self.calm[state].as_ref().unwrap_or(&self.successors[state]);
        let mut order = Vec::new();
        let mut seen = vec![false; self.successors.len()];
        for start in 0..self.successors.len() {
            let mut open = vec![(start, 0)];
            while let Some((state, next)) = open.last_mut() {
                if *next == 0 && std::mem::replace(&mut seen[*state], true) {
                    open.pop();
                    continue;
                }
                match calm(*state).get(*next) {
                    Some(&to) => {
                        *next += 1;
                        open.push((to, 0));
                    }
                    None => {
                        order.push(*state);
                        open.pop();
                    }
                }
            }
        }
        // Kosaraju: backwards from the last one that was left, each search finds one component.
        let mut predecessors = vec![Vec::new(); self.successors.len()];
        for state in 0..self.successors.len() {
            calm(state).iter().for_each(|&it| predecessors[it].push(state));
        }
        let mut component = vec![usize::MAX; self.successors.len()];
        for &start in order.iter().rev() {
            let mut open = vec![start];
            while let Some(state) = open.pop() {
                if component[state] == usize::MAX {
                    component[state] = start;
                    open.extend(&predecessors[state]);
                }
            }
        }
        let mut is_bottom = vec![true; self.successors.len()];
        for state in 0..self.successors.len() {
            if calm(state).iter().any(|&it| component[it] != component[state]) {
                is_bottom[component[state]] = false;
            }
        }
        let mut members: BTreeMap<usize, Vec<Rc<State>>> = BTreeMap::new();
        for (state, &component) in component.iter().enumerate().filter(|it| is_bottom[*it.1]) {
            members.entry(component).or_default().push(Rc::clone(&self.states[state]));
        }
        members.into_values().collect()
    }

    /// How many maximal paths start at state 0: 1 for a final state, else the sum over the successors. States are done
    /// when all of their successors are; a state that can reach a cycle never is, and has infinitely many.
    fn paths(&self) -> u128 {
        let mut predecessors = vec![Vec::new(); self.successors.len()];
        for (state, successors) in self.successors.iter().enumerate() {
            for &next in successors {
                predecessors[next].push(state);
            }
        }
        let mut missing: Vec<usize> = self.successors.iter().map(Vec::len).collect();
        let mut paths: Vec<u128> = missing.iter().map(|&it| u128::from(it == 0)).collect();
        let mut done: Vec<usize> = (0..missing.len()).filter(|&it| missing[it] == 0).collect();
        while let Some(state) = done.pop() {
            for &before in &predecessors[state] {
                paths[before] = paths[before].saturating_add(paths[state]);
                missing[before] -= 1;
                if missing[before] == 0 {
                    done.push(before);
                }
            }
        }
        if missing[0] == 0 { paths[0] } else { u128::MAX }
    }
}

fn is_cut(thread: &Thread) -> bool {
    matches!(thread, Thread::Ended { end: End::Stopped(StopKind::Cut | StopKind::Unexplored), .. })
}

fn failures(state: &State) -> BTreeSet<FaultKind> {
    let failure = |thread: &Thread| match thread {
        Thread::Ended { end: End::Failed(fault), .. } => Some(*fault),
        Thread::Ended { .. } | Thread::Running(_) => None,
    };
    state.threads.values().filter_map(failure).collect()
}

fn final_state(program: &Program, state: &State) -> FinalState {
    let globals = (0..program.globals.len() as u32).map(GlobalId);
    let bytes = |global| shown_bytes(program, global, &state.objects[&program.global_object(global)].bytes);
    let end = |thread: &Thread| match thread {
        Thread::Ended { end, .. } => *end,
        Thread::Running(_) => End::Blocked,
    };
    FinalState {
        globals: globals.map(bytes).collect(),
        threads: state.threads.iter().map(|(path, thread)| (path.clone(), end(thread))).collect(),
    }
}
