//! The witnesses that `raddle check` writes and validates: what is said about them.

use crate::arguments::CheckArguments;
use crate::limits::Limits;
use crate::{check_options, complain, load, object, say_unknown, tell, thread_options};
use event::{Budget, Properties, Verdict};
use explore::Reduction;
use raddle::output::Output;
use raddle::witness::read::Witness;
use raddle::witness::specification::Formula;
use raddle::witness::validate::{self, Validated};
use raddle::witness::waypoints::Checked;
use raddle::witness::write;
use raddle::{CheckOptions, LoadError, LoadOptions, Loaded, Outcome};
use report::witness::{InvariantSet, Task, ViolationSequence};
use std::path::Path;
use std::sync::Arc;

/// Writes the witnesses that are asked for, and says so.
pub fn write(
    arguments: &CheckArguments,
    program: &ir::Program,
    verdict: &Verdict,
    properties: Properties,
    budget: &Budget,
) {
    let (yaml, graphml) = (&arguments.witness.witness, &arguments.witness.graphml);
    if yaml.is_none() && graphml.is_none() {
        return;
    }
    let files: Vec<String> = arguments.input.files.iter().map(|it| it.display().to_string()).collect();
    let checked = Checked { program, files: &files, properties };
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
        Verdict::Safe { scope } | Verdict::Partial { scope, .. } if scope.is_complete() => {
            if let Some(path) = graphml {
                complain(&format!("{} is not written: in GraphML there are only violations\n", path.display()));
            }
            let formulas: Vec<Formula> = Formula::ALL.into_iter().filter(|it| it.is_proved(properties)).collect();
            if let Some(path) = yaml {
                save(path, &write::correctness(checked, &formulas, budget), "correctness");
            }
        }
        Verdict::Safe { .. } | Verdict::Partial { .. } => {
            nothing(yaml.as_ref().or(graphml.as_ref()), "the claim does not cover all executions")
        }
        Verdict::Unknown { .. } => nothing(yaml.as_ref().or(graphml.as_ref()), "there is no answer"),
    }
}

fn nothing(path: Option<&std::path::PathBuf>, why: &str) {
    if let Some(path) = path {
        complain(&format!("{} is not written: {why}\n", path.display()));
    }
}

fn save(path: &Path, text: &str, what: &str) {
    match raddle::files::write_atomically(path, text.as_bytes()) {
        Ok(()) => complain(&format!("the witness of `{what}` is in {}\n", path.display())),
        Err(error) => complain(&format!("error: the witness is not written: {}: {error}\n", path.display())),
    }
}

/// Validates a witness; the exit code that belongs to what is found.
pub fn validate(arguments: &CheckArguments, path: &Path, output: &Output, limits: &Limits) -> u8 {
    let properties = match arguments.asked(Reduction::Optimal) {
        Ok(question) => question.asked,
        Err(complaint) => return object(complaint, output),
    };
    let options = check_options(arguments, Reduction::Optimal, properties, limits);
    limits.engines_begin();
    let validation = Validation { arguments, path, output, options };
    match validate::read_file(path) {
        Ok(Witness::Violation(witness)) => validation.violation(&witness),
        Ok(Witness::Correctness(witness)) => validation.correctness(&witness),
        Err(error) => say_unknown(error, output),
    }
}

/// What a witness is validated with.
struct Validation<'a> {
    arguments: &'a CheckArguments,
    path: &'a Path,
    output: &'a Output,
    options: CheckOptions,
}

impl Validation<'_> {
    /// Looks for an execution that a witness describes.
    fn violation(&self, witness: &ViolationSequence) -> u8 {
        // If a few values of an input would do, the witness may still name others.
        let mut is_wide = false;
        loop {
            let load_options = LoadOptions { wide_choices: is_wide, ..self.load_options(&witness.metadata.task) };
            let loaded = match load(&self.arguments.input.files, &load_options, self.output) {
                Ok(loaded) => loaded,
                Err(code) => return code,
            };
            let validated = validate::violation(&loaded.program, witness, &self.against(&load_options));
            match validated {
                Err(why) => return self.not_supported(why),
                Ok((Validated::Rejected(_), _)) if !is_wide && validate::names_inputs(witness) => is_wide = true,
                Ok((validated, states)) => {
                    let outcome = validate::outcome(&loaded.program, &self.options, validated, states);
                    return self.told(outcome, &loaded);
                }
            }
        }
    }

    /// Checks that invariants hold in all executions, and then the program.
    fn correctness(&self, witness: &InvariantSet) -> u8 {
        let task = &witness.metadata.task;
        let load_options = self.load_options(task);
        let loaded = match load(&self.arguments.input.files, &load_options, self.output) {
            Ok(loaded) => loaded,
            Err(code) => return code,
        };
        let validated = match validate::invariants(&loaded.program, witness, &self.against(&load_options)) {
            Err(why) => return self.not_supported(why),
            Ok(Some(why)) => validate::outcome(&loaded.program, &self.options, Validated::Rejected(why), 0),
            Ok(None) => {
                let asked = self.arguments.asks_for_properties().then_some(self.options.search.properties);
                let mut options = self.options.clone();
                options.search.properties = validate::properties(task, asked);
                let program = Arc::new(loaded.program.clone());
                let outcome = raddle::portfolio::check(&program, &options, self.arguments.auto(), &mut |_| ());
                let engine = match &outcome.verdict {
                    Verdict::Safe { scope } if scope.is_complete() => format!("{}; witness: accepted", outcome.engine),
                    _ => format!("{}; witness: its invariants hold", outcome.engine),
                };
                Outcome { engine, ..outcome }
            }
        };
        self.told(validated, &loaded)
    }

    fn load_options(&self, task: &Task) -> LoadOptions {
        LoadOptions { only_reach_error: validate::asks_for_reach_error(task), ..thread_options(self.arguments) }
    }

    fn against<'a>(&'a self, options: &'a LoadOptions) -> validate::Against<'a> {
        let is_asked = self.arguments.asks_for_properties();
        validate::Against {
            files: &self.arguments.input.files,
            options,
            properties: is_asked.then_some(self.options.search.properties),
            budget: self.options.search.budget.clone(),
        }
    }

    fn not_supported(&self, why: String) -> u8 {
        say_unknown(LoadError::Input(format!("{}: {why}", self.path.display())), self.output)
    }

    fn told(&self, outcome: Outcome, loaded: &Loaded) -> u8 {
        tell(self.arguments, self.output, outcome, (&loaded.program.sources, &loaded.warnings))
    }
}
