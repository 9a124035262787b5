//! Random programs of plain operations: what a thread does depends only on the values that it reads.
//!
//! They have a few integers and mutexes, loads, stores, read-modify-writes, critical sections, choices of few values, and
//! branches, assertions and assumptions on what was read. There is nothing else in them, in particular no object that ends and no
//! place that is accessed in two sizes. The numbers come from a very small range, so that many writes write what was
//! there or what others write; a place of 64 bits also gets numbers that are equal in their lower half. Every program has
//! finitely many interleavings, mostly few enough to look at each of them.
//!
//! Start at [`program`]. `place` makes what is shared, `body` the code of a thread. [`twins`] has threads that run the same code.

mod body;
mod place;
mod twins;

#[cfg(test)]
mod tests;

use crate::build::{FunctionBuilder, ProgramBuilder, Reg};
use body::Body;
use fastrand::Rng;
use ir::FunctionId;
use place::Shared;

pub use twins::twins;

/// Which threads a program has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threads {
    /// The first thread and one to four others; it takes part in what they do. Sometimes a thread that was spawned spawns
    /// another one.
    Some,
    /// The first thread only spawns two others, and may join them.
    Two,
}

/// The random program of this seed, with about so many operations on what is shared. It is valid, and the same for the
/// same arguments.
pub fn program(seed: u64, threads: Threads, operations: u32) -> ir::Program {
    let mut rng = Rng::with_seed(seed);
    let mut builder = ProgramBuilder::new();
    let shared = Shared::new(&mut rng, &mut builder);
    let pointer = builder.model().pointer_bits();
    let workers = match threads {
        Threads::Two => 2,
        Threads::Some => [1, 2, 2, 2, 2, 3, 3, 4][rng.usize(0..8)],
    };
    let nested = threads == Threads::Some && workers > 1 && rng.u8(0..5) == 0;
    // More threads have more interleavings, so they have fewer operations together.
    let most = (operations / (workers + u32::from(threads == Threads::Some))).max(2);
    let mut functions: Vec<FunctionId> = Vec::new();
    for index in 0..workers {
        let budget = rng.u32(most.div_ceil(2)..=most);
        // The last one may be spawned by the one before.
        let is_parent = nested && index + 2 == workers;
        if index > 0 && !nested && rng.u8(0..6) == 0 {
            functions.push(functions[index as usize - 1]);
            continue;
        }
        let id = builder.declare(&format!("t{index}"), &[], Some(pointer));
        functions.push(id);
        if is_parent {
            continue;
        }
        let mut body = Body::new(&mut rng, &shared, budget);
        builder.define(id, |f| body.worker(f));
    }
    if nested {
        let child = functions.pop().expect("there are several");
        let parent = functions[functions.len() - 1];
        let mut body = Body::new(&mut rng, &shared, most.max(2) - 1);
        builder.define(parent, |f| first(f, &mut body, &[child], true));
    }
    let takes_part = threads == Threads::Some && rng.u8(0..4) > 0;
    let budget = if takes_part { rng.u32(0..=most) } else { 0 };
    let mut body = Body::new(&mut rng, &shared, budget);
    builder.main(|f| first(f, &mut body, &functions, takes_part));
    builder.build()
}

/// The code of a thread that spawns others: something before, meanwhile and after they have ended, or nothing at all.
fn first(f: &mut FunctionBuilder, body: &mut Body, children: &[FunctionId], takes_part: bool) {
    let mut handles: Vec<Reg> = Vec::new();
    for &child in children {
        if takes_part && body.rng.u8(0..4) == 0 {
            body.statement(f);
        }
        handles.push(f.spawn(child));
    }
    if takes_part && body.rng.bool() {
        body.statements(f);
    }
    let joins = body.rng.u8(0..4);
    for handle in handles {
        // All, some, or none.
        if joins > 1 || joins == 1 && body.rng.bool() {
            let result = f.join(handle);
            body.values.push(result);
        }
    }
    if takes_part && body.rng.bool() {
        body.look(f);
        body.statements(f);
    }
    body.result(f);
}
