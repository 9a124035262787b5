//! How deep to go, what to ask, and what the answer means.

use super::Scheduler;
use super::unrolling::Unrolling;
use crate::schedule::Plan;
use encode::edge::Unsupported;
use encode::frames::Options;
use event::{Budget, Limit, Properties, Property};
use ir::{Action, Operation, Program};
use smt::{Answer, Evaluator, SatStatistics, Term};
use source::Span;

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
        /// A property that this engine only finds violations of, if one was asked about.
        undecided: Option<Property>,
    },
    /// Something is not modelled.
    Unsupported(Unsupported),
    /// A limit was reached. If a depth was examined before, it holds.
    Limit {
        /// Which.
        limit: Limit,
        /// What was examined.
        examined: Option<Examined>,
        /// A property that this engine only finds violations of, if one was asked about.
        undecided: Option<Property>,
    },
}

/// Executions in which nothing is violated.
#[derive(Clone, Debug)]
pub struct Examined {
    /// How many steps they have at most; `None`: all of them.
    pub depth: Option<u32>,
    /// The rounds of loops without visible operations, if they were cut.
    pub rounds: Option<u32>,
    /// Where a mistake may end a thread that is not asked about.
    pub mistakes: Vec<Span>,
}

/// What it has cost.
#[derive(Clone, Copy, Default, Debug)]
pub struct Figures {
    /// Steps of the longest executions that were examined.
    pub depth: u64,
    /// Threads.
    pub threads: u64,
    /// Places where they can be in the last frame, all threads together.
    pub places: u64,
    /// What the solver did.
    pub sat: SatStatistics,
}

/// The last depth that is tried if there is a time limit, and if there is none.
const MOST_STEPS: u32 = 10_000;
const MOST_STEPS_WITHOUT_END: u32 = 60;
/// Rounds of loops without visible operations, if nothing is said.
const ROUNDS: u32 = 32;

/// Depths that are asked about: each at first, then every eighth part more.
fn next_depth(depth: u32) -> u32 {
    depth + (depth / 8).max(1)
}

/// What this engine looks for. It does not look for memory that is lost, and for races only where both accesses are about to be
/// made.
fn undecided(program: &Program, properties: Properties) -> Option<Property> {
    let any = |is: &dyn Fn(&Operation) -> bool| {
        let actions = program.functions.iter().flat_map(|it| &it.edges).map(|it| &it.action);
        actions.into_iter().any(|it| matches!(it, Action::Visible(operation) if is(operation)))
    };
    let allocates =
        |it: &Operation| matches!(it, Operation::Allocate { automatic: false, .. } | Operation::Reallocate { .. });
    if properties.contains(Property::Race) && any(&|it| matches!(it, Operation::Spawn { .. })) {
        return Some(Property::Race);
    }
    (properties.contains(Property::Memory) && any(&allocates)).then_some(Property::Memory)
}

/// Looks for violations. `progress` is told of every depth before it is asked about.
pub fn check(program: &Program, settings: &Settings, progress: &mut dyn FnMut(&Figures)) -> (Found, Figures) {
    let mut search = Search {
        settings,
        open: settings.properties.iter().collect(),
        violations: Vec::new(),
        figures: Figures::default(),
        examined: None,
        undecided: undecided(program, settings.properties),
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

struct Search<'a> {
    settings: &'a Settings,
    /// What is not violated yet.
    open: Vec<Property>,
    violations: Vec<(Property, Plan)>,
    figures: Figures,
    examined: Option<Examined>,
    undecided: Option<Property>,
}

impl Search<'_> {
    fn run(&mut self, program: &Program, progress: &mut dyn FnMut(&Figures)) -> Result<Found, Unsupported> {
        let settings = self.settings;
        let budget = settings.budget.clone();
        let interrupted = || budget.exceeded().is_some();
        let options = Options {
            unroll: settings.unroll.unwrap_or(ROUNDS),
            overflow: settings.properties.contains(Property::Overflow),
            memory: settings.properties.contains(Property::Memory),
            rules: settings.scheduler.rules,
        };
        let last = match settings {
            Settings { depth: Some(depth), .. } => *depth,
            Settings { budget: Budget { deadline: Some(_), .. }, .. } => MOST_STEPS,
            Settings { .. } => MOST_STEPS_WITHOUT_END,
        };
        let mut next = settings.depth.unwrap_or(0);
        let mut unrolling = Unrolling::new(program, options, settings.scheduler, &budget, &interrupted)?;
        loop {
            let depth = unrolling.depth();
            let is_asked = depth >= next;
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
                let mistakes = self.unchecked(&unrolling);
                let depth = (goes_on == Answer::Satisfiable).then_some(depth);
                self.examined = Some(Examined { depth, rounds, mistakes });
                if depth.is_none_or(|it| it >= last) {
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
        let limit = self.settings.budget.exceeded().unwrap_or(Limit::Interrupt);
        Found::Limit { limit, examined: self.examined.take(), undecided: self.undecided }
    }

    /// Asks about every property that is not violated yet; `None` if a limit was reached.
    fn ask_all(&mut self, unrolling: &mut Unrolling<'_>) -> Option<()> {
        for property in std::mem::take(&mut self.open) {
            let (term, races) = question(unrolling, property);
            match unrolling.ask(term) {
                Answer::Unsatisfiable => self.open.push(property),
                Answer::Interrupted => return None,
                Answer::Satisfiable => {
                    let mut evaluator = Evaluator::new();
                    let racing = races.into_iter().find(|it| unrolling.value(&mut evaluator, it.0) == 1);
                    let behind = racing.map_or(Vec::new(), |it| vec![it.1, it.2]);
                    self.violations.push((property, unrolling.plan(&behind)));
                }
            }
        }
        Some(())
    }

    /// The bound on rounds, if a thread was cut off by it.
    fn cut_rounds(&mut self, unrolling: &mut Unrolling<'_>, rounds: u32) -> Option<u32> {
        let cut = unrolling.frames.was_cut();
        (unrolling.ask(cut) != Answer::Unsatisfiable).then_some(rounds)
    }

    /// Where a mistake may end a thread that is not asked about.
    fn unchecked(&self, unrolling: &Unrolling<'_>) -> Vec<Span> {
        let is_asked = |arithmetic: bool| {
            let property = if arithmetic { Property::Overflow } else { Property::Memory };
            self.settings.properties.contains(property)
        };
        let mistakes = unrolling.frames.mistakes();
        let mut places: Vec<Span> =
            mistakes.into_iter().filter(|it| !is_asked(it.0.is_arithmetic())).map(|it| it.1).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    fn describe(&mut self, unrolling: &mut Unrolling<'_>) {
        self.figures.depth = unrolling.depth().into();
        self.figures.sat = smt::Sat::statistics(&unrolling.sat);
        let (_, look) = unrolling.look();
        self.figures.threads = look.threads.len() as u64;
        self.figures.places = look.threads.iter().map(|it| it.spots.len() as u64).sum();
    }
}

/// Holds if a property is violated in the last state, and who races then.
fn question(unrolling: &mut Unrolling<'_>, property: Property) -> (Term, Vec<(Term, u32, u32)>) {
    let (frames, look) = unrolling.look();
    let term = match property {
        Property::Reach => frames.assertion_failed(),
        Property::Deadlock => frames.deadlock(look),
        Property::Memory => frames.mistake_made(&|it| !it.is_arithmetic()),
        Property::Overflow => frames.mistake_made(&|it| it.is_arithmetic()),
        Property::Race => {
            let races = frames.races(look);
            let any = frames.terms.any(races.iter().map(|it| it.when).collect::<Vec<_>>());
            return (any, races.into_iter().map(|it| (it.when, it.threads.0, it.threads.1)).collect());
        }
        Property::Exception => frames.terms.truth(false),
    };
    (term, Vec::new())
}
