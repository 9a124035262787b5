//! Random programs of a few threads without loops, whose places and values often coincide.
//!
//! There are two integers, an array with two indices that are in memory, two pointers that move between the integers and the
//! array, and a mutex. Numbers are small, so that many writes write what is there, or what others write.

use crate::build::{FunctionBuilder, ProgramBuilder, Reg, Var};
use fastrand::Rng;
use ir::{Base, Binary, Expr, FunctionId, Init, Program, Shape, Update, Width};

/// How many elements the array has.
const LENGTH: u64 = 2;

/// What is shared.
#[derive(Clone, Copy)]
struct Shared {
    integers: [Var; 2],
    array: Var,
    indices: [Var; 2],
    pointers: [Var; 2],
    mutex: Var,
    pointer_bits: u8,
    /// Whether only addresses that are constants are used.
    is_constant: bool,
}

/// The random program of this seed with so many threads, the first one among them. It starts all others before it does anything
/// else; together they make about so many steps besides.
pub fn program(seed: u64, threads: u32, steps: u32) -> Program {
    let mut rng = Rng::with_seed(seed);
    let mut builder = ProgramBuilder::new();
    let integers = [builder.int_from("x", 32, rng.u64(0..3)), builder.int_from("y", 32, rng.u64(0..3))];
    let array = builder.array("a", 32, LENGTH as u32);
    let indices = [builder.int_from("i", 32, rng.u64(0..LENGTH)), builder.int_from("j", 32, rng.u64(0..LENGTH))];
    let mut pointer = |name: &str, rng: &mut Rng| {
        let (base, offset) = target(rng, &integers, array);
        let bits = builder.model().pointer_bits();
        let init = Init { bytes: Vec::new(), addresses: vec![(0, base, offset)] };
        Var { base: Base::Global(builder.global(name, Shape::Pointer, init)), bits }
    };
    let pointers = [pointer("p", &mut rng), pointer("q", &mut rng)];
    let mutex = builder.mutex("m");
    let pointer_bits = builder.model().pointer_bits();
    let shared = Shared { integers, array, indices, pointers, mutex, pointer_bits, is_constant: rng.u8(0..5) == 0 };
    // The first thread of several may do nothing but start the others.
    let idle_main = threads > 2 && rng.bool();
    let bodies = threads - u32::from(idle_main);
    let mut shares = vec![steps / bodies; bodies as usize];
    shares[..(steps % bodies) as usize].iter_mut().for_each(|it| *it += 1);
    rng.shuffle(&mut shares);
    let own = if idle_main { 0 } else { shares.pop().expect("the first thread has a body") };
    let workers: Vec<FunctionId> = shares
        .into_iter()
        .enumerate()
        .map(|(index, share)| builder.thread(&format!("t{index}"), |f| body(f, &mut rng, &shared, share)))
        .collect();
    let joins = rng.u8(0..if own == 0 { 3 } else { 8 }) == 0;
    builder.main(|f| {
        let handles: Vec<Reg> = workers.iter().map(|&it| f.spawn(it)).collect();
        body(f, &mut rng, &shared, own);
        if joins {
            f.join(handles[0]);
        }
    });
    builder.build()
}

/// Three or four threads that all access the same integer, in one step or two, which the first thread starts. Most that can happen
/// between values happens here.
pub fn crowd(seed: u64) -> Program {
    let mut rng = Rng::with_seed(seed);
    let mut builder = ProgramBuilder::new();
    let x = builder.int_from("x", 32, rng.u64(0..2));
    let marks: Vec<Var> = (0..4).map(|it| builder.int(&format!("mark{it}"), 32)).collect();
    let count = rng.usize(3..5);
    let workers: Vec<FunctionId> = (0..count)
        .map(|index| {
            let (number, mark) = (rng.i64(0..3), marks[index]);
            builder.thread(&format!("t{index}"), |f| match rng.u8(0..6) {
                0 | 1 => f.store(x, number),
                2 | 3 => {
                    let found = f.load(x);
                    let condition = if rng.bool() { found.is(number) } else { found.less(number) };
                    f.if_then(condition, |f| f.store(mark, 1));
                }
                4 => {
                    f.compare_exchange(x, number, rng.i64(0..3));
                }
                _ => f.atomic(|f| {
                    let found = f.load(x);
                    f.if_then(found.is(number), |f| f.store(x, rng.i64(0..3)));
                }),
            })
        })
        .collect();
    builder.fork(&workers)
}

fn target(rng: &mut Rng, integers: &[Var; 2], array: Var) -> (Base, i64) {
    match rng.u8(0..4) {
        it @ 0..2 => (integers[usize::from(it)].base, 0),
        it => (array.base, i64::from(it - 2) * 4),
    }
}

/// Where an access goes.
#[derive(Clone)]
struct Target {
    address: Expr,
    bits: u8,
}

/// The code of a thread.
fn body(f: &mut FunctionBuilder, rng: &mut Rng, shared: &Shared, steps: u32) {
    let mut known = Vec::new();
    let mut left = steps;
    while left > 0 {
        left -= statement(f, rng, shared, &mut known, left, false).min(left);
    }
}

/// A number that is often the same as another one, or one that was read.
fn value(rng: &mut Rng, known: &[Reg], bits: u8) -> Expr {
    if bits == 32 && !known.is_empty() && rng.bool() {
        let register = known[rng.usize(0..known.len())];
        let number = i64::from(rng.u8(0..3));
        return match rng.u8(0..3) {
            0 => register.expr(),
            1 => register.plus(number),
            _ => register.binary(Binary::Multiply, 2),
        };
    }
    Expr::constant(Width(bits), rng.u64(0..3))
}

/// Somewhere to go, and how many steps it takes to find out.
fn place(f: &mut FunctionBuilder, rng: &mut Rng, shared: &Shared, steps: u32) -> (Target, u32) {
    let can_look = steps > 1 && !shared.is_constant;
    match rng.u8(0..10) {
        0..2 if can_look => {
            let index = f.load(shared.indices[rng.usize(0..2)]);
            let bytes = Expr::binary(
                Binary::Multiply,
                index.resized(shared.pointer_bits),
                Expr::constant(Width(shared.pointer_bits), 4),
            );
            (Target { address: Expr::binary(Binary::Add, shared.array.at(), bytes), bits: 32 }, 1)
        }
        2..4 if can_look => {
            let address = f.load(shared.pointers[rng.usize(0..2)]);
            (Target { address: address.expr(), bits: 32 }, 1)
        }
        4 | 5 => (Target { address: shared.array.offset(rng.i64(0..LENGTH as i64) * 4), bits: 32 }, 0),
        6 => {
            // Half of an integer.
            let integer = shared.integers[rng.usize(0..2)];
            (Target { address: integer.offset(rng.i64(0..2) * 2), bits: 16 }, 0)
        }
        _ => (Target { address: shared.integers[rng.usize(0..2)].at(), bits: 32 }, 0),
    }
}

/// Something that a thread does; how many steps it takes at most.
fn statement(
    f: &mut FunctionBuilder,
    rng: &mut Rng,
    shared: &Shared,
    known: &mut Vec<Reg>,
    steps: u32,
    is_inside: bool,
) -> u32 {
    match rng.u8(0..18) {
        0..4 => {
            let (Target { address, bits }, before) = place(f, rng, shared, steps);
            let value = value(rng, known, bits);
            f.store_at(address, bits, value);
            before + 1
        }
        4..7 => {
            let (Target { address, bits }, before) = place(f, rng, shared, steps);
            let register = f.load_at(address, bits);
            if bits == 32 {
                known.push(register);
            }
            before + 1
        }
        7..9 => {
            let (Target { address, bits }, before) = place(f, rng, shared, steps);
            let register = f.load_at(address, bits);
            branch(f, rng, shared, known, register, steps.saturating_sub(before + 1)) + before + 1
        }
        9 | 10 => {
            let (Target { address, bits }, before) = place(f, rng, shared, steps);
            let update = [Update::Add, Update::Exchange, Update::Or][rng.usize(0..3)];
            let operand = value(rng, known, bits);
            let register = f.update_at(address, bits, update, operand);
            if bits == 32 && rng.bool() {
                known.push(register);
            }
            before + 1
        }
        11 => {
            let integer = shared.integers[rng.usize(0..2)];
            let (expected, desired) = (value(rng, known, 32), value(rng, known, 32));
            let register = f.compare_exchange(integer, expected, desired);
            if rng.bool() {
                return 1 + branch(f, rng, shared, known, register, steps - 1);
            }
            known.push(register);
            1
        }
        12 if !shared.is_constant => {
            if rng.bool() {
                f.store(shared.indices[rng.usize(0..2)], rng.i64(0..LENGTH as i64));
            } else {
                let (base, offset) = target(rng, &shared.integers, shared.array);
                f.store(shared.pointers[rng.usize(0..2)], Expr::Address(base, offset));
            }
            1
        }
        13 | 14 if !is_inside => {
            let count = rng.u32(1..4);
            f.operation(ir::Operation::AtomicBegin { quiet: false });
            for _ in 0..count {
                statement(f, rng, shared, known, 3, true);
            }
            f.operation(ir::Operation::AtomicEnd);
            1
        }
        15..17 if !is_inside && steps > 2 => {
            f.lock(shared.mutex);
            let inner = statement(f, rng, shared, known, steps - 2, true);
            f.unlock(shared.mutex);
            inner + 2
        }
        15..17 if !is_inside && steps > 1 => {
            let error = f.trylock(shared.mutex);
            f.if_then(error.is(0), |f| f.unlock(shared.mutex));
            2
        }
        _ => {
            f.store(shared.integers[rng.usize(0..2)], rng.i64(0..3));
            1
        }
    }
}

/// A branch about what was read; sometimes it is used afterwards.
fn branch(f: &mut FunctionBuilder, rng: &mut Rng, shared: &Shared, known: &[Reg], register: Reg, steps: u32) -> u32 {
    let number = rng.i64(0..3);
    let condition = if rng.bool() { register.is(number) } else { register.less(number + 1) };
    if steps == 0 {
        return 0;
    }
    let mut inside = known.to_vec();
    if register.bits == 32 && rng.u8(0..4) == 0 {
        inside.push(register);
    }
    let branch = f.begin_if(condition);
    let yes = simple(f, rng, shared, &inside);
    let branch = f.begin_else(branch);
    let no = if rng.bool() { simple(f, rng, shared, &inside) } else { 0 };
    f.end_if(branch);
    yes.max(no)
}

/// One step, to a place that is known.
fn simple(f: &mut FunctionBuilder, rng: &mut Rng, shared: &Shared, known: &[Reg]) -> u32 {
    let (Target { address, bits }, _) = place(f, rng, shared, 1);
    if rng.bool() {
        let value = value(rng, known, bits);
        f.store_at(address, bits, value);
    } else {
        let value = value(rng, known, bits);
        f.update_at(address, bits, Update::Add, value);
    }
    1
}
