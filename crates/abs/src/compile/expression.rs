//! Expressions: each leaves its value on the stack.

use super::{Compiler, value};
use crate::code::{BodyId, Op};
use crate::program::{BinaryOperator, Builtin, Expression, ExpressionKind, Pattern};
use crate::value::Value;
use source::Span;

impl<'p> Compiler<'p> {
    pub(super) fn expressions(&mut self, expressions: &'p [Expression]) {
        for expression in expressions {
            self.expression(expression);
        }
    }

    pub(super) fn expression(&mut self, expression: &'p Expression) {
        let span = expression.span;
        match &expression.kind {
            ExpressionKind::Literal(literal) => self.constant(value(literal), span),
            ExpressionKind::Local(local) => self.emit(Op::Local(*local), span),
            ExpressionKind::Field(field) => self.emit(Op::Field(*field), span),
            ExpressionKind::This => self.emit(Op::This, span),
            ExpressionKind::Destiny => self.emit(Op::Destiny, span),
            ExpressionKind::Construct(constructor, parts) if parts.is_empty() => {
                self.constant(Value::Atom(*constructor), span);
            }
            ExpressionKind::Construct(constructor, parts) => {
                self.expressions(parts);
                self.emit(Op::Construct(*constructor, parts.len() as u32), span);
            }
            ExpressionKind::Call(function, arguments) => {
                self.expressions(arguments);
                // The main block comes first, then the functions.
                self.emit(Op::Call(BodyId(function.0 + 1)), span);
            }
            ExpressionKind::Builtin(builtin, arguments) => self.builtin(*builtin, arguments, span),
            ExpressionKind::Unary(operator, operand) => {
                self.expression(operand);
                self.emit(Op::Unary(*operator), span);
            }
            ExpressionKind::Binary(BinaryOperator::And, one, two) => {
                self.choose_value(one, |it| it.expression(two), |it| it.constant(Value::Bool(false), span), span);
            }
            ExpressionKind::Binary(BinaryOperator::Or, one, two) => {
                self.choose_value(one, |it| it.constant(Value::Bool(true), span), |it| it.expression(two), span);
            }
            ExpressionKind::Binary(operator, one, two) => {
                self.expression(one);
                self.expression(two);
                self.emit(Op::Binary(*operator), span);
            }
            ExpressionKind::If(condition, then, otherwise) => {
                self.choose_value(condition, |it| it.expression(then), |it| it.expression(otherwise), span);
            }
            ExpressionKind::Let(local, first, rest) => {
                self.expression(first);
                self.emit(Op::SetLocal(*local), span);
                self.expression(rest);
            }
            ExpressionKind::Case(subject, arms) => {
                self.expression(subject);
                self.arms(arms, span, |it, arm| it.expression(arm));
            }
            ExpressionKind::Implements(object, interface) => {
                self.expression(object);
                self.emit(Op::Implements(*interface), span);
            }
            ExpressionKind::As(object, interface) => {
                self.expression(object);
                self.emit(Op::As(*interface), span);
            }
        }
    }

    /// One of two values.
    pub(super) fn choose_value(
        &mut self,
        condition: &'p Expression,
        then: impl FnOnce(&mut Self),
        otherwise: impl FnOnce(&mut Self),
        span: Span,
    ) {
        self.expression(condition);
        let skip = self.emit_jump(Op::JumpUnless, span);
        then(self);
        let end = self.emit_jump(Op::Jump, span);
        self.land(skip);
        otherwise(self);
        self.land(end);
    }

    /// The first arm that the value on top fits; it is an exception if none does.
    pub(super) fn arms<T>(&mut self, arms: &'p [(Pattern, T)], span: Span, each: impl Fn(&mut Self, &'p T)) {
        let mut ends = Vec::new();
        for (pattern, arm) in arms {
            let shape = self.shape(pattern);
            let next = self.emit_jump(|target| Op::Match(shape, target), span);
            each(self, arm);
            ends.push(self.emit_jump(Op::Jump, span));
            self.land(next);
        }
        self.emit(Op::NoMatch, span);
        ends.into_iter().for_each(|it| self.land(it));
    }

    fn builtin(&mut self, builtin: Builtin, arguments: &'p [Expression], span: Span) {
        self.expressions(arguments);
        match builtin {
            Builtin::Random => self.emit(Op::Choose, span),
            Builtin::Print | Builtin::Println => self.emit(Op::Print, span),
            Builtin::Length
            | Builtin::ReverseOnto
            | Builtin::Abs
            | Builtin::Truncate
            | Builtin::Floor
            | Builtin::Ceil
            | Builtin::Rat
            | Builtin::Float
            | Builtin::Numerator
            | Builtin::Denominator
            | Builtin::Sqrt
            | Builtin::Log
            | Builtin::Exp
            | Builtin::ToString
            | Builtin::Substr
            | Builtin::Strlen
            | Builtin::Concatenate => self.emit(Op::Builtin(builtin, arguments.len() as u32), span),
        }
    }
}
