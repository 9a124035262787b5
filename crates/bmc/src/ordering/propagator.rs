//! The theory as the solver sees it.
//!
//! All work is done when the solver asks for a literal that follows, and before a new level begins: so on each level
//! either everything was derived or there is a conflict, and going back to it leaves nothing to be done again.

use super::theory::Theory;
use smt::{Lit, Propagator};

impl Propagator for Theory {
    /// What is so on level 0 follows from the clauses, so it stays.
    fn start(&mut self) {
        Theory::backtrack(self, 0);
    }

    fn assign(&mut self, literals: &[Lit]) {
        for literal in literals {
            Theory::assign(self, *literal);
        }
    }

    fn new_level(&mut self) {
        Theory::new_level(self);
    }

    fn backtrack(&mut self, level: usize) {
        Theory::backtrack(self, level);
    }

    fn propagate(&mut self) -> Option<Lit> {
        self.saturate();
        if self.is_in_conflict() { None } else { self.next_prevented() }
    }

    fn reason(&mut self, literal: Lit, clause: &mut Vec<Lit>) {
        self.statistics.clauses += 1;
        self.explain_prevented(literal, clause);
        self.statistics.literals += clause.len() as u64;
    }

    fn clause(&mut self, clause: &mut Vec<Lit>) -> bool {
        if !self.is_in_conflict() || self.is_conflict_told {
            return false;
        }
        self.is_conflict_told = true;
        self.statistics.clauses += 1;
        self.statistics.literals += self.conflict_clause.len() as u64;
        clause.extend_from_slice(&self.conflict_clause);
        true
    }

    fn decide(&mut self) -> Option<Lit> {
        self.wish()
    }

    fn accepts(&mut self, _model: &[Lit]) -> bool {
        self.saturate();
        self.is_conflict_told = false;
        !self.is_in_conflict()
    }
}
