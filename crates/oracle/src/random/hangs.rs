//! Random programs in which threads hang, or do not quite: they poll under locks of their own making, beat and count while they
//! wait, give up after some rounds, serve for ever, wait inside of what they serve, call functions that wait, and join each other. They have finitely many states.
//!
//! Start at [`program`].

use crate::build::{FunctionBuilder, ProgramBuilder, Reg, Var, either};
use fastrand::Rng;
use ir::{Callee, FunctionId, Update};

struct World {
    ints: [Var; 2],
    /// A lock that is an integer.
    lock: Var,
    /// What is counted there, no thread looks at.
    count: Var,
    mutexes: [Var; 2],
    /// Waits for a value.
    waits: FunctionId,
}

/// The random program of this seed. It is valid, and the same for the same seed.
pub fn program(seed: u64) -> ir::Program {
    let mut rng = Rng::with_seed(seed);
    let mut builder = ProgramBuilder::new();
    let ints = ["x", "y"].map(|name| builder.int(name, 32));
    let lock = builder.int("lock", 32);
    let count = builder.int("count", 32);
    let mutexes = ["m", "n"].map(|name| builder.mutex(name));
    let wanted = rng.i64(0..2);
    let waits = builder.function("waits", &[], None, |f| {
        f.repeat_until(|f| f.load(ints[0]).is(wanted));
        f.ret_nothing();
    });
    let world = World { ints, lock, count, mutexes, waits };
    let last = builder.thread("t0", |f| thread(&mut rng, f, &world, None));
    let mut functions = vec![last];
    if rng.bool() {
        // The first one may be started and joined by the second one.
        let child = (rng.u8(0..3) == 0).then_some(last);
        if child.is_some() {
            functions.clear();
        }
        functions.push(builder.thread("t1", |f| thread(&mut rng, f, &world, child)));
    }
    let (is_joined, returns) = (rng.u8(0..4) > 0, rng.u8(0..4) == 0);
    builder.main(|f| {
        let handles: Vec<Reg> = functions.iter().map(|&it| f.spawn(it)).collect();
        piece(&mut rng, f, &world, false);
        if is_joined {
            handles.into_iter().for_each(|it| {
                f.join(it);
            });
        }
        if returns { f.ret(0) } else { f.thread_exit(0) }
    });
    builder.build()
}

fn thread(rng: &mut Rng, f: &mut FunctionBuilder, world: &World, child: Option<FunctionId>) {
    let child = child.map(|it| f.spawn(it));
    for _ in 0..rng.u8(1..3) {
        piece(rng, f, world, true);
    }
    if let Some(child) = child {
        f.join(child);
    }
    f.thread_exit(0);
}

fn piece(rng: &mut Rng, f: &mut FunctionBuilder, world: &World, may_loop: bool) {
    let (own, other) = if rng.bool() { (world.ints[0], world.ints[1]) } else { (world.ints[1], world.ints[0]) };
    let (value, wanted) = (rng.i64(0..3), rng.i64(0..2));
    match rng.u8(0..if may_loop { 14 } else { 4 }) {
        0 | 1 => f.store(own, value),
        2 => {
            f.store(own, value);
            f.store(own, wanted);
        }
        3 => {
            let [m, n] = if rng.bool() { world.mutexes } else { [world.mutexes[1], world.mutexes[0]] };
            f.lock(m);
            f.lock(n);
            f.store(own, value);
            f.unlock(n);
            if rng.u8(0..4) > 0 {
                f.unlock(m);
            }
        }
        // Polls under a lock of its own making.
        4 | 5 => f.repeat_until(|f| {
            let lock = world.lock;
            f.repeat_until(|f| f.update(lock, Update::Exchange, 1).is(0));
            let seen = f.load(own);
            f.store(lock, 0);
            seen.is(wanted)
        }),
        // Beats until something happens.
        6 => f.repeat_until(|f| {
            f.update(other, Update::Xor, 1);
            f.load(own).is(wanted)
        }),
        // Serves for ever.
        7 => f.forever(|f| {
            f.update(other, Update::Xor, 1);
        }),
        // Waits for each request.
        8 => f.forever(|f| {
            f.repeat_until(|f| f.load(own).is(wanted));
            f.store(own, 1 - wanted);
        }),
        // Polls under a mutex, for ever.
        9 => {
            let mutex = world.mutexes[0];
            f.forever(|f| {
                f.lock(mutex);
                let found = f.load(own);
                f.if_then(found.is(wanted), |f| f.store(own, 1 - wanted));
                f.unlock(mutex);
            });
        }
        // Beats while a function waits, or in between.
        10 => f.forever(|f| {
            f.update(other, Update::Xor, 1);
            f.call(Callee::Direct(world.waits), Vec::new(), None);
        }),
        // Counts its rounds, as long as two bits can, and may give up.
        11 | 12 => {
            let (rounds, gives_up) = (f.fresh(2), rng.bool());
            f.repeat_until(|f| {
                f.assign(rounds, rounds.plus(1));
                f.update(world.count, Update::Xor, rounds.resized(32));
                let found = f.load(own).is(wanted);
                if gives_up { either(found, rounds.is(3)) } else { found }
            });
        }
        _ => {
            f.call(Callee::Direct(world.waits), Vec::new(), None);
        }
    }
}
