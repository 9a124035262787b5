//! Verdicts of the engine over time frames, compared with those of brute force.

use crate::ordering::{Limits, is_violated};
use crate::panics::guarded;
use bmc::peephole::{Form, Found, Rules, Scheduler, Settings, Window, check};
use event::{Budget, Property};
use ir::Program;
use std::time::Instant;

/// What became of the questions about some programs.
#[derive(Clone, Copy, Default, Debug)]
#[allow(missing_docs)]
pub struct Verdicts {
    pub found: u64,
    pub proofs: u64,
    pub bounded: u64,
    pub undecided: u64,
    pub slow: u64,
    pub unsupported: u64,
    pub unknown: u64,
}

impl Verdicts {
    /// Adds others.
    pub fn add(&mut self, other: Verdicts) {
        self.found += other.found;
        self.proofs += other.proofs;
        self.bounded += other.bounded;
        self.undecided += other.undecided;
        self.slow += other.slow;
        self.unsupported += other.unsupported;
        self.unknown += other.unknown;
    }
}

/// Who is asked in which turn.
const SCHEDULERS: [Scheduler; 5] = [
    Scheduler { rules: Rules::Simple, form: Form::Dependent, window: Window::Adjacent },
    Scheduler { rules: Rules::Full, form: Form::Dependent, window: Window::Chain },
    Scheduler { rules: Rules::Static, form: Form::Merged, window: Window::Adjacent },
    Scheduler { rules: Rules::Full, form: Form::Pairs, window: Window::Adjacent },
    Scheduler { rules: Rules::None, form: Form::Dependent, window: Window::Adjacent },
];

/// Asks about each property alone; an error says what is wrong. Every violation is replayed.
pub fn compare_verdicts(program: &Program, turn: usize, limits: &Limits) -> Result<Verdicts, String> {
    let mut verdicts = Verdicts::default();
    let all = [Property::Reach, Property::Deadlock, Property::Memory, Property::Overflow, Property::Race];
    for (index, property) in all.into_iter().enumerate() {
        let expected = is_violated(program, property, limits);
        if expected.is_none() {
            verdicts.unknown += 1;
            continue;
        }
        let scheduler = SCHEDULERS[(turn + index) % SCHEDULERS.len()];
        let complain = |it: String| Err(format!("{scheduler:?}: {property}: {it}"));
        let deadline = Some(Instant::now() + limits.time);
        let settings = Settings {
            scheduler,
            depth: None,
            unroll: limits.unroll,
            budget: Budget { deadline, ..Budget::default() },
            properties: [property].into_iter().collect(),
        };
        let (found, _) = guarded(|| check(program, &settings, &mut |_| {}))?;
        match found {
            Found::Unsupported(_) => verdicts.unsupported += 1,
            Found::Limit { examined: None, .. } => verdicts.slow += 1,
            Found::Limit { .. } => verdicts.bounded += 1,
            Found::Nothing { undecided, .. } if undecided.contains(property) => verdicts.undecided += 1,
            Found::Nothing { examined, undecided: _ } => {
                if examined.depth.is_some() || examined.rounds.is_some() {
                    verdicts.bounded += 1;
                } else if expected == Some(true) {
                    return complain("nothing is found, but it is violated".to_owned());
                } else {
                    verdicts.proofs += 1;
                }
            }
            Found::Violations(_) if expected == Some(false) => return complain("it is not violated".to_owned()),
            Found::Violations(violations) => {
                for (property, plan) in violations {
                    let code = vm::compile(program, settings.properties).with_inputs(plan.inputs.clone());
                    let replayed = guarded(|| vm::replay::replay(program, code, &plan.schedule, property))?;
                    if let Err(why) = replayed {
                        return complain(format!("a violation does not replay, {why}, {plan:?}"));
                    }
                }
                verdicts.found += 1;
            }
        }
    }
    Ok(verdicts)
}
