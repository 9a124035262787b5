//! Operators on values. The checker has made sure that the operands have fitting types.

use crate::program::{BinaryOperator, UnaryOperator};
use crate::value::{Ranks, Value};
use num_rational::BigRational;
use num_traits::Zero;
use std::cmp::Ordering;

/// What an operator cannot do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DivisionByZero;

/// An operator with one operand.
pub(crate) fn unary(operator: UnaryOperator, operand: &Value) -> Value {
    match (operator, operand) {
        (UnaryOperator::Not, Value::Bool(value)) => Value::Bool(!value),
        (UnaryOperator::Negate, Value::Float(value)) => Value::Float(-value),
        (UnaryOperator::Negate, Value::Int(value)) if *value != i64::MIN => Value::Int(-value),
        (UnaryOperator::Negate, value) => Value::rational(-rational(value)),
        (UnaryOperator::Not, value) => unreachable!("`!` of {value:?}"),
    }
}

/// How much work an operator is before its value is there, in instructions. Fractions are kept in lowest terms, and both that
/// and dividing take the square of their length.
#[inline]
pub(crate) fn work(operator: BinaryOperator, one: &Value, two: &Value) -> u32 {
    let bytes = u64::from(one.size()) + u64::from(two.size());
    if bytes == 0 {
        return 0;
    }
    let is_fraction = matches!(one, Value::Rat(_)) || matches!(two, Value::Rat(_));
    let work = match operator {
        BinaryOperator::Divide | BinaryOperator::DivideTruncating | BinaryOperator::Modulo => bytes * bytes / 16,
        _ if is_fraction => bytes * bytes / 16,
        _ => bytes,
    };
    u32::try_from(work).unwrap_or(u32::MAX)
}

/// An operator with two operands.
#[inline]
pub(crate) fn binary(
    operator: BinaryOperator,
    one: &Value,
    two: &Value,
    ranks: &dyn Ranks,
) -> Result<Value, DivisionByZero> {
    let order = || one.order(two, ranks);
    Ok(match operator {
        BinaryOperator::Equal => Value::Bool(one == two),
        BinaryOperator::NotEqual => Value::Bool(one != two),
        BinaryOperator::Less => Value::Bool(order() == Ordering::Less),
        BinaryOperator::LessEqual => Value::Bool(order() != Ordering::Greater),
        BinaryOperator::Greater => Value::Bool(order() == Ordering::Greater),
        BinaryOperator::GreaterEqual => Value::Bool(order() != Ordering::Less),
        BinaryOperator::Add => match (one, two) {
            (Value::Int(a), Value::Int(b)) if a.checked_add(*b).is_some() => Value::Int(a + b),
            (Value::Text(a), Value::Text(b)) => Value::text(format!("{a}{b}")),
            _ => exact(one, two, |a, b| a + b, |a, b| a + b),
        },
        BinaryOperator::Subtract => match (one, two) {
            (Value::Int(a), Value::Int(b)) if a.checked_sub(*b).is_some() => Value::Int(a - b),
            _ => exact(one, two, |a, b| a - b, |a, b| a - b),
        },
        BinaryOperator::Multiply => match (one, two) {
            (Value::Int(a), Value::Int(b)) if a.checked_mul(*b).is_some() => Value::Int(a * b),
            _ => exact(one, two, |a, b| a * b, |a, b| a * b),
        },
        BinaryOperator::Divide | BinaryOperator::DivideTruncating | BinaryOperator::Modulo => {
            return divide(operator, one, two);
        }
        BinaryOperator::And | BinaryOperator::Or => unreachable!("they are jumps"),
    })
}

fn divide(operator: BinaryOperator, one: &Value, two: &Value) -> Result<Value, DivisionByZero> {
    if let (Value::Float(_), _) | (_, Value::Float(_)) = (one, two) {
        let (one, two) = (float(one), float(two));
        return Ok(Value::Float(if operator == BinaryOperator::Modulo { one % two } else { one / two }));
    }
    let (one, two) = (rational(one), rational(two));
    if two.is_zero() {
        return Err(DivisionByZero);
    }
    Ok(match operator {
        // The rest has the sign of the dividend.
        BinaryOperator::Modulo => Value::rational(one % two),
        BinaryOperator::DivideTruncating => Value::integer((one / two).to_integer()),
        _ => Value::rational(one / two),
    })
}

/// Exact, unless one of them is a float.
fn exact(
    one: &Value,
    two: &Value,
    exact: impl FnOnce(BigRational, BigRational) -> BigRational,
    rounded: impl FnOnce(f64, f64) -> f64,
) -> Value {
    match (one, two) {
        (Value::Float(_), _) | (_, Value::Float(_)) => Value::Float(rounded(float(one), float(two))),
        _ => Value::rational(exact(rational(one), rational(two))),
    }
}

fn rational(value: &Value) -> BigRational {
    value.as_rational().unwrap_or_else(|| unreachable!("{value:?} is not a number"))
}

fn float(value: &Value) -> f64 {
    value.as_float().unwrap_or_else(|| unreachable!("{value:?} is not a number"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::ConstructorId;
    use crate::value::Reference;
    use event::ThreadId;

    #[test]
    fn large_fractions_are_more_work_than_large_numbers() {
        let large = |bits: u32| num_bigint::BigInt::from(1) << bits;
        let number = |bits: u32| Value::integer(large(bits));
        let fraction = |bits: u32| Value::rational(BigRational::new(large(bits), large(bits) + 1));
        let work = |operator, one: &Value, two: &Value| work(operator, one, two);
        assert_eq!(work(BinaryOperator::Divide, &Value::Int(7), &Value::Int(2)), 0);
        assert_eq!(work(BinaryOperator::Add, &number(8_000), &Value::Int(1)), 1_000);
        assert_eq!(work(BinaryOperator::Divide, &number(8_000), &Value::Int(1)), 62_500);
        assert_eq!(work(BinaryOperator::Add, &fraction(8_000), &Value::Int(1)), 250_000);
        assert_eq!(work(BinaryOperator::Modulo, &number(80_000_000), &number(80_000_000)), u32::MAX);
    }

    struct None;

    impl Ranks for None {
        fn constructor(&self, _: ConstructorId) -> u32 {
            0
        }

        fn objects(&self, _: Reference, _: Reference) -> Ordering {
            Ordering::Equal
        }

        fn futures(&self, _: ThreadId, _: ThreadId) -> Ordering {
            Ordering::Equal
        }
    }

    fn apply(operator: BinaryOperator, one: i64, two: i64) -> Value {
        binary(operator, &Value::Int(one), &Value::Int(two), &None).expect("not by zero")
    }

    #[test]
    fn integers_do_not_overflow() {
        let big = apply(BinaryOperator::Multiply, i64::MAX, 4);
        let back = binary(BinaryOperator::DivideTruncating, &big, &Value::Int(4), &None);
        assert_eq!(back, Ok(Value::Int(i64::MAX)));
        assert_eq!(unary(UnaryOperator::Negate, &Value::Int(i64::MIN)), apply(BinaryOperator::Add, i64::MAX, 1));
    }

    #[test]
    fn division_is_exact_or_truncates() {
        let half = apply(BinaryOperator::Divide, 1, 2);
        assert_eq!(binary(BinaryOperator::Add, &half, &half, &None), Ok(Value::Int(1)));
        assert_eq!(apply(BinaryOperator::DivideTruncating, -7, 2), Value::Int(-3));
        assert_eq!(apply(BinaryOperator::Modulo, 7, 3), Value::Int(1));
        assert_eq!(apply(BinaryOperator::Modulo, -7, 3), Value::Int(-1));
        assert_eq!(binary(BinaryOperator::Divide, &half, &Value::Int(0), &None), Err(DivisionByZero));
        assert_eq!(binary(BinaryOperator::Modulo, &half, &Value::Int(0), &None), Err(DivisionByZero));
    }
}
