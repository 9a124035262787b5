//! BASIC: the solver knows nothing of orders; each model is checked, and what is wrong with it becomes clauses.

use super::theory::Theory;
use smt::{Answer, Lit, Sat};

/// Looks for a weakly consistent model. If there is one, the theory has its happens-before relation.
pub(super) fn solve(theory: &mut Theory, sat: &mut dyn Sat, assumptions: &[Lit]) -> Answer {
    loop {
        match sat.solve(assumptions) {
            Answer::Satisfiable => {}
            answer @ (Answer::Unsatisfiable | Answer::Interrupted) => return answer,
        }
        theory.statistics.rounds += 1;
        let conflicts = theory.check(|it| sat.value(it));
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
