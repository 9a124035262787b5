//! The loop: build the abstract state space, look at the counterexample, refine, again.
//!
//! [Telbisz 2024] Section 2.3.2, Figure 2.2. The graph is dropped after each refinement (full pruning), so that the source
//! sets of abstraction-aware reduction fit what is tracked.

use crate::facts::Facts;
use crate::graph::{Explored, Graph};
use crate::precision::Precision;
use crate::refine::{Refined, Refiner, kins};
use crate::settings::{Domain, Figures, Found, Initial, Settings};
use crate::solver::Solver;
use encode::blocks::Blocks;
use event::Limit;
use ir::Program;

/// Looks for a failing assertion, or for a proof that there is none. `progress` is told of every iteration.
pub fn check(program: &Program, settings: &Settings, progress: &mut dyn FnMut(&Figures)) -> (Found, Figures) {
    let mut figures = Figures::default();
    let mut blocks = Blocks::new(program);
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
        let conditions = graph(blocks, &mut facts, solver, &precision, settings, figures, false).conditions();
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
    loop {
        figures.iterations += 1;
        (figures.variables, figures.predicates) = precision.size();
        progress(figures);
        let explored = graph(blocks, &mut facts, solver, &precision, settings, figures, gives_up_values).explore();
        let moves = match explored {
            Explored::Safe if solver.is_interrupted => return Found::Limit(limit(settings)),
            Explored::Safe => return Found::Safe { mistakes: blocks.mistakes() },
            Explored::Limit(limit) => return Found::Limit(limit),
            Explored::Unsupported(it) => return Found::Unsupported(it),
            Explored::TooManyValues(kin) => {
                precision.ban(kin);
                continue;
            }
            Explored::Demand(variables, span) => {
                let mut is_new = false;
                for kin in kins(blocks, &variables) {
                    is_new |= precision.track(kin);
                }
                if !is_new {
                    let place = program.sources.describe(span);
                    return Found::Undecided(format!("an address, a size or a thread is not known at {place}"));
                }
                continue;
            }
            Explored::Error(moves) => moves,
        };
        figures.longest_trace = figures.longest_trace.max(moves.len() as u64);
        let domain = settings.domain;
        let mut refiner = Refiner { blocks, solver, precision: &precision, domain, budget: &settings.budget };
        match refiner.refine(&moves) {
            Refined::Feasible(plan) => return Found::Violation(plan),
            Refined::Precision(refined) => precision = refined,
            Refined::Interrupted => return Found::Limit(limit(settings)),
            Refined::Stuck if settings.budget.exceeded().is_some() => return Found::Limit(limit(settings)),
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

fn limit(settings: &Settings) -> Limit {
    settings.budget.exceeded().unwrap_or(Limit::Interrupt)
}

fn graph<'a, 'p>(
    blocks: &'a mut Blocks<'p>,
    facts: &'a mut Facts,
    solver: &'a mut Solver,
    precision: &'a Precision,
    settings: &'a Settings,
    figures: &'a mut Figures,
    gives_up_values: bool,
) -> Graph<'a, 'p> {
    Graph { blocks, facts, solver, precision, settings, figures, gives_up_values }
}
