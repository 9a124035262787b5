//! Shrunk programs still fail, are valid, and are as small as one would write them.

use super::*;
use crate::build::ProgramBuilder;
use crate::random::{Size, program};
use crate::{End, FaultKind, Options, explore};

/// The first `count` random programs that fail, shrunk.
fn shrunk(count: usize, still_fails: &mut dyn FnMut(&Program) -> bool) -> Vec<Program> {
    let programs = (0..).map(|seed| program(seed, &Size::small()));
    let mut all = Vec::new();
    for program in programs {
        if all.len() == count {
            break;
        }
        if still_fails(&program) {
            let small = shrink(program, still_fails);
            assert_eq!(ir::validate::validate(&small), Ok(()));
            assert!(still_fails(&small));
            all.push(small);
        }
    }
    all
}

fn operations(program: &Program) -> usize {
    let edges = program.functions.iter().flat_map(|it| &it.edges);
    edges.filter(|it| matches!(it.action, Action::Visible(_))).count()
}

#[test]
fn a_failed_assertion_shrinks_to_itself() {
    let mut fails = |it: &Program| explore(it, &Options::default()).violations.contains(&FaultKind::Assertion);
    for small in shrunk(10, &mut fails) {
        assert_eq!(small.functions.iter().map(|it| it.edges.len()).sum::<usize>(), 1);
        assert_eq!((small.functions.len(), small.globals.len(), operations(&small)), (1, 0, 0));
        assert!(small.functions[0].registers.is_empty());
    }
}

#[test]
fn a_deadlock_shrinks_to_a_mutex_that_is_locked_twice_or_a_thread_that_waits() {
    let mut fails = |it: &Program| explore(it, &Options::default()).deadlock;
    for small in shrunk(10, &mut fails) {
        assert!(operations(&small) <= 5, "{small:?}");
    }
}

#[test]
fn what_needs_two_threads_keeps_two_threads() {
    let mut builder = ProgramBuilder::new();
    let (x, y, m) = (builder.int("x", 32), builder.int_from("y", 32, 3), builder.mutex("m"));
    let worker = builder.thread("worker", |f| {
        f.lock(m);
        let unused = f.load(y);
        f.if_then(unused.is(3), |f| f.store(y, unused.plus(1)));
        f.unlock(m);
        let r = f.load(x);
        f.store(x, r.plus(1));
    });
    let program = builder.fork_join(&[worker, worker]);
    // Both workers have returned, and yet an update is lost. Global 0 must stay `x`.
    let mut fails = |it: &Program| {
        let lost = |it: &crate::FinalState| {
            it.globals.first() == Some(&vec![1, 0, 0, 0]) && it.threads.values().all(|it| *it == End::Returned(0))
        };
        let gained = |it: &crate::FinalState| it.globals.first() == Some(&vec![2, 0, 0, 0]);
        let finals = explore(it, &Options::default()).finals;
        finals.iter().any(lost) && finals.iter().any(gained)
    };
    assert!(fails(&program));
    let small = shrink(program, &mut fails);
    // Two spawns, a load and a store.
    assert_eq!(operations(&small), 4);
    assert_eq!((small.functions.len(), small.globals.len()), (2, 1));
}

#[test]
fn the_result_does_not_depend_on_what_nobody_needs() {
    // Everything fails: nothing is left but a return.
    for seed in 0..50 {
        let small = shrink(program(seed, &Size::default()), &mut |_| true);
        assert_eq!(small.functions.len(), 1, "seed {seed}");
        assert_eq!(small.functions[0].edges.len(), 1, "seed {seed}");
        assert_eq!((small.globals.len(), small.functions[0].registers.len()), (0, 0), "seed {seed}");
    }
}
