//! `--dot-tree`: remembers every execution that an exploration runs, and tells them as a tree.
//!
//! Only the schedules are kept while it runs; what was done on them is told afterwards, by running them once more. That is for
//! small programs: with more than [`MOST`] executions nobody could read the picture, and nothing is kept.

use crate::actors::{self, ActorCheck, LoadedActors};
use crate::check::{self, CheckOptions, Outcome};
use event::{Actor, Execution, Properties, Property, Schedule, Stats, Step, System};
use explore::{Ended, Found, Observer};
use ir::Program;
use report::dot::{Ending, Run};

/// More executions than this are not drawn.
pub const MOST: usize = 2_000;

/// The executions of an exploration, or why there is nothing to draw.
pub type Runs = Result<Vec<Run>, String>;

/// Checks a program with threads and remembers the executions. One reduction is used to the end: two of them would have
/// two trees.
pub fn check(
    program: &Program,
    options: &CheckOptions,
    progress: &mut dyn FnMut(&Stats, Option<f64>),
) -> (Outcome, Runs) {
    let options = CheckOptions { auto: false, ..options.clone() };
    let mut recorder = Recorder::new(options.search.properties, progress);
    let mut runs = Err(String::new());
    let outcome = check::check_watched(program, &options, &mut recorder, |recorder, program, code, stats| {
        runs = recorder.runs(stats, &|schedule| {
            let (threads, steps) = vm::replay::narrate(program, code.clone(), schedule)?;
            Ok(words(&steps, &threads, &|it| it.name.clone()))
        });
    });
    (outcome, runs)
}

/// The same for actors.
pub fn check_actors(
    loaded: &LoadedActors,
    options: &ActorCheck,
    progress: &mut dyn FnMut(&Stats, Option<f64>),
) -> (Outcome, Runs) {
    let mut recorder = Recorder::new(options.search.properties, progress);
    let mut runs = Err(String::new());
    let outcome = actors::check_watched(loaded, options, &mut recorder, |recorder, code, stats| {
        runs = recorder.runs(stats, &|schedule| {
            let (tasks, steps) = abs::narrate(code, schedule)?;
            Ok(words(&steps, &tasks, &|it| format!("{} {}", it.name, it.function)))
        });
    });
    (outcome, runs)
}

/// Somebody who remembers executions.
struct Recorder<'a> {
    properties: Properties,
    progress: &'a mut dyn FnMut(&Stats, Option<f64>),
    /// The exploration that runs, or has run last.
    now: Recorded,
    /// The one before. Threads without an end are followed further and further; if that takes too long, the last exploration
    /// does not count.
    before: Recorded,
}

/// The executions of one exploration.
#[derive(Default)]
struct Recorded {
    executions: Vec<(Schedule, Ending)>,
    /// The first few figures, to know it by.
    stats: Stats,
    /// How many executions there were, remembered or not.
    count: usize,
    /// How many violations had been found before.
    found: usize,
}

impl<'a> Recorder<'a> {
    fn new(properties: Properties, progress: &'a mut dyn FnMut(&Stats, Option<f64>)) -> Recorder<'a> {
        Recorder { properties, progress, now: Recorded::default(), before: Recorded::default() }
    }

    /// Tells what was done in each execution of the exploration with these figures, by somebody who can tell it of a
    /// schedule.
    fn runs(&mut self, stats: &Stats, narrate: &dyn Fn(&Schedule) -> Result<Vec<String>, String>) -> Runs {
        let figures = |it: &Stats| (it.executions, it.redundant, it.stuck);
        let recorded = [&mut self.now, &mut self.before].into_iter().find(|it| figures(&it.stats) == figures(stats));
        let Recorded { executions, count, .. } = recorded.map(std::mem::take).unwrap_or_default();
        if count > MOST {
            return Err(format!("there are {count} executions, and a tree is drawn of at most {MOST}"));
        }
        let run = |(schedule, ending): (Schedule, Ending)| {
            let steps = narrate(&schedule).map_err(|why| format!("an execution does not replay: {why}"))?;
            Ok(Run { steps: schedule.into_iter().zip(steps).collect(), ending })
        };
        executions.into_iter().map(run).collect()
    }
}

impl<S: System> Observer<S> for Recorder<'_> {
    fn progress(&mut self, stats: &Stats, explored: Option<f64>) {
        (self.progress)(stats, explored);
    }

    fn begin(&mut self) {
        self.before = std::mem::take(&mut self.now);
    }

    fn end(&mut self, system: &mut S, execution: &Execution, ended: Ended, found: &[Found]) {
        let Recorded { executions, stats, count, found: found_before } = &mut self.now;
        *count += 1;
        match ended {
            Ended::Complete => stats.executions += 1,
            Ended::Stuck => stats.stuck += 1,
            Ended::Redundant => stats.redundant += 1,
            Ended::Stopped => {}
        }
        if *count > MOST {
            executions.clear();
            return;
        }
        let mut violated: Properties = system.failures().iter().map(|it| it.fault.property()).collect();
        // That accesses race is known only to whoever looks for it.
        found[*found_before..].iter().for_each(|it| violated.insert(it.property));
        *found_before = found.len();
        let ending = match ended {
            Ended::Complete => Ending::Complete,
            Ended::Stuck => Ending::Stuck,
            Ended::Redundant => Ending::Redundant,
            Ended::Stopped => Ending::Stopped,
        };
        if matches!(ended, Ended::Complete | Ended::Stuck) {
            if system.is_deadlock() {
                violated.insert(Property::Deadlock);
            }
            if let Some(fault) = system.final_fault() {
                violated.insert(fault.property());
            }
        }
        let violated: Vec<Property> = violated.intersection(self.properties).iter().collect();
        let ending = if violated.is_empty() { ending } else { Ending::Violated(violated) };
        executions.push((execution.schedule(system.threads()), ending));
    }
}

/// Who does what, step by step: `T1: reads x: 0`.
fn words(steps: &[Step], actors: &[Actor], name: &dyn Fn(&Actor) -> String) -> Vec<String> {
    let words = |step: &Step| {
        let name = actors.iter().find(|it| it.thread == step.thread).map_or_else(String::new, name);
        let texts: Vec<&str> = step.effects.iter().map(|it| it.text.as_str()).collect();
        let text = if texts.is_empty() { "goes on".to_owned() } else { texts.join("; ") };
        format!("{name}: {text}")
    };
    steps.iter().map(words).collect()
}
