//! Random programs about one mutex, of any kind, that threads lock and unlock as they like: they unlock what they do not hold, try,
//! lock twice, or read its bytes. So many of them find a mutex that is free, and do not take it.
//!
//! Start at [`program`].

use crate::build::{FunctionBuilder, ProgramBuilder, Var};
use fastrand::Rng;
use ir::{FunctionId, MutexKind};

/// The random program of this seed. It is valid, and the same for the same seed.
pub fn program(seed: u64) -> ir::Program {
    let mut rng = Rng::with_seed(seed);
    let mut builder = ProgramBuilder::new();
    let kinds = [MutexKind::ErrorCheck, MutexKind::Recursive, MutexKind::Normal];
    let mutex = builder.mutex_of_kind("m", kinds[rng.usize(0..3)]);
    let x = builder.int("x", 32);
    let mut functions: Vec<FunctionId> = Vec::new();
    for number in 0..rng.u32(2..=4) {
        functions.push(builder.thread(&format!("t{number}"), |f| {
            for _ in 0..rng.u32(1..=3) {
                statement(&mut rng, f, mutex, x);
            }
            f.ret(0);
        }));
    }
    builder.fork(&functions)
}

fn statement(rng: &mut Rng, f: &mut FunctionBuilder, mutex: Var, x: Var) {
    let (result, wanted) = match rng.u8(0..8) {
        0 | 1 => (f.unlock_result(mutex), 0),
        2 | 3 => return f.lock(mutex),
        4 => (f.lock_result(mutex), 35),
        5 => (f.trylock(mutex), 0),
        6 => {
            f.load(Var { bits: 32, ..mutex });
            return;
        }
        _ => {
            f.load(x);
            return;
        }
    };
    // What came of it is seen by others, too.
    let number = rng.i64(1..4);
    f.if_then(result.is(wanted), |f| f.store(x, number));
}
