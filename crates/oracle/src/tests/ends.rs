//! How threads end, what is a deadlock and what is not.

use super::super::StopKind;
use super::*;
use ir::{Action, Callee, Domain, Operation, Stop};

#[test]
fn opposite_lock_orders_deadlock() {
    let mut program = ProgramBuilder::new();
    let (m, n) = (program.mutex("m"), program.mutex("n"));
    let [a, b] = [("a", m, n), ("b", n, m)].map(|(name, first, second)| {
        program.thread(name, |f| {
            f.lock(first);
            f.lock(second);
            f.unlock(second);
            f.unlock(first);
        })
    });
    let report = run(&program.fork_join(&[a, b]));
    assert!(report.deadlock && report.violations.is_empty());
    let (done, stuck) = (vec![End::Returned(0); 2], vec![End::Blocked; 2]);
    assert_eq!(results(&report), BTreeSet::from([done, stuck]));
}

#[test]
fn a_thread_that_locks_twice_waits_for_ever() {
    let mut program = ProgramBuilder::new();
    let m = program.mutex("m");
    program.main(|f| {
        f.lock(m);
        f.lock(m);
    });
    let report = run(&program.build());
    assert!(report.deadlock);
    assert_eq!(ends(&report, &[]), BTreeSet::from([Some(End::Blocked)]));
}

/// A worker that locks twice, and a main function with this end.
fn stuck_worker(main: impl FnOnce(&mut FunctionBuilder)) -> Report {
    let mut program = ProgramBuilder::new();
    let m = program.mutex("m");
    let worker = program.thread("worker", |f| {
        f.lock(m);
        f.lock(m);
    });
    program.main(|f| {
        f.spawn(worker);
        main(f);
    });
    run(&program.build())
}

#[test]
fn nothing_is_a_deadlock_once_the_process_has_exited_or_failed() {
    assert!(!stuck_worker(|f| f.ret(0)).deadlock);
    assert!(!stuck_worker(|f| f.stop(Stop::Exit)).deadlock);
    assert!(!stuck_worker(|f| f.stop(Stop::Assume)).deadlock);
    assert!(!stuck_worker(|f| f.stop(Stop::Cut)).deadlock);
    assert!(!stuck_worker(|f| f.stop(Stop::Fail("no".to_owned()))).deadlock);
    assert!(stuck_worker(|f| f.thread_exit(0)).deadlock);
}

#[test]
fn others_go_on_after_the_exit_of_main() {
    let mut program = ProgramBuilder::new();
    let x = program.int("x", 8);
    let worker = program.thread("worker", |f| {
        f.store(x, 1);
        f.stop(Stop::Fail("reached".to_owned()));
    });
    program.main(|f| {
        f.spawn(worker);
    });
    let report = run(&program.build());
    assert_eq!(violations(&report), [FaultKind::Assertion]);
    assert_eq!(last_values(&report, x), BTreeSet::from([1]));
}

#[test]
fn a_mutex_stays_held_when_its_holder_ends() {
    let mut program = ProgramBuilder::new();
    let m = program.mutex("m");
    let worker = program.thread("worker", |f| f.lock(m));
    assert!(run(&program.fork_join(&[worker, worker])).deadlock);
}

#[test]
fn a_join_gives_the_result_once() {
    let mut program = ProgramBuilder::new();
    let leave = program.thread("leave", |f| f.thread_exit(5));
    let narrow = program.function("narrow", &[64], Some(8), |f| {
        let p = f.parameter(0);
        f.ret(p.resized(8));
    });
    let silent = program.function("silent", &[], None, |_| {});
    program.main(|f| {
        let a = f.spawn(leave);
        let b = f.spawn_with(narrow, 0x1ff);
        let c = f.spawn(silent);
        let first = f.join(a);
        let cut = f.join(b);
        let none = f.join(c);
        f.assert(first.is(5), "first");
        f.assert(cut.is(0xff), "cut");
        f.assert(none.is(0), "none");
    });
    let report = run(&program.build());
    assert!(violations(&report).is_empty());
    assert_eq!(report.paths, 1);

    let mut program = ProgramBuilder::new();
    let worker = program.thread("worker", |f| f.ret(0));
    program.main(|f| {
        let it = f.spawn(worker);
        f.join(it);
        f.join(it);
    });
    assert_eq!(violations(&run(&program.build())), [FaultKind::BadJoin]);
}

#[test]
fn each_thread_has_its_own_thread_local_globals() {
    let mut program = ProgramBuilder::new();
    let own = program.int_from("own", 32, 3);
    program.make_thread_local(own);
    let worker = program.thread("worker", |f| {
        let old = f.update(own, ir::Update::Add, 1);
        f.ret(old.resized(64));
    });
    program.main(|f| {
        f.store(own, 7);
        let it = f.spawn(worker);
        let result = f.join(it);
        f.assert(result.is(3), "its own");
        let mine = f.load(own);
        f.assert(mine.is(7), "my own");
    });
    assert!(violations(&run(&program.build())).is_empty());
}

#[test]
fn the_entry_thread_can_be_joined_after_its_return_but_nobody_after_a_stop() {
    for (stop, end) in [(false, End::Returned(0)), (true, End::Blocked)] {
        let mut program = ProgramBuilder::new();
        let handle = Var {
            base: ir::Base::Global(program.global("handle", ir::Shape::Bytes(8), ir::Init::default())),
            bits: 64,
        };
        let victim = program.thread("victim", |f| if stop { f.stop(Stop::Exit) } else { f.ret(1) });
        let joiner = program.thread("joiner", |f| {
            let it = f.load(handle);
            f.join(it);
        });
        program.main(|f| {
            let it = f.spawn(victim);
            f.store(handle, it);
            f.spawn(joiner);
        });
        let report = run(&program.build());
        assert_eq!(ends(&report, &[1]), BTreeSet::from([Some(end)]));
    }
}

#[test]
fn a_thread_that_joins_itself_waits_for_ever() {
    let mut program = ProgramBuilder::new();
    let handle =
        Var { base: ir::Base::Global(program.global("handle", ir::Shape::Bytes(8), ir::Init::default())), bits: 64 };
    let worker = program.thread("worker", |f| {
        f.fence();
        let it = f.load(handle);
        f.join(it);
    });
    program.main(|f| {
        let it = f.spawn(worker);
        f.store(handle, it);
        f.thread_exit(0);
    });
    let report = run(&program.build());
    assert!(report.deadlock);
    let bad = Some(End::Failed(FaultKind::BadJoin));
    assert_eq!(ends(&report, &[0]), BTreeSet::from([Some(End::Blocked), bad]));
}

#[test]
fn local_code_without_end_is_cut() {
    let report = run(&alone(|f| f.repeat_while(ir::Expr::TRUE, |_| {})));
    assert_eq!(ends(&report, &[]), BTreeSet::from([Some(End::Stopped(StopKind::Cut))]));

    let mut program = ProgramBuilder::new();
    let main = program.declare("main", &[], None);
    program.define(main, |f| {
        f.call(Callee::Direct(main), Vec::new(), None);
    });
    program.enter_at(main);
    let report = run(&program.build());
    assert_eq!(ends(&report, &[]), BTreeSet::from([Some(End::Stopped(StopKind::Cut))]));
}

#[test]
fn a_choice_of_too_many_values_is_not_explored() {
    let chosen = |bits, domain| {
        alone(|f| {
            let dest = f.fresh(bits).id;
            f.operation(Operation::Choose { dest, domain });
        })
    };
    let report = run(&chosen(9, Domain::Any));
    assert_eq!(report.paths, 1);
    assert_eq!(ends(&report, &[]), BTreeSet::from([Some(End::Stopped(StopKind::Unexplored))]));
    assert_eq!(run(&chosen(8, Domain::Any)).paths, 256);
    assert_eq!(run(&chosen(64, Domain::Range { low: u64::MAX, high: 254 })).paths, 256);
    assert_eq!(run(&chosen(64, Domain::Range { low: u64::MAX, high: 255 })).paths, 1);
}

#[test]
fn slots_are_new_in_each_call_and_registers_too() {
    let mut program = ProgramBuilder::new();
    let count = program.function("count", &[], Some(32), |f| {
        let (slot, register) = (f.slot("slot", 32, false), f.register("register", 32));
        let old = f.load(slot);
        f.store(slot, old.plus(1));
        f.action(Action::Assign(register.id, register.plus(1)));
        let new = f.load(slot);
        f.ret(new.plus(register));
    });
    program.main(|f| {
        f.call(Callee::Direct(count), Vec::new(), None);
        let twice = f.call(Callee::Direct(count), Vec::new(), Some(32)).expect("it has a result");
        f.ret(twice);
    });
    assert_eq!(ends(&run(&program.build()), &[]), BTreeSet::from([Some(End::Returned(2))]));
}
