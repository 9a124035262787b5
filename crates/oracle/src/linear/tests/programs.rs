//! Programs from the literature. The first thread only spawns the others, so that it adds nothing of its own.

use crate::build::{FunctionBuilder, ProgramBuilder, Reg, Var};
use ir::{Binary, Expr, FunctionId, Program, Update};

/// One thread for each of the bodies.
pub fn forked(mut program: ProgramBuilder, bodies: &[&dyn Fn(&mut FunctionBuilder)]) -> Program {
    let threads: Vec<FunctionId> =
        bodies.iter().enumerate().map(|(index, body)| program.thread(&format!("t{index}"), |f| body(f))).collect();
    program.fork(&threads)
}

/// \[CPT19\] figure 1.
pub fn figure_1() -> Program {
    let mut program = ProgramBuilder::new();
    let x = program.int("x", 32);
    forked(
        program,
        &[&|f| f.store(x, 1), &|f| {
            f.store(x, 2);
            f.store(x, 1);
            f.load(x);
        }],
    )
}

/// \[CPT19\] figure 3a: many operations on one variable.
pub fn figure_3a(n: usize) -> Program {
    let mut program = ProgramBuilder::new();
    let x = program.int("x", 32);
    forked(
        program,
        &[&|f| (0..n).for_each(|_| f.store(x, 0)), &|f| {
            (0..n).for_each(|_| {
                f.load(x);
            });
        }],
    )
}

/// \[CPT19\] figure 3b: few operations on many variables.
pub fn figure_3b(n: usize) -> Program {
    let mut program = ProgramBuilder::new();
    let vars: Vec<Var> = (0..n).map(|it| program.int(&format!("x{it}"), 32)).collect();
    forked(
        program,
        &[
            &|f| {
                for &var in &vars {
                    f.store(var, 0);
                    f.store(var, 0);
                }
            },
            &|f| {
                for &var in &vars {
                    f.load(var);
                }
            },
        ],
    )
}

/// One writer and `n` readers.
pub fn readers(n: usize) -> Program {
    let mut program = ProgramBuilder::new();
    let x = program.int("x", 32);
    let read = |f: &mut FunctionBuilder| {
        f.load(x);
    };
    let mut bodies: Vec<&dyn Fn(&mut FunctionBuilder)> = vec![&read; n];
    let write = |f: &mut FunctionBuilder| f.store(x, 1);
    bodies.insert(0, &write);
    forked(program, &bodies)
}

/// `n` threads write `a[j] = a[j - 1] + 1`, and the first one looks for the last 0.
pub fn lastzero(n: i64) -> Program {
    let mut program = ProgramBuilder::new();
    let a = program.array("a", 64, n as u32 + 1);
    let mut threads = vec![program.thread("reader", |f| look_down(f, a, n))];
    for j in 1..=n {
        threads.push(program.thread(&format!("writer{j}"), |f| {
            let before = f.load_at(a.offset(8 * (j - 1)), 64);
            f.store_at(a.offset(8 * j), 64, before.plus(1));
        }));
    }
    program.fork(&threads)
}

/// Reads from this element down to the first 0.
fn look_down(f: &mut FunctionBuilder, a: Var, from: i64) {
    if from >= 0 {
        let seen = f.load_at(a.offset(8 * from), 64);
        f.if_then(seen.is_not(0), |f| look_down(f, a, from - 1));
    }
}

/// `n` atomic increments.
pub fn increments(n: usize) -> Program {
    let mut program = ProgramBuilder::new();
    let x = program.int("x", 32);
    let increment = |f: &mut FunctionBuilder| {
        f.update(x, Update::Add, 1);
    };
    let bodies: Vec<&dyn Fn(&mut FunctionBuilder)> = vec![&increment; n];
    forked(program, &bodies)
}

/// `n` writers of the values from `first` on, and one reader behind them.
pub fn float_read(n: i64, first: i64) -> Program {
    let mut program = ProgramBuilder::new();
    let x = program.int("x", 32);
    let mut threads: Vec<FunctionId> =
        (0..n).map(|it| program.thread(&format!("writer{it}"), |f| f.store(x, first + it))).collect();
    threads.push(program.thread("reader", |f| {
        f.load(x);
    }));
    program.fork(&threads)
}

/// Two threads that add what both have written, `n` times, and keep what is left when it is divided by `modulus`.
pub fn fib(n: usize, modulus: Option<i64>) -> Program {
    let mut program = ProgramBuilder::new();
    let (a, b) = (program.int_from("a", 32, 1), program.int_from("b", 32, 1));
    let sum = |p: Reg, q: Reg| match modulus {
        Some(modulus) => {
            Expr::binary(Binary::RemainderUnsigned, p.plus(q), Expr::constant(ir::Width(32), modulus as u64))
        }
        None => p.plus(q),
    };
    let round = |f: &mut FunctionBuilder, own: Var, other: Var| {
        let p = f.load(own);
        let q = f.load(other);
        f.store(own, sum(p, q));
    };
    forked(program, &[&|f| (0..n).for_each(|_| round(f, a, b)), &|f| (0..n).for_each(|_| round(f, b, a))])
}

/// Peterson's algorithm, `n` rounds of two threads, who give up a round instead of waiting.
pub fn peterson(n: usize) -> Program {
    let mut program = ProgramBuilder::new();
    let flags = [program.int("flag0", 32), program.int("flag1", 32)];
    let (turn, critical) = (program.int("turn", 32), program.int("critical", 32));
    let round = |f: &mut FunctionBuilder, me: usize| {
        let other = 1 - me;
        f.store(flags[me], 1);
        f.store(turn, other as i64);
        let enter = f.fresh(8);
        f.assign(enter, 1);
        let wants = f.load(flags[other]);
        f.if_then(wants.is_not(0), |f| {
            let next = f.load(turn);
            f.if_then(next.is(other as i64), |f| f.assign(enter, 0));
        });
        f.if_then(enter.is(1), |f| {
            f.store(critical, me as i64 + 1);
            let found = f.load(critical);
            f.assert(found.is(me as i64 + 1), "alone");
        });
        f.store(flags[me], 0);
    };
    forked(program, &[&|f| (0..n).for_each(|_| round(f, 0)), &|f| (0..n).for_each(|_| round(f, 1))])
}
