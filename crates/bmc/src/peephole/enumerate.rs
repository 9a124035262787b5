//! All interleavings that are left: every model, blocked one by one. For tests, and to count them.

use super::Scheduler;
use super::unrolling::Unrolling;
use encode::edge::Unsupported;
use encode::frames::Options;
use event::{Budget, Schedule};
use ir::Program;
use smt::{Answer, Evaluator, Lit, Sat};
use std::collections::BTreeSet;

/// All interleavings of exactly so many steps that a scheduler admits, with threads by their order of creation; nothing if there
/// are more than `most` or a limit was reached. Inputs are projected away.
pub fn admitted(
    program: &Program,
    scheduler: Scheduler,
    length: u32,
    most: usize,
    budget: &Budget,
) -> Result<Option<BTreeSet<Vec<u32>>>, Unsupported> {
    let options = Options { unroll: 8, overflow: false, reach: true, memory: false, rules: scheduler.rules };
    let interrupted = || budget.exceeded().is_some();
    let mut unrolling = Unrolling::new(program, options, scheduler, budget, &interrupted)?;
    while unrolling.depth() < length {
        let frame = unrolling.choose();
        let goes_on = unrolling.frames.terms.not(frame.stopped);
        let literal = unrolling.literal(goes_on);
        unrolling.sat.clause(&[literal]);
        unrolling.advance(frame)?;
    }
    let mut schedules = BTreeSet::new();
    loop {
        match unrolling.sat.solve(&[]) {
            Answer::Unsatisfiable => break,
            Answer::Interrupted => return Ok(None),
            Answer::Satisfiable => {}
        }
        let mut evaluator = Evaluator::new();
        let schedule: Schedule = unrolling.plan(length, &[]).schedule;
        let selected = unrolling.selected(&mut evaluator);
        let terms: Vec<_> =
            unrolling.past.iter().zip(selected).map(|(frame, mover)| frame.movers[mover].selected).collect();
        let clause: Vec<Lit> = terms.into_iter().map(|it| !unrolling.literal(it)).collect();
        schedules.insert(schedule.iter().map(|it| it.thread).collect());
        unrolling.sat.clause(&clause);
        if schedules.len() > most {
            return Ok(None);
        }
    }
    Ok(Some(schedules))
}
