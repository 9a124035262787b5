//! The classes of random programs, counted once more in the slow way: every interleaving is run, and its
//! happens-before is computed from the definition, pair by pair.

use super::super::state::{Path, State};
use super::super::step::{Oracle, Step};
use super::super::touch::{How, Touch, Touched, are_dependent};
use super::super::{Classes, classes, commutation};
use super::*;
use crate::random::{self, Size};
use std::collections::BTreeMap;

/// Thread, index in the thread, branch.
type Name = (Path, usize, usize);

/// The ordered pairs of a transitive relation, and all events.
type Order = (BTreeSet<Name>, BTreeSet<(Name, Name)>);

struct Event {
    name: Name,
    touched: Touched,
}

/// Runs every interleaving from here; `done` gets those that are complete.
fn run_all(oracle: &mut Oracle, state: &State, execution: &mut Vec<Event>, done: &mut dyn FnMut(&[Event], &State)) {
    let mut is_complete = true;
    for path in state.threads.keys() {
        let Step { states, touched, deeds: _ } = oracle.step(state, path);
        for (branch, next) in states.iter().enumerate() {
            is_complete = false;
            let index = execution.iter().filter(|it| it.name.0 == *path).count();
            execution.push(Event { name: (path.clone(), index, branch), touched: touched.clone() });
            run_all(oracle, next, execution, done);
            execution.pop();
        }
    }
    if is_complete {
        done(execution, state);
    }
}

/// Warshall's closure of the dependent pairs of an execution.
fn happens_before(execution: &[Event], are_ordered: impl Fn(usize, usize) -> bool) -> Order {
    let length = execution.len();
    let mut before = vec![vec![false; length]; length];
    for (one, row) in before.iter_mut().enumerate() {
        for (other, cell) in row.iter_mut().enumerate().skip(one + 1) {
            *cell = are_ordered(one, other);
        }
    }
    for middle in 0..length {
        for first in 0..middle {
            for last in middle + 1..length {
                before[first][last] |= before[first][middle] && before[middle][last];
            }
        }
    }
    let name = |index: usize| execution[index].name.clone();
    let pairs = (0..length).flat_map(|one| (0..length).map(move |other| (one, other)));
    let ordered = pairs.filter(|&(one, other)| before[one][other]).map(|(one, other)| (name(one), name(other)));
    ((0..length).map(name).collect(), ordered.collect())
}

/// Whether a later event reads a byte that the event wrote and nobody has overwritten since.
fn is_observed(execution: &[Event], writer: usize) -> bool {
    let touches = |event: &Event, byte: (u32, usize), such: fn(How) -> bool| {
        let touches_it = |touch: &Touch| match touch {
            Touch::Bytes(place, how) => such(*how) && place.bytes().any(|it| it == byte),
            Touch::Spawn(_) | Touch::Join(_) | Touch::Detach(_) => false,
        };
        event.touched.iter().any(touches_it)
    };
    let written = execution[writer].touched.iter().filter_map(|it| match it {
        Touch::Bytes(place, how) if how.writes() => Some(place.bytes()),
        Touch::Bytes(..) | Touch::Spawn(_) | Touch::Join(_) | Touch::Detach(_) => None,
    });
    written.flatten().any(|byte| {
        let later = &execution[writer + 1..];
        let overwritten = later.iter().position(|it| touches(it, byte, How::writes)).map_or(later.len(), |it| it + 1);
        later[..overwritten].iter().any(|it| touches(it, byte, How::reads))
    })
}

fn both_orders(execution: &[Event]) -> (Order, Order) {
    let depends = |one: usize, other: usize| {
        let part = |event: usize| (&execution[event].name.0, &execution[event].touched);
        are_dependent(part(one), part(other))
    };
    let observed: Vec<bool> = (0..execution.len()).map(|it| is_observed(execution, it)).collect();
    let are_blind = |one: usize, other: usize| {
        let (first, second) = (&execution[one], &execution[other]);
        let store = |it: &Touch| matches!(it, Touch::Bytes(_, How::Store));
        let are_same_stores =
            first.touched == second.touched && first.touched.len() == 1 && first.touched.iter().all(store);
        are_same_stores && first.name.0 != second.name.0 && !observed[one] && !observed[other]
    };
    let weak = |one, other| depends(one, other) && !are_blind(one, other);
    (happens_before(execution, depends), happens_before(execution, weak))
}

/// The classes of a program.
struct Counted {
    classes: Classes,
    /// Whether in all executions of a class of the coarser equivalence each thread sees the same.
    is_sound: bool,
}

fn count_slowly(program: &Program, options: &Options) -> Counted {
    let (mut mazurkiewicz, mut observers) = (BTreeSet::new(), BTreeMap::new());
    let mut is_sound = true;
    let (mut oracle, initial) = Oracle::begin(program, options);
    run_all(&mut oracle, &initial, &mut Vec::new(), &mut |execution, last| {
        let (strong, weak) = both_orders(execution);
        mazurkiewicz.insert(strong);
        let threads = observers.entry(weak).or_insert_with(|| last.threads.clone());
        is_sound &= *threads == last.threads;
    });
    let classes = Classes { mazurkiewicz: mazurkiewicz.len() as u64, observers: observers.len() as u64 };
    Counted { classes, is_sound }
}

#[test]
fn the_classes_of_random_programs_are_those_of_their_interleavings() {
    let mut compared = 0;
    for seed in 0..400 {
        let program = random::program(seed, &Size::small());
        let check_memory = seed % 3 != 0;
        let options = Options { check_memory, check_uninitialised: seed % 4 == 0, ..Options::default() };
        if explore(&program, &options).paths > 300 {
            continue;
        }
        let expected = count_slowly(&program, &options);
        assert_eq!(classes(&program, &options, 100_000), Some(expected.classes), "seed {seed}");
        assert!(expected.is_sound, "seed {seed}: what a thread sees is not determined by the class");
        assert_eq!(commutation(&program, &options), Some(Ok(())), "seed {seed}");
        compared += 1;
    }
    assert!(compared > 200, "most of the programs are small, not {compared}");
}

/// Reads that are easily forgotten.
#[test]
fn a_reallocation_and_a_branch_that_does_not_write_are_seen_to_read() {
    let mut program = ProgramBuilder::new();
    let bits = program.model().pointer_bits();
    let [one, other] = [1, 2].map(|value| {
        program.function(&format!("stores{value}"), &[bits], Some(bits), |f| {
            f.store_at(f.parameter(0).expr(), 32, value);
        })
    });
    let copies = program.function("copies", &[bits], Some(bits), |f| {
        let copy = f.reallocate(f.parameter(0), 16);
        let seen = f.load_at(copy.expr(), 32);
        f.ret(seen.resized(bits));
    });
    let may_store = program.function("may_store", &[bits], Some(bits), |f| {
        f.atomic(|f| {
            let r = f.choose(8, 0, 1);
            f.if_then(r.is(0), |f| f.store_at(f.parameter(0).expr(), 32, 3));
        });
        let seen = f.load_at(f.parameter(0).expr(), 32);
        f.ret(seen.resized(bits));
    });
    for reader in [copies, may_store] {
        let mut program = program.clone();
        program.main(|f| {
            let object = f.allocate(4);
            for thread in [one, other, reader] {
                f.spawn_with(thread, object);
            }
        });
        assert!(count_slowly(&program.build(), &Options::default()).is_sound);
    }
}
