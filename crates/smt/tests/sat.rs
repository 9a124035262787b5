//! CaDiCaL behind our trait: against brute force, incrementally, with assumptions and an interrupt.

mod common;

use common::number;
use smt::{Answer, Cadical, Lit, Sat};
use std::sync::Arc;
use std::time::{Duration, Instant};

fn holds(assignment: u32, literal: Lit) -> bool {
    (assignment >> (literal.variable() - 1) & 1 == 1) != literal.is_negated()
}

fn is_model(assignment: u32, clauses: &[Vec<Lit>]) -> bool {
    clauses.iter().all(|clause| clause.iter().any(|it| holds(assignment, *it)))
}

fn random_literal(random: &mut fastrand::Rng, variables: u32) -> Lit {
    let literal = Lit::positive(random.u32(1..=variables));
    if random.bool() { literal } else { !literal }
}

#[test]
fn random_clauses_against_brute_force() {
    let seed = number("RADDLE_SEED", 1);
    for round in 0..number("RADDLE_COUNT", 300) {
        let mut random = fastrand::Rng::with_seed(seed.wrapping_add(round));
        let variables = random.u32(3..=10);
        let mut solver = Cadical::new();
        for _ in 0..variables {
            solver.fresh();
        }
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        for _ in 0..6 {
            for _ in 0..random.u32(1..=variables) {
                let clause: Vec<Lit> = (0..3).map(|_| random_literal(&mut random, variables)).collect();
                solver.clause(&clause);
                clauses.push(clause);
            }
            let assumptions: Vec<Lit> =
                (0..random.usize(0..4)).map(|_| random_literal(&mut random, variables)).collect();
            let with = |units: &[Lit]| {
                (0..1 << variables).any(|it| is_model(it, &clauses) && units.iter().all(|unit| holds(it, *unit)))
            };
            match solver.solve(&assumptions) {
                Answer::Satisfiable => {
                    let model = (1..=variables).fold(0, |sum, variable| {
                        sum | u32::from(solver.value(Lit::positive(variable))) << (variable - 1)
                    });
                    assert!(is_model(model, &clauses), "seed {seed}, round {round}");
                    assert!(assumptions.iter().all(|it| holds(model, *it)), "seed {seed}, round {round}");
                }
                Answer::Unsatisfiable => {
                    assert!(!with(&assumptions), "seed {seed}, round {round}");
                    let core: Vec<Lit> = assumptions.iter().copied().filter(|it| solver.failed(*it)).collect();
                    assert!(!with(&core), "seed {seed}, round {round}: {core:?} does not fail");
                }
                Answer::Interrupted => panic!("nobody interrupts"),
            }
        }
    }
}

/// One pigeon more than there are holes, each in a hole of its own, which is hard to refute.
fn pigeons(solver: &mut Cadical, holes: usize) {
    let at: Vec<Vec<Lit>> = (0..=holes).map(|_| (0..holes).map(|_| solver.fresh()).collect()).collect();
    for pigeon in &at {
        solver.clause(pigeon);
    }
    for (first, one) in at.iter().enumerate() {
        for other in &at[..first] {
            for (here, there) in one.iter().zip(other) {
                solver.clause(&[!*here, !*there]);
            }
        }
    }
}

#[test]
fn an_interrupt_is_obeyed_soon() {
    let mut solver = Cadical::new();
    pigeons(&mut solver, 12);
    let end = Instant::now() + Duration::from_millis(200);
    solver.set_interrupt(Arc::new(move || Instant::now() > end));
    assert_eq!(solver.solve(&[]), Answer::Interrupted);
    assert!(end.elapsed() < Duration::from_secs(2), "late by {:?}", end.elapsed());
    assert!(solver.statistics().conflicts > 0);
    solver.set_interrupt(Arc::new(|| false));
    let free = solver.fresh();
    solver.clause(&[free]);
    solver.clause(&[!free]);
    assert_eq!(solver.solve(&[]), Answer::Unsatisfiable);
}

#[test]
fn recorded_clauses_are_written() {
    let mut solver = Cadical::new();
    solver.record();
    let (a, b) = (solver.fresh(), solver.fresh());
    solver.clause(&[a, !b]);
    solver.clause(&[b]);
    assert_eq!(solver.solve(&[!a]), Answer::Unsatisfiable);
    assert!(solver.failed(!a) && !solver.failed(b));
    let mut text = Vec::new();
    solver.write_dimacs(&[!a], &mut text).expect("a vector takes everything");
    assert_eq!(String::from_utf8_lossy(&text), "p cnf 2 3\n1 -2 0\n2 0\n-1 0\n");
}

/// Unit propagation finds what follows step by step, and does not search; the solver goes on to be used afterwards.
#[test]
fn what_propagation_refutes_is_refuted() {
    let mut sat = Cadical::new();
    let [a, b, c, d] = [(); 4].map(|()| sat.fresh());
    for clause in [[!a, b], [!b, c], [!c, !a]] {
        sat.clause(&clause);
    }
    assert!(sat.refutes(&[a]));
    assert!(!sat.refutes(&[b]));
    // Both values of another variable lead to a contradiction, which only a search shows.
    for clause in [[!d, a], [d, a]] {
        sat.clause(&clause);
    }
    assert_eq!(sat.solve(&[]), Answer::Unsatisfiable);
}
