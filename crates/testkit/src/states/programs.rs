//! Programs by their seeds, and what is compared in each.

use super::{Figures, Limits, REDUCTIONS, of_actors, of_threads};
use crate::actors::agree::load;
use crate::oracle;
use crate::random::{self, Size, Waiting, circles, commuting, hangs, plain, sections};
use event::{Properties, Property};
use explore::Reduction;
use vm::{Code, Machine};

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
    of_threads(&program, &code, &[Reduction::State], &Limits::default())?;
    check_hangs(&program, &code)
}

/// Compares the program of a seed in which threads may hang.
pub fn check_hanging(seed: u64) -> Result<(), String> {
    let program = hangs::program(seed);
    let code = vm::compile(&program, Properties::of_threads().without(Property::Race));
    check_hangs(&program, &code)
}

/// Compares whether some thread hangs: as remembered states say, as `state` says, and as the oracle says.
pub fn check_hangs(program: &ir::Program, code: &Code) -> Result<(), String> {
    let report = oracle::explore(program, &oracle::Options { state_limit: 20_000, ..oracle::Options::default() });
    if report.incomplete || report.is_cut {
        return Ok(());
    }
    for (reduction, remember_states) in [(Reduction::Naive, true), (Reduction::State, false)] {
        let properties = [Property::Deadlock].into_iter().collect();
        let options = explore::Options { properties, remember_states, most_events: 200_000, ..Default::default() };
        let mut machine = Machine::new(program, code.clone());
        let exploration = explore::run(reduction, &mut machine, &options, &mut ());
        let found = !exploration.found.is_empty();
        let is_open = exploration.limit.is_some() || exploration.unjudged || exploration.cut_steps;
        if found != report.deadlock && (found || !is_open) {
            return Err(format!("{reduction}: a thread hangs: {found}, the oracle says {}", report.deadlock));
        }
        for found in &exploration.found {
            vm::replay::replay(program, code.clone(), &found.schedule, found.property)
                .map_err(|it| format!("{reduction}: a hang does not replay: {it}"))?;
        }
    }
    Ok(())
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
