//! A saved trace once more: its program is loaded, the trace is run from the start, and what happens is compared with what
//! was saved.
//!
//! The run is one of the plain machine (or of the actors): no reduction, no bound, nothing is looked for. So it ends at the same
//! failure, or the program is not the one that the trace was saved for. [`read`] and [`mod@write`] know the file, [`files`] the program
//! that it names; [`session`] walks through a run step by step.

pub mod files;
pub mod read;
pub mod session;
pub mod write;

use crate::exit;
use crate::saved::{SavedTrace, step_text};
use event::{Actor, Counterexample, Mismatch, Plan, Properties, Property, Step, Why};
pub use files::Program;

/// What a run of a trace has shown.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The property that the trace violates.
    pub property: Property,
    /// How it ended.
    pub ending: Ending,
    /// The first step that is not what it was when the trace was saved, if one is not.
    pub difference: Option<Difference>,
    /// What was wrong at the end when the trace was saved, if that is something else now.
    pub other_failure: Option<String>,
}

/// How a run of a trace ends.
#[derive(Clone, Debug)]
pub enum Ending {
    /// The property is violated.
    Violated(Box<Counterexample>),
    /// All steps were made, and it is not.
    Holds(Mismatch),
    /// A step cannot be made.
    Diverged(Mismatch),
}

/// A step that is not what it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Which, from 0.
    pub step: usize,
    /// What it did when the trace was saved, if it was made then.
    pub was: Option<String>,
    /// What it does now, if it is made.
    pub is: Option<String>,
}

/// Runs a trace from the start. `Err`: it is about something that there is not.
pub fn replay(program: &Program, trace: &SavedTrace) -> Result<Replayed, String> {
    let property: Property = trace.property.parse()?;
    if !checked(trace)?.contains(property) {
        return Err(format!("the trace violates `{property}`, but says that this was not checked"));
    }
    let plan = trace.plan();
    let result = match program {
        Program::Threads(loaded) => {
            let code = code(&loaded.program, trace, &plan)?;
            vm::replay::repeat(&loaded.program, code, &plan.schedule, property)
        }
        Program::Actors(loaded) => abs::repeat(&loaded.code(), &plan.schedule, property),
    };
    let ending = match result {
        Ok(example) => Ending::Violated(Box::new(example)),
        Err(it) if matches!(it.why, Why::Stuck(_)) => Ending::Diverged(it),
        Err(it) => Ending::Holds(it),
    };
    let (actors, steps) = ending.run();
    let difference = difference(&trace.steps, actors, steps);
    let other_failure = match &ending {
        Ending::Violated(example) => Some(trace.summary.clone()).filter(|it| *it != example.summary),
        Ending::Holds(_) | Ending::Diverged(_) => None,
    };
    Ok(Replayed { property, ending, difference, other_failure })
}

/// What the machine runs for a trace, with the inputs of a plan, and the memory that it uses again.
pub(crate) fn code(program: &ir::Program, trace: &SavedTrace, plan: &Plan) -> Result<vm::Code, String> {
    let code = vm::compile(program, checked(trace)?);
    Ok(code.with_inputs(plan.inputs.clone()).reusing(plan.reused.clone()))
}

/// The properties that were checked when it was saved.
fn checked(trace: &SavedTrace) -> Result<Properties, String> {
    trace.checked.iter().map(|it| it.parse()).collect()
}

/// The first step that differs from what was saved. A trace may have been saved without its steps, and a run of it may have
/// more of them: threads that wait in loops go round once more, to show that they do.
fn difference(saved: &[String], actors: &[Actor], steps: &[Step]) -> Option<Difference> {
    let texts: Vec<String> = steps.iter().take(saved.len()).map(|it| step_text(actors, it)).collect();
    let step = (0..saved.len()).find(|&it| texts.get(it) != saved.get(it))?;
    Some(Difference { step, was: saved.get(step).cloned(), is: texts.get(step).cloned() })
}

impl Ending {
    /// Who took part, and what happened.
    pub fn run(&self) -> (&[Actor], &[Step]) {
        match self {
            Ending::Violated(example) => (&example.actors, &example.steps),
            Ending::Holds(mismatch) | Ending::Diverged(mismatch) => (&mismatch.actors, &mismatch.steps),
        }
    }
}

impl Replayed {
    /// The last line of standard output.
    pub fn line(&self) -> String {
        match &self.ending {
            Ending::Violated(_) => format!("REPLAY: FALSE({})", self.property),
            Ending::Holds(_) => "REPLAY: NO VIOLATION".to_owned(),
            Ending::Diverged(mismatch) => format!("REPLAY: DIVERGED(step {})", mismatch.steps.len() + 1),
        }
    }

    /// The exit code that belongs to it.
    pub fn exit_code(&self) -> u8 {
        match &self.ending {
            Ending::Violated(_) => exit::UNSAFE,
            Ending::Holds(_) => exit::SAFE,
            Ending::Diverged(_) => exit::UNKNOWN,
        }
    }

    /// Why there is no violation, and where the run went another way; nothing if there is one.
    pub fn explanation(&self) -> String {
        let mismatch = match &self.ending {
            Ending::Violated(_) => return String::new(),
            Ending::Holds(mismatch) | Ending::Diverged(mismatch) => mismatch,
        };
        let mut text = String::new();
        if let Some(Difference { step, was: Some(was), is: Some(is) }) = &self.difference {
            text.push_str(&format!("step {} went another way\n  it was  {was}\n  and is  {is}\n", step + 1));
        }
        let why = match &mismatch.why {
            Why::Stuck(why) => format!("step {} cannot be made: {why}", mismatch.steps.len() + 1),
            Why::Passes(why) => format!("after {} steps {why}", mismatch.steps.len()),
        };
        text.push_str(&why);
        text.push('\n');
        if let (Ending::Diverged(_), Some(Difference { was: Some(was), is: None, .. })) =
            (&self.ending, &self.difference)
        {
            text.push_str(&format!("  it was  {was}\n"));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use event::{Effect, ThreadId};
    use source::Span;

    fn step(text: &str) -> Step {
        let effects = vec![Effect { position: Span::NONE, text: text.to_owned(), touch: None }];
        let (position, function) = (Span::NONE, String::new());
        Step { thread: ThreadId(0), position, function, accesses: Vec::new(), effects, matters: true }
    }

    #[test]
    fn the_first_step_that_differs_is_told() {
        let actors = [Actor { thread: ThreadId(0), name: "main".to_owned(), function: "main".to_owned() }];
        let saved = ["main: x = 1".to_owned(), "main: x = 2".to_owned()];
        let told = |steps: &[Step]| difference(&saved, &actors, steps).map(|it| (it.step, it.is));
        assert_eq!(told(&[step("x = 1"), step("x = 2")]), None);
        assert_eq!(told(&[step("x = 1"), step("x = 2"), step("reads x: 2")]), None, "rounds of a loop that waits");
        assert_eq!(told(&[step("x = 1"), step("x = 3")]), Some((1, Some("main: x = 3".to_owned()))));
        assert_eq!(told(&[step("x = 1")]), Some((1, None)));
        assert_eq!(difference(&[], &actors, &[step("x = 1")]), None, "saved without steps");
    }
}
