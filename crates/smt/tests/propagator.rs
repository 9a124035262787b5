//! A small theory inside the solver: at most so many of the observed literals are true.

use smt::{Answer, Cadical, Lit, Propagator, Sat};
use std::cell::RefCell;
use std::rc::Rc;

/// How the theory speaks.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Manner {
    /// Propagates, with reasons that are given when asked for.
    Reasons,
    /// Adds a clause when there are too many.
    Clauses,
    /// Looks at full assignments only.
    Lazy,
}

struct AtMost {
    bound: usize,
    manner: Manner,
    observed: Vec<Lit>,
    /// The observed literals that are true, and where the levels begin.
    trail: Vec<Lit>,
    levels: Vec<usize>,
    rejected: Option<Vec<Lit>>,
    panics: bool,
}

impl AtMost {
    fn new(bound: usize, manner: Manner, observed: &[Lit]) -> AtMost {
        let observed = observed.to_vec();
        AtMost { bound, manner, observed, trail: Vec::new(), levels: Vec::new(), rejected: None, panics: false }
    }
}

impl AtMost {
    /// In the order in which they became true.
    fn trues(&self) -> impl Iterator<Item = Lit> {
        self.trail.iter().copied().filter(|it| !it.is_negated())
    }
}

impl Propagator for AtMost {
    fn start(&mut self) {
        self.trail.clear();
        self.levels.clear();
    }

    fn assign(&mut self, literals: &[Lit]) {
        assert!(!self.panics, "on purpose");
        for &literal in literals {
            if !self.trail.contains(&literal) {
                self.trail.push(literal);
            }
        }
    }

    fn new_level(&mut self) {
        self.levels.push(self.trail.len());
    }

    fn backtrack(&mut self, level: usize) {
        self.trail.truncate(self.levels[level]);
        self.levels.truncate(level);
    }

    fn propagate(&mut self) -> Option<Lit> {
        if self.manner != Manner::Reasons || self.trues().count() < self.bound {
            return None;
        }
        let conflict = self.trues().nth(self.bound);
        let open = || self.observed.iter().copied().find(|it| !self.trail.contains(it) && !self.trail.contains(&!*it));
        conflict.or_else(open).map(|it| !it)
    }

    fn reason(&mut self, literal: Lit, clause: &mut Vec<Lit>) {
        clause.push(literal);
        clause.extend(self.trues().filter(|it| *it != !literal).take(self.bound).map(|it| !it));
    }

    fn clause(&mut self, clause: &mut Vec<Lit>) -> bool {
        if let Some(rejected) = self.rejected.take() {
            clause.extend(rejected);
            return true;
        }
        if self.manner != Manner::Clauses || self.trues().count() <= self.bound {
            return false;
        }
        clause.extend(self.trues().take(self.bound + 1).map(|it| !it));
        true
    }

    fn accepts(&mut self, model: &[Lit]) -> bool {
        assert_eq!(model.len(), self.observed.len());
        let trues: Vec<Lit> = model.iter().copied().filter(|it| !it.is_negated()).collect();
        if trues.len() <= self.bound {
            return true;
        }
        self.rejected = Some(trues.iter().take(self.bound + 1).map(|it| !*it).collect());
        false
    }
}

fn choose(from: u64, taken: u64) -> u64 {
    (0..taken).fold(1, |product, index| product * (from - index) / (index + 1))
}

/// All models, blocked one by one; every other query without the theory, so that variables could be eliminated.
fn count_models(solver: &mut Cadical, observed: &[Lit], bound: usize, manner: Manner, mixed: bool) -> u64 {
    let theory = Rc::new(RefCell::new(AtMost::new(bound, manner, observed)));
    let mut count = 0;
    loop {
        if mixed {
            assert_ne!(solver.solve(&[]), Answer::Interrupted);
        }
        match solver.solve_with(&[], observed, theory.clone()) {
            Answer::Satisfiable => count += 1,
            Answer::Unsatisfiable => return count,
            Answer::Interrupted => panic!("nobody interrupts"),
        }
        let model: Vec<Lit> = observed.iter().map(|it| if solver.value(*it) { *it } else { !*it }).collect();
        assert!(model.iter().filter(|it| !it.is_negated()).count() <= bound);
        let blocking: Vec<Lit> = model.iter().map(|it| !*it).collect();
        solver.clause(&blocking);
    }
}

#[test]
fn models_of_a_bound_are_counted() {
    for manner in [Manner::Reasons, Manner::Clauses, Manner::Lazy] {
        for mixed in [false, true] {
            for bound in 0..=9 {
                let mut solver = Cadical::new();
                solver.record();
                let observed: Vec<Lit> = (0..9).map(|_| solver.fresh()).collect();
                // Definitions over them, so that there is something to eliminate.
                let mut last = observed[0];
                for &next in &observed {
                    let gate = solver.fresh();
                    solver.clause(&[!gate, last, next]);
                    solver.clause(&[gate, !last]);
                    solver.clause(&[gate, !next]);
                    last = gate;
                }
                let expected: u64 = (0..=bound as u64).map(|it| choose(9, it)).sum();
                assert_eq!(
                    count_models(&mut solver, &observed, bound, manner, mixed),
                    expected,
                    "{manner:?}, at most {bound}"
                );
                // With the lemmas, the clauses alone have no model any more.
                let mut text = Vec::new();
                solver.write_dimacs(&[], &mut text).expect("a vector takes everything");
                let mut again = Cadical::new();
                for line in String::from_utf8_lossy(&text).lines().skip(1) {
                    let numbers = line.split(' ').map(|it| it.parse::<i32>().expect("a number"));
                    let clause: Vec<Lit> = numbers.filter(|it| *it != 0).map(Lit::from_dimacs).collect();
                    again.clause(&clause);
                }
                assert_eq!(again.solve(&[]), Answer::Unsatisfiable);
            }
        }
    }
}

#[test]
fn a_theory_makes_assumptions_fail() {
    for manner in [Manner::Reasons, Manner::Clauses, Manner::Lazy] {
        let mut solver = Cadical::new();
        let observed: Vec<Lit> = (0..6).map(|_| solver.fresh()).collect();
        let other = solver.fresh();
        solver.clause(&[other, observed[0]]);
        let theory = Rc::new(RefCell::new(AtMost::new(2, manner, &observed)));
        let assumptions = [other, observed[1], !observed[5], observed[2], observed[3]];
        assert_eq!(solver.solve_with(&assumptions, &observed, theory.clone()), Answer::Unsatisfiable);
        assert!([1, 2, 3].iter().all(|it| solver.failed(observed[*it])), "{manner:?}");
        assert!(!solver.failed(other) && !solver.failed(!observed[5]), "{manner:?}");
        assert_eq!(solver.solve_with(&assumptions[..4], &observed, theory), Answer::Satisfiable);
        assert!(solver.value(observed[1]) && solver.value(observed[2]) && !solver.value(observed[3]));
        assert!(solver.statistics().lemmas > 0);
    }
}

#[test]
fn variables_can_be_observed_late() {
    let mut random = fastrand::Rng::with_seed(7);
    for round in 0..50 {
        let mut solver = Cadical::new();
        // Eliminates after each conflict instead of after thousands.
        assert!(solver.set_option("elimint", 1));
        let inputs: Vec<Lit> = (0..100).map(|_| solver.fresh()).collect();
        for _ in 0..400 {
            let clause: Vec<Lit> = (0..3).map(|_| Lit::positive(random.u32(1..=100))).collect();
            solver.clause(&clause.iter().map(|it| if random.bool() { *it } else { !*it }).collect::<Vec<_>>());
        }
        let mut gates = inputs.clone();
        for _ in 0..200 {
            let pick = |random: &mut fastrand::Rng, gates: &[Lit]| {
                let literal = gates[random.usize(..gates.len())];
                if random.bool() { literal } else { !literal }
            };
            let (a, b) = (pick(&mut random, &gates), pick(&mut random, &gates));
            let gate = solver.fresh();
            solver.clause(&[!gate, a]);
            solver.clause(&[!gate, b]);
            solver.clause(&[gate, !a, !b]);
            gates.push(gate);
        }
        let last = gates[gates.len() - 1];
        for _ in 0..3 {
            solver.solve(&[last]);
            solver.solve(&[!last]);
            solver.clause(&[gates[random.usize(..100)], gates[random.usize(..100)], gates[random.usize(..100)]]);
        }
        let observed: Vec<Lit> = gates[random.usize(..100)..].iter().step_by(7).copied().collect();
        let theory = Rc::new(RefCell::new(AtMost::new(2, Manner::Clauses, &observed)));
        let answer = solver.solve_with(&[], &observed, theory);
        if answer == Answer::Satisfiable {
            assert!(observed.iter().filter(|it| solver.value(**it)).count() <= 2, "round {round}");
        }
        let theory = Rc::new(RefCell::new(AtMost::new(2, Manner::Lazy, &observed)));
        assert_eq!(solver.solve_with(&[], &observed, theory), answer, "round {round}");
    }
}

#[test]
fn a_panic_passes_around_the_solver() {
    let mut solver = Cadical::new();
    let observed: Vec<Lit> = (0..4).map(|_| solver.fresh()).collect();
    solver.clause(&observed);
    let mut theory = AtMost::new(1, Manner::Reasons, &observed);
    theory.panics = true;
    let theory = Rc::new(RefCell::new(theory));
    let attempt = std::panic::AssertUnwindSafe(|| solver.solve_with(&[], &observed, theory));
    assert!(std::panic::catch_unwind(attempt).is_err());
}
