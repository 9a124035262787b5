//! What an expression means: a term, and the ways in which evaluating it goes wrong.

use super::{Mistake, MistakeKind, Unsupported};
use ir::{Base, Binary, Conversion, Expr, RegisterId, Unary, Width, float};
use smt::{Rounding, Term, Terms};

/// What the names in an expression stand for.
pub trait Names {
    /// The contents of a register.
    fn register(&self, register: RegisterId) -> Term;

    /// The address of a byte of an object.
    fn address(&mut self, terms: &mut Terms, base: Base, offset: i64) -> Term;

    /// Whether signed arithmetic whose result does not fit is a mistake. If not, it wraps around.
    fn checks_overflow(&self) -> bool;
}

/// The value of an expression. What can go wrong is added to `mistakes`: a mistake is made if its condition holds, and
/// none before it is.
pub fn evaluate(
    terms: &mut Terms,
    names: &mut dyn Names,
    expr: &Expr,
    mistakes: &mut Vec<Mistake>,
) -> Result<Term, Unsupported> {
    Ok(match expr {
        Expr::Const(width, value) => terms.constant(width.0, *value),
        Expr::Register(register) => names.register(*register),
        Expr::Address(base, offset) => names.address(terms, *base, *offset),
        Expr::Unary(operator, operand) => {
            let operand = evaluate(terms, names, operand, mistakes)?;
            if *operator == Unary::NegateSigned && names.checks_overflow() {
                let when = terms.neg_overflows(operand);
                add_mistake(terms, mistakes, MistakeKind::SignedOverflow, when);
            }
            unary(terms, *operator, operand)?
        }
        Expr::Binary(operator, left, right) => {
            let left = evaluate(terms, names, left, mistakes)?;
            let right = evaluate(terms, names, right, mistakes)?;
            let value = binary(terms, *operator, left, right, mistakes)?;
            if names.checks_overflow() {
                let when = overflows(terms, *operator, left, right);
                add_mistake(terms, mistakes, MistakeKind::SignedOverflow, when);
            }
            value
        }
        Expr::Extend { signed, to, operand } => {
            let operand = evaluate(terms, names, operand, mistakes)?;
            if *signed { terms.sign_extend(operand, to.0) } else { terms.zero_extend(operand, to.0) }
        }
        Expr::Truncate(width, operand) => {
            let operand = evaluate(terms, names, operand, mistakes)?;
            terms.extract(operand, 0, width.0)
        }
        Expr::Convert { conversion, to, operand } => {
            let operand = evaluate(terms, names, operand, mistakes)?;
            convert(terms, *conversion, *to, operand, mistakes)?
        }
        Expr::Select(condition, yes, no) => {
            let condition = evaluate(terms, names, condition, mistakes)?;
            let yes = under(terms, condition, mistakes, |terms, mistakes| evaluate(terms, names, yes, mistakes))?;
            let unless = terms.not(condition);
            let no = under(terms, unless, mistakes, |terms, mistakes| evaluate(terms, names, no, mistakes))?;
            terms.ite(condition, yes, no)
        }
    })
}

/// What goes wrong inside does so only if the condition holds.
fn under(
    terms: &mut Terms,
    condition: Term,
    mistakes: &mut Vec<Mistake>,
    inside: impl FnOnce(&mut Terms, &mut Vec<Mistake>) -> Result<Term, Unsupported>,
) -> Result<Term, Unsupported> {
    let first = mistakes.len();
    let result = inside(terms, mistakes)?;
    for mistake in &mut mistakes[first..] {
        mistake.when = terms.and(condition, mistake.when);
    }
    Ok(result)
}

fn add_mistake(terms: &Terms, mistakes: &mut Vec<Mistake>, kind: MistakeKind, when: Term) {
    if !terms.is_false(when) {
        mistakes.push(Mistake { kind, when });
    }
}

/// When the result of a signed operator does not fit.
fn overflows(terms: &mut Terms, operator: Binary, left: Term, right: Term) -> Term {
    match operator {
        Binary::AddSigned if planted::bug!(MixedSignsOverflow) => {
            let sum = terms.add(left, right);
            let [left, sum] = [left, sum].map(|it| terms.extract(it, terms.width(it) - 1, 1));
            terms.xor(left, sum)
        }
        Binary::AddSigned => terms.add_overflows(left, right),
        Binary::SubtractSigned => terms.sub_overflows(left, right),
        Binary::MultiplySigned => terms.mul_overflows(left, right),
        Binary::DivideSigned | Binary::RemainderSigned => terms.div_overflows(left, right),
        Binary::ShiftLeftSigned => {
            let zero = terms.constant(terms.width(left), 0);
            let shifted = terms.shl(left, right);
            let back = terms.ashr(shifted, right);
            let (negative, lost) = (terms.slt(left, zero), terms.ne(back, left));
            terms.or(negative, lost)
        }
        Binary::Add
        | Binary::Subtract
        | Binary::Multiply
        | Binary::DivideUnsigned
        | Binary::RemainderUnsigned
        | Binary::And
        | Binary::Or
        | Binary::Xor
        | Binary::ShiftLeft
        | Binary::ShiftRight
        | Binary::ShiftRightSigned
        | Binary::Equal
        | Binary::NotEqual
        | Binary::Less
        | Binary::LessEqual
        | Binary::LessSigned
        | Binary::LessEqualSigned
        | Binary::FloatAdd
        | Binary::FloatSubtract
        | Binary::FloatMultiply
        | Binary::FloatDivide
        | Binary::FloatRemainder
        | Binary::FloatEqual
        | Binary::FloatLess
        | Binary::FloatLessEqual => terms.truth(false),
    }
}

fn unary(terms: &mut Terms, operator: Unary, operand: Term) -> Result<Term, Unsupported> {
    Ok(match operator {
        Unary::Not => terms.not(operand),
        Unary::Negate | Unary::NegateSigned => terms.neg(operand),
        Unary::FloatSquareRoot
        | Unary::FloatFloor
        | Unary::FloatCeiling
        | Unary::FloatTruncate
        | Unary::FloatRound
        | Unary::FloatRoundEven => {
            let width = terms.width(operand);
            if let Some(known) = terms.value_of(operand).and_then(|it| float::unary(operator, Width(width), it)) {
                return Ok(terms.constant(width, known));
            }
            match operator {
                Unary::FloatFloor => terms.float_round(operand, Rounding::Floor),
                Unary::FloatCeiling => terms.float_round(operand, Rounding::Ceiling),
                Unary::FloatTruncate => terms.float_round(operand, Rounding::Truncate),
                Unary::FloatRound => terms.float_round(operand, Rounding::NearestAway),
                Unary::FloatRoundEven => terms.float_round(operand, Rounding::NearestEven),
                Unary::FloatSquareRoot | Unary::Not | Unary::Negate | Unary::NegateSigned => terms.float_sqrt(operand),
            }
        }
    })
}

fn binary(
    terms: &mut Terms,
    operator: Binary,
    left: Term,
    right: Term,
    mistakes: &mut Vec<Mistake>,
) -> Result<Term, Unsupported> {
    let width = terms.width(left);
    let mut wrong = |terms: &mut Terms, kind, when: Term| add_mistake(terms, mistakes, kind, when);
    let mut divides = |terms: &mut Terms| {
        let zero = terms.constant(width, 0);
        let when = terms.eq(right, zero);
        wrong(terms, MistakeKind::DivisionByZero, when);
    };
    Ok(match operator {
        Binary::Add | Binary::AddSigned => terms.add(left, right),
        Binary::Subtract | Binary::SubtractSigned => terms.sub(left, right),
        Binary::Multiply | Binary::MultiplySigned => terms.mul(left, right),
        Binary::DivideUnsigned => {
            divides(terms);
            terms.udiv(left, right)
        }
        Binary::DivideSigned => {
            divides(terms);
            terms.sdiv(left, right)
        }
        Binary::RemainderUnsigned => {
            divides(terms);
            terms.urem(left, right)
        }
        Binary::RemainderSigned => {
            divides(terms);
            terms.srem(left, right)
        }
        Binary::And => terms.and(left, right),
        Binary::Or => terms.or(left, right),
        Binary::Xor => terms.xor(left, right),
        Binary::ShiftLeft | Binary::ShiftLeftSigned | Binary::ShiftRight | Binary::ShiftRightSigned => {
            let most = terms.constant(width, u64::from(width) - 1);
            let when = terms.ult(most, right);
            wrong(terms, MistakeKind::BadShift, when);
            match operator {
                Binary::ShiftRight => terms.lshr(left, right),
                Binary::ShiftRightSigned => terms.ashr(left, right),
                _ => terms.shl(left, right),
            }
        }
        Binary::Equal => terms.eq(left, right),
        Binary::NotEqual => terms.ne(left, right),
        Binary::Less => terms.ult(left, right),
        Binary::LessEqual => terms.ule(left, right),
        Binary::LessSigned => terms.slt(left, right),
        Binary::LessEqualSigned => terms.sle(left, right),
        Binary::FloatAdd
        | Binary::FloatSubtract
        | Binary::FloatMultiply
        | Binary::FloatDivide
        | Binary::FloatRemainder
        | Binary::FloatEqual
        | Binary::FloatLess
        | Binary::FloatLessEqual => {
            let known = terms.value_of(left).zip(terms.value_of(right));
            if let Some(value) = known.and_then(|(left, right)| float::binary(operator, Width(width), left, right)) {
                let result = if operator.is_comparison() { 1 } else { width };
                return Ok(terms.constant(result, value));
            }
            match operator {
                Binary::FloatAdd => terms.float_add(left, right),
                Binary::FloatSubtract => terms.float_sub(left, right),
                Binary::FloatMultiply => terms.float_mul(left, right),
                Binary::FloatDivide => terms.float_div(left, right),
                Binary::FloatEqual => terms.float_eq(left, right),
                Binary::FloatLess => terms.float_lt(left, right),
                Binary::FloatLessEqual => terms.float_le(left, right),
                _ => terms.float_rem(left, right).ok_or(Unsupported::REMAINDER)?,
            }
        }
    })
}

fn convert(
    terms: &mut Terms,
    conversion: Conversion,
    to: Width,
    operand: Term,
    mistakes: &mut Vec<Mistake>,
) -> Result<Term, Unsupported> {
    let from = Width(terms.width(operand));
    if let Some(known) = terms.value_of(operand) {
        return Ok(match float::convert(conversion, from, to, known) {
            Some(value) => terms.constant(to.0, value),
            None => {
                mistakes.push(Mistake { kind: MistakeKind::BadConversion, when: terms.truth(true) });
                terms.constant(to.0, 0)
            }
        });
    }
    let (value, fits) = match conversion {
        Conversion::FloatToFloat => return Ok(terms.float_convert(operand, to.0)),
        Conversion::SignedToFloat => return Ok(terms.float_from_signed(operand, to.0)),
        Conversion::UnsignedToFloat => return Ok(terms.float_from_unsigned(operand, to.0)),
        Conversion::FloatToSigned => terms.float_to_signed(operand, to.0),
        Conversion::FloatToUnsigned => terms.float_to_unsigned(operand, to.0),
    };
    mistakes.push(Mistake { kind: MistakeKind::BadConversion, when: terms.not(fits) });
    Ok(value)
}
