//! Conjunctions, and with negation also disjunctions: guards of paths are large ones.
//!
//! A conjunction is a tree of binary nodes. To simplify one, its conjuncts are collected (so many at most; what is left is
//! a conjunct as a whole, so this is only less precise) and marked, and then for `a & b`:
//! 1. a conjunct of one that is the negation of one of the other: zero;
//! 2. all conjuncts of one among those of the other: the other;
//! 3. a conjunct that is a disjunction loses what the other side makes false, and goes if the other side makes it true;
//! 4. `!(c & p) & !(c & q)` is `!(c & (p | q))`: what two disjuncts have in common is taken out, so that the guards of all
//!    branches together become the guard of what branches;
//! 5. `!(x & y) & !(!x & z)` is `!ite(x, y, z)`;
//! 6. `x == 5` contradicts `x == 7` and makes `x != 7` superfluous: these come from `switch`.
//!
//! Each step makes the number of conjuncts and disjuncts smaller, so this ends.

use super::{Node, Term, Terms, mask};
use std::collections::BinaryHeap;

/// How many conjuncts are looked at.
pub(super) const CONJUNCTS: usize = 48;
/// How many conjuncts the smaller side has at most where all pairs are looked at.
const FEW: usize = 4;
/// How many conjuncts a side has at most to be built anew without one of them. A large one is likely to be used as it is
/// elsewhere, and then a second one costs more than it saves.
const SMALL: usize = 8;
/// How many disjuncts of one conjunct are looked at.
const DISJUNCTS: usize = 16;

/// Sets of terms, as marks with the number of the set.
#[derive(Default)]
pub(super) struct Scratch {
    left: Marks,
    right: Marks,
    lists: Vec<Vec<Term>>,
    heap: BinaryHeap<(Term, Side)>,
}

/// One of two conjunctions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    First,
    Second,
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
    /// Collects conjuncts, so many at most.
    pub(super) fn conjuncts(&self, term: Term, limit: usize, into: &mut Vec<Term>) {
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

    pub(super) fn and_of_sets(&mut self, (a, left): (Term, &[Term]), (b, right): (Term, &[Term])) -> Term {
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
        if left.len().min(right.len()) <= FEW
            && let Some(result) = self.compare_equations((a, left), (b, right))
        {
            return result;
        }
        for &conjunct in right.iter().filter(|_| right.len() <= SMALL) {
            if let Some(weaker) = self.weaken(conjunct, true) {
                let rest = self.without(b, right, conjunct);
                return self.join(a, rest, weaker);
            }
        }
        for &conjunct in left.iter().filter(|_| left.len() <= SMALL) {
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

    /// Rule 6, where something is to be done.
    fn compare_equations(&mut self, (a, left): (Term, &[Term]), (b, right): (Term, &[Term])) -> Option<Term> {
        for &second in right {
            let Some((term, value)) = self.equation_with_constant(second) else { continue };
            for &first in left {
                if self.equation_with_constant(first).is_none_or(|it| it.0 != term || it.1 == value) {
                    continue;
                }
                return match (first.is_negated(), second.is_negated()) {
                    (false, false) => Some(self.truth(false)),
                    (false, true) if right.len() <= SMALL => Some(match self.without(b, right, second) {
                        Some(rest) => self.and(a, rest),
                        None => a,
                    }),
                    (true, false) if left.len() <= SMALL => Some(match self.without(a, left, first) {
                        Some(rest) => self.and(rest, b),
                        None => b,
                    }),
                    (false, true) | (true, false) | (true, true) => continue,
                };
            }
        }
        None
    }

    /// The two sides of an equation with a constant, or of its negation.
    fn equation_with_constant(&self, term: Term) -> Option<(Term, u64)> {
        match self.plain_node(term) {
            Node::Eq(a, b) => match (self.value_of(a), self.value_of(b)) {
                (Some(value), None) => Some((b, value)),
                (None, Some(value)) => Some((a, value)),
                (None, None) | (Some(_), Some(_)) => None,
            },
            _ => None,
        }
    }

    /// One side, what is left of the other, and what has become of one of the other's conjuncts.
    fn join(&mut self, side: Term, rest: Option<Term>, changed: Term) -> Term {
        let other = match rest {
            Some(rest) => self.and(rest, changed),
            None => changed,
        };
        self.and(side, other)
    }

    /// Rule 3: what becomes of a disjunction, or of a choice, where all of one side holds; nothing if it stays.
    fn weaken(&mut self, conjunct: Term, left_holds: bool) -> Option<Term> {
        if self.width(conjunct) == 1
            && let Some((condition, then, otherwise)) = self.choice(conjunct)
        {
            let holds = if left_holds { &self.scratch.left } else { &self.scratch.right };
            let branch = if holds.contains(condition) { Some(then) } else { None };
            return branch.or_else(|| holds.contains(condition.negated()).then_some(otherwise));
        }
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
        let part = self.part_of(conjunction, &kept, &[dropped]);
        self.return_list(kept);
        part
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
        let [mut common, mut first, mut second] = [(); 3].map(|()| self.take_list());
        self.split(p, q, [&mut common, &mut first, &mut second]);
        let result = self.factor_out(p, q, [&common, &first, &second]);
        for list in [common, first, second] {
            self.return_list(list);
        }
        result
    }

    /// Splits two conjunctions into what is in both, what is only in the first, and what is only in the second. Nodes are
    /// looked at from the youngest on, so a part that both have is met before it is taken apart, however large it is.
    fn split(&mut self, p: Term, q: Term, [common, first, second]: [&mut Vec<Term>; 3]) {
        let mut heap = std::mem::take(&mut self.scratch.heap);
        heap.extend([(p, Side::First), (q, Side::Second)]);
        let mut budget = CONJUNCTS;
        while let Some((term, side)) = heap.pop() {
            let mut is_in_both = false;
            while let Some((next, other)) = heap.peek().copied()
                && next == term
            {
                is_in_both |= other != side;
                heap.pop();
            }
            if is_in_both {
                common.push(term);
                continue;
            }
            match self.positive_node(term) {
                Some(Node::And(a, b)) if budget > 0 => {
                    budget -= 1;
                    heap.extend([(a, side), (b, side)]);
                }
                Some(_) | None => match side {
                    Side::First => first.push(term),
                    Side::Second => second.push(term),
                },
            }
        }
        self.scratch.heap = heap;
    }

    fn factor_out(&mut self, p: Term, q: Term, [common, first, second]: [&[Term]; 3]) -> Option<Term> {
        if common.is_empty() {
            return None;
        }
        let shared = self.part_of(p, common, first)?;
        match (self.part_of(p, first, common), self.part_of(q, second, common)) {
            (Some(rest_of_p), Some(rest_of_q)) => {
                let either = self.or(rest_of_p, rest_of_q);
                Some(self.and(shared, either))
            }
            (None, _) | (_, None) => Some(shared),
        }
    }

    /// A conjunction with some of its parts kept and the others dropped; nothing if none is kept.
    fn part_of(&mut self, conjunction: Term, kept: &[Term], dropped: &[Term]) -> Option<Term> {
        let nodes = self.nodes.len();
        self.scratch.left.set(kept, nodes);
        self.scratch.right.set(dropped, nodes);
        self.kept_part(conjunction)
    }

    pub(super) fn take_list(&mut self) -> Vec<Term> {
        self.scratch.lists.pop().unwrap_or_default()
    }

    pub(super) fn return_list(&mut self, mut list: Vec<Term>) {
        list.clear();
        self.scratch.lists.push(list);
    }
}
