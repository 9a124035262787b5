//! The engine under every reduction, with static and with dynamic dependence, must agree with the reference.

use super::classes::{Class, class_of};
use super::commute;
use super::reference::{self, Refusal, Report};
use super::subject::{Mistake, Subject};
use abs::program::Program;
use abs::{Actors, Code, FinalState, Hangs, Options as LoadOptions};
use event::{Access, Budget, Choice, Execution, Fault, Properties, Property, System};
use explore::{Exploration, Further, Observer, Reduction};
use std::collections::{BTreeSet, HashSet};

/// How much is compared.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Programs with more states are not looked at.
    pub states: usize,
    /// Programs with more steps in all their interleavings are compared without the number of their classes.
    pub events: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { states: 2_500, events: 20_000 }
    }
}

/// What [`agree`] has compared.
#[derive(Clone, Debug)]
pub enum Agreement {
    /// Everything; `false`: there are too many interleavings to count the classes.
    Full(Box<Report>, Figures),
    /// Nothing.
    Refused(Refusal),
}

/// What was counted.
#[derive(Clone, Copy, Default, Debug)]
pub struct Figures {
    /// Whether all interleavings were run, and their classes counted.
    pub is_counted: bool,
    /// Executions of `optimal` with static and with dynamic dependence.
    pub executions: [u64; 2],
    /// Pairs of steps that were swapped.
    pub swapped: u64,
    /// Explorations that were too long.
    pub unfinished: u64,
    /// Programs of which it was decided whether a task can hang.
    pub judged: u64,
}

/// The checked program of a text.
pub fn load(text: &str) -> Result<Program, String> {
    let options = LoadOptions { truncating_division: true, ..LoadOptions::default() };
    match abs::load(vec![("random.abs".to_owned(), text.to_owned())], &options) {
        Ok((program, _)) => Ok(program),
        Err((diagnostics, _)) => {
            let messages: Vec<String> =
                diagnostics.iter().map(|it| format!("{} on line {}", it.message, it.span.line)).collect();
            Err(messages.join("; "))
        }
    }
}

/// What an exploration shows.
#[derive(Default)]
struct Seen {
    finals: BTreeSet<FinalState>,
    properties: BTreeSet<&'static str>,
    /// The classes of the executions, and how many executions had one that was known.
    classes: Option<HashSet<Class>>,
    repeated: u64,
    /// The execution before this one.
    last: Vec<(Choice, Vec<Access>)>,
    /// It depends on a random number what a step touches.
    is_uneven: bool,
}

impl Seen {
    /// Whether this execution differs from the one before first by a random number, and then in what that step touches.
    fn compare_branches(&mut self, execution: &Execution) {
        let step = |it: usize| (execution.events()[it].choice, execution.accesses(it).to_vec());
        let own: Vec<_> = (0..execution.len()).map(step).collect();
        let differ = self.last.iter().zip(&own).find(|(one, two)| one.0 != two.0);
        self.is_uneven |= differ.is_some_and(|(one, two)| one.0.thread == two.0.thread && one.1 != two.1);
        self.last = own;
    }
}

impl Observer<Subject> for Seen {
    fn complete(&mut self, subject: &mut Subject, execution: &Execution) {
        self.finals.insert(subject.actors.final_state());
        let faults = subject.failures().iter().map(|it| it.fault).chain(subject.final_fault());
        self.properties.extend(faults.map(Fault::property).map(Property::name));
        if subject.is_deadlock() {
            self.properties.insert(Property::Deadlock.name());
        }
        if let Some(classes) = &mut self.classes {
            if !classes.insert(class_of(execution)) {
                self.repeated += 1;
            }
            self.compare_branches(execution);
        }
    }
}

/// The reductions that are compared.
const REDUCTIONS: [Reduction; 3] = [Reduction::Naive, Reduction::Source, Reduction::Optimal];

/// The program of a text, as it is or in the words of another age: whatever they are, it means the same. And with a scheduler,
/// whose choice would be another program, it is none.
pub fn agree_on_text(text: &str, seed: u64, limits: &Limits, mistake: Option<Mistake>) -> Result<Agreement, String> {
    let program = load(text)?;
    scheduler_is_refused(text, seed)?;
    if !seed.is_multiple_of(3) {
        return agree(&program, limits, mistake);
    }
    let old = text.replace("new C", "new cog C").replace("new local C", "new C");
    // Without a group of its own, nothing tells its age.
    let meant = if old.contains("new cog") { load(&old)? } else { program.clone() };
    agree_with(&program, &meant, limits, mistake).map_err(|it| format!("before 2.0: {it}"))
}

/// Puts a scheduler before a class or a new object.
fn scheduler_is_refused(text: &str, seed: u64) -> Result<(), String> {
    let places: Vec<usize> = text.match_indices("\nclass ").chain(text.match_indices("\n  I")).map(|it| it.0).collect();
    let Some(&place) = places.get(seed as usize % places.len().max(1)) else { return Ok(()) };
    let (before, behind) = text.split_at(place + 1);
    let line = before.lines().count() + 1;
    let message = format!("the annotation Scheduler is not supported on line {line}");
    match load(&format!("{before}[Scheduler: choose(queue)] {behind}")) {
        Err(complaint) if complaint.contains(&message) => Ok(()),
        Err(complaint) => Err(format!("a scheduler on line {line}: {complaint}")),
        Ok(_) => Err(format!("a scheduler on line {line} is skipped")),
    }
}

/// Compares everything that the engine shows of a program with what the reference says.
pub fn agree(program: &Program, limits: &Limits, mistake: Option<Mistake>) -> Result<Agreement, String> {
    agree_with(program, program, limits, mistake)
}

/// The same with what the reference says of a program that means the same.
fn agree_with(
    meant: &Program,
    program: &Program,
    limits: &Limits,
    mistake: Option<Mistake>,
) -> Result<Agreement, String> {
    let report = match reference::explore(meant, limits.states) {
        Ok(report) => report,
        Err(refusal) => return Ok(Agreement::Refused(refusal)),
    };
    let code = abs::compile(program);
    let mut figures = Figures::default();
    if report.circles {
        compare_circles(&code, limits, mistake, &report, &mut figures)?;
        return Ok(Agreement::Full(Box::new(report), figures));
    }
    match abs::find_hang(&code, limits.states, &Budget::default()) {
        Hangs::Found(_) => return Err("a task is said to hang, and all executions end".to_owned()),
        Hangs::Never => figures.judged += 1,
        Hangs::Undecided(_) => figures.unfinished += 1,
    }
    for is_dynamic in [false, true] {
        let code = if is_dynamic { code.clone().with_dynamic_dependence() } else { code.clone() };
        let kind = if is_dynamic { "dynamic" } else { "static" };
        let executions =
            compare(&code, limits, mistake, &report, &mut figures).map_err(|it| format!("{kind}: {it}"))?;
        figures.executions[usize::from(is_dynamic)] = executions;
    }
    let [with_static, with_dynamic] = figures.executions;
    if with_dynamic > with_static && figures.unfinished == 0 {
        return Err(format!("dynamic dependence has {with_dynamic} executions, static has {with_static}"));
    }
    Ok(Agreement::Full(Box::new(report), figures))
}

/// A program of which not all executions end: those that compare states, and the search for tasks that hang.
fn compare_circles(
    code: &Code,
    limits: &Limits,
    mistake: Option<Mistake>,
    report: &Report,
    figures: &mut Figures,
) -> Result<(), String> {
    for code in [code.clone(), code.clone().with_dynamic_dependence()] {
        let mut subject = Subject::new(Actors::new(code.clone()), mistake);
        known(&run_remembering(&mut subject).0, report)?;
        for reduction in [Reduction::Naive, Reduction::State] {
            let options = explore::Options {
                most_events: 20 * limits.events,
                remember_states: reduction == Reduction::Naive,
                ..options(Properties::of_actors())
            };
            let exploration = explore::run(reduction, &mut subject, &options, &mut ());
            subject.back_to(0);
            let found: BTreeSet<&str> = exploration.found.iter().map(|it| it.property.name()).collect();
            if exploration.limit.is_some() {
                figures.unfinished += 1;
            } else if found != violated(report) {
                return Err(format!("{reduction}: violations of {found:?}, the reference has {:?}", violated(report)));
            } else if report.hangs && reduction == Reduction::State && !exploration.stats.circles {
                return Err("state: it does not notice that executions come back".to_owned());
            }
        }
    }
    match (abs::find_hang(code, 2 * limits.states, &Budget::default()), report.hangs) {
        (Hangs::Found(schedule), true) => {
            figures.judged += 1;
            let replayed = abs::replay(code, &schedule, Property::Deadlock);
            replayed.map(|_| ()).map_err(|it| format!("a task that hangs does not do so again: {it}"))
        }
        (Hangs::Never, false) => {
            figures.judged += 1;
            Ok(())
        }
        (Hangs::Undecided(_), _) => {
            figures.unfinished += 1;
            Ok(())
        }
        (Hangs::Found(_), false) => Err("a task is said to hang, and can go on".to_owned()),
        (Hangs::Never, true) => Err("no task is said to hang, and one does".to_owned()),
    }
}

/// All reductions with one dependence; the number of executions of the last one.
fn compare(
    code: &Code,
    limits: &Limits,
    mistake: Option<Mistake>,
    report: &Report,
    figures: &mut Figures,
) -> Result<u64, String> {
    let mut subject = Subject::new(Actors::new(code.clone()), mistake);
    figures.swapped += commute::check(&mut subject, limits.states)?;
    let mut expected: Option<HashSet<Class>> = None;
    let mut executions = 0;
    for reduction in REDUCTIONS {
        let (seen, exploration) = run(&mut subject, reduction, limits);
        if reduction != Reduction::Naive && exploration.limit.is_some() && expected.is_none() {
            figures.unfinished += 1;
            known(&seen, report).map_err(|it| format!("{reduction}: {it}"))?;
            continue;
        }
        let complain = |it: String| format!("{reduction}: {it}");
        let stats = &exploration.stats;
        executions = stats.executions + stats.stuck;
        if exploration.limit.is_some() {
            if reduction != Reduction::Naive {
                return Err(complain("it is not done after as many steps as all interleavings have".to_owned()));
            }
            // States of which the rest is the same are not told apart, and so some final states may be missing.
            let (seen, _) = run_remembering(&mut subject);
            known(&seen, report).and_then(|()| same_violations(&seen, report)).map_err(complain)?;
            continue;
        }
        same(&seen, report).map_err(complain)?;
        if reduction == Reduction::Naive {
            figures.is_counted = true;
            expected = seen.classes;
            continue;
        }
        if exploration.reduction != reduction {
            return Err(complain(format!("it gives way to {}", exploration.reduction)));
        }
        if reduction == Reduction::Optimal && stats.redundant > 0 {
            return Err(complain(format!("it abandons {} executions", stats.redundant)));
        }
        // To source reduction all branches of a step are one, and touch what any of them touches.
        if seen.repeated > 0 && !(seen.is_uneven && reduction == Reduction::Source) {
            return Err(complain(format!("{} executions are in classes of others", seen.repeated)));
        }
        if let (Some(expected), Some(own)) = (&expected, &seen.classes) {
            if expected != own {
                let (there, here) = (expected.len(), own.len());
                return Err(complain(format!("it shows {here} classes of executions, there are {there}")));
            }
        }
    }
    for reduction in REDUCTIONS {
        verdicts(code, reduction, mistake, report, limits).map_err(|it| format!("{reduction}: {it}"))?;
    }
    Ok(executions)
}

fn options(properties: Properties) -> explore::Options {
    explore::Options { properties, further: Further::Everything, ..explore::Options::default() }
}

/// Everything that one exploration shows.
fn run(subject: &mut Subject, reduction: Reduction, limits: &Limits) -> (Seen, Exploration) {
    // Nothing is looked for, so that nothing ends the search early.
    let options = explore::Options { most_events: limits.events, ..options(Properties::default()) };
    let mut seen = Seen { classes: Some(HashSet::new()), ..Seen::default() };
    let exploration = explore::run(reduction, subject, &options, &mut seen);
    subject.back_to(0);
    (seen, exploration)
}

/// The same for all interleavings, with states that are remembered.
fn run_remembering(subject: &mut Subject) -> (Seen, Exploration) {
    let options = explore::Options { remember_states: true, ..options(Properties::default()) };
    let mut seen = Seen::default();
    let exploration = explore::run(Reduction::Naive, subject, &options, &mut seen);
    subject.back_to(0);
    (seen, exploration)
}

/// The properties that a report says to be violated.
fn violated(report: &Report) -> BTreeSet<&'static str> {
    let found = [
        (Property::Reach, report.assertion),
        (Property::Deadlock, report.deadlock),
        (Property::Exception, report.exception),
    ];
    found.into_iter().filter(|it| it.1).map(|it| it.0.name()).collect()
}

fn same(seen: &Seen, report: &Report) -> Result<(), String> {
    known(seen, report)?;
    if let Some(missing) = report.finals.difference(&seen.finals).next() {
        return Err(format!("a final state is missing: {missing:#?}"));
    }
    same_violations(seen, report)
}

fn known(seen: &Seen, report: &Report) -> Result<(), String> {
    let Some(extra) = seen.finals.difference(&report.finals).next() else { return Ok(()) };
    let near = nearest(extra, &report.finals);
    Err(format!("a final state that the reference does not know: {extra:#?}\nthe nearest is {near:#?}"))
}

fn same_violations(seen: &Seen, report: &Report) -> Result<(), String> {
    let expected = violated(report);
    if seen.properties != expected {
        return Err(format!("violations of {:?}, the reference has {expected:?}", seen.properties));
    }
    Ok(())
}

/// The state that has most lines in common with another.
fn nearest<'a>(state: &FinalState, others: &'a BTreeSet<FinalState>) -> Option<&'a FinalState> {
    let lines = |it: &FinalState| -> HashSet<String> { it.objects.iter().chain(&it.tasks).cloned().collect() };
    let own = lines(state);
    others.iter().max_by_key(|it| lines(it).intersection(&own).count())
}

/// Whether a run that looks for violations finds those of the reference, and they can be run again.
fn verdicts(
    code: &Code,
    reduction: Reduction,
    mistake: Option<Mistake>,
    report: &Report,
    limits: &Limits,
) -> Result<(), String> {
    let mut subject = Subject::new(Actors::new(code.clone()), mistake);
    let remember_states = reduction == Reduction::Naive;
    let most_events = if remember_states { u64::MAX } else { limits.events };
    let options = explore::Options { most_events, remember_states, ..options(Properties::of_actors()) };
    let exploration = explore::run(reduction, &mut subject, &options, &mut ());
    let found: BTreeSet<&str> = exploration.found.iter().map(|it| it.property.name()).collect();
    let expected = violated(report);
    let is_cut = exploration.limit.is_some() && found.is_subset(&expected);
    if found != expected && !is_cut {
        return Err(format!("it finds violations of {found:?}, the reference has {expected:?}"));
    }
    for found in &exploration.found {
        abs::replay(code, &found.schedule, found.property)
            .map_err(|it| format!("a violation of {} does not replay: {it}", found.property))?;
    }
    Ok(())
}
