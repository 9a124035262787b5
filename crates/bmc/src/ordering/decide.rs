//! The decision: weak sequential consistency first, then the order of writes, until the model is an execution.
//!
//! A weakly consistent model need not be sequentially consistent. Most are, and [`linear`] finds the execution. For one
//! that it cannot run, literals for the order of writes that stand in the way are added (true: the first comes first,
//! false: the second), and the solver is asked again. These literals stay. There are finitely many pairs of writes, and
//! each round adds one at least, so this ends; at the latest when all writes of each cell are ordered, where weak and
//! sequential consistency agree.
//!
//! Such a literal speaks of two clocks, whether their writes happen or not: all clocks have a place in an execution. So
//! no guards are needed in its reasons, and no execution is lost.

use super::conflicts;
use super::linear::{self, Linear};
use super::order::Order;
use super::problem::Problem;
use super::slots::Slots;
use super::statistics::Statistics;
use super::tables::Tables;
use super::theory::Theory;
use super::{basic, propagate};
use rustc_hash::FxHashSet;
use smt::{Answer, Lit, Sat};
use std::cell::RefCell;
use std::rc::Rc;

/// How the theory and the solver work together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// BASIC: the theory checks models.
    Basic,
    /// PROP: the theory takes part in the search.
    Propagate,
}

/// How to decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Config {
    /// How the theory and the solver work together.
    pub method: Method,
    /// OPT: conflicts are looked for in advance (Algorithm 3).
    pub conflicts_first: bool,
    /// Whether to stop at weak sequential consistency. Then an order need not be an execution.
    pub is_weak: bool,
}

/// What was decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// There is a consistent execution; the solver has its model.
    Consistent {
        /// All clocks. If they run in this order, each read reads from what the model says.
        order: Vec<u32>,
    },
    /// There is none under the assumptions.
    Impossible,
    /// The solver was interrupted.
    Interrupted,
}

/// Decides a problem, again and again with other assumptions and more clauses.
pub struct Decider {
    config: Config,
    always: Vec<(u32, u32)>,
    /// Nothing if what is always so has a cycle.
    theory: Option<Rc<RefCell<Theory>>>,
    /// Pairs of clocks with a literal for their order.
    ordered: FxHashSet<(u32, u32)>,
    statistics: Statistics,
}

impl Decider {
    /// Adds to the solver what follows before any search.
    pub fn new(problem: &Problem, config: Config, sat: &mut dyn Sat) -> Decider {
        let mut slots = Slots::new();
        let tables = Tables::new(problem, &mut slots);
        for literal in slots.literals() {
            sat.freeze(*literal);
        }
        let mut statistics = Statistics::default();
        let theory = Order::new(problem.clocks, &problem.order).map(|order| {
            let mut theory = Theory::new(tables, slots, order);
            theory.saturate();
            while let Some(literal) = theory.next_prevented() {
                sat.clause(&[literal]);
                statistics.units += 1;
                theory.assign(literal);
                theory.saturate();
            }
            theory.statistics.forced = 0;
            if config.conflicts_first {
                conflicts::find(&theory, &mut statistics, |clause| sat.clause(clause));
            }
            Rc::new(RefCell::new(theory))
        });
        Decider { config, always: problem.order.clone(), theory, ordered: FxHashSet::default(), statistics }
    }

    /// Whether there is a consistent execution under assumptions and with all clauses that the solver has.
    pub fn decide(&mut self, sat: &mut dyn Sat, assumptions: &[Lit]) -> Decision {
        let Some(theory) = self.theory.clone() else { return Decision::Impossible };
        loop {
            let answer = match self.config.method {
                Method::Basic => basic::solve(&mut theory.borrow_mut(), sat, assumptions),
                Method::Propagate => propagate::solve(&theory, sat, assumptions),
            };
            match answer {
                Answer::Satisfiable => {}
                Answer::Unsatisfiable => return Decision::Impossible,
                Answer::Interrupted => return Decision::Interrupted,
            }
            let mut theory = theory.borrow_mut();
            if self.config.is_weak {
                return Decision::Consistent { order: linear::sort(&theory) };
            }
            match linear::linearize(&theory) {
                Linear::Execution(order) => {
                    let is_right = linear::is_execution(&theory, &self.always, &order);
                    assert!(is_right, "the order of a consistent model is not an execution");
                    return Decision::Consistent { order };
                }
                Linear::Stuck(cells) => self.order_writes(&mut theory, cells, sat),
            }
        }
    }

    /// Adds literals for the order of writes to these cells that the model leaves open.
    fn order_writes(&mut self, theory: &mut Theory, cells: Vec<u32>, sat: &mut dyn Sat) {
        let pairs = linear::unordered(theory, cells);
        theory.backtrack(0);
        let known = self.ordered.len();
        for (first, second) in pairs {
            if self.ordered.insert((first, second)) {
                let literal = sat.fresh();
                sat.freeze(literal);
                theory.add_pair(first, second, literal);
                self.statistics.write_orders += 1;
            }
        }
        assert!(self.ordered.len() > known, "a model without unordered writes could not be run");
    }

    /// What it has cost so far.
    pub fn statistics(&self) -> Statistics {
        let found = self.theory.as_ref().map_or(Statistics::default(), |it| it.borrow().statistics);
        let Statistics { units, two_reads, read_and_write, is_cut, write_orders, .. } = self.statistics;
        Statistics { units, two_reads, read_and_write, is_cut, write_orders, ..found }
    }
}
