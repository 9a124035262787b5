//! The conditions that were met on the way to a state, newest first. Paths that part have their beginning in common.

use smt::{Term, Terms};
use std::rc::Rc;

/// A path; nothing at the beginning of a program.
#[derive(Clone, Default)]
pub struct Path(Option<Rc<Step>>);

struct Step {
    /// The condition that was met.
    condition: Term,
    /// All of them up to here.
    guard: Term,
    depth: u32,
    before: Path,
}

impl Path {
    /// The conjunction of its conditions.
    pub fn guard(&self, terms: &mut Terms) -> Term {
        self.0.as_ref().map_or_else(|| terms.truth(true), |it| it.guard)
    }

    /// With one more condition.
    pub fn extend(&mut self, terms: &mut Terms, condition: Term) {
        if terms.is_true(condition) {
            return;
        }
        let guard = self.guard(terms);
        let guard = terms.and(guard, condition);
        let before = std::mem::take(self);
        self.0 = Some(Rc::new(Step { condition, guard, depth: before.depth() + 1, before }));
    }

    /// What two paths have in common, and what each of them has besides.
    pub fn part(terms: &mut Terms, mine: &Path, other: &Path) -> (Path, Term, Term) {
        let (mut one, mut two) = (mine.clone(), other.clone());
        let (mut ones, mut twos) = (Vec::new(), Vec::new());
        while !one.is(&two) {
            if one.depth() >= two.depth() {
                one = one.back(&mut ones);
            } else {
                two = two.back(&mut twos);
            }
        }
        ones.reverse();
        twos.reverse();
        // The same conditions in the same order on both.
        let same = ones.iter().zip(&twos).take_while(|(a, b)| a == b).count();
        for &condition in &ones[..same] {
            one.extend(terms, condition);
        }
        let ones = terms.all(ones.drain(same..).collect::<Vec<_>>());
        let twos = terms.all(twos.drain(same..).collect::<Vec<_>>());
        (one, ones, twos)
    }

    fn depth(&self) -> u32 {
        self.0.as_ref().map_or(0, |it| it.depth)
    }

    fn is(&self, other: &Path) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(one), Some(two)) => Rc::ptr_eq(one, two),
            (None, Some(_)) | (Some(_), None) => false,
        }
    }

    fn back(&self, conditions: &mut Vec<Term>) -> Path {
        let Some(step) = &self.0 else { return Path(None) };
        conditions.push(step.condition);
        step.before.clone()
    }
}

impl Drop for Path {
    /// Long paths are taken apart one by one, not by recursion.
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(step) = next {
            next = Rc::into_inner(step).and_then(|mut it| it.before.0.take());
        }
    }
}
