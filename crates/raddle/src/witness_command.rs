//! The witnesses that `raddle check` writes and validates: what is said about them.

use crate::arguments::CheckArguments;
use crate::{complain, thread_options};
use event::{Properties, Verdict};
use raddle::witness::read::Witness;
use raddle::witness::specification::Formula;
use raddle::witness::waypoints::Checked;
use raddle::witness::{validate, write};
use raddle::{CheckOptions, LoadError, Outcome};
use std::path::Path;

/// Writes the witnesses that are asked for, and says so.
pub fn write(arguments: &CheckArguments, program: &ir::Program, verdict: &Verdict, properties: Properties) {
    let (yaml, graphml) = (&arguments.witness.witness, &arguments.witness.graphml);
    if yaml.is_none() && graphml.is_none() {
        return;
    }
    let files: Vec<String> = arguments.input.files.iter().map(|it| it.display().to_string()).collect();
    let checked = Checked { program, files: &files, properties, uninitialised: arguments.uninitialised };
    match verdict {
        Verdict::Unsafe { violations } => {
            for (index, violation) in violations.iter().enumerate() {
                let witness = match write::violation(checked, violation) {
                    Ok(witness) => witness,
                    Err(why) => {
                        complain(&format!("no witness of `{}` is written: {why}\n", violation.property));
                        continue;
                    }
                };
                let name = witness.formula.name();
                if let Some(path) = yaml {
                    save(&write::path(path, index, violation), &witness.yaml(), name);
                }
                if let Some(path) = graphml {
                    save(&write::path(path, index, violation), &witness.graphml(), name);
                }
            }
        }
        Verdict::Safe { scope } if scope.is_complete() => {
            if let Some(path) = graphml {
                complain(&format!("{} is not written: in GraphML there are only violations\n", path.display()));
            }
            let formulas: Vec<Formula> = Formula::ALL.into_iter().filter(|it| it.is_proved(properties)).collect();
            if let Some(path) = yaml {
                save(path, &write::correctness(checked, &formulas, Vec::new()), "correctness");
            }
        }
        Verdict::Safe { .. } => nothing(yaml.as_ref().or(graphml.as_ref()), "the claim does not cover all executions"),
        Verdict::Unknown { .. } => nothing(yaml.as_ref().or(graphml.as_ref()), "there is no answer"),
    }
}

fn nothing(path: Option<&std::path::PathBuf>, why: &str) {
    if let Some(path) = path {
        complain(&format!("{} is not written: {why}\n", path.display()));
    }
}

fn save(path: &Path, text: &str, what: &str) {
    match std::fs::write(path, text) {
        Ok(()) => complain(&format!("the witness of `{what}` is in {}\n", path.display())),
        Err(error) => complain(&format!("error: the witness is not written: {}: {error}\n", path.display())),
    }
}

/// Looks for an execution that a witness describes.
pub fn validate(
    arguments: &CheckArguments,
    path: &Path,
    program: &ir::Program,
    options: &CheckOptions,
) -> Result<Outcome, LoadError> {
    let wrong = |why: String| LoadError::Input(format!("{}: {why}", path.display()));
    let witness = match validate::read_file(path)? {
        Witness::Violation(witness) => witness,
        Witness::Correctness(set) => return Err(wrong(validate::correctness(&set))),
    };
    let against = validate::Against {
        files: &arguments.input.files,
        options: &thread_options(arguments),
        properties: arguments.asks_for_properties().then_some(options.search.properties),
        uninitialised: arguments.uninitialised,
        budget: options.search.budget.clone(),
    };
    let validated = validate::violation(program, &witness, &against).map_err(wrong)?;
    Ok(validate::outcome(program, options, validated))
}
