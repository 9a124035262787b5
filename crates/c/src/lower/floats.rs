//! Floating-point numbers: registers hold their bits, `ir` has the operators.

use super::automaton::Automaton;
use super::function::Body;
use super::shapes;
use crate::constant;
use crate::tree::{BinaryOp, Builtin, Expr, Float, Type};
use ir::{Binary, Conversion, Width};

/// The floating-point type that a type is, if it is one.
pub(super) fn float(ty: &Type) -> Option<Float> {
    match shapes::strip_atomic(ty) {
        Type::Float(float) => Some(*float),
        _ => None,
    }
}

/// The operator, and whether its operands change places and its result is turned around.
pub(super) fn comparison(op: BinaryOp) -> Option<(Binary, bool, bool)> {
    match op {
        BinaryOp::Less => Some((Binary::FloatLess, false, false)),
        BinaryOp::LessEqual => Some((Binary::FloatLessEqual, false, false)),
        BinaryOp::Greater => Some((Binary::FloatLess, true, false)),
        BinaryOp::GreaterEqual => Some((Binary::FloatLessEqual, true, false)),
        BinaryOp::Equal => Some((Binary::FloatEqual, false, false)),
        BinaryOp::NotEqual => Some((Binary::FloatEqual, false, true)),
        BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::Multiply
        | BinaryOp::Divide
        | BinaryOp::Remainder
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::ShiftLeft
        | BinaryOp::ShiftRight => None,
    }
}

/// The operator on two floating-point numbers; comparisons are conditions.
pub(super) fn operator(op: BinaryOp) -> Binary {
    match op {
        BinaryOp::Add => Binary::FloatAdd,
        BinaryOp::Subtract => Binary::FloatSubtract,
        BinaryOp::Multiply => Binary::FloatMultiply,
        BinaryOp::Divide => Binary::FloatDivide,
        BinaryOp::Remainder
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::ShiftLeft
        | BinaryOp::ShiftRight
        | BinaryOp::Less
        | BinaryOp::LessEqual
        | BinaryOp::Greater
        | BinaryOp::GreaterEqual
        | BinaryOp::Equal
        | BinaryOp::NotEqual => unreachable!("sema: no operator on floating-point numbers"),
    }
}

impl Automaton {
    /// Whether a scalar of this type is not 0, as a condition.
    pub(super) fn truth_of(&self, value: ir::Expr, ty: &Type) -> ir::Expr {
        match float(ty) {
            Some(float) => {
                let zero = ir::Expr::Const(float.width(), 0);
                self.not(self.binary(Binary::FloatEqual, value, zero))
            }
            None => self.truth(value),
        }
    }

    /// A number with the other sign.
    pub(super) fn float_negated(&self, value: ir::Expr) -> ir::Expr {
        let width = self.width_of(&value);
        self.binary(Binary::Xor, value, ir::Expr::Const(width, 1 << (width.0 - 1)))
    }

    /// A number as one of another type, where at least one of the types is a floating-point type and none is `_Bool`.
    pub(super) fn float_converted(&self, value: ir::Expr, from: &Type, to: &Type, width: Width) -> ir::Expr {
        let conversion = match (float(from), float(to)) {
            (Some(a), Some(b)) if a.width() == b.width() => return value,
            (Some(_), Some(_)) => Conversion::FloatToFloat,
            (Some(_), None) if shapes::is_signed(to) => Conversion::FloatToSigned,
            (Some(_), None) => Conversion::FloatToUnsigned,
            (None, _) if shapes::is_signed(from) => Conversion::SignedToFloat,
            (None, _) => Conversion::UnsignedToFloat,
        };
        self.folded(ir::Expr::Convert { conversion, to: width, operand: Box::new(value) })
    }
}

impl<'u> Body<'u, '_, '_> {
    /// A function of `math.h` that is an operator.
    pub(super) fn float_builtin(&mut self, builtin: Builtin, arguments: &'u [Expr]) -> Option<ir::Expr> {
        let first = arguments.first()?;
        let width = constant::scalar(&first.ty, self.model)?.0;
        let operand = self.value(first);
        match builtin {
            Builtin::Float(operator) => Some(self.automaton.unary(operator, operand)),
            Builtin::FloatAbsolute => {
                Some(self.automaton.binary(Binary::And, operand, ir::Expr::Const(width, width.mask() >> 1)))
            }
            Builtin::FloatRemainder => {
                let divisor = self.value(arguments.get(1)?);
                Some(self.automaton.binary(Binary::FloatRemainder, operand, divisor))
            }
            _ => None,
        }
    }
}
