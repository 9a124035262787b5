//! Random programs of three or four threads with an atomic section or two, in which a few small numbers are read and written:
//! many conflict with each other in several places, and still many orders of them lead to one state.
//!
//! Start at [`program`].

use crate::build::{FunctionBuilder, ProgramBuilder, Reg, Var};
use fastrand::Rng;
use ir::FunctionId;

/// The random program of this seed. It is valid, and the same for the same seed.
pub fn program(seed: u64) -> ir::Program {
    let mut rng = Rng::with_seed(seed);
    let mut builder = ProgramBuilder::new();
    let count = rng.usize(2..=3);
    let vars: Vec<Var> = ["x", "y", "z"][..count].iter().map(|name| builder.int(name, 32)).collect();
    let threads = rng.u32(3..=4);
    let mut functions: Vec<FunctionId> = Vec::new();
    for number in 0..threads {
        functions.push(builder.thread(&format!("t{number}"), |f| {
            if rng.u8(0..6) == 0 {
                section(&mut rng, f, &vars);
            }
            let found = section(&mut rng, f, &vars);
            match found.filter(|_| rng.bool()) {
                Some(found) => f.ret(found.resized(f.result_bits())),
                None => f.ret(0),
            }
        }));
    }
    builder.main(|f| {
        functions.iter().for_each(|&it| {
            f.spawn(it);
        });
        f.thread_exit(0);
    });
    builder.build()
}

/// Up to three accesses in one step; something that was read.
fn section(rng: &mut Rng, f: &mut FunctionBuilder, vars: &[Var]) -> Option<Reg> {
    let mut last = None;
    f.atomic(|f| {
        for _ in 0..[1, 2, 2, 3][rng.usize(0..4)] {
            let var = vars[rng.usize(0..vars.len())];
            match (rng.u8(0..6), last) {
                (0..3, _) => last = Some(f.load(var)),
                (3, Some(found)) => f.store(var, Reg::plus(found, 1)),
                _ => f.store(var, if rng.u8(0..4) == 0 { 2 } else { 1 }),
            }
        }
    });
    last
}
