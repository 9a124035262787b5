//! The loop: build the abstract state space, look at the counterexample, refine, again.
//!
//! [Telbisz 2024] Section 2.3.2, Figure 2.2. The graph is dropped after each refinement (full pruning), so that the source
//! sets of abstraction-aware reduction fit what is tracked.

use crate::facts::Facts;
use crate::graph::{Explored, Graph, conditions};
use crate::precision::Precision;
use crate::refine::{Refined, Refiner};
use crate::settings::{Cone, Domain, Figures, Found, Initial, Settings};
use crate::solver::Solver;
use encode::blocks::Blocks;
use event::Limit;
use ir::Program;
use source::Span;
use std::collections::BTreeSet;

/// See [`Graph::expected`].
const FIRST_SIZE: usize = 8;
/// The same where nothing is refined.
const MOST_SIZE: usize = 100;

/// Looks for a failing assertion, or for a proof that there is none. `progress` is told of every iteration, and now
/// and then on the way.
pub fn check(program: &Program, settings: &Settings, progress: &mut dyn FnMut(&Figures)) -> (Found, Figures) {
    let mut figures = Figures::default();
    let budget = settings.budget.clone();
    let mut blocks = Blocks::new(program, Box::new(move || budget.exceeded().is_some()));
    let mut solver = Solver::new(&settings.budget);
    let found = run(&mut blocks, &mut solver, settings, &mut figures, progress);
    (figures.queries, figures.cached) = (solver.queries, solver.cached);
    (found, figures)
}

fn run(
    blocks: &mut Blocks<'_>,
    solver: &mut Solver,
    settings: &Settings,
    figures: &mut Figures,
    progress: &mut dyn FnMut(&Figures),
) -> Found {
    let program = blocks.program;
    let mut facts = Facts::of(program, blocks);
    let mut precision = Precision::new(program, blocks);
    let gives_up_values = settings.domain == Domain::Product;
    if settings.initial == Initial::Assumes {
        let conditions = conditions(blocks, settings);
        for condition in conditions {
            if settings.domain == Domain::Explicit {
                for variable in blocks.variables_of(condition) {
                    precision.track(blocks.table.kin(variable));
                }
            } else {
                precision.add(blocks, condition);
            }
        }
    }
    let mut suspects = BTreeSet::new();
    // So much is done at most once it is proved that no assertion fails.
    let mut most = Most { states: u64::MAX, iterations: u64::MAX };
    let asked = settings.cone;
    let mut settings = settings.clone();
    let mut expected = FIRST_SIZE;
    loop {
        if figures.iterations >= most.iterations {
            return safe(suspects);
        }
        figures.iterations += 1;
        figures.without_cone += u64::from(settings.cone != asked);
        (figures.variables, figures.predicates) = precision.size();
        // The states of the iteration before are dropped, so nothing is done yet.
        figures.waiting = figures.last_states;
        progress(figures);
        let explored = Graph {
            blocks,
            facts: &mut facts,
            solver,
            precision: &precision,
            settings: &settings,
            figures,
            gives_up_values,
            expected: &mut expected,
            suspects: &suspects,
            most_states: most.states,
            progress,
        }
        .explore();
        let is_proved = !suspects.is_empty();
        let domain = settings.domain;
        let mut refiner = Refiner { blocks, solver, precision: &precision, domain, budget: &settings.budget };
        let refined = match explored {
            Explored::Safe(_) if refiner.solver.is_interrupted && is_proved => return safe(suspects),
            Explored::Safe(_) if refiner.solver.is_interrupted => return Found::Limit(limit(&settings)),
            // An abstract state cannot exclude what it does not know: most of these places are harmless, and it is worth a try to
            // show that they are.
            Explored::Safe(mistakes) if !is_proved && !mistakes.is_empty() => {
                most = Most::beyond(figures);
                suspects = mistakes;
                continue;
            }
            Explored::Safe(_) => return safe(BTreeSet::new()),
            Explored::Limit(_) | Explored::Unsupported(_) if is_proved => return safe(suspects),
            Explored::Limit(limit) => return Found::Limit(limit),
            Explored::Unsupported(it) => return Found::Unsupported(it),
            Explored::TooManyValues(kin) => {
                precision.ban(kin);
                continue;
            }
            Explored::Demand(moves, variables, span) => match refiner.demand(&moves, &variables) {
                Some(refined) => Refined::Precision(refined),
                None if is_proved => return safe(suspects),
                None => {
                    let place = program.sources.describe(span);
                    return Found::Undecided(format!("an address, a size or a thread is not known at {place}"));
                }
            },
            Explored::Refuted(refined) => Refined::Precision(refined),
            Explored::Mistake(moves, span) => match refiner.refine(&moves) {
                Refined::Feasible(_) => return Found::Safe { mistakes: vec![span], suspects: Vec::new() },
                Refined::Stuck | Refined::Interrupted => return safe(suspects),
                Refined::Precision(refined) => Refined::Precision(refined),
            },
            Explored::Error(moves) => {
                figures.longest_trace = figures.longest_trace.max(moves.len() as u64);
                refiner.refine(&moves)
            }
        };
        match refined {
            Refined::Feasible(plan) => return Found::Violation(plan),
            Refined::Precision(refined) => {
                if refined.size() == precision.size() {
                    // What refutes the counterexample is tracked already, and was simplified where it was explored.
                    debug_assert!(
                        settings.cone != Cone::None || is_proved,
                        "a counterexample that is refuted is met again"
                    );
                    if settings.cone == Cone::None && is_proved {
                        return safe(suspects);
                    }
                    if settings.cone == Cone::None {
                        return Found::Undecided("a counterexample that is none is met again and again".to_owned());
                    }
                    settings.cone = Cone::None;
                }
                precision = refined;
            }
            Refined::Interrupted | Refined::Stuck if is_proved => return safe(suspects),
            Refined::Interrupted => return Found::Limit(limit(&settings)),
            Refined::Stuck if settings.budget.exceeded().is_some() => return Found::Limit(limit(&settings)),
            Refined::Stuck => {
                let what = match domain {
                    Domain::Explicit => "values of variables cannot show that a counterexample is none",
                    Domain::Predicates | Domain::Product => {
                        "no predicate was found that shows that a counterexample is none"
                    }
                };
                return Found::Undecided(what.to_owned());
            }
        }
    }
}

/// No assertion fails, and these places are all at which a mistake may end a thread that is not asked about.
fn safe(suspects: BTreeSet<Span>) -> Found {
    Found::Safe { mistakes: Vec::new(), suspects: suspects.into_iter().collect() }
}

/// How much may be done.
struct Most {
    states: u64,
    iterations: u64,
}

impl Most {
    /// Some times as much as was done so far.
    fn beyond(figures: &Figures) -> Most {
        Most { states: 4 * figures.states + MORE_STATES, iterations: 2 * figures.iterations + MORE_ITERATIONS }
    }
}

/// See [`Most::beyond`]: what small programs get.
const MORE_STATES: u64 = 10_000;
const MORE_ITERATIONS: u64 = 20;

/// What a condition of a branch is used for when nothing is refined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// It is a predicate.
    Predicate,
    /// The values of its variables are tracked.
    Values,
    /// It is not used.
    Nothing,
}

/// Whether an error can be reached in the abstract state space in which these conditions are tracked: the how-manieth
/// condition of a branch is used for what. Nothing is refined, but for what has to be known to get on at all. `None` if a limit
/// was reached or something is not modelled. For those who compare reductions.
pub fn abstract_error(program: &Program, settings: &Settings, choose: &mut dyn FnMut(usize) -> Use) -> Option<bool> {
    let mut figures = Figures::default();
    let budget = settings.budget.clone();
    let blocks = &mut Blocks::new(program, Box::new(move || budget.exceeded().is_some()));
    let solver = &mut Solver::new(&settings.budget);
    let mut facts = Facts::of(program, blocks);
    let mut precision = Precision::new(program, blocks);
    let conditions = conditions(blocks, settings);
    for (index, condition) in conditions.into_iter().enumerate() {
        match choose(index) {
            Use::Nothing => {}
            Use::Predicate => {
                precision.add(blocks, condition);
            }
            Use::Values => {
                for variable in blocks.variables_of(condition) {
                    precision.track(blocks.table.kin(variable));
                }
            }
        }
    }
    loop {
        let explored = Graph {
            blocks,
            facts: &mut facts,
            solver,
            precision: &precision,
            settings,
            figures: &mut figures,
            gives_up_values: false,
            expected: &mut MOST_SIZE.clone(),
            suspects: &BTreeSet::new(),
            most_states: u64::MAX,
            progress: &mut |_| (),
        }
        .explore();
        match explored {
            Explored::Safe(_) if solver.is_interrupted => return None,
            Explored::Safe(_) => return Some(false),
            Explored::Error(_) | Explored::Mistake(..) => return Some(true),
            Explored::Demand(moves, variables, _) => {
                let (domain, budget) = (settings.domain, &settings.budget);
                let mut refiner = Refiner { blocks, solver, precision: &precision, domain, budget };
                precision = refiner.demand(&moves, &variables)?;
            }
            Explored::Refuted(_) | Explored::TooManyValues(_) | Explored::Unsupported(_) | Explored::Limit(_) => {
                return None;
            }
        }
    }
}

fn limit(settings: &Settings) -> Limit {
    settings.budget.reached()
}
