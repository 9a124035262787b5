//! Whether a full assignment is weakly consistent, and what is wrong with it if not.
//!
//! The theory goes on after a conflict here: an edge that would close a cycle is left out, its clause kept. Of these the
//! shortest are given to the solver, as long as they share no source, so that each refuses something of its own. (Taking
//! the first that are found needs twice as many rounds on threads that use a lock.)

use super::tables::Action;
use super::theory::Theory;
use rustc_hash::FxHashSet;
use smt::Lit;

/// How many conflicts of one model are looked at.
pub(super) const MOST_CONFLICTS: usize = 256;

impl Theory {
    /// Whether a full assignment is weakly consistent: the conflicts that were found, not all, no two of which share
    /// a pair of a write and a read. Leaves its happens-before relation on level 1.
    pub(super) fn check(&mut self, is_true: impl Fn(Lit) -> bool) -> Vec<Vec<Lit>> {
        self.backtrack(0);
        self.new_level();
        for slot in 0..self.slots.literals().len() {
            let literal = self.slots.literals()[slot];
            self.assign(if is_true(literal) { literal } else { !literal });
        }
        self.collected = Some(Vec::new());
        self.saturate();
        let collected = self.collected.take().unwrap_or_default();
        if collected.is_empty() && self.is_in_conflict() {
            return vec![self.conflict_clause.clone()];
        }
        self.disjoint(collected)
    }

    /// The shortest clauses, as long as they share no source.
    fn disjoint(&self, mut clauses: Vec<Vec<Lit>>) -> Vec<Vec<Lit>> {
        let is_source = |it: &Lit| {
            let code = self.slots.code(!*it);
            code.is_some_and(|it| matches!(self.tables.actions[it.index()].first(), Some(Action::Read(_))))
        };
        clauses.sort_by_key(Vec::len);
        let mut used = FxHashSet::default();
        clauses.retain(|clause| {
            let is_disjoint = !clause.iter().any(|it| used.contains(it));
            if is_disjoint {
                used.extend(clause.iter().copied().filter(is_source));
            }
            is_disjoint
        });
        clauses
    }
}
