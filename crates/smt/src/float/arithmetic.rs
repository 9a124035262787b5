//! Sum, product, quotient and square root of floating-point numbers.

use super::{Format, Parts};
use crate::term::{Term, Terms};

impl Terms {
    /// The sum of two floating-point numbers.
    pub fn float_add(&mut self, a: Term, b: Term) -> Term {
        let ((format, first), (_, second)) = (self.parts(a), self.parts(b));
        // The larger first, so that the difference of the exponents and the result of a subtraction are not negative.
        let is_swapped = self.ult(first.magnitude, second.magnitude);
        let (large, small) = (self.ite(is_swapped, b, a), self.ite(is_swapped, a, b));
        let ((_, large), (_, small)) = (self.parts(large), self.parts(small));
        let sum = self.sum_of_numbers(format, &large, &small);
        let is_nan = self.or(first.is_nan, second.is_nan);
        let differ = self.xor(first.sign, second.sign);
        let opposite = self.all([first.is_infinite, second.is_infinite, differ]);
        let is_nan = self.or(is_nan, opposite);
        // If one is infinite, the larger is.
        let infinity = self.signed_infinity(format, large.sign);
        let result = self.ite(large.is_infinite, infinity, sum);
        let nan = self.not_a_number(format);
        self.ite(is_nan, nan, result)
    }

    /// Of two finite numbers, the one with the larger absolute value first.
    fn sum_of_numbers(&mut self, format: Format, large: &Parts, small: &Parts) -> Term {
        let wide = format.wide_exponent();
        // One bit above for the carry; below it half, quarter and all the rest.
        let width = format.precision() + 4;
        let aligned = |terms: &mut Terms, parts: &Parts| {
            let significand = terms.significand(format, parts);
            let padded = terms.padded(significand, width - 1);
            terms.zero_extend(padded, width)
        };
        let effective = |terms: &mut Terms, parts: &Parts| {
            let none = terms.constant(format.exponent, 0);
            let least = terms.constant(format.exponent, 1);
            let is_small = terms.eq(parts.exponent, none);
            terms.ite(is_small, least, parts.exponent)
        };
        let (first, second) = (aligned(self, large), aligned(self, small));
        let (exponent, lower) = (effective(self, large), effective(self, small));
        let distance = self.sub(exponent, lower);
        let second = self.moved_down(second, distance);
        let differ = self.xor(large.sign, small.sign);
        // first - second is first + !second + 1; the one comes in as a carry.
        let (sum, difference) = (self.add(first, second), self.sub(first, second));
        let result = self.ite(differ, difference, sum);
        let exponent = self.zero_extend(exponent, wide);
        let bias = self.constant(wide, format.bias() - 1);
        let exponent = self.sub(exponent, bias);
        let is_zero = self.any_bit(result).negated();
        let (exponent, significand) = self.normalized(exponent, result);
        let rounded = self.rounded(format, large.sign, exponent, significand);
        // Nothing is negative only if both were.
        let sign = self.and(large.sign, small.sign);
        let zero = self.signed_zero(format, sign);
        self.ite(is_zero, zero, rounded)
    }

    /// The difference of two floating-point numbers.
    pub fn float_sub(&mut self, a: Term, b: Term) -> Term {
        let negated = self.float_neg(b);
        self.float_add(a, negated)
    }

    /// The floating-point number with the other sign, also if it is not a number.
    pub fn float_neg(&mut self, term: Term) -> Term {
        let width = self.width(term);
        let sign = self.constant(width, 1 << (width - 1));
        self.xor(term, sign)
    }

    /// The product of two floating-point numbers.
    pub fn float_mul(&mut self, a: Term, b: Term) -> Term {
        let ((format, first), (_, second)) = (self.parts(a), self.parts(b));
        let sign = self.xor(first.sign, second.sign);
        let (exponent_a, significand_a) = self.normal_parts(format, &first);
        let (exponent_b, significand_b) = self.normal_parts(format, &second);
        let product = self.product_with_rest(format, significand_a, significand_b);
        // The highest bit of the product is one above the sum of the exponents; it may be 0, and then the next is 1.
        let exponent = self.add(exponent_a, exponent_b);
        let rounded = self.rounded_after_step(format, sign, exponent, product, true);
        let zero = self.signed_zero(format, sign);
        let is_zero = self.or(first.is_zero, second.is_zero);
        let result = self.ite(is_zero, zero, rounded);
        let infinity = self.signed_infinity(format, sign);
        let is_infinite = self.or(first.is_infinite, second.is_infinite);
        let result = self.ite(is_infinite, infinity, result);
        let undefined = self.and(is_zero, is_infinite);
        let is_nan = self.any([first.is_nan, second.is_nan, undefined]);
        let nan = self.not_a_number(format);
        self.ite(is_nan, nan, result)
    }

    /// Rounds a significand whose leading one is its highest bit or the one below. The exponent is that of the highest
    /// bit, or of the one below.
    fn rounded_after_step(
        &mut self,
        format: Format,
        sign: Term,
        exponent: Term,
        significand: Term,
        is_of_second: bool,
    ) -> Term {
        let width = self.width(significand);
        let one = self.constant(self.width(exponent), 1);
        let (upper, lower) =
            if is_of_second { (self.add(exponent, one), exponent) } else { (exponent, self.sub(exponent, one)) };
        let is_set = self.extract(significand, width - 1, 1);
        let exponent = self.ite(is_set, upper, lower);
        let moved = self.moved_up(significand, 1);
        let significand = self.ite(is_set, significand, moved);
        self.rounded(format, sign, exponent, significand)
    }

    /// The upper bits of a product of significands, three more than fit, the lowest of which stands for all below.
    fn product_with_rest(&mut self, format: Format, a: Term, b: Term) -> Term {
        let precision = format.precision();
        let kept = precision + 2;
        let (upper, rest) = if 2 * precision <= 64 {
            let (a, b) = (self.zero_extend(a, 2 * precision), self.zero_extend(b, 2 * precision));
            let product = self.mul(a, b);
            let upper = self.extract(product, 2 * precision - kept, kept);
            let rest = self.extract(product, 0, 2 * precision - kept);
            (upper, self.any_bit(rest))
        } else {
            self.long_product(precision, kept, a, b)
        };
        self.concat(upper, rest)
    }

    /// By halves, since the product has more bits than a term can have.
    fn long_product(&mut self, precision: u8, kept: u8, a: Term, b: Term) -> (Term, Term) {
        let half = precision.div_ceil(2);
        let halves = |terms: &mut Terms, term: Term| {
            let (low, high) = (terms.extract(term, 0, half), terms.extract(term, half, precision - half));
            (terms.zero_extend(low, 64), terms.zero_extend(high, 64))
        };
        let ((a_low, a_high), (b_low, b_high)) = (halves(self, a), halves(self, b));
        let low = self.mul(a_low, b_low);
        let (cross, other) = (self.mul(a_low, b_high), self.mul(a_high, b_low));
        let high = self.mul(a_high, b_high);
        let shift = self.constant(64, u64::from(half));
        let carried = self.lshr(low, shift);
        let middle = self.add(cross, other);
        let middle = self.add(middle, carried);
        let carried = self.lshr(middle, shift);
        let high = self.add(high, carried);
        // The bits of the product are those of `high`, then the lower ones of `middle`, then those of `low`.
        let high = self.extract(high, 0, 2 * precision - 2 * half);
        let from_middle = kept - self.width(high);
        let next = self.extract(middle, half - from_middle, from_middle);
        let upper = self.concat(high, next);
        let (rest, last) = (self.extract(middle, 0, half - from_middle), self.extract(low, 0, half));
        let (rest, last) = (self.any_bit(rest), self.any_bit(last));
        (upper, self.or(rest, last))
    }

    /// The quotient of two floating-point numbers.
    pub fn float_div(&mut self, a: Term, b: Term) -> Term {
        let ((format, first), (_, second)) = (self.parts(a), self.parts(b));
        let sign = self.xor(first.sign, second.sign);
        let (exponent_a, significand_a) = self.normal_parts(format, &first);
        let (exponent_b, significand_b) = self.normal_parts(format, &second);
        let quotient = self.quotient_with_rest(format, significand_a, significand_b);
        let exponent = self.sub(exponent_a, exponent_b);
        let rounded = self.rounded_after_step(format, sign, exponent, quotient, false);
        let (zero, infinity) = (self.signed_zero(format, sign), self.signed_infinity(format, sign));
        let is_zero = self.or(first.is_zero, second.is_infinite);
        let is_infinite = self.or(first.is_infinite, second.is_zero);
        let result = self.ite(is_zero, zero, rounded);
        let result = self.ite(is_infinite, infinity, result);
        let both_zero = self.and(first.is_zero, second.is_zero);
        let both_infinite = self.and(first.is_infinite, second.is_infinite);
        let is_nan = self.any([first.is_nan, second.is_nan, both_zero, both_infinite]);
        let nan = self.not_a_number(format);
        self.ite(is_nan, nan, result)
    }

    /// Two bits of the quotient more than fit, and one that stands for the rest: bit by bit, as on paper.
    fn quotient_with_rest(&mut self, format: Format, dividend: Term, divisor: Term) -> Term {
        let precision = format.precision();
        let width = precision + 1;
        let divisor = self.zero_extend(divisor, width);
        let mut rest = self.zero_extend(dividend, width);
        let mut quotient = None;
        for _ in 0..precision + 2 {
            let does_fit = self.ule(divisor, rest);
            let smaller = self.sub(rest, divisor);
            let remaining = self.ite(does_fit, smaller, rest);
            quotient = Some(match quotient {
                None => does_fit,
                Some(upper) => self.concat(upper, does_fit),
            });
            // What remains is below the divisor, so its highest bit is not set.
            rest = self.moved_up(remaining, 1);
        }
        let is_left = self.any_bit(rest);
        match quotient {
            None => is_left,
            Some(upper) => self.concat(upper, is_left),
        }
    }

    /// The square root of a floating-point number; not a number if it is negative.
    pub fn float_sqrt(&mut self, term: Term) -> Term {
        let (format, parts) = self.parts(term);
        let (exponent, significand) = self.normal_parts(format, &parts);
        let precision = format.precision();
        // With an even exponent, the significand is below 4.
        let is_odd = self.extract(exponent, 0, 1);
        let single = self.zero_extend(significand, precision + 1);
        let double = self.moved_up(single, 1);
        let radicand = self.ite(is_odd, double, single);
        let root = self.root_with_rest(precision, radicand);
        let wide = self.width(exponent);
        let one = self.constant(wide, 1);
        let exponent = self.ashr(exponent, one);
        let positive = self.truth(false);
        let rounded = self.rounded(format, positive, exponent, root);
        let result = self.ite(parts.is_infinite, term, rounded);
        let is_negative = self.or(parts.is_nan, parts.sign);
        let nan = self.not_a_number(format);
        let result = self.ite(is_negative, nan, result);
        // The root of the negative zero is itself.
        self.ite(parts.is_zero, term, result)
    }

    /// Two bits of the root more than fit, and one that stands for the rest: bit by bit, as on paper. The radicand has two
    /// bits before the point.
    fn root_with_rest(&mut self, precision: u8, radicand: Term) -> Term {
        let width = precision + 4;
        let steps = precision + 2;
        let mut rest = self.constant(width, 0);
        let mut root = self.constant(width, 0);
        let available = self.width(radicand);
        for step in 0..steps {
            // The next two bits of the radicand, zeros after its end.
            let pair = |terms: &mut Terms, position: u8| {
                if position < available {
                    terms.extract(radicand, available - 1 - position, 1)
                } else {
                    terms.truth(false)
                }
            };
            let (first, second) = (pair(self, 2 * step), pair(self, 2 * step + 1));
            let next = self.concat(first, second);
            let upper = self.extract(rest, 0, width - 2);
            rest = self.concat(upper, next);
            let upper = self.extract(root, 0, width - 2);
            let one = self.constant(2, 1);
            let trial = self.concat(upper, one);
            let does_fit = self.ule(trial, rest);
            let smaller = self.sub(rest, trial);
            rest = self.ite(does_fit, smaller, rest);
            let upper = self.extract(root, 0, width - 1);
            root = self.concat(upper, does_fit);
        }
        let root = self.extract(root, 0, steps);
        let is_left = self.any_bit(rest);
        self.concat(root, is_left)
    }

    /// The remainder of a division that is rounded toward zero, as `fmod` computes it, if both numbers are known. It is
    /// exact, so it depends on every bit of a quotient with up to two thousand bits; there is no circuit for it here.
    pub fn float_rem(&mut self, a: Term, b: Term) -> Option<Term> {
        let (first, second) = (self.value_of(a)?, self.value_of(b)?);
        let format = Format::of_width(self.width(a));
        let (is_nan, bits) = if format.width() == 32 {
            let remainder = f32::from_bits(first as u32) % f32::from_bits(second as u32);
            (remainder.is_nan(), u64::from(remainder.to_bits()))
        } else {
            let remainder = f64::from_bits(first) % f64::from_bits(second);
            (remainder.is_nan(), remainder.to_bits())
        };
        Some(if is_nan { self.not_a_number(format) } else { self.constant(format.width(), bits) })
    }
}
