//! Actor programs: from ABS files to an answer.

use crate::check::{Outcome, Progress};
use crate::deepen::{Followed, Stage, as_far_as_it_takes};
use crate::load::LoadError;
use crate::polish;
use crate::search::{self, Search};
use abs::{Actors, Code, Hangs};
use event::{Inputs, MemoryModel, Properties, Property, Scope, Stats, Verdict};
use explore::{Exploration, Found, Observer, Reduction, Team};
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

/// Tasks that hang are looked for in at most so many states,
const MOST_STATES: usize = 20_000;
/// and so many loops are named in which one may.
const MOST_NAMED: usize = 3;
/// Near is what so many steps of each task and so many events show.
const NEAR_STEPS: u32 = 64;
const NEAR_EVENTS: u64 = 50_000;

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
    let mut hangs: Option<Hangs> = None;
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
            let (mut result, actors) = search.with_team(stage, together);
            look_for_hangs(search, &code, &mut result, &mut hangs);
            return Explored { result, steps, unexplored: actors.unexplored().to_vec() };
        }
        let mut actors = Actors::new(stopping(code.clone()));
        let mut result = explore::run(search.reduction, &mut actors, &run, observer);
        look_for_hangs(search, &code, &mut result, &mut hangs);
        Explored { result, steps, unexplored: actors.unexplored().to_vec() }
    });
    let Explored { result, steps, unexplored } = explored;
    let cuts = match hangs {
        Some(Hangs::Undecided(loops)) => vec![undecided(&loops, &loaded.sources)],
        Some(Hangs::Found(_) | Hangs::Never) | None => Vec::new(),
    };
    let scope = scope(loaded, &code, &result, (steps, cuts));
    let code = code.stopping_after(steps);
    after(observer, &code, &result.stats);
    // Nothing is stopped there: a task that hangs may need more steps to come to where it does.
    let whole = loaded.code();
    let replayed = search::replay_all(&result, |it| abs::replay(&whole, &it.schedule, it.property));
    let verdict = match search::verdict(&result, replayed, unexplored, &scope) {
        Verdict::Unsafe { violations } => {
            let polish = |it| polish::of_actors(&whole, &loaded.sources, &search.budget, it);
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

/// Looks for tasks that hang, once, if executions may go on for ever: then none of them ends in a deadlock. If there is one, tasks
/// are followed no further, and of other violations only those are found that are near.
fn look_for_hangs(search: &Search, code: &Code, result: &mut Exploration, hangs: &mut Option<Hangs>) {
    let is_found = |it: Property, result: &Exploration| result.found.iter().any(|found| found.property == it);
    // Where states are compared, an execution that comes back is abandoned, and no bound cuts it.
    let comes_back = result.stats.circles || search.remember_states && !code.pausing_loops().is_empty();
    let may_go_on = (result.cut_steps || comes_back) && result.limit.is_none();
    let is_wanted = search.properties.contains(Property::Deadlock) && !is_found(Property::Deadlock, result);
    if hangs.is_some() || !is_wanted || !may_go_on {
        return;
    }
    let found = abs::find_hang(code, MOST_STATES, &search.budget);
    if let Hangs::Found(schedule) = &found {
        result.found.push(Found { property: Property::Deadlock, schedule: schedule.clone() });
        let mut actors = Actors::new(code.clone().stopping_after(NEAR_STEPS));
        let near = explore::run(Reduction::Optimal, &mut actors, &search.options(false, NEAR_EVENTS), &mut ());
        let others = near.found.into_iter().filter(|it| !is_found(it.property, result)).collect::<Vec<_>>();
        result.found.extend(others);
    }
    if matches!(found, Hangs::Undecided(_)) {
        result.limit = search.budget.exceeded();
    }
    *hangs = Some(found);
}

/// What is said of loops of which it is not known whether some task never gets out.
fn undecided(loops: &[Span], sources: &Sources) -> String {
    let places: Vec<String> = loops.iter().take(MOST_NAMED).map(|&it| sources.describe(it)).collect();
    let more = if loops.len() > MOST_NAMED { ", …" } else { "" };
    let places = if places.is_empty() { String::new() } else { format!(" in a loop ({}{more})", places.join(", ")) };
    format!("whether a task hangs{places} is not known beyond {MOST_STATES} states")
}

fn scope(loaded: &LoadedActors, code: &Code, result: &Exploration, (steps, mut cuts): (u32, Vec<String>)) -> Scope {
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
