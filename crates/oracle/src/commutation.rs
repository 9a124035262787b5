//! Whether the dependence of `touch` is one: a check of the definition, not of a program.
//!
//! Any two events of different threads that can both be next and are not dependent must neither enable nor disable
//! each other, must touch the same things in both orders, and must lead to the same states. And an event that was not
//! enabled before another one but is afterwards must depend on it, as must one that has changed.

use super::report::Options;
use super::state::{Path, State};
use super::step::{Oracle, Step};
use super::touch::are_dependent;
use ir::Program;
use std::collections::BTreeSet;

/// Tries all pairs of neighbouring events, in all states; says which pair is wrongly held to be independent. None if
/// there are more states than the options allow.
pub fn commutation(program: &Program, options: &Options) -> Option<Result<(), String>> {
    let (mut oracle, initial) = Oracle::begin(program, options);
    let mut seen = BTreeSet::from([initial.clone()]);
    let mut open = vec![initial];
    while let Some(state) = open.pop() {
        for one in state.threads.keys() {
            let step = oracle.step(&state, one);
            for other in state.threads.keys().filter(|&it| it != one) {
                if let Err(gap) = neighbours(&mut oracle, &state, (one, &step), other) {
                    return Some(Err(gap));
                }
            }
            for next in step.states {
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        if seen.len() > options.state_limit {
            return None;
        }
    }
    Some(Ok(()))
}

/// Compares the steps of a thread before and after a step of another one.
fn neighbours(oracle: &mut Oracle, state: &State, (one, step): (&Path, &Step), other: &Path) -> Result<(), String> {
    let before = oracle.step(state, other);
    for (branch, between) in step.states.iter().enumerate() {
        let after = oracle.step(between, other);
        let is_seen_after = are_dependent((one, &step.touched), (other, &after.touched));
        if after.states.is_empty() && before.states.is_empty() {
            continue;
        }
        let is_seen_before = are_dependent((one, &step.touched), (other, &before.touched));
        let gap = |what: &str| {
            let (first, second) = (&step.touched, &before.touched);
            Err(format!("{what}: {one:?} touches {first:?}; {other:?} {second:?} before, {:?} after", after.touched))
        };
        if before.states.is_empty() {
            if !is_seen_after {
                return gap("enabled by an event that it does not depend on");
            }
            continue;
        }
        if is_seen_before {
            continue;
        }
        if before.touched != after.touched || before.states.len() != after.states.len() {
            return gap("changed by an event that it does not depend on");
        }
        for (reached, swapped) in after.states.iter().zip(&before.states) {
            if oracle.step(swapped, one).states.get(branch) != Some(reached) {
                return gap("independent, but the order matters");
            }
        }
    }
    Ok(())
}
