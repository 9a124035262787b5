//! The engine that reasons about orders of events, compared with brute force: the final states of all its models, and its
//! verdicts in every configuration.
//!
//! The oracle follows every interleaving with memory and overflow faults as stops, which is what the engine makes of them
//! when it is asked for failing assertions. What the two have in common is the final state of the globals: the engine
//! says what is in the places that the program accesses, everything else must still be as it was at first.
//!
//! Start at [`agree`].

use crate::oracle::{self, End, FaultKind, Report, StopKind};
use bmc::ordering::{Config, Method};
use bmc::{Finals, Found, Settings, final_states};
use encode::events::Place;
use event::{Budget, Properties, Property};
use ir::{GlobalId, Program};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use vm::Machine;

/// The configurations, with their names.
pub const WAYS: [(&str, Config); 4] = [
    ("basic", Config { method: Method::Basic, conflicts_first: false, is_weak: false }),
    ("basic-opt", Config { method: Method::Basic, conflicts_first: true, is_weak: false }),
    ("prop", Config { method: Method::Propagate, conflicts_first: false, is_weak: false }),
    ("prop-opt", Config { method: Method::Propagate, conflicts_first: true, is_weak: false }),
];

/// What is checked by the oracle, and how much may be spent.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Programs with more states are too large for brute force.
    pub states: usize,
    /// Loops whose number of rounds is not decided by constants go round so often when final states are listed.
    pub rounds: u32,
    /// The same when verdicts are asked for; `None`: more and more often.
    pub unroll: Option<u32>,
    /// Programs with more final states are not compared by these.
    pub finals: usize,
    /// How long the engine may take for one question.
    pub time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { states: 20_000, rounds: 6, unroll: None, finals: 2_000, time: Duration::from_secs(5) }
    }
}

/// What became of a program.
#[derive(Clone, Debug)]
pub enum Compared {
    /// It was compared.
    Agrees(Figures),
    /// The engine does not model something: what it says.
    Unsupported(String),
    /// It has too many states for brute force, or the oracle has not followed it to the end.
    TooLarge,
}

/// What was compared in a program, or in many.
#[derive(Clone, Copy, Default, Debug)]
pub struct Figures {
    /// Final states of the globals in which all threads have ended, of programs of which nothing was cut off.
    pub finals: u64,
    /// Programs whose sets of final states are equal.
    pub equal: u64,
    /// Programs of which something was cut off: those of the engine's final states that there are do exist.
    pub cut: u64,
    /// Violations, all replayed.
    pub failures: u64,
    /// Answers that nothing fails in any execution.
    pub proofs: u64,
    /// Answers that nothing fails within a bound.
    pub bounded: u64,
    /// Questions that took too long, without any answer.
    pub slow: u64,
    /// Pairs of threads that were taken for interchangeable.
    pub interchangeable: u64,
}

impl Figures {
    /// Adds others.
    pub fn add(&mut self, other: Figures) {
        self.finals += other.finals;
        self.equal += other.equal;
        self.cut += other.cut;
        self.failures += other.failures;
        self.proofs += other.proofs;
        self.bounded += other.bounded;
        self.slow += other.slow;
        self.interchangeable += other.interchangeable;
    }
}

/// The contents of each global as far as they can be compared.
type Globals = Vec<Vec<u8>>;

/// Compares the engine with the oracle: final states in one of the configurations of [`WAYS`], verdicts in all of them.
pub fn agree(program: &Program, listing: usize, limits: &Limits) -> Result<Compared, String> {
    let options = oracle::Options {
        check_overflow: false,
        check_memory: false,
        state_limit: limits.states,
        ..oracle::Options::default()
    };
    let report = oracle::explore(program, &options);
    let is_partial = |it: &End| matches!(it, End::Stopped(StopKind::Cut | StopKind::Unexplored));
    if report.incomplete || report.finals.iter().any(|it| it.threads.values().any(is_partial)) {
        return Ok(Compared::TooLarge);
    }
    let mut figures = Figures::default();
    let (name, config) = WAYS[listing % WAYS.len()];
    let listed = guarded(|| final_states(program, &settings(config, limits), limits.rounds, limits.finals));
    match listed.map_err(|it| format!("{name}, final states: {it}"))? {
        Err(unsupported) => return Ok(Compared::Unsupported(unsupported.what.into_owned())),
        Ok(None) => figures.slow += 1,
        Ok(Some(finals)) => {
            same_finals(program, &report, &finals, &mut figures).map_err(|it| format!("{name}: {it}"))?;
        }
    }
    for (name, config) in WAYS {
        let complain = |it: String| format!("{name}: {it}");
        match same_verdict(program, &report, &settings(config, limits), &mut figures).map_err(complain)? {
            None => {}
            Some(unsupported) => return Ok(Compared::Unsupported(unsupported)),
        }
    }
    Ok(Compared::Agrees(figures))
}

fn settings(config: Config, limits: &Limits) -> Settings {
    let budget = Budget { deadline: Some(Instant::now() + limits.time), ..Budget::default() };
    Settings { config, unroll: limits.unroll, budget, slice: true }
}

/// The answer, or the words of a panic.
fn guarded<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|it| {
        let text = it.downcast_ref::<&str>().map(|it| (*it).to_owned());
        let text = text.or_else(|| it.downcast_ref::<String>().cloned());
        format!("it panics: {}", text.unwrap_or_default())
    })
}

/// Whether the final states are those of the executions in which all threads have ended.
fn same_finals(program: &Program, report: &Report, finals: &Finals, figures: &mut Figures) -> Result<(), String> {
    let has_ended = |it: &&oracle::FinalState| it.threads.values().all(|it| matches!(it, End::Returned(_)));
    let expected: BTreeSet<Globals> = report.finals.iter().filter(has_ended).map(|it| it.globals.clone()).collect();
    let found = globals(program, finals)?;
    if let Some(extra) = found.difference(&expected).next() {
        return Err(format!("a final state that the oracle does not know, {}", show(program, extra)));
    }
    if finals.is_cut {
        figures.cut += 1;
        return Ok(());
    }
    if let Some(missing) = expected.difference(&found).next() {
        return Err(format!("a final state is missing, {}", show(program, missing)));
    }
    figures.finals += expected.len() as u64;
    figures.equal += 1;
    Ok(())
}

/// The final states of the engine in the oracle's words.
fn globals(program: &Program, finals: &Finals) -> Result<BTreeSet<Globals>, String> {
    let machine = Machine::new(program, vm::compile(program, Properties::default()));
    let all = (0..program.globals.len() as u32).map(GlobalId);
    let initial: Globals = all.clone().map(|it| machine.global(it).to_vec()).collect();
    let numbers: BTreeMap<u32, GlobalId> = all.map(|it| (program.global_object(it), it)).collect();
    let mut states = BTreeSet::new();
    for state in &finals.states {
        let mut contents = initial.clone();
        for (place, value) in finals.places.iter().zip(state) {
            let Place::Bytes { object, offset, length } = *place else {
                return Err(format!("no place of a global: {place:?}"));
            };
            let global = numbers.get(&object).ok_or_else(|| format!("no place of a global: {place:?}"))?;
            let bytes = contents[global.index()].get_mut(offset as usize..offset as usize + usize::from(length));
            let bytes = bytes.ok_or_else(|| format!("a place outside of its global: {place:?}"))?;
            bytes.copy_from_slice(&value.to_le_bytes()[..usize::from(length)]);
        }
        let shown = contents.iter().zip(0..).map(|(it, global)| oracle::shown_bytes(program, GlobalId(global), it));
        states.insert(shown.collect());
    }
    Ok(states)
}

fn show(program: &Program, globals: &Globals) -> String {
    let shown: Vec<String> =
        program.globals.iter().zip(globals).map(|(global, bytes)| format!("{}={bytes:?}", global.name)).collect();
    shown.join(" ")
}

/// Whether the verdict is the oracle's; what the engine does not model, if that is its answer.
fn same_verdict(
    program: &Program,
    report: &Report,
    settings: &Settings,
    figures: &mut Figures,
) -> Result<Option<String>, String> {
    let fails = report.violations.contains(&FaultKind::Assertion);
    let (found, solved) = guarded(|| bmc::check(program, settings, &mut |_| {}))?;
    figures.interchangeable += solved.interchangeable;
    match found {
        Found::Unsupported(unsupported) => return Ok(Some(unsupported.what.into_owned())),
        Found::Limit { examined: None, .. } => figures.slow += 1,
        Found::Limit { examined: Some(_), .. } | Found::Nothing { rounds: Some(_), .. } => figures.bounded += 1,
        Found::Nothing { rounds: None, .. } if fails => return Err("no assertion fails, but one does".to_owned()),
        Found::Nothing { rounds: None, .. } => figures.proofs += 1,
        Found::Failure(_) if !fails => return Err("an assertion fails, but none does".to_owned()),
        Found::Failure(plan) => {
            let properties = [Property::Reach].into_iter().collect();
            let code = vm::compile(program, properties).with_inputs(plan.inputs.clone());
            let replayed = guarded(|| vm::replay::replay(program, code, &plan.schedule, Property::Reach))?;
            replayed.map_err(|it| format!("a violation does not replay, {it}, {plan:?}"))?;
            figures.failures += 1;
        }
    }
    Ok(None)
}
