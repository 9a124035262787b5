//! Gates: literals that are defined by clauses, both ways. Equal gates are one literal, constants disappear, and negation
//! is free.

use crate::sat::{Lit, Sat};
use rustc_hash::FxHashMap;

/// The kinds of gates that are looked up.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    And,
    Xor,
    Xor3,
    Majority,
    Ite,
}

/// The gates so far.
pub(super) struct Gates {
    known: FxHashMap<(Kind, [i32; 3]), Lit>,
    /// A literal that is true; there is none before the first gate.
    truth: Option<Lit>,
    clause: Vec<Lit>,
}

fn sorted(mut literals: [Lit; 3]) -> [Lit; 3] {
    literals.sort_unstable_by_key(|it| it.dimacs());
    literals
}

/// Strips the negations, and says whether there was an odd number of them.
fn plain<const N: usize>(literals: [Lit; N]) -> ([Lit; N], bool) {
    let is_odd = literals.iter().filter(|it| it.is_negated()).count() % 2 == 1;
    (literals.map(|it| Lit::positive(it.variable())), is_odd)
}

fn negated_if(literal: Lit, negate: bool) -> Lit {
    if negate { !literal } else { literal }
}

impl Gates {
    pub(super) fn new() -> Gates {
        Gates { known: FxHashMap::default(), truth: None, clause: Vec::new() }
    }

    /// The literal that is true.
    pub(super) fn truth(&mut self, sat: &mut dyn Sat) -> Lit {
        *self.truth.get_or_insert_with(|| {
            let truth = sat.fresh();
            sat.clause(&[truth]);
            truth
        })
    }

    /// A constant.
    pub(super) fn constant(&mut self, sat: &mut dyn Sat, value: bool) -> Lit {
        negated_if(self.truth(sat), !value)
    }

    /// Whether a literal is a constant, and which.
    pub(super) fn value(&self, literal: Lit) -> Option<bool> {
        match self.truth {
            Some(truth) if truth.variable() == literal.variable() => Some(truth == literal),
            Some(_) | None => None,
        }
    }

    fn find(&self, kind: Kind, literals: [Lit; 3]) -> Result<Lit, (Kind, [i32; 3])> {
        let key = (kind, literals.map(|it| it.dimacs()));
        self.known.get(&key).copied().ok_or(key)
    }

    pub(super) fn and(&mut self, sat: &mut dyn Sat, a: Lit, b: Lit) -> Lit {
        match (self.value(a), self.value(b)) {
            (Some(false), _) | (_, Some(true)) => return a,
            (_, Some(false)) | (Some(true), _) => return b,
            (None, None) => {}
        }
        if a == b {
            return a;
        }
        if a == !b {
            return self.constant(sat, false);
        }
        let (a, b) = if a.dimacs() < b.dimacs() { (a, b) } else { (b, a) };
        let key = match self.find(Kind::And, [a, b, b]) {
            Ok(gate) => return gate,
            Err(key) => key,
        };
        let gate = sat.fresh();
        sat.clause(&[!gate, a]);
        sat.clause(&[!gate, b]);
        sat.clause(&[gate, !a, !b]);
        self.known.insert(key, gate);
        gate
    }

    pub(super) fn or(&mut self, sat: &mut dyn Sat, a: Lit, b: Lit) -> Lit {
        !self.and(sat, !a, !b)
    }

    /// The conjunction of any number; the list is used up.
    pub(super) fn all(&mut self, sat: &mut dyn Sat, literals: &mut Vec<Lit>) -> Lit {
        literals.retain(|it| self.value(*it) != Some(true));
        literals.sort_unstable_by_key(|it| (it.variable(), it.is_negated()));
        literals.dedup();
        let is_contradiction = literals.windows(2).any(|pair| pair[0] == !pair[1]);
        if is_contradiction || literals.iter().any(|it| self.value(*it) == Some(false)) {
            return self.constant(sat, false);
        }
        match literals.as_slice() {
            [] => self.constant(sat, true),
            [one] => *one,
            [a, b] => self.and(sat, *a, *b),
            many => {
                let gate = sat.fresh();
                self.clause.clear();
                self.clause.push(gate);
                for &literal in many {
                    sat.clause(&[!gate, literal]);
                    self.clause.push(!literal);
                }
                sat.clause(&self.clause);
                gate
            }
        }
    }

    pub(super) fn xor(&mut self, sat: &mut dyn Sat, a: Lit, b: Lit) -> Lit {
        match (self.value(a), self.value(b)) {
            (Some(value), _) => return negated_if(b, value),
            (None, Some(value)) => return negated_if(a, value),
            (None, None) => {}
        }
        let ([a, b], is_odd) = plain([a, b]);
        if a == b {
            return self.constant(sat, is_odd);
        }
        let (a, b) = if a.dimacs() < b.dimacs() { (a, b) } else { (b, a) };
        let key = match self.find(Kind::Xor, [a, b, b]) {
            Ok(gate) => return negated_if(gate, is_odd),
            Err(key) => key,
        };
        let gate = sat.fresh();
        sat.clause(&[!gate, a, b]);
        sat.clause(&[!gate, !a, !b]);
        sat.clause(&[gate, !a, b]);
        sat.clause(&[gate, a, !b]);
        self.known.insert(key, gate);
        negated_if(gate, is_odd)
    }

    /// The lower bit of the sum of three.
    pub(super) fn xor3(&mut self, sat: &mut dyn Sat, a: Lit, b: Lit, c: Lit) -> Lit {
        for (one, x, y) in [(a, b, c), (b, a, c), (c, a, b)] {
            if let Some(value) = self.value(one) {
                return negated_if(self.xor(sat, x, y), value);
            }
        }
        let (literals, is_odd) = plain([a, b, c]);
        let [a, b, c] = sorted(literals);
        if a == b {
            return negated_if(c, is_odd);
        }
        if b == c {
            return negated_if(a, is_odd);
        }
        let key = match self.find(Kind::Xor3, [a, b, c]) {
            Ok(gate) => return negated_if(gate, is_odd),
            Err(key) => key,
        };
        let gate = sat.fresh();
        for signs in 0..8u32 {
            let [x, y, z] =
                [negated_if(a, signs & 1 != 0), negated_if(b, signs & 2 != 0), negated_if(c, signs & 4 != 0)];
            // Where all of x, y, z are false, so many of a, b, c are true.
            let is_true = signs.count_ones() % 2 == 1;
            sat.clause(&[negated_if(gate, !is_true), x, y, z]);
        }
        self.known.insert(key, gate);
        negated_if(gate, is_odd)
    }

    /// Whether at least two of three are true: the upper bit of their sum.
    pub(super) fn majority(&mut self, sat: &mut dyn Sat, a: Lit, b: Lit, c: Lit) -> Lit {
        for (one, x, y) in [(a, b, c), (b, a, c), (c, a, b)] {
            match self.value(one) {
                Some(true) => return self.or(sat, x, y),
                Some(false) => return self.and(sat, x, y),
                None => {}
            }
            if x == y {
                return x;
            }
            if x == !y {
                return one;
            }
        }
        let mut literals = [a, b, c];
        literals.sort_unstable_by_key(|it| it.variable());
        let negate = literals[0].is_negated();
        let [a, b, c] = literals.map(|it| negated_if(it, negate));
        let key = match self.find(Kind::Majority, [a, b, c]) {
            Ok(gate) => return negated_if(gate, negate),
            Err(key) => key,
        };
        let gate = sat.fresh();
        for (x, y) in [(a, b), (a, c), (b, c)] {
            sat.clause(&[gate, !x, !y]);
            sat.clause(&[!gate, x, y]);
        }
        self.known.insert(key, gate);
        negated_if(gate, negate)
    }

    pub(super) fn ite(&mut self, sat: &mut dyn Sat, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
        let (c, a, b) =
            if condition.is_negated() { (!condition, otherwise, then) } else { (condition, then, otherwise) };
        match self.value(c) {
            Some(true) => return a,
            Some(false) => return b,
            None => {}
        }
        if a == b {
            return a;
        }
        match (self.value(a), self.value(b)) {
            (Some(true), _) => return self.or(sat, c, b),
            (Some(false), _) => return self.and(sat, !c, b),
            (None, Some(true)) => return self.or(sat, !c, a),
            (None, Some(false)) => return self.and(sat, c, a),
            (None, None) => {}
        }
        if a == !b {
            return self.xor(sat, c, b);
        }
        if a.variable() == c.variable() {
            return if a == c { self.or(sat, c, b) } else { self.and(sat, !c, b) };
        }
        if b.variable() == c.variable() {
            return if b == c { self.and(sat, c, a) } else { self.or(sat, !c, a) };
        }
        let negate = a.is_negated();
        let (a, b) = (negated_if(a, negate), negated_if(b, negate));
        let key = match self.find(Kind::Ite, [c, a, b]) {
            Ok(gate) => return negated_if(gate, negate),
            Err(key) => key,
        };
        let gate = sat.fresh();
        sat.clause(&[!gate, !c, a]);
        sat.clause(&[gate, !c, !a]);
        sat.clause(&[!gate, c, b]);
        sat.clause(&[gate, c, !b]);
        // These follow, but propagate where the condition is open.
        sat.clause(&[!gate, a, b]);
        sat.clause(&[gate, !a, !b]);
        self.known.insert(key, gate);
        negated_if(gate, negate)
    }
}
