//! Random programs in which several threads run the same function: mostly nobody can tell them apart, and sometimes
//! somebody can, by a small thing.

use super::body::Body;
use super::place::{Shared, number};
use crate::build::{FunctionBuilder, ProgramBuilder, Reg, Var};
use fastrand::Rng;
use ir::{Expr, FunctionId, Update, Width};

/// The random program of this seed, with about so many operations on what is shared. It is valid, and the same for the
/// same arguments. Two to four threads run one function, sometimes another one runs another function; the first thread
/// does something before, between and after their starts and joins, mostly little.
pub fn twins(seed: u64, operations: u32) -> ir::Program {
    let mut rng = Rng::with_seed(seed);
    let mut builder = ProgramBuilder::new();
    let shared = Shared::new(&mut rng, &mut builder);
    let pointer = builder.model().pointer_bits();
    let copies = [2, 2, 2, 3, 3, 4][rng.usize(0..6)];
    let other = rng.u8(0..3) == 0;
    let most = (operations / (copies as u32 + u32::from(other))).max(2);
    // Each copy may get a number, and start a thread that is like that of its twin.
    let takes = if rng.u8(0..3) == 0 { vec![32] } else { Vec::new() };
    let child = (copies == 2 && rng.u8(0..4) == 0).then(|| {
        let budget = rng.u32(1..=2);
        builder.thread("child", |f| Body::new(&mut rng, &shared, budget).worker(f))
    });
    let twin = builder.declare("twin", &takes, Some(pointer));
    let budget = if child.is_some() { 1 } else { rng.u32(1..=most) };
    builder.define(twin, |f| worker(&mut rng, &shared, f, budget, child));
    let mut functions = vec![twin; copies];
    if other {
        let budget = rng.u32(1..=most);
        let id = builder.thread("other", |f| Body::new(&mut rng, &shared, budget).worker(f));
        functions.insert(rng.usize(0..=copies), id);
    }
    let spoils = rng.u8(0..3) == 0;
    let argument = rng.u64(0..3);
    builder.main(|f| first(&mut rng, &shared, f, &functions, (twin, &takes, argument), spoils));
    builder.build()
}

/// What a twin does: something random, or an update that depends on what it finds, whose number of executions tells what is
/// lost.
fn worker(rng: &mut Rng, shared: &Shared, f: &mut FunctionBuilder, budget: u32, child: Option<FunctionId>) {
    if let Some(child) = child {
        let handle = f.spawn(child);
        if rng.bool() {
            f.join(handle);
        }
    }
    if f.parameters() > 0 && rng.bool() {
        let parameter = f.parameter(0);
        let var = shared.ints[0];
        f.store(var, parameter.resized(var.bits));
    }
    match rng.u8(0..3) {
        0 => double(rng, shared, f),
        1 => {
            double(rng, shared, f);
            Body::new(rng, shared, 1).worker(f);
            return;
        }
        _ => {}
    }
    Body::new(rng, shared, budget).worker(f);
}

/// `x = 2 * x + y` in one step: which threads have found which `y` can be seen in the end.
fn double(rng: &mut Rng, shared: &Shared, f: &mut FunctionBuilder) {
    let some = |rng: &mut Rng| -> Var { shared.ints[rng.usize(0..shared.ints.len())] };
    let (var, from) = (some(rng), some(rng));
    f.atomic(|f| {
        let old = f.load(var);
        let more = f.load(from);
        let twice = f.fresh(var.bits);
        f.assign(twice, old.plus(old));
        f.store(var, twice.plus(more.resized(var.bits)));
    });
}

/// The first thread. If it `spoils` it, it does something between starts, between joins, or to one thread only.
fn first(
    rng: &mut Rng,
    shared: &Shared,
    f: &mut FunctionBuilder,
    functions: &[FunctionId],
    (twin, takes, argument): (FunctionId, &[u8], u64),
    spoils: bool,
) {
    let mut handles: Vec<Reg> = Vec::new();
    for &function in functions {
        let is_changed = spoils && rng.u8(0..3) == 0;
        let number = if is_changed { argument + 1 } else { argument };
        let start = |f: &mut FunctionBuilder| {
            if function == twin && !takes.is_empty() {
                f.spawn_with(function, Expr::constant(Width(f.model().pointer_bits()), number))
            } else {
                f.spawn(function)
            }
        };
        handles.push(start(f));
        if spoils && rng.u8(0..3) == 0 {
            something(rng, shared, f);
        }
    }
    if rng.u8(0..4) == 0 {
        something(rng, shared, f);
    }
    match rng.u8(0..4) {
        0 => handles.reverse(),
        1 => rng.shuffle(&mut handles),
        _ => {}
    }
    let joins = rng.u8(0..4) > 0;
    let mut results: Vec<Reg> = Vec::new();
    for handle in handles {
        match rng.u8(0..12) {
            0 if spoils => f.detach(handle),
            1 if spoils => {}
            _ if joins => results.push(f.join(handle)),
            _ => {}
        }
        if spoils && rng.u8(0..3) == 0 {
            something(rng, shared, f);
        }
    }
    if let Some(result) = results.first().filter(|_| spoils) {
        let var = shared.ints[0];
        f.store(var, result.resized(var.bits));
    }
    if shared.asserts {
        let seen = f.load(shared.ints[0]);
        f.assert(seen.is_not(number(rng, seen.bits) as i64 + 1), "end");
    }
    f.ret(0);
}

/// One step.
fn something(rng: &mut Rng, shared: &Shared, f: &mut FunctionBuilder) {
    let var = shared.ints[rng.usize(0..shared.ints.len())];
    match rng.u8(0..3) {
        0 => {
            f.load(var);
        }
        1 => f.store(var, rng.i64(0..3)),
        _ => {
            f.update(var, Update::Add, 1);
        }
    }
}
