//! What floating-point operators compute: IEEE 754 in 32 and 64 bits, rounded to the nearest number, of two to the even
//! one. Numbers are the bits that a register holds. The one choice that IEEE 754 leaves open is made here: a result that
//! is no number has a positive sign and no payload, so that the same program gives the same bits on every machine.

use crate::syntax::{Binary, Conversion, Unary, Width};

const SINGLE: Width = Width(32);

/// Both widths hold such a number exactly in 64 bits.
fn single(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

fn bits_of_single(value: f32) -> u64 {
    if value.is_nan() { 0x7fc0_0000 } else { u64::from(value.to_bits()) }
}

fn bits_of_double(value: f64) -> u64 {
    if value.is_nan() { 0x7ff8_0000_0000_0000 } else { value.to_bits() }
}

/// The number that these bits are, as one of 64 bits, which holds both.
pub fn number(width: Width, bits: u64) -> f64 {
    if width == SINGLE { f64::from(single(bits)) } else { f64::from_bits(bits) }
}

/// The bits of the nearest number of this width.
pub fn bits(width: Width, value: f64) -> u64 {
    if width == SINGLE { bits_of_single(value as f32) } else { bits_of_double(value) }
}

/// The value of an operator on one floating-point number; nothing for other operators.
pub fn unary(operator: Unary, width: Width, operand: u64) -> Option<u64> {
    let (small, large) = (single(operand), f64::from_bits(operand));
    let is_single = width == SINGLE;
    let pick = |a: f32, b: f64| Some(if is_single { bits_of_single(a) } else { bits_of_double(b) });
    match operator {
        Unary::FloatSquareRoot => pick(small.sqrt(), large.sqrt()),
        Unary::FloatFloor => pick(small.floor(), large.floor()),
        Unary::FloatCeiling => pick(small.ceil(), large.ceil()),
        Unary::FloatTruncate => pick(small.trunc(), large.trunc()),
        Unary::FloatRound => pick(small.round(), large.round()),
        Unary::FloatRoundEven => pick(small.round_ties_even(), large.round_ties_even()),
        Unary::Not | Unary::Negate | Unary::NegateSigned => None,
    }
}

/// The value of an operator on two floating-point numbers; nothing for other operators.
pub fn binary(operator: Binary, width: Width, left: u64, right: u64) -> Option<u64> {
    let (a, b) = (single(left), single(right));
    let (x, y) = (f64::from_bits(left), f64::from_bits(right));
    let is_single = width == SINGLE;
    let pick = |a: f32, x: f64| Some(if is_single { bits_of_single(a) } else { bits_of_double(x) });
    let truth = |a: bool, x: bool| Some(u64::from(if is_single { a } else { x }));
    match operator {
        Binary::FloatAdd => pick(a + b, x + y),
        Binary::FloatSubtract => pick(a - b, x - y),
        Binary::FloatMultiply => pick(a * b, x * y),
        Binary::FloatDivide => pick(a / b, x / y),
        Binary::FloatRemainder => pick(a % b, x % y),
        Binary::FloatEqual => truth(a == b, x == y),
        Binary::FloatLess => truth(a < b, x < y),
        Binary::FloatLessEqual => truth(a <= b, x <= y),
        Binary::Add
        | Binary::Subtract
        | Binary::Multiply
        | Binary::AddSigned
        | Binary::SubtractSigned
        | Binary::MultiplySigned
        | Binary::DivideUnsigned
        | Binary::DivideSigned
        | Binary::RemainderUnsigned
        | Binary::RemainderSigned
        | Binary::And
        | Binary::Or
        | Binary::Xor
        | Binary::ShiftLeft
        | Binary::ShiftLeftSigned
        | Binary::ShiftRight
        | Binary::ShiftRightSigned
        | Binary::Equal
        | Binary::NotEqual
        | Binary::Less
        | Binary::LessEqual
        | Binary::LessSigned
        | Binary::LessEqualSigned => None,
    }
}

/// The value of a conversion; nothing if an integer cannot hold it.
pub fn convert(conversion: Conversion, from: Width, to: Width, operand: u64) -> Option<u64> {
    match conversion {
        Conversion::FloatToFloat => Some(bits(to, number(from, operand))),
        // Not by way of 64 bits: rounding twice is not rounding once.
        Conversion::SignedToFloat if to == SINGLE => Some(bits_of_single(from.signed(operand) as f32)),
        Conversion::SignedToFloat => Some(bits_of_double(from.signed(operand) as f64)),
        Conversion::UnsignedToFloat if to == SINGLE => Some(bits_of_single(operand as f32)),
        Conversion::UnsignedToFloat => Some(bits_of_double(operand as f64)),
        Conversion::FloatToSigned => {
            let (value, limit) = (number(from, operand).trunc(), 2f64.powi(i32::from(to.0) - 1));
            (-limit <= value && value < limit).then_some(value as i64 as u64 & to.mask())
        }
        Conversion::FloatToUnsigned => {
            let (value, limit) = (number(from, operand).trunc(), 2f64.powi(i32::from(to.0)));
            (0.0 <= value && value < limit).then_some(value as u64)
        }
    }
}

/// The number for people: the shortest one that means these bits, as in `1.5`, `-0.0`, `1e300`, `inf`, `nan`.
pub fn show(width: Width, bits: u64) -> String {
    let text = if width == SINGLE { format!("{:?}", single(bits)) } else { format!("{:?}", f64::from_bits(bits)) };
    text.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOUBLE: Width = Width(64);

    fn d(value: f64) -> u64 {
        value.to_bits()
    }

    #[test]
    fn conversions_to_integers_end_where_the_integers_do() {
        let to = |conversion, width, value: f64| convert(conversion, DOUBLE, Width(width), d(value));
        assert_eq!(to(Conversion::FloatToSigned, 8, 127.9), Some(127));
        assert_eq!(to(Conversion::FloatToSigned, 8, 128.0), None);
        assert_eq!(to(Conversion::FloatToSigned, 8, -128.9), Some(0x80));
        assert_eq!(to(Conversion::FloatToSigned, 8, -129.0), None);
        assert_eq!(to(Conversion::FloatToUnsigned, 8, -0.9), Some(0));
        assert_eq!(to(Conversion::FloatToUnsigned, 8, -1.0), None);
        assert_eq!(to(Conversion::FloatToUnsigned, 64, 18446744073709549568.0), Some(18446744073709549568));
        assert_eq!(to(Conversion::FloatToUnsigned, 64, 18446744073709551616.0), None);
        assert_eq!(to(Conversion::FloatToSigned, 64, -9223372036854775808.0), Some(1 << 63));
        assert_eq!(to(Conversion::FloatToSigned, 64, 9223372036854775808.0), None);
        assert_eq!(to(Conversion::FloatToSigned, 32, f64::NAN), None);
        assert_eq!(to(Conversion::FloatToSigned, 32, f64::INFINITY), None);
    }

    #[test]
    fn an_integer_is_rounded_once() {
        // Rounding to 53 bits first would make a tie of it.
        let value = (1 << 60) + (1 << 36) + 1;
        let found = convert(Conversion::UnsignedToFloat, DOUBLE, SINGLE, value);
        assert_eq!(found.map(|it| number(SINGLE, it)), Some((1u64 << 60) as f64 + (1u64 << 37) as f64));
    }

    #[test]
    fn what_is_no_number_is_always_the_same() {
        let nan = binary(Binary::FloatSubtract, DOUBLE, d(f64::INFINITY), d(f64::INFINITY));
        assert_eq!(nan, Some(0x7ff8_0000_0000_0000));
        assert_eq!(binary(Binary::FloatDivide, SINGLE, 0, 0), Some(0x7fc0_0000));
        assert_eq!(binary(Binary::FloatEqual, DOUBLE, nan.unwrap(), nan.unwrap()), Some(0));
        assert_eq!(binary(Binary::FloatEqual, DOUBLE, d(0.0), d(-0.0)), Some(1));
    }

    #[test]
    fn people_read_short_numbers() {
        assert_eq!(show(SINGLE, u64::from(0.1f32.to_bits())), "0.1");
        assert_eq!(show(DOUBLE, d(2.0)), "2.0");
        assert_eq!(show(DOUBLE, d(f64::NAN)), "nan");
    }
}
