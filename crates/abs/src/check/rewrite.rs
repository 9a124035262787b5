//! The same program with the calls of instances: every expression and statement is gone through once, calls get their
//! functions, and locals and constructors their final numbers.

use super::instances::{Instances, Place};
use crate::program::{
    self, Effect, EffectKind, Expression, ExpressionKind, Guard, LocalId, Pattern, Statement, StatementKind,
};

impl Instances<'_> {
    fn expressions(&mut self, place: &Place, list: Vec<Expression>) -> Vec<Expression> {
        list.into_iter().map(|it| self.expression(place, it)).collect()
    }

    fn boxed(&mut self, place: &Place, expression: Expression) -> Box<Expression> {
        Box::new(self.expression(place, expression))
    }

    fn constructor(&self, id: program::ConstructorId) -> program::ConstructorId {
        program::ConstructorId(id.0.saturating_sub(self.literals))
    }

    fn local(place: &Place, id: LocalId) -> LocalId {
        place.locals.get(id.0 as usize).copied().unwrap_or(id)
    }

    pub(super) fn expression(&mut self, place: &Place, expression: Expression) -> Expression {
        let span = expression.span;
        let kind = match expression.kind {
            ExpressionKind::Literal(_) | ExpressionKind::Field(_) | ExpressionKind::This | ExpressionKind::Destiny => {
                expression.kind
            }
            ExpressionKind::Local(id) => ExpressionKind::Local(Self::local(place, id)),
            ExpressionKind::Construct(id, parts) => {
                ExpressionKind::Construct(self.constructor(id), self.expressions(place, parts))
            }
            ExpressionKind::Call(target, arguments) => {
                let mut arguments = self.expressions(place, arguments);
                let (number, extras) = self.call(place, target, span);
                arguments.extend(extras);
                ExpressionKind::Call(number, arguments)
            }
            ExpressionKind::Builtin(builtin, arguments) => {
                ExpressionKind::Builtin(builtin, self.expressions(place, arguments))
            }
            ExpressionKind::Unary(operator, operand) => ExpressionKind::Unary(operator, self.boxed(place, *operand)),
            ExpressionKind::Binary(operator, left, right) => {
                ExpressionKind::Binary(operator, self.boxed(place, *left), self.boxed(place, *right))
            }
            ExpressionKind::If(condition, then, otherwise) => ExpressionKind::If(
                self.boxed(place, *condition),
                self.boxed(place, *then),
                self.boxed(place, *otherwise),
            ),
            ExpressionKind::Let(id, value, body) => {
                ExpressionKind::Let(Self::local(place, id), self.boxed(place, *value), self.boxed(place, *body))
            }
            ExpressionKind::Case(subject, arms) => {
                let subject = self.boxed(place, *subject);
                let arms = arms.into_iter().map(|(pattern, value)| {
                    let pattern = self.pattern(place, pattern);
                    (pattern, self.expression(place, value))
                });
                ExpressionKind::Case(subject, arms.collect())
            }
            ExpressionKind::Implements(object, id) => ExpressionKind::Implements(self.boxed(place, *object), id),
            ExpressionKind::As(object, id) => ExpressionKind::As(self.boxed(place, *object), id),
        };
        Expression { span, kind }
    }

    fn pattern(&mut self, place: &Place, pattern: Pattern) -> Pattern {
        match pattern {
            Pattern::Any | Pattern::Literal(_) => pattern,
            Pattern::Bind(id) => Pattern::Bind(Self::local(place, id)),
            Pattern::Equal(value) => Pattern::Equal(self.expression(place, value)),
            Pattern::Constructor(id, parts) => {
                let parts = parts.into_iter().map(|it| self.pattern(place, it)).collect();
                Pattern::Constructor(self.constructor(id), parts)
            }
        }
    }

    pub(super) fn statements(&mut self, place: &Place, list: Vec<Statement>) -> Vec<Statement> {
        list.into_iter().map(|it| self.statement(place, it)).collect()
    }

    fn boxed_statement(&mut self, place: &Place, statement: Statement) -> Box<Statement> {
        Box::new(self.statement(place, statement))
    }

    fn arms(&mut self, place: &Place, arms: Vec<(Pattern, Statement)>) -> Vec<(Pattern, Statement)> {
        let arms = arms.into_iter().map(|(pattern, statement)| {
            let pattern = self.pattern(place, pattern);
            (pattern, self.statement(place, statement))
        });
        arms.collect()
    }

    fn statement(&mut self, place: &Place, statement: Statement) -> Statement {
        let kind = match statement.kind {
            StatementKind::Block(list) => StatementKind::Block(self.statements(place, list)),
            StatementKind::Skip | StatementKind::Suspend => statement.kind,
            StatementKind::Assign(target, effect) => StatementKind::Assign(target, self.effect(place, effect)),
            StatementKind::Effect(effect) => StatementKind::Effect(self.effect(place, effect)),
            StatementKind::Return(effect) => StatementKind::Return(self.effect(place, effect)),
            StatementKind::If(condition, then, otherwise) => StatementKind::If(
                self.expression(place, condition),
                self.boxed_statement(place, *then),
                otherwise.map(|it| self.boxed_statement(place, *it)),
            ),
            StatementKind::While(condition, body) => {
                StatementKind::While(self.expression(place, condition), self.boxed_statement(place, *body))
            }
            StatementKind::ForEach { element, index, list, body } => {
                let list = self.expression(place, list);
                StatementKind::ForEach { element, index, list, body: self.boxed_statement(place, *body) }
            }
            StatementKind::Switch(subject, arms) => {
                StatementKind::Switch(self.expression(place, subject), self.arms(place, arms))
            }
            StatementKind::Await(guards) => {
                let guards = guards.into_iter().map(|it| match it {
                    Guard::Future(value) => Guard::Future(self.expression(place, value)),
                    Guard::Condition(value) => Guard::Condition(self.expression(place, value)),
                });
                StatementKind::Await(guards.collect())
            }
            StatementKind::Assert(value) => StatementKind::Assert(self.expression(place, value)),
            StatementKind::Throw(value) => StatementKind::Throw(self.expression(place, value)),
            StatementKind::Try { body, arms, finally } => StatementKind::Try {
                body: self.boxed_statement(place, *body),
                arms: self.arms(place, arms),
                finally: finally.map(|it| self.boxed_statement(place, *it)),
            },
        };
        Statement { span: statement.span, kind }
    }

    fn effect(&mut self, place: &Place, effect: Effect) -> Effect {
        let kind = match effect.kind {
            EffectKind::Pure(value) => EffectKind::Pure(self.expression(place, value)),
            EffectKind::New { local, class, arguments } => {
                EffectKind::New { local, class, arguments: self.expressions(place, arguments) }
            }
            EffectKind::AsyncCall { awaits, target, method, arguments } => {
                let target = self.expression(place, target);
                EffectKind::AsyncCall { awaits, target, method, arguments: self.expressions(place, arguments) }
            }
            EffectKind::SyncCall { target, method, arguments } => {
                let target = self.expression(place, target);
                EffectKind::SyncCall { target, method, arguments: self.expressions(place, arguments) }
            }
            EffectKind::Get(value) => EffectKind::Get(self.expression(place, value)),
        };
        Effect { span: effect.span, kind }
    }
}
