//! What happens on a schedule, whatever comes of it: for those who want to show executions, and not what is wrong with one.

use super::names::People;
use super::{describe_all, step};
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
    let steps = describe_all(&actors, &people, &taken, &vec![true; taken.len()]);
    Ok((actors.threads().iter().map(|&it| people.actor(&actors, it)).collect(), steps))
}
