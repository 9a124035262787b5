//! A schedule as the operations of the program that it makes: for whoever runs the program elsewhere.

use super::{Decisions, failed, stuck};
use crate::code::Code;
use crate::machine::Machine;
use crate::thread::Outcome;
use event::{Choice, Decision, End, Property, Schedule, System};
use ir::{FunctionId, Program};

/// What a schedule makes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operations {
    /// The steps, in order.
    pub steps: Vec<Performed>,
    /// The threads by the order of their creation: whether each has ended.
    pub ended: Vec<bool>,
}

/// The operation of a step; of an atomic section, the one that begins it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Performed {
    /// Who, by the order of creation.
    pub thread: u32,
    /// In which function.
    pub function: FunctionId,
    /// On which of its edges.
    pub edge: u32,
}

/// Runs a schedule that violates a property. `Err`: it does not fit the program.
pub fn operations(
    program: &Program,
    code: Code,
    schedule: &Schedule,
    property: Property,
) -> Result<Operations, String> {
    let hang = (property == Property::Deadlock).then(|| stuck::hang(program, &code, schedule));
    let code = stuck::going_round_if(code, hang.as_ref());
    let mut run = Decisions::new(schedule, hang.as_ref());
    let mut machine = Machine::observed(program, code);
    let mut steps = Vec::new();
    while failed(&machine, property).is_none() {
        let Some(Decision { thread: position, branch }) = run.next(&mut machine) else { break };
        let known = machine.threads().get(position as usize).copied();
        let Some(thread) = known.filter(|&it| machine.enabled(it) && branch < machine.branches(it)) else {
            return Err(format!("step {} cannot be made", steps.len() + 1));
        };
        let Some(&(_, pc)) = machine.stack(thread).first() else {
            return Err("a waiting thread has a stack".to_owned());
        };
        let site = machine.code.site(pc);
        steps.push(Performed { thread: position, function: site.function, edge: site.edge });
        machine.step(Choice { thread, branch }, &mut Vec::new());
    }
    let has_ended = |thread| {
        matches!(machine.version(thread).map(|it| &it.outcome), Some(Outcome::Ended(End::Returned | End::MainReturned)))
    };
    let ended = machine.threads().iter().map(|&it| has_ended(it)).collect();
    Ok(Operations { steps, ended })
}
