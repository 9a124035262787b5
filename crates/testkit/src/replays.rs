//! Whether a violation can be repeated: by whoever found it, and by the plain machine from the plan that it leaves.

use event::{Counterexample, Property, Schedule};
use ir::Program;
use vm::Code;

/// Replays a schedule with the code that it was found with, and what that tells to repeat without any reduction: both must end
/// at the same failure.
pub fn replays(program: &Program, code: &Code, schedule: &Schedule, property: Property) -> Result<(), String> {
    let example = vm::replay::replay(program, code.clone(), schedule, property)
        .map_err(|why| format!("a violation of {property} does not replay: {why}"))?;
    let plan = &example.plan;
    let plain = code.clone().with_inputs(plan.inputs.clone()).reusing(plan.reused.clone());
    let again = vm::replay::replay(program, plain, &plan.schedule, property)
        .map_err(|why| format!("a violation of {property} cannot be repeated: {why}, {plan:?}"))?;
    let told = |it: &Counterexample| (it.fault, it.position, it.summary.clone());
    if told(&example) != told(&again) {
        let (was, is) = (told(&example), told(&again));
        return Err(format!("a violation of {property} is repeated as another: {was:?}, then {is:?}, {plan:?}"));
    }
    Ok(())
}
