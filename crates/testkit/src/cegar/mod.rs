//! The engine that refines abstractions, compared with brute force: its verdicts about failing assertions, and whether its
//! reductions find in one abstraction what is there to be found.
//!
//! Start at [`compare_verdicts`]. `reductions` compares reductions and cones of influence, `assertions` makes programs for
//! both.

mod assertions;
mod reductions;

pub use assertions::with_assertion;
pub use reductions::{Abstractions, compare_reductions};

use crate::oracle;
use crate::panics::guarded;
use crate::random::families::Family;
use cegar::{Cone, Domain, Found, Initial, Order, Reduction, Settings, check};
use event::{Budget, Property};
use ir::Program;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// What is kept of values.
pub const DOMAINS: [Domain; 3] = [Domain::Explicit, Domain::Predicates, Domain::Product];

/// Which steps are made in a state. The first one is what the others are compared with.
pub const REDUCTIONS: [Reduction; 3] = [Reduction::None, Reduction::Static, Reduction::AbstractionAware];

/// Which assignments are looked at. The first one is what the others are compared with.
pub const CONES: [Cone; 3] = [Cone::None, Cone::Static, Cone::Dynamic];

/// How many combinations of a domain, a reduction and a cone there are.
pub const COMBINATIONS: usize = DOMAINS.len() * REDUCTIONS.len() * CONES.len();

/// How much may be spent on a program.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Of programs with more states brute force knows only a part.
    pub states: usize,
    /// How long the engine may take for one question.
    pub time: Duration,
}

/// What became of the questions about some programs.
#[derive(Clone, Default, Debug)]
#[allow(missing_docs)]
pub struct Verdicts {
    pub found: u64,
    pub proofs: u64,
    pub undecided: u64,
    pub slow: u64,
    pub unsupported: u64,
    /// Answers that brute force can say nothing about.
    pub unknown: u64,
    /// Why questions have no answer, and how often.
    pub reasons: BTreeMap<String, u64>,
}

impl Verdicts {
    /// Adds others.
    pub fn add(&mut self, other: Verdicts) {
        self.found += other.found;
        self.proofs += other.proofs;
        self.undecided += other.undecided;
        self.slow += other.slow;
        self.unsupported += other.unsupported;
        self.unknown += other.unknown;
        for (reason, count) in other.reasons {
            *self.reasons.entry(reason).or_default() += count;
        }
    }

    /// How many questions these were.
    pub fn questions(&self) -> u64 {
        self.decided() + self.undecided + self.slow + self.unsupported
    }

    /// How many of them have an answer.
    pub fn decided(&self) -> u64 {
        self.found + self.proofs
    }
}

/// The combination of a turn: a domain, a reduction and a cone. After each [`COMBINATIONS`] turns all of them have been used.
pub fn combination(turn: usize) -> (Domain, Reduction, Cone) {
    (DOMAINS[turn % 3], REDUCTIONS[turn / 3 % 3], CONES[turn / 9 % 3])
}

/// How the engine looks in a turn. When all combinations have been used in the usual order and from nothing, they are used in
/// another order, then as usual again, and then from the conditions of all branches.
fn settings(turn: usize, limits: &Limits) -> Settings {
    let (domain, reduction, cone) = combination(turn);
    let (order, initial) = match turn / COMBINATIONS % 4 {
        1 => (Order::BreadthFirst, Initial::Empty),
        3 => (Order::DepthFirst, Initial::Assumes),
        _ => (Order::DepthFirst, Initial::Empty),
    };
    Settings { domain, reduction, cone, order, initial, budget: budget(limits) }
}

fn budget(limits: &Limits) -> Budget {
    Budget { deadline: Some(Instant::now() + limits.time), ..Budget::default() }
}

/// What a program can do if mistakes that are no failing assertions only end a thread.
fn explored(program: &Program, limits: &Limits) -> oracle::Report {
    let options = oracle::Options {
        check_overflow: false,
        check_memory: false,
        state_limit: limits.states,
        ..oracle::Options::default()
    };
    oracle::explore(program, &options)
}

/// Whether an assertion can fail. An assertion that fails does so whatever else there is; that none does is known only if
/// everything was looked at.
fn can_fail(program: &Program, limits: &Limits) -> Option<bool> {
    let report = explored(program, limits);
    if report.violations.iter().any(|it| it.property() == oracle::Property::Reach) {
        return Some(true);
    }
    (!report.incomplete && !report.is_cut).then_some(false)
}

/// The program of a family and a seed. If there is no assertion in it, it gets one, and so do half of the others.
pub fn asserting(family: Family, seed: u64, limits: &Limits) -> Program {
    let program = (family.1)(seed);
    let is_assertion = |it: &ir::Edge| matches!(it.action, ir::Action::Stop(ir::Stop::Fail(_)));
    let has_assertion = program.functions.iter().flat_map(|it| &it.edges).any(is_assertion);
    if has_assertion && (seed / 2).is_multiple_of(2) { program } else { with_assertion(program, seed, limits) }
}

/// Asks whether an assertion can fail, in the way of this turn; an error says what is wrong. Every violation is replayed.
pub fn compare_verdicts(program: &Program, turn: usize, limits: &Limits) -> Result<Verdicts, String> {
    let expected = can_fail(program, limits);
    let settings = settings(turn, limits);
    let (found, _) = guarded(|| check(program, &settings, &mut |_| {}))?;
    let mut verdicts = Verdicts::default();
    match found {
        Found::Unsupported(it) => {
            verdicts.unsupported += 1;
            verdicts.reasons.insert(it.what.into_owned(), 1);
        }
        Found::Undecided(why) => {
            verdicts.undecided += 1;
            verdicts.reasons.insert(why.split(" at ").next().unwrap_or_default().to_owned(), 1);
        }
        Found::Limit(_) => verdicts.slow += 1,
        Found::Safe { .. } if expected == Some(true) => {
            return Err("it is said to be safe, but an assertion can fail".to_owned());
        }
        Found::Safe { .. } => verdicts.proofs += 1,
        Found::Violation(plan) => {
            let code = vm::compile(program, [Property::Reach].into_iter().collect()).with_inputs(plan.inputs.clone());
            let replayed = guarded(|| vm::replay::replay(program, code, &plan.schedule, Property::Reach))?;
            if let Err(why) = replayed {
                return Err(format!("a violation does not replay, {why}, {plan:?}"));
            }
            if expected == Some(false) {
                return Err("a violation replays, but no assertion can fail".to_owned());
            }
            verdicts.found += 1;
        }
    }
    verdicts.unknown = u64::from(expected.is_none() && verdicts.decided() > 0);
    Ok(verdicts)
}
