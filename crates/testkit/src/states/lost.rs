//! Programs of which some reduction has lost something: those with threads with loops that wait and without, those with
//! actors with both dependences.

use super::programs::check_actors;
use super::{Limits, REDUCTIONS, of_threads};
use crate::actors::agree::{self, agree, load};
use event::{Properties, Property};

/// Each with what it is about.
const PROGRAMS: [(&str, &str); 11] = [
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
    ("a section that sleeps where it touches more", include_str!("lost/section-asleep.ir")),
];

/// The same with actors.
const ACTORS: [(&str, &str); 4] = [
    ("an end after which somebody could have gone on earlier", include_str!("lost/ends.abs")),
    ("such an end behind a known state", include_str!("lost/known-ends.abs")),
    ("a number on which it depends what a step touches", include_str!("lost/branches.abs")),
    ("a number on which it depends whether a step is in a race", include_str!("lost/rivals.abs")),
];

/// How many there are.
pub const COUNT: u64 = (PROGRAMS.len() + ACTORS.len()) as u64;

/// Compares one of them, counted from 1.
pub fn check(number: u64) -> Result<(), String> {
    let index = number as usize - 1;
    let Some(&(name, text)) = PROGRAMS.get(index) else { return check_actor(ACTORS[index - PROGRAMS.len()]) };
    let program = ir::text::parse(text).map_err(|it| format!("{name}: {it:?}"))?;
    let code = vm::compile(&program, Properties::of_threads().without(Property::Race)).stopping_after(60);
    for code in [code.clone(), code.with_awaits()] {
        let figures =
            of_threads(&program, &code, &REDUCTIONS, &Limits::default()).map_err(|it| format!("{name}: {it}"))?;
        figures.ok_or_else(|| format!("{name}: it is too large"))?;
    }
    Ok(())
}

fn check_actor((name, text): (&str, &str)) -> Result<(), String> {
    let complain = |it: String| format!("{name}: {it}");
    agree(&load(text).map_err(complain)?, &agree::Limits::default(), None).map_err(complain)?;
    let figures = check_actors(text).map_err(complain)?;
    if figures.iter().any(Option::is_none) { Err(complain("it is too large".to_owned())) } else { Ok(()) }
}
