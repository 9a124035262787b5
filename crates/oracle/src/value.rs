//! What an expression means.

use super::report::FaultKind;
use super::state::Scope;
use ir::{Binary, Conversion, Expr, Unary, Update, Width};

/// A bit-vector; bits above the width are 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Value {
    pub width: Width,
    pub bits: u64,
}

impl Value {
    fn new(width: Width, bits: u64) -> Self {
        Value { width, bits: bits & width.mask() }
    }

    fn condition(holds: bool) -> Self {
        Value::new(Width::BOOL, u64::from(holds))
    }

    fn signed(self) -> i128 {
        i128::from(self.width.signed(self.bits))
    }

    /// As a floating-point number of 64 bits, which has every number of 32.
    fn number(self) -> f64 {
        match self.width.0 {
            32 => f64::from(f32::from_bits(self.bits as u32)),
            64 => f64::from_bits(self.bits),
            bits => panic!("validate: no floating-point number has {bits} bits"),
        }
    }

    /// The nearest number of this width. A result of `+ - * /` and of the square root may be rounded to 64 bits before
    /// it is rounded to 32: 53 bits are more than twice 24 and two more, so that makes no difference (Figueroa 1995).
    fn float(width: Width, number: f64) -> Self {
        let bits = match (width.0, number.is_nan()) {
            (32, true) => 0x7fc0_0000,
            (32, false) => u64::from((number as f32).to_bits()),
            (_, true) => 0x7ff8 << 48,
            (_, false) => number.to_bits(),
        };
        Value::new(width, bits)
    }
}

/// An integer as a floating-point number by parts, a floating-point number as an integer by its exact value.
fn converted(conversion: Conversion, operand: Value, to: Width) -> Result<Value, FaultKind> {
    let integer = |exact: Option<i128>, least: i128, most: i128| match exact {
        Some(exact) if least <= exact && exact <= most => Ok(Value::new(to, exact as u64)),
        _ => Err(FaultKind::BadConversion),
    };
    // Numbers beyond all integers of 64 bits are cut to something that is beyond them, too.
    let exact = |number: f64| (!number.is_nan()).then_some(number as i128);
    match conversion {
        Conversion::FloatToFloat => Ok(Value::float(to, operand.number())),
        Conversion::SignedToFloat => Ok(nearest(operand.signed(), to)),
        Conversion::UnsignedToFloat => Ok(nearest(i128::from(operand.bits), to)),
        Conversion::FloatToSigned => {
            let limit = 1i128 << (to.0 - 1);
            integer(exact(operand.number()), -limit, limit - 1)
        }
        Conversion::FloatToUnsigned => integer(exact(operand.number()), 0, i128::from(to.mask())),
    }
}

/// The floating-point number nearest to an integer, of two the one with an even mantissa.
fn nearest(exact: i128, to: Width) -> Value {
    let mantissa = if to.0 == 32 { 24 } else { 53 };
    let magnitude = exact.unsigned_abs();
    let excess = (128 - magnitude.leading_zeros()).saturating_sub(mantissa);
    let (kept, rest) = (magnitude >> excess, magnitude & ((1 << excess) - 1));
    let half = if excess == 0 { u128::MAX } else { 1 << (excess - 1) };
    let up = rest > half || (rest == half && kept % 2 == 1);
    // Both factors are exact, and so is their product.
    let number = (kept + u128::from(up)) as f64 * 2f64.powi(excess as i32);
    Value::float(to, if exact < 0 { -number } else { number })
}

impl Scope<'_> {
    /// The value of an expression, or the first fault in evaluating it.
    pub fn value(&self, expr: &Expr) -> Result<Value, FaultKind> {
        match expr {
            Expr::Const(width, bits) => Ok(Value::new(*width, *bits)),
            Expr::Register(register) => {
                let function = &self.program.functions[self.frame.function.index()];
                let width = function.registers[register.index()].width;
                Ok(Value::new(width, self.frame.registers[register.index()]))
            }
            Expr::Address(base, offset) => {
                let width = Width(self.model().pointer_bits());
                Ok(Value::new(width, self.model().pack(self.object(*base), *offset)))
            }
            Expr::Unary(operator, operand) => self.unary(*operator, self.value(operand)?),
            Expr::Binary(operator, left, right) => {
                let left = self.value(left)?;
                let right = self.value(right)?;
                self.binary(*operator, left, right)
            }
            Expr::Extend { signed, to, operand } => {
                let operand = self.value(operand)?;
                let bits = if *signed { operand.width.signed(operand.bits) as u64 } else { operand.bits };
                Ok(Value::new(*to, bits))
            }
            Expr::Truncate(width, operand) => Ok(Value::new(*width, self.value(operand)?.bits)),
            Expr::Convert { conversion, to, operand } => converted(*conversion, self.value(operand)?, *to),
            Expr::Select(condition, yes, no) => match self.value(condition)?.bits {
                0 => self.value(no),
                _ => self.value(yes),
            },
        }
    }

    /// The bits of an expression.
    pub fn bits(&self, expr: &Expr) -> Result<u64, FaultKind> {
        Ok(self.value(expr)?.bits)
    }

    fn unary(&self, operator: Unary, operand: Value) -> Result<Value, FaultKind> {
        match operator {
            Unary::Not => Ok(Value::new(operand.width, !operand.bits)),
            Unary::Negate => Ok(Value::new(operand.width, operand.bits.wrapping_neg())),
            Unary::NegateSigned => self.fitting(operand.width, -operand.signed()),
            Unary::FloatSquareRoot => Ok(Value::float(operand.width, operand.number().sqrt())),
            Unary::FloatFloor => Ok(Value::float(operand.width, operand.number().floor())),
            Unary::FloatCeiling => Ok(Value::float(operand.width, operand.number().ceil())),
            Unary::FloatTruncate => Ok(Value::float(operand.width, operand.number().trunc())),
            Unary::FloatRound => Ok(Value::float(operand.width, operand.number().round())),
            Unary::FloatRoundEven => Ok(Value::float(operand.width, operand.number().round_ties_even())),
        }
    }

    fn binary(&self, operator: Binary, left: Value, right: Value) -> Result<Value, FaultKind> {
        let width = left.width;
        let (a, b) = (left.bits, right.bits);
        let (signed_a, signed_b) = (left.signed(), right.signed());
        match operator {
            Binary::Add => Ok(Value::new(width, a.wrapping_add(b))),
            Binary::Subtract => Ok(Value::new(width, a.wrapping_sub(b))),
            Binary::Multiply => Ok(Value::new(width, a.wrapping_mul(b))),
            Binary::AddSigned => self.fitting(width, signed_a + signed_b),
            Binary::SubtractSigned => self.fitting(width, signed_a - signed_b),
            Binary::MultiplySigned => self.fitting(width, signed_a * signed_b),
            Binary::DivideUnsigned => Ok(Value::new(width, a / nonzero(b)?)),
            Binary::RemainderUnsigned => Ok(Value::new(width, a % nonzero(b)?)),
            Binary::DivideSigned => {
                nonzero(b)?;
                self.fitting(width, signed_a / signed_b)
            }
            Binary::RemainderSigned => {
                nonzero(b)?;
                // It faults where the quotient does, although the remainder itself would fit.
                self.fitting(width, signed_a / signed_b)?;
                Ok(Value::new(width, (signed_a % signed_b) as u64))
            }
            Binary::And => Ok(Value::new(width, a & b)),
            Binary::Or => Ok(Value::new(width, a | b)),
            Binary::Xor => Ok(Value::new(width, a ^ b)),
            Binary::ShiftLeft => Ok(Value::new(width, a << shift(width, b)?)),
            Binary::ShiftRight => Ok(Value::new(width, a >> shift(width, b)?)),
            Binary::ShiftRightSigned => Ok(Value::new(width, (signed_a >> shift(width, b)?) as u64)),
            Binary::ShiftLeftSigned => {
                let by = shift(width, b)?;
                if signed_a < 0 && !self.wrap {
                    return Err(FaultKind::SignedOverflow);
                }
                self.fitting(width, signed_a << by)
            }
            Binary::Equal => Ok(Value::condition(a == b)),
            Binary::NotEqual => Ok(Value::condition(a != b)),
            Binary::Less => Ok(Value::condition(a < b)),
            Binary::LessEqual => Ok(Value::condition(a <= b)),
            Binary::LessSigned => Ok(Value::condition(signed_a < signed_b)),
            Binary::LessEqualSigned => Ok(Value::condition(signed_a <= signed_b)),
            Binary::FloatAdd => Ok(Value::float(width, left.number() + right.number())),
            Binary::FloatSubtract => Ok(Value::float(width, left.number() - right.number())),
            Binary::FloatMultiply => Ok(Value::float(width, left.number() * right.number())),
            Binary::FloatDivide => Ok(Value::float(width, left.number() / right.number())),
            Binary::FloatRemainder => Ok(Value::float(width, left.number() % right.number())),
            Binary::FloatEqual => Ok(Value::condition(left.number() == right.number())),
            Binary::FloatLess => Ok(Value::condition(left.number() < right.number())),
            Binary::FloatLessEqual => Ok(Value::condition(left.number() <= right.number())),
        }
    }

    /// An exact result in a signed width: it fits, or wraps if it may, or is an overflow.
    fn fitting(&self, width: Width, exact: i128) -> Result<Value, FaultKind> {
        let value = Value::new(width, exact as u64);
        if value.signed() == exact || self.wrap { Ok(value) } else { Err(FaultKind::SignedOverflow) }
    }
}

fn nonzero(divisor: u64) -> Result<u64, FaultKind> {
    if divisor == 0 { Err(FaultKind::DivisionByZero) } else { Ok(divisor) }
}

fn shift(width: Width, by: u64) -> Result<u64, FaultKind> {
    if by >= u64::from(width.0) { Err(FaultKind::BadShift) } else { Ok(by) }
}

/// What a read-modify-write of so many bytes writes, cut to their width by the store; nothing if it leaves the number as
/// it is since the result would not fit or be no other one.
pub(super) fn updated(update: Update, size: u8, old: u64, operand: u64) -> Option<u64> {
    match update {
        Update::Exchange => Some(operand),
        Update::Add => Some(old.wrapping_add(operand)),
        Update::Subtract => Some(old.wrapping_sub(operand)),
        Update::And => Some(old & operand),
        Update::Or => Some(old | operand),
        Update::Xor => Some(old ^ operand),
        Update::Nand => Some(!(old & operand)),
        Update::AddIfFits => {
            let sum = u128::from(old) + u128::from(operand);
            let fits = sum < 1 << (8 * u32::from(size));
            (fits && operand != 0).then_some(sum as u64)
        }
        Update::SubtractIfFits => (operand <= old && operand != 0).then(|| old - operand),
    }
}
