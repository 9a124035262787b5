//! `raddle replay`, and the traces that `raddle check` leaves for it: what is said, in which order.

use crate::arguments::{CheckArguments, ExportArguments, ReplayArguments};
use crate::{answer_style, colour, complain, complain_about, complain_about_input, error_style, say, terminal};
use event::{Properties, Verdict};
use raddle::files::write_atomically;
use raddle::replay::session::{Run, Session};
use raddle::replay::{self, Ending, Program, Replayed, files, read, write};
use raddle::{LoadError, exit, native};
use report::html::ReplayEnding;
use source::Span;
use std::io::IsTerminal;
use std::path::PathBuf;

/// Runs a trace again; the exit code that belongs to what it shows.
pub fn run(arguments: &ReplayArguments) -> u8 {
    if let Some(complaint) = arguments.objection() {
        return complain_about(complaint);
    }
    match prepare(arguments) {
        Ok((program, replayed)) => {
            write_page(arguments, &program, &replayed);
            if arguments.interactive {
                walk(&program, &replayed);
            } else {
                tell(arguments, &program, &replayed);
            }
            say(&format!("{}\n", replayed.line()));
            replayed.exit_code()
        }
        Err(error) => complain_about_input(error),
    }
}

/// Reads the trace, loads its program and runs it.
fn prepare(arguments: &ReplayArguments) -> Result<(Program, Replayed), LoadError> {
    let (given, at) = arguments.files_and_trace();
    let trace = read::read(at, arguments.property)?;
    let files = files::find(&trace, given, at)?;
    for change in files::changes(&trace, &files) {
        complain(&format!("warning: {change}\n"));
    }
    let program = files::load(&trace, &files, &arguments.flags)?;
    complain(&report::diagnostics(program.warnings(), program.sources(), error_style()));
    let replayed =
        replay::replay(&program, &trace).map_err(|why| LoadError::Input(format!("{}: {why}", at.display())))?;
    if let Some(was) = &replayed.other_failure {
        complain(&format!("warning: it fails in another way than when the trace was saved: {was}\n"));
    }
    Ok((program, replayed))
}

/// Prints all steps, and what is wrong at the end as `check` does; or why nothing is.
fn tell(arguments: &ReplayArguments, program: &Program, replayed: &Replayed) {
    let sources = program.sources();
    let style = answer_style(arguments.full_trace);
    let (actors, steps) = replayed.ending.run();
    if !arguments.brief && !steps.is_empty() {
        say(&report::steps(actors, steps, sources));
        say("\n");
    }
    match &replayed.ending {
        Ending::Violated(example) => say(&report::trace(replayed.property, example, sources, style)),
        Ending::Holds(_) | Ending::Diverged(_) => say(&replayed.explanation()),
    }
    say("\n");
}

/// Writes the run as a page, if that is wanted.
fn write_page(arguments: &ReplayArguments, program: &Program, replayed: &Replayed) {
    let Some(path) = &arguments.html else { return };
    let explanation = replayed.explanation();
    let (actors, steps) = replayed.ending.run();
    let ending = match &replayed.ending {
        Ending::Violated(example) => ReplayEnding::Violated(example),
        Ending::Holds(_) | Ending::Diverged(_) => ReplayEnding::Other { explanation: &explanation, actors, steps },
    };
    let (given, trace) = arguments.files_and_trace();
    let subject: Vec<String> =
        given.iter().map(PathBuf::as_path).chain([trace]).map(|it| it.display().to_string()).collect();
    let page = report::html::replay(&report::html::Replay {
        subject: &subject.join(" "),
        line: &replayed.line(),
        property: replayed.property,
        ending,
        sources: program.sources(),
        warnings: program.warnings(),
    });
    let mut complaints = String::new();
    raddle::output::write(path, &page, &mut complaints);
    complain(&complaints);
}

/// Lets the user walk through the run.
fn walk(program: &Program, replayed: &Replayed) {
    let (actors, steps) = replayed.ending.run();
    let (end, position, fails) = match &replayed.ending {
        Ending::Violated(example) => (example.summary.clone(), example.position, true),
        Ending::Holds(mismatch) | Ending::Diverged(mismatch) => (mismatch.to_string(), Span::NONE, false),
    };
    let run = Run { actors, steps, sources: program.sources(), end: &end, position, fails };
    terminal::walk(&mut Session::new(run), colour(std::io::stdout().is_terminal()));
}

/// Prints a program that runs into a trace.
pub fn export(arguments: &ExportArguments) -> u8 {
    match exported(arguments) {
        Ok(()) => exit::SAFE,
        Err(error) => complain_about_input(error),
    }
}

fn exported(arguments: &ExportArguments) -> Result<(), LoadError> {
    let (given, at) = arguments.files_and_trace();
    let trace = read::read(at, arguments.property)?;
    let files = files::find(&trace, given, at)?;
    for change in files::changes(&trace, &files) {
        complain(&format!("warning: {change}\n"));
    }
    let text = native::export(&trace, &files, &arguments.flags, at)?;
    match &arguments.output {
        None => say(&text),
        Some(path) => {
            let failure = |error| LoadError::Input(format!("{}: {error}", path.display()));
            write_atomically(path, text.as_bytes()).map_err(failure)?;
        }
    }
    Ok(())
}

/// Writes the traces of all violations to the file that is asked for and beside it, and says so.
pub fn save(arguments: &CheckArguments, verdict: &Verdict, checked: Properties) {
    let Some(path) = &arguments.save_trace else { return };
    let violations = match verdict {
        Verdict::Unsafe { violations } => violations,
        Verdict::Safe { .. } | Verdict::Partial { .. } | Verdict::Unknown { .. } => {
            complain(&format!("no violation was found: {} is not written\n", path.display()));
            return;
        }
    };
    for (path, trace) in write::traces(path, &arguments.saved_program(), checked, violations) {
        let path_shown = path.display();
        match write_atomically(&path, write::text(&trace).as_bytes()) {
            Ok(()) => complain(&format!("the trace of `{}` is in {path_shown}\n", trace.property)),
            Err(error) => complain(&format!("error: the trace is not saved: {path_shown}: {error}\n")),
        }
    }
}
