//! What happens on a schedule, whatever comes of it: for those who want to show executions, and not what is wrong with one.

use super::names::People;
use super::{describe, step};
use crate::actors::Actors;
use crate::code::Code;
use event::{Actor, Schedule, Step, System};

/// Runs a schedule and tells who took part and what was done. `Err`: it is not one of this program.
pub fn narrate(code: &Code, schedule: &Schedule) -> Result<(Vec<Actor>, Vec<Step>), String> {
    let mut actors = Actors::observed(code.clone());
    let mut taken = Vec::new();
    for &decision in schedule {
        taken.push(step(&mut actors, decision)?);
    }
    let people = People::of(&actors);
    let steps = taken.iter().enumerate();
    let steps = steps.map(|(number, (thread, accesses))| describe(&actors, &people, number, *thread, accesses, true));
    let steps = steps.collect();
    Ok((actors.threads().iter().map(|&it| people.actor(&actors, it)).collect(), steps))
}
