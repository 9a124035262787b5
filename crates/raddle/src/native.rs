//! A saved trace as a C program: the user's own, which runs into the failure when it is compiled.
//!
//! The trace is replayed first; what does not fail here any more is not exported. The steps of the machine become points of the
//! program by where their operations are in the source ([`c::native`]).

use crate::load::{LoadError, c_options};
use crate::replay::files::load_options;
use crate::replay::{self, Ending, Program};
use crate::saved::{SavedTrace, step_text};
use c::native::{Execution, Key, Kind, Seen, Step, Thread};
use event::{Counterexample, Fault, Property};
use ir::{Action, Operation};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The program of a trace as C text that repeats it. `flags` are for the preprocessor, in the place of those of the trace.
pub fn export(trace: &SavedTrace, files: &[PathBuf], flags: &[String], at: &Path) -> Result<String, LoadError> {
    let program = replay::files::load(trace, files, flags)?;
    let loaded = match &program {
        Program::Threads(loaded) => loaded,
        Program::Actors(_) => {
            let message = "a trace of actors: only programs in C can be exported".to_owned();
            return Err(LoadError::Input(message));
        }
    };
    let paths: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    if crate::load::is_text_form(&paths) {
        return Err(LoadError::Input("a program in text form is no C, and cannot be exported".to_owned()));
    }
    let refused = |why: String| LoadError::Input(format!("{}: {why}", at.display()));
    let replayed = replay::replay(&program, trace).map_err(refused)?;
    let Ending::Violated(example) = &replayed.ending else {
        return Err(refused(format!("the trace does not fail any more: {}", replayed.explanation().trim_end())));
    };
    let execution = execution(&loaded.program, trace, replayed.property, example).map_err(refused)?;
    let options = c_options(&load_options(trace, flags)?);
    let print = |unit: &c::tree::Unit, _: &mut source::Diagnostics| Some(c::native::print(unit, &execution));
    match c::with_tree_of_files(files, &options, print) {
        Ok((text, _)) => Ok(text),
        Err(c::Failure { sources, diagnostics }) => Err(LoadError::Diagnostics { diagnostics, sources }),
    }
}

/// What is to be repeated.
fn execution(
    program: &ir::Program,
    trace: &SavedTrace,
    property: Property,
    example: &Counterexample,
) -> Result<Execution, String> {
    if !example.plan.reused.is_empty() {
        // Whether memory is used again is up to the allocator of the compiled program.
        return Err("the trace uses freed memory again, which a compiled program cannot be told to do".to_owned());
    }
    let code = replay::code(program, trace, &example.plan)?;
    let operations = vm::replay::operations(program, code, &example.plan.schedule, property)?;
    let key =
        |edge: &ir::Edge, operation: &Operation| Some(Key::new(&program.sources, edge.span, Kind::of(operation)?));
    let operation = |edge: &ir::Edge| match &edge.action {
        Action::Visible(operation) => key(edge, operation),
        _ => None,
    };
    let visible: HashSet<Key> = program.functions.iter().flat_map(|it| &it.edges).filter_map(operation).collect();
    let mut steps = Vec::new();
    for (index, performed) in operations.steps.iter().enumerate() {
        let edge = &program.functions[performed.function.index()].edges[performed.edge as usize];
        // Where an object ends there is nothing to be done in C.
        let Some(key) = operation(edge) else { continue };
        let text = example.steps.get(index).map_or(String::new(), |it| step_text(&example.actors, it));
        let text = text.split_once(": ").map_or(text.clone(), |it| it.1.to_owned());
        steps.push(Step { thread: performed.thread, key, text });
    }
    // Whoever fails goes on to where it does. Those that race have done so when all steps are made.
    let fails = |actor: &event::Actor| example.culprit == Some(actor.thread) && property != Property::Race;
    let thread = |(index, actor): (usize, &event::Actor)| Thread {
        name: actor.name.clone(),
        inputs: example.plan.inputs.get(index).cloned().unwrap_or_default(),
        goes_on: operations.ended.get(index).copied().unwrap_or(false) || fails(actor),
    };
    let seen = seen(property, example.fault);
    Ok(Execution {
        visible,
        threads: example.actors.iter().enumerate().map(thread).collect(),
        steps,
        expected: example.summary.clone(),
        seen,
        head: head(trace, property, example, seen),
    })
}

/// How the compiled program shows it.
fn seen(property: Property, fault: Option<Fault>) -> Seen {
    match (property, fault) {
        (Property::Deadlock, _) => Seen::Deadlock,
        (Property::Reach, _) | (_, Some(Fault::Misuse | Fault::BadMutex | Fault::BadJoin)) => Seen::Abort,
        (Property::Memory | Property::Overflow | Property::Race | Property::Exception, _) => Seen::Sanitizer,
    }
}

/// What the file says about itself.
fn head(trace: &SavedTrace, property: Property, example: &Counterexample, seen: Seen) -> Vec<String> {
    let names: Vec<String> = trace.program.files.iter().map(|it| it.path.display().to_string()).collect();
    let wide = if trace.program.data_model.as_deref() == Some("ilp32") { " -m32" } else { "" };
    let sanitizer = match property {
        Property::Race => " -fsanitize=thread",
        Property::Memory if seen == Seen::Sanitizer => " -fsanitize=address,undefined",
        Property::Overflow => " -fsanitize=undefined,float-cast-overflow -fno-sanitize-recover=all",
        _ => "",
    };
    let mut head = vec![
        format!("{}, made to fail: {}.", names.join(" "), example.summary),
        String::new(),
        format!("  cc -O0 -g -pthread{wide}{sanitizer} THIS.c -lm -o failing && ./failing"),
        String::new(),
    ];
    head.push(match seen {
        Seen::Abort => "It aborts where the failure is; gdb ./failing, then `run`, stops there.".to_owned(),
        Seen::Deadlock => {
            "It aborts when no thread has gone on for a second, or after three; RADDLE_STAY=1 lets it wait.".to_owned()
        }
        Seen::Sanitizer if sanitizer.is_empty() => "It crashes, or does what must not be done.".to_owned(),
        Seen::Sanitizer => "The sanitizer reports the failure; without it the program may seem to be right.".to_owned(),
    });
    head.push(
        "RADDLE_STEPS=1 tells each step; `break raddle_step if number == 7` stops before the seventh.".to_owned(),
    );
    head.push("Lines are those of the program. What printf and the like would print is left out.".to_owned());
    head
}
