//! Random programs about the handles of threads: they are stored where others read them, by the step that starts the thread or behind
//! it, and whoever reads one compares it with its own, waits for it, or gives it up.
//!
//! The thread itself finds its handle if it was stored by its start, and another one may find none. Some handles go to memory that only
//! their creator sees, to memory that is freed meanwhile, or nowhere.
//!
//! Start at [`program`].

use crate::build::{FunctionBuilder, ProgramBuilder, Reg, Var};
use fastrand::Rng;
use ir::{Base, Expr, FunctionId, Init, Shape};

/// What all threads know.
struct Shared {
    /// One for each thread but the first.
    handles: Vec<Var>,
    /// Whether a handle is stored by the start of its thread.
    at_start: Vec<bool>,
    x: Var,
    is_careful: bool,
}

/// The random program of this seed. It is valid, and the same for the same seed.
pub fn program(seed: u64) -> ir::Program {
    let mut rng = Rng::with_seed(seed);
    let mut builder = ProgramBuilder::new();
    let workers = rng.usize(1..=3);
    let mut place = |name: &str| {
        let bytes = builder.model().pointer_bytes();
        let global = builder.global(name, Shape::Bytes(bytes), Init::default());
        Var { base: Base::Global(global), bits: builder.model().pointer_bits() }
    };
    let handles = ["h0", "h1", "h2"][..workers].iter().map(|name| place(name)).collect();
    let at_start = (0..workers).map(|_| rng.u8(0..4) > 0).collect();
    let x = builder.int("x", 32);
    let shared = Shared { handles, at_start, x, is_careful: rng.bool() };
    let mut functions: Vec<FunctionId> = Vec::new();
    for number in 0..workers {
        functions.push(builder.thread(&format!("t{number}"), |f| {
            for _ in 0..rng.u32(1..=2) {
                statement(&mut rng, f, &shared, Some(number));
            }
            f.ret(number as i64);
        }));
    }
    builder.main(|f| first(&mut rng, f, &shared, &functions));
    builder.build()
}

fn first(rng: &mut Rng, f: &mut FunctionBuilder, shared: &Shared, functions: &[FunctionId]) {
    let mut started: Vec<Reg> = Vec::new();
    for (number, &function) in functions.iter().enumerate() {
        let place = shared.handles[number];
        let handle = match rng.u8(0..12) {
            // Others never hear of it.
            0 => {
                let own = f.slot(&format!("own{number}"), place.bits, false);
                let handle = f.spawn_at(function, 0, own);
                let stored = f.load(own);
                f.assert(stored.is(handle), "the own handle");
                handle
            }
            1 if !shared.is_careful => {
                let address = f.allocate(8);
                f.free(address);
                f.spawn_into(function, 0, address.expr())
            }
            2 if !shared.is_careful => f.spawn_into(function, 0, Expr::constant(ir::Width(place.bits), 0)),
            3 => {
                let mut handle = None;
                f.atomic(|f| {
                    handle = Some(f.spawn_at(function, 0, place));
                    f.store(shared.x, number as i64);
                });
                handle.expect("the section starts it")
            }
            _ if shared.at_start[number] => f.spawn_at(function, 0, place),
            _ => {
                let handle = f.spawn(function);
                f.store(place, handle);
                handle
            }
        };
        if rng.u8(0..5) == 0 {
            statement(rng, f, shared, None);
        }
        started.push(handle);
    }
    for handle in started {
        if rng.u8(0..3) > 0 {
            f.join(handle);
        }
    }
    f.ret(0);
}

fn statement(rng: &mut Rng, f: &mut FunctionBuilder, shared: &Shared, own: Option<usize>) {
    let count = shared.handles.len();
    let other = rng.usize(0..count);
    match rng.u8(0..8) {
        // A thread looks for its own handle.
        0..=2 => {
            let number = own.unwrap_or(other);
            let found = f.load(shared.handles[number]);
            let current = f.current_thread();
            if rng.bool() {
                f.if_then(found.is(current), |f| f.store(shared.x, 7));
            } else if own.is_some() {
                f.assert(found.is(current), "the handle is stored");
            }
        }
        3 | 4 => {
            let found = f.load(shared.handles[other]);
            let is_checked = shared.is_careful || rng.bool();
            let detaches = rng.u8(0..4) == 0;
            let take = |f: &mut FunctionBuilder| {
                if detaches {
                    f.detach(found);
                } else {
                    f.join(found);
                    f.load(shared.x);
                }
            };
            if is_checked { f.if_then(found.is_not(0), take) } else { take(f) }
        }
        5 => {
            f.load(shared.x);
        }
        6 => f.store(shared.x, rng.i64(1..4)),
        _ if shared.is_careful => f.store(shared.x, 5),
        _ => f.store(shared.handles[other], 0),
    }
}
