//! Random programs in which threads take turns under a mutex, and what one has set there decides what the next one does; and
//! somebody looks without the mutex at what comes of it.
//!
//! Start at [`program`].

use crate::build::{FunctionBuilder, ProgramBuilder, Var};
use fastrand::Rng;

/// The random program of this seed. It is valid, and the same for the same seed.
pub fn program(seed: u64) -> ir::Program {
    let mut rng = Rng::with_seed(seed);
    let mut builder = ProgramBuilder::new();
    let turn = builder.int("turn", 32);
    let x = builder.int("x", 32);
    let mutex = builder.mutex("m");
    let other = (rng.u8(0..4) == 0).then(|| builder.mutex("n"));
    let workers = [2, 2, 2, 3][rng.usize(0..4)];
    let mut functions = Vec::new();
    for number in 0..workers {
        let id = builder.thread(&format!("t{number}"), |f| {
            // Who waits for one mutex may hold another one.
            let outer = other.filter(|_| rng.u8(0..3) == 0);
            outer.into_iter().for_each(|it| f.lock(it));
            f.lock(mutex);
            section(&mut rng, f, turn, x);
            f.unlock(mutex);
            outer.into_iter().for_each(|it| f.unlock(it));
            f.ret(0);
        });
        functions.push(id);
    }
    // Who looks is sometimes the first thread and sometimes another one: first, in between or last.
    let looks = builder.thread("looks", |f| {
        look(&mut rng, f, x);
        f.ret(0);
    });
    let is_first = rng.bool();
    if !is_first {
        functions.insert(rng.usize(0..=functions.len()), looks);
    }
    builder.main(|f| {
        functions.iter().for_each(|&it| {
            f.spawn(it);
        });
        if is_first {
            look(&mut rng, f, x);
        }
        f.thread_exit(0);
    });
    builder.build()
}

/// One or two things that are done under the mutex.
fn section(rng: &mut Rng, f: &mut FunctionBuilder, turn: Var, x: Var) {
    for _ in 0..rng.u32(1..=2) {
        let (number, wanted) = (rng.i64(1..3), rng.i64(0..3));
        match rng.u8(0..5) {
            0 | 1 => f.store(turn, number),
            2 => f.store(x, number),
            _ => {
                let found = f.load(turn);
                let to = if rng.u8(0..3) == 0 { turn } else { x };
                f.if_then(found.is(wanted), |f| f.store(to, number));
            }
        }
    }
}

/// Looks once or twice.
fn look(rng: &mut Rng, f: &mut FunctionBuilder, x: Var) {
    let first = f.load(x);
    if rng.u8(0..3) == 0 {
        let second = f.load(x);
        let condition = crate::build::either(first.is_not(rng.i64(0..3)), second.is_not(rng.i64(1..3)));
        f.assert(condition, "both");
    } else {
        f.assert(first.is_not(rng.i64(1..3)), "one");
    }
}
