//! Constant expressions: the value of a typed expression if it is known before the program runs.
//!
//! Used by `sema` for array sizes, `case` labels, enumerators and `_Static_assert`, and by `lower` for the initialisers
//! of objects with static storage. Arithmetic is exact in the expression's type; what overflows wraps around, a division
//! by zero has no value.

use crate::tree::{BinaryOp, Expr, ExprKind, Float, FunctionId, Storage, Type, UnaryOp, Unit, Variable, VariableId};
use ir::{DataModel, Width};

/// A value that is known before the program runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Constant<'a> {
    /// An integer or a null-based pointer, cut to the width of the expression's type; the bits of a floating-point number.
    Int(u64),
    /// An integer of 128 bits.
    Wide(u128),
    /// The address of something, plus bytes.
    Address(AddressBase<'a>, i64),
}

/// What a constant address is the address of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AddressBase<'a> {
    /// A variable with static storage.
    Variable(VariableId),
    /// A function.
    Function(FunctionId),
    /// A string literal, with its terminating 0.
    String(&'a [u8]),
}

/// What the evaluation needs to know of the program around the expression.
#[derive(Clone, Copy, Debug)]
pub struct Context<'u> {
    /// Widths.
    pub model: DataModel,
    /// All variables; only those with static storage have a constant address.
    pub variables: &'u [Variable],
}

impl<'u> From<&'u Unit> for Context<'u> {
    fn from(unit: &'u Unit) -> Self {
        Context { model: unit.model, variables: &unit.variables }
    }
}

/// The value of an expression, if it is constant.
pub fn evaluate<'a>(expr: &'a Expr, context: Context<'_>) -> Option<Constant<'a>> {
    match &expr.kind {
        ExprKind::Constant(value) if is_wide(&expr.ty) => Some(Constant::Wide((*value).into())),
        ExprKind::Constant(value) => Some(Constant::Int(*value)),
        ExprKind::Function(function) => Some(Constant::Address(AddressBase::Function(*function), 0)),
        ExprKind::Load(object) => match &object.kind {
            ExprKind::Variable(id) => context.variables.get(id.0 as usize)?.value.map(Constant::Int),
            _ => None,
        },
        ExprKind::AddressOf(operand) | ExprKind::Decay(operand) => place(operand, context),
        ExprKind::Convert(operand) => convert(evaluate(operand, context)?, &operand.ty, &expr.ty, context.model),
        ExprKind::Unary(op, operand) => unary(*op, evaluate(operand, context)?, &operand.ty, &expr.ty, context.model),
        ExprKind::Binary(op, left, right) => {
            let (a, b) = (evaluate(left, context)?, evaluate(right, context)?);
            binary(*op, a, b, &left.ty, &expr.ty, context.model)
        }
        ExprKind::PointerAdd { pointer, index, subtract, scale } => {
            let Constant::Int(bits) = evaluate(index, context)? else { return None };
            let count = extend(bits, &index.ty, context.model)?;
            let bytes = count.wrapping_mul(i64::from(*scale));
            let bytes = if *subtract { bytes.wrapping_neg() } else { bytes };
            offset(evaluate(pointer, context)?, bytes, context.model)
        }
        ExprKind::PointerDifference { left, right, scale } => {
            let bytes = match (evaluate(left, context)?, evaluate(right, context)?) {
                (Constant::Int(a), Constant::Int(b)) => pointer_width(context.model).signed(a.wrapping_sub(b)),
                (Constant::Address(a, x), Constant::Address(b, y)) if a == b => x.wrapping_sub(y),
                _ => return None,
            };
            let count = bytes.checked_div(i64::from(*scale))?;
            Some(Constant::Int(cut(count as u64, &expr.ty, context.model)?))
        }
        ExprKind::LogicalAnd(left, right) => match truth(evaluate(left, context)?, &left.ty) {
            false => Some(Constant::Int(0)),
            true => Some(Constant::Int(truth(evaluate(right, context)?, &right.ty).into())),
        },
        ExprKind::LogicalOr(left, right) => match truth(evaluate(left, context)?, &left.ty) {
            true => Some(Constant::Int(1)),
            false => Some(Constant::Int(truth(evaluate(right, context)?, &right.ty).into())),
        },
        ExprKind::Conditional(condition, yes, no) => match truth(evaluate(condition, context)?, &condition.ty) {
            true => evaluate(yes, context),
            false => evaluate(no, context),
        },
        _ => None,
    }
}

/// The address of an lvalue.
fn place<'a>(expr: &'a Expr, context: Context<'_>) -> Option<Constant<'a>> {
    match &expr.kind {
        ExprKind::Variable(id) => {
            let variable = context.variables.get(id.0 as usize)?;
            (variable.storage == Storage::Static).then_some(Constant::Address(AddressBase::Variable(*id), 0))
        }
        ExprKind::String(bytes) => Some(Constant::Address(AddressBase::String(bytes), 0)),
        ExprKind::Function(function) => Some(Constant::Address(AddressBase::Function(*function), 0)),
        ExprKind::Dereference(pointer) => evaluate(pointer, context),
        ExprKind::Member(record, by) => offset(place(record, context)?, i64::from(*by), context.model),
        _ => None,
    }
}

/// Whether a value of this type is not 0.
pub(crate) fn truth(value: Constant<'_>, ty: &Type) -> bool {
    match (value, ty) {
        (Constant::Int(bits), Type::Float(float)) => ir::float::number(float.width(), bits) != 0.0,
        (Constant::Int(bits), _) => bits != 0,
        (Constant::Wide(bits), _) => bits != 0,
        (Constant::Address(..), _) => true,
    }
}

fn offset<'a>(value: Constant<'a>, bytes: i64, model: DataModel) -> Option<Constant<'a>> {
    Some(match value {
        Constant::Int(bits) => Constant::Int(bits.wrapping_add(bytes as u64) & pointer_width(model).mask()),
        Constant::Wide(_) => return None,
        Constant::Address(base, old) => Constant::Address(base, old.checked_add(bytes)?),
    })
}

fn convert<'a>(value: Constant<'a>, from: &Type, to: &Type, model: DataModel) -> Option<Constant<'a>> {
    match (value, to) {
        (value, Type::Bool) => Some(Constant::Int(truth(value, from).into())),
        (value @ Constant::Wide(_), to) if is_wide(to) => Some(value),
        (Constant::Wide(bits), Type::Float(float)) => {
            let signed = matches!(from, Type::Int { signed: true, .. });
            Some(Constant::Int(wide_to_float(bits, signed, *float)))
        }
        (Constant::Wide(bits), _) => Some(Constant::Int(cut(bits as u64, to, model)?)),
        (Constant::Int(bits), Type::Int { bits: 128, signed }) => Some(Constant::Wide(match from {
            Type::Float(float) => float_to_wide(ir::float::number(float.width(), bits), *signed)?,
            from => match scalar(from, model)? {
                (width, true) => width.signed(bits) as i128 as u128,
                (width, false) => (bits & width.mask()).into(),
            },
        })),
        (Constant::Int(bits), _) => Some(Constant::Int(convert_bits(bits, from, to, model)?)),
        // An address survives only where all of its bits do.
        (Constant::Address(..), _) => (scalar(to, model)?.0 == pointer_width(model)).then_some(value),
    }
}

/// A number in another type that is not `_Bool`; nothing if it is a floating-point number that the type cannot hold.
pub(crate) fn convert_bits(bits: u64, from: &Type, to: &Type, model: DataModel) -> Option<u64> {
    use ir::{Conversion, float};
    let ((width, signed), (target, to_signed)) = (scalar(from, model)?, scalar(to, model)?);
    let conversion = match (from, to) {
        (Type::Float(_), Type::Float(_)) if width == target => return Some(bits),
        (Type::Float(_), Type::Float(_)) => Conversion::FloatToFloat,
        (Type::Float(_), _) if to_signed => Conversion::FloatToSigned,
        (Type::Float(_), _) => Conversion::FloatToUnsigned,
        (_, Type::Float(_)) if signed => Conversion::SignedToFloat,
        (_, Type::Float(_)) => Conversion::UnsignedToFloat,
        _ => return cut(extend(bits, from, model)? as u64, to, model),
    };
    float::convert(conversion, width, target, bits & width.mask())
}

fn unary<'a>(
    op: UnaryOp,
    value: Constant<'a>,
    operand: &Type,
    result: &Type,
    model: DataModel,
) -> Option<Constant<'a>> {
    let bits = match (op, value) {
        (UnaryOp::Not, value) => return Some(Constant::Int((!truth(value, operand)).into())),
        (UnaryOp::Negate, Constant::Int(bits)) if matches!(operand, Type::Float(_)) => {
            bits ^ sign(scalar(operand, model)?.0)
        }
        (UnaryOp::Negate, Constant::Int(bits)) => bits.wrapping_neg(),
        (UnaryOp::Complement, Constant::Int(bits)) => !bits,
        (UnaryOp::Negate, Constant::Wide(bits)) => return Some(Constant::Wide(bits.wrapping_neg())),
        (UnaryOp::Complement, Constant::Wide(bits)) => return Some(Constant::Wide(!bits)),
        (_, Constant::Address(..)) => return None,
    };
    Some(Constant::Int(cut(bits, result, model)?))
}

/// The bit that is the sign of a floating-point number.
fn sign(width: Width) -> u64 {
    1 << (width.0 - 1)
}

/// Both operands have this type.
fn floats(op: BinaryOp, a: u64, b: u64, float: Float) -> Option<u64> {
    use ir::Binary;
    let compute = |operator, a, b| ir::float::binary(operator, float.width(), a, b);
    match op {
        BinaryOp::Add => compute(Binary::FloatAdd, a, b),
        BinaryOp::Subtract => compute(Binary::FloatSubtract, a, b),
        BinaryOp::Multiply => compute(Binary::FloatMultiply, a, b),
        BinaryOp::Divide => compute(Binary::FloatDivide, a, b),
        BinaryOp::Less => compute(Binary::FloatLess, a, b),
        BinaryOp::LessEqual => compute(Binary::FloatLessEqual, a, b),
        BinaryOp::Greater => compute(Binary::FloatLess, b, a),
        BinaryOp::GreaterEqual => compute(Binary::FloatLessEqual, b, a),
        BinaryOp::Equal => compute(Binary::FloatEqual, a, b),
        BinaryOp::NotEqual => compute(Binary::FloatEqual, a, b).map(|it| 1 - it),
        BinaryOp::Remainder
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::ShiftLeft
        | BinaryOp::ShiftRight => None,
    }
}

fn binary<'a>(
    op: BinaryOp,
    left: Constant<'a>,
    right: Constant<'a>,
    operands: &Type,
    result: &Type,
    model: DataModel,
) -> Option<Constant<'a>> {
    match (left, right) {
        (Constant::Wide(a), right) => {
            let signed = matches!(operands, Type::Int { signed: true, .. });
            let b = match right {
                Constant::Wide(b) => b,
                Constant::Int(b) => b.into(),
                Constant::Address(..) => return None,
            };
            let value = wides(op, a, b, signed)?;
            Some(if is_wide(result) { Constant::Wide(value) } else { Constant::Int(value as u64) })
        }
        // The distance of a shift.
        (Constant::Int(a), Constant::Wide(b)) => {
            let bits = integers(op, a, u64::try_from(b).ok()?, scalar(operands, model)?)?;
            Some(Constant::Int(cut(bits, result, model)?))
        }
        (Constant::Int(a), Constant::Int(b)) if matches!(operands, Type::Float(_)) => {
            let Type::Float(float) = operands else { return None };
            Some(Constant::Int(floats(op, a, b, *float)?))
        }
        (Constant::Int(a), Constant::Int(b)) => {
            let bits = integers(op, a, b, scalar(operands, model)?)?;
            Some(Constant::Int(cut(bits, result, model)?))
        }
        (Constant::Address(a, x), Constant::Address(b, y)) if a == b => {
            let bits = match op {
                BinaryOp::Equal => x == y,
                BinaryOp::NotEqual => x != y,
                BinaryOp::Less => x < y,
                BinaryOp::LessEqual => x <= y,
                BinaryOp::Greater => x > y,
                BinaryOp::GreaterEqual => x >= y,
                _ => return None,
            };
            Some(Constant::Int(bits.into()))
        }
        // The address of an object is never null.
        (Constant::Address(_, 0), Constant::Int(0)) | (Constant::Int(0), Constant::Address(_, 0)) => match op {
            BinaryOp::Equal => Some(Constant::Int(0)),
            BinaryOp::NotEqual => Some(Constant::Int(1)),
            _ => None,
        },
        // Addresses kept in integers of pointer width may be moved.
        (value @ Constant::Address(..), Constant::Int(by)) if scalar(operands, model)?.0 == pointer_width(model) => {
            let by = pointer_width(model).signed(by);
            match op {
                BinaryOp::Add => offset(value, by, model),
                BinaryOp::Subtract => offset(value, by.wrapping_neg(), model),
                _ => None,
            }
        }
        (Constant::Int(by), value @ Constant::Address(..))
            if op == BinaryOp::Add && scalar(operands, model)?.0 == pointer_width(model) =>
        {
            offset(value, pointer_width(model).signed(by), model)
        }
        _ => None,
    }
}

/// Both operands have the width of the left one, except that of a shift the right one may have any.
fn integers(op: BinaryOp, a: u64, b: u64, (width, signed): (Width, bool)) -> Option<u64> {
    let (x, y) = (width.signed(a), width.signed(b));
    Some(match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Subtract => a.wrapping_sub(b),
        BinaryOp::Multiply => a.wrapping_mul(b),
        BinaryOp::Divide if signed => x.checked_div(y)? as u64,
        BinaryOp::Divide => a.checked_div(b)?,
        BinaryOp::Remainder if signed => x.checked_rem(y)? as u64,
        BinaryOp::Remainder => a.checked_rem(b)?,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight if b >= u64::from(width.0) => return None,
        BinaryOp::ShiftLeft => a << b,
        BinaryOp::ShiftRight if signed => (x >> b) as u64,
        BinaryOp::ShiftRight => a >> b,
        BinaryOp::Less if signed => (x < y).into(),
        BinaryOp::Less => (a < b).into(),
        BinaryOp::LessEqual if signed => (x <= y).into(),
        BinaryOp::LessEqual => (a <= b).into(),
        BinaryOp::Greater if signed => (x > y).into(),
        BinaryOp::Greater => (a > b).into(),
        BinaryOp::GreaterEqual if signed => (x >= y).into(),
        BinaryOp::GreaterEqual => (a >= b).into(),
        BinaryOp::Equal => (a == b).into(),
        BinaryOp::NotEqual => (a != b).into(),
    })
}

/// As [`integers`], in 128 bits.
fn wides(op: BinaryOp, a: u128, b: u128, signed: bool) -> Option<u128> {
    let (x, y) = (a as i128, b as i128);
    Some(match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Subtract => a.wrapping_sub(b),
        BinaryOp::Multiply => a.wrapping_mul(b),
        BinaryOp::Divide if signed => x.checked_div(y)? as u128,
        BinaryOp::Divide => a.checked_div(b)?,
        BinaryOp::Remainder if signed => x.checked_rem(y)? as u128,
        BinaryOp::Remainder => a.checked_rem(b)?,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight if b >= 128 => return None,
        BinaryOp::ShiftLeft => a << b,
        BinaryOp::ShiftRight if signed => (x >> b) as u128,
        BinaryOp::ShiftRight => a >> b,
        BinaryOp::Less if signed => (x < y).into(),
        BinaryOp::Less => (a < b).into(),
        BinaryOp::LessEqual if signed => (x <= y).into(),
        BinaryOp::LessEqual => (a <= b).into(),
        BinaryOp::Greater if signed => (x > y).into(),
        BinaryOp::Greater => (a > b).into(),
        BinaryOp::GreaterEqual if signed => (x >= y).into(),
        BinaryOp::GreaterEqual => (a >= b).into(),
        BinaryOp::Equal => (a == b).into(),
        BinaryOp::NotEqual => (a != b).into(),
    })
}

fn wide_to_float(bits: u128, signed: bool, float: Float) -> u64 {
    match (float, signed) {
        (Float::Single, true) => (bits as i128 as f32).to_bits().into(),
        (Float::Single, false) => (bits as f32).to_bits().into(),
        (Float::Double | Float::Long, true) => (bits as i128 as f64).to_bits(),
        (Float::Double | Float::Long, false) => (bits as f64).to_bits(),
    }
}

/// Towards 0; nothing if it does not fit.
fn float_to_wide(number: f64, signed: bool) -> Option<u128> {
    let (whole, limit) = (number.trunc(), 2f64.powi(127));
    match signed {
        true => (-limit <= whole && whole < limit).then_some(whole as i128 as u128),
        false => (0.0 <= whole && whole < 2.0 * limit).then_some(whole as u128),
    }
}

/// Whether a type is an integer of 128 bits.
pub(crate) fn is_wide(ty: &Type) -> bool {
    matches!(ty, Type::Int { bits: 128, .. })
}

fn pointer_width(model: DataModel) -> Width {
    Width(model.pointer_bits())
}

/// Width and sign of a scalar type that a register can hold.
pub(crate) fn scalar(ty: &Type, model: DataModel) -> Option<(Width, bool)> {
    match ty {
        Type::Bool => Some((Width(8), false)),
        Type::Int { bits: 128, .. } => None,
        Type::Int { bits, signed } => Some((Width(*bits), *signed)),
        Type::Float(float) => Some((float.width(), false)),
        Type::Pointer(_) => Some((pointer_width(model), false)),
        Type::Atomic(inner) => scalar(inner, model),
        _ => None,
    }
}

/// The number that these bits mean in this type.
pub(crate) fn extend(bits: u64, ty: &Type, model: DataModel) -> Option<i64> {
    let (width, signed) = scalar(ty, model)?;
    Some(if signed { width.signed(bits) } else { (bits & width.mask()) as i64 })
}

/// The low bits that this type can hold.
pub(crate) fn cut(bits: u64, ty: &Type, model: DataModel) -> Option<u64> {
    Some(bits & scalar(ty, model)?.0.mask())
}
