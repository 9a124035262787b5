//! Random programs in which much commutes although it conflicts: counters, maxima, first answers that are kept, the same
//! number written twice. What is read on the way is forgotten, unless it is a look, and branches depend on looks.
//!
//! Nobody waits but for the end of threads. Every program has finitely many interleavings, mostly some thousands.

use crate::build::{FunctionBuilder, ProgramBuilder, Reg, Var};
use fastrand::Rng;
use ir::{Expr, Width};

/// The random program of this seed. It is valid, and the same for the same seed.
pub fn program(seed: u64) -> ir::Program {
    let mut rng = Rng::with_seed(seed);
    let mut builder = ProgramBuilder::new();
    let count = [1, 1, 2, 2, 3][rng.usize(0..5)];
    let ints: Vec<Var> = ["x", "y", "z"][..count].iter().map(|name| builder.int(name, 32)).collect();
    let threads = [2, 2, 3, 3, 3, 4][rng.usize(0..6)];
    let most = [4, 2, 1][threads - 2];
    let mut functions = Vec::new();
    for index in 0..threads {
        let budget = rng.u32(1..=most);
        let same = !functions.is_empty() && rng.u8(0..5) == 0;
        let function = if same {
            functions[rng.usize(0..functions.len())]
        } else {
            builder.thread(&format!("t{index}"), |f| worker(&mut rng, &ints, f, budget))
        };
        functions.push(function);
    }
    if rng.bool() { builder.fork(&functions) } else { builder.fork_join(&functions) }
}

/// The code of a thread.
fn worker(rng: &mut Rng, ints: &[Var], f: &mut FunctionBuilder, budget: u32) {
    let scratch = f.register("scratch", 32);
    let mut seen: Option<Reg> = None;
    for _ in 0..budget {
        match seen {
            Some(value) if rng.u8(0..4) == 0 => {
                let number = rng.i64(0..3);
                let branch = f.begin_if(value.is(number));
                statement(rng, ints, f, scratch);
                let branch = f.begin_else(branch);
                if rng.bool() {
                    statement(rng, ints, f, scratch);
                }
                f.end_if(branch);
            }
            _ if rng.u8(0..4) == 0 => seen = Some(f.load(ints[rng.usize(0..ints.len())])),
            _ => statement(rng, ints, f, scratch),
        }
    }
    let result = seen.filter(|_| rng.bool()).map_or(Expr::constant(Width(64), 0), |it| it.resized(64));
    f.ret(result);
}

/// One step after which nothing is known of what was there.
fn statement(rng: &mut Rng, ints: &[Var], f: &mut FunctionBuilder, scratch: Reg) {
    let var = ints[rng.usize(0..ints.len())];
    let number = rng.i64(1..3);
    match rng.u8(0..8) {
        0 | 1 => f.store(var, number),
        2 | 3 => f.atomic(|f| {
            read(f, scratch, var);
            f.store(var, scratch.plus(number));
            f.assign(scratch, 0);
        }),
        4 | 5 => f.atomic(|f| {
            read(f, scratch, var);
            f.if_then(scratch.less(number), |f| f.store(var, number));
            f.assign(scratch, 0);
        }),
        6 => f.atomic(|f| {
            read(f, scratch, var);
            f.if_then(scratch.is(0), |f| f.store(var, number));
            f.assign(scratch, 0);
        }),
        _ => {
            let from = ints[rng.usize(0..ints.len())];
            f.atomic(|f| {
                read(f, scratch, from);
                f.store(var, scratch);
                f.assign(scratch, 0);
            });
        }
    }
}

/// Reads a variable into a register that there is.
fn read(f: &mut FunctionBuilder, dest: Reg, from: Var) {
    let value = f.load(from);
    f.assign(dest, value);
    f.assign(value, 0);
}
