//! What the models of the library are made of: kinds of mutexes, detached threads, runners, updates that must fit.

use super::super::{classes, has_race};
use super::*;
use ir::{Callee, MutexKind, Order, Stop, Update};

/// What the first thread returns after it has used a mutex of some kind.
fn with_mutex(kind: MutexKind, body: impl FnOnce(&mut FunctionBuilder, Var)) -> End {
    let mut program = ProgramBuilder::new();
    let m = program.mutex_of_kind("m", kind);
    program.main(|f| body(f, m));
    let report = run(&program.build());
    let only = ends(&report, &[]);
    assert_eq!(only.len(), 1, "there is one thread");
    only.into_iter().next().flatten().expect("the thread is there")
}

#[test]
fn the_holder_locks_again() {
    let end = |kind| {
        with_mutex(kind, |f, m| {
            f.lock(m);
            let error = f.lock_result(m);
            f.ret(error);
        })
    };
    assert_eq!(end(MutexKind::Normal), End::Blocked);
    assert_eq!(end(MutexKind::Recursive), End::Returned(0));
    assert_eq!(end(MutexKind::ErrorCheck), End::Returned(35));
}

#[test]
fn the_holder_tries_again() {
    let end = |kind| {
        with_mutex(kind, |f, m| {
            f.lock(m);
            let error = f.trylock(m);
            f.ret(error);
        })
    };
    assert_eq!(end(MutexKind::Normal), End::Returned(16));
    assert_eq!(end(MutexKind::Recursive), End::Returned(0));
    assert_eq!(end(MutexKind::ErrorCheck), End::Returned(16));
}

#[test]
fn who_does_not_hold_it_unlocks() {
    let end = |kind| {
        with_mutex(kind, |f, m| {
            let error = f.unlock_result(m);
            f.ret(error);
        })
    };
    assert_eq!(end(MutexKind::Normal), End::Failed(FaultKind::BadMutex));
    assert_eq!(end(MutexKind::Recursive), End::Returned(1));
    assert_eq!(end(MutexKind::ErrorCheck), End::Returned(1));
}

#[test]
fn a_mutex_is_unlocked_as_often_as_it_was_locked() {
    let end = |unlocks: u32| {
        with_mutex(MutexKind::Recursive, |f, m| {
            f.lock(m);
            f.lock(m);
            (0..unlocks).for_each(|_| f.unlock(m));
            let error = f.unlock_result(m);
            f.ret(error);
        })
    };
    assert_eq!(end(1), End::Returned(0));
    assert_eq!(end(2), End::Returned(1));
}

#[test]
fn locking_again_is_nothing_to_others() {
    let mut program = ProgramBuilder::new();
    let m = program.mutex_of_kind("m", MutexKind::Recursive);
    let x = program.int("x", 32);
    let twice = program.thread("twice", |f| {
        f.order = Order::NonAtomic;
        f.lock(m);
        f.lock(m);
        f.unlock(m);
        let value = f.load(x);
        f.store(x, value.plus(1));
        f.unlock(m);
    });
    let program = program.fork(&[twice, twice]);
    assert_eq!(classes(&program, &Options::default(), 10_000).expect("it is small").mazurkiewicz, 2);
    assert_eq!(last_values(&run(&program), x), BTreeSet::from([2]));
    assert_eq!(has_race(&program, &Options::default(), 10_000), Some(false));
}

#[test]
fn what_does_not_fit_is_not_added() {
    let end = |start: u64, update, operand: i64| {
        let mut program = ProgramBuilder::new();
        let x = program.int_from("x", 8, start);
        program.main(|f| {
            f.update(x, update, operand);
        });
        last_values(&run(&program.build()), x)
    };
    assert_eq!(end(250, Update::AddIfFits, 5), BTreeSet::from([255]));
    assert_eq!(end(250, Update::AddIfFits, 6), BTreeSet::from([250]));
    assert_eq!(end(3, Update::SubtractIfFits, 3), BTreeSet::from([0]));
    assert_eq!(end(3, Update::SubtractIfFits, 4), BTreeSet::from([3]));
}

#[test]
fn updates_that_do_not_fit_are_looks() {
    let traces = |start| {
        let mut program = ProgramBuilder::new();
        let x = program.int_from("x", 32, start);
        let takes = program.thread("takes", |f| {
            f.update(x, Update::SubtractIfFits, 1);
        });
        classes(&program.fork(&[takes, takes]), &Options::default(), 1_000).expect("it is small").mazurkiewicz
    };
    assert_eq!(traces(0), 1);
    assert_eq!(traces(1), 2);
}

#[test]
fn a_detached_thread_is_not_joined() {
    let end = |joins_first: bool, detaches: u32| {
        let mut program = ProgramBuilder::new();
        let worker = program.thread("worker", |_| {});
        program.main(|f| {
            let handle = f.spawn(worker);
            if joins_first {
                f.join(handle);
            }
            (0..detaches).for_each(|_| f.detach(handle));
            if !joins_first && detaches == 1 {
                f.join(handle);
            }
        });
        ends(&run(&program.build()), &[])
    };
    let bad = BTreeSet::from([Some(End::Failed(FaultKind::BadJoin))]);
    assert_eq!(end(false, 1), bad);
    assert_eq!(end(false, 2), bad);
    assert_eq!(end(true, 1), bad);
    assert_eq!(violations(&run(&alone(|f| f.detach(0)))), [FaultKind::BadJoin]);
}

#[test]
fn a_join_of_a_detached_thread_waits_for_it_first() {
    let mut program = ProgramBuilder::new();
    let m = program.mutex("m");
    let worker = program.thread("worker", |f| f.lock(m));
    program.main(|f| {
        f.lock(m);
        let handle = f.spawn(worker);
        f.detach(handle);
        f.join(handle);
    });
    let report = run(&program.build());
    assert_eq!(ends(&report, &[]), BTreeSet::from([Some(End::Blocked)]));
    assert!(report.deadlock);
}

#[test]
fn a_thread_knows_itself() {
    let itself = alone(|f| {
        let own = f.current_thread();
        f.join(own);
    });
    assert!(run(&itself).deadlock);
    let mut program = ProgramBuilder::new();
    let h = program.array("h", 64, 1);
    let worker = program.thread("worker", |f| {
        let own = f.current_thread();
        f.store(h, own);
    });
    program.main(|f| {
        let handle = f.spawn(worker);
        f.join(handle);
        let stored = f.load(h);
        f.assert(stored.is(handle), "it is the same");
    });
    assert_eq!(violations(&run(&program.build())), []);
}

#[test]
fn a_runner_runs_all_but_the_first() {
    let mut program = ProgramBuilder::new();
    let worker = program.function("worker", &[64], Some(64), |f| {
        let argument = f.parameter(0);
        f.ret(argument.plus(1));
    });
    let runner = program.function("run", &[64, 64], Some(64), |f| {
        let (function, argument) = (f.parameter(0), f.parameter(1));
        let result = f.call(Callee::Indirect(function.expr()), vec![argument.expr()], Some(64));
        f.ret(result.expect("it has a result").plus(10));
    });
    program.run_threads_by(runner);
    program.main(|f| {
        let handle = f.spawn_with(worker, 5);
        let result = f.join(handle);
        f.assert(result.is(16), "both have added something");
    });
    let report = run(&program.build());
    assert_eq!(violations(&report), []);
    assert_eq!(ends(&report, &[]), BTreeSet::from([Some(End::Returned(0))]));
}

#[test]
fn misuse_is_a_violation_of_memory() {
    let program = alone(|f| f.stop(Stop::Misuse(ir::Misused { kind: ir::Misuse::NotHeld, text: "no key".to_owned() })));
    assert_eq!(violations(&run(&program)), [FaultKind::Misuse]);
    let report = explore(&program, &Options { check_memory: false, ..Options::default() });
    assert_eq!(ends(&report, &[]), BTreeSet::from([Some(End::Stopped(super::super::StopKind::Exit))]));
}
