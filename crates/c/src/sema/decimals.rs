//! Floating-point constants: the number nearest to what is written, of two the even one.

use super::Sema;
use crate::codes;
use crate::tree::{Expr, ExprKind, Float, Type};
use lang_c::ast::{self, FloatBase, FloatFormat};
use source::Span;

impl Sema<'_> {
    pub(super) fn float_literal(&mut self, literal: &ast::Float, span: Span) -> Expr {
        if literal.suffix.imaginary {
            self.error(codes::COMPLEX, span, "not supported: complex numbers");
            return self.error_expr(span);
        }
        let float = match &literal.suffix.format {
            FloatFormat::Float => Float::Single,
            FloatFormat::Double => Float::Double,
            FloatFormat::LongDouble => Float::Long,
            FloatFormat::TS18661Format(_) => {
                self.error(codes::FLOAT, span, "not supported: floating point in this format");
                return self.error_expr(span);
            }
        };
        let bits = match literal.base {
            FloatBase::Decimal => decimal(&literal.number, float),
            FloatBase::Hexadecimal => hexadecimal(&literal.number, float),
        };
        let Some(bits) = bits else {
            self.error(codes::BAD_LITERAL, span, "this floating-point number is malformed");
            return self.error_expr(span);
        };
        let ty = Type::Float(float);
        self.note_long_double(&ty);
        Expr { kind: ExprKind::Constant(bits), ty, span }
    }
}

fn decimal(text: &str, float: Float) -> Option<u64> {
    match float {
        Float::Single => text.parse::<f32>().ok().map(|it| u64::from(it.to_bits())),
        Float::Double | Float::Long => text.parse::<f64>().ok().map(f64::to_bits),
    }
}

/// `1.8p3`, with or without `0x`: digits, and an exponent of 2 in decimal.
fn hexadecimal(text: &str, float: Float) -> Option<u64> {
    let text = text.strip_prefix("0x").or(text.strip_prefix("0X")).unwrap_or(text);
    let (digits, exponent) = text.split_once(['p', 'P'])?;
    let mut exponent: i64 = match exponent.parse() {
        Ok(exponent) => exponent,
        Err(_) if exponent.starts_with('-') => i64::from(i32::MIN),
        Err(_) => i64::from(i32::MAX),
    };
    // 60 bits of what is written and one more for whatever follows: enough to round once.
    let (mut mantissa, mut sticky, mut after_point) = (0u64, false, false);
    for digit in digits.chars() {
        if digit == '.' {
            after_point = true;
            continue;
        }
        let value = u64::from(digit.to_digit(16)?);
        if mantissa >> 56 == 0 {
            mantissa = mantissa << 4 | value;
            exponent = exponent.saturating_sub(if after_point { 4 } else { 0 });
        } else {
            sticky |= value != 0;
            exponent = exponent.saturating_add(if after_point { 0 } else { 4 });
        }
    }
    Some(rounded(mantissa << 1 | u64::from(sticky), exponent.saturating_sub(1), float))
}

/// The bits of the number nearest to `mantissa` times 2 to the `exponent`.
fn rounded(mantissa: u64, exponent: i64, float: Float) -> u64 {
    // Bits of the mantissa without the leading one, and the largest exponent.
    let (kept, largest) = match float {
        Float::Single => (23, 127),
        Float::Double | Float::Long => (52, 1023),
    };
    if mantissa == 0 {
        return 0;
    }
    let infinity = ((2 * largest + 1) as u64) << kept;
    let length = i64::from(64 - mantissa.leading_zeros());
    // The exponent of the leading bit; below the smallest one numbers have fewer bits.
    let leading = exponent.saturating_add(length - 1);
    if leading > largest {
        return infinity;
    }
    let smallest = 1 - largest;
    let unit = leading.max(smallest) - kept;
    let drop = unit - exponent;
    if drop > 63 {
        // Less than half of the smallest number.
        return 0;
    }
    let whole = if drop <= 0 { mantissa << -drop } else { mantissa >> drop };
    let rest = if drop <= 0 { 0 } else { mantissa & ((1 << drop) - 1) };
    let half = if drop <= 0 { u64::MAX } else { 1 << (drop - 1) };
    let up = rest > half || (rest == half && whole % 2 == 1);
    // With the leading bit in it, one more in the mantissa is one more in the bits, over the end of the exponent, too.
    let biased = (leading.max(smallest) - smallest) as u64;
    (biased << kept) + whole + u64::from(up)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn double(text: &str) -> f64 {
        f64::from_bits(hexadecimal(text, Float::Double).unwrap())
    }

    fn single(text: &str) -> f32 {
        f32::from_bits(hexadecimal(text, Float::Single).unwrap() as u32)
    }

    #[test]
    fn hexadecimal_numbers() {
        assert_eq!(double("1p0"), 1.0);
        assert_eq!(double("0x1.8p+1"), 3.0);
        assert_eq!(double(".8p0"), 0.5);
        assert_eq!(double("1.999999999999ap-4"), 0.1);
        assert_eq!(double("0.0000000000000000001p76"), 1.0);
        assert_eq!(double("1.fffffffffffffp1023"), f64::MAX);
        assert_eq!(double("1.fffffffffffff8p1023"), f64::INFINITY);
        assert_eq!(double("1p99999999999999999999"), f64::INFINITY);
        assert_eq!(double("1p-99999999999999999999"), 0.0);
        assert_eq!(double("1p-1074"), f64::from_bits(1));
        assert_eq!(double("1p-1075"), 0.0);
        assert_eq!(double("1.8p-1075"), f64::from_bits(1));
        assert_eq!(double("1.fffffffffffffp-1023"), f64::MIN_POSITIVE);
        assert_eq!(double("123456789abcdef01p0"), 0x123456789abcdef01u128 as f64);
        assert_eq!(single("1.000001p0"), 1.0);
        assert_eq!(single("1.0000010000000000000001p0"), 1.0 + f32::EPSILON);
        assert_eq!(single("1.fffffep127"), f32::MAX);
        assert_eq!(single("0p0"), 0.0);
    }
}
