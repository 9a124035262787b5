//! Which states are covered: those that say at least as much as another one with the same control.
//!
//! States that know the same variables and predicates are of one shape, and there are few shapes at each control. A state is
//! covered if what it says about the variables and predicates of some shape is what a state of that shape says: one look-up for
//! each shape, however many states there are.

use crate::precision::PredicateId;
use crate::state::State;
use encode::blocks::{Control, Variable};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The states that were met.
#[derive(Default)]
pub struct Known {
    shapes: FxHashMap<Rc<Control>, Vec<Shape>>,
}

struct Shape {
    variables: Vec<Variable>,
    predicates: Vec<PredicateId>,
    members: FxHashSet<Vec<u64>>,
}

impl Known {
    /// Adds a state, unless it is covered; whether it was added.
    pub fn add(&mut self, state: &State) -> bool {
        let shapes = self.shapes.entry(state.control.clone()).or_default();
        let mut own = None;
        for (index, shape) in shapes.iter().enumerate() {
            let Some(key) = shape.projection(state) else { continue };
            if shape.members.contains(&key) {
                return false;
            }
            if shape.variables.len() == state.values.len() && shape.predicates.len() == state.literals.len() {
                own = Some((index, key));
            }
        }
        match own {
            Some((index, key)) => shapes[index].members.insert(key),
            None => {
                let mut shape = Shape {
                    variables: state.values.iter().map(|it| it.0).collect(),
                    predicates: state.literals.iter().map(|it| it.0).collect(),
                    members: FxHashSet::default(),
                };
                let key = shape.projection(state).expect("it has its own shape");
                shape.members.insert(key);
                shapes.push(shape);
                true
            }
        }
    }
}

impl Shape {
    /// What a state says about the variables and predicates of this shape, if it knows all of them.
    fn projection(&self, state: &State) -> Option<Vec<u64>> {
        if self.variables.len() > state.values.len() || self.predicates.len() > state.literals.len() {
            return None;
        }
        let mut key = Vec::with_capacity(self.variables.len() + self.predicates.len());
        let mut values = state.values.iter();
        for variable in &self.variables {
            key.push(values.find(|it| it.0 >= *variable).filter(|it| it.0 == *variable)?.1);
        }
        let mut literals = state.literals.iter();
        for predicate in self.predicates.iter().filter(|_| !planted::bug!(CoverIgnoresPredicates)) {
            key.push(u64::from(literals.find(|it| it.0 >= *predicate).filter(|it| it.0 == *predicate)?.1));
        }
        Some(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(values: &[(u32, u64)], literals: &[(u32, bool)]) -> State {
        State {
            control: Rc::new(Control { threads: Vec::new(), alive: Vec::new() }),
            values: Rc::new(values.iter().map(|it| (Variable(it.0), it.1)).collect()),
            literals: Rc::new(literals.iter().map(|it| (PredicateId(it.0), it.1)).collect()),
        }
    }

    /// The definition: what one says, the other says, too.
    fn covers(one: &State, other: &State) -> bool {
        one.values.iter().all(|it| other.values.contains(it))
            && one.literals.iter().all(|it| other.literals.contains(it))
    }

    #[test]
    fn a_state_is_covered_by_one_that_says_less() {
        let mut known = Known::default();
        assert!(known.add(&state(&[(1, 5), (2, 7)], &[(0, true)])));
        assert!(!known.add(&state(&[(1, 5), (2, 7), (9, 1)], &[(0, true), (3, false)])));
        assert!(known.add(&state(&[(1, 5), (2, 8)], &[(0, true)])));
        assert!(known.add(&state(&[(2, 7)], &[(0, true)])));
        assert!(!known.add(&state(&[(0, 0), (2, 7)], &[(0, true)])));
        assert!(known.add(&state(&[(2, 7)], &[(0, false)])));
    }

    #[test]
    fn it_is_what_the_definition_says() {
        let mut number = 1u64;
        let mut random = |bound: u64| {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (number >> 33) % bound
        };
        for _ in 0..200 {
            let (mut known, mut all): (Known, Vec<State>) = (Known::default(), Vec::new());
            for _ in 0..60 {
                let (mut values, mut literals) = (Vec::new(), Vec::new());
                for variable in 0..3 {
                    if random(3) > 0 {
                        values.push((variable, random(2)));
                    }
                    if random(3) == 0 {
                        literals.push((variable, random(2) == 0));
                    }
                }
                let next = state(&values, &literals);
                let is_covered = all.iter().any(|it| covers(it, &next));
                assert_eq!(known.add(&next), !is_covered, "{next:?}");
                all.push(next);
            }
        }
    }
}
