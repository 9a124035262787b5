//! Passes keep behaviour: random programs show the same events before and after.

mod machine;
mod typed;

use ir::passes::fold::fold;
use ir::passes::{bound_loops, narrow_choices, simplify, walk};
use ir::text::print;
use ir::validate::validate;
use ir::*;
use machine::{Run, evaluate, run};
use std::collections::BTreeSet;
use typed::Recipe;

const FUEL: u32 = 600;

/// Answers that depend on the seed and on how many events there were, mostly small.
fn answers(seed: u64) -> impl FnMut(usize, &Operation, Width) -> Option<u64> {
    move |count, _, _| {
        let hash = (seed ^ count as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Some(if hash >> 62 == 0 { hash } else { hash >> 60 })
    }
}

#[track_caller]
fn check(program: &Program, seed: u64) {
    if let Err(violations) = validate(program) {
        panic!("seed {seed}: {}\n{}", violations[0], print(program));
    }
}

#[test]
fn folding_keeps_value_width_and_fault() {
    let mut sizes = (0, 0);
    for seed in 0..60_000 {
        let random = &mut fastrand::Rng::with_seed(seed);
        let recipe = Recipe { functions: 1, locations: 2, faults: seed % 2 == 0, choices: 0 };
        let program = typed::program(random, recipe);
        let function = &program.functions[0];
        let (width, expr) = typed::expr(random, recipe, function);
        let folded = fold(expr.clone(), function, program.model);
        assert_eq!(function.width_of(&folded, program.model), width, "{expr:?}\n{folded:?}");
        assert_eq!(fold(folded.clone(), function, program.model), folded, "not simple after the first time: {expr:?}");
        for round in 0..6 {
            let mut value = |mask: u64| {
                let near = [round, mask - round.min(mask), mask / 2 + round, random.u64(..)];
                *random.choice(&near).unwrap() & mask
            };
            let registers: Vec<u64> = function.registers.iter().map(|it| value(it.width.mask())).collect();
            let (old, new) = (evaluate(&program, &registers, &expr), evaluate(&program, &registers, &folded));
            assert_eq!(old, new, "seed {seed} {registers:?}\n{expr:?}\n{folded:?}");
        }
        sizes = (sizes.0 + walk::depth(&expr), sizes.1 + walk::depth(&folded));
    }
    assert!(sizes.1 * 10 < sizes.0 * 9, "it should do something: {sizes:?}");
}

#[test]
fn simplification_keeps_every_event_and_fault() {
    let mut edges = (0, 0);
    for seed in 0..3000 {
        let recipe = Recipe { functions: 1 + seed as u32 % 3, locations: 9, faults: seed % 2 == 0, choices: 0 };
        let before = typed::program(&mut fastrand::Rng::with_seed(seed), recipe);
        check(&before, seed);
        let mut after = before.clone();
        simplify(&mut after);
        check(&after, seed);
        for round in 0..4 {
            let old = run(&before, FUEL, &mut answers(seed + round));
            let new = run(&after, FUEL, &mut answers(seed + round));
            let common = old.events.len().min(new.events.len());
            let same = match (old.ended, new.ended) {
                (true, true) => old.events == new.events,
                // The simpler program comes further with the same fuel.
                (false, _) => old.events[..common] == new.events[..common],
                (true, false) => false,
            };
            assert!(same, "seed {seed}\n{}\n{}\n{old:?}\n{new:?}", print(&before), print(&after));
        }
        let count = |program: &Program| program.functions.iter().map(|it| it.edges.len()).sum::<usize>();
        edges = (edges.0 + count(&before), edges.1 + count(&after));
    }
    assert!(edges.1 * 3 < edges.0 * 2, "it should do something: {edges:?}");
}

#[test]
fn bounded_loops_end_and_do_nothing_new_before() {
    let mut cuts = 0;
    for seed in 0..2000 {
        let recipe = Recipe { functions: 1 + seed as u32 % 2, locations: 7, faults: false, choices: 0 };
        let before = typed::program(&mut fastrand::Rng::with_seed(seed), recipe);
        for bound in [0, 1, 2, FUEL] {
            let mut after = before.clone();
            bound_loops(&mut after, bound);
            check(&after, seed);
            let old = run(&before, FUEL, &mut answers(seed));
            let new = run(&after, if bound == FUEL { 6 * FUEL } else { 1_000_000 }, &mut answers(seed));
            let context = || format!("seed {seed}, bound {bound}\n{}\n{}", print(&before), print(&after));
            if bound == FUEL {
                // No loop of a run within the fuel reaches this bound.
                assert!(!old.ended || old.events == new.events, "{}", context());
                continue;
            }
            assert!(new.ended, "runs for ever: {}", context());
            if new.events != old.events {
                cuts += 1;
                let common = (new.events.len() - 1).min(old.events.len());
                assert!(new.events[..common] == old.events[..common], "{}", context());
                assert!(new.events.len() <= old.events.len() + 1 || !old.ended, "{}", context());
            }
        }
    }
    assert!(cuts > 500, "{cuts}");
}

/// All runs, over all values of the first two choices, up to the third.
fn runs(program: &Program, seed: u64) -> BTreeSet<Vec<String>> {
    let mut all = BTreeSet::new();
    // The branches taken so far, and how many there are.
    let mut taken: Vec<(u64, u64)> = Vec::new();
    loop {
        let mut depth = 0;
        let mut other = answers(seed);
        let mut answer = |count: usize, operation: &Operation, width: Width| {
            let Operation::Choose { domain, .. } = operation else { return other(count, operation, width) };
            let (low, values) = match domain {
                Domain::Any => (0, width.mask() + 1),
                Domain::Spurious(_) => (0, 2),
                Domain::Range { low, high } => (*low, (high.wrapping_sub(*low) & width.mask()) + 1),
            };
            if depth == 2 {
                return None;
            }
            if depth == taken.len() {
                taken.push((0, values));
            }
            depth += 1;
            Some(low.wrapping_add(taken[depth - 1].0))
        };
        let Run { mut events, ended, .. } = run(program, 60, &mut answer);
        events.push(format!("ended {ended}"));
        all.insert(events);
        while let Some((branch, values)) = taken.pop() {
            if branch + 1 < values {
                taken.push((branch + 1, values));
                break;
            }
        }
        if taken.is_empty() {
            return all;
        }
    }
}

#[test]
fn narrowed_choices_lose_only_runs_that_are_assumed_away_at_once() {
    let choice = format!("{:?} []", {
        let domain = Domain::Any;
        std::mem::discriminant(&Operation::Choose { dest: RegisterId(0), domain })
    });
    let assumed = format!("stop {:?} []", std::mem::discriminant(&Stop::Assume));
    let (mut narrowed, mut compared) = (0, 0);
    for seed in 0..6000 {
        let recipe = Recipe { functions: 1 + seed as u32 % 2, locations: 8, faults: seed % 4 == 0, choices: 15 };
        let before = typed::program(&mut fastrand::Rng::with_seed(seed), recipe);
        let mut after = before.clone();
        narrow_choices(&mut after);
        check(&after, seed);
        if after == before {
            continue;
        }
        narrowed += 1;
        for round in 0..2 {
            let (old, new) = (runs(&before, seed + round), runs(&after, seed + round));
            compared += usize::from(old.len() > 1);
            let context = || format!("seed {seed}\n{}\n{}\n{old:#?}\n{new:#?}", print(&before), print(&after));
            assert!(new.is_subset(&old), "{}", context());
            for lost in old.difference(&new) {
                let end = [choice.clone(), assumed.clone(), "ended true".to_owned()];
                assert!(lost.ends_with(&end), "lost {lost:#?}: {}", context());
            }
        }
    }
    assert!(narrowed > 300 && compared > 300, "{narrowed} {compared}");
}
