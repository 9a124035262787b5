//! How deep to go, what to ask, and what the answer means.

use super::Scheduler;
use super::unrolling::Unrolling;
use encode::edge::Unsupported;
use encode::frames::Options;
use event::Plan;
use event::{Budget, Limit, Properties, Property};
use ir::{Action, Operation, Program};
use smt::{Answer, Evaluator, SatStatistics, Term};
use source::Span;
use std::collections::BTreeSet;

/// How to look.
#[derive(Clone)]
pub struct Settings {
    /// Which interleavings are left out.
    pub scheduler: Scheduler,
    /// How many steps executions may have; `None`: more and more, until none is longer.
    pub depth: Option<u32>,
    /// How often a loop without visible operations may go round where constants do not decide it.
    pub unroll: Option<u32>,
    /// How much may be used.
    pub budget: Budget,
    /// What is asked.
    pub properties: Properties,
}

/// What was found out.
#[derive(Clone, Debug)]
pub enum Found {
    /// What is violated, the first found of each property, in the order of [`Property::ALL`]; each with how.
    Violations(Vec<(Property, Plan)>),
    /// Nothing is violated.
    Nothing {
        /// How far that goes.
        examined: Examined,
        /// The properties that were asked about and that this engine only finds violations of.
        undecided: Properties,
    },
    /// Something is not modelled.
    Unsupported(Unsupported),
    /// A limit was reached. If a depth was examined before, it holds.
    Limit {
        /// Which.
        limit: Limit,
        /// What was examined.
        examined: Option<Examined>,
        /// The properties that were asked about and that this engine only finds violations of.
        undecided: Properties,
    },
}

/// Executions in which nothing is violated.
#[derive(Clone, Debug)]
pub struct Examined {
    /// How many steps they have at most; `None`: all of them.
    pub depth: Option<u32>,
    /// The rounds of loops without visible operations, if they were cut.
    pub rounds: Option<u32>,
    /// Where a mistake that is not asked about ends a thread.
    pub mistakes: Vec<Span>,
    /// Whether some execution is not cut off by a bound on rounds.
    pub completes: bool,
}

/// What it has cost.
#[derive(Clone, Copy, Default, Debug)]
pub struct Figures {
    /// Steps of the longest executions that were examined.
    pub depth: u64,
    /// How many steps are asked for, if that is said.
    pub asked_depth: Option<u64>,
    /// Threads.
    pub threads: u64,
    /// Places where they can be in the last frame, all threads together.
    pub places: u64,
    /// What the solver did.
    pub sat: SatStatistics,
}

/// The last depth that is tried.
const MOST_STEPS: u32 = 10_000;
/// If there is no time limit: steps that more than one thread can make, at most. The others cost little.
const MOST_CHOICES_WITHOUT_END: u32 = 60;
/// Rounds of loops without visible operations, if nothing is said.
const ROUNDS: u32 = 16;

/// Depths that are asked about: each at first, then every eighth part more.
fn next_depth(depth: u32) -> u32 {
    depth + (depth / 8).max(1)
}

/// What this engine looks for. It does not look for memory that is lost, and for races only where both accesses are about to be
/// made.
fn undecided(program: &Program, properties: Properties) -> Properties {
    let any = |is: &dyn Fn(&Operation) -> bool| {
        let actions = program.functions.iter().flat_map(|it| &it.edges).map(|it| &it.action);
        actions.into_iter().any(|it| matches!(it, Action::Visible(operation) if is(operation)))
    };
    let allocates =
        |it: &Operation| matches!(it, Operation::Allocate { automatic: false, .. } | Operation::Reallocate { .. });
    let may_race = any(&|it| matches!(it, Operation::Spawn { .. })).then_some(Property::Race);
    let may_leak = (any(&allocates) && !program.may_leak).then_some(Property::Memory);
    may_race.into_iter().chain(may_leak).filter(|&it| properties.contains(it)).collect()
}

/// Looks for violations. `progress` is told of every depth that executions are unrolled to, and before it is asked about.
pub fn check(program: &Program, settings: &Settings, progress: &mut dyn FnMut(&Figures)) -> (Found, Figures) {
    let mut search = Search {
        settings,
        open: settings.properties.iter().map(|it| (it, Vec::new())).collect(),
        violations: Vec::new(),
        figures: Figures { asked_depth: settings.depth.map(u64::from), ..Figures::default() },
        examined: None,
        undecided: undecided(program, settings.properties),
        cuts: Vec::new(),
        is_cut: false,
        unasked: Vec::new(),
        mistakes: BTreeSet::new(),
    };
    let found = match search.run(program, progress) {
        Ok(found) => found,
        Err(unsupported) => match search.examined.take() {
            // It is met beyond a depth that holds.
            Some(examined) => Found::Nothing { examined, undecided: search.undecided },
            None => Found::Unsupported(unsupported),
        },
    };
    (found, search.figures)
}

/// A state in which a property is violated.
struct Bad {
    /// When it is, in an execution that gets there.
    when: Term,
    /// After how many steps.
    depth: u32,
    /// Who makes steps then, to show it.
    behind: Vec<u32>,
}

struct Search<'a> {
    settings: &'a Settings,
    /// What is not violated yet, each with how it may be in frames that were not asked about.
    open: Vec<(Property, Vec<Bad>)>,
    violations: Vec<(Property, Plan)>,
    figures: Figures,
    examined: Option<Examined>,
    undecided: Properties,
    /// When a bound cuts off a thread, in frames that were not asked about; and whether one does.
    cuts: Vec<Term>,
    is_cut: bool,
    /// When a mistake that is not asked about ends a thread, and where, in frames that were not asked about; and where one does.
    unasked: Vec<(Term, Span)>,
    mistakes: BTreeSet<Span>,
}

impl Search<'_> {
    fn run(&mut self, program: &Program, progress: &mut dyn FnMut(&Figures)) -> Result<Found, Unsupported> {
        let settings = self.settings;
        let budget = settings.budget.clone();
        let interrupted = || budget.exceeded().is_some();
        let options = Options {
            unroll: settings.unroll.unwrap_or(ROUNDS),
            overflow: settings.properties.contains(Property::Overflow),
            reach: settings.properties.contains(Property::Reach),
            memory: settings.properties.contains(Property::Memory),
            rules: settings.scheduler.rules,
        };
        let last = settings.depth.unwrap_or(MOST_STEPS);
        let is_endless = settings.depth.is_none() && budget.deadline.is_none();
        let mut next = settings.depth.unwrap_or(0);
        let mut unrolling = Unrolling::new(program, options, settings.scheduler, &budget, &interrupted)?;
        loop {
            let depth = unrolling.depth();
            let is_asked = depth >= next;
            if unrolling.frames.is_interrupted() {
                return Ok(self.end(None));
            }
            self.note_bad(&mut unrolling);
            if !is_asked {
                // What is only unrolled is not examined.
                let examined = self.figures.depth;
                self.describe(&mut unrolling);
                progress(&self.figures);
                self.figures.depth = examined;
            }
            if is_asked {
                next = next_depth(depth).min(last);
                self.describe(&mut unrolling);
                progress(&self.figures);
                let is_done = self.ask_all(&mut unrolling);
                self.describe(&mut unrolling);
                if is_done.is_none() || !self.violations.is_empty() {
                    return Ok(self.end(is_done));
                }
            }
            if interrupted() {
                return Ok(self.end(None));
            }
            let frame = unrolling.choose();
            if is_asked {
                let goes_on = unrolling.frames.terms.not(frame.stopped);
                let goes_on = unrolling.ask(goes_on);
                self.describe(&mut unrolling);
                if goes_on == Answer::Interrupted {
                    return Ok(self.end(None));
                }
                let rounds = self.cut_rounds(&mut unrolling, options.unroll);
                if self.look_for_mistakes(&mut unrolling).is_none() {
                    return Ok(self.end(None));
                }
                let mistakes = self.mistakes.iter().copied().collect();
                let depth = (goes_on == Answer::Satisfiable && !planted::bug!(CompleteTooEarly)).then_some(depth);
                let completes = rounds.is_none() || depth.is_some() || {
                    let cut = unrolling.frames.was_cut();
                    let whole = unrolling.frames.terms.not(cut);
                    unrolling.ask(whole) != Answer::Unsatisfiable
                };
                self.examined = Some(Examined { depth, rounds, mistakes, completes });
                let is_enough = is_endless && unrolling.choices() >= MOST_CHOICES_WITHOUT_END;
                if depth.is_none_or(|it| it >= last || is_enough) {
                    let examined = self.examined.take().expect("it was examined");
                    return Ok(Found::Nothing { examined, undecided: self.undecided });
                }
            }
            unrolling.advance(frame)?;
        }
    }

    /// What there is to say when the work ends: because of violations, or of a limit.
    fn end(&mut self, is_done: Option<()>) -> Found {
        if !self.violations.is_empty() {
            let mut violations = std::mem::take(&mut self.violations);
            violations.sort_by_key(|it| it.0);
            return Found::Violations(violations);
        }
        debug_assert!(is_done.is_none(), "the work ends early for a reason");
        let limit = self.settings.budget.reached();
        Found::Limit { limit, examined: self.examined.take(), undecided: self.undecided }
    }

    /// Asks about every property that is not violated yet; `None` if a limit was reached.
    fn ask_all(&mut self, unrolling: &mut Unrolling<'_>) -> Option<()> {
        for (property, bad) in std::mem::take(&mut self.open) {
            let any = unrolling.frames.terms.any(bad.iter().map(|it| it.when).collect::<Vec<_>>());
            match unrolling.ask(any) {
                Answer::Unsatisfiable => self.open.push((property, Vec::new())),
                Answer::Interrupted => return None,
                Answer::Satisfiable => {
                    let mut evaluator = Evaluator::new();
                    let first = bad.iter().find(|it| unrolling.value(&mut evaluator, it.when) == 1);
                    let first = first.expect("one of them is so");
                    self.violations.push((property, unrolling.plan(first.depth, &first.behind)));
                }
            }
        }
        Some(())
    }

    /// Notes how properties may be violated in the last state.
    fn note_bad(&mut self, unrolling: &mut Unrolling<'_>) {
        let (goes_on, depth) = (unrolling.goes_on(), unrolling.depth());
        let cut = unrolling.frames.was_cut();
        self.cuts.push(unrolling.frames.terms.and(goes_on, cut));
        for (kind, span, when) in unrolling.frames.mistakes() {
            let property = if kind.is_arithmetic() { Property::Overflow } else { Property::Memory };
            let when = unrolling.frames.terms.and(goes_on, when);
            if !self.settings.properties.contains(property) && !unrolling.frames.terms.is_false(when) {
                self.unasked.push((when, span));
            }
        }
        for (property, bad) in &mut self.open {
            for (when, behind) in question(unrolling, *property) {
                let when = unrolling.frames.terms.and(goes_on, when);
                if !unrolling.frames.terms.is_false(when) {
                    bad.push(Bad { when, depth, behind });
                }
            }
        }
    }

    /// The bound on rounds, if a thread was cut off by it.
    fn cut_rounds(&mut self, unrolling: &mut Unrolling<'_>, rounds: u32) -> Option<u32> {
        let cut = unrolling.frames.terms.any(std::mem::take(&mut self.cuts));
        self.is_cut |= unrolling.ask(cut) != Answer::Unsatisfiable;
        self.is_cut.then_some(rounds)
    }

    /// Finds out where mistakes end threads that are not asked about: not all of the places, if there are several, but one at
    /// least. `None` if a limit was reached.
    fn look_for_mistakes(&mut self, unrolling: &mut Unrolling<'_>) -> Option<()> {
        let mut unasked = std::mem::take(&mut self.unasked);
        unasked.retain(|it| !self.mistakes.contains(&it.1));
        let any = unrolling.frames.terms.any(unasked.iter().map(|it| it.0).collect::<Vec<_>>());
        match unrolling.ask(any) {
            Answer::Unsatisfiable => {}
            Answer::Interrupted => return None,
            Answer::Satisfiable => {
                let mut evaluator = Evaluator::new();
                let made = unasked.iter().filter(|it| unrolling.value(&mut evaluator, it.0) == 1);
                self.mistakes.extend(made.map(|it| it.1));
            }
        }
        Some(())
    }

    fn describe(&mut self, unrolling: &mut Unrolling<'_>) {
        self.figures.depth = unrolling.depth().into();
        self.figures.sat = smt::Sat::statistics(&unrolling.sat);
        let (_, look) = unrolling.look();
        self.figures.threads = look.threads.len() as u64;
        self.figures.places = look.threads.iter().map(|it| it.spots.len() as u64).sum();
    }
}

/// When a property is violated in the last state, and who makes steps then to show it.
fn question(unrolling: &mut Unrolling<'_>, property: Property) -> Vec<(Term, Vec<u32>)> {
    let (frames, look) = unrolling.look();
    let term = match property {
        Property::Reach => frames.assertion_failed(),
        Property::Deadlock => frames.deadlock(look),
        Property::Memory => frames.mistake_made(&|it| !it.is_arithmetic()),
        Property::Overflow => frames.mistake_made(&|it| it.is_arithmetic()),
        Property::Race => {
            return frames.races(look).into_iter().map(|it| (it.when, it.threads.to_vec())).collect();
        }
        Property::Exception => return Vec::new(),
    };
    vec![(term, Vec::new())]
}
