//! Bitwise operations, which for width 1 are the Boolean ones. What conjunctions are simplified to is in `conjunction.rs`.

use super::conjunction::CONJUNCTS;
use super::{Node, Term, Terms, mask};

impl Terms {
    /// Bitwise negation.
    #[allow(clippy::should_implement_trait)]
    pub fn not(&mut self, term: Term) -> Term {
        if self.leaves_of(term) > 1 && self.width(term) > 1 {
            // A choice between constants has its negation inside.
            return self.map_leaves(term, &mut |_, leaf| leaf.negated());
        }
        term.negated()
    }

    /// Bitwise conjunction.
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if let Some(result) = self.trivial_and(a, b, width) {
            return result;
        }
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        if let Some(existing) = self.existing(Node::And(a, b)) {
            return existing;
        }
        if width > 1
            && let Some(result) = self.and_with_constant(a, b, width)
        {
            return result;
        }
        let (mut left, mut right) = (self.take_list(), self.take_list());
        self.conjuncts(a, CONJUNCTS, &mut left);
        self.conjuncts(b, CONJUNCTS, &mut right);
        let result = self.and_of_sets((a, &left), (b, &right));
        self.return_list(left);
        self.return_list(right);
        result
    }

    /// Bitwise disjunction.
    pub fn or(&mut self, a: Term, b: Term) -> Term {
        let (not_a, not_b) = (self.not(a), self.not(b));
        let neither = self.and(not_a, not_b);
        self.not(neither)
    }

    /// Whether the second holds if the first does; of width 1.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        self.or(a.negated(), b)
    }

    /// Conjunction of terms of width 1; true if there are none.
    pub fn all(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        let mut list = self.take_list();
        list.extend(terms);
        list.sort_unstable();
        list.dedup();
        let result = list.iter().fold(self.truth(true), |so_far, next| self.and(so_far, *next));
        self.return_list(list);
        result
    }

    /// Disjunction of terms of width 1; false if there are none.
    pub fn any(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        self.all(terms.into_iter().map(Term::negated)).negated()
    }

    /// Bitwise exclusive disjunction.
    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        let all = mask(width);
        if a.plain() == b.plain() {
            return self.constant(width, if a == b { 0 } else { all });
        }
        let negate = a.is_negated() != b.is_negated();
        let (a, b) = if a < b { (a.plain(), b.plain()) } else { (b.plain(), a.plain()) };
        // Constants are often older than what they are combined with.
        let (constant, other) = if self.value_of(b).is_some() { (b, a) } else { (a, b) };
        let result = match (self.value_of(constant), self.value_of(other)) {
            (Some(first), Some(second)) => self.constant(width, first ^ second),
            (Some(0), None) => other,
            (Some(value), None) => self.xor_with_constant(other, value, width),
            (None, _) => self.xor_of_unknown(a, b),
        };
        if negate { self.not(result) } else { result }
    }

    fn xor_with_constant(&mut self, term: Term, value: u64, width: u8) -> Term {
        if self.leaves_of(term) > 0 {
            return self.map_leaves(term, &mut |terms, leaf| {
                let leaf = terms.value_of(leaf).unwrap_or_default();
                terms.constant(width, leaf ^ value)
            });
        }
        if let Node::Xor(first, second) = self.plain_node(term) {
            for (inner, other) in [(first, second), (second, first)] {
                if let Some(inner) = self.value_of(inner) {
                    let constant = self.constant(width, inner ^ value);
                    return self.xor(other, constant).negated_if(term.is_negated());
                }
            }
        }
        let constant = self.constant(width, value);
        let negate = constant.is_negated() != term.is_negated();
        let (a, b) = (constant.plain(), term.plain());
        self.intern(Node::Xor(a.min(b), a.max(b))).negated_if(negate)
    }

    /// Of two terms that are neither constants nor negated, the smaller first.
    fn xor_of_unknown(&mut self, a: Term, b: Term) -> Term {
        for (one, other) in [(a, b), (b, a)] {
            if let Node::Xor(first, second) = self.plain_node(one) {
                if first == other {
                    return second;
                }
                if second == other {
                    return first;
                }
            }
        }
        self.intern(Node::Xor(a, b))
    }

    /// What needs no look inside.
    pub(super) fn trivial_and(&mut self, a: Term, b: Term, width: u8) -> Option<Term> {
        if a == b {
            return Some(a);
        }
        let result = match (self.value_of(a), self.value_of(b)) {
            (Some(first), Some(second)) => self.constant(width, first & second),
            (Some(0), None) => a,
            (None, Some(0)) => b,
            (Some(value), None) if value == mask(width) => b,
            (None, Some(value)) if value == mask(width) => a,
            (Some(_) | None, None) | (None, Some(_)) if a == b.negated() => self.constant(width, 0),
            (Some(_) | None, None) | (None, Some(_)) => return None,
        };
        Some(result)
    }

    /// A mask meets a mask, or a choice between constants.
    fn and_with_constant(&mut self, a: Term, b: Term, width: u8) -> Option<Term> {
        let (term, value) = match (self.value_of(a), self.value_of(b)) {
            (Some(value), None) => (b, value),
            (None, Some(value)) => (a, value),
            (None, None) | (Some(_), Some(_)) => return None,
        };
        if self.leaves_of(term) > 0 {
            return Some(self.map_leaves(term, &mut |terms, leaf| {
                let leaf = terms.value_of(leaf).unwrap_or_default();
                terms.constant(width, leaf & value)
            }));
        }
        // All bits that can be set are kept.
        let (_, high) = self.bounds(term);
        let possible = if high == 0 { 0 } else { u64::MAX >> high.leading_zeros() };
        if possible & value == possible {
            return Some(term);
        }
        if let Some(Node::And(first, second)) = self.positive_node(term) {
            for (inner, other) in [(first, second), (second, first)] {
                if let Some(inner) = self.value_of(inner) {
                    let constant = self.constant(width, inner & value);
                    return Some(self.and(constant, other));
                }
            }
        }
        None
    }
}
