//! Choices: `ite`, and choices between few constants, into which operations move.
//!
//! `ite(c, 3, ite(d, 5, 7)) == 5` is `!c & d`: no vector is left to be compared. Such terms come from tables, flags and
//! numbers of objects. A term counts as a choice between constants if it is a tree of `ite` with at most [`LEAVES`]
//! constants at its leaves. A Boolean that is extended is one, too.

use super::{Node, Term, Terms, mask};

/// How many constants a choice between constants has at most.
const LEAVES: u8 = 16;

impl Terms {
    /// How many constants a new node chooses between, 0 if it is not such a choice.
    pub(super) fn leaves_of_node(&self, node: Node) -> u8 {
        match node {
            Node::Constant { .. } => 1,
            Node::Ite(_, a, b) => match (self.leaves_of(a), self.leaves_of(b)) {
                (0, _) | (_, 0) => 0,
                (first, second) if first + second <= LEAVES => first + second,
                (_, _) => 0,
            },
            _ => 0,
        }
    }

    /// How many constants a term chooses between, 0 if it is not such a choice.
    pub(super) fn leaves_of(&self, term: Term) -> u8 {
        self.leaves[term.index()]
    }

    /// The same choice between other terms. To be asked for choices between constants only.
    pub(super) fn map_leaves(&mut self, term: Term, map: &mut dyn FnMut(&mut Terms, Term) -> Term) -> Term {
        match self.plain_node(term) {
            Node::Ite(condition, a, b) => {
                let a = self.map_leaves(a.negated_if(term.is_negated()), map);
                let b = self.map_leaves(b.negated_if(term.is_negated()), map);
                self.ite(condition, a, b)
            }
            _ => map(self, term),
        }
    }

    /// The parts of a choice, if a term is one; a negation is moved into the branches.
    pub(super) fn choice(&self, term: Term) -> Option<(Term, Term, Term)> {
        match self.plain_node(term) {
            Node::Ite(c, a, b) => Some((c, a.negated_if(term.is_negated()), b.negated_if(term.is_negated()))),
            _ => None,
        }
    }

    /// The second if the first holds, else the third.
    pub fn ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        let width = self.same_width(then, otherwise);
        debug_assert_eq!(self.width(condition), 1, "a condition has width 1");
        if self.is_true(condition) || then == otherwise {
            return then;
        }
        if self.is_false(condition) {
            return otherwise;
        }
        if condition.is_negated() {
            return self.choose(condition.negated(), otherwise, then, width);
        }
        self.choose(condition, then, otherwise, width)
    }

    /// For a condition that is not negated.
    fn choose(&mut self, condition: Term, mut then: Term, mut otherwise: Term, width: u8) -> Term {
        if let Some((inner, a, _)) = self.choice(then)
            && inner == condition
        {
            then = a;
        }
        if let Some((inner, _, b)) = self.choice(otherwise)
            && inner == condition
        {
            otherwise = b;
        }
        if then == otherwise {
            return then;
        }
        if width == 1
            && let Some(result) = self.boolean_choice(condition, then, otherwise)
        {
            return result;
        }
        if let Some(existing) = self.existing(Node::Ite(condition, then, otherwise)) {
            return existing;
        }
        if let Some((inner, a, b)) = self.choice(then) {
            if a == otherwise {
                let both = self.and(condition, inner.negated());
                return self.ite(both, b, otherwise);
            }
            if b == otherwise {
                let both = self.and(condition, inner);
                return self.ite(both, a, otherwise);
            }
        }
        if let Some((inner, a, b)) = self.choice(otherwise) {
            if a == then {
                let either = self.or(condition, inner);
                return self.ite(either, then, b);
            }
            if b == then {
                let inner = inner.negated_if(planted::bug!(ChoicesSwapped));
                let only = self.and(condition.negated(), inner);
                return self.ite(only, a, then);
            }
        }
        // One form for a choice and its negation. Constants stay where they are, so that they are seen.
        let is_constant = |term: Term| self.value_of(term).is_some();
        let negate = if width == 1 {
            then.is_negated()
        } else {
            then.is_negated() && otherwise.is_negated() && !is_constant(then) && !is_constant(otherwise)
        };
        if negate {
            return self.intern(Node::Ite(condition, then.negated(), otherwise.negated())).negated();
        }
        self.intern(Node::Ite(condition, then, otherwise))
    }

    /// A choice of width 1 that needs no `ite`.
    fn boolean_choice(&mut self, condition: Term, then: Term, otherwise: Term) -> Option<Term> {
        if self.is_true(then) || then == condition {
            Some(self.or(condition, otherwise))
        } else if self.is_false(then) || then == condition.negated() {
            Some(self.and(condition.negated(), otherwise))
        } else if self.is_true(otherwise) || otherwise == condition.negated() {
            Some(self.or(condition.negated(), then))
        } else if self.is_false(otherwise) || otherwise == condition {
            Some(self.and(condition, then))
        } else if then == otherwise.negated() {
            Some(self.xor(condition, otherwise))
        } else {
            None
        }
    }

    /// A Boolean as a number: `low` if it is false, `high` if it is true.
    pub(super) fn choice_of_constants(&mut self, condition: Term, high: u64, low: u64, width: u8) -> Term {
        let (high, low) = (self.constant(width, high & mask(width)), self.constant(width, low & mask(width)));
        self.ite(condition, high, low)
    }
}
