//! Threads that nobody can tell apart are looked at in one order only; threads that somebody can tell apart are not. Each
//! program is compared with brute force: all final states, and the verdicts in every configuration.

use ir::{Expr, FunctionId, Program, Width};
use testkit::build::{FunctionBuilder, ProgramBuilder, Reg, Var};
use testkit::ordering::{Compared, Limits, WAYS, agree};

/// How many pairs of threads are put in order when assertions are asked for, if the engine agrees with brute force.
fn pairs(program: &Program) -> u64 {
    let mut pairs = Vec::new();
    for listing in 0..WAYS.len() {
        match agree(program, listing, &Limits::default()) {
            Ok(Compared::Agrees(figures)) => {
                assert_eq!(figures.equal, 1, "final states were compared");
                // The first property is that of assertions, asked for in two configurations.
                pairs.push(figures.properties[0].interchangeable / 2);
            }
            Ok(other) => panic!("{other:?}\n{}", ir::text::print(program)),
            Err(complaint) => panic!("{complaint}\n{}", ir::text::print(program)),
        }
    }
    assert!(pairs.iter().all(|it| *it == pairs[0]), "it does not depend on the configuration: {pairs:?}");
    pairs[0]
}

/// The variables, and a thread that does `s = 2 * s + flag` in one step.
fn doubling(program: &mut ProgramBuilder) -> (Var, Var, FunctionId) {
    let (s, flag) = (program.int("s", 32), program.int("flag", 32));
    let double = program.thread("double", |f| {
        step(f, s, flag);
        f.ret(0);
    });
    (s, flag, double)
}

fn step(f: &mut FunctionBuilder, s: Var, flag: Var) {
    f.atomic(|f| {
        let (old, more) = (f.load(s), f.load(flag));
        let twice = f.fresh(32);
        f.assign(twice, old.plus(old));
        f.store(s, twice.plus(more));
    });
}

/// Something that can fail, so that there is a question.
fn ask(f: &mut FunctionBuilder, s: Var) {
    let seen = f.load(s);
    f.assert(seen.is_not(7), "end");
    f.ret(0);
}

fn join_all(f: &mut FunctionBuilder, handles: &[Reg]) {
    for &handle in handles {
        f.join(handle);
    }
}

fn with_main(main: impl FnOnce(&mut FunctionBuilder, Var, Var, FunctionId)) -> Program {
    let mut program = ProgramBuilder::new();
    let (s, flag, double) = doubling(&mut program);
    program.main(|f| main(f, s, flag, double));
    program.build()
}

#[test]
fn threads_that_are_alike_are_put_in_order() {
    for threads in [2, 3, 4] {
        let program = with_main(|f, s, flag, double| {
            let handles: Vec<Reg> = (0..threads).map(|_| f.spawn(double)).collect();
            f.store(flag, 1);
            join_all(f, &handles);
            ask(f, s);
        });
        assert_eq!(pairs(&program), threads - 1);
    }
}

#[test]
fn nobody_joins_them() {
    let program = with_main(|f, s, flag, double| {
        f.spawn(double);
        f.spawn(double);
        f.store(flag, 1);
        ask(f, s);
    });
    assert_eq!(pairs(&program), 1);
}

/// What is done between two starts is before everything of the second thread, and not of the first one.
#[test]
fn something_happens_between_the_starts() {
    let program = with_main(|f, s, flag, double| {
        let one = f.spawn(double);
        f.store(flag, 1);
        let two = f.spawn(double);
        f.join(one);
        f.join(two);
        ask(f, s);
    });
    assert_eq!(pairs(&program), 1);
}

/// If the second thread is joined first, the first one may find the flag: whoever puts the threads in order by their starts
/// loses that. If it is the other way round, what the second one does first it does before the first join as well.
#[test]
fn something_happens_between_the_joins() {
    for turned in [false, true] {
        let program = with_main(|f, s, flag, double| {
            let (one, two) = (f.spawn(double), f.spawn(double));
            let (first, second) = if turned { (two, one) } else { (one, two) };
            f.join(first);
            f.store(flag, 1);
            f.join(second);
            ask(f, s);
        });
        assert_eq!(pairs(&program), u64::from(!turned));
    }
}

#[test]
fn only_one_is_joined() {
    for turned in [false, true] {
        for detaches in [false, true] {
            let program = with_main(|f, s, flag, double| {
                let (one, two) = (f.spawn(double), f.spawn(double));
                if detaches {
                    f.detach(if turned { one } else { two });
                }
                f.join(if turned { two } else { one });
                f.store(flag, 1);
                ask(f, s);
            });
            assert_eq!(pairs(&program), u64::from(!turned));
        }
    }
}

#[test]
fn results_are_used_differently() {
    for both in [false, true] {
        let mut program = ProgramBuilder::new();
        let (s, seen) = (program.int("s", 32), program.int("seen", 32));
        let count = program.thread("count", |f| {
            let found = f.update(s, ir::Update::Add, 1);
            f.ret(found.resized(64));
        });
        program.main(|f| {
            let (one, two) = (f.spawn(count), f.spawn(count));
            let (first, second) = (f.join(one), f.join(two));
            let sum = f.fresh(32);
            f.assign(sum, first.resized(32));
            if both {
                f.assign(sum, sum.plus(second.resized(32)));
            }
            f.store(seen, sum);
            f.assert(sum.is_not(1), "end");
            f.ret(0);
        });
        assert_eq!(pairs(&program.build()), u64::from(both));
    }
}

#[test]
fn arguments_tell_them_apart() {
    for different in [false, true] {
        let mut program = ProgramBuilder::new();
        let s = program.int("s", 32);
        let add = program.function("add", &[32], Some(64), |f| {
            let more = f.parameter(0);
            f.atomic(|f| {
                let old = f.load(s);
                let twice = f.fresh(32);
                f.assign(twice, old.plus(old));
                f.store(s, twice.plus(more));
            });
            f.ret(0);
        });
        program.main(|f| {
            let argument = |it: u64| Expr::constant(Width(64), it);
            let one = f.spawn_with(add, argument(1));
            let two = f.spawn_with(add, argument(1 + u64::from(different)));
            f.join(one);
            f.join(two);
            ask(f, s);
        });
        assert_eq!(pairs(&program.build()), u64::from(!different));
    }
}

/// The same with a second step: it may be made after the first join by either thread, and not by both.
#[test]
fn something_happens_between_the_joins_of_longer_threads() {
    for turned in [false, true] {
        let mut program = ProgramBuilder::new();
        let (s, flag) = (program.int("s", 32), program.int("flag", 32));
        let twice = program.thread("twice", |f| {
            step(f, s, flag);
            step(f, s, flag);
            f.ret(0);
        });
        program.main(|f| {
            let (one, two) = (f.spawn(twice), f.spawn(twice));
            let (first, second) = if turned { (two, one) } else { (one, two) };
            f.join(first);
            f.store(flag, 1);
            f.join(second);
            ask(f, s);
        });
        assert_eq!(pairs(&program.build()), 0);
    }
}

/// One of the threads finds its own handle in a variable.
#[test]
fn handles_tell_them_apart() {
    let mut program = ProgramBuilder::new();
    let (s, chosen) = (program.int("s", 32), program.int("chosen", 64));
    let add = program.thread("add", |f| {
        let me = f.current_thread();
        let found = f.load(chosen);
        f.if_then(found.is(me), |f| f.store(s, 1));
        f.ret(0);
    });
    program.main(|f| {
        let (one, two) = (f.spawn(add), f.spawn(add));
        f.store(chosen, one);
        f.join(two);
        f.join(one);
        f.store(chosen, 0);
        ask(f, s);
    });
    assert_eq!(pairs(&program.build()), 0);
}

/// A mutex knows its holder, but nobody asks for the name.
#[test]
fn mutexes_do_not_tell_them_apart() {
    let mut program = ProgramBuilder::new();
    let (s, m) = (program.int("s", 32), program.mutex("m"));
    let add = program.thread("add", |f| {
        f.lock(m);
        let old = f.load(s);
        f.store(s, old.plus(1));
        f.unlock(m);
        f.ret(0);
    });
    program.main(|f| {
        let handles = [f.spawn(add), f.spawn(add), f.spawn(add)];
        join_all(f, &handles);
        let seen = f.load(s);
        f.assert(seen.is(3), "end");
        f.ret(0);
    });
    assert_eq!(pairs(&program.build()), 2);
}

/// Two threads each start two threads; in the second case one of them joins only one of these.
#[test]
fn threads_are_exchanged_with_what_they_start() {
    for different in [false, true] {
        let mut program = ProgramBuilder::new();
        let (s, flag, double) = doubling(&mut program);
        let start = |f: &mut FunctionBuilder, joins: bool| {
            let handle = f.spawn(double);
            if joins {
                f.join(handle);
            }
            f.update(flag, ir::Update::Add, 1);
            f.ret(0);
        };
        let one = program.thread("one", |f| start(f, true));
        let two = program.thread("two", |f| start(f, !different));
        program.main(|f| {
            f.spawn(one);
            f.spawn(two);
            ask(f, s);
        });
        assert_eq!(pairs(&program.build()), u64::from(!different));
    }
}

#[test]
fn a_thread_may_not_be_started() {
    for both in [false, true] {
        let program = with_main(|f, s, flag, double| {
            let chosen = f.choose(32, 0, 1);
            if !both {
                f.spawn(double);
            }
            f.if_then(chosen.is(1), |f| {
                if both {
                    f.spawn(double);
                }
                f.spawn(double);
            });
            f.store(flag, 1);
            ask(f, s);
        });
        assert_eq!(pairs(&program), u64::from(both));
    }
}

/// Threads of two kinds, started in turn: two groups.
#[test]
fn groups_do_not_disturb_each_other() {
    let mut program = ProgramBuilder::new();
    let (s, flag, double) = doubling(&mut program);
    let raise = program.thread("raise", |f| {
        f.update(flag, ir::Update::Add, 1);
        f.ret(0);
    });
    program.main(|f| {
        let handles = [f.spawn(double), f.spawn(raise), f.spawn(double), f.spawn(raise)];
        join_all(f, &handles);
        ask(f, s);
    });
    assert_eq!(pairs(&program.build()), 2);
}

/// The first step is made on some paths only.
#[test]
fn what_comes_first_may_not_happen() {
    let mut program = ProgramBuilder::new();
    let (s, flag) = (program.int("s", 32), program.int("flag", 32));
    let some = program.thread("some", |f| {
        let chosen = f.choose(32, 0, 1);
        f.if_then(chosen.is(1), |f| f.store(flag, 1));
        step(f, s, flag);
        f.ret(0);
    });
    program.main(|f| {
        let (one, two) = (f.spawn(some), f.spawn(some));
        f.join(one);
        f.join(two);
        ask(f, s);
    });
    assert_eq!(pairs(&program.build()), 1);
}
