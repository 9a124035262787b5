//! Random programs in which some threads go round for ever, or until somebody says so, and come to the same states again and
//! again; others do a few things and end. They have finitely many states and infinitely many executions.
//!
//! Start at [`program`].

use crate::build::{FunctionBuilder, ProgramBuilder, Var};
use fastrand::Rng;
use ir::{Expr, FunctionId, Update, Width};

/// The random program of this seed. It is valid, and the same for the same seed.
pub fn program(seed: u64) -> ir::Program {
    let mut rng = Rng::with_seed(seed);
    let mut builder = ProgramBuilder::new();
    let ints = ["x", "y", "z"].map(|name| builder.int(name, 32));
    let count = [1, 2, 2, 2, 3][rng.usize(0..5)];
    let mut functions: Vec<FunctionId> = Vec::new();
    for number in 0..count {
        let goes_round = number == 0 || rng.u8(0..3) == 0;
        functions.push(builder.thread(&format!("t{number}"), |f| thread(&mut rng, f, &ints, goes_round)));
    }
    let goes_round = rng.u8(0..6) == 0;
    builder.main(|f| {
        functions.iter().for_each(|&it| {
            f.spawn(it);
        });
        thread(&mut rng, f, &ints, goes_round);
    });
    builder.build()
}

fn thread(rng: &mut Rng, f: &mut FunctionBuilder, ints: &[Var; 3], goes_round: bool) {
    if rng.u8(0..3) == 0 {
        step(rng, f, ints);
    }
    if goes_round {
        round(rng, f, ints);
    } else {
        step(rng, f, ints);
    }
    if rng.u8(0..3) == 0 {
        step(rng, f, ints);
    }
    f.thread_exit(0);
}

/// Goes round, and leaves things as they were.
fn round(rng: &mut Rng, f: &mut FunctionBuilder, ints: &[Var; 3]) {
    let (own, other) = (ints[rng.usize(0..3)], ints[rng.usize(0..3)]);
    let (ends, wanted) = (rng.u8(0..3) > 0, rng.i64(0..3));
    let looks_first = rng.bool();
    f.repeat_until(|f| {
        let first = (ends && looks_first).then(|| f.load(other));
        match rng.u8(0..4) {
            0 => {
                f.update(own, Update::Xor, 1);
            }
            1 => f.store(own, rng.i64(0..3)),
            _ => {
                f.store(own, rng.i64(1..3));
                f.store(own, rng.i64(0..2));
            }
        }
        match first.or_else(|| ends.then(|| f.load(other))) {
            Some(found) => found.is(wanted),
            None => Expr::constant(Width(1), 0),
        }
    });
}

fn step(rng: &mut Rng, f: &mut FunctionBuilder, ints: &[Var; 3]) {
    let var = ints[rng.usize(0..3)];
    match rng.u8(0..4) {
        0 => f.store(var, rng.i64(0..3)),
        1 => {
            let found = f.load(var);
            f.store(ints[rng.usize(0..3)], found);
        }
        _ => {
            let found = f.load(var);
            f.assert(found.is_not(rng.i64(1..3)), "step");
        }
    }
}
