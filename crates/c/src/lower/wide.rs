//! `__int128`: registers have 64 bits, so such a number is two of them, and an object of that type is an aggregate of
//! two words. Its operators are put together from those on words; what C leaves undefined is the same fault as on
//! narrower numbers.

use super::bits::ALIGNED;
use super::function::{Body, Place};
use super::places::order;
use super::{floats, shapes};
use crate::tree::{BinaryOp, Expr, ExprKind, Type, UnaryOp};
use ir::{Binary, Bytes, Kind, Operation, Order, Unary, Update, Width};
use source::Span;

/// The width of each half.
pub(super) const WORD: Width = Width(64);
/// The size of each half.
pub(super) const WORD_SIZE: Bytes = Bytes(8);

/// A number of 128 bits, in registers and constants: nothing that follows changes it.
#[derive(Clone)]
pub(super) struct Wide {
    pub low: ir::Expr,
    pub high: ir::Expr,
}

/// A number of some type.
#[derive(Clone)]
pub(super) enum Number {
    Narrow(ir::Expr),
    Wide(Wide),
}

/// Whether a type is one of 128 bits.
pub(super) fn is_wide(ty: &Type) -> bool {
    matches!(shapes::strip_atomic(ty), Type::Int { bits: 128, .. })
}

/// A word.
pub(super) fn word(value: u64) -> ir::Expr {
    ir::Expr::Const(WORD, value)
}

impl<'u> Body<'u, '_, '_> {
    /// The value of an expression of 128 bits.
    pub(super) fn wide(&mut self, expr: &'u Expr) -> Wide {
        self.deeper(|body| body.wide_inner(expr))
    }

    fn wide_inner(&mut self, expr: &'u Expr) -> Wide {
        let signed = shapes::is_signed(&expr.ty);
        match &expr.kind {
            ExprKind::Constant(value) => Wide { low: word(*value), high: word(0) },
            ExprKind::Unary(UnaryOp::Complement, operand) => {
                let value = self.wide(operand);
                self.each(value, expr.span, |body, it| body.automaton.unary(Unary::Not, it))
            }
            ExprKind::Unary(UnaryOp::Negate, operand) => {
                let value = self.wide(operand);
                let zero = Wide { low: word(0), high: word(0) };
                self.wide_difference(zero, value, signed, expr.span)
            }
            ExprKind::Unary(UnaryOp::Not, _) => unreachable!("`!` gives an int"),
            ExprKind::Binary(op, left, right) => {
                let a = self.wide(left);
                let b = self.number(right);
                self.wide_arithmetic(*op, a, signed, b, &right.ty, expr.span)
            }
            ExprKind::Convert(operand) => {
                let value = self.number(operand);
                self.widened(value, &operand.ty, &expr.ty, expr.span)
            }
            ExprKind::Increment { target, by, postfix } => {
                let place = self.repeatable_place(target);
                let Place::Memory(address) = place else { unreachable!("an aggregate is in memory") };
                let one = Wide { low: word(1), high: word(0) };
                if order(&target.ty) != Order::NonAtomic {
                    let update = if *by < 0 { Update::Subtract } else { Update::Add };
                    self.require_aligned(&address, &target.ty, expr.span);
                    let old = self.pair_update(&address, update, &one, Order::SequentiallyConsistent, expr.span);
                    return if *postfix { old } else { self.pair_updated(update, &old, &one, expr.span) };
                }
                let old = self.wide_load(address.clone(), self.alignment(target), target.span);
                let new = if *by < 0 {
                    self.wide_difference(old.clone(), one, signed, expr.span)
                } else {
                    self.wide_sum(old.clone(), one, signed, expr.span)
                };
                self.wide_store(address, self.alignment(target), &new, expr.span);
                if *postfix { old } else { new }
            }
            ExprKind::AssignOp { target, op, value, computation } => {
                match self.wide_assign_op(target, *op, value, computation, expr.span) {
                    Number::Wide(new) => new,
                    Number::Narrow(_) => unreachable!("the target has 128 bits"),
                }
            }
            ExprKind::Assign(target, value) => {
                if let Some(copy) = self.assign_whole(target, value, expr.span) {
                    return self.wide_load(copy, ALIGNED, expr.span);
                }
                let address = self.address(target);
                let address = self.automaton.cheap(address, false, expr.span);
                let value = self.wide(value);
                self.wide_store(address, self.alignment(target), &value, expr.span);
                value
            }
            // What has a place, or is given one.
            ExprKind::Load(_)
            | ExprKind::Variable(_)
            | ExprKind::Dereference(_)
            | ExprKind::Member(..)
            | ExprKind::BitField(..)
            | ExprKind::Watched(..)
            | ExprKind::CompoundLiteral(..)
            | ExprKind::Conditional(..)
            | ExprKind::Comma(..)
            | ExprKind::Call { .. }
            | ExprKind::Statements(..)
            | ExprKind::Builtin(..)
            | ExprKind::String(_)
            | ExprKind::Function(_)
            | ExprKind::AddressOf(_)
            | ExprKind::Decay(_)
            | ExprKind::PointerAdd { .. }
            | ExprKind::PointerDifference { .. }
            | ExprKind::LogicalAnd(..)
            | ExprKind::LogicalOr(..) => {
                let address = self.address(expr);
                self.wide_load(address, self.alignment(expr), expr.span)
            }
        }
    }

    /// The value of an expression, in which of both forms its type has.
    pub(super) fn number(&mut self, expr: &'u Expr) -> Number {
        if is_wide(&expr.ty) { Number::Wide(self.wide(expr)) } else { Number::Narrow(self.value(expr)) }
    }

    /// Whether a value of 128 bits is computed, so that it has no place yet.
    pub(super) fn is_computed_wide(&self, expr: &Expr) -> bool {
        is_wide(&expr.ty)
            && matches!(
                expr.kind,
                ExprKind::Constant(_)
                    | ExprKind::Unary(..)
                    | ExprKind::Binary(..)
                    | ExprKind::Convert(_)
                    | ExprKind::Increment { .. }
                    | ExprKind::AssignOp { .. }
            )
    }

    /// Gives a computed value a place.
    pub(super) fn wide_place(&mut self, expr: &'u Expr) -> ir::Expr {
        let value = self.wide(expr);
        let address = self.scratch("wide", &expr.ty, expr.span);
        self.wide_store(address.clone(), ALIGNED, &value, expr.span);
        address
    }

    /// Reads a number at an address with this alignment.
    pub(super) fn wide_load(&mut self, address: ir::Expr, align: u32, span: Span) -> Wide {
        let address = self.automaton.cheap(address, false, span);
        let low = self.load_aligned(&address, WORD_SIZE, Kind::Unsigned, align, span);
        let high = self.offset(address, 8);
        let high = self.load_aligned(&high, WORD_SIZE, Kind::Unsigned, align, span);
        Wide { low, high }
    }

    /// Writes a number to an address with this alignment.
    pub(super) fn wide_store(&mut self, address: ir::Expr, align: u32, value: &Wide, span: Span) {
        let address = self.automaton.cheap(address, false, span);
        self.store_aligned(&address, value.low.clone(), WORD_SIZE, align, span);
        let high = self.offset(address, 8);
        self.store_aligned(&high, value.high.clone(), WORD_SIZE, align, span);
    }

    /// Both halves computed from those of another number.
    pub(super) fn each(&mut self, it: Wide, span: Span, half: impl Fn(&Self, ir::Expr) -> ir::Expr) -> Wide {
        let (low, high) = (half(self, it.low), half(self, it.high));
        self.kept_wide(low, high, span)
    }

    /// Two halves, cheap to repeat.
    pub(super) fn kept_wide(&mut self, low: ir::Expr, high: ir::Expr, span: Span) -> Wide {
        let low = self.automaton.stable(low, false, span);
        let high = self.automaton.stable(high, false, span);
        Wide { low, high }
    }

    /// A word that is cheap to repeat.
    pub(super) fn kept_word(&mut self, value: ir::Expr, span: Span) -> ir::Expr {
        self.automaton.stable(value, false, span)
    }

    /// A condition as a word.
    pub(super) fn as_word(&self, condition: ir::Expr) -> ir::Expr {
        self.automaton.resize(condition, WORD, false)
    }

    /// A signed overflow where the condition holds.
    pub(super) fn overflow_if(&mut self, condition: ir::Expr, span: Span) {
        let one = self.as_word(condition);
        let sum = self.automaton.binary(Binary::AddSigned, word(i64::MAX as u64), one);
        self.automaton.discard(sum, span);
    }

    /// A bad shift unless the condition holds.
    pub(super) fn bad_shift_unless(&mut self, condition: ir::Expr, span: Span) {
        let by = self.automaton.select(condition, word(0), word(64));
        let shifted = self.automaton.binary(Binary::ShiftLeft, word(0), by);
        self.automaton.discard(shifted, span);
    }

    /// Whether a number is not 0.
    pub(super) fn wide_truth(&mut self, value: Wide) -> ir::Expr {
        self.automaton.truth(self.automaton.binary(Binary::Or, value.low, value.high))
    }

    /// A comparison of two numbers.
    pub(super) fn wide_comparison(&mut self, op: BinaryOp, a: Wide, b: Wide, signed: bool) -> ir::Expr {
        let it = &self.automaton;
        let same = |a: &ir::Expr, b: &ir::Expr| it.binary(Binary::Equal, a.clone(), b.clone());
        let equal = || it.and(same(&a.high, &b.high), same(&a.low, &b.low));
        let less = |a: &Wide, b: &Wide, low: Binary| {
            let high = if signed { Binary::LessSigned } else { Binary::Less };
            let low = it.binary(low, a.low.clone(), b.low.clone());
            let tie = it.and(same(&a.high, &b.high), low);
            it.or(it.binary(high, a.high.clone(), b.high.clone()), tie)
        };
        match op {
            BinaryOp::Equal => equal(),
            BinaryOp::NotEqual => it.not(equal()),
            BinaryOp::Less => less(&a, &b, Binary::Less),
            BinaryOp::LessEqual => less(&a, &b, Binary::LessEqual),
            BinaryOp::Greater => less(&b, &a, Binary::Less),
            BinaryOp::GreaterEqual => less(&b, &a, Binary::LessEqual),
            BinaryOp::Add
            | BinaryOp::Subtract
            | BinaryOp::Multiply
            | BinaryOp::Divide
            | BinaryOp::Remainder
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::ShiftLeft
            | BinaryOp::ShiftRight => unreachable!("only comparisons are compared"),
        }
    }

    /// The distance of a shift as a word: what does not fit is too far all the same.
    pub(super) fn shift_distance(&mut self, count: Number, ty: &Type) -> ir::Expr {
        match count {
            Number::Narrow(value) => self.automaton.resize(value, WORD, shapes::is_signed(ty)),
            Number::Wide(Wide { low, high }) => {
                let fits = self.automaton.binary(Binary::Equal, high, word(0));
                self.automaton.select(fits, low, word(u64::MAX))
            }
        }
    }

    /// A number as one of another type.
    pub(super) fn renumbered(&mut self, value: Number, from: &Type, to: &Type, span: Span) -> Number {
        if is_wide(to) {
            return Number::Wide(self.widened(value, from, to, span));
        }
        match value {
            Number::Narrow(value) => Number::Narrow(self.convert_value(value, from, to)),
            Number::Wide(value) => Number::Narrow(self.narrowed(value, from, to, span)),
        }
    }

    /// A number of 128 bits as one of a scalar type.
    pub(super) fn narrowed(&mut self, value: Wide, from: &Type, to: &Type, span: Span) -> ir::Expr {
        let width = shapes::width(to, self.model).unwrap_or(WORD);
        if matches!(shapes::strip_atomic(to), Type::Bool) {
            let truth = self.wide_truth(value);
            return self.automaton.resize(truth, width, false);
        }
        match floats::float(to) {
            Some(_) => self.wide_to_float(value, shapes::is_signed(from), width, span),
            None => self.automaton.resize(value.low, width, false),
        }
    }

    /// A number as one of 128 bits.
    fn widened(&mut self, value: Number, from: &Type, to: &Type, span: Span) -> Wide {
        match value {
            Number::Wide(value) => value,
            Number::Narrow(value) if floats::float(from).is_some() => {
                self.float_to_wide(value, shapes::is_signed(to), span)
            }
            Number::Narrow(value) => {
                let signed = shapes::is_signed(from);
                let low = self.automaton.resize(value, WORD, signed);
                let low = self.kept_word(low, span);
                let high = match signed {
                    true => self.automaton.binary(Binary::ShiftRightSigned, low.clone(), word(63)),
                    false => word(0),
                };
                self.kept_wide(low, high, span)
            }
        }
    }

    /// `target op= value` where one of the types has 128 bits; gives the new value of the target.
    pub(super) fn wide_assign_op(
        &mut self,
        target: &'u Expr,
        op: BinaryOp,
        value: &'u Expr,
        computation: &'u Type,
        span: Span,
    ) -> Number {
        let place = self.repeatable_place(target);
        let operand = self.number(value);
        let is_atomic = order(&target.ty) != Order::NonAtomic;
        if let (true, Place::Memory(address)) = (is_atomic && is_wide(&target.ty), &place) {
            self.require_aligned(address, &target.ty, span);
        }
        if is_atomic {
            self.automaton.visible(Operation::AtomicBegin { quiet: true }, span);
        }
        let old = match &place {
            Place::Memory(address) if is_wide(&target.ty) => Number::Wide(match is_atomic {
                true => self.halves(address, Order::SequentiallyConsistent, span),
                false => self.wide_load(address.clone(), self.alignment(target), span),
            }),
            place => Number::Narrow(self.load_place(place, target)),
        };
        let left = self.renumbered(old, &target.ty, computation, span);
        let result = match left {
            Number::Wide(left) => {
                let signed = shapes::is_signed(computation);
                Number::Wide(self.wide_arithmetic(op, left, signed, operand, &value.ty, span))
            }
            // Only the distance of a shift has 128 bits.
            Number::Narrow(left) => {
                let count = self.shift_distance(operand, &value.ty);
                let unsigned = Type::Int { bits: 64, signed: false };
                Number::Narrow(self.arithmetic(op, left, computation, count, &unsigned))
            }
        };
        let new = match self.renumbered(result, computation, &target.ty, span) {
            Number::Narrow(new) => match &place {
                Place::Register(register) => {
                    self.automaton.assign(*register, new, span);
                    Number::Narrow(ir::Expr::Register(*register))
                }
                Place::Memory(_) | Place::Bits(_) => {
                    let new = self.automaton.stable(new, shapes::kind(&target.ty), span);
                    self.store_place(&place, target, new.clone(), span);
                    Number::Narrow(new)
                }
            },
            Number::Wide(new) => {
                let Place::Memory(address) = place else { unreachable!("an aggregate is in memory") };
                match is_atomic {
                    true => self.put_halves(&address, &new, Order::SequentiallyConsistent, span),
                    false => self.wide_store(address, self.alignment(target), &new, span),
                }
                Number::Wide(new)
            }
        };
        if is_atomic {
            self.automaton.visible(Operation::AtomicEnd, span);
        }
        new
    }
}

/// Whether an assignment with an operator needs [`Body::wide_assign_op`].
pub(super) fn is_wide_assignment(target: &Expr, value: &Expr, computation: &Type) -> bool {
    is_wide(&target.ty) || is_wide(&value.ty) || is_wide(computation)
}
