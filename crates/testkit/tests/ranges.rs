//! What reads can find is told to the solver as ranges: no final state is lost by that, and no verdict changes. Each
//! program is compared with brute force in every configuration.

use ir::{Expr, Program, Update, Width};
use testkit::build::{FunctionBuilder, ProgramBuilder, Var};
use testkit::ordering::{Compared, Limits, WAYS, agree};

fn check(program: &Program) {
    for turn in 0..WAYS.len() {
        match agree(program, turn, &Limits::default()) {
            Ok(Compared::Agrees(figures)) => assert_eq!(figures.equal, 1, "final states were compared"),
            Ok(other) => panic!("{other:?}\n{}", ir::text::print(program)),
            Err(complaint) => panic!("{complaint}\n{}", ir::text::print(program)),
        }
    }
}

/// `to = to + from`, in two steps or three.
fn accumulate(f: &mut FunctionBuilder, to: Var, from: Var) {
    let (old, more) = (f.load(to), f.load(from));
    f.store(to, old.plus(more));
}

/// Numbers as large as they get, in places that are wide enough and in such that are not.
#[test]
fn threads_add_to_each_other() {
    for (bits, start) in [(32, 1), (8, 1), (8, 60), (8, 200), (16, 32_000)] {
        for limit in [5, 8, 13] {
            let mut program = ProgramBuilder::new();
            let (i, j) = (program.int_from("i", bits, start), program.int_from("j", bits, start));
            let mut thread = |name: &str, to: Var, from: Var| {
                program.thread(name, |f| {
                    accumulate(f, to, from);
                    accumulate(f, to, from);
                    f.ret(0);
                })
            };
            let functions = [thread("one", i, j), thread("two", j, i)];
            program.main(|f| {
                for function in functions {
                    f.spawn(function);
                }
                let seen = f.load(i);
                f.assert(seen.is_not(limit), "looks");
                f.ret(0);
            });
            check(&program.build());
        }
    }
}

/// What was read long ago is written late.
#[test]
fn old_numbers_are_written() {
    let mut program = ProgramBuilder::new();
    let (x, y) = (program.int_from("x", 32, 1), program.int("y", 32));
    let keep = program.thread("keep", |f| {
        let early = f.load(x);
        f.update(y, Update::Add, 5);
        f.store(x, early.plus(1));
        f.ret(0);
    });
    let grow = program.thread("grow", |f| {
        accumulate(f, x, x);
        accumulate(f, x, y);
        f.ret(0);
    });
    program.main(|f| {
        f.spawn(keep);
        f.spawn(grow);
        let seen = f.load(x);
        f.assert(seen.is_not(9), "looks");
        f.ret(0);
    });
    check(&program.build());
}

/// Some writes do not happen, and some threads are not started.
#[test]
fn some_writes_do_not_happen() {
    let mut program = ProgramBuilder::new();
    let (x, y) = (program.int_from("x", 32, 3), program.int("y", 32));
    let some = program.thread("some", |f| {
        let chosen = f.choose(32, 0, 1);
        let old = f.load(x);
        f.if_then(chosen.is(1), |f| f.store(x, old.plus(old)));
        accumulate(f, y, x);
        f.ret(0);
    });
    program.main(|f| {
        let chosen = f.choose(32, 0, 1);
        f.spawn(some);
        f.if_then(chosen.is(0), |f| {
            f.spawn(some);
        });
        let seen = f.load(y);
        f.assert(seen.is_not(18), "looks");
        f.ret(0);
    });
    check(&program.build());
}

/// Numbers below zero, a product, and different numbers that are added in one step each.
#[test]
fn numbers_of_all_kinds() {
    let mut program = ProgramBuilder::new();
    let (x, y) = (program.int("x", 32), program.int_from("y", 32, 2));
    let add = program.function("add", &[32], Some(64), |f| {
        let more = f.parameter(0);
        f.atomic(|f| {
            let old = f.load(x);
            f.store(x, old.plus(more));
        });
        f.ret(0);
    });
    let multiply = program.thread("multiply", |f| {
        let (one, two) = (f.load(x), f.load(y));
        f.store(y, one.binary(ir::Binary::Multiply, two));
        f.ret(0);
    });
    program.main(|f| {
        let argument = |it: i64| Expr::constant(Width(64), it as u64);
        let handles = [f.spawn_with(add, argument(-7)), f.spawn_with(add, argument(3)), f.spawn(multiply)];
        for handle in handles {
            f.join(handle);
        }
        let (one, two) = (f.load(x), f.load(y));
        f.assert(one.is(-4), "sum");
        f.assert(two.is_not(-14), "product");
        f.ret(0);
    });
    check(&program.build());
}
