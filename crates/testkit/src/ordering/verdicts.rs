//! Verdicts about each property, compared with those of brute force.

use super::{Answers, Figures, Limits, PROPERTIES, WAYS, options, report, settings};
use crate::oracle::{self, Report};
use crate::panics::guarded;
use crate::replays::replays;
use bmc::ordering::Config;
use bmc::{Found, Plan};
use event::{Budget, Properties, Property};
use explore::Reduction;
use ir::Program;
use std::time::{Duration, Instant};
use vm::Machine;

/// Compares verdicts: each property in the default way and in another one, and in some turns all of them together.
pub(super) fn agree(program: &Program, turn: usize, limits: &Limits, figures: &mut Figures) -> Result<(), String> {
    let others = WAYS.len() - 1;
    let mut alone = [None; PROPERTIES.len()];
    for (index, property) in PROPERTIES.into_iter().enumerate() {
        alone[index] = is_violated(program, property, limits);
        let answers = &mut figures.properties[index];
        match alone[index] {
            Some(true) => answers.violated += 1,
            Some(false) => answers.holds += 1,
            None => answers.unknown += 1,
        }
        let properties = [property].into_iter().collect();
        for (name, config) in [WAYS[others], WAYS[(turn + index) % others]] {
            let asked = Asked { program, properties, config, limits, expected: &|_| alone[index] };
            let complaint = |it: String| format!("{name}: {property}: {it}");
            asked.compare(&mut figures.properties[index], &mut figures.unsupported).map_err(complaint)?;
        }
    }
    if turn % 2 == 1 {
        return Ok(());
    }
    let properties = PROPERTIES.into_iter().collect();
    let report = report(program, &options(limits, properties));
    let race = report.as_ref().and_then(|_| has_race(program, properties, limits));
    let expected = |property| match property {
        Property::Race => race,
        Property::Reach | Property::Deadlock | Property::Memory | Property::Overflow | Property::Exception => {
            report.as_ref().map(|it| violates(it, property))
        }
    };
    let all = PROPERTIES.map(expected);
    match (all.contains(&Some(true)), all.contains(&None)) {
        (true, _) => figures.together.violated += 1,
        (false, false) => figures.together.holds += 1,
        (false, true) => figures.together.unknown += 1,
    }
    let asked = Asked { program, properties, config: WAYS[others].1, limits, expected: &expected };
    let complaint = |it: String| format!("{}: together: {it}", WAYS[others].0);
    asked.compare(&mut figures.together, &mut figures.unsupported).map_err(complaint)
}

/// Whether a property that is asked for alone is violated, if that can be found out.
pub fn is_violated(program: &Program, property: Property, limits: &Limits) -> Option<bool> {
    let alone = [property].into_iter().collect();
    match property {
        Property::Reach | Property::Deadlock | Property::Memory | Property::Overflow => {
            report(program, &options(limits, alone)).map(|it| violates(&it, property))
        }
        Property::Race => has_race(program, alone, limits),
        Property::Exception => None,
    }
}

/// Whether a property but that of races is violated.
fn violates(report: &Report, property: Property) -> bool {
    let wanted = match property {
        Property::Deadlock => return report.deadlock,
        Property::Reach => oracle::Property::Reach,
        Property::Memory => oracle::Property::Memory,
        Property::Overflow => oracle::Property::Overflow,
        Property::Race | Property::Exception => return false,
    };
    report.violations.iter().any(|it| it.property() == wanted)
}

/// Whether there is a data race if these properties are asked for. Where there are too many interleavings to look at all of
/// them, an exploration says so.
fn has_race(program: &Program, properties: Properties, limits: &Limits) -> Option<bool> {
    let known = oracle::has_race(program, &options(limits, properties), limits.ways);
    if known.is_some() {
        return known;
    }
    let code = vm::compile(program, properties).stopping_after(60).with_awaits();
    let mut machine = Machine::new(program, code);
    let deadline = Some(Instant::now() + Duration::from_secs(1));
    let options = explore::Options {
        properties: [Property::Race].into_iter().collect(),
        budget: Budget { deadline, ..Budget::default() },
        ..explore::Options::default()
    };
    let exploration = explore::run(Reduction::Optimal, &mut machine, &options, &mut ());
    let is_found = !exploration.found.is_empty();
    (is_found || exploration.limit.is_none() && !exploration.cut_steps).then_some(is_found)
}

/// A question, and what is known.
struct Asked<'a> {
    program: &'a Program,
    properties: Properties,
    config: Config,
    limits: &'a Limits,
    /// Whether each property is violated.
    expected: &'a dyn Fn(Property) -> Option<bool>,
}

impl Asked<'_> {
    /// Whether the engine's answer is right.
    fn compare(
        &self,
        answers: &mut Answers,
        refusals: &mut std::collections::BTreeMap<String, u64>,
    ) -> Result<(), String> {
        let expected = |it: &Property| (self.expected)(*it);
        let violated: Vec<&str> = PROPERTIES
            .iter()
            .filter(|it| self.properties.contains(**it))
            .filter(|it| expected(it) == Some(true))
            .map(|it| it.name())
            .collect();
        let is_bounded = |answers: &mut Answers| {
            answers.bounded += 1;
            answers.missed += u64::from(!violated.is_empty());
        };
        let (found, interchangeable) = self.ask()?;
        answers.interchangeable += interchangeable;
        match found {
            Found::Unsupported(unsupported) => {
                answers.unsupported += 1;
                *refusals.entry(unsupported.what.into_owned()).or_default() += 1;
            }
            Found::Limit { examined: None, .. } => answers.slow += 1,
            Found::Limit { examined: Some(_), .. } | Found::Nothing { rounds: Some(_), .. } => is_bounded(answers),
            Found::Nothing { rounds: None, .. } if !violated.is_empty() => {
                return Err(format!("nothing is found, but {} is violated", violated.join(" and ")));
            }
            Found::Nothing { rounds: None, .. } => answers.proofs += 1,
            Found::Violations { violations: found, settled } => {
                if let Some(lost) = settled.iter().find(|&it| (self.expected)(it) == Some(true)) {
                    return Err(format!("{lost} is violated, but is said to hold"));
                }
                for (property, plan) in &found {
                    if !self.properties.contains(*property) {
                        return Err(format!("{property} was not asked for"));
                    }
                    // As the command does: what threads do in loops after the end of an execution is not what was asked.
                    if *property == Property::Deadlock && self.has_loops() && self.replay(*property, plan).is_err() {
                        answers.unsupported += 1;
                        *refusals.entry("loops in which threads wait".to_owned()).or_default() += 1;
                        return Ok(());
                    }
                    if (self.expected)(*property) == Some(false) {
                        return Err(format!("{property} is not violated"));
                    }
                    self.replay(*property, plan)?;
                }
                if found.is_empty() {
                    return Err("violations, but of nothing".to_owned());
                }
                answers.found += 1;
            }
        }
        Ok(())
    }

    fn has_loops(&self) -> bool {
        self.program.functions.iter().any(ir::passes::loops::has_loops)
    }

    /// The answer, and how many pairs of threads were taken for interchangeable.
    fn ask(&self) -> Result<(Found, u64), String> {
        let settings = settings(self.config, self.properties, self.limits);
        let (found, figures) = guarded(|| bmc::check(self.program, &settings, &mut |_| {}))?;
        Ok((found, figures.interchangeable))
    }

    fn replay(&self, property: Property, plan: &Plan) -> Result<(), String> {
        let code = vm::compile(self.program, self.properties).with_inputs(plan.inputs.clone());
        let replayed = guarded(|| replays(self.program, &code, &plan.schedule, property))?;
        replayed.map_err(|it| format!("{it}, found as {plan:?}"))
    }
}
