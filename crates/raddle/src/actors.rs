//! Actor programs: from ABS files to an answer.

use crate::check::{Outcome, Progress};
use crate::deepen::{Followed, Stage, as_far_as_it_takes};
use crate::load::LoadError;
use crate::polish;
use crate::search::{self, Search};
use abs::{Actors, Code};
use event::{Inputs, MemoryModel, Properties, Property, Scope, Stats, Verdict};
use explore::{Exploration, Observer, Reduction, Team};
use source::{Diagnostics, Sources, Span};
use std::path::Path;

/// A program of actors, and what was said about it on the way.
#[derive(Debug)]
pub struct LoadedActors {
    /// What it says. Code that is ready to run belongs to one thread, so whoever runs it [makes it](LoadedActors::code).
    pub program: abs::program::Program,
    /// What positions point into.
    pub sources: Sources,
    /// Where the program that is checked differs from the one that was written.
    pub approximations: Vec<String>,
    /// None of them is an error.
    pub warnings: Diagnostics,
}

impl LoadedActors {
    /// Ready to run.
    pub fn code(&self) -> Code {
        abs::compile(&self.program)
    }
}

/// How actor programs are read.
#[derive(Clone, Debug, Default)]
pub struct ActorOptions {
    /// The module whose main block is run.
    pub main: Option<String>,
    /// `/` of two integers is an integer.
    pub truncating_division: bool,
    /// `-Dname=EXPR`: the function `name`, which has no parameters, has this value.
    pub flags: Vec<String>,
}

/// Whether a file is one of an actor program, by its name.
pub fn is_actors(path: &Path) -> bool {
    path.extension().is_some_and(|it| it == "abs")
}

/// Loads ABS files that are one program together.
pub fn load(paths: &[impl AsRef<Path>], options: &ActorOptions) -> Result<LoadedActors, LoadError> {
    match read(paths, options)? {
        Ok((program, warnings)) => Ok(LoadedActors {
            sources: program.sources.clone(),
            approximations: program.approximations.clone(),
            program,
            warnings,
        }),
        Err((diagnostics, sources)) => Err(LoadError::Diagnostics { diagnostics, sources }),
    }
}

/// A program with warnings, or what is wrong with it.
pub(crate) type Checked = Result<(abs::program::Program, Diagnostics), (Diagnostics, Sources)>;

/// Reads and checks ABS files; an error is one of files or options.
pub(crate) fn read(paths: &[impl AsRef<Path>], options: &ActorOptions) -> Result<Checked, LoadError> {
    let mut files = Vec::new();
    for path in paths.iter().map(AsRef::as_ref) {
        if !is_actors(path) {
            let message = format!("{}: actor programs are made of .abs files only", path.display());
            return Err(LoadError::Input(message));
        }
        files.push((path.display().to_string(), crate::load::read_text(path)?));
    }
    let options = abs::Options {
        truncating_division: options.truncating_division,
        main: options.main.clone(),
        definitions: options.flags.iter().map(|it| definition(it)).collect::<Result<_, _>>()?,
    };
    Ok(abs::load(files, &options))
}

/// `-Dname=EXPR`
fn definition(flag: &str) -> Result<(String, String), LoadError> {
    match flag.strip_prefix("-D").and_then(|it| it.split_once('=')) {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err(LoadError::Input(format!("`{flag}`: actor programs take -Dname=EXPRESSION behind `--`"))),
    }
}

/// What to check of actors and how.
#[derive(Clone)]
pub struct ActorCheck {
    /// What to look for; the reduction is one that [takes actors](explore::Reduction::takes_actors).
    pub search: Search,
    /// Steps depend on each other only if they really touch the same.
    pub dynamic: bool,
}

impl Default for ActorCheck {
    fn default() -> Self {
        ActorCheck { search: Search { properties: Properties::of_actors(), ..Search::default() }, dynamic: false }
    }
}

/// What was found, and how far tasks were followed.
struct Explored {
    result: Exploration,
    steps: u32,
    /// Where choices with too many values were met.
    unexplored: Vec<Span>,
}

impl Followed for Explored {
    fn result(&self) -> &Exploration {
        &self.result
    }
}

/// Checks a program of actors.
pub fn check(loaded: &LoadedActors, options: &ActorCheck, progress: &mut dyn FnMut(&Stats, Option<f64>)) -> Outcome {
    check_watched(loaded, options, &mut Progress(progress), |_, _, _| {})
}

/// As [`check`], with somebody who watches, and who is given at the end what the actors have run, and the figures of the
/// exploration that counts.
pub(crate) fn check_watched<O: Observer<Actors>>(
    loaded: &LoadedActors,
    options: &ActorCheck,
    observer: &mut O,
    after: impl FnOnce(&mut O, &Code, &Stats),
) -> Outcome {
    let mut code = loaded.code();
    if options.dynamic {
        code = code.with_dynamic_dependence();
    }
    let search = &options.search;
    let explored = as_far_as_it_takes(search, search.reached(), &mut |stage| {
        let Stage { steps, stop_when_cut, most_events, .. } = stage;
        let stopping = |code: Code| {
            let code = code.stopping_after(steps);
            if stop_when_cut { code } else { code.telling_steps_apart() }
        };
        let run = search.options(stop_when_cut, most_events);
        if search.is_teamwork() && search.reduction.is_divisible() {
            // Code that is ready to run belongs to one thread.
            let make = || {
                let code = loaded.code();
                Actors::new(stopping(if options.dynamic { code.with_dynamic_dependence() } else { code }))
            };
            let mut show = |stats: &Stats| observer.progress(stats, None);
            let together = |team: &Team<'_>| explore::run_together(search.reduction, &make, &run, team, &mut show);
            let (result, actors) = search.with_team(stage, together);
            return Explored { result, steps, unexplored: actors.unexplored().to_vec() };
        }
        let mut actors = Actors::new(stopping(code.clone()));
        let result = explore::run(search.reduction, &mut actors, &run, observer);
        Explored { result, steps, unexplored: actors.unexplored().to_vec() }
    });
    let Explored { result, steps, unexplored } = explored;
    let scope = scope(loaded, &code, &result, steps);
    let code = code.stopping_after(steps);
    after(observer, &code, &result.stats);
    let replayed = search::replay_all(&result, |it| abs::replay(&code, &it.schedule, it.property));
    let verdict = match search::verdict(&result, replayed, unexplored, &scope) {
        Verdict::Unsafe { violations } => {
            let plain = loaded.code();
            let polish = |it| polish::of_actors(&plain, &loaded.sources, &search.budget, it);
            Verdict::Unsafe { violations: violations.into_iter().map(polish).collect() }
        }
        verdict @ (Verdict::Safe { .. } | Verdict::Partial { .. } | Verdict::Unknown { .. }) => verdict,
    };
    let engine = engine(options, result.reduction);
    let checked = search.properties;
    let findings = verdict.findings(checked, search::settled(&result));
    Outcome { verdict, findings, stats: result.stats, scope, engine, figures: None, checked, others: Vec::new() }
}

/// The engine in words.
fn engine(options: &ActorCheck, used: Reduction) -> String {
    let dependence = if options.dynamic { ", dynamic dependence" } else { "" };
    let states = if options.search.remember_states { ", states remembered" } else { "" };
    if used == options.search.reduction {
        return format!("explore ({used}{dependence}{states})");
    }
    format!("explore ({used}: {} does not know what some task waits for{dependence}{states})", options.search.reduction)
}

fn scope(loaded: &LoadedActors, code: &Code, result: &Exploration, steps: u32) -> Scope {
    let mut cuts = Vec::new();
    if result.cut_loops {
        cuts.push("endless local loops or recursion cut".to_owned());
    }
    if result.cut_steps {
        cuts.push(format!("up to {steps} steps of each task, those that led to it included"));
    }
    Scope {
        loops: search::loops(result, cuts),
        memory_model: MemoryModel::Messages,
        inputs: if code.chooses() { Inputs::All } else { Inputs::None },
        approximations: loaded.approximations.clone(),
    }
}

/// Why a property cannot be asked of actors, if it cannot.
pub fn objection(property: Property) -> Option<&'static str> {
    match property {
        Property::Reach | Property::Deadlock | Property::Exception => None,
        Property::Memory | Property::Race => Some("actors share no memory"),
        Property::Overflow => Some("integers of ABS have no largest value"),
    }
}
