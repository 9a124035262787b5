//! Circuits over vectors of literals, the lowest bit first.

use super::gates::Gates;
use crate::sat::{Lit, Sat};

/// Gates and where their clauses go.
pub(super) struct Circuits<'a> {
    pub(super) gates: &'a mut Gates,
    pub(super) sat: &'a mut dyn Sat,
}

impl Circuits<'_> {
    fn truth(&mut self, value: bool) -> Lit {
        self.gates.constant(self.sat, value)
    }

    /// The sum of two vectors of the same length, and the last carry.
    fn sum_and_carry(&mut self, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Lit) {
        let mut carry = self.truth(false);
        let mut sum = Vec::with_capacity(a.len());
        for (&x, &y) in a.iter().zip(b) {
            sum.push(self.gates.xor3(self.sat, x, y, carry));
            carry = self.gates.majority(self.sat, x, y, carry);
        }
        (sum, carry)
    }

    /// The sum modulo the width. Where the upper bits of both are copies of their signs, those of the sum are, too, from
    /// one bit further up on.
    pub(super) fn sum(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        let width = a.len();
        let needed = width.min(Self::significant(a).max(Self::significant(b)) + 1);
        let mut carry = self.truth(false);
        let mut sum = Vec::with_capacity(width);
        for (index, (&x, &y)) in a.iter().zip(b).enumerate().take(needed) {
            sum.push(self.gates.xor3(self.sat, x, y, carry));
            if index + 1 < needed && !(planted::bug!(CarryLost) && index == 2) {
                carry = self.gates.majority(self.sat, x, y, carry);
            }
        }
        let sign = sum[needed - 1];
        sum.resize(width, sign);
        sum
    }

    /// Adds to the upper part of a vector, from a position on.
    fn add_into(&mut self, into: &mut [Lit], from: usize, what: &[Lit]) {
        let length = into.len() - from;
        let sum = self.sum(&into[from..], &what[..length]);
        into[from..].copy_from_slice(&sum);
    }

    /// Subtracts from the upper part of a vector, from a position on: `x - y` is `!(!x + y)`.
    fn subtract_from(&mut self, into: &mut [Lit], from: usize, what: &[Lit]) {
        into[from..].iter_mut().for_each(|it| *it = !*it);
        self.add_into(into, from, what);
        into[from..].iter_mut().for_each(|it| *it = !*it);
    }

    /// The number, if all bits are constants.
    fn number(&self, bits: &[Lit]) -> Option<u64> {
        bits.iter()
            .enumerate()
            .try_fold(0, |number, (index, bit)| self.gates.value(*bit).map(|value| number | u64::from(value) << index))
    }

    /// How many bits are left if copies of the highest bit go, all but one.
    fn significant(bits: &[Lit]) -> usize {
        let sign = bits[bits.len() - 1];
        bits.iter().rposition(|it| *it != sign).map_or(1, |index| index + 2)
    }

    pub(super) fn multiply(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        if let Some(number) = self.number(b) {
            return self.multiply_by(a, number);
        }
        if let Some(number) = self.number(a) {
            return self.multiply_by(b, number);
        }
        // As few rows as possible.
        let (rows, columns) = if Self::significant(a) < Self::significant(b) { (a, b) } else { (b, a) };
        let width = a.len();
        let used = Self::significant(rows);
        let mut sum = vec![self.truth(false); width];
        for (index, &row) in rows.iter().enumerate().take(used) {
            let partial: Vec<Lit> =
                columns[..width - index].iter().map(|it| self.gates.and(self.sat, row, *it)).collect();
            if index + 1 == used && used < width {
                // The highest bit counts negatively, since all above are its copies.
                self.subtract_from(&mut sum, index, &partial);
            } else {
                self.add_into(&mut sum, index, &partial);
            }
        }
        sum
    }

    /// By a constant: with the digits -1, 0 and 1 no two neighbours of which are nonzero, so few that are. The lowest
    /// that is 1 comes first, since it needs no adder.
    fn multiply_by(&mut self, a: &[Lit], factor: u64) -> Vec<Lit> {
        let width = a.len();
        let mut digits = Vec::new();
        let mut rest = u128::from(factor);
        for position in 0..width {
            if rest & 1 == 1 {
                let is_negative = rest & 3 == 3;
                digits.push((position, is_negative));
                rest = if is_negative { rest + 1 } else { rest - 1 };
            }
            rest >>= 1;
        }
        if let Some(first) = digits.iter().position(|it| !it.1) {
            digits[..=first].rotate_right(1);
        }
        let mut sum = vec![self.truth(false); width];
        for (position, is_negative) in digits {
            if is_negative {
                self.subtract_from(&mut sum, position, a);
            } else {
                self.add_into(&mut sum, position, a);
            }
        }
        sum
    }

    /// Whether the first is smaller.
    pub(super) fn less(&mut self, a: &[Lit], b: &[Lit], is_signed: bool) -> Lit {
        let mut less = self.truth(false);
        let last = a.len() - 1;
        for (index, (&x, &y)) in a.iter().zip(b).enumerate() {
            let (x, y) = if is_signed && index == last { (y, x) } else { (x, y) };
            less = self.gates.majority(self.sat, !x, y, less);
        }
        less
    }

    pub(super) fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut same: Vec<Lit> = a.iter().zip(b).map(|(x, y)| !self.gates.xor(self.sat, *x, *y)).collect();
        self.gates.all(self.sat, &mut same)
    }

    pub(super) fn choose(&mut self, condition: Lit, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        a.iter().zip(b).map(|(x, y)| self.gates.ite(self.sat, condition, *x, *y)).collect()
    }

    /// Shift to the left; the other direction is the same on turned vectors. `fill` comes in.
    pub(super) fn shift(&mut self, a: &[Lit], amount: &[Lit], fill: Lit) -> Vec<Lit> {
        let width = a.len();
        let mut shifted = a.to_vec();
        let mut is_large = self.truth(false);
        for (stage, &bit) in amount.iter().enumerate() {
            let distance = 1usize.checked_shl(stage as u32).unwrap_or(usize::MAX);
            if stage >= 7 || distance >= width {
                is_large = self.gates.or(self.sat, is_large, bit);
                continue;
            }
            shifted = (0..width)
                .map(|index| {
                    let moved = index.checked_sub(distance).map_or(fill, |it| shifted[it]);
                    self.gates.ite(self.sat, bit, moved, shifted[index])
                })
                .collect();
        }
        shifted.iter().map(|it| self.gates.ite(self.sat, is_large, fill, *it)).collect()
    }

    /// Quotient and remainder: two new numbers with `quotient * divisor + remainder = dividend`, without overflow, and
    /// the remainder below the divisor. Exactly one pair fulfils this if the divisor is not zero. If it is zero, the
    /// equation makes the remainder the dividend, and the quotient is made all ones.
    pub(super) fn divide(&mut self, dividend: &[Lit], divisor: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
        if let Some(number) = self.number(divisor).filter(|it| *it != 0) {
            return self.divide_by(dividend, divisor, number);
        }
        let width = dividend.len();
        let quotient: Vec<Lit> = (0..width).map(|_| self.sat.fresh()).collect();
        let remainder: Vec<Lit> = (0..width).map(|_| self.sat.fresh()).collect();
        let mut sum = remainder.clone();
        for (index, &row) in quotient.iter().enumerate() {
            for &bit in &divisor[width - index..] {
                self.sat.clause(&[!row, !bit]);
            }
            let partial: Vec<Lit> =
                divisor[..width - index].iter().map(|it| self.gates.and(self.sat, row, *it)).collect();
            let (upper, carry) = self.sum_and_carry(&sum[index..], &partial);
            self.sat.clause(&[!carry]);
            sum[index..].copy_from_slice(&upper);
        }
        self.make_equal(&sum, dividend);
        let mut zero: Vec<Lit> = divisor.iter().map(|it| !*it).collect();
        let is_zero = self.gates.all(self.sat, &mut zero);
        let is_below = self.less(&remainder, divisor, false);
        self.sat.clause(&[is_zero, is_below]);
        for &bit in &quotient {
            self.sat.clause(&[!is_zero, bit]);
        }
        (quotient, remainder)
    }

    /// By a constant that is not zero. The quotient needs fewer bits; with two bits more than the dividend the equation
    /// cannot overflow, since `quotient * divisor` is below twice the range and the remainder is below the divisor.
    fn divide_by(&mut self, dividend: &[Lit], divisor: &[Lit], number: u64) -> (Vec<Lit>, Vec<Lit>) {
        let width = dividend.len();
        let none = self.truth(false);
        let most = (u64::MAX >> (64 - width)) / number;
        let quotient_width = 64 - most.leading_zeros() as usize;
        let remainder_width = (64 - (number - 1).leading_zeros() as usize).max(1);
        let fresh = |circuits: &mut Self, count: usize, length: usize| -> Vec<Lit> {
            (0..length).map(|index| if index < count { circuits.sat.fresh() } else { none }).collect()
        };
        let quotient = fresh(self, quotient_width, width + 2);
        let remainder = fresh(self, remainder_width, width + 2);
        let product = self.multiply_by(&quotient, number);
        let sum = self.sum(&product, &remainder);
        let mut wide = dividend.to_vec();
        wide.extend([none, none]);
        self.make_equal(&sum, &wide);
        let is_below = self.less(&remainder[..width], divisor, false);
        self.sat.clause(&[is_below]);
        (quotient[..width].to_vec(), remainder[..width].to_vec())
    }

    /// Demands that two vectors are equal.
    pub(super) fn make_equal(&mut self, a: &[Lit], b: &[Lit]) {
        for (&x, &y) in a.iter().zip(b) {
            if x != y {
                self.sat.clause(&[!x, y]);
                self.sat.clause(&[x, !y]);
            }
        }
    }
}
