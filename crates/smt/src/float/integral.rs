//! Floating-point numbers rounded to integers.

use super::Format;
use crate::term::{Term, Terms};

/// In which direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    /// Not above the number.
    Floor,
    /// Not below the number.
    Ceiling,
    /// Not farther from zero than the number.
    Truncate,
    /// To the nearest, of two to the one farther from zero.
    NearestAway,
    /// To the nearest, of two to the even one.
    NearestEven,
}

impl Terms {
    /// The integer next to a floating-point number, as a floating-point number of the same sign.
    pub fn float_round(&mut self, term: Term, rounding: Rounding) -> Term {
        let (format, parts) = self.parts(term);
        let bias = self.constant(format.exponent, format.bias());
        let is_below_one = self.ult(parts.exponent, bias);
        let whole = self.constant(format.exponent, format.bias() + u64::from(format.fraction));
        let is_whole = self.ule(whole, parts.exponent);
        let small = self.round_below_one(format, term, rounding);
        let middle = self.round_fraction(format, term, rounding);
        let magnitude = self.ite(is_below_one, small, middle);
        let magnitude = self.ite(is_whole, parts.magnitude, magnitude);
        let result = self.concat(parts.sign, magnitude);
        let nan = self.not_a_number(format);
        self.ite(parts.is_nan, nan, result)
    }

    /// The magnitude for a number below 1: that of 0 or of 1.
    fn round_below_one(&mut self, format: Format, term: Term, rounding: Rounding) -> Term {
        let (_, parts) = self.parts(term);
        let before = self.constant(format.exponent, format.bias() - 1);
        let is_half_or_more = self.eq(parts.exponent, before);
        let goes_up = match rounding {
            Rounding::Truncate => self.truth(false),
            Rounding::Floor => self.and(parts.sign, parts.is_zero.negated()),
            Rounding::Ceiling => self.and(parts.sign.negated(), parts.is_zero.negated()),
            Rounding::NearestAway => is_half_or_more,
            Rounding::NearestEven => {
                let is_not_half = self.any_bit(parts.fraction);
                self.and(is_half_or_more, is_not_half)
            }
        };
        let one = self.constant(format.width() - 1, format.bias() << format.fraction);
        let zero = self.constant(format.width() - 1, 0);
        self.ite(goes_up, one, zero)
    }

    /// The magnitude for a number that is at least 1 and has bits after the point: these go, and where it goes up, the
    /// lowest bit before the point is added; a carry makes the exponent larger, as it should.
    fn round_fraction(&mut self, format: Format, term: Term, rounding: Rounding) -> Term {
        let (_, parts) = self.parts(term);
        let width = format.width() - 1;
        // So many bits are after the point; the low bits of the exponents tell.
        let whole = self.constant(format.exponent, format.bias() + u64::from(format.fraction));
        let count = self.sub(whole, parts.exponent);
        let count = self.extract(count, 0, 6);
        let count = self.zero_extend(count, width);
        let one = self.constant(width, 1);
        let unit = self.shl(one, count);
        let below = self.sub(unit, one);
        let kept = self.and(parts.magnitude, below.negated());
        let dropped = self.and(parts.magnitude, below);
        let has_dropped = self.any_bit(dropped);
        let half = self.lshr(unit, one);
        let goes_up = match rounding {
            Rounding::Truncate => self.truth(false),
            Rounding::Floor => self.and(parts.sign, has_dropped),
            Rounding::Ceiling => self.and(parts.sign.negated(), has_dropped),
            Rounding::NearestAway => self.ule(half, dropped),
            Rounding::NearestEven => {
                let is_more = self.ult(half, dropped);
                let is_half = self.eq(half, dropped);
                // The lowest bit before the point; for numbers below 2 it is the lowest bit of the exponent, which is set.
                let lowest = self.and(parts.magnitude, unit);
                let is_odd = self.any_bit(lowest);
                let tie = self.and(is_half, is_odd);
                self.or(is_more, tie)
            }
        };
        let more = self.add(kept, unit);
        self.ite(goes_up, more, kept)
    }
}
