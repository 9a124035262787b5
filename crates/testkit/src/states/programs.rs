//! Programs by their seeds, and what is compared in each.

use super::{Figures, Limits, REDUCTIONS, of_actors, of_threads};
use crate::actors::agree::load;
use crate::random::{self, Size, Waiting, circles, commuting, plain, sections};
use event::{Properties, Property};
use explore::Reduction;
use vm::Code;

/// The thread program of a seed.
pub fn program_of(seed: u64) -> ir::Program {
    match seed % 8 {
        0 | 1 => random::program(seed, &Size::default()),
        2 => random::program(seed, &Size { operations: 6, mistakes: 10, waiting: Waiting::Loops, ..Size::default() }),
        3 => plain::program(seed, plain::Threads::Some, 12),
        _ => commuting::program(seed, 14, seed % 8 > 5),
    }
}

fn code_of(seed: u64, program: &ir::Program) -> Code {
    let code = vm::compile(program, Properties::of_threads().without(Property::Race));
    match seed % 8 {
        1 => code.checking_uninitialised(),
        2 | 6 | 7 => code.stopping_after(60).with_awaits(),
        _ => code,
    }
}

/// Compares a thread program, as it is run for this seed.
pub fn check_threads(seed: u64, program: &ir::Program) -> Result<Option<Figures>, String> {
    of_threads(program, &code_of(seed, program), &REDUCTIONS, &Limits::default())
}

/// Compares the program of a seed whose executions need not end. Of the reductions only one notices that they come back to
/// where they were.
pub fn check_circles(seed: u64) -> Result<(), String> {
    let program = circles::program(seed);
    let code = vm::compile(&program, Properties::of_threads().without(Property::Race));
    of_threads(&program, &code, &[Reduction::State], &Limits::default()).map(|_| ())
}

/// Compares the program of a seed that has atomic sections.
pub fn check_sections(seed: u64) -> Result<(), String> {
    let program = sections::program(seed);
    let code = vm::compile(&program, Properties::of_threads().without(Property::Race));
    of_threads(&program, &code, &REDUCTIONS, &Limits::default()).map(|_| ())
}

/// Compares an actor program, with static and with dynamic dependence.
pub fn check_actors(text: &str) -> Result<Vec<Option<Figures>>, String> {
    let program = load(text)?;
    let code = abs::compile(&program);
    let limits = Limits::default();
    let with_static = of_actors(&code, &REDUCTIONS, &limits).map_err(|it| format!("static: {it}"))?;
    let code = code.with_dynamic_dependence();
    let with_dynamic = of_actors(&code, &REDUCTIONS, &limits).map_err(|it| format!("dynamic: {it}"))?;
    Ok(vec![with_static, with_dynamic])
}
