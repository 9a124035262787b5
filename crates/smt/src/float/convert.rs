//! Conversions between floating-point numbers, and from and to integers.

use super::Format;
use crate::term::{Term, Terms, mask, sign_bit};

impl Terms {
    /// The nearest floating-point number of another width.
    pub fn float_convert(&mut self, term: Term, to: u8) -> Term {
        if self.width(term) == to {
            return term;
        }
        let (format, parts) = self.parts(term);
        let target = Format::of_width(to);
        let (exponent, significand) = self.normal_parts(format, &parts);
        let wide = format.wide_exponent().max(target.wide_exponent());
        let exponent = self.sign_extend(exponent, wide);
        let enough = (target.precision() + 2).max(format.precision());
        let significand = self.padded(significand, enough);
        let rounded = self.rounded(target, parts.sign, exponent, significand);
        let (zero, infinity) = (self.signed_zero(target, parts.sign), self.signed_infinity(target, parts.sign));
        let nan = self.not_a_number(target);
        let result = self.ite(parts.is_zero, zero, rounded);
        let result = self.ite(parts.is_infinite, infinity, result);
        self.ite(parts.is_nan, nan, result)
    }

    /// The floating-point number of 32 or 64 bits that is nearest to a signed integer.
    pub fn float_from_signed(&mut self, term: Term, to: u8) -> Term {
        let width = self.width(term);
        let sign = self.extract(term, width - 1, 1);
        let negated = self.neg(term);
        let size = self.ite(sign, negated, term);
        self.float_of_size(sign, size, to)
    }

    /// The floating-point number of 32 or 64 bits that is nearest to an unsigned integer.
    pub fn float_from_unsigned(&mut self, term: Term, to: u8) -> Term {
        let positive = self.truth(false);
        self.float_of_size(positive, term, to)
    }

    fn float_of_size(&mut self, sign: Term, size: Term, to: u8) -> Term {
        let format = Format::of_width(to);
        let width = self.width(size);
        let enough = width.max(format.precision() + 2);
        let significand = self.padded(size, enough);
        let exponent = self.constant(format.wide_exponent(), u64::from(width) - 1);
        let (exponent, significand) = self.normalized(exponent, significand);
        let rounded = self.rounded(format, sign, exponent, significand);
        let any = self.any_bit(size);
        let zero = self.constant(to, 0);
        self.ite(any, rounded, zero)
    }

    /// The integer toward zero, and whether a signed integer of this width can hold it (of width 1).
    pub fn float_to_signed(&mut self, term: Term, to: u8) -> (Term, Term) {
        let (sign, size, is_small) = self.size_of_float(term);
        let most = self.constant(64, sign_bit(to) - 1);
        let least = self.constant(64, sign_bit(to));
        let limit = self.ite(sign, least, most);
        let does_fit = self.ule(size, limit);
        let low = self.extract(size, 0, to);
        let negated = self.neg(low);
        let value = self.ite(sign, negated, low);
        (value, self.and(is_small, does_fit))
    }

    /// The integer toward zero, and whether an unsigned integer of this width can hold it (of width 1).
    pub fn float_to_unsigned(&mut self, term: Term, to: u8) -> (Term, Term) {
        let (sign, size, is_small) = self.size_of_float(term);
        let most = self.constant(64, mask(to));
        let none = self.constant(64, 0);
        let limit = self.ite(sign, none, most);
        let does_fit = self.ule(size, limit);
        (self.extract(size, 0, to), self.and(is_small, does_fit))
    }

    /// The sign, the absolute value toward zero as an integer of 64 bits, and whether it is below 2^64.
    fn size_of_float(&mut self, term: Term) -> (Term, Term, Term) {
        let (format, parts) = self.parts(term);
        let wide = format.wide_exponent();
        // A subnormal number is below 1, so it needs no normalization.
        let significand = self.significand(format, &parts);
        let significand = self.padded(significand, 64);
        let stored = self.zero_extend(parts.exponent, wide);
        let bias = self.constant(wide, format.bias());
        let exponent = self.sub(stored, bias);
        let sixty_four = self.constant(wide, 64);
        let none = self.constant(wide, 0);
        let is_below_one = self.slt(exponent, none);
        let is_small = self.slt(exponent, sixty_four);
        // The leading bit is the highest of 64; it belongs to the place of the exponent.
        let last = self.constant(wide, 63);
        let distance = self.sub(last, exponent);
        let distance = self.extract(distance, 0, 6);
        let distance = self.zero_extend(distance, 64);
        let moved = self.lshr(significand, distance);
        let nothing = self.constant(64, 0);
        let size = self.ite(is_below_one, nothing, moved);
        (parts.sign, size, is_small)
    }
}
