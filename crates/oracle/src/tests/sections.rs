//! Atomic sections.

use super::super::StopKind;
use super::*;
use ir::Stop;

#[test]
fn a_stop_takes_a_section_back_but_a_failure_or_thread_exit_does_not() {
    let stopped = |stop: Stop| {
        let mut program = ProgramBuilder::new();
        let (x, m) = (program.int("x", 32), program.mutex("m"));
        let worker = program.thread("worker", |f| {
            f.atomic(|f| {
                f.lock(m);
                f.store(x, 1);
                f.atomic(|f| f.store(x, 2));
                f.stop(stop);
            });
        });
        let other = program.thread("other", |f| {
            f.lock(m);
            f.unlock(m);
        });
        let report = run(&program.fork(&[worker, other]));
        (last_values(&report, x), ends(&report, &[0]), ends(&report, &[1]))
    };
    let (undone, done) = (BTreeSet::from([0]), BTreeSet::from([2]));
    let free = BTreeSet::from([Some(End::Returned(0))]);
    for (stop, kind) in [(Stop::Assume, StopKind::Assume), (Stop::Exit, StopKind::Exit), (Stop::Cut, StopKind::Cut)] {
        let worker = BTreeSet::from([Some(End::Stopped(kind))]);
        assert_eq!(stopped(stop), (undone.clone(), worker, free.clone()));
    }
    // The mutex stays held.
    let either = BTreeSet::from([Some(End::Returned(0)), Some(End::Blocked)]);
    let failed = BTreeSet::from([Some(End::Failed(FaultKind::Assertion))]);
    assert_eq!(stopped(Stop::Fail("it".to_owned())), (done.clone(), failed, either.clone()));
    let exit = Stop::ThreadExit(ir::Expr::Const(ir::Width(64), 3));
    assert_eq!(stopped(exit), (done, BTreeSet::from([Some(End::Returned(3))]), either));
}

#[test]
fn nothing_comes_between_the_parts_of_a_section() {
    let mut program = ProgramBuilder::new();
    let x = program.int("x", 32);
    let worker = program.thread("worker", |f| {
        f.atomic(|f| {
            let r = f.load(x);
            f.atomic(|f| f.fence());
            f.store(x, r.plus(1));
        });
    });
    let report = run(&program.fork(&[worker, worker]));
    assert_eq!(last_values(&report, x), BTreeSet::from([2]));
    // The first worker can run before or after the second is spawned, and then in both orders.
    assert_eq!(report.paths, 1 + 2);
}

#[test]
fn a_section_waits_until_it_can_run_through() {
    let mut program = ProgramBuilder::new();
    let (x, m) = (program.int("x", 8), program.mutex("m"));
    let worker = program.thread("worker", |f| {
        f.atomic(|f| {
            f.store(x, 1);
            f.lock(m);
        });
    });
    program.main(|f| {
        f.lock(m);
        f.spawn(worker);
        let r = f.load(x);
        f.assert(r.is(0), "the section has not begun");
        f.unlock(m);
    });
    let report = run(&program.build());
    assert!(report.violations.is_empty());
    assert_eq!((report.paths, last_values(&report, x)), (1, BTreeSet::from([1])));
}

#[test]
fn a_section_that_never_runs_through_is_a_deadlock() {
    let mut program = ProgramBuilder::new();
    let m = program.mutex("m");
    program.main(|f| {
        f.atomic(|f| {
            f.lock(m);
            f.lock(m);
        });
    });
    assert!(run(&program.build()).deadlock);
}

#[test]
fn choices_in_a_section_are_branches_of_it() {
    let mut program = ProgramBuilder::new();
    let x = program.int("x", 8);
    program.main(|f| {
        f.atomic(|f| {
            let a = f.choose(8, 0, 2);
            f.store(x, 7);
            let b = f.choose(8, 0, 1);
            f.assume(a.is_not(1));
            f.store(x, a.plus(b));
        });
    });
    let report = run(&program.build());
    assert_eq!(report.paths, 6);
    assert_eq!(last_values(&report, x), BTreeSet::from([0, 1, 2, 3]));
    assert!(ends(&report, &[]).contains(&Some(End::Stopped(StopKind::Assume))));
}

#[test]
fn a_section_without_end_is_cut_and_taken_back() {
    let mut program = ProgramBuilder::new();
    let x = program.int("x", 8);
    program.main(|f| {
        f.atomic(|f| f.repeat_while(ir::Expr::TRUE, |f| f.store(x, 1)));
    });
    let report = run(&program.build());
    assert_eq!(last_values(&report, x), BTreeSet::from([0]));
    assert_eq!(ends(&report, &[]), BTreeSet::from([Some(End::Stopped(StopKind::Cut))]));
}
