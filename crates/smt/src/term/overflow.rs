//! Whether a result is not the one of the integers: what C calls undefined for signed operands. All of width 1.

use super::{Term, Terms, mask, sign_bit};

impl Terms {
    /// Whether a signed sum overflows: the signs are the same, and that of the sum is not.
    pub fn add_overflows(&mut self, a: Term, b: Term) -> Term {
        let sum = self.add(a, b);
        if planted::bug!(SignedSumsWrap) {
            return self.ult(sum, a);
        }
        let [a, b, sum] = [a, b, sum].map(|it| self.sign(it));
        let (first, second) = (self.xor(a, sum), self.xor(b, sum));
        self.and(first, second)
    }

    /// Whether a signed difference overflows: the signs differ, and that of the difference is not the first.
    pub fn sub_overflows(&mut self, a: Term, b: Term) -> Term {
        let difference = self.sub(a, b);
        let [a, b, difference] = [a, b, difference].map(|it| self.sign(it));
        let (first, second) = (self.xor(a, b), self.xor(a, difference));
        self.and(first, second)
    }

    /// Whether the negation of a signed number overflows: it is the least.
    pub fn neg_overflows(&mut self, term: Term) -> Term {
        let width = self.width(term);
        let least = self.constant(width, sign_bit(width));
        self.eq(term, least)
    }

    /// Whether a signed quotient, or the remainder that goes with it, overflows: the least number by -1.
    pub fn div_overflows(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        let minus_one = self.constant(width, u64::MAX);
        let (first, second) = (self.neg_overflows(a), self.eq(b, minus_one));
        self.and(first, second)
    }

    /// Whether a signed product overflows.
    pub fn mul_overflows(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if width <= 32 {
            // The upper half must be copies of the sign.
            let (a, b) = (self.sign_extend(a, 2 * width), self.sign_extend(b, 2 * width));
            let product = self.mul(a, b);
            let low = self.extract(product, 0, width);
            let extended = self.sign_extend(low, 2 * width);
            return self.ne(product, extended);
        }
        let (sign_a, sign_b) = (self.sign(a), self.sign(b));
        let (size_a, size_b) = (self.size(a, sign_a), self.size(b, sign_b));
        let is_negative = self.xor(sign_a, sign_b);
        let most = self.constant(64, sign_bit(width) - 1);
        let least = self.constant(64, sign_bit(width));
        let limit = self.ite(is_negative, least, most);
        self.product_exceeds(size_a, size_b, limit)
    }

    /// Whether an unsigned product overflows.
    pub fn mul_overflows_unsigned(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if width <= 32 {
            let (a, b) = (self.zero_extend(a, 2 * width), self.zero_extend(b, 2 * width));
            let product = self.mul(a, b);
            let upper = self.extract(product, width, width);
            let none = self.constant(width, 0);
            return self.ne(upper, none);
        }
        let (a, b) = (self.zero_extend(a, 64), self.zero_extend(b, 64));
        let limit = self.constant(64, mask(width));
        self.product_exceeds(a, b, limit)
    }

    /// The absolute value in 64 bits.
    fn size(&mut self, term: Term, sign: Term) -> Term {
        let negated = self.neg(term);
        let size = self.ite(sign, negated, term);
        self.zero_extend(size, 64)
    }

    /// Whether the product of two unsigned numbers of 64 bits is above a limit, by halves. If both upper halves are set, it
    /// is. Else one cross product is zero; the other, moved up by half, plus the product of the lower halves is all.
    fn product_exceeds(&mut self, a: Term, b: Term, limit: Term) -> Term {
        let mut half = |term: Term, low: u8| {
            let part = self.extract(term, low, 32);
            self.zero_extend(part, 64)
        };
        let (a_low, a_high, b_low, b_high) = (half(a, 0), half(a, 32), half(b, 0), half(b, 32));
        let none = self.constant(64, 0);
        let (has_a, has_b) = (self.ne(a_high, none), self.ne(b_high, none));
        let has_both = self.and(has_a, has_b);
        let (upper, lower) = (self.ite(has_a, a_high, b_high), self.ite(has_a, b_low, a_low));
        let cross = self.mul(upper, lower);
        let too_far = self.extract(cross, 32, 32);
        let no_half = self.constant(32, 0);
        let is_too_far = self.ne(too_far, no_half);
        let cross = self.extract(cross, 0, 32);
        let cross = self.concat(cross, no_half);
        let low = self.mul(a_low, b_low);
        let product = self.add(cross, low);
        let is_carried = self.ult(product, cross);
        let is_above = self.ult(limit, product);
        self.any([has_both, is_too_far, is_carried, is_above])
    }
}
