//! Random expressions over the values that a thread has read.

use super::body::Body;
use crate::build::Reg;
use ir::{Binary, Conversion, Expr, Unary, Width};

impl Body<'_> {
    /// A value of this width.
    pub fn value(&mut self, bits: u8) -> Expr {
        if self.world.features.arithmetic && self.rng.u8(0..4) == 0 {
            let left = self.nested_value(bits, 1);
            return self.checked(left, bits, 2);
        }
        self.nested_value(bits, 2)
    }

    fn nested_value(&mut self, bits: u8, depth: u32) -> Expr {
        match self.rng.u32(0..100) {
            0..40 => self.number(bits),
            40..75 => match self.some_value() {
                Some(reg) => self.converted(reg, bits),
                None => self.number(bits),
            },
            _ if depth == 0 => self.number(bits),
            75..77 if self.world.features.arithmetic && matches!(bits, 32 | 64) => self.float(bits, depth),
            75..80 => {
                let condition = self.condition();
                let yes = self.nested_value(bits, depth - 1);
                let no = self.nested_value(bits, depth - 1);
                Expr::Select(Box::new(condition), Box::new(yes), Box::new(no))
            }
            80..84 => {
                let checked = self.world.features.arithmetic && self.rng.bool();
                let operators = if checked { &[Unary::NegateSigned] } else { &[Unary::Not, Unary::Negate][..] };
                let operator = operators[self.rng.usize(0..operators.len())];
                Expr::unary(operator, self.nested_value(bits, depth - 1))
            }
            _ => {
                let left = self.nested_value(bits, depth - 1);
                if self.world.features.arithmetic && self.rng.u8(0..2) == 0 {
                    self.checked(left, bits, depth)
                } else {
                    use Binary::*;
                    let operators = [Add, Add, Subtract, Multiply, And, Or, Xor];
                    let operator = operators[self.rng.usize(0..operators.len())];
                    Expr::binary(operator, left, self.nested_value(bits, depth - 1))
                }
            }
        }
    }

    /// Something with floating point, made of numbers that mostly come from integers.
    fn float(&mut self, bits: u8, depth: u32) -> Expr {
        use Binary::*;
        let width = Width(bits);
        let convert = |conversion, operand| Expr::Convert { conversion, to: width, operand: Box::new(operand) };
        let number = |it: &mut Self| match it.rng.u8(0..4) {
            0 => it.nested_value(bits, depth - 1),
            _ => convert(Conversion::SignedToFloat, it.nested_value(bits, depth - 1)),
        };
        let (left, right) = (number(self), number(self));
        match self.rng.u8(0..6) {
            0 => {
                let operator = [FloatEqual, FloatLess, FloatLessEqual][self.rng.usize(0..3)];
                Expr::Extend { signed: false, to: width, operand: Box::new(Expr::binary(operator, left, right)) }
            }
            1 => {
                use Unary::*;
                let all = [FloatSquareRoot, FloatFloor, FloatCeiling, FloatTruncate, FloatRound, FloatRoundEven];
                Expr::unary(all[self.rng.usize(0..all.len())], left)
            }
            2 => {
                let other = Width(96 - bits);
                let other = Expr::Convert { conversion: Conversion::FloatToFloat, to: other, operand: Box::new(left) };
                convert(Conversion::FloatToFloat, other)
            }
            kind => {
                let all = [FloatAdd, FloatSubtract, FloatMultiply, FloatDivide, FloatRemainder];
                let result = Expr::binary(all[self.rng.usize(0..all.len())], left, right);
                match kind {
                    3 => result,
                    4 => convert(Conversion::FloatToSigned, result),
                    _ => convert(Conversion::FloatToUnsigned, result),
                }
            }
        }
    }

    /// An operator that can fault, on operands that mostly do not make it.
    fn checked(&mut self, left: Expr, bits: u8, depth: u32) -> Expr {
        use Binary::*;
        let right = self.nested_value(bits, depth - 1);
        let operators = [
            AddSigned,
            AddSigned,
            SubtractSigned,
            MultiplySigned,
            DivideSigned,
            DivideUnsigned,
            RemainderSigned,
            RemainderUnsigned,
            ShiftLeft,
            ShiftLeftSigned,
            ShiftRight,
            ShiftRightSigned,
        ];
        let operator = operators[self.rng.usize(0..operators.len())];
        let careful = !self.mistake() && self.rng.u8(0..8) > 0;
        let right = match operator {
            DivideSigned | DivideUnsigned | RemainderSigned | RemainderUnsigned if careful => {
                Expr::binary(Or, right, Expr::constant(Width(bits), 1))
            }
            ShiftLeft | ShiftLeftSigned | ShiftRight | ShiftRightSigned if careful => {
                Expr::binary(And, right, Expr::constant(Width(bits), 3))
            }
            _ => right,
        };
        Expr::binary(operator, left, right)
    }

    /// Mostly a small number, now and then one at the edge.
    pub fn number(&mut self, bits: u8) -> Expr {
        let width = Width(bits);
        let edges = if self.world.features.arithmetic { 15 } else { 0 };
        let value = match self.rng.u32(edges..100) {
            0..92 => self.rng.u64(0..4).max(self.rng.u64(0..3)),
            92..94 => width.mask(),
            94..96 => width.mask() >> 1,
            96..98 => (width.mask() >> 1) + 1,
            _ => self.rng.u64(..),
        };
        Expr::constant(width, value)
    }

    /// A condition on a value that was read, if there is one.
    pub fn condition(&mut self) -> Expr {
        use Binary::*;
        let operators = [Equal, Equal, NotEqual, NotEqual, Less, LessEqual, LessSigned, LessEqualSigned];
        let operator = operators[self.rng.usize(0..operators.len())];
        let Some(reg) = self.some_value() else {
            let (left, right) = (self.number(8), self.number(8));
            return Expr::binary(operator, left, right);
        };
        let other = match self.some_value() {
            Some(other) if self.rng.u8(0..4) == 0 => self.converted(other, reg.bits),
            _ => self.number(reg.bits),
        };
        reg.binary(operator, other)
    }

    /// A condition that holds more often than not: some value differs from some number.
    pub fn likely_condition(&mut self) -> Expr {
        match self.some_value() {
            Some(reg) if self.rng.u8(0..10) < 9 => {
                // Most things are 0 to begin with, and most numbers that are written are small.
                let number = if self.rng.u8(0..12) == 0 { 0 } else { self.rng.i64(1..4) };
                reg.is_not(number)
            }
            _ => self.condition(),
        }
    }

    /// A register with a value, the later the likelier.
    fn some_value(&mut self) -> Option<Reg> {
        let count = self.values.len();
        if count == 0 {
            return None;
        }
        let index = self.rng.usize(0..count).max(self.rng.usize(0..count));
        Some(self.values[index])
    }

    fn converted(&mut self, reg: Reg, bits: u8) -> Expr {
        if bits > reg.bits && self.rng.u8(0..3) == 0 {
            return Expr::Extend { signed: true, to: Width(bits), operand: Box::new(reg.expr()) };
        }
        reg.resized(bits)
    }
}
