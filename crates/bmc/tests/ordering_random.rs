//! Random problems against brute force: the models are the executions, and every clause holds in all executions.
//!
//! How many problems, and from which seed on, can be set: `RADDLE_SEED=1000 RADDLE_COUNT=50000 cargo test -p bmc --test
//! ordering_random`.

mod ordering_support;

use bmc::ordering::Statistics;
use ordering_support::{Case, configurations, number};
use smt::{Answer, Cadical, Lit, Propagator, Sat, SatStatistics};
use std::cell::RefCell;
use std::rc::Rc;

/// Problems with more outcomes than this are left out: each is a call of the solver for each configuration.
const MOST_OUTCOMES: usize = 120;

fn guard(random: &mut fastrand::Rng, free: u32) -> Option<Lit> {
    if free == 0 || random.u32(0..3) > 0 {
        return None;
    }
    let literal = Lit::positive(random.u32(1..=free));
    Some(if random.bool() { literal } else { !literal })
}

/// Two to four threads on one to three cells.
fn random_case(seed: u64) -> Case {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut case = Case::new(random.u32(0..4));
    let cells = random.u32(1..4);
    let threads = random.u32(2..5);
    let start = case.clock();
    for cell in 0..cells {
        case.write(start, cell, None);
    }
    let mut left = random.u32(3..10);
    for _thread in 0..threads {
        let mut last = start;
        let mut branch = None;
        for _clock in 0..random.u32(1..5) {
            if left == 0 {
                break;
            }
            left -= 1;
            let clock = case.clock();
            case.before(last, clock);
            // Sometimes two clocks are side by side, as two branches are.
            if let Some(other) = branch.take() {
                case.before(other, clock);
            } else if last != start && random.u32(0..5) == 0 {
                let side = case.clock();
                case.before(last, side);
                random_events(&mut case, &mut random, side, cells);
                branch = Some(side);
            }
            random_events(&mut case, &mut random, clock, cells);
            last = clock;
        }
    }
    if case.free > 0 {
        for _edge in 0..random.u32(0..3) {
            let from = random.u32(0..case.problem.clocks);
            let to = random.u32(0..case.problem.clocks);
            let literal = Lit::positive(random.u32(1..=case.free));
            case.problem.conditional.push((from, to, if random.bool() { literal } else { !literal }));
        }
    }
    case.connect();
    case
}

fn random_events(case: &mut Case, random: &mut fastrand::Rng, clock: u32, cells: u32) {
    let free = case.free;
    let cell = random.u32(0..cells);
    let own = guard(random, free);
    match random.u32(0..8) {
        0..=2 => {
            case.read(clock, cell, own);
        }
        3..=4 => {
            case.write(clock, cell, own);
        }
        5 => {
            case.read(clock, cell, own);
            case.write(clock, cell, own);
        }
        6 => {
            // A read and a write of any cells, each with its own guard.
            case.read(clock, cell, own);
            let other = guard(random, free);
            case.write(clock, random.u32(0..cells), other);
        }
        _ => {
            // Two writes of one cell that exclude each other, or of two cells.
            if let Some(literal) = own {
                case.write(clock, cell, Some(literal));
                case.write(clock, cell, Some(!literal));
            } else {
                case.write(clock, cell, None);
                case.write(clock, (cell + 1) % cells.max(2), None);
            }
        }
    }
}

/// Four threads that each write one of two cells and then read both, in some order: here weak and sequential consistency
/// may differ.
fn crossing_case(seed: u64) -> Case {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut case = Case::new(0);
    let start = case.clock();
    case.write(start, 0, None);
    case.write(start, 1, None);
    for thread in 0..4 {
        let own = if random.u32(0..4) == 0 { random.u32(0..2) } else { thread / 2 };
        let mut reads = [1 - own, own];
        if random.u32(0..4) == 0 {
            reads.swap(0, 1);
        }
        let mut last = case.clock();
        case.before(start, last);
        case.write(last, own, None);
        for cell in reads {
            let clock = if random.u32(0..6) == 0 { last } else { case.clock() };
            if clock != last {
                case.before(last, clock);
            }
            case.read(clock, cell, None);
            last = clock;
        }
    }
    case.connect();
    case
}

#[test]
fn models_of_crossing_threads_are_executions() {
    let seed = number("RADDLE_SEED", 1);
    let mut only_weak = 0;
    for seed in seed..seed + number("RADDLE_COUNT", 500) / 50 {
        let case = crossing_case(seed);
        let expected = case.executions();
        for (strong, weak) in configurations(false).into_iter().zip(configurations(true)) {
            assert_eq!(case.models(strong), expected, "seed {seed}, {strong:?}\n{case:#?}");
            let found = case.models(weak);
            assert!(found.is_superset(&expected), "seed {seed}, {weak:?}");
            only_weak += found.len() - expected.len();
        }
    }
    println!("{only_weak} models that are weakly consistent only");
    assert!(only_weak > 0);
}

#[test]
fn models_are_executions() {
    let seed = number("RADDLE_SEED", 1);
    let mut outcomes = 0;
    let mut compared = 0;
    for seed in seed..seed + number("RADDLE_COUNT", 500) {
        let case = random_case(seed);
        let expected = case.executions();
        if expected.len() > MOST_OUTCOMES {
            continue;
        }
        compared += 1;
        outcomes += expected.len();
        for (strong, weak) in configurations(false).into_iter().zip(configurations(true)) {
            let found = case.models(strong);
            assert_eq!(found, expected, "seed {seed}, {strong:?}\n{case:#?}");
            if seed % 8 == 0 {
                assert!(case.models(weak).is_superset(&expected), "seed {seed}, {weak:?}");
            }
        }
    }
    println!("{compared} problems with {outcomes} outcomes");
}

/// A solver that keeps the clauses that it is given.
struct Recorder {
    solver: Cadical,
    clauses: Vec<Vec<Lit>>,
}

impl Sat for Recorder {
    fn fresh(&mut self) -> Lit {
        self.solver.fresh()
    }

    fn clause(&mut self, literals: &[Lit]) {
        self.clauses.push(literals.to_vec());
        self.solver.clause(literals);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Answer {
        self.solver.solve(assumptions)
    }

    fn refutes(&mut self, assumptions: &[Lit]) -> bool {
        self.solver.refutes(assumptions)
    }

    fn solve_with(&mut self, assumptions: &[Lit], observed: &[Lit], propagator: Rc<RefCell<dyn Propagator>>) -> Answer {
        let eavesdropper = Rc::new(RefCell::new(Eavesdropper { propagator, clauses: Vec::new() }));
        let answer = self.solver.solve_with(assumptions, observed, eavesdropper.clone());
        self.clauses.append(&mut eavesdropper.borrow_mut().clauses);
        answer
    }

    fn freeze(&mut self, literal: Lit) {
        self.solver.freeze(literal);
    }

    fn value(&self, literal: Lit) -> bool {
        self.solver.value(literal)
    }

    fn failed(&self, assumption: Lit) -> bool {
        self.solver.failed(assumption)
    }

    fn statistics(&self) -> SatStatistics {
        self.solver.statistics()
    }
}

/// Between the solver and a propagator.
struct Eavesdropper {
    propagator: Rc<RefCell<dyn Propagator>>,
    clauses: Vec<Vec<Lit>>,
}

impl Propagator for Eavesdropper {
    fn start(&mut self) {
        self.propagator.borrow_mut().start();
    }

    fn assign(&mut self, literals: &[Lit]) {
        self.propagator.borrow_mut().assign(literals);
    }

    fn new_level(&mut self) {
        self.propagator.borrow_mut().new_level();
    }

    fn backtrack(&mut self, level: usize) {
        self.propagator.borrow_mut().backtrack(level);
    }

    fn propagate(&mut self) -> Option<Lit> {
        self.propagator.borrow_mut().propagate()
    }

    fn reason(&mut self, literal: Lit, clause: &mut Vec<Lit>) {
        self.propagator.borrow_mut().reason(literal, clause);
        self.clauses.push(clause.clone());
    }

    fn clause(&mut self, clause: &mut Vec<Lit>) -> bool {
        let has_one = self.propagator.borrow_mut().clause(clause);
        if has_one {
            self.clauses.push(clause.clone());
        }
        has_one
    }

    fn accepts(&mut self, model: &[Lit]) -> bool {
        self.propagator.borrow_mut().accepts(model)
    }
}

#[test]
fn every_clause_holds_in_every_execution() {
    let seed = number("RADDLE_SEED", 1);
    let mut checked = 0;
    let mut totals = [Statistics::default(); 4];
    for seed in seed..seed + number("RADDLE_COUNT", 500) {
        let case = random_case(seed);
        let executions = case.executions();
        for (config, total) in configurations(true).into_iter().zip(&mut totals) {
            let mut recorder = Recorder { solver: Cadical::new(), clauses: Vec::new() };
            case.add_clauses(&mut recorder);
            recorder.clauses.clear();
            let mut decider = bmc::ordering::Decider::new(&case.problem, config, &mut recorder);
            // Each source in turn, so that the search sees different parts of the problem.
            for source in &case.problem.reads_from {
                decider.decide(&mut recorder, &[source.literal]);
            }
            let statistics = decider.statistics();
            total.clauses += statistics.clauses;
            total.two_reads += statistics.two_reads;
            total.read_and_write += statistics.read_and_write;
            total.forced += statistics.forced;
            for clause in &recorder.clauses {
                let holds = |it: &Vec<u32>| {
                    clause.iter().any(|literal| it.contains(&literal.variable()) != literal.is_negated())
                };
                assert!(executions.iter().all(holds), "seed {seed}, {config:?}: {clause:?}\n{case:#?}");
                checked += 1;
            }
        }
    }
    println!("{checked} clauses");
    let [basic, basic_first, propagate, propagate_first] = totals;
    println!("{basic:?}\n{basic_first:?}\n{propagate:?}\n{propagate_first:?}");
    assert!(basic_first.clauses < basic.clauses && propagate_first.clauses < propagate.clauses);
}
