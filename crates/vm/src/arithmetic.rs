//! What the operators of `ir` compute. Operands and results are zero-extended to 64 bits.

use event::Fault;
use ir::{Binary, Conversion, Unary, Update, Width, float};

/// The result of a unary operator. `wrap`: signed overflow is not a fault.
pub(crate) fn unary(operator: Unary, width: Width, operand: u64, wrap: bool) -> Result<u64, Fault> {
    match operator {
        Unary::Not => Ok(!operand & width.mask()),
        Unary::Negate => Ok(operand.wrapping_neg() & width.mask()),
        Unary::NegateSigned => fit(width.signed(operand).overflowing_neg(), width, wrap),
        Unary::FloatSquareRoot
        | Unary::FloatFloor
        | Unary::FloatCeiling
        | Unary::FloatTruncate
        | Unary::FloatRound
        | Unary::FloatRoundEven => Ok(float::unary(operator, width, operand).expect("an operator on such numbers")),
    }
}

/// The result of a binary operator on operands of `width`. `wrap`: signed overflow is not a fault.
#[inline]
pub(crate) fn binary(operator: Binary, width: Width, left: u64, right: u64, wrap: bool) -> Result<u64, Fault> {
    let signed = |bits| width.signed(bits);
    let shift_fits = right < u64::from(width.0);
    match operator {
        Binary::Add => Ok(left.wrapping_add(right) & width.mask()),
        Binary::Subtract => Ok(left.wrapping_sub(right) & width.mask()),
        Binary::Multiply => Ok(left.wrapping_mul(right) & width.mask()),
        Binary::AddSigned => fit(signed(left).overflowing_add(signed(right)), width, wrap),
        Binary::SubtractSigned => fit(signed(left).overflowing_sub(signed(right)), width, wrap),
        Binary::MultiplySigned => fit(signed(left).overflowing_mul(signed(right)), width, wrap),
        Binary::DivideUnsigned => left.checked_div(right).ok_or(Fault::DivisionByZero),
        Binary::RemainderUnsigned => left.checked_rem(right).ok_or(Fault::DivisionByZero),
        Binary::DivideSigned | Binary::RemainderSigned if right == 0 => Err(Fault::DivisionByZero),
        Binary::DivideSigned => fit(signed(left).overflowing_div(signed(right)), width, wrap),
        Binary::RemainderSigned => {
            // C: a % b is undefined where a / b is.
            fit(signed(left).overflowing_div(signed(right)), width, wrap)?;
            Ok(signed(left).wrapping_rem(signed(right)) as u64 & width.mask())
        }
        Binary::And => Ok(left & right),
        Binary::Or => Ok(left | right),
        Binary::Xor => Ok(left ^ right),
        Binary::ShiftLeft | Binary::ShiftLeftSigned | Binary::ShiftRight | Binary::ShiftRightSigned if !shift_fits => {
            Err(Fault::BadShift)
        }
        Binary::ShiftLeft => Ok((left << right) & width.mask()),
        Binary::ShiftLeftSigned => {
            let value = signed(left);
            let shifted = value << right;
            if value < 0 && !wrap {
                return Err(Fault::SignedOverflow);
            }
            fit((shifted, shifted >> right != value), width, wrap)
        }
        Binary::ShiftRight => Ok(left >> right),
        Binary::ShiftRightSigned => Ok((width.signed(left) >> right) as u64 & width.mask()),
        Binary::FloatAdd
        | Binary::FloatSubtract
        | Binary::FloatMultiply
        | Binary::FloatDivide
        | Binary::FloatRemainder => {
            Ok(float::binary(operator, width, left, right).expect("an operator on such numbers"))
        }
        Binary::Equal
        | Binary::NotEqual
        | Binary::Less
        | Binary::LessEqual
        | Binary::LessSigned
        | Binary::LessEqualSigned
        | Binary::FloatEqual
        | Binary::FloatLess
        | Binary::FloatLessEqual => Ok(u64::from(compare(operator, width, left, right))),
    }
}

/// The result of a conversion from or to floating point.
pub(crate) fn convert(conversion: Conversion, from: Width, to: Width, operand: u64) -> Result<u64, Fault> {
    float::convert(conversion, from, to, operand).ok_or(Fault::BadConversion)
}

/// The result of a comparison operator. Nothing else may be asked.
#[inline]
pub(crate) fn compare(operator: Binary, width: Width, left: u64, right: u64) -> bool {
    match operator {
        Binary::Equal => left == right,
        Binary::NotEqual => left != right,
        Binary::Less => left < right,
        Binary::LessEqual => left <= right,
        Binary::LessSigned => width.signed(left) < width.signed(right),
        Binary::LessEqualSigned => width.signed(left) <= width.signed(right),
        Binary::FloatEqual | Binary::FloatLess | Binary::FloatLessEqual => {
            float::binary(operator, width, left, right) == Some(1)
        }
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
        | Binary::FloatAdd
        | Binary::FloatSubtract
        | Binary::FloatMultiply
        | Binary::FloatDivide
        | Binary::FloatRemainder => unreachable!("compare is called for comparisons only"),
    }
}

/// The new value of a read-modify-write.
pub(crate) fn update(kind: Update, width: Width, old: u64, operand: u64) -> u64 {
    let new = match kind {
        Update::Exchange => operand,
        Update::Add => old.wrapping_add(operand),
        Update::Subtract => old.wrapping_sub(operand),
        Update::And => old & operand,
        Update::Or => old | operand,
        Update::Xor => old ^ operand,
        Update::Nand => !(old & operand),
        Update::AddIfFits => old.checked_add(operand).filter(|&it| it <= width.mask()).unwrap_or(old),
        Update::SubtractIfFits => old.checked_sub(operand).unwrap_or(old),
    };
    new & width.mask()
}

/// A signed result cut to its width; a fault if it was too large for 64 bits or is for the width.
#[inline]
fn fit((value, overflowed): (i64, bool), width: Width, wrap: bool) -> Result<u64, Fault> {
    let bits = value as u64 & width.mask();
    if wrap || (!overflowed && (planted::bug!(NarrowSumsFit) || width.signed(bits) == value)) {
        Ok(bits)
    } else {
        Err(Fault::SignedOverflow)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYTE: Width = Width(8);

    /// Every pair of bytes, against arithmetic on wider numbers.
    #[test]
    fn bytes_exhaustively() {
        for left in 0..=255u64 {
            for right in 0..=255u64 {
                let (a, b) = (left as u8 as i8 as i64, right as u8 as i8 as i64);
                let expect = |value: i64| {
                    if i8::try_from(value).is_ok() { Ok(value as u8 as u64) } else { Err(Fault::SignedOverflow) }
                };
                assert_eq!(binary(Binary::AddSigned, BYTE, left, right, false), expect(a + b));
                assert_eq!(binary(Binary::SubtractSigned, BYTE, left, right, false), expect(a - b));
                assert_eq!(binary(Binary::MultiplySigned, BYTE, left, right, false), expect(a * b));
                assert_eq!(binary(Binary::Multiply, BYTE, left, right, false), Ok(left * right % 256));
                if b != 0 {
                    assert_eq!(binary(Binary::DivideSigned, BYTE, left, right, false), expect(a / b));
                    let remainder = if (a, b) == (-128, -1) { Err(Fault::SignedOverflow) } else { expect(a % b) };
                    assert_eq!(binary(Binary::RemainderSigned, BYTE, left, right, false), remainder);
                    assert_eq!(binary(Binary::DivideUnsigned, BYTE, left, right, false), Ok(left / right));
                }
                let shift = if right < 8 { Ok(left << right & 255) } else { Err(Fault::BadShift) };
                assert_eq!(binary(Binary::ShiftLeft, BYTE, left, right, false), shift);
                let shift = if right < 8 { Ok((a >> right) as u8 as u64) } else { Err(Fault::BadShift) };
                assert_eq!(binary(Binary::ShiftRightSigned, BYTE, left, right, false), shift);
                assert_eq!(binary(Binary::LessSigned, BYTE, left, right, false), Ok(u64::from(a < b)));
            }
        }
    }

    #[test]
    fn the_widest_integers() {
        let wide = Width(64);
        let (most, least) = (i64::MAX as u64, i64::MIN as u64);
        assert_eq!(binary(Binary::AddSigned, wide, most, 1, false), Err(Fault::SignedOverflow));
        assert_eq!(binary(Binary::AddSigned, wide, most, 1, true), Ok(least));
        assert_eq!(binary(Binary::MultiplySigned, wide, least, u64::MAX, false), Err(Fault::SignedOverflow));
        assert_eq!(binary(Binary::DivideSigned, wide, least, u64::MAX, true), Ok(least));
        assert_eq!(unary(Unary::NegateSigned, wide, least, false), Err(Fault::SignedOverflow));
        assert_eq!(binary(Binary::ShiftLeftSigned, wide, 1, 63, false), Err(Fault::SignedOverflow));
        assert_eq!(binary(Binary::ShiftLeftSigned, wide, 1, 62, false), Ok(1 << 62));
        assert_eq!(unary(Unary::Not, Width(1), 1, false), Ok(0));
    }
}
