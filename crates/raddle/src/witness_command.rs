//! The witnesses that `raddle check` writes and validates: what is said about them.

use crate::arguments::CheckArguments;
use crate::{check_options, complain, load, object, say_unknown, tell, thread_options};
use event::{Properties, Verdict};
use explore::Reduction;
use raddle::output::Output;
use raddle::witness::read::Witness;
use raddle::witness::specification::Formula;
use raddle::witness::waypoints::Checked;
use raddle::witness::validate::{self, Validated};
use raddle::witness::write;
use raddle::{LoadError, LoadOptions, Loaded};
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
                let witness = match write::violation(checked, violation, None) {
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

/// Looks for an execution that a witness describes; the exit code that belongs to what is found.
pub fn validate(arguments: &CheckArguments, path: &Path, output: &Output) -> u8 {
    let wrong = |why: String| LoadError::Input(format!("{}: {why}", path.display()));
    let witness = match validate::read_file(path) {
        Ok(Witness::Violation(witness)) => witness,
        Ok(Witness::Correctness(set)) => return say_unknown(wrong(validate::correctness(&set)), output),
        Err(error) => return say_unknown(error, output),
    };
    let properties = match arguments.properties(Reduction::Optimal) {
        Ok(properties) => properties,
        Err(complaint) => return object(complaint, output),
    };
    let options = check_options(arguments, Reduction::Optimal, properties);
    let load_options =
        LoadOptions { only_reach_error: validate::asks_for_reach_error(&witness), ..thread_options(arguments) };
    // If a few values of an input would do, the witness may still name others.
    let mut wide = [false, true].into_iter();
    loop {
        let is_wide = wide.next() == Some(true);
        let load_options = LoadOptions { wide_choices: is_wide, ..load_options.clone() };
        let Loaded { program, warnings } = match load(&arguments.input.files, &load_options, output) {
            Ok(loaded) => loaded,
            Err(code) => return code,
        };
        let against = validate::Against {
            files: &arguments.input.files,
            options: &load_options,
            properties: arguments.asks_for_properties().then_some(properties),
            uninitialised: arguments.uninitialised,
            budget: options.search.budget.clone(),
        };
        let validated = match validate::violation(&program, &witness, &against) {
            Ok(validated) => validated,
            Err(why) => return say_unknown(wrong(why), output),
        };
        if matches!(validated, Validated::Rejected(_)) && !is_wide && validate::names_inputs(&witness) {
            continue;
        }
        let outcome = validate::outcome(&program, &options, validated);
        return tell(arguments, output, outcome, properties, (&program.sources, &warnings));
    }
}
