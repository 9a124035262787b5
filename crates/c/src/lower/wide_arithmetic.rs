//! Arithmetic on numbers of 128 bits, by words.

use super::function::Body;
use super::wide::{Number, WORD, Wide, word};
use crate::tree::{BinaryOp, Type};
use ir::{Binary, Conversion, Expr, Width};
use source::Span;

const SIGN: u64 = 1 << 63;

/// What a division gives.
struct Divided {
    quotient: Wide,
    remainder: Wide,
}

impl Body<'_, '_, '_> {
    /// An operator that is no comparison. The right operand is of the same type, or the distance of a shift.
    pub(super) fn wide_arithmetic(
        &mut self,
        op: BinaryOp,
        left: Wide,
        signed: bool,
        right: Number,
        right_type: &Type,
        span: Span,
    ) -> Wide {
        let right = match (op, right) {
            (BinaryOp::ShiftLeft | BinaryOp::ShiftRight, right) => {
                let by = self.shift_distance(right, right_type);
                let by = self.kept_word(by, span);
                let fits = self.automaton.binary(Binary::Less, by.clone(), word(128));
                self.bad_shift_unless(fits, span);
                return match op {
                    BinaryOp::ShiftLeft => self.wide_shifted_left(left, by, signed, span),
                    _ => self.wide_shifted_right(left, by, signed, span),
                };
            }
            (_, Number::Wide(right)) => right,
            (_, Number::Narrow(_)) => unreachable!("sema: both operands have the same type"),
        };
        match op {
            BinaryOp::Add => self.wide_sum(left, right, signed, span),
            BinaryOp::Subtract => self.wide_difference(left, right, signed, span),
            BinaryOp::Multiply if signed => self.wide_product_signed(left, right, span),
            BinaryOp::Multiply => self.wide_product(left, right, span),
            BinaryOp::Divide => self.wide_division(left, right, signed, span).quotient,
            BinaryOp::Remainder => self.wide_division(left, right, signed, span).remainder,
            BinaryOp::And => self.bitwise(Binary::And, left, right, span),
            BinaryOp::Or => self.bitwise(Binary::Or, left, right, span),
            BinaryOp::Xor => self.bitwise(Binary::Xor, left, right, span),
            BinaryOp::ShiftLeft
            | BinaryOp::ShiftRight
            | BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterEqual
            | BinaryOp::Equal
            | BinaryOp::NotEqual => unreachable!("shifts are done, a comparison is a condition"),
        }
    }

    fn bitwise(&mut self, operator: Binary, a: Wide, b: Wide, span: Span) -> Wide {
        let low = self.automaton.binary(operator, a.low, b.low);
        let high = self.automaton.binary(operator, a.high, b.high);
        self.kept_wide(low, high, span)
    }

    /// An operator on words.
    fn op(&self, operator: Binary, a: &Expr, b: &Expr) -> Expr {
        self.automaton.binary(operator, a.clone(), b.clone())
    }

    fn is_negative(&self, high: &Expr) -> Expr {
        self.automaton.binary(Binary::LessSigned, high.clone(), word(0))
    }

    pub(super) fn wide_sum(&mut self, a: Wide, b: Wide, signed: bool, span: Span) -> Wide {
        let low = self.op(Binary::Add, &a.low, &b.low);
        let low = self.kept_word(low, span);
        let carry = self.as_word(self.op(Binary::Less, &low, &a.low));
        let high = self.automaton.binary(Binary::Add, self.op(Binary::Add, &a.high, &b.high), carry);
        let sum = self.kept_wide(low, high, span);
        if signed {
            // Both have the sign that the sum has not.
            let (x, y) = (self.op(Binary::Xor, &a.high, &sum.high), self.op(Binary::Xor, &b.high, &sum.high));
            let overflows = self.is_negative(&self.op(Binary::And, &x, &y));
            self.overflow_if(overflows, span);
        }
        sum
    }

    pub(super) fn wide_difference(&mut self, a: Wide, b: Wide, signed: bool, span: Span) -> Wide {
        let low = self.op(Binary::Subtract, &a.low, &b.low);
        let borrow = self.as_word(self.op(Binary::Less, &a.low, &b.low));
        let high = self.automaton.binary(Binary::Subtract, self.op(Binary::Subtract, &a.high, &b.high), borrow);
        let difference = self.kept_wide(low, high, span);
        if signed {
            // They have different signs, and the result that of the second.
            let x = self.op(Binary::Xor, &a.high, &b.high);
            let y = self.op(Binary::Xor, &a.high, &difference.high);
            let overflows = self.is_negative(&self.op(Binary::And, &x, &y));
            self.overflow_if(overflows, span);
        }
        difference
    }

    /// The full product of two words, by halves of them.
    fn full_product(&mut self, a: &Expr, b: &Expr, span: Span) -> Wide {
        let (half, mask) = (word(32), word(0xffff_ffff));
        let bottom = |it: &Self, x: &Expr| it.op(Binary::And, x, &mask);
        let top = |it: &Self, x: &Expr| it.op(Binary::ShiftRight, x, &half);
        let parts = [bottom(self, a), top(self, a), bottom(self, b), top(self, b)];
        let [a0, a1, b0, b1] = parts.map(|it| self.kept_word(it, span));
        let products = [(&a0, &b0), (&a0, &b1), (&a1, &b0), (&a1, &b1)];
        let [p00, p01, p10, p11] = products.map(|(x, y)| {
            let product = self.op(Binary::Multiply, x, y);
            self.kept_word(product, span)
        });
        let middle = self.op(Binary::Add, &top(self, &p00), &bottom(self, &p01));
        let middle = self.op(Binary::Add, &middle, &bottom(self, &p10));
        let middle = self.kept_word(middle, span);
        let high = self.op(Binary::Add, &p11, &top(self, &p01));
        let high = self.op(Binary::Add, &high, &top(self, &p10));
        let high = self.op(Binary::Add, &high, &top(self, &middle));
        let low = self.op(Binary::Multiply, a, b);
        self.kept_wide(low, high, span)
    }

    fn wide_product(&mut self, a: Wide, b: Wide, span: Span) -> Wide {
        let lows = self.full_product(&a.low, &b.low, span);
        let cross = self.op(
            Binary::Add,
            &self.op(Binary::Multiply, &a.low, &b.high),
            &self.op(Binary::Multiply, &a.high, &b.low),
        );
        let high = self.op(Binary::Add, &lows.high, &cross);
        self.kept_wide(lows.low, high, span)
    }

    /// By magnitudes, of which it is seen whether their product fits.
    fn wide_product_signed(&mut self, a: Wide, b: Wide, span: Span) -> Wide {
        let negative = self.is_negative(&self.op(Binary::Xor, &a.high, &b.high));
        let (a, b) = (self.magnitude(a, span), self.magnitude(b, span));
        let lows = self.full_product(&a.low, &b.low, span);
        let first = self.full_product(&a.low, &b.high, span);
        let second = self.full_product(&a.high, &b.low, span);
        let zero = word(0);
        let high = self.op(Binary::Add, &lows.high, &first.low);
        let high = self.kept_word(high, span);
        let carries = self.op(Binary::Less, &high, &lows.high);
        let whole = self.op(Binary::Add, &high, &second.low);
        let whole = self.kept_word(whole, span);
        let carries_again = self.op(Binary::Less, &whole, &high);
        let is_some = |it: &Self, x: &Expr| it.op(Binary::NotEqual, x, &zero);
        let both_high = self.automaton.and(is_some(self, &a.high), is_some(self, &b.high));
        let mut overflows = both_high;
        for more in [is_some(self, &first.high), is_some(self, &second.high), carries, carries_again] {
            overflows = self.automaton.or(overflows, more);
        }
        // The largest magnitude is that of the smallest number.
        let reaches_sign = self.is_negative(&whole);
        let is_smallest = self.automaton.and(
            negative.clone(),
            self.automaton.and(self.op(Binary::Equal, &whole, &word(SIGN)), self.op(Binary::Equal, &lows.low, &zero)),
        );
        let too_large = self.automaton.and(reaches_sign, self.automaton.not(is_smallest));
        let overflows = self.automaton.or(overflows, too_large);
        self.overflow_if(overflows, span);
        let product = Wide { low: lows.low, high: whole };
        self.negated_if(negative, product, span)
    }

    /// The number without its sign.
    fn magnitude(&mut self, value: Wide, span: Span) -> Wide {
        let negative = self.is_negative(&value.high);
        self.negated_if(negative, value, span)
    }

    /// The number, or what it is subtracted from 0, which wraps around.
    fn negated_if(&mut self, condition: Expr, value: Wide, span: Span) -> Wide {
        let condition = self.automaton.stable(condition, false, span);
        let negated = self.wide_difference(Wide { low: word(0), high: word(0) }, value.clone(), false, span);
        let low = self.automaton.select(condition.clone(), negated.low, value.low);
        let high = self.automaton.select(condition, negated.high, value.high);
        self.kept_wide(low, high, span)
    }

    fn wide_division(&mut self, a: Wide, b: Wide, signed: bool, span: Span) -> Divided {
        let is_some = self.wide_truth(b.clone());
        let divisor = self.as_word(is_some);
        let check = self.automaton.binary(Binary::DivideUnsigned, word(1), divisor);
        self.automaton.discard(check, span);
        if !signed {
            return self.unsigned_division(a, b, span);
        }
        let is = |it: &Self, value: &Wide, low: u64, high: u64| {
            it.automaton
                .and(it.op(Binary::Equal, &value.low, &word(low)), it.op(Binary::Equal, &value.high, &word(high)))
        };
        let overflows = self.automaton.and(is(self, &a, 0, SIGN), is(self, &b, u64::MAX, u64::MAX));
        self.overflow_if(overflows, span);
        let negative = self.is_negative(&self.op(Binary::Xor, &a.high, &b.high));
        let remainder_negative = self.is_negative(&a.high);
        let (a, b) = (self.magnitude(a, span), self.magnitude(b, span));
        let Divided { quotient, remainder } = self.unsigned_division(a, b, span);
        let quotient = self.negated_if(negative, quotient, span);
        let remainder = self.negated_if(remainder_negative, remainder, span);
        Divided { quotient, remainder }
    }

    /// Words by the operator on words, else one bit of the quotient after the other. The divisor is not 0.
    fn unsigned_division(&mut self, a: Wide, b: Wide, span: Span) -> Divided {
        let names = [(); 5].map(|()| self.automaton.temporary(WORD, false));
        let [low, high, rest_low, rest_high, round] = names;
        let (l, h, rl, rh) = (low, high, rest_low, rest_high);
        let get = Expr::Register;
        let at = [(); 5].map(|()| self.automaton.location());
        let [short, long, head, inside, end] = at;
        let highs = self.automaton.binary(Binary::Or, a.high.clone(), b.high.clone());
        let is_short = self.automaton.binary(Binary::Equal, highs, word(0));
        self.automaton.branch(is_short, short, long, span);

        self.automaton.start_at(short);
        self.automaton.assign(l, self.op(Binary::DivideUnsigned, &a.low, &b.low), span);
        self.automaton.assign(h, word(0), span);
        self.automaton.assign(rl, self.op(Binary::RemainderUnsigned, &a.low, &b.low), span);
        self.automaton.assign(rh, word(0), span);
        self.automaton.jump(end, span);

        // The dividend moves out to the left and into the rest, the quotient comes in from the right.
        self.automaton.start_at(long);
        self.automaton.emit(ir::Action::Assign(l, a.low), span);
        self.automaton.emit(ir::Action::Assign(h, a.high), span);
        self.automaton.assign(rl, word(0), span);
        self.automaton.assign(rh, word(0), span);
        self.automaton.assign(round, word(0), span);
        self.automaton.jump_and_start_at(head, span);
        self.automaton.branch(self.op(Binary::Less, &get(round), &word(128)), inside, end, span);

        self.automaton.start_at(inside);
        let top = |it: &Self, x: &Expr| it.op(Binary::ShiftRight, x, &word(63));
        let up = |it: &Self, x: &Expr, y: &Expr| it.op(Binary::Or, &it.op(Binary::ShiftLeft, x, &word(1)), &top(it, y));
        let carry = self.automaton.truth(top(self, &get(rh)));
        let carry = self.automaton.stable(carry, false, span);
        self.automaton.assign(rh, up(self, &get(rh), &get(rl)), span);
        self.automaton.assign(rl, up(self, &get(rl), &get(h)), span);
        self.automaton.assign(h, up(self, &get(h), &get(l)), span);
        self.automaton.assign(l, self.op(Binary::ShiftLeft, &get(l), &word(1)), span);
        let rest = Wide { low: get(rl), high: get(rh) };
        let fits = self.wide_comparison(BinaryOp::LessEqual, b.clone(), rest.clone(), false);
        let fits = self.automaton.or(carry, fits);
        let fits = self.automaton.stable(fits, false, span);
        let less = self.wide_difference(rest, b, false, span);
        self.automaton.assign(rl, self.automaton.select(fits.clone(), less.low, get(rl)), span);
        self.automaton.assign(rh, self.automaton.select(fits.clone(), less.high, get(rh)), span);
        let bit = self.as_word(fits);
        self.automaton.assign(l, self.op(Binary::Or, &get(l), &bit), span);
        self.automaton.assign(round, self.op(Binary::Add, &get(round), &word(1)), span);
        self.automaton.jump(head, span);

        self.automaton.start_at(end);
        let quotient = Wide { low: get(l), high: get(h) };
        let remainder = Wide { low: get(rl), high: get(rh) };
        Divided { quotient, remainder }
    }

    /// One of three: by nothing, by less than a word, by a word or more. `by` is below 128.
    fn by_distance(&self, by: &Expr, none: Expr, less: Expr, more: Expr) -> Expr {
        let is_none = self.op(Binary::Equal, by, &word(0));
        let is_less = self.op(Binary::Less, by, &word(64));
        self.automaton.select(is_none, none, self.automaton.select(is_less, less, more))
    }

    fn wide_shifted_left(&mut self, a: Wide, by: Expr, signed: bool, span: Span) -> Wide {
        let back = self.automaton.binary(Binary::Subtract, word(64), by.clone());
        let over = self.op(Binary::Subtract, &by, &word(64));
        let carried = self.op(Binary::ShiftRight, &a.low, &back);
        let joined = self.op(Binary::Or, &self.op(Binary::ShiftLeft, &a.high, &by), &carried);
        let high = self.by_distance(&by, a.high.clone(), joined, self.op(Binary::ShiftLeft, &a.low, &over));
        let low = self.by_distance(&by, a.low.clone(), self.op(Binary::ShiftLeft, &a.low, &by), word(0));
        let shifted = self.kept_wide(low, high, span);
        if signed {
            let back = self.wide_shifted_right(shifted.clone(), by, true, span);
            let negative = self.is_negative(&a.high);
            let changed = self.wide_comparison(BinaryOp::NotEqual, back, a, true);
            let overflows = self.automaton.or(negative, changed);
            self.overflow_if(overflows, span);
        }
        shifted
    }

    fn wide_shifted_right(&mut self, a: Wide, by: Expr, signed: bool, span: Span) -> Wide {
        let right = if signed { Binary::ShiftRightSigned } else { Binary::ShiftRight };
        let back = self.automaton.binary(Binary::Subtract, word(64), by.clone());
        let over = self.op(Binary::Subtract, &by, &word(64));
        let carried = self.op(Binary::ShiftLeft, &a.high, &back);
        let joined = self.op(Binary::Or, &self.op(Binary::ShiftRight, &a.low, &by), &carried);
        let low = self.by_distance(&by, a.low.clone(), joined, self.op(right, &a.high, &over));
        let filled = if signed { self.op(right, &a.high, &word(63)) } else { word(0) };
        let high = self.by_distance(&by, a.high.clone(), self.op(right, &a.high, &by), filled);
        self.kept_wide(low, high, span)
    }

    /// The floating-point number nearest to a number: 64 bits from the first one on, the last of which also stands for
    /// all that follow, are more than any mantissa has, so that they round in the same way.
    pub(super) fn wide_to_float(&mut self, value: Wide, signed: bool, width: Width, span: Span) -> Expr {
        let negative = if signed { self.is_negative(&value.high) } else { Expr::FALSE };
        let negative = self.automaton.stable(negative, false, span);
        let Wide { mut low, mut high } = if signed { self.magnitude(value, span) } else { value };
        let is_short = self.automaton.binary(Binary::Equal, high.clone(), word(0));
        let is_short = self.automaton.stable(is_short, false, span);
        let mut moved = self.automaton.select(is_short.clone(), word(64), word(0));
        high = self.automaton.select(is_short.clone(), low.clone(), high);
        low = self.automaton.select(is_short, word(0), low);
        for step in [32u64, 16, 8, 4, 2, 1] {
            let kept = self.kept_wide(low, high, span);
            let first = self.op(Binary::ShiftRight, &kept.high, &word(64 - step));
            let is_small = self.automaton.binary(Binary::Equal, first, word(0));
            let is_small = self.automaton.stable(is_small, false, span);
            let joined = self.op(
                Binary::Or,
                &self.op(Binary::ShiftLeft, &kept.high, &word(step)),
                &self.op(Binary::ShiftRight, &kept.low, &word(64 - step)),
            );
            let shifted = self.op(Binary::ShiftLeft, &kept.low, &word(step));
            high = self.automaton.select(is_small.clone(), joined, kept.high);
            low = self.automaton.select(is_small.clone(), shifted, kept.low);
            let more = self.automaton.select(is_small, word(step), word(0));
            moved = self.automaton.binary(Binary::Add, moved, more);
            moved = self.kept_word(moved, span);
        }
        let rest = self.as_word(self.automaton.truth(low));
        let digits = self.automaton.binary(Binary::Or, high, rest);
        let number = self.float(Conversion::UnsignedToFloat, width, digits);
        // 2 to the number of bits that follow, by its exponent.
        let (bias, mantissa) = if width == WORD { (1023, 52) } else { (127, 23) };
        let exponent = self.automaton.binary(Binary::Subtract, word(bias + 64), moved);
        let exponent = self.automaton.resize(exponent, width, false);
        let scale = self.automaton.binary(Binary::ShiftLeft, exponent, Expr::Const(width, mantissa));
        let number = self.automaton.binary(Binary::FloatMultiply, number, scale);
        let number = self.automaton.stable(number, ir::Kind::Float, span);
        let other = self.automaton.float_negated(number.clone());
        self.automaton.select(negative, other, number)
    }

    fn float(&self, conversion: Conversion, to: Width, operand: Expr) -> Expr {
        self.automaton.folded(Expr::Convert { conversion, to, operand: Box::new(operand) })
    }

    /// A floating-point number without its fraction; one that does not fit is a bad conversion. Scaling by 2 to the 64
    /// is exact, and so is what is left when the higher word is taken away.
    pub(super) fn float_to_wide(&mut self, value: Expr, signed: bool, span: Span) -> Wide {
        let width = self.automaton.width_of(&value);
        let number = |value: f64| Expr::Const(width, ir::float::bits(width, value));
        let (down, up) = (number(2f64.powi(-64)), number(2f64.powi(64)));
        let whole = self.automaton.unary(ir::Unary::FloatTruncate, value);
        let whole = self.automaton.stable(whole, ir::Kind::Float, span);
        let negative = self.automaton.binary(Binary::FloatLess, whole.clone(), number(0.0));
        let negative = self.automaton.stable(negative, false, span);
        let check = if signed {
            self.float(Conversion::FloatToSigned, WORD, self.op(Binary::FloatMultiply, &whole, &down))
        } else {
            let below = self.automaton.select(negative.clone(), whole.clone(), number(0.0));
            self.float(Conversion::FloatToUnsigned, WORD, below)
        };
        self.automaton.discard(check, span);
        let size = self.automaton.float_negated(whole.clone());
        let size = self.automaton.select(negative.clone(), size, whole);
        let size = self.automaton.stable(size, ir::Kind::Float, span);
        let high = self.float(Conversion::FloatToUnsigned, WORD, self.op(Binary::FloatMultiply, &size, &down));
        let high = self.kept_word(high, span);
        let above = self.float(Conversion::UnsignedToFloat, width, high.clone());
        let above = self.automaton.binary(Binary::FloatMultiply, above, up);
        let low = self.float(Conversion::FloatToUnsigned, WORD, self.op(Binary::FloatSubtract, &size, &above));
        let magnitude = self.kept_wide(low, high, span);
        if signed { self.negated_if(negative, magnitude, span) } else { magnitude }
    }
}
