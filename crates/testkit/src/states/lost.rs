//! Programs of which some reduction has lost something, each with threads that wait in loops and without.

use super::{Limits, REDUCTIONS, of_threads};
use event::{Properties, Property};

/// Each with what it is about.
const PROGRAMS: [(&str, &str); 10] = [
    ("a lock before two that conflict with it", include_str!("lost/lock.ir")),
    ("a trylock that is repeated", include_str!("lost/trylock.ir")),
    ("a loop that never ends", include_str!("lost/spin.ir")),
    ("threads that are detached", include_str!("lost/detach.ir")),
    ("a race of a step that sleeps", include_str!("lost/sleeper.ir")),
    ("a race of a step that sleeps for a while", include_str!("lost/sleeper-woken.ir")),
    ("a thread that sleeps after another was explored", include_str!("lost/order.ir")),
    ("somebody who waits for a step that sleeps", include_str!("lost/waits-for-sleeper.ir")),
    ("what an event would touch in another order", include_str!("lost/other-touch.ir")),
    ("a known state from which others are awake now", include_str!("lost/rest.ir")),
];

/// How many there are.
pub const COUNT: u64 = PROGRAMS.len() as u64;

/// Compares one of them, counted from 1.
pub fn check(number: u64) -> Result<(), String> {
    let (name, text) = PROGRAMS[number as usize - 1];
    let program = ir::text::parse(text).map_err(|it| format!("{name}: {it:?}"))?;
    let code = vm::compile(&program, Properties::of_threads().without(Property::Race)).stopping_after(60);
    for code in [code.clone(), code.with_awaits()] {
        let figures =
            of_threads(&program, &code, &REDUCTIONS, &Limits::default()).map_err(|it| format!("{name}: {it}"))?;
        figures.ok_or_else(|| format!("{name}: it is too large"))?;
    }
    Ok(())
}
