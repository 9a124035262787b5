//! Bitwise operations, which for width 1 are the Boolean ones: guards of paths are large conjunctions and disjunctions of
//! them.
//!
//! A conjunction is a tree of binary nodes. To simplify one, its conjuncts are collected (so many at most; what is left is
//! a conjunct as a whole, so this is only less precise) and marked, and then for `a & b`:
//! 1. a conjunct of one that is the negation of one of the other: zero;
//! 2. all conjuncts of one among those of the other: the other;
//! 3. a conjunct that is a disjunction loses what the other side makes false, and goes if the other side makes it true;
//! 4. `!(c & p) & !(c & q)` is `!(c & (p | q))`: what two disjuncts have in common is taken out, so that the guards of all
//!    branches together become the guard of what branches;
//! 5. `!(x & y) & !(!x & z)` is `!ite(x, y, z)`.
//!
//! Each step makes the number of conjuncts and disjuncts smaller, so this ends.

use super::{Node, Term, Terms, mask};

/// How many conjuncts are looked at.
const CONJUNCTS: usize = 48;
/// How many disjuncts of one conjunct are looked at.
const DISJUNCTS: usize = 16;

/// Sets of terms, as marks with the number of the set.
#[derive(Default)]
pub(super) struct Scratch {
    left: Marks,
    right: Marks,
    lists: Vec<Vec<Term>>,
}

#[derive(Default)]
struct Marks {
    marks: Vec<u32>,
    current: u32,
}

impl Marks {
    /// Makes it exactly the set of these terms.
    fn set(&mut self, terms: &[Term], nodes: usize) {
        if self.marks.len() < 2 * nodes {
            self.marks.resize(2 * nodes + nodes / 2, 0);
        }
        if self.current == u32::MAX {
            self.marks.fill(0);
            self.current = 0;
        }
        self.current += 1;
        for term in terms {
            self.marks[term.0 as usize] = self.current;
        }
    }

    fn contains(&self, term: Term) -> bool {
        self.marks.get(term.0 as usize) == Some(&self.current)
    }
}

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
    fn trivial_and(&mut self, a: Term, b: Term, width: u8) -> Option<Term> {
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

    /// Collects conjuncts, so many at most.
    fn conjuncts(&self, term: Term, limit: usize, into: &mut Vec<Term>) {
        into.clear();
        into.push(term);
        let mut next = 0;
        while next < into.len() && into.len() < limit {
            match self.positive_node(into[next]) {
                Some(Node::And(a, b)) => {
                    into[next] = a;
                    into.push(b);
                }
                Some(_) | None => next += 1,
            }
        }
    }

    fn and_of_sets(&mut self, (a, left): (Term, &[Term]), (b, right): (Term, &[Term])) -> Term {
        let nodes = self.nodes.len();
        self.scratch.left.set(left, nodes);
        self.scratch.right.set(right, nodes);
        if right.iter().any(|it| self.scratch.left.contains(it.negated())) {
            return self.constant(self.width(a), 0); // rule 1
        }
        if right.iter().all(|it| self.scratch.left.contains(*it)) {
            return a; // rule 2
        }
        if left.iter().all(|it| self.scratch.right.contains(*it)) {
            return b;
        }
        for &conjunct in right {
            if let Some(weaker) = self.weaken(conjunct, true) {
                let rest = self.without(b, right, conjunct);
                return self.join(a, rest, weaker);
            }
        }
        for &conjunct in left {
            if let Some(weaker) = self.weaken(conjunct, false) {
                let rest = self.without(a, left, conjunct);
                return self.join(b, rest, weaker);
            }
        }
        if let ([_], [_]) = (left, right)
            && let Some(result) = self.factor(a.negated(), b.negated())
        {
            return result.negated();
        }
        self.intern(Node::And(a, b))
    }

    /// One side, what is left of the other, and what has become of one of the other's conjuncts.
    fn join(&mut self, side: Term, rest: Option<Term>, changed: Term) -> Term {
        let other = match rest {
            Some(rest) => self.and(rest, changed),
            None => changed,
        };
        self.and(side, other)
    }

    /// Rule 3: what becomes of a disjunction where all of one side holds; nothing if it stays.
    fn weaken(&mut self, conjunct: Term, left_holds: bool) -> Option<Term> {
        if !conjunct.is_negated() || !matches!(self.plain_node(conjunct), Node::And(..)) {
            return None;
        }
        let mut negated_disjuncts = self.take_list();
        self.conjuncts(conjunct.plain(), DISJUNCTS, &mut negated_disjuncts);
        let holds = if left_holds { &self.scratch.left } else { &self.scratch.right };
        let is_true = negated_disjuncts.iter().any(|it| holds.contains(it.negated()));
        let before = negated_disjuncts.len();
        negated_disjuncts.retain(|it| !holds.contains(*it));
        let width = self.width(conjunct);
        let result = if is_true {
            Some(self.constant(width, mask(width)))
        } else if negated_disjuncts.len() < before {
            let ones = self.constant(width, mask(width));
            let rest = negated_disjuncts.iter().fold(ones, |so_far, it| self.and(so_far, *it));
            Some(rest.negated())
        } else {
            None
        };
        self.return_list(negated_disjuncts);
        result
    }

    /// The conjunction without one of its conjuncts, which were collected before; nothing if there is no other.
    fn without(&mut self, conjunction: Term, conjuncts: &[Term], dropped: Term) -> Option<Term> {
        let mut kept = self.take_list();
        kept.extend(conjuncts.iter().copied().filter(|it| *it != dropped));
        let nodes = self.nodes.len();
        self.scratch.left.set(&kept, nodes);
        self.scratch.right.set(&[dropped], nodes);
        self.return_list(kept);
        self.kept_part(conjunction)
    }

    /// The part of a conjunction whose conjuncts are marked left; those marked right go. Whole parts stay as they are.
    /// The recursion is no deeper than conjuncts were collected.
    fn kept_part(&mut self, term: Term) -> Option<Term> {
        if self.scratch.left.contains(term) {
            return Some(term);
        }
        if self.scratch.right.contains(term) {
            return None;
        }
        let Some(Node::And(a, b)) = self.positive_node(term) else { return Some(term) };
        match (self.kept_part(a), self.kept_part(b)) {
            (Some(first), Some(second)) if first == a && second == b => Some(term),
            (Some(first), Some(second)) => Some(self.plain_and(first, second)),
            (Some(one), None) | (None, Some(one)) => Some(one),
            (None, None) => None,
        }
    }

    /// A conjunction without a look inside.
    fn plain_and(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        match self.trivial_and(a, b, width) {
            Some(result) => result,
            None => self.intern(Node::And(a.min(b), a.max(b))),
        }
    }

    /// Rules 4 and 5: `p | q`, if both are conjunctions and have something in common.
    fn factor(&mut self, p: Term, q: Term) -> Option<Term> {
        let (Some(Node::And(p1, p2)), Some(Node::And(q1, q2))) = (self.positive_node(p), self.positive_node(q)) else {
            return None;
        };
        if self.width(p) == 1 {
            for (x, y) in [(p1, p2), (p2, p1)] {
                for (not_x, z) in [(q1, q2), (q2, q1)] {
                    if x == not_x.negated() {
                        return Some(self.ite(x, y, z)); // rule 5
                    }
                }
            }
        }
        let (mut first, mut second) = (self.take_list(), self.take_list());
        self.conjuncts(p, CONJUNCTS, &mut first);
        self.conjuncts(q, CONJUNCTS, &mut second);
        let result = self.factor_sets((p, &first), (q, &mut second));
        self.return_list(first);
        self.return_list(second);
        result
    }

    fn factor_sets(&mut self, (p, first): (Term, &[Term]), (q, second): (Term, &mut Vec<Term>)) -> Option<Term> {
        let nodes = self.nodes.len();
        self.scratch.left.set(first, nodes);
        let mut common = self.take_list();
        common.extend(second.iter().copied().filter(|it| self.scratch.left.contains(*it)));
        if common.is_empty() {
            self.return_list(common);
            return None;
        }
        // The conjuncts of one that the other has not.
        second.retain(|it| !self.scratch.left.contains(*it));
        self.scratch.left.set(&common, nodes);
        let mut only_first = self.take_list();
        only_first.extend(first.iter().copied().filter(|it| !self.scratch.left.contains(*it)));
        self.scratch.right.set(&only_first, nodes);
        let shared = self.kept_part(p);
        // Now the other way around: what is common goes.
        let nodes = self.nodes.len();
        self.scratch.left.set(&only_first, nodes);
        self.scratch.right.set(&common, nodes);
        let rest_of_p = self.kept_part(p);
        let nodes = self.nodes.len();
        self.scratch.left.set(second, nodes);
        self.scratch.right.set(&common, nodes);
        let rest_of_q = self.kept_part(q);
        self.return_list(common);
        self.return_list(only_first);
        let shared = shared?;
        match (rest_of_p, rest_of_q) {
            (Some(rest_of_p), Some(rest_of_q)) => {
                let either = self.or(rest_of_p, rest_of_q);
                Some(self.and(shared, either))
            }
            (None, _) | (_, None) => Some(shared),
        }
    }

    fn take_list(&mut self) -> Vec<Term> {
        self.scratch.lists.pop().unwrap_or_default()
    }

    fn return_list(&mut self, mut list: Vec<Term>) {
        list.clear();
        self.scratch.lists.push(list);
    }
}
