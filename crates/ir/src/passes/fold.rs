//! Folding: an expression is replaced by a simpler one that has the same width, the same value, and the same fault.
//!
//! The last point needs care. An operator that would fault is never evaluated here; `x * 0` becomes 0 only if `x`
//! cannot fault; operands are swapped only if not both of them can fault, for the first fault is the one reported. What
//! a selection does not evaluate may be dropped.
//!
//! The rules are those that C's integer promotions ask for. `if (c == 'a')` with a `char` arrives as
//! `(ne (zext i32 (eq (sext i32 %c) 97)) 0)` and leaves as `(eq %c 97)`; `a[2].b` arrives as a sum of an address and
//! constants and leaves as one address.
//!
//! [`unary`], [`binary`] and [`convert`] say what operators mean on constants. The meaning of an operator is otherwise
//! written in the semantics (`vm`, `encode`); random programs compare them. That of floating point is in
//! [`crate::float`] for all of them.

use crate::address::DataModel;
use crate::float;
use crate::syntax::*;

/// The value of a unary operator; nothing if it faults.
pub fn unary(operator: Unary, width: Width, operand: u64) -> Option<u64> {
    match operator {
        Unary::Not => Some(!operand & width.mask()),
        Unary::Negate => Some(operand.wrapping_neg() & width.mask()),
        Unary::NegateSigned => fitting(width, -i128::from(width.signed(operand))),
        Unary::FloatSquareRoot
        | Unary::FloatFloor
        | Unary::FloatCeiling
        | Unary::FloatTruncate
        | Unary::FloatRound
        | Unary::FloatRoundEven => float::unary(operator, width, operand),
    }
}

/// The value of a binary operator on operands of this width; nothing if it faults.
pub fn binary(operator: Binary, width: Width, left: u64, right: u64) -> Option<u64> {
    let (signed_left, signed_right) = (i128::from(width.signed(left)), i128::from(width.signed(right)));
    let bit = |it: bool| Some(u64::from(it));
    let cut = |it: u64| Some(it & width.mask());
    let by = (right < u64::from(width.0)).then_some(right as u32);
    match operator {
        Binary::Add => cut(left.wrapping_add(right)),
        Binary::Subtract => cut(left.wrapping_sub(right)),
        Binary::Multiply => cut(left.wrapping_mul(right)),
        Binary::AddSigned => fitting(width, signed_left + signed_right),
        Binary::SubtractSigned => fitting(width, signed_left - signed_right),
        Binary::MultiplySigned => fitting(width, signed_left * signed_right),
        Binary::DivideUnsigned => left.checked_div(right),
        Binary::RemainderUnsigned => left.checked_rem(right),
        Binary::DivideSigned => fitting(width, signed_left.checked_div(signed_right)?),
        Binary::RemainderSigned => {
            fitting(width, signed_left.checked_div(signed_right)?)?;
            fitting(width, signed_left % signed_right)
        }
        Binary::And => Some(left & right),
        Binary::Or => Some(left | right),
        Binary::Xor => Some(left ^ right),
        Binary::ShiftLeft => cut(left << by?),
        Binary::ShiftLeftSigned if signed_left < 0 => None,
        Binary::ShiftLeftSigned => fitting(width, signed_left << by?),
        Binary::ShiftRight => Some(left >> by?),
        Binary::ShiftRightSigned if planted::bug!(ShiftsFillZeros) => Some(left >> by?),
        Binary::ShiftRightSigned => cut((width.signed(left) >> by?) as u64),
        Binary::Equal => bit(left == right),
        Binary::NotEqual => bit(left != right),
        Binary::Less => bit(left < right),
        Binary::LessEqual => bit(left <= right),
        Binary::LessSigned => bit(signed_left < signed_right),
        Binary::LessEqualSigned => bit(signed_left <= signed_right),
        Binary::FloatAdd
        | Binary::FloatSubtract
        | Binary::FloatMultiply
        | Binary::FloatDivide
        | Binary::FloatRemainder
        | Binary::FloatEqual
        | Binary::FloatLess
        | Binary::FloatLessEqual => float::binary(operator, width, left, right),
    }
}

/// The value of an extension.
pub fn extend(signed: bool, from: Width, to: Width, operand: u64) -> u64 {
    if signed { from.signed(operand) as u64 & to.mask() } else { operand }
}

/// The value of a conversion; nothing if it faults.
pub fn convert(conversion: Conversion, from: Width, to: Width, operand: u64) -> Option<u64> {
    float::convert(conversion, from, to, operand)
}

fn fitting(width: Width, value: i128) -> Option<u64> {
    let limit = 1i128 << (width.0 - 1);
    (-limit..limit).contains(&value).then_some(value as u64 & width.mask())
}

/// The simplest form that this module knows of an expression of this function.
pub fn fold(expr: Expr, function: &Function, model: DataModel) -> Expr {
    Folder { function, model }.fold(expr)
}

struct Folder<'f> {
    function: &'f Function,
    model: DataModel,
}

impl Folder<'_> {
    fn width(&self, expr: &Expr) -> Width {
        self.function.width_of(expr, self.model)
    }

    fn fold(&self, expr: Expr) -> Expr {
        match expr {
            Expr::Const(..) | Expr::Register(_) | Expr::Address(..) => expr,
            Expr::Unary(operator, operand) => self.unary(operator, self.fold(*operand)),
            Expr::Binary(operator, left, right) => self.binary(operator, self.fold(*left), self.fold(*right)),
            Expr::Extend { signed, to, operand } => self.extend(signed, to, self.fold(*operand)),
            Expr::Truncate(to, operand) => self.truncate(to, self.fold(*operand)),
            Expr::Convert { conversion, to, operand } => self.convert(conversion, to, self.fold(*operand)),
            Expr::Select(condition, yes, no) => match self.fold(*condition) {
                Expr::Const(_, 0) => self.fold(*no),
                Expr::Const(..) => self.fold(*yes),
                condition => self.select(condition, self.fold(*yes), self.fold(*no)),
            },
        }
    }

    fn unary(&self, operator: Unary, operand: Expr) -> Expr {
        match (operator, operand) {
            (_, Expr::Const(width, value)) => match unary(operator, width, value) {
                Some(value) => Expr::Const(width, value),
                None => Expr::unary(operator, Expr::Const(width, value)),
            },
            (Unary::Not, Expr::Unary(Unary::Not, inner)) | (Unary::Negate, Expr::Unary(Unary::Negate, inner)) => *inner,
            (Unary::Not, Expr::Binary(comparison, left, right)) => match opposite(comparison) {
                Some((opposite, false)) => Expr::Binary(opposite, left, right),
                Some((opposite, true)) if !(left.can_fault() && right.can_fault()) => {
                    Expr::Binary(opposite, right, left)
                }
                _ => Expr::unary(operator, Expr::Binary(comparison, left, right)),
            },
            (_, operand) => Expr::unary(operator, operand),
        }
    }

    fn binary(&self, operator: Binary, left: Expr, right: Expr) -> Expr {
        use Binary::*;
        if let (Expr::Const(width, left), Expr::Const(_, right)) = (&left, &right) {
            if let Some(value) = binary(operator, *width, *left, *right) {
                return Expr::Const(if operator.is_comparison() { Width::BOOL } else { *width }, value);
            }
        }
        match (operator, left, right) {
            // A constant goes to the right; it cannot fault, so the order does not matter. Operators that can fault keep
            // their operands as a report would show them.
            (Add | Multiply | And | Or | Xor | Equal | NotEqual, Expr::Const(w, c), right)
                if !matches!(right, Expr::Const(..)) =>
            {
                self.binary(operator, right, Expr::Const(w, c))
            }
            (Subtract, left, Expr::Const(width, value)) => {
                self.binary(Add, left, Expr::constant(width, value.wrapping_neg()))
            }
            (_, left, Expr::Const(width, value)) if operator.is_comparison() => {
                self.compare_constant(operator, left, width, value)
            }
            (_, left, Expr::Const(width, value)) => self.with_constant(operator, left, width, value),
            (_, left, right) if operator.is_comparison() => self.compare(operator, left, right),
            (_, left, right) => Expr::binary(operator, left, right),
        }
    }

    /// A right operand that is constant, and an operator that is no comparison.
    fn with_constant(&self, operator: Binary, left: Expr, width: Width, value: u64) -> Expr {
        use Binary::*;
        let ones = value == width.mask();
        let neutral = match operator {
            Add | AddSigned | Subtract | SubtractSigned | Or | Xor => value == 0,
            ShiftLeft | ShiftRight | ShiftRightSigned => value == 0,
            // One bit has no number 1 if it is a sign.
            Multiply | DivideUnsigned => value == 1,
            MultiplySigned | DivideSigned => value == 1 && width != Width::BOOL,
            And => ones,
            RemainderUnsigned | RemainderSigned | ShiftLeftSigned => false,
            Equal | NotEqual | Less | LessEqual | LessSigned | LessEqualSigned => false,
            // Not even `x + 0`: of -0 it makes 0.
            FloatAdd | FloatSubtract | FloatMultiply | FloatDivide | FloatRemainder | FloatEqual | FloatLess
            | FloatLessEqual => false,
        };
        if neutral {
            return left;
        }
        let absorbing = matches!(operator, Multiply | MultiplySigned | And) && value == 0 || operator == Or && ones;
        if absorbing && !left.can_fault() {
            return Expr::Const(width, value);
        }
        match (operator, left) {
            (Add, Expr::Address(base, offset)) => Expr::Address(base, offset.wrapping_add(width.signed(value))),
            (Add, Expr::Binary(Add, inner, constant)) if matches!(*constant, Expr::Const(..)) => {
                let sum = self.binary(Add, *constant, Expr::Const(width, value));
                self.binary(Add, *inner, sum)
            }
            (Xor, left) if ones => self.unary(Unary::Not, left),
            (_, left) => Expr::binary(operator, left, Expr::Const(width, value)),
        }
    }

    fn compare_constant(&self, operator: Binary, left: Expr, width: Width, value: u64) -> Expr {
        use Binary::*;
        let is_equality = matches!(operator, Equal | NotEqual);
        match left {
            left if is_equality && width == Width::BOOL => {
                if (operator == NotEqual) == (value == 0) {
                    left
                } else {
                    self.unary(Unary::Not, left)
                }
            }
            Expr::Extend { signed, to, operand } if is_equality => {
                let narrow = self.width(&operand);
                if extend(signed, narrow, to, value & narrow.mask()) == value {
                    self.binary(operator, *operand, Expr::constant(narrow, value))
                } else if operand.can_fault() {
                    let operand = Expr::Extend { signed, to, operand };
                    Expr::binary(operator, operand, Expr::Const(width, value))
                } else {
                    Expr::constant(Width::BOOL, u64::from(operator == NotEqual))
                }
            }
            Expr::Select(condition, yes, no) if matches!((&*yes, &*no), (Expr::Const(..), Expr::Const(..))) => {
                let yes = self.binary(operator, *yes, Expr::Const(width, value));
                let no = self.binary(operator, *no, Expr::Const(width, value));
                self.select(*condition, yes, no)
            }
            // The address of an object is not null, as long as the offset does not leave its range.
            Expr::Address(_, offset) if is_equality && value == 0 && self.is_small(offset) => {
                Expr::constant(Width::BOOL, u64::from(operator == NotEqual))
            }
            left => Expr::binary(operator, left, Expr::Const(width, value)),
        }
    }

    fn is_small(&self, offset: i64) -> bool {
        offset.unsigned_abs() < self.model.max_object_size()
    }

    fn compare(&self, operator: Binary, left: Expr, right: Expr) -> Expr {
        use Binary::*;
        match (left, right) {
            (Expr::Address(left, first), Expr::Address(right, second))
                if left == right && matches!(operator, Equal | NotEqual) =>
            {
                let width = Width(self.model.pointer_bits());
                let equal = (first as u64 & width.mask()) == (second as u64 & width.mask());
                Expr::constant(Width::BOOL, u64::from(equal == (operator == Equal)))
            }
            // Both extensions keep the order that they were made for, and that by sign keeps the unsigned one, too.
            (
                Expr::Extend { signed: left_signed, operand: left, .. },
                Expr::Extend { signed: right_signed, operand: right, .. },
            ) if !operator.is_float() && left_signed == right_signed && self.width(&left) == self.width(&right) => {
                let operator = match operator {
                    LessSigned if !left_signed => Less,
                    LessEqualSigned if !left_signed => LessEqual,
                    _ => operator,
                };
                self.binary(operator, *left, *right)
            }
            (left, right) => Expr::binary(operator, left, right),
        }
    }

    fn extend(&self, signed: bool, to: Width, operand: Expr) -> Expr {
        match operand {
            Expr::Const(from, value) => Expr::Const(to, extend(signed, from, to, value)),
            // What zeros were put before is not negative.
            Expr::Extend { signed: false, operand, .. } => Expr::Extend { signed: false, to, operand },
            Expr::Extend { signed: true, operand, .. } if signed => Expr::Extend { signed, to, operand },
            operand => Expr::Extend { signed, to, operand: Box::new(operand) },
        }
    }

    fn truncate(&self, to: Width, operand: Expr) -> Expr {
        match operand {
            Expr::Const(_, value) => Expr::constant(to, value),
            Expr::Truncate(_, operand) => self.truncate(to, *operand),
            Expr::Extend { signed, operand, .. } => match self.width(&operand) {
                from if from == to => *operand,
                from if from < to => Expr::Extend { signed, to, operand },
                _ => self.truncate(to, *operand),
            },
            operand => Expr::Truncate(to, Box::new(operand)),
        }
    }

    fn convert(&self, conversion: Conversion, to: Width, operand: Expr) -> Expr {
        if let Expr::Const(from, value) = operand {
            if let Some(value) = convert(conversion, from, to, value) {
                return Expr::Const(to, value);
            }
        }
        Expr::Convert { conversion, to, operand: Box::new(operand) }
    }

    fn select(&self, condition: Expr, yes: Expr, no: Expr) -> Expr {
        if yes == no && !condition.can_fault() {
            return yes;
        }
        match (&yes, &no) {
            (Expr::Const(Width::BOOL, 1), Expr::Const(_, 0)) => condition,
            (Expr::Const(Width::BOOL, 0), Expr::Const(_, 1)) => self.unary(Unary::Not, condition),
            (Expr::Const(Width::BOOL, 1), _) if !no.can_fault() => Expr::binary(Binary::Or, condition, no),
            (_, Expr::Const(Width::BOOL, 0)) if !yes.can_fault() => Expr::binary(Binary::And, condition, yes),
            _ => Expr::Select(Box::new(condition), Box::new(yes), Box::new(no)),
        }
    }
}

/// The comparison that holds exactly if this one does not, and whether its operands are swapped.
fn opposite(comparison: Binary) -> Option<(Binary, bool)> {
    match comparison {
        Binary::Equal => Some((Binary::NotEqual, false)),
        Binary::NotEqual => Some((Binary::Equal, false)),
        Binary::Less => Some((Binary::LessEqual, true)),
        Binary::LessEqual => Some((Binary::Less, true)),
        Binary::LessSigned => Some((Binary::LessEqualSigned, true)),
        Binary::LessEqualSigned => Some((Binary::LessSigned, true)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::simplify;
    use super::super::testing::main;
    use super::*;
    use crate::text::print;

    /// What a value that is stored becomes. `%c` has 8 bits, `%i` 32, `%p` 64 and `%b` one.
    #[track_caller]
    fn assert_folds(expr: &str, size: u8, expected: &str) {
        let mut program = main(&format!(
            "reg %c : i8 reg %i : i32 reg %p : i64 reg %b : u1 slot $s : [4 x i32] escapes
             l0 -> l1: %c = load.1 [&@x] na  l1 -> l2: %i = load.4 [&@x] na  l2 -> l3: %p = load.8 [&@p] na
             l3 -> l4: %b = choose 0 to 1  l4 -> l5: store.{size} [&@y] {expr} na  l5: return"
        ));
        simplify(&mut program);
        let text = print(&program);
        let store = text.lines().find_map(|it| it.split_once(&format!("store.{size} [&@y] "))).unwrap().1;
        assert_eq!(store, format!("{expected} na"));
    }

    #[test]
    fn conversions_of_c_vanish() {
        assert_folds("(zext i8 (ne (zext i32 (eq (sext i32 %c) 97)) 0))", 1, "(zext i8 (eq %c 97))");
        assert_folds("(zext i8 (eq (zext i32 %c) 256))", 1, "0");
        assert_folds("(zext i8 (slt (sext i32 %c) (sext i32 (not %c))))", 1, "(zext i8 (slt %c (not %c)))");
        assert_folds("(zext i8 (slt (zext i32 %c) (zext i32 (not %c))))", 1, "(zext i8 (ult %c (not %c)))");
        assert_folds("(trunc i8 (sext i32 %c))", 1, "%c");
        assert_folds("(trunc i32 (sext i64 %c))", 4, "(sext i32 %c)");
        assert_folds("(zext i32 (ne (select (slt %i 1) 1:i8 0) 0))", 4, "(zext i32 (slt %i 1))");
        assert_folds("(zext i32 (not (eq (zext i32 %b) 0)))", 4, "(zext i32 %b)");
        assert_folds("(zext i32 (not (slt %i 5)))", 4, "(zext i32 (sle 5:i32 %i))");
    }

    #[test]
    fn addresses_are_added_up() {
        assert_folds("(add (add (add &$s 4) 8) -4)", 8, "&$s+8");
        assert_folds("(sub (add %p 12) 4)", 8, "(add %p 8)");
        assert_folds("(zext i32 (eq &$s 0))", 4, "0");
        assert_folds("(zext i32 (ne &@x+4 &@x))", 4, "1");
        assert_folds("(add &$s (mul (sext i64 3:i32) 4))", 8, "&$s+12");
    }

    #[test]
    fn faults_stay() {
        assert_folds("(divs 1 0)", 4, "(divs 1 0)");
        assert_folds("(adds 2147483647 1)", 4, "(adds 2147483647 1)");
        assert_folds("(mul (divs 1 %i) 0)", 4, "(mul (divs 1 %i) 0)");
        assert_folds("(shl %i 32)", 4, "(shl %i 32)");
        assert_folds("(select true 1 (divs 1 0))", 4, "1");
        assert_folds("(mul %i 0)", 4, "0");
    }

    #[test]
    fn operators_mean_what_they_say_at_the_ends_of_their_range() {
        let width = Width(8);
        assert_eq!(unary(Unary::NegateSigned, width, 0x80), None);
        assert_eq!(unary(Unary::Negate, width, 0x80), Some(0x80));
        assert_eq!(binary(Binary::AddSigned, width, 0x7f, 1), None);
        assert_eq!(binary(Binary::AddSigned, width, 0xff, 1), Some(0));
        assert_eq!(binary(Binary::SubtractSigned, width, 0x80, 1), None);
        assert_eq!(binary(Binary::MultiplySigned, width, 0x40, 0xfe), Some(0x80));
        assert_eq!(binary(Binary::MultiplySigned, width, 0x40, 2), None);
        assert_eq!(binary(Binary::DivideSigned, width, 0x80, 0xff), None);
        assert_eq!(binary(Binary::DivideSigned, width, 0xf9, 2), Some(0xfd));
        assert_eq!(binary(Binary::RemainderSigned, width, 0x80, 0xff), None);
        assert_eq!(binary(Binary::RemainderSigned, width, 0xf9, 2), Some(0xff));
        assert_eq!(binary(Binary::RemainderUnsigned, width, 1, 0), None);
        assert_eq!(binary(Binary::ShiftLeft, width, 0xff, 7), Some(0x80));
        assert_eq!(binary(Binary::ShiftLeft, width, 1, 8), None);
        assert_eq!(binary(Binary::ShiftLeftSigned, width, 1, 6), Some(0x40));
        assert_eq!(binary(Binary::ShiftLeftSigned, width, 1, 7), None);
        assert_eq!(binary(Binary::ShiftLeftSigned, width, 0xff, 1), None);
        assert_eq!(binary(Binary::ShiftRightSigned, width, 0x80, 7), Some(0xff));
        assert_eq!(binary(Binary::ShiftRight, width, 0x80, 7), Some(1));
        let wide = Width(64);
        assert_eq!(binary(Binary::MultiplySigned, wide, i64::MIN as u64, u64::MAX), None);
        assert_eq!(binary(Binary::DivideSigned, wide, i64::MIN as u64, u64::MAX), None);
        assert_eq!(binary(Binary::ShiftLeftSigned, wide, 1, 63), None);
    }
}
