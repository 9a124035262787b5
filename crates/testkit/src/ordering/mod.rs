//! The engine that reasons about orders of events, compared with brute force: the final states of all its models, and its
//! verdicts about every property.
//!
//! Final states are compared with memory and overflow faults as stops, which is what the engine makes of them when it is
//! asked for something else. A property is asked for alone, since a violation of one may end the search before another one
//! is decided, and since what is checked decides what a program does: overflow that is not checked wraps around. So there
//! is a run of the oracle for each. Now and then all properties are asked for together.
//!
//! Start at [`agree`]. `finals` compares final states, `verdicts` verdicts.

mod finals;
mod verdicts;

pub use verdicts::is_violated;

use crate::oracle::{self, Report};
use crate::panics::guarded;
use bmc::ordering::{Config, Method};
use bmc::{Settings, final_states};
use event::{Budget, Properties, Property};
use ir::Program;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The configurations, with their names. The last one is the default.
pub const WAYS: [(&str, Config); 4] = [
    ("basic", Config { method: Method::Basic, conflicts_first: false, is_weak: false }),
    ("basic-opt", Config { method: Method::Basic, conflicts_first: true, is_weak: false }),
    ("prop", Config { method: Method::Propagate, conflicts_first: false, is_weak: false }),
    ("prop-opt", Config { method: Method::Propagate, conflicts_first: true, is_weak: false }),
];

/// The properties that are compared.
pub const PROPERTIES: [Property; 5] =
    [Property::Reach, Property::Deadlock, Property::Memory, Property::Overflow, Property::Race];

/// What is checked by the oracle, and how much may be spent.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Programs with more states are too large for brute force.
    pub states: usize,
    /// In programs with more interleavings than this races are not looked for in all of them.
    pub ways: usize,
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
        let time = Duration::from_secs(5);
        Limits { states: 20_000, ways: 3_000, rounds: 6, unroll: None, finals: 2_000, time }
    }
}

/// What became of a program.
#[derive(Clone, Debug)]
pub enum Compared {
    /// It was compared.
    Agrees(Box<Figures>),
    /// It has too many states for brute force, or the oracle has not followed it to the end.
    TooLarge,
}

/// What was compared in a program, or in many.
#[derive(Clone, Default, Debug)]
pub struct Figures {
    /// Final states of the globals in which all threads have ended, of programs of which nothing was cut off.
    pub finals: u64,
    /// Programs whose sets of final states are equal.
    pub equal: u64,
    /// Programs of which something was cut off: those of the engine's final states that there are do exist.
    pub cut: u64,
    /// Programs whose final states took too long.
    pub slow: u64,
    /// What the engine does not model, and how often it said so.
    pub unsupported: BTreeMap<String, u64>,
    /// What was found out about each of the [`PROPERTIES`], asked for alone.
    pub properties: [Answers; PROPERTIES.len()],
    /// The same about all of them, asked for together.
    pub together: Answers,
}

/// What was found out about a property.
#[derive(Clone, Copy, Default, Debug)]
pub struct Answers {
    /// Programs that violate it.
    pub violated: u64,
    /// Programs that do not.
    pub holds: u64,
    /// Programs of which that is not known.
    pub unknown: u64,
    /// Answers that it is violated, all replayed.
    pub found: u64,
    /// Answers that no execution violates it.
    pub proofs: u64,
    /// Answers that nothing violates it within a bound.
    pub bounded: u64,
    /// The same about programs that violate it beyond the bound.
    pub missed: u64,
    /// Questions that took too long, without any answer.
    pub slow: u64,
    /// Questions that are not answered.
    pub unsupported: u64,
    /// Pairs of threads that were taken for interchangeable.
    pub interchangeable: u64,
}

impl Answers {
    /// How many questions these were.
    pub fn questions(&self) -> u64 {
        self.found + self.proofs + self.bounded + self.slow + self.unsupported
    }

    fn add(&mut self, other: Answers) {
        self.violated += other.violated;
        self.holds += other.holds;
        self.unknown += other.unknown;
        self.found += other.found;
        self.proofs += other.proofs;
        self.bounded += other.bounded;
        self.missed += other.missed;
        self.slow += other.slow;
        self.unsupported += other.unsupported;
        self.interchangeable += other.interchangeable;
    }
}

impl Figures {
    /// Adds others.
    pub fn add(&mut self, other: Figures) {
        self.finals += other.finals;
        self.equal += other.equal;
        self.cut += other.cut;
        self.slow += other.slow;
        for (what, count) in other.unsupported {
            *self.unsupported.entry(what).or_default() += count;
        }
        self.properties.iter_mut().zip(other.properties).for_each(|(own, other)| own.add(other));
        self.together.add(other.together);
    }

    /// All answers to questions about verdicts.
    pub fn answers(&self) -> Answers {
        let mut all = self.together;
        self.properties.iter().for_each(|it| all.add(*it));
        all
    }
}

/// What the oracle checks when these properties are asked for.
fn options(limits: &Limits, properties: Properties) -> oracle::Options {
    oracle::Options {
        check_reach: properties.contains(Property::Reach),
        check_overflow: properties.contains(Property::Overflow),
        check_memory: properties.contains(Property::Memory),
        state_limit: limits.states,
        ..oracle::Options::default()
    }
}

/// Everything that a program can do, if the oracle gets to the end.
fn report(program: &Program, options: &oracle::Options) -> Option<Report> {
    let check_uninitialised = ir::passes::unset::asks_for_unset(program);
    let report = oracle::explore(program, &oracle::Options { check_uninitialised, ..*options });
    (!report.incomplete && !report.is_cut).then_some(report)
}

/// Compares the engine with the oracle: final states in one of the [`WAYS`], verdicts about each property in the default
/// way and in one of the others. `turn` says which, and whether all properties are asked for together as well.
pub fn agree(program: &Program, turn: usize, limits: &Limits) -> Result<Compared, String> {
    let reach = [Property::Reach].into_iter().collect();
    let Some(report) = report(program, &options(limits, reach)) else { return Ok(Compared::TooLarge) };
    let mut figures = Figures::default();
    let (name, config) = WAYS[turn % WAYS.len()];
    let settings = settings(config, reach, limits);
    let listed = guarded(|| final_states(program, &settings, limits.rounds, limits.finals));
    match listed.map_err(|it| format!("{name}, final states: {it}"))? {
        Err(unsupported) => *figures.unsupported.entry(unsupported.what.into_owned()).or_default() += 1,
        Ok(None) => figures.slow += 1,
        Ok(Some(finals)) => {
            finals::same_finals(program, &report, &finals, &mut figures).map_err(|it| format!("{name}: {it}"))?;
        }
    }
    verdicts::agree(program, turn, limits, &mut figures)?;
    Ok(Compared::Agrees(Box::new(figures)))
}

fn settings(config: Config, properties: Properties, limits: &Limits) -> Settings {
    let budget = Budget { deadline: Some(Instant::now() + limits.time), ..Budget::default() };
    Settings { config, unroll: limits.unroll, budget, slice: true, properties }
}
