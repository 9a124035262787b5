//! `raddle svcomp`: one property file, one program, one of the competition's words as the last line, and a witness.

use crate::arguments::SvcompArguments;
use crate::limits::{Limits, claim_answer};
use crate::{Progress, answer, answer_style, complain, load, print, say, say_unknown};
use event::{Budget, Properties, Verdict};
use ir::passes::Reading;
use raddle::output::Output;
use raddle::portfolio::AutoOptions;
use raddle::search::Search;
use raddle::witness::specification::Formula;
use raddle::witness::verdict::word;
use raddle::witness::waypoints::Checked;
use raddle::witness::write;
use raddle::{CheckOptions, LoadError, LoadOptions, Loaded, Outcome, exit, property_file};
use std::sync::Arc;

/// Checks what a property file asks for; the exit code that belongs to the answer.
pub fn run(arguments: &SvcompArguments) -> u8 {
    let files: Vec<String> = arguments.files.iter().map(|it| it.display().to_string()).collect();
    let output = Output { files: files.clone(), ..Output::default() };
    let unknown = |code: u8| {
        say("unknown\n");
        code
    };
    let formulas = match property_file::formulas(&arguments.property) {
        Ok(formulas) => formulas,
        Err(why) => return unknown(say_unknown(LoadError::Input(why), &output)),
    };
    let properties: Properties = formulas.iter().flat_map(|it| it.property()).copied().collect();
    let limits = limits(arguments, &output, properties);
    let options = LoadOptions {
        model: arguments.data_model.into(),
        only_reach_error: true,
        // As the competition reads it; but what gets any value keeps it, which is a write, and could race.
        unset: if properties.contains(event::Property::Race) { Reading::Mistake } else { Reading::AnyValue },
        ..LoadOptions::default()
    };
    let Loaded { program, warnings } = match load(&arguments.files, &options, &output) {
        Ok(loaded) => loaded,
        Err(code) => return unknown(code),
    };
    let search = Search { properties, budget: limits.budget.clone(), ..Search::default() };
    let options = CheckOptions { search, auto: true, ..CheckOptions::default() };
    let program = Arc::new(program);
    let mut progress = Progress::new(&limits);
    let all = || std::thread::available_parallelism().map_or(1, |it| it.get());
    let auto = AutoOptions { jobs: arguments.jobs.map_or_else(all, |it| it as usize), agree: false };
    let outcome = raddle::portfolio::check(&program, &options, auto, &mut |line| progress.line(line));
    progress.clear();
    claim_answer();
    let checked = Checked { program: &program, files: &files, properties: outcome.checked };
    let word = word(&formulas, &outcome.verdict);
    write_witness(arguments, checked, &formulas, &outcome.verdict, &word, &limits.budget);
    let exit_code = match word.text.as_str() {
        "true" => exit::SAFE,
        "unknown" if is_bug(&outcome.verdict) => exit::INTERNAL,
        "unknown" => exit::UNKNOWN,
        _ => exit::UNSAFE,
    };
    tell(&outcome, &output, (&program.sources, &warnings), exit_code);
    say(&format!("{}\n", word.text));
    exit_code
}

fn is_bug(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Unknown { because: event::Reason::Internal(_) })
}

/// The limits, which are watched from now on.
fn limits(arguments: &SvcompArguments, output: &Output, properties: Properties) -> Limits {
    let limits = Limits::new(arguments.timeout, arguments.memory);
    let output = output.clone();
    limits.watch("auto".to_owned(), properties, move |outcome| {
        let (sources, warnings) = (source::Sources::new(), source::Diagnostics::new());
        tell(&outcome, &output, (&sources, &warnings), exit::UNKNOWN);
        say("unknown\n");
    });
    limits
}

/// Writes the witness of the answer, if it has one.
fn write_witness(
    arguments: &SvcompArguments,
    checked: Checked<'_>,
    formulas: &[Formula],
    verdict: &Verdict,
    word: &raddle::witness::verdict::Word<'_>,
    budget: &Budget,
) {
    let lines: Vec<String> = formulas.iter().map(|it| it.text()).collect();
    let save = |path: &std::path::Path, text: &str| {
        if let Err(error) = raddle::files::write_atomically(path, text.as_bytes()) {
            complain(&format!("error: the witness is not written: {}: {error}\n", path.display()));
        }
    };
    match (word.violation, verdict) {
        (Some(violation), _) => match write::violation(checked, violation, Some(&lines.join("\n"))) {
            Ok(witness) => {
                save(&arguments.witness, &witness.yaml());
                if let Some(path) = &arguments.graphml {
                    save(path, &witness.graphml());
                }
            }
            Err(why) => complain(&format!("no witness is written: {why}\n")),
        },
        (None, Verdict::Safe { .. }) if word.text == "true" => {
            save(&arguments.witness, &write::correctness(checked, formulas, budget));
        }
        (None, _) => {}
    }
}

/// Prints the answer as `check` does, before the word.
fn tell(
    outcome: &Outcome,
    output: &Output,
    (sources, warnings): (&source::Sources, &source::Diagnostics),
    exit_code: u8,
) {
    let subject = output.files.join(" ");
    let answer = answer(&subject, outcome, output, (sources, warnings), exit_code);
    print(&output.answer(&answer, None, answer_style(false)));
}
