//! Floating-point numbers of 32 and 64 bits (IEEE 754) as bit-vectors, with operations built from those on bit-vectors.
//!
//! All operations round to the nearest number, of two to the even one. A result that is no number is always the positive
//! quiet one without payload, so that the bits of a result are determined.
//!
//! An operation takes its operands apart ([`Parts`]), computes a sign, an exponent and a significand that may have more
//! bits than fit, the lowest of which says whether anything below it was lost, and rounds once ([`Terms::rounded`]).
//!
//! Rounding adds its one to the exponent and fraction as a single number: a carry out of the fraction makes the exponent
//! one larger, makes the smallest normal number of the largest subnormal one, and infinity of the largest number.

mod arithmetic;
mod convert;
mod integral;

pub use integral::Rounding;

use crate::term::{Term, Terms, mask};

/// How a floating-point number is laid out.
#[derive(Clone, Copy)]
struct Format {
    /// Bits of the exponent.
    exponent: u8,
    /// Bits of the fraction, without the leading one.
    fraction: u8,
}

impl Format {
    fn of_width(width: u8) -> Format {
        debug_assert!(width == 32 || width == 64, "floating-point numbers have 32 or 64 bits");
        if width == 32 { Format { exponent: 8, fraction: 23 } } else { Format { exponent: 11, fraction: 52 } }
    }

    fn width(self) -> u8 {
        1 + self.exponent + self.fraction
    }

    /// Bits of the significand, with the leading one.
    fn precision(self) -> u8 {
        self.fraction + 1
    }

    fn bias(self) -> u64 {
        mask(self.exponent - 1)
    }

    /// Bits that hold every exponent on the way as a signed number, also of products and of normalized subnormal numbers.
    fn wide_exponent(self) -> u8 {
        self.exponent + 3
    }

    fn infinity(self) -> u64 {
        mask(self.exponent) << self.fraction
    }

    fn not_a_number(self) -> u64 {
        self.infinity() | 1 << (self.fraction - 1)
    }
}

/// A floating-point number, taken apart.
struct Parts {
    /// Set if negative.
    sign: Term,
    /// Exponent and fraction as one number, which orders the absolute values.
    magnitude: Term,
    /// As it is stored.
    exponent: Term,
    fraction: Term,
    is_nan: Term,
    is_infinite: Term,
    is_zero: Term,
    is_subnormal: Term,
}

impl Terms {
    fn parts(&mut self, term: Term) -> (Format, Parts) {
        let format = Format::of_width(self.width(term));
        let sign = self.extract(term, format.width() - 1, 1);
        let magnitude = self.extract(term, 0, format.width() - 1);
        let exponent = self.extract(term, format.fraction, format.exponent);
        let fraction = self.extract(term, 0, format.fraction);
        let all = self.constant(format.exponent, u64::MAX);
        let (no_exponent, no_fraction) = (self.constant(format.exponent, 0), self.constant(format.fraction, 0));
        let is_special = self.eq(exponent, all);
        let has_no_fraction = self.eq(fraction, no_fraction);
        let is_small = self.eq(exponent, no_exponent);
        let parts = Parts {
            sign,
            magnitude,
            exponent,
            fraction,
            is_nan: self.and(is_special, has_no_fraction.negated()),
            is_infinite: self.and(is_special, has_no_fraction),
            is_zero: self.and(is_small, has_no_fraction),
            is_subnormal: self.and(is_small, has_no_fraction.negated()),
        };
        (format, parts)
    }

    /// Whether a floating-point number is not a number; of width 1.
    pub fn float_is_nan(&mut self, term: Term) -> Term {
        self.parts(term).1.is_nan
    }

    /// The significand with its leading bit, which is 0 for subnormal numbers.
    fn significand(&mut self, format: Format, parts: &Parts) -> Term {
        let none = self.constant(format.exponent, 0);
        let leading = self.ne(parts.exponent, none);
        self.concat(leading, parts.fraction)
    }

    /// The exponent of the leading bit as a signed number, and the significand with a leading one; of a number that is
    /// neither zero nor infinite.
    fn normal_parts(&mut self, format: Format, parts: &Parts) -> (Term, Term) {
        let wide = format.wide_exponent();
        let significand = self.significand(format, parts);
        let stored = self.zero_extend(parts.exponent, wide);
        let (bias, least) = (self.constant(wide, format.bias()), self.constant(wide, 1));
        let effective = self.ite(parts.is_subnormal, least, stored);
        let exponent = self.sub(effective, bias);
        self.normalized(exponent, significand)
    }

    /// Moves a significand up until its leading bit is set, unless it is zero. The exponent is that of the highest bit.
    fn normalized(&mut self, mut exponent: Term, mut significand: Term) -> (Term, Term) {
        let width = self.width(significand);
        let exponent_width = self.width(exponent);
        for stage in (0..6).rev() {
            let distance = 1u8 << stage;
            if distance >= width {
                continue;
            }
            let upper = self.extract(significand, width - distance, distance);
            let none = self.constant(distance, 0);
            let is_empty = self.eq(upper, none);
            let moved = self.moved_up(significand, distance);
            significand = self.ite(is_empty, moved, significand);
            let amount = self.constant(exponent_width, u64::from(distance));
            let lower = self.sub(exponent, amount);
            exponent = self.ite(is_empty, lower, exponent);
        }
        (exponent, significand)
    }

    /// Shift to the left by a constant.
    fn moved_up(&mut self, term: Term, distance: u8) -> Term {
        let width = self.width(term);
        let rest = self.extract(term, 0, width - distance);
        let zeros = self.constant(distance, 0);
        self.concat(rest, zeros)
    }

    /// Zeros below, up to a width.
    fn padded(&mut self, term: Term, width: u8) -> Term {
        let missing = width - self.width(term);
        if missing == 0 {
            return term;
        }
        let zeros = self.constant(missing, 0);
        self.concat(term, zeros)
    }

    /// Whether any bit is set.
    fn any_bit(&mut self, term: Term) -> Term {
        let none = self.constant(self.width(term), 0);
        self.ne(term, none)
    }

    /// Shift to the right by an amount; the lowest bit is also set if any bit was lost.
    fn moved_down(&mut self, mut term: Term, amount: Term) -> Term {
        let width = self.width(term);
        let mut too_far = self.truth(false);
        for stage in 0..self.width(amount) {
            let bit = self.extract(amount, stage, 1);
            if stage >= 6 || 1 << stage >= width {
                too_far = self.or(too_far, bit);
                continue;
            }
            let distance = 1u8 << stage;
            let lost = self.extract(term, 0, distance);
            let lost = self.any_bit(lost);
            let rest = self.extract(term, distance, width - distance);
            let moved = self.zero_extend(rest, width);
            let lost = self.zero_extend(lost, width);
            let moved = self.or(moved, lost);
            term = self.ite(bit, moved, term);
        }
        let any = self.any_bit(term);
        let only_lost = self.zero_extend(any, width);
        self.ite(too_far, only_lost, term)
    }

    /// Rounds to the nearest number. The significand has a leading one, whose exponent is given, and at least two bits more
    /// than fit; the lowest stands for all below it.
    fn rounded(&mut self, format: Format, sign: Term, exponent: Term, significand: Term) -> Term {
        let wide = self.width(exponent);
        let width = self.width(significand);
        let precision = format.precision();
        debug_assert!(width >= precision + 2);
        // Subnormal numbers have the least exponent and no leading one.
        let least = self.constant(wide, (1 - format.bias() as i64) as u64);
        let is_subnormal = self.slt(exponent, least);
        let distance = self.sub(least, exponent);
        let none = self.constant(wide, 0);
        let distance = self.ite(is_subnormal, distance, none);
        let significand = self.moved_down(significand, distance);
        let bias = self.constant(wide, format.bias());
        let stored = self.add(exponent, bias);
        let stored = self.extract(stored, 0, format.exponent);
        let none = self.constant(format.exponent, 0);
        let stored = self.ite(is_subnormal, none, stored);
        let fraction = self.extract(significand, width - precision, format.fraction);
        let magnitude = self.concat(stored, fraction);
        // To the nearest: half is the next bit alone.
        let half = self.extract(significand, width - precision - 1, 1);
        let below = self.extract(significand, 0, width - precision - 1);
        let below = self.any_bit(below);
        let is_odd = self.extract(fraction, 0, 1);
        let goes_up = self.or(below, is_odd);
        let goes_up = self.and(half, goes_up);
        let one = self.zero_extend(goes_up, format.width() - 1);
        let magnitude = self.add(magnitude, one);
        let largest = self.constant(wide, format.bias());
        let is_too_large = self.slt(largest, exponent);
        let infinity = self.constant(format.width() - 1, format.infinity());
        let magnitude = self.ite(is_too_large, infinity, magnitude);
        self.concat(sign, magnitude)
    }

    fn not_a_number(&mut self, format: Format) -> Term {
        self.constant(format.width(), format.not_a_number())
    }

    fn signed_zero(&mut self, format: Format, sign: Term) -> Term {
        let zero = self.constant(format.width() - 1, 0);
        self.concat(sign, zero)
    }

    fn signed_infinity(&mut self, format: Format, sign: Term) -> Term {
        let infinity = self.constant(format.width() - 1, format.infinity());
        self.concat(sign, infinity)
    }

    /// Whether two floating-point numbers are equal; of width 1.
    pub fn float_eq(&mut self, a: Term, b: Term) -> Term {
        let ((_, first), (_, second)) = (self.parts(a), self.parts(b));
        let are_numbers = self.and(first.is_nan.negated(), second.is_nan.negated());
        let are_zero = self.and(first.is_zero, second.is_zero);
        let are_same = self.eq(a, b);
        let are_equal = self.or(are_zero, are_same);
        self.and(are_numbers, are_equal)
    }

    /// Whether the first floating-point number is smaller; of width 1.
    pub fn float_lt(&mut self, a: Term, b: Term) -> Term {
        let ((_, first), (_, second)) = (self.parts(a), self.parts(b));
        let are_numbers = self.and(first.is_nan.negated(), second.is_nan.negated());
        let are_zero = self.and(first.is_zero, second.is_zero);
        let is_smaller = self.ult(first.magnitude, second.magnitude);
        let is_larger = self.ult(second.magnitude, first.magnitude);
        let of_same_sign = self.ite(first.sign, is_larger, is_smaller);
        let differ = self.xor(first.sign, second.sign);
        let is_below = self.ite(differ, first.sign, of_same_sign);
        self.all([are_numbers, are_zero.negated(), is_below])
    }

    /// Whether the first floating-point number is not larger, and both are numbers; of width 1.
    pub fn float_le(&mut self, a: Term, b: Term) -> Term {
        let (is_less, is_equal) = (self.float_lt(a, b), self.float_eq(a, b));
        self.or(is_less, is_equal)
    }
}
