//! A race side by side: an execution in which both threads are about to access the same bytes.
//!
//! A witness of a race ends with both accesses in one segment, in no order. In the execution that was found, the first access may
//! lie far back. If the steps of its thread from there on are left out, and the other thread gets to its access all the same, then
//! both can be made one after the other at the end.

use super::Checked;
use event::{Counterexample, Decision, Property, Schedule, Violation};

/// The step of the first access, if there are two.
pub fn first(example: &Counterexample) -> Option<usize> {
    example.racing.map(|it| it.0.min(it.1))
}

/// The same race with both accesses at the end, if there is such an execution.
pub fn side_by_side(checked: Checked<'_>, violation: &Violation) -> Option<Counterexample> {
    let example = &violation.counterexample;
    let (one, two) = example.racing.filter(|_| violation.property == Property::Race)?;
    let (one, two) = (one.min(two), one.max(two));
    let plan = &example.plan;
    let decision = |step: usize| plan.schedule.get(step).copied();
    let (first, second) = (decision(one)?, decision(two)?);
    let before = plan.schedule[..one].iter().copied();
    let between = plan.schedule[one + 1..two].iter().copied().filter(|it| it.thread != first.thread);
    let mut schedule: Schedule = before.chain(between).collect();
    schedule.extend([first, second].map(|it| Decision { branch: 0, ..it }));
    let racing = Some((schedule.len() - 2, schedule.len() - 1));
    let code = checked.code().with_inputs(plan.inputs.clone()).reusing(plan.reused.clone());
    vm::replay::repeat_race(checked.program, code, &schedule, Property::Race, racing).ok()
}
