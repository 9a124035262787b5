//! Division and shifts. Signed division is unsigned division of absolute values; shifts by constants and division by powers
//! of two only move bits.

use super::evaluate;
use super::{Node, Term, Terms, mask, sign_bit};

impl Terms {
    /// Unsigned quotient; all ones if divided by zero.
    pub fn udiv(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        match (self.value_of(a), self.value_of(b)) {
            (Some(first), Some(second)) => return self.constant(width, evaluate::udiv(first, second)),
            (None, Some(0)) => return self.constant(width, u64::MAX),
            (None, Some(1)) => return a,
            (None, Some(divisor)) if divisor.is_power_of_two() => {
                return self.shifted_right(a, divisor.trailing_zeros() as u8, width);
            }
            (_, Some(_) | None) => {}
        }
        if width == 1 {
            return self.or(a, b.negated());
        }
        let ((_, most), (least, _)) = (self.bounds(a), self.bounds(b));
        if most < least {
            return self.constant(width, 0);
        }
        if let Some((a, b)) = self.narrowed(a, b)
            && least > 0
        {
            let quotient = self.udiv(a, b);
            return self.zero_extend(quotient, width);
        }
        self.intern(Node::UDiv(a, b))
    }

    /// Unsigned remainder; the dividend if divided by zero.
    pub fn urem(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        match (self.value_of(a), self.value_of(b)) {
            (Some(first), Some(second)) => return self.constant(width, evaluate::urem(first, second)),
            (None, Some(0)) => return a,
            (None, Some(1)) => return self.constant(width, 0),
            (None, Some(divisor)) if divisor.is_power_of_two() => {
                let part = self.extract(a, 0, divisor.trailing_zeros() as u8);
                return self.zero_extend(part, width);
            }
            (_, Some(_) | None) => {}
        }
        if width == 1 {
            return self.and(a, b.negated());
        }
        let ((_, most), (least, _)) = (self.bounds(a), self.bounds(b));
        if most < least {
            return a;
        }
        if let Some((a, b)) = self.narrowed(a, b) {
            let remainder = self.urem(a, b);
            return self.zero_extend(remainder, width);
        }
        self.intern(Node::URem(a, b))
    }

    /// Both without their upper bits, if those are surely zero.
    fn narrowed(&mut self, a: Term, b: Term) -> Option<(Term, Term)> {
        let width = self.width(a);
        let most = self.bounds(a).1.max(self.bounds(b).1);
        let needed = (64 - most.leading_zeros()).max(1) as u8;
        if needed >= width {
            return None;
        }
        Some((self.extract(a, 0, needed), self.extract(b, 0, needed)))
    }

    /// Whether the sign is set, as a term of width 1.
    pub(super) fn sign(&mut self, term: Term) -> Term {
        let width = self.width(term);
        self.extract(term, width - 1, 1)
    }

    fn absolute(&mut self, term: Term) -> Term {
        let sign = self.sign(term);
        let negated = self.neg(term);
        self.ite(sign, negated, term)
    }

    /// Signed quotient, rounded toward zero; 1 or -1 if divided by zero.
    pub fn sdiv(&mut self, a: Term, b: Term) -> Term {
        let (first, second) = (self.absolute(a), self.absolute(b));
        let quotient = self.udiv(first, second);
        let (first, second) = (self.sign(a), self.sign(b));
        let is_negative = self.xor(first, second);
        let negated = self.neg(quotient);
        self.ite(is_negative, negated, quotient)
    }

    /// Signed remainder with the sign of the dividend, which it is if divided by zero.
    pub fn srem(&mut self, a: Term, b: Term) -> Term {
        let (first, second) = (self.absolute(a), self.absolute(b));
        let remainder = self.urem(first, second);
        let is_negative = self.sign(a);
        let negated = self.neg(remainder);
        self.ite(is_negative, negated, remainder)
    }

    /// Shift to the left.
    pub fn shl(&mut self, a: Term, amount: Term) -> Term {
        let width = self.same_width(a, amount);
        if let Some(amount) = self.value_of(amount) {
            if amount >= u64::from(width) {
                return self.constant(width, 0);
            }
            let factor = self.constant(width, 1 << amount);
            return self.mul(a, factor);
        }
        if self.value_of(a) == Some(0) {
            return a;
        }
        if self.leaves_of(amount) > 0 {
            return self.map_leaves(amount, &mut |terms, leaf| terms.shl(a, leaf));
        }
        if self.bounds(amount).0 >= u64::from(width) {
            return self.constant(width, 0);
        }
        self.intern(Node::Shl(a, amount))
    }

    /// Shift to the right with zeros.
    pub fn lshr(&mut self, a: Term, amount: Term) -> Term {
        let width = self.same_width(a, amount);
        if let Some(amount) = self.value_of(amount) {
            if amount >= u64::from(width) {
                return self.constant(width, 0);
            }
            return self.shifted_right(a, amount as u8, width);
        }
        if self.value_of(a) == Some(0) {
            return a;
        }
        if self.leaves_of(amount) > 0 {
            return self.map_leaves(amount, &mut |terms, leaf| terms.lshr(a, leaf));
        }
        if self.bounds(amount).0 >= u64::from(width) {
            return self.constant(width, 0);
        }
        self.intern(Node::Lshr(a, amount))
    }

    /// Shift to the right with copies of the sign.
    pub fn ashr(&mut self, a: Term, amount: Term) -> Term {
        let width = self.same_width(a, amount);
        if let Some(amount) = self.value_of(amount) {
            let amount = amount.min(u64::from(width) - 1) as u8;
            let part = self.extract(a, amount, width - amount);
            return self.sign_extend(part, width);
        }
        if self.value_of(a) == Some(0) || self.value_of(a) == Some(mask(width)) {
            return a;
        }
        if self.bounds(a).1 < sign_bit(width) {
            return self.lshr(a, amount);
        }
        if self.leaves_of(amount) > 0 {
            return self.map_leaves(amount, &mut |terms, leaf| terms.ashr(a, leaf));
        }
        if a.is_negated() {
            return self.intern(Node::Ashr(a.negated(), amount)).negated();
        }
        self.intern(Node::Ashr(a, amount))
    }

    fn shifted_right(&mut self, a: Term, amount: u8, width: u8) -> Term {
        let part = self.extract(a, amount, width - amount);
        self.zero_extend(part, width)
    }
}
