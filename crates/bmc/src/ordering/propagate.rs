//! PROP: the theory takes part in the search, and refuses what is inconsistent before the model is complete.

use super::theory::Theory;
use smt::{Answer, Lit, Sat};
use std::cell::RefCell;
use std::rc::Rc;

/// Looks for a weakly consistent model. If there is one, the theory has its happens-before relation.
///
/// The model is checked again from the start, as in BASIC: that costs little for one model, and the search has gone back
/// to its beginning by then.
pub(super) fn solve(theory: &Rc<RefCell<Theory>>, sat: &mut dyn Sat, assumptions: &[Lit]) -> Answer {
    loop {
        let observed = theory.borrow().slots.literals().to_vec();
        match sat.solve_with(assumptions, &observed, theory.clone()) {
            Answer::Satisfiable => {}
            answer @ (Answer::Unsatisfiable | Answer::Interrupted) => return answer,
        }
        let mut theory = theory.borrow_mut();
        theory.statistics.rounds += 1;
        let conflicts = theory.check(|it| sat.value(it));
        debug_assert!(conflicts.is_empty(), "the propagator has accepted an inconsistent model");
        if conflicts.is_empty() {
            return Answer::Satisfiable;
        }
        theory.statistics.clauses += conflicts.len() as u64;
        for clause in &conflicts {
            theory.statistics.literals += clause.len() as u64;
            sat.clause(clause);
        }
    }
}
