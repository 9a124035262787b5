//! Questions about conditions, each asked once.

use event::Budget;
use rustc_hash::FxHashMap;
use smt::{Answer, Blaster, Cadical, Sat, Term, Terms};
use std::sync::Arc;

/// An incremental solver that remembers its answers.
pub struct Solver {
    sat: Cadical,
    blaster: Blaster,
    answers: FxHashMap<Vec<Term>, bool>,
    /// Questions that were solved, and those that were answered before.
    pub queries: u64,
    /// See `queries`.
    pub cached: u64,
    /// Whether an answer is missing because the work was interrupted.
    pub is_interrupted: bool,
}

impl Solver {
    /// Without any question.
    pub fn new(budget: &Budget) -> Solver {
        let mut sat = Cadical::new();
        let budget = budget.clone();
        sat.set_interrupt(Arc::new(move || budget.exceeded().is_some()));
        Solver {
            sat,
            blaster: Blaster::new(),
            answers: FxHashMap::default(),
            queries: 0,
            cached: 0,
            is_interrupted: false,
        }
    }

    /// Whether all conditions can hold at once.
    pub fn can_hold(&mut self, terms: &Terms, mut conditions: Vec<Term>) -> bool {
        conditions.sort_unstable();
        conditions.dedup();
        conditions.retain(|it| !terms.is_true(*it));
        if conditions.iter().any(|it| terms.is_false(*it)) {
            return false;
        }
        if conditions.is_empty() {
            return true;
        }
        if let Some(known) = self.answers.get(&conditions) {
            self.cached += 1;
            return *known;
        }
        self.queries += 1;
        let literals: Vec<_> = conditions.iter().map(|it| self.blaster.literal(terms, &mut self.sat, *it)).collect();
        let answer = match self.sat.solve(&literals) {
            Answer::Satisfiable => true,
            Answer::Unsatisfiable => false,
            Answer::Interrupted => {
                self.is_interrupted = true;
                return true;
            }
        };
        self.answers.insert(conditions, answer);
        answer
    }
}
