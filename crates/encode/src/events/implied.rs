//! Which conditions follow from which.

use super::build::Builder;
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Node, Term, Terms};
use std::rc::Rc;

/// The conjuncts of conditions, as far as somebody has asked.
#[derive(Default)]
pub struct Implications(FxHashMap<Term, Rc<FxHashSet<Term>>>);

/// Whether one condition holds wherever another one does, as far as can be seen.
pub fn implied(known: &mut Implications, terms: &Terms, strong: Term, weak: Term) -> bool {
    if strong == weak || terms.is_true(weak) {
        return true;
    }
    let conjuncts = known.0.entry(strong).or_insert_with(|| {
        let mut all = FxHashSet::default();
        flatten(terms, strong, &mut |it| all.insert(it));
        Rc::new(all)
    });
    let mut open = vec![weak];
    while let Some(it) = open.pop() {
        if conjuncts.contains(&it) || terms.is_true(it) {
            continue;
        }
        let Node::And(left, right) = terms.node(it) else { return false };
        open.extend([left, right]);
    }
    true
}

/// Calls `visit` on a conjunction and all conjunctions and others that it is made of, as long as that says that they are
/// new.
fn flatten(terms: &Terms, term: Term, visit: &mut dyn FnMut(Term) -> bool) {
    let mut open = vec![term];
    while let Some(it) = open.pop() {
        if !visit(it) {
            continue;
        }
        if let Node::And(left, right) = terms.node(it) {
            open.extend([left, right]);
        }
    }
}

impl Builder<'_> {
    /// See [`implied`].
    pub fn implied(&mut self, strong: Term, weak: Term) -> bool {
        implied(&mut self.implications, &self.terms, strong, weak)
    }
}
