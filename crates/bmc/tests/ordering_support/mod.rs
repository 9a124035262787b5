//! Problems with their clauses, and all their executions by brute force.
#![allow(dead_code)]

use bmc::ordering::{Config, Decider, Decision, Method, Problem, Read, ReadsFrom, Write};
use smt::{Cadical, Lit, Sat};
use std::collections::{BTreeSet, HashSet};

/// A number from the environment.
pub fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default)
}

/// The four ways to decide.
pub fn configurations(is_weak: bool) -> [Config; 4] {
    [(Method::Basic, false), (Method::Basic, true), (Method::Propagate, false), (Method::Propagate, true)]
        .map(|(method, conflicts_first)| Config { method, conflicts_first, is_weak })
}

/// A problem, with the variables on which its guards depend.
#[derive(Clone, Debug, Default)]
pub struct Case {
    pub problem: Problem,
    /// How many variables are free: those of the numbers 1, 2, ….
    pub free: u32,
    /// How many variables there are: the sources come after the free ones.
    pub variables: u32,
}

impl Case {
    pub fn new(free: u32) -> Case {
        Case { problem: Problem::default(), free, variables: free }
    }

    pub fn clock(&mut self) -> u32 {
        self.problem.clocks += 1;
        self.problem.clocks - 1
    }

    pub fn before(&mut self, first: u32, second: u32) {
        self.problem.order.push((first, second));
    }

    pub fn write(&mut self, clock: u32, cell: u32, guard: Option<Lit>) -> u32 {
        self.problem.writes.push(Write { clock, cell, guard });
        self.problem.writes.len() as u32 - 1
    }

    pub fn read(&mut self, clock: u32, cell: u32, guard: Option<Lit>) -> u32 {
        self.problem.reads.push(Read { clock, cell, guard });
        self.problem.reads.len() as u32 - 1
    }

    /// Lets each read read from each write of its cell that is of another clock.
    pub fn connect(&mut self) {
        for (read, reader) in self.problem.reads.iter().enumerate() {
            for (write, writer) in self.problem.writes.iter().enumerate() {
                if reader.cell == writer.cell && reader.clock != writer.clock {
                    self.variables += 1;
                    let literal = Lit::positive(self.variables);
                    self.problem.reads_from.push(ReadsFrom { write: write as u32, read: read as u32, literal });
                }
            }
        }
    }

    /// The literal that says that a read reads from a write.
    pub fn source(&self, write: u32, read: u32) -> Lit {
        self.problem.reads_from.iter().find(|it| it.write == write && it.read == read).unwrap().literal
    }

    /// Adds the caller's clauses: what happens reads from something, and what is read from happens.
    pub fn add_clauses(&self, sat: &mut dyn Sat) {
        for variable in 1..=self.variables {
            assert_eq!(sat.fresh(), Lit::positive(variable));
        }
        for source in &self.problem.reads_from {
            if let Some(guard) = self.problem.writes[source.write as usize].guard {
                sat.clause(&[!source.literal, guard]);
            }
            if let Some(guard) = self.problem.reads[source.read as usize].guard {
                sat.clause(&[!source.literal, guard]);
            }
        }
        for (index, read) in self.problem.reads.iter().enumerate() {
            let sources = self.problem.reads_from.iter().filter(|it| it.read as usize == index).map(|it| it.literal);
            let clause: Vec<Lit> = sources.chain(read.guard.map(|it| !it)).collect();
            sat.clause(&clause);
        }
    }

    /// All outcomes by enumeration of models: each is the set of variables that are true.
    pub fn models(&self, config: Config) -> BTreeSet<Vec<u32>> {
        self.models_with(config, &mut Cadical::new())
    }

    pub fn models_with(&self, config: Config, sat: &mut dyn Sat) -> BTreeSet<Vec<u32>> {
        self.add_clauses(sat);
        let mut decider = Decider::new(&self.problem, config, sat);
        let mut found = BTreeSet::new();
        loop {
            match decider.decide(sat, &[]) {
                Decision::Consistent { order } => {
                    let is_true = |variable: &u32| sat.value(Lit::positive(*variable));
                    let model: Vec<u32> = (1..=self.variables).filter(is_true).collect();
                    if !config.is_weak {
                        assert_eq!(self.run(&order, &model), model, "the order {order:?} gives another outcome");
                    }
                    let differs = |it| if sat.value(it) { !it } else { it };
                    let blocking: Vec<Lit> = (1..=self.variables).map(Lit::positive).map(differs).collect();
                    assert!(found.insert(model), "a model was found twice");
                    sat.clause(&blocking);
                }
                Decision::Impossible => return found,
                Decision::Interrupted => panic!("nobody interrupts"),
            }
        }
    }

    /// Runs the clocks in an order, with the free variables of a model: the outcome.
    fn run(&self, order: &[u32], model: &[u32]) -> Vec<u32> {
        let mut guards = 0;
        for variable in model.iter().filter(|it| **it <= self.free) {
            guards |= 1 << (variable - 1);
        }
        let mut state = State::default();
        for &clock in order {
            assert!(self.can_run(&state, clock, guards), "{clock} runs too early in {order:?}");
            state = self.step(&state, clock, guards);
        }
        assert_eq!(order.len(), self.problem.clocks as usize);
        self.outcome(&state, guards)
    }

    fn is_true(literal: Option<Lit>, guards: u32) -> bool {
        literal.is_none_or(|it| (guards >> (it.variable() - 1) & 1 == 1) != it.is_negated())
    }

    fn can_run(&self, state: &State, clock: u32, guards: u32) -> bool {
        let conditional = self.problem.conditional.iter().filter(|it| Case::is_true(Some(it.2), guards));
        let edges = self.problem.order.iter().copied().chain(conditional.map(|it| (it.0, it.1)));
        state.done >> clock & 1 == 0 && edges.filter(|it| it.1 == clock).all(|it| state.done >> it.0 & 1 == 1)
    }

    fn step(&self, state: &State, clock: u32, guards: u32) -> State {
        let mut next = state.clone();
        next.done |= 1 << clock;
        for (index, read) in self.problem.reads.iter().enumerate() {
            if read.clock == clock && Case::is_true(read.guard, guards) {
                let last = state.last.iter().find(|it| it.0 == read.cell).map(|it| it.1);
                next.seen.push((index as u32, last));
            }
        }
        for (index, write) in self.problem.writes.iter().enumerate() {
            if write.clock == clock && Case::is_true(write.guard, guards) {
                next.last.retain(|it| it.0 != write.cell);
                next.last.push((write.cell, index as u32));
            }
        }
        next.last.sort_unstable();
        next.seen.sort_unstable();
        next
    }

    fn outcome(&self, state: &State, guards: u32) -> Vec<u32> {
        let mut outcome: Vec<u32> = (1..=self.free).filter(|it| guards >> (it - 1) & 1 == 1).collect();
        for source in &self.problem.reads_from {
            if state.seen.contains(&(source.read, Some(source.write))) {
                outcome.push(source.literal.variable());
            }
        }
        outcome.sort_unstable();
        outcome
    }

    /// All outcomes, by running all interleavings.
    pub fn executions(&self) -> BTreeSet<Vec<u32>> {
        let mut outcomes = BTreeSet::new();
        for guards in 0..1 << self.free {
            let mut known = HashSet::new();
            let mut open = vec![State::default()];
            while let Some(state) = open.pop() {
                let mut is_end = true;
                for clock in 0..self.problem.clocks {
                    if self.can_run(&state, clock, guards) {
                        is_end = false;
                        let next = self.step(&state, clock, guards);
                        if known.insert(next.clone()) {
                            open.push(next);
                        }
                    }
                }
                if is_end && state.done == (1 << self.problem.clocks) - 1 {
                    outcomes.insert(self.outcome(&state, guards));
                }
            }
        }
        outcomes
    }
}

/// A point of an interleaving.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
struct State {
    done: u32,
    /// The last write of each cell.
    last: Vec<(u32, u32)>,
    /// What each read has seen.
    seen: Vec<(u32, Option<u32>)>,
}
