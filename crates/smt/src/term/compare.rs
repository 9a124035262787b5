//! Comparisons: of width 1, decided by ranges and normal forms where possible, narrowed to the bits that matter.

use super::polynomial::Form;
use super::{Node, Term, Terms, mask, sign_bit, signed};

/// How deep a comparison moves into nested choices.
const DEPTH: u8 = 12;
/// Up to how many summands both sides of an equation are built anew.
const SUMMANDS: usize = 5;

impl Terms {
    /// Whether two terms are equal; of width 1.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        self.equal(a, b, DEPTH)
    }

    /// Whether two terms differ; of width 1.
    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        self.eq(a, b).negated()
    }

    fn equal(&mut self, a: Term, b: Term, depth: u8) -> Term {
        let width = self.same_width(a, b);
        if a.plain() == b.plain() {
            return self.truth(a == b);
        }
        if width == 1 {
            return self.xor(a, b).negated();
        }
        match (self.value_of(a), self.value_of(b)) {
            (Some(_), Some(_)) => return self.truth(false),
            (Some(value), None) => return self.equal_to_constant(b, value, depth),
            (None, Some(value)) => return self.equal_to_constant(a, value, depth),
            (None, None) => {}
        }
        if a.is_negated() && b.is_negated() {
            return self.equal(a.negated(), b.negated(), depth);
        }
        let (a, b) = (a.min(b), a.max(b));
        if let Some(existing) = self.existing(Node::Eq(a.plain(), b.negated_if(a.is_negated()))) {
            return existing;
        }
        let ((a_low, a_high), (b_low, b_high)) = (self.bounds(a), self.bounds(b));
        if a_high < b_low || b_high < a_low {
            return self.truth(false);
        }
        if let Some(result) = self.equal_parts(a, b, depth) {
            return result;
        }
        if depth > 0
            && let Some(result) = self.equal_choices(a, b, depth)
        {
            return result;
        }
        if self.is_arithmetic(a) || self.is_arithmetic(b) {
            return self.equal_by_form(a, b);
        }
        self.equation(a, b)
    }

    /// The node of an equation: of two unknowns, the older is not negated.
    fn equation(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (a.min(b), a.max(b));
        if self.value_of(a).is_some() || self.value_of(b).is_some() {
            return self.intern(Node::Eq(a, b));
        }
        self.intern(Node::Eq(a.plain(), b.negated_if(a.is_negated())))
    }

    fn is_arithmetic(&self, term: Term) -> bool {
        matches!(self.plain_node(term), Node::Add(..) | Node::Mul(..))
    }

    /// Extensions and concatenations are compared part by part.
    fn equal_parts(&mut self, a: Term, b: Term, depth: u8) -> Option<Term> {
        if let (Some(first), Some(second)) = (self.sign_extended(a), self.sign_extended(b)) {
            let width = self.width(first).max(self.width(second));
            let (first, second) = (self.sign_extend(first, width), self.sign_extend(second, width));
            return Some(self.equal(first, second, depth));
        }
        let (Node::Concat(a_high, a_low), Node::Concat(b_high, b_low)) = (self.plain_node(a), self.plain_node(b))
        else {
            return None;
        };
        let border = self.width(a_low).max(self.width(b_low));
        // Only if it falls apart on at least one side without new parts on the other.
        let is_aligned = self.width(a_low) == self.width(b_low);
        let is_constant = self.value_of(a_high).is_some() && self.value_of(b_high).is_some();
        if !is_aligned && !is_constant {
            return None;
        }
        let rest = self.width(a) - border;
        let (first, second) = (self.extract(a, border, rest), self.extract(b, border, rest));
        let upper = self.equal(first, second, depth);
        let (first, second) = (self.extract(a, 0, border), self.extract(b, 0, border));
        let lower = self.equal(first, second, depth);
        Some(self.and(upper, lower))
    }

    /// `ite(c, x, y) == x` is `c | y == x`, and choices by the same condition are compared branch by branch.
    fn equal_choices(&mut self, a: Term, b: Term, depth: u8) -> Option<Term> {
        for (choice, other) in [(a, b), (b, a)] {
            let Some((condition, then, otherwise)) = self.choice(choice) else { continue };
            if then == other || otherwise == other {
                let (first, second) = (self.equal(then, other, depth - 1), self.equal(otherwise, other, depth - 1));
                return Some(self.ite(condition, first, second));
            }
        }
        let (Some((c, a1, a2)), Some((d, b1, b2))) = (self.choice(a), self.choice(b)) else { return None };
        if c == d {
            // Both branches may be such choices again, so this must not go as deep.
            let (first, second) = (self.equal(a1, b1, depth / 2), self.equal(a2, b2, depth / 2));
            return Some(self.ite(c, first, second));
        }
        None
    }

    fn equal_to_constant(&mut self, term: Term, value: u64, depth: u8) -> Term {
        let width = self.width(term);
        let (low, high) = self.bounds(term);
        if value < low || value > high {
            return self.truth(false);
        }
        if term.is_negated() {
            return self.equal_to_constant(term.negated(), !value & mask(width), depth);
        }
        if width == 1 {
            return term.negated_if(value == 0);
        }
        match self.plain_node(term) {
            Node::Ite(condition, then, otherwise)
                if depth > 0
                    && (self.leaves_of(term) > 0
                        || self.value_of(then).is_some()
                        || self.value_of(otherwise).is_some()) =>
            {
                let first = self.equal_to_constant(then, value, depth - 1);
                let second = self.equal_to_constant(otherwise, value, depth - 1);
                self.ite(condition, first, second)
            }
            Node::Constant { value: own, .. } => self.truth(own == value),
            Node::Concat(above, below) => {
                let border = self.width(below);
                let upper = self.equal_to_constant(above, value >> border, depth);
                let lower = self.equal_to_constant(below, value & mask(border), depth);
                self.and(upper, lower)
            }
            Node::SignExtend { term: inner, .. } => {
                let narrow = self.width(inner);
                if signed(width, value) == signed(narrow, value & mask(narrow)) {
                    self.equal_to_constant(inner, value & mask(narrow), depth)
                } else {
                    self.truth(false)
                }
            }
            Node::Xor(a, b) if value == 0 => self.equal(a, b, depth),
            Node::Xor(a, b) if self.value_of(a).is_some() => {
                let mask = self.value_of(a).unwrap_or_default();
                self.equal_to_constant(b, value ^ mask, depth)
            }
            Node::Xor(a, b) if self.value_of(b).is_some() => {
                let mask = self.value_of(b).unwrap_or_default();
                self.equal_to_constant(a, value ^ mask, depth)
            }
            Node::Add(..) | Node::Mul(..) => {
                let constant = self.constant(width, value);
                self.equal_by_form(term, constant)
            }
            _ => {
                let constant = self.constant(width, value);
                self.intern(Node::Eq(term.min(constant), term.max(constant)))
            }
        }
    }

    /// Equal if the form of the difference is zero. There is one term for each form of the difference, up to its sign.
    fn equal_by_form(&mut self, a: Term, b: Term) -> Term {
        let (left, right) = (self.form(a), self.form(b));
        let Some(difference) = left.plus(&right.clone().times(u64::MAX)) else {
            return self.equation(a, b);
        };
        let width = difference.width;
        let Some(&(_, leading)) = difference.parts.first() else { return self.truth(difference.constant == 0) };
        // What divides all coefficients must divide the constant.
        let coefficients = difference.parts.iter().fold(0, |bits, part| bits | part.1);
        if difference.constant & ((1 << coefficients.trailing_zeros()) - 1) != 0 {
            return self.truth(false);
        }
        let difference = if leading > sign_bit(width) { difference.times(u64::MAX) } else { difference };
        if let Some(known) = self.polynomials.zeros.get(&difference) {
            return *known;
        }
        let result = self.zero_test(&difference, (a, b), left.len() + right.len());
        self.polynomials.zeros.insert(difference, result);
        result
    }

    /// Whether a form, which is the difference of two terms, is zero.
    fn zero_test(&mut self, form: &Form, (a, b): (Term, Term), summands: usize) -> Term {
        let width = form.width;
        let is_linear = self.is_linear(form);
        if let ([(product, coefficient)], true) = (form.parts.as_slice(), is_linear) {
            // c * x == -k, where c is an odd number times a power of two, which divides k.
            let shift = coefficient.trailing_zeros() as u8;
            let factor = self.polynomials.factors(*product)[0];
            let value = (form.constant.wrapping_neg() & mask(width)) >> shift;
            let solution = value.wrapping_mul(inverse(coefficient >> shift));
            let part = self.extract(factor, 0, width - shift);
            let solution = solution & mask(width - shift);
            // A sum or product whose form was given up: its form is itself, and comparing forms would lead here again.
            if shift == 0 && !self.is_unstructured(part) {
                let constant = self.constant(width, solution);
                return self.equation(part, constant);
            }
            return self.equal_to_constant(part, solution, DEPTH);
        }
        let is_difference = form.parts.iter().any(|part| part.1 > sign_bit(width))
            && form.parts.iter().any(|part| part.1 <= sign_bit(width));
        let is_smaller = form.len() < summands || (self.value_of(a).is_some() || self.value_of(b).is_some());
        if is_linear && is_difference && is_smaller && form.len() <= SUMMANDS {
            let (added, subtracted) = self.two_sides(form);
            if let (Some(added), Some(subtracted)) = (added, subtracted) {
                let constant = self.constant(width, form.constant);
                let left = self.add(added, constant);
                if left.plain() != subtracted.plain() && self.value_of(left).is_none() {
                    return self.equation(left, subtracted);
                }
            }
        }
        self.equation(a, b)
    }

    /// Whether the first is smaller, unsigned; of width 1.
    pub fn ult(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        let ((a_low, a_high), (b_low, b_high)) = (self.bounds(a), self.bounds(b));
        if a == b || a_low >= b_high {
            return self.truth(false);
        }
        if a_high < b_low {
            return self.truth(true);
        }
        if width == 1 {
            return self.and(a.negated(), b);
        }
        if let Some(existing) = self.existing(Node::Ult(a, b)) {
            return existing;
        }
        if a.is_negated() && b.is_negated() {
            return self.ult(b.negated(), a.negated());
        }
        // Where the ranges touch in one number only, it is an equation.
        if b_high == a_low + 1 {
            let (first, second) = (self.equal_to_constant(a, a_low, DEPTH), self.equal_to_constant(b, b_high, DEPTH));
            return self.and(first, second);
        }
        if a_low == a_high && b_low == a_low {
            return self.equal_to_constant(b, a_low, DEPTH).negated();
        }
        if b_low == b_high && a_high == b_high {
            return self.equal_to_constant(a, b_high, DEPTH).negated();
        }
        if let Some(mapped) = self.compare_leaves(a, b, &Terms::ult) {
            return mapped;
        }
        let most = a_high.max(b_high);
        let needed = (64 - most.leading_zeros()).max(1) as u8;
        if needed < width && self.drops_zeros(a) && self.drops_zeros(b) {
            let (first, second) = (self.extract(a, 0, needed), self.extract(b, 0, needed));
            return self.ult(first, second);
        }
        if let (Some(first), Some(second)) = (self.sign_extended(a), self.sign_extended(b)) {
            let narrow = self.width(first).max(self.width(second));
            let (first, second) = (self.sign_extend(first, narrow), self.sign_extend(second, narrow));
            return self.ult(first, second);
        }
        self.intern(Node::Ult(a, b))
    }

    /// Whether the upper bits, which are zero, go without a new part being made.
    fn drops_zeros(&self, term: Term) -> bool {
        self.value_of(term).is_some() || self.zero_extended(term).is_some()
    }

    /// A choice between constants is compared with a constant, leaf by leaf.
    fn compare_leaves(&mut self, a: Term, b: Term, compare: &dyn Fn(&mut Terms, Term, Term) -> Term) -> Option<Term> {
        if self.leaves_of(a) > 1 && self.value_of(b).is_some() {
            return Some(self.map_leaves(a, &mut |terms, leaf| compare(terms, leaf, b)));
        }
        if self.leaves_of(b) > 1 && self.value_of(a).is_some() {
            return Some(self.map_leaves(b, &mut |terms, leaf| compare(terms, a, leaf)));
        }
        None
    }

    /// Whether the first is not larger, unsigned; of width 1.
    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        self.ult(b, a).negated()
    }

    /// Whether the first is smaller, signed; of width 1.
    pub fn slt(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        let ((a_low, a_high), (b_low, b_high)) = (self.signed_bounds(a), self.signed_bounds(b));
        if a == b || a_low >= b_high {
            return self.truth(false);
        }
        if a_high < b_low {
            return self.truth(true);
        }
        if width == 1 {
            return self.and(a, b.negated());
        }
        if let Some(existing) = self.existing(Node::Slt(a, b)) {
            return existing;
        }
        if a.is_negated() && b.is_negated() {
            return self.slt(b.negated(), a.negated());
        }
        // The same sign on both sides, or only the sign matters.
        if (a_low >= 0 && b_low >= 0) || (a_high < 0 && b_high < 0) {
            return self.ult(a, b);
        }
        if self.value_of(b) == Some(0) {
            return self.extract(a, width - 1, 1);
        }
        if self.value_of(a) == Some(mask(width)) {
            return self.extract(b, width - 1, 1).negated();
        }
        if b_high == a_low + 1 {
            let first = self.equal_to_constant(a, a_low as u64 & mask(width), DEPTH);
            let second = self.equal_to_constant(b, b_high as u64 & mask(width), DEPTH);
            return self.and(first, second);
        }
        if a_low == a_high && b_low == a_low {
            return self.equal_to_constant(b, a_low as u64 & mask(width), DEPTH).negated();
        }
        if b_low == b_high && a_high == b_high {
            return self.equal_to_constant(a, b_high as u64 & mask(width), DEPTH).negated();
        }
        if let Some(mapped) = self.compare_leaves(a, b, &Terms::slt) {
            return mapped;
        }
        if let Some((first, second)) = self.narrowed_signed(a, b) {
            return self.slt(first, second);
        }
        self.intern(Node::Slt(a, b))
    }

    /// Both without copies of the sign, if both are extensions or constants.
    fn narrowed_signed(&mut self, a: Term, b: Term) -> Option<(Term, Term)> {
        let narrow = |terms: &Terms, term: Term| -> Option<u8> {
            if let Some(value) = terms.value_of(term) {
                let value = signed(terms.width(term), value);
                let size = if value < 0 { !value } else { value };
                return Some((65 - size.leading_zeros()) as u8);
            }
            if let Some(inner) = terms.sign_extended(term) {
                return Some(terms.width(inner));
            }
            terms.zero_extended(term).map(|inner| terms.width(inner) + 1)
        };
        let needed = narrow(self, a)?.max(narrow(self, b)?);
        if needed >= self.width(a) {
            return None;
        }
        Some((self.extract(a, 0, needed), self.extract(b, 0, needed)))
    }

    /// Whether the first is not larger, signed; of width 1.
    pub fn sle(&mut self, a: Term, b: Term) -> Term {
        self.slt(b, a).negated()
    }
}

/// The number that gives 1 with an odd number, modulo 2^64. Each round doubles the number of bits that are right.
fn inverse(odd: u64) -> u64 {
    let mut inverse = odd;
    for _ in 0..5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse
}
