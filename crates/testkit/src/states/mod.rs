//! Reductions that match states: they preserve every final state and every verdict, but neither classes of executions nor
//! how many there are.
//!
//! A program is explored by brute force, and then by each of the reductions, always on one and the same system: names are
//! given as they come up, so that states of two systems cannot be compared. Start at [`compare`]; [`of_threads`] and
//! [`of_actors`] say what it needs to know about programs.

pub mod lost;
pub mod programs;
mod shape;

use crate::agree::{final_state, hangs};
use abs::Actors;
use event::{Access, Choice, Decision, Execution, Fault, Obstacle, Properties, Property, Schedule, Status, System};
use explore::{Contextual, Ended, Exploration, Found, Further, Observer, Reduction};
pub use shape::shape_of;
use std::collections::{BTreeMap, BTreeSet};
use vm::{Code, Machine};

/// The reductions that are compared. The first one matches no states: it is there as a control.
pub const REDUCTIONS: [Reduction; 10] = [
    Reduction::Optimal,
    Reduction::State,
    Reduction::Context(Contextual::ALL[0]),
    Reduction::Context(Contextual::ALL[1]),
    Reduction::Context(Contextual::ALL[2]),
    Reduction::Context(Contextual::ALL[3]),
    Reduction::Context(Contextual::ALL[4]),
    Reduction::Context(Contextual::ALL[5]),
    Reduction::Context(Contextual::ALL[6]),
    Reduction::Context(Contextual::ALL[7]),
];

/// How much is compared.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Programs with more steps in all their interleavings are explored by brute force with states that are remembered.
    pub interleaved: u64,
    /// An exploration ends after so many steps.
    pub steps: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { interleaved: 20_000, steps: 400_000 }
    }
}

/// What was compared.
#[derive(Clone, Debug)]
pub struct Figures {
    /// How many final states there are.
    pub finals: u64,
    /// Whether brute force ran all interleavings, and not only as many as lead to new states.
    pub is_interleaved: bool,
    /// What each of the reductions did.
    pub reductions: Vec<Run>,
}

/// What a reduction did.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// Which.
    pub reduction: Reduction,
    /// Executions that were run to their end.
    pub complete: u64,
    /// In how many different states these end.
    pub ends: u64,
    /// Executions that were abandoned.
    pub redundant: u64,
    /// It met something that it does not understand, and all interleavings were run instead.
    pub gives_way: bool,
    /// It took too long, and nothing was compared.
    pub is_too_long: bool,
}

/// What an exploration shows.
#[derive(Default)]
struct Seen {
    /// The final states as numbers, a way to each of them, and whether it is one in which nobody [waits for
    /// themselves](Obstacle::Itself): where a thread that goes round and round is stopped is no final state of the program.
    finals: BTreeMap<Vec<u64>, (Schedule, bool)>,
    properties: BTreeSet<&'static str>,
}

impl<S: System> Observer<S> for Seen {
    fn complete(&mut self, system: &mut S, execution: &Execution) {
        self.properties.extend(system.final_fault().map(Fault::property).map(Property::name));
        if hangs(system, execution) {
            self.properties.insert(Property::Deadlock.name());
        }
        let is_final = !waits_for_itself(system);
        let encoding = encoding(system);
        let new = || (execution.schedule(system.threads()), is_final);
        self.finals.entry(encoding).or_insert_with(new).1 |= is_final;
    }

    // What goes wrong does so even if others go round for ever.
    fn end(&mut self, system: &mut S, _: &Execution, _: Ended, _: &[Found]) {
        self.properties.extend(system.failures().iter().map(|it| it.fault.property().name()));
    }
}

/// Whether some thread goes round and round.
fn waits_for_itself<S: System>(system: &mut S) -> bool {
    (0..system.threads().len()).any(|index| {
        let thread = system.threads()[index];
        system.status(thread) == Status::Waiting && system.waits_for(thread) == Obstacle::Itself
    })
}

/// The state with all its parts in a row.
fn encoding<S: System>(system: &mut S) -> Vec<u64> {
    let mut words = Vec::new();
    system.encode(false, &mut |part| {
        words.push(part.len() as u64);
        words.extend_from_slice(part);
    });
    words
}

/// What has to be known about the program of a system.
pub struct Program<'a, S> {
    /// Whether a violation can be run again from the start.
    pub replay: &'a dyn Fn(&S, &Schedule, Property) -> Result<(), String>,
    /// A state in words.
    pub show: &'a dyn Fn(&S) -> String,
    /// What a state has in common with those that differ from it in names only, if there can be such.
    pub shape: &'a dyn Fn(&S) -> Option<Vec<String>>,
}

/// Compares what each of the reductions shows with all there is. `None`: the program is too large for brute force, or
/// threads were stopped because they made too many steps.
pub fn compare<S: System>(
    system: &mut S,
    program: &Program<'_, S>,
    reductions: &[Reduction],
    limits: &Limits,
) -> Result<Option<Figures>, String> {
    if system.leaves_behind() {
        // What a system finds out late it has to know before states are compared.
        for &reduction in reductions.iter().chain(&[Reduction::Naive]) {
            explore::run(reduction, system, &options(Properties::default(), limits.steps), &mut ());
            system.back_to(0);
        }
    }
    let Some((expected, is_interleaved)) = brute_force(system, limits) else { return Ok(None) };
    let finals = expected.finals.values().filter(|it| it.1).count() as u64;
    let mut figures = Figures { finals, is_interleaved, reductions: Vec::new() };
    let mut complaints = Vec::new();
    for &reduction in reductions {
        let mut seen = Seen::default();
        let properties = reduction.preserves().without(Property::Race);
        let exploration = explore::run(reduction, system, &options(properties, limits.steps), &mut seen);
        system.back_to(0);
        let run = run_of(reduction, &exploration, &seen);
        figures.reductions.push(run);
        if !run.is_too_long {
            let same = same_states(system, program, &seen, &expected);
            let same = same.and_then(|()| same_verdicts(system, program, properties, &exploration, &expected));
            complaints.extend(same.err().map(|it| format!("{reduction}: {it}")));
        }
    }
    if complaints.is_empty() { Ok(Some(figures)) } else { Err(complaints.join("\n")) }
}

fn run_of(reduction: Reduction, exploration: &Exploration, seen: &Seen) -> Run {
    let stats = &exploration.stats;
    Run {
        reduction,
        complete: stats.executions + stats.stuck,
        ends: seen.finals.len() as u64,
        redundant: stats.redundant,
        gives_way: exploration.reduction != reduction,
        is_too_long: exploration.limit.is_some(),
    }
}

/// Some of the properties cannot be violated by the program at hand, so that the search does not end early.
fn options(properties: Properties, most_events: u64) -> explore::Options {
    explore::Options { properties, further: Further::Everything, most_events, ..explore::Options::default() }
}

/// Everything there is, and whether all interleavings were run.
fn brute_force<S: System>(system: &mut S, limits: &Limits) -> Option<(Seen, bool)> {
    for (remember_states, most) in [(false, limits.interleaved), (true, limits.steps)] {
        let mut seen = Seen::default();
        let options = explore::Options { remember_states, ..options(Properties::default(), most) };
        let exploration = explore::run(Reduction::Naive, system, &options, &mut seen);
        system.back_to(0);
        if exploration.cut_steps {
            // In how many steps a state was reached matters then.
            return None;
        }
        if exploration.limit.is_none() {
            if remember_states {
                // Those who hang while others go on show on circles, and no execution ends there.
                let deadlocks = [Property::Deadlock].into_iter().collect();
                let asked = explore::Options { properties: deadlocks, ..options };
                let hangs = explore::run(Reduction::Naive, system, &asked, &mut ());
                system.back_to(0);
                seen.properties.extend(hangs.found.iter().map(|it| it.property.name()));
            }
            return Some((seen, !remember_states));
        }
    }
    None
}

fn same_states<S: System>(
    system: &mut S,
    program: &Program<'_, S>,
    seen: &Seen,
    expected: &Seen,
) -> Result<(), String> {
    for (what, from, to) in
        [("a final state is lost", expected, seen), ("a final state that brute force does not know", seen, expected)]
    {
        let missing = from.finals.iter().filter(|(state, it)| it.1 && !to.finals.contains_key(*state));
        for (_, (schedule, _)) in missing {
            let shape = after(system, schedule, &mut |it| (program.shape)(it));
            if shape.is_some()
                && to.finals.values().any(|it| after(system, &it.0, &mut |it| (program.shape)(it)) == shape)
            {
                continue;
            }
            let mut steps = String::new();
            let mut note = |thread: u32, accesses: &[Access]| steps.push_str(&format!("  {thread}: {accesses:?}\n"));
            run(system, schedule, &mut note);
            let shown = (program.show)(system);
            system.back_to(0);
            return Err(format!("{what}, after {}\n{steps}{shown}", words_of(schedule)));
        }
    }
    Ok(())
}

fn same_verdicts<S: System>(
    system: &S,
    program: &Program<'_, S>,
    properties: Properties,
    exploration: &Exploration,
    expected: &Seen,
) -> Result<(), String> {
    let all: BTreeSet<&str> = properties.iter().map(Property::name).collect();
    let expected: BTreeSet<&str> = expected.properties.intersection(&all).copied().collect();
    let found: BTreeSet<&str> = exploration.found.iter().map(|it| it.property.name()).collect();
    if found != expected {
        return Err(format!("violations of {found:?}, by brute force of {expected:?}"));
    }
    for found in &exploration.found {
        (program.replay)(system, &found.schedule, found.property)
            .map_err(|it| format!("a violation of {} does not replay: {it}", found.property))?;
    }
    Ok(())
}

/// The decisions of a schedule, such as `0 1 1 2.1`: thread 2 takes its second branch.
fn words_of(schedule: &Schedule) -> String {
    let word = |it: &Decision| match it.branch {
        0 => it.thread.to_string(),
        branch => format!("{}.{branch}", it.thread),
    };
    schedule.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// Makes the steps of a schedule.
fn run<S: System>(system: &mut S, schedule: &Schedule, note: &mut dyn FnMut(u32, &[Access])) {
    for decision in schedule {
        let thread = system.threads()[decision.thread as usize];
        let mut accesses = Vec::new();
        system.step(Choice { thread, branch: decision.branch }, &mut accesses);
        note(decision.thread, &accesses);
    }
}

/// Something about the state that a schedule leads to.
fn after<S: System, T>(system: &mut S, schedule: &Schedule, look: &mut dyn FnMut(&S) -> T) -> T {
    run(system, schedule, &mut |_, _| {});
    let result = look(system);
    system.back_to(0);
    result
}

/// [`compare`] for a program with threads.
pub fn of_threads(
    program: &ir::Program,
    code: &Code,
    reductions: &[Reduction],
    limits: &Limits,
) -> Result<Option<Figures>, String> {
    let mut machine = Machine::new(program, code.clone());
    let replay = |machine: &Machine<'_>, schedule: &Schedule, property: Property| {
        vm::replay::replay(program, machine.code().clone(), schedule, property).map(|_| ())
    };
    let show = |machine: &Machine<'_>| format!("{:?}", final_state(program, machine));
    compare(&mut machine, &Program { replay: &replay, show: &show, shape: &|_| None }, reductions, limits)
}

/// [`compare`] for a program with actors.
pub fn of_actors(code: &abs::Code, reductions: &[Reduction], limits: &Limits) -> Result<Option<Figures>, String> {
    let mut actors = Actors::new(code.clone());
    let replay =
        |_: &Actors, schedule: &Schedule, property: Property| abs::replay(code, schedule, property).map(|_| ());
    let show = |actors: &Actors| format!("{:#?}", actors.final_state());
    let shape = |actors: &Actors| Some(shape_of(&actors.final_state()));
    compare(&mut actors, &Program { replay: &replay, show: &show, shape: &shape }, reductions, limits)
}
