//! What an expression means.

use super::report::FaultKind;
use super::state::Scope;
use ir::{Binary, Expr, Unary, Update, Width};

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
