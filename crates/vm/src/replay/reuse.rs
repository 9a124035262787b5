//! A schedule of which every use of memory that was freed is written down, and no choice any more.
//!
//! An exploration has a step for each allocation that may get used memory, whether it does or not. What is left for a
//! [plan](event::Plan) are those that do: they are named, the others are no steps.

use crate::code::Code;
use crate::machine::Machine;
use crate::thread::Request;
use event::{Choice, Decision, Reuse, Schedule, System, ThreadId};
use ir::Program;

/// What is run for a schedule, and the schedule for that.
pub(super) fn fixed(program: &Program, code: Code, schedule: &Schedule) -> (Code, Schedule) {
    if code.reuses().is_empty() || code.fixes_reuse {
        return (code, schedule.clone());
    }
    let Some((used, kept)) = used(program, &code, schedule) else { return (code, schedule.clone()) };
    let fixed = code.clone().reusing(used);
    match again(program, &fixed, &kept) {
        Some(again) => (fixed, again),
        None => (code, schedule.clone()),
    }
}

/// A step that remains, and what its thread chooses in it.
struct Kept {
    decision: Decision,
    chosen: Vec<u64>,
}

/// The memory that is used again on a schedule, and its steps without the allocations that get fresh memory.
fn used(program: &Program, code: &Code, schedule: &Schedule) -> Option<(Vec<Reuse>, Vec<Kept>)> {
    let mut machine = Machine::observed(program, code.clone());
    let (mut used, mut kept) = (Vec::new(), Vec::new());
    for &decision in schedule {
        let thread = *machine.threads().get(decision.thread as usize)?;
        let allocates = matches!(machine.request(thread), Some((_, Request::Allocate { .. })));
        let chosen = step(&mut machine, thread, decision.branch)?;
        let now = std::mem::take(&mut machine.used_again);
        if !allocates || !now.is_empty() {
            kept.push(Kept { decision, chosen });
        }
        used.extend(now.into_iter().filter_map(|(place, new)| machine.reuse(place, new)));
    }
    Some((used, kept))
}

/// The same steps where memory is used again without a choice.
fn again(program: &Program, code: &Code, kept: &[Kept]) -> Option<Schedule> {
    let mut machine = Machine::observed(program, code.clone());
    let mut schedule = Schedule::new();
    for Kept { decision, chosen } in kept {
        let thread = *machine.threads().get(decision.thread as usize)?;
        let branches = match machine.request(thread)?.1 {
            Request::Allocate { .. } | Request::Reallocate { .. } => 0..1,
            // What was chosen in it decides, in whatever order choices and allocations come.
            Request::AtomicBegin if machine.enabled(thread) => 0..machine.branches(thread),
            _ => decision.branch..decision.branch + 1,
        };
        let depth = machine.depth();
        let branch = branches.into_iter().find(|&branch| {
            let is_same = step(&mut machine, thread, branch).as_ref() == Some(chosen);
            if !is_same {
                machine.back_to(depth);
            }
            is_same
        })?;
        schedule.push(Decision { branch, ..*decision });
    }
    Some(schedule)
}

/// Makes a step, if that is possible; what its thread chooses in it.
fn step(machine: &mut Machine<'_>, thread: ThreadId, branch: u32) -> Option<Vec<u64>> {
    if !machine.enabled(thread) || branch >= machine.branches(thread) {
        return None;
    }
    machine.observed = Some(Vec::new());
    machine.step(Choice { thread, branch }, &mut Vec::new());
    let observed = machine.observed.replace(Vec::new()).unwrap_or_default();
    let choices = observed.iter().filter(|it| matches!(it.request, Request::Choose { .. }));
    Some(choices.filter_map(|it| it.answer.ok()).collect())
}
