//! What happens on a schedule, whatever comes of it: for those who want to show executions, and not what is wrong with one.

use super::{actors, library, step};
use crate::code::Code;
use crate::machine::Machine;
use event::{Actor, Schedule, Step};
use ir::Program;

/// Runs a schedule and tells who took part and what was done. `Err`: it is not one of this program.
pub fn narrate(program: &Program, code: Code, schedule: &Schedule) -> Result<(Vec<Actor>, Vec<Step>), String> {
    let mut machine = Machine::observed(program, code);
    let (mut steps, mut calls) = (Vec::new(), library::Calls::default());
    for &decision in schedule {
        steps.push(step(&mut machine, decision, &mut calls)?.step);
    }
    Ok((actors(&machine), steps))
}
